use std::fmt::Write;

use bitops::Symmetry;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;

fn read(text: &str) -> PtnGame {
    text.parse().unwrap()
}

/// All lines: each move without replies, with those before it.
fn lines(game: &PtnGame) -> Vec<String> {
    let plies = (0..game.nodes.len()).map(Ply);
    let ends = plies.filter(|&ply| game.replies(Some(ply)).is_empty());
    let lines = ends.map(|end| {
        let mut line: Vec<_> = std::iter::successors(Some(end), |&ply| game.parent(ply)).collect();
        line.reverse();
        let moves: Vec<_> = line.into_iter().map(|ply| game.text(ply)).collect();
        moves.join(" ")
    });
    lines.collect()
}

/// A heading is a name where the move behind it could be played instead of the last one, also where
/// the first move has told the opening.
#[test]
fn a_branch_replaces_a_move_of_a_game_that_began_with_two_pieces() {
    let game = read("[Size \"5\"]\n1. 2a1 e5 2. c3 2a1> 3. d3\n\n{hm}\n3. a1\n");
    let main: Vec<_> = game.main_line().iter().map(|&ply| game.text(ply)).collect();
    assert_eq!(main.join(" "), "2a1 e5 c3 2a1> d3");
    assert_eq!(lines(&game), ["2a1 e5 c3 2a1> d3", "2a1 e5 c3 2a1> a1"]);
}

/// Checks that the notes of all moves agree with those of each.
fn check_notes(game: &PtnGame) {
    let notes = game.notes();
    assert_eq!(notes[0].comments, game.comments(None), "{game}");
    assert_eq!(notes.len(), game.plies().len() + 1);
    for (notes, ply) in notes[1..].iter().zip(game.plies()) {
        assert_eq!(notes.comments, game.comments(Some(ply)), "{game}");
        assert_eq!(notes.clock(), game.clock(ply), "{game}");
        assert_eq!(notes.glyphs, game.glyphs(ply), "{game}");
    }
}

/// What each token is, names of branches being comments.
fn kinds_but_names(game: &PtnGame) -> Vec<TokenKind> {
    let kinds = game.tokens.iter().map(|token| match token.kind {
        TokenKind::BranchName => TokenKind::Comment,
        kind => kind,
    });
    kinds.collect()
}

/// Checks that the game is the same when its text is read again. Only a move that could not be
/// played may become one that can, and what stands before it the name of a branch or no longer.
fn check(game: &PtnGame) {
    check_notes(game);
    let again = read(&game.to_string());
    assert_eq!(again.game, game.game, "{game}");
    let moves = game.tokens.iter().filter(|token| token.kind == TokenKind::Move).count();
    if moves > game.nodes.len() {
        assert_eq!(kinds_but_names(&again), kinds_but_names(game), "{game}");
    } else {
        assert_eq!(again.tokens, game.tokens, "{game}");
        let sorted = |game: &PtnGame| {
            let mut lines = lines(game);
            lines.sort();
            lines
        };
        assert_eq!(sorted(&again), sorted(game), "{game}");
    }
}

#[test]
fn every_line_of_play_is_found() {
    for (moves, expected) in [
        (
            "1. a1 e5 (1... a5 2. c3 (2. d4) d2) (1... e1) 2. c4",
            "a1 a5 d4|a1 a5 c3 d2|a1 e1|a1 e5 c4",
        ),
        ("1. a1 (1. b1 b1 c1) e5 2. c3 (2. e5 c4)", "b1|a1 e5 c3"),
        (
            "1. a1 e5\n2. c3\n\n{1-1}\n1. b1 d1\n\n{1-1/1-2}\n1... e1\n2. d2\n\n\
            {2w1}\n2. d4 {no name} d3\n3. Cd2\n",
            "a1 e5 c3|b1 d1|b1 e1 d2|a1 e5 d4 d3 Cd2",
        ),
        (
            // Named as people name them.
            "1. a1 e5\n2. c3 c4\n\n{better plan}\n2. d4 d3\n3. d2\n\n{better plan/deeper}\n3. e1\n\n\
            {3w1/4w1}\n3. b1 b2\n\n{alt.of it}\n1. -- a5",
            "a1 e5 d4 d3 d2|a1 e5 d4 d3 e1|a1 e5 c3 c4 b1 b2|a1 a5",
        ),
        (
            // A name only where a line begins; a move number that was not there before.
            "1. a1 e5\n\n{the middle}\n2. c3\n\n{why?}\n2... c4\n\n{and now}\n3. d4 d3\n\n\
            {mine}\n3. e1\n\n{still mine}\n3. -- b1\n\n{theirs}\n3. b2 b3\n4. b4",
            "a1 e5 c3 c4 d4 d3|a1 e5 c3 c4 e1|a1 e5 c3 c4 d4 b1|a1 e5 c3 c4 b2 b3 b4",
        ),
        (
            // After a single move, a legal alternative begins a branch, and an answer does not.
            "1. a1 e5\n2. c3\n\n{other}\n2. c4 c5\n\n{c4 is taken}\n3. d4",
            "a1 e5 c3|a1 e5 c4 c5 d4",
        ),
        ("a1 e5 c3 c4\n\n{2w1}\n2. d4 d3\n\n{plan}\n1. a2", "a1 e5 c3 c4|a1 e5 d4 d3|a2"),
        (
            "7. a1 e5 8. c3 c4 1-1.8. d4 d3 1-1.9. d2 1-1.2-1.8. -- c2 5. a2",
            "a1 e5 c3 c4|a1 e5 d4 d3 d2|a1 e5 d4 c2",
        ),
    ] {
        let game = read(&format!("[Size \"5\"]\n{moves}"));
        assert_eq!(lines(&game).join("|"), expected, "{moves}");
    }
    // Where Black starts, nothing need stand in place of White's move.
    let tps = "[Size \"5\"]\n[TPS \"x5/x5/x2,1,x2/x5/2,x4 2 7\"]";
    for moves in ["7. a2\n8. b1 b2", "a2 b1 b2"] {
        let game = read(&format!("{tps}\n{moves}\n\n{{x}}\n7. c1\n8. c2\n\n{{y}}\n8. d1"));
        assert_eq!(lines(&game).join("|"), "a2 b1 b2|c1 c2|a2 d1", "{moves}");
    }
}

#[test]
fn what_is_no_ply_is_told() {
    let text =
        "[Size \"3\"]\n1. a1 c3 (1... a1 2. b2)\n2. b2 (2. a2 Sc9 3. d2 (3. Cb2)) b1\n3. b3 R-0";
    let told = |game: &PtnGame| {
        let errors = game.left_out().into_iter();
        errors.map(|error| error.to_string()).collect::<Vec<_>>()
    };
    let errors = [
        "PTN, line 2, column 16: move `a1`: illegal here: the square is taken",
        "PTN, line 3, column 14: move `Sc9`: ",
    ];
    let game = read(text);
    assert_eq!(told(&game).len(), errors.len(), "{:?}", told(&game));
    for (told, error) in told(&game).iter().zip(errors) {
        assert!(told.starts_with(error), "{told}");
    }
    assert!(told(&read("[Size \"3\"]\n1. a1 c3 (1... b2)")).is_empty());
    let lost = read("[Size \"3\"]\n1. a1 c3\n\n{x}\n1. b1\n\n{odd one}\n7. b2 b1\n8. c2");
    let why =
        "PTN, line 8, column 4: branch `odd one` begins behind the end of the line that it leaves";
    assert_eq!(told(&lost), [why]);
    let broken =
        read("[Size \"3\"]\n1. a1 c3 2. b2 b1 3. c1 c2\n\n{no}\n2. c1 c3\n3. a3\n\n{yes}\n3. a2");
    assert_eq!(
        told(&broken),
        ["PTN, line 5, column 7: move `c3`: illegal here: the square is taken"]
    );
    assert_eq!(lines(&broken).join("|"), "a1 c3 b2 b1 c1 c2|a1 c3 c1|a1 c3 b2 b1 a2");
    let over = read("[Size \"3\"]\n1. a1 c3 2. c2 b1 3. c1 (3. b2 a2 4. a3) R-0");
    assert!(told(&over).is_empty(), "{:?}", told(&over));
}

/// A longer main line gives what was an answer a move to replace; the comment before it stays one.
#[test]
fn a_played_move_makes_no_comment_a_name() {
    for gap in ["\r\n", "\n\n", "\n\n\n", "; d\n\n"] {
        let mut game =
            read(&format!("[Size \"5\"]\n1. a1\n\n{{1-1}}\n1. a2{gap}{{c}} 1... b2\n2. c3"));
        assert_eq!(lines(&game).join("|"), "a1|a2 b2 c3");
        game.play(Some(Ply(0)), "b1").unwrap();
        assert_eq!(lines(&game).join("|"), "a2 b2 c3|a1 b1");
        assert_eq!(game.comments(Some(Ply(1))), ["c"], "{game}");
        check(&game);
    }
}

/// The lines of a game as it is read again, and the comments on a move.
fn told(game: &PtnGame, ply: Ply) -> (Vec<String>, Vec<String>) {
    let again = read(&game.to_string());
    let comments = again.comments(Some(ply)).into_iter().map(str::to_owned).collect();
    (lines(&again), comments)
}

#[test]
fn what_is_written_as_a_comment_is_read_as_one() {
    let text = "[Size \"5\"]\n\n1. a1 e5\n2. c3 d4\n3. d3 b2\n\n{1b1}\n1. -- a5\n2. b3 b4\n";
    let game = read(text);
    let ply = game.plies().find(|&ply| game.text(ply) == "a5").unwrap();
    let (all, none) = told(&game, ply);
    assert!(none.is_empty());
    for (comment, expected) in [
        ("2-1", " 2-1"),
        ("3w1/4b2", " 3w1/4b2"),
        ("from\n\n[Event \"x\"]\nmore", "from\n[Event \"x\"]\nmore"),
        ("two\n\nparts", "two\n\nparts"),
    ] {
        let mut game = game.clone();
        game.add_comment(Some(ply), comment);
        assert_eq!(told(&game, ply), (all.clone(), vec![expected.to_owned()]), "{game}");
    }
    let mut tagged = game.clone();
    tagged.set_tag("Event", "of\ntwo").unwrap();
    assert!(read(&tagged.to_string()).to_string().contains("[Event \"of two\"]"), "{tagged}");
    // What stays when another comment goes is no name either.
    let mut game = read(&text.replace("a5\n", "a5\n{x}\n{y}\n"));
    game.remove_comments(Some(ply), |comment| comment == "x");
    assert_eq!(told(&game, ply), (all, vec!["y".to_owned()]), "{game}");
}

#[test]
fn no_comment_is_lost() {
    let text = "[Size \"5\"]\n{a} 1. {b} a1 e5 (1... {c} a5 {d}) (2. {e}) 2. c3 {f} (2. z9 {no} c4 {no}) \
                (2. {g} d3) {i} 3. {j} (2... e4) c4 R-0 {h}";
    let game: PtnGame = text.parse().unwrap();
    let told: Vec<_> = game
        .notes()
        .into_iter()
        .map(|notes| {
            [notes.before, notes.comments, notes.closing].map(|comments| comments.join(" "))
        })
        .collect();
    let by_name = |mv: &str| {
        let index = game.plies().position(|ply| game.text(ply) == mv).unwrap();
        told[index + 1].each_ref().map(String::as_str)
    };
    assert_eq!(told[0], ["", "a", ""]);
    assert_eq!(by_name("a1"), ["b", "", ""]);
    assert_eq!(by_name("e5"), ["", "", "e"]);
    assert_eq!(by_name("a5"), ["c", "d", ""]);
    assert_eq!(by_name("c3"), ["", "f i", ""]);
    assert_eq!(by_name("d3"), ["g", "", ""]);
    assert_eq!(by_name("c4"), ["j", "", "h"]);
}

#[test]
fn comments_and_marks_come_and_go() {
    let text = "[Size \"5\"]1.a1 $1 {own 1}e5'(b1 {in}) ; d\r\n{mine}";
    let mut game = read(text);
    let (first, second) = (game.main_line[0], game.main_line[1]);
    assert_eq!(game.comments(Some(second)), ["mine"]);
    game.add_comment(None, "start}");
    game.remove_comments(Some(first), |text| text.starts_with("own"));
    game.set_marks(first, "?");
    game.add_comment(Some(first), "one");
    game.set_marks(second, "");
    game.add_comment(Some(second), "two");
    let changed = "[Size \"5\"]\r\n{start)}\r\n1.a1? $1 {one} e5 {two} (b1 {in}) ; d\r\n{mine}";
    assert_eq!(game.to_string(), changed);
    check(&game);

    game.remove_comments(None, |_| true);
    game.remove_comments(Some(first), |_| true);
    game.remove_comments(Some(second), |text| text == "two");
    game.set_marks(first, "x");
    game.set_marks(second, "'");
    let changed = "[Size \"5\"]\r\n1.a1 $1 e5' (b1 {in}) ; d\r\n{mine}";
    assert_eq!(game.to_string(), changed);
}

#[test]
fn moves_are_played_where_they_belong() {
    let mut game = read("[Size \"5\"]\n\n1. a1 e5 ; c\n\n{1-1}\n1. b1 b2");
    let (first, second) = (game.main_line[0], game.main_line[1]);
    let third = game.play(Some(second), "c3").unwrap();
    let other = game.play(Some(first), "e4").unwrap();
    game.play(Some(other), "c4!").unwrap();
    game.play(Some(second), "d4").unwrap();
    game.play(Some(third), "a2").unwrap();
    game.play(None, "c1").unwrap();
    let changed = "[Size \"5\"]\n\n1. a1 e5 ; c\n2. c3 a2\n\n{1-1}\n1. b1 b2\n\n\
        {1b1}\n1. -- e4 2. c4!\n\n{2w1}\n2. d4\n\n{1w1}\n1. c1";
    assert_eq!(game.to_string(), changed);
    check(&game);
    assert!(game.play(Some(third), "c3").is_err());

    // A branch of a branch that people named, at the end of a file with Windows' line ends.
    let mut game = read("[Size \"5\"]\r\n1. a1 e5\r\n\r\n{better plan}\r\n1. b1 b2\r\n");
    let second = game.replies(Some(Ply(2)))[0];
    game.play(game.parent(second), "d1").unwrap();
    let changed = "[Size \"5\"]\r\n1. a1 e5\r\n\r\n{better plan}\r\n1. b1 b2\r\n\r\n\
        {better plan/1b1}\r\n1. -- d1\r\n";
    assert_eq!(game.to_string(), changed);
    check(&game);

    // Parentheses where there are some.
    let mut game = read("[Size \"5\"] 1. a1 (1. b1) e5");
    game.play(None, "c1").unwrap();
    game.play(Some(Ply(0)), "d1").unwrap();
    assert_eq!(game.to_string(), "[Size \"5\"] 1. a1 (1. b1) (1. c1) e5 (1... d1)");
    check(&game);

    // A branch in a file without earlier move numbers.
    let mut game = read("[Size \"5\"] 1.2... a1 a1 1.");
    let first = game.play(Some(Ply(0)), "b1").unwrap();
    game.play(Some(first), "c1").unwrap();
    assert_eq!(game.to_string(), "[Size \"5\"] 1.2... a1 b1 2. c1 a1 1.");
    check(&game);

    let mut game = read("[TPS \"1,1,x/2,2,x/x3 2 4\"]\n\n0-1 {x}");
    let first = game.play(None, "c2").unwrap();
    let changed = "[TPS \"1,1,x/2,2,x/x3 2 4\"]\n4. -- c2\n\n0-1 {x}";
    assert_eq!(game.to_string(), changed);
    let error = game.play(Some(first), "c3").unwrap_err();
    assert!(error.to_string().ends_with("the game has ended before it with 0-R"));
}

#[test]
fn tags_are_set_and_the_board_turned() {
    let text = "[Size \"5\"]\n[tps \"x5/x5/x5/x5/121C,x4 1 7\"]\n{a1 is a corner}\n\
        7.1a1>1*?! Fe3 (7. Sb1'' $3 2a1+11) 8. d2 2-1.8. e1 ; a1\nR-0";
    let mut game = read(text);
    assert!(game.set_tag("komi", "two").is_err() && game.set_tag("Size", "6").is_err());
    assert_eq!(game.to_string(), text);
    game.set_tag("Komi", "2").unwrap();
    game.set_tag("KOMI", "2.5").unwrap();
    game.transform(Symmetry::Rotate180);
    let expected = "[Size \"5\"]\n[tps \"x4,121C/x5/x5/x5/x5 1 7\"]\n[KOMI \"2.5\"]\n\
        {a1 is a corner}\n7.1e5<1*?! Fa3 (7. Sd5'' $3 2e5-11) 8. b4 2-1.8. a5 ; a1\nR-0";
    assert_eq!(game.to_string(), expected);
    check(&game);
}

#[test]
fn plies_stay_what_they_are_when_a_tag_is_set() {
    let mut game = read("[Size \"5\"]\n1. a1 e5 2. c3");
    let [first, second, third] = *game.main_line() else { panic!("three plies") };
    let branch = game.play(Some(second), "c2").unwrap();
    let last = game.play(Some(third), "d4").unwrap();
    let all = [first, second, third, branch, last];
    let told = |game: &PtnGame| all.map(|ply| (game.text(ply).to_owned(), game.parent(ply)));
    let (before, main_line) = (told(&game), game.main_line().to_vec());
    game.set_tag("Komi", "2").unwrap();
    assert_eq!((told(&game), game.main_line()), (before, &main_line[..]));
    check(&game);
}

/// A text in which all move numbers are right, however the lines branch.
fn text(words: &[(&str, Index, bool)]) -> String {
    let mut text = "[Size \"5\"]\n".to_owned();
    // The number of plies in each open line.
    let mut plies = vec![0_usize];
    for &(word, place, is_numbered) in words {
        let depth = plies.len() - 1;
        let begins_line = match word {
            "(" if plies[depth] > 0 => {
                plies.push(plies[depth] - 1);
                text.push('(');
                true
            }
            "{1-1}" if depth == 0 && plies[0] > 0 => {
                plies[0] = place.index(plies[0]);
                text.push_str("\n\n{1-1}\n");
                true
            }
            ")" if depth > 0 => {
                plies.pop();
                text.push(')');
                continue;
            }
            "(" | "{1-1}" | ")" => continue,
            "move" | "move!" => false,
            _ => {
                text += word;
                continue;
            }
        };
        let ply = plies.last_mut().unwrap();
        if is_numbered || begins_line || *ply == 0 {
            let dots = if *ply % 2 == 0 { "." } else { "..." };
            let _ = write!(text, " {}{dots}", *ply / 2 + 1);
        }
        let (column, row) = (place.index(5), place.index(25) / 5);
        let _ = write!(text, " {}{}", char::from(b'a' + column as u8), row + 1);
        text.extend(word.strip_prefix("move"));
        *ply += 1;
    }
    text.extend((1..plies.len()).map(|_| ')'));
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_games_are_read_again(
        words in vec((select(&["move", "move", "move!", "(", ")", "{1-1}", "{c}", "$1", "; d\n", "\r\n"][..]), any::<Index>(), any::<bool>()), 0..20),
        changes in vec((0..5_usize, any::<Index>(), any::<Index>()), 0..8),
    ) {
        let text = text(&words);
        let Ok(mut game) = text.parse::<PtnGame>() else { return Ok(()) };
        prop_assert_eq!(game.to_string(), text);
        for (change, place, choice) in changes {
            let ply = place.index(game.nodes.len() + 1).checked_sub(1).map(Ply);
            match (change, ply) {
                (0, _) => game.add_comment(ply, "new"),
                (1, _) => game.remove_comments(ply, |_| true),
                (2, Some(ply)) => game.set_marks(ply, ["", "!"][choice.index(2)]),
                (3, _) => game.transform(*choice.get(&Symmetry::ALL)),
                _ => {
                    let moves = game.position(ply).legal_moves();
                    let _ = game.play(ply, &moves[choice.index(moves.len())].to_string());
                }
            }
        }
        check(&game);
    }
}
