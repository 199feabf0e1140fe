//! What people reported about files, in this project and others, each with the right answer.

use std::fs;

use tak_book::Record;
use tak_encoding::ptn::PtnGame;
use tak_encoding::{AnyGame, AnyPosition, GameResult, Link, Outcome};
use tak_tests::corpus::shared;

use crate::corpus::lines;

fn read(text: &str) -> PtnGame {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn moves(game: &PtnGame) -> String {
    let moves = game.game().moves();
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// What is told about a game with these tags and moves.
fn decided(text: &str) -> Vec<String> {
    read(text).decided().iter().map(ToString::to_string).collect()
}

fn record(text: &str) -> Record {
    Record::from_ptn(text.parse().unwrap(), Some(text))
}

const DRAW: Option<GameResult> = Some(GameResult::Outcome(Outcome::Draw));

#[test]
fn a_draw_in_two_columns_was_refused() {
    let game = read("[Size \"4\"]\n[Result \"1/2-1/2\"]\n\n1. a1 a2\n2. b1 b2\n 1/2 -  1/2\n");
    assert_eq!((moves(&game).as_str(), game.game().result()), ("a1 a2 b1 b2", DRAW));
}

#[test]
fn a_win_in_two_columns_was_refused() {
    for (columns, result) in [("R-0 --", "R-0"), (" -- 0-R", "0-R"), ("1-0 --", "1-0")] {
        let game = read(&format!("[Size \"4\"]\r\n\r\n1. a1 a2\r\n2. b1 b2\r\n{columns}\r\n"));
        assert_eq!(game.game().result(), GameResult::read(result), "{columns}");
    }
}

#[test]
fn a_game_was_not_found_by_its_date_without_zeros() {
    let text = "[Date \"2021.3.5\"]\n[Size \"7\"]\n\n1. a7 g7 {x}\n";
    let record = record(text);
    assert_eq!(record.facts.date.map(|date| date.to_string()).as_deref(), Some("2021.03.05"));
    assert_eq!(record.to_ptn(), text);
}

#[test]
fn a_draw_as_playtak_wrote_it_in_2016_was_none() {
    let record =
        record("[TimeControl \"10:0 +15\"]\n[Result \"1-2-1-2\"]\n[Size \"5\"]\n\n1. a1 e5\n");
    assert_eq!(record.facts.result, DRAW);
    assert_eq!(record.game.tag("TimeControl"), Some("10:0 +15"));
}

#[test]
fn a_double_black_stack_written_as_one_stone_was_refused() {
    let game = read("[Size \"6\"]\n[Opening \"double black stack\"]\n\n1. a1 f6\n2. b2 e5\n");
    assert_eq!(moves(&game), "2a1 f6 b2 e5");
    // The letter of a file is not that of a stone.
    for (first, meant) in [("f6", "2f6"), ("Ff6", "2f6"), ("Fa6", "2a6"), ("f1", "2f1")] {
        let tags = "[Size \"6\"]\n[Opening \"double black stack\"]\n\n";
        assert_eq!(moves(&read(&format!("{tags}1. {first} c3"))), format!("{meant} c3"));
        let mut game = read(tags);
        game.play(None, first).unwrap();
        assert_eq!(
            (moves(&game).as_str(), moves(&read(&game.to_string())).as_str()),
            (meant, meant)
        );
    }
    assert!("[Size \"6\"]\n1. a1 f6\n".parse::<AnyGame>().unwrap().moves()[0].to_string() == "a1");
}

#[test]
fn moves_of_a_renamed_branch_were_glued_to_the_main_line() {
    let text = "[Size \"6\"]\n[Opening \"swap\"]\n\n1. a1 b1\n2. a2 b2\n3. a3\n\n";
    for name in ["better plan", "alt/deeper", "3w1/4w1", "3. what if?", "no move: d4"] {
        let game = read(&format!("{text}{{{name}}}\n3. c1 b3\n4. c2 b4\n"));
        assert_eq!(moves(&game), "a1 b1 a2 b2 a3", "{name}");
        assert_eq!((game.plies().len(), game.left_out()), (9, vec![]), "{name}");
    }
}

#[test]
fn a_branch_that_cannot_be_played_refused_the_whole_game() {
    for (text, main) in [
        ("1. a1 e5\n2. c3\n\n{alt}\n2. e5 d4", "a1 e5 c3"),
        ("1. a1\n\n{alt}\n1. Sb1 e5", "a1"),
        ("1. a1 e5\n2. c3 d3 1-0\n\n{well played!}\n3. b2", "a1 e5 c3 d3"),
        ("1. a1 e5\n2. c3 1-0\n\n{alt}\n3. b2 b3", "a1 e5 c3"),
    ] {
        let game = read(&format!("[Size \"5\"]\n\n{text}\n"));
        assert_eq!(moves(&game), main, "{text}");
        assert!(game.left_out().len() + game.decided().len() > 0, "{text}");
        assert_eq!(game.to_string(), format!("[Size \"5\"]\n\n{text}\n"));
    }
    // What is no branch is an error as ever.
    for text in ["1. a1 e5\n2. c3\n\n{so}\n2... e5", "1. a1 e5\n2. c3 d3\n\n{so}\n3. c3"] {
        assert!(format!("[Size \"5\"]\n\n{text}\n").parse::<PtnGame>().is_err(), "{text}");
    }
}

#[test]
fn a_comment_before_a_number_was_taken_for_a_branch() {
    let game = read("[Size \"6\"]\n\n1. a1 b1\n\n{now it begins}\n2. a2 b2\n\n{or so}\n3. a3");
    assert_eq!(moves(&game), "a1 b1 a2 b2 a3");
    let decided: Vec<_> = game.decided().iter().map(ToString::to_string).collect();
    assert_eq!(
        decided,
        [
            "PTN, line 5, column 1: `{now it begins}` is read as a comment, not as the name of a branch",
            "PTN, line 8, column 1: `{or so}` is read as a comment, not as the name of a branch",
        ]
    );
}

#[test]
fn numbers_that_do_not_fit_were_passed_over_without_a_word() {
    let told = |moves: &str| decided(&format!("[Size \"5\"]\n{moves}"));
    assert_eq!(
        told("1. a1 e5\n2. c3 d4\n2. c4 b3\n3. a2"),
        ["PTN, line 4, column 4: `c4` begins another line, since its number is repeated"]
    );
    assert_eq!(
        told("1. a1 e5\n2. c3\n3. c4 b3\n5. a2"),
        ["PTN, line 4, column 4: `c4` is read as the next move, not by its number"]
    );
    for fits in ["7. a1 e5 8. c3 8... d4 9. b2", "1. a1 e5 2. c3 (2. c4 d4) 2... d4 3. b2"] {
        assert_eq!(told(fits), [""; 0], "{fits}");
    }
}

/// All lines of a game on 5×5, and what is told about it, with its columns.
fn told_lines(moves: &str) -> (Vec<String>, Vec<String>) {
    let game = read(&format!("[Size \"5\"]\n{moves}"));
    let told = game.left_out().into_iter().chain(game.decided());
    let told = told.map(|place| format!("{}: {}", place.column(), place.problem()));
    (lines(&game), told.collect())
}

#[test]
fn numbers_in_parentheses_were_ignored() {
    for (moves, others, told) in [
        ("2. c3 d3 (2. c4 d4)", "a1 e5 c4 d4", "14: `c4` is placed by its number, not instead of"),
        ("2. c3 d3 ((2. c4))", "a1 e5 c4", "15: `c4` is placed by its number, not instead of"),
        ("2. c3 d3 (2... d4 3. b2)", "a1 e5 c3 d4 b2", ""),
        ("2. c3 d3 ((2... d4))", "a1 e5 c3 d4", ""),
        ("2. c3 d3 (2. -- d4 (2... d5))", "a1 e5 c3 d4|a1 e5 c3 d5", ""),
        ("2. c3 (2... d4) d3", "a1 e5 c3 d4", "13: `d4` is placed by its number, not instead of"),
        ("2. c3 d3 (3. b2) 3. b3", "a1 e5 c3 d3 b2", "14: `b2` is placed by its number, not"),
        // Only one of the places can be meant.
        ("2. c3 d3 (2. d3 c3)", "a1 e5 d3 c3", ""),
        ("2. c3 d3 (2. c3> b1)", "", "14: move `c3>`: illegal here"),
        ("2. c3 Sd3 (2. Cc4 c3>)", "a1 e5 c3 Cc4 c3>", "15: `Cc4` is read instead of the"),
        ("2. c3 d3 (2. c3 e4)", "a1 e5 c3 e4", ""),
        (
            "2. c3 d3 3. b2 (2. d4 a2 3. c3+)",
            "a1 e5 c3 d3 d4 a2 c3+",
            "20: `d4` is read instead of",
        ),
        // Nothing has that number.
        ("2. c3 (3. c4) d3", "", "11: the line that this variation leaves has no move with its"),
        ("2. c3 d3 (9. c4 (9... b1))", "", "14: the line that this variation leaves has no move"),
        // Later numbers.
        ("2. c3 d3 (2... d4 4. b1 b2)", "a1 e5 c3 d4 b1 b2", "22: `b1` is read as the next move"),
        (
            "2. c3 d3 (2... d4 3. b1 3. b2)",
            "a1 e5 c3 d4 b1|a1 e5 c3 d4 b2",
            "28: `b2` begins another line, since its number is repeated",
        ),
        // The numbers of the line around it may be others.
        ("3. c3 d3 (3... d4)", "a1 e5 c3 d4", "4: `c3` is read as the next move, not by its"),
        ("3. c3 d3 (2... d4)", "a1 e5 c3 d4", "4: `c3` is read as the next move, not by its"),
    ] {
        let (read, notes) = told_lines(&format!("1. a1 e5\n{moves}"));
        let main = moves.split('(').next().unwrap_or_default();
        let others: Vec<_> = others.split('|').filter(|line| !line.is_empty()).collect();
        assert!(others.iter().all(|line| read.contains(&(*line).to_owned())), "{main}: {read:?}");
        assert!(read.len() <= others.len() + 1, "{moves}: {read:?}");
        let is_told = notes.iter().any(|note| note.starts_with(told));
        assert!(if told.is_empty() { notes.is_empty() } else { is_told }, "{moves}: {notes:?}");
    }
}

#[test]
fn a_variation_between_a_comment_and_its_move_was_a_panic() {
    let (lines, told) = told_lines("1. a1 e5\n\n{so}\n2. (2. z9) c3");
    assert_eq!((lines.as_slice(), told.len()), (&["a1 e5 c3".to_owned()][..], 2), "{told:?}");
}

#[test]
fn a_number_of_white_for_a_move_of_black_was_not_told() {
    let (lines, told) = told_lines("1. a1 e5 (1. a5)");
    assert_eq!(lines, ["a1 e5", "a5"]);
    assert_eq!(told, ["14: `a5` is placed by its number, not instead of the move before"]);
}

#[test]
fn a_branch_of_a_branch_was_read_on_in_the_wrong_line() {
    let branches = "1. a1 e5\n2. c3 d3\n\n{a}\n2. c4 d4\n\n{b}\n2. c5 d5\n\n";
    for (more, line) in [
        ("{a/x}\n3. b2", "a1 e5 c4 d4 b2"),
        ("{a}\n3. b2", "a1 e5 c4 d4 b2"),
        ("{a/x}\n2. -- b2", "a1 e5 c4 b2"),
    ] {
        let (read, told) = told_lines(&format!("{branches}{more}"));
        assert!(read.contains(&line.to_owned()), "{more}: {read:?}");
        assert_eq!(told, [""; 0], "{more}");
    }
    // No line is that long, or has that name.
    let (_, told) = told_lines(&format!("{branches}{{a/x}}\n4. b2"));
    assert_eq!(told, ["4: branch `a/x` begins behind the end of the line that it leaves"]);
    let (read, told) = told_lines(&format!("{branches}{{c/x}}\n2. b2"));
    assert!(read.contains(&"a1 e5 b2".to_owned()), "{read:?}");
    let why = "4: `b2` begins a branch of a line `c`, which there is not, and is read as one of the \
               main line or the nearest that there is";
    assert_eq!(told, [why]);
}

#[test]
fn names_of_branches_lost_their_first_part() {
    for (name, written) in [
        ("v1.2", "{v1-2}"),
        ("1. ", "{1- }"),
        ("gone/it", "{gone-it}"),
        ("A..", "{A-}"),
        ("constructor", "{2w1}"),
    ] {
        let game =
            read(&format!("[Size \"5\"]\n\n1. a1 e5\n2. c3\n\n{{{name}}}\n2. c4 d4\n3. b2\n"));
        let anew = format!("[Size \"5\"]\n\n1. a1 e5\n2. c3\n\n{written}\n2. c4 d4\n3. b2\n");
        assert_eq!((game.for_others(), game.to_ptn_ninja()), (anew.clone(), anew), "{name}");
    }
    // The parts of the lines above are kept once.
    let nested = "[Size \"5\"]\n\n1. a1 e5 $18\n2. c3\n\n{v1.2}\n2. c4 d4\n3. b2\n\n\
        {v1.2/deep.er}\n3. b3\n";
    let anew = read(nested).for_others();
    assert!(anew.ends_with("{v1-2}\n2. c4 d4\n3. b2\n\n{v1-2/deep-er}\n3. b3\n"), "{anew}");
}

#[test]
fn an_empty_line_was_none_between_line_ends_of_windows() {
    let text = "[Size \"5\"]\r\n\r\n1. a1 e5\r\n{so far}\r\n2. c3\r\n";
    let anew = "[Size \"5\"]\r\n\r\n1. a1 e5 {so far}\r\n2. c3\r\n";
    assert_eq!(read(text).for_others(), anew);
    let branch = read("[Size \"5\"]\r\n\r\n1. a1 e5\r\n2. c3 d3\r\n{alt}\r\n2. c4\r\n");
    assert_eq!((moves(&branch).as_str(), branch.plies().len()), ("a1 e5 c3 d3", 5));
    assert!(branch.decided().is_empty(), "{:?}", branch.decided());
    assert_eq!(branch.for_others(), branch.to_string());
}

#[test]
fn of_two_equal_tags_another_one_counted() {
    let text =
        "[Size \"5\"]\n[Komi \"2\"]\n[Player1 \"A\"]\n[Komi \"0.5\"]\n[Player1 \"\"]\n\n1. a1\n";
    let mut game = read(text);
    assert_eq!((game.game().tag("komi"), game.game().tag("Player1")), (Some("0.5"), Some("A")));
    assert_eq!(game.for_others(), text);
    let link = "[Size \"5\"]\n[Player1 \"A\"]\n[Komi \"0.5\"]\n\n1. a1\n";
    assert_eq!(game.to_ptn_ninja(), link);
    game.set_tag("Komi", "1").unwrap();
    assert_eq!(game.to_string(), text.replace("0.5", "1"));
}

#[test]
fn a_result_amid_a_branch_vanished() {
    let game = read("[Size \"5\"]\n1. a1 e5 (1... e4 1-0 2. c3 0-1) 2. d3 R-0");
    let anew = "[Size \"5\"]\n\n1. a1 e5\n2. d3 R-0\n\n{1b1}\n1. -- e4 {1-0}\n2. c3 0-1\n";
    assert_eq!(game.for_others(), anew);
}

#[test]
fn small_letters_of_a_tps_were_written_for_others() {
    let game = read("[TPS \"X5,1s/x6/x6/x6/x6/2c,x5 1 4\"]\n\n4. a3\n");
    let anew = "[TPS \"x5,1S/x6/x6/x6/x6/2C,x5 1 4\"]\n\n4. a3\n";
    assert_eq!(game.for_others(), anew);
}

#[test]
fn a_branch_that_leaves_no_line_was_lost_without_a_word() {
    let text = "[Size \"6\"]\n\n1. a1 b1\n2. a2\n\n{far}\n9. c1 c2\n10. c3\n";
    let game = read(text);
    assert_eq!((moves(&game).as_str(), game.to_string().as_str()), ("a1 b1 a2", text));
    let left_out: Vec<_> =
        game.left_out().iter().map(|place| (place.line(), place.column())).collect();
    assert_eq!(left_out, [(7, 4)]);
}

#[test]
fn the_id_that_ptn_ninja_keeps_was_not_that_of_the_game() {
    let record = record("[Site \"PlayTak.com\"]\n[PlayTakID \"101\"]\n[Size \"5\"]\n\n1. a1 e5\n");
    let origin = record.facts.origin.unwrap();
    assert_eq!((origin.site.as_str(), origin.id.as_str()), ("PlayTak.com", "101"));
}

#[test]
fn small_letters_of_walls_and_capstones_were_refused_in_a_tps() {
    let small: AnyPosition = "x5,1s/x6/x6/x6/x6/2c,x5 1 4".parse().unwrap();
    assert_eq!(small.to_string(), "x5,1S/x6/x6/x6/x6/2C,x5 1 4");
    assert_eq!("X5,1s/x6/X,X5/x6/x6/2C,x5 1 4".parse(), Ok(small));
}

#[test]
fn the_letter_of_the_top_stone_behind_a_spread_was_refused() {
    let game = read("[TPS \"x4/x4/x4/112S,x3 2 4\"]\n4. -- a1>S\n5. 2a1+11F");
    assert_eq!(moves(&game), "a1> 2a1+11");
}

#[test]
fn a_letter_of_no_stone_on_top_was_passed_over_without_a_word() {
    let told = |moves: &str| decided(&format!("[TPS \"x5/x5/x5/x5/112S,1C,x3 2 4\"]\n{moves}"));
    assert_eq!(
        told("4. -- a1+C\n5. b1+S* (5. b1>S) a2+F"),
        [
            "PTN, line 2, column 7: `a1+C` is read without its last letter, which is not that of \
             the stone on top",
            "PTN, line 3, column 4: `b1+S*` is read without its last letter, which is not that of \
             the stone on top",
            "PTN, line 3, column 14: `b1>S` is read without its last letter, which is not that of \
             the stone on top",
            "PTN, line 3, column 20: `a2+F` is read without its last letter, which is not that of \
             the stone on top",
        ]
    );
    for fits in ["4. -- a1+S\n5. b1+C (5. b1>C)", "4. -- Sd4\n5. Sc3", "4. -- c3"] {
        assert_eq!(told(fits), [""; 0], "{fits}");
    }
}

#[test]
fn placeholders_were_moves() {
    for run in ["..", "-", "---", "....", "*"] {
        let game = read(&format!("[TPS \"x4/x4/x4/x,1,2,x 2 2\"]\n2. {run} a1\n3. d4\n"));
        assert_eq!(moves(&game), "a1 d4", "{run}");
        let game = read(&format!("[Size \"4\"]\n1. a1 d4\n2. c1\n\n{{1b1}}\n1. {run} b2"));
        assert_eq!((game.plies().len(), game.left_out().len()), (4, 0), "{run}");
    }
}

#[test]
fn a_position_that_playtak_loaded_was_a_move() {
    let text = "[Size \"4\"]\n\n4. load\n4. d4 c4\n";
    let error = text.parse::<AnyGame>().unwrap_err().to_string();
    let why =
        "PTN, line 3, column 4: found `load`, expected a tag TPS with the position that was loaded";
    assert_eq!(error, why);
    let game = read(&format!("[TPS \"x4/x4/x4/x,1,2,x 1 4\"]\n{text}"));
    assert_eq!(moves(&game), "d4 c4");
    assert_eq!(moves(&read("[Size \"4\"]\n1. load\n1. a1 d4\n")), "a1 d4");
}

#[test]
fn an_unfinished_game_was_written_with_a_result_that_others_refuse() {
    for result in ["0", "*", "0-0"] {
        let game: AnyGame = format!("[Size \"5\"]\n\n1. a1 e5\n{result}\n").parse().unwrap();
        assert_eq!(game.to_string(), "[Size \"5\"]\n\n1. a1 e5\n", "{result}");
    }
}

#[test]
fn a_link_held_what_ptn_ninja_complains_of() {
    let text = "[Site \"PlayTak.com\"]\n[Id \"101\"]\n[Date \"2021-3-5\"]\n[Time \"9.30\"]\n\
        [Size \"5\"]\n\n1. a1 e5 (1... a5) 2. c3 $1\n";
    let expected = "[Site \"PlayTak.com\"]\n[Date \"2021.03.05\"]\n[Size \"5\"]\n\
        [PlayTakID \"101\"]\n\n1. a1 e5\n2. c3!\n\n{1b1}\n1. -- a5\n";
    assert_eq!(read(text).to_ptn_ninja(), expected);
}

#[test]
fn the_clocks_of_moves_were_comments_only() {
    let game = read("[Size \"5\"]\n[Clock \"10:0 +20\"]\n\n1. a1 {9:45} e5 {[%clk 0:10:05]}\n");
    let clocks: Vec<_> = game.plies().map(|ply| game.clock(ply).unwrap().as_secs()).collect();
    assert_eq!(clocks, [585, 605]);
}

#[test]
fn results_in_two_columns_were_written_as_they_stood() {
    for (columns, result) in [("1/2 -  1/2", "1/2-1/2"), ("-- 0-R", "0-R"), ("R-0 --", "R-0")] {
        let game = read(&format!("[Size \"4\"]\r\n\r\n1. a1 a2\r\n2. b1 b2\r\n {columns}\r\n"));
        let written = format!("[Size \"4\"]\r\n\r\n1. a1 a2\r\n2. b1 b2 {result}\r\n");
        assert_eq!(game.for_others(), written);
    }
}

#[test]
fn variations_in_parentheses_were_written_as_they_stood() {
    let game =
        read("[Size \"5\"]\n[Source \"a book\"]\n1. a1 {9:45} e5?! (1... a5 ; or so\n) 2. c3 $2");
    let written = "[Size \"5\"]\n[Source \"a book\"]\n\n1. a1 {9:45} e5?!\n2. c3?\n\n\
        {1b1}\n1. -- a5 {or so}\n";
    assert_eq!(game.for_others(), written);
}

#[test]
fn what_others_read_was_written_otherwise() {
    let text = "[Id \"7\"]\n[Size \"5\"]\n\n1.a1   e5 {so}\n\n\n2. Cc3 R-0\n\n\n";
    assert_eq!(read(text).for_others(), text);
}

#[test]
fn squares_in_capitals_were_refused() {
    let game = read("[Size \"5\"]\n1. A1 E5\n2. Sc3 CD4\n3. B2 A2\n4. B2+ D5\n5. CC1");
    assert_eq!(moves(&game), "a1 e5 Sc3 Cd4 b2 a2 b2+ d5 Cc1");
    assert!(game.for_others().ends_with("1. a1 e5\n2. Sc3 Cd4\n3. b2 a2\n4. b2+ d5\n5. Cc1\n"));
    // A capstone or a flat without its square.
    for unclear in ["C3", "F3", "2C3"] {
        let game = format!("[Size \"5\"]\n1. a1 e5\n2. {unclear}").parse::<PtnGame>();
        let why = "expected a square behind the letter of a stone, like `Cc3`, or a small one";
        assert!(game.unwrap_err().to_string().contains(why), "{unclear}");
    }
}

/// A site took the line breaks out of links, so that words stand together.
#[test]
fn a_link_without_its_line_breaks_was_misread() {
    // A link as that site made it, with all its tags.
    let tags = "[Site \"PlayTak.com\"][Date \"2021.3.27\"][Player1 \"A\"][Player2 \"B\"][Size \"5\"]\
        [Result \"R-0\"]";
    let ptn = format!("{tags}1. a1 e52. c3 c43. b2 R-0").replace(' ', "%20").replace('"', "%22");
    let link: Link = format!("http://ptn.ninja/#{ptn}").parse().unwrap();
    let error = link.ptn.parse::<PtnGame>().unwrap_err();
    assert_eq!((error.line(), error.column()), (1, tags.len() + 7), "{error}");
    // The reported one, where it is to be had.
    if let Some(reported) = shared("reports/cases/48.txt") {
        let text = fs::read_to_string(reported).unwrap();
        let read = text.parse::<Link>().map(|link| link.ptn.parse::<PtnGame>().is_ok());
        assert_ne!(read, Ok(true), "{text}");
    }
    for (moves, column) in [("1. a1 e52. c3 c4", 17), ("1. a1 e5 2. c3 1c3>13. d4", 26)] {
        let link: Link =
            format!("ptn.ninja/[Size%20%225%22]{}", moves.replace(' ', "%20")).parse().unwrap();
        let error = link.ptn.parse::<PtnGame>().unwrap_err();
        assert_eq!((error.line(), error.column()), (1, column), "{error}");
    }
}
