//! `tak-tools convert` as a user runs it.

use std::fs;
use std::process::Output;

use tak_encoding::AnyGame;

use crate::program::{self, Folder, shared_games};

const PTN: &str = "[Size \"5\"]\n\n1. a1 e5\n";
/// Made by lz-string 1.5.0 of the text above.
const LINK: &str = "https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA";
const TPS: &str = "x3,12/x2,2S,x/x,1,x2/2,x3 1 4";

fn stdout(arguments: &[&str]) -> String {
    program::stdout(&[&["convert"], arguments].concat())
}

fn text(to: &str, text: &str) -> String {
    stdout(&["--to", to, "--size", "5", "--text", text])
}

/// The one line of a call that must fail.
fn error(arguments: &[&str]) -> String {
    program::error(2, &[&["convert"], arguments].concat())
}

/// Standard output and the errors of a call where something is bad.
fn partly_bad(output: &Output) -> (String, String) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    (program::text(&output.stdout), program::text(&output.stderr))
}

#[test]
fn every_form_becomes_every_other() {
    let forms = [
        ("ptn", PTN),
        ("moves", "a1 e5\n"),
        ("playtak", "P A1,P E5\n"),
        ("url", &format!("{LINK}\n")),
    ];
    for (_, given) in forms {
        for (to, expected) in forms {
            assert_eq!(text(to, given), expected, "{given:?} to {to}");
        }
        assert_eq!(text("tps", given), "x4,1/x5/x5/x5/2,x4 1 2\n");
    }
}

#[test]
fn positions_keep_their_start() {
    let ptn = text("ptn", TPS);
    assert_eq!(ptn, format!("[Size \"4\"]\n[TPS \"{TPS}\"]\n\n"));
    for form in [TPS, &ptn, &text("url", TPS)] {
        assert_eq!(text("tps", form), format!("{TPS}\n"));
        for to in ["playtak", "moves"] {
            let line = error(&["--to", to, "--text", form]);
            assert!(line.contains("line 1: it starts from a position"), "{line}");
        }
    }
}

#[test]
fn a_ply_of_a_game() {
    let at = |ply: &str, form: &str| stdout(&["--to", form, "--ply", ply, "--text", PTN]);
    assert_eq!(at("0", "tps"), "x5/x5/x5/x5/x5 1 1\n");
    assert_eq!(at("1", "tps"), "x5/x5/x5/x5/2,x4 2 1\n");
    for ply in ["0", "1", "2"] {
        assert_eq!(text("tps", &at(ply, "url")), at(ply, "tps"));
    }
    for to in ["tps", "url"] {
        let line = error(&["--to", to, "--ply", "3", "--text", PTN]);
        assert!(line.contains("ply 3: expected at most 2"), "{line}");
    }
    let line = error(&["--to", "ptn", "--ply", "1", "--text", PTN]);
    assert!(line.contains("--to tps or --to url"), "{line}");
    let side_line = format!("{LINK}&ply=0&targetBranch=IZA");
    assert_eq!(text("ptn", &side_line), PTN);
    assert!(error(&["--to", "tps", "--text", &side_line]).contains("a side line"));
}

#[test]
fn bad_entries_are_told_and_the_others_go_on() {
    let mixed = format!(
        "\u{feff}a1 e5\r\n\r\n{TPS}\r\na1 a1\r\nP A1,P Z1\nhttps://ptn.ninja/s/x\nM A1\n\
         {}\n[Size \"3\"]\n1. a1 a1\n[Size \"3\"]\n1. a1 c3",
        "x".repeat(3 << 20)
    );
    let folder = Folder::with("convert", &[("mixed.txt", &mixed)]);
    let (lines, told) = partly_bad(&folder.run("--to tps --size 5 mixed.txt"));
    assert_eq!(lines, format!("x4,1/x5/x5/x5/2,x4 1 2\n{TPS}\nx2,1/x3/2,x2 1 2\n"));
    let told: Vec<_> = told.lines().collect();
    assert_eq!(told.len(), 7, "{told:?}");
    for (line, place) in
        told.iter().zip(["4: number 2", "5: move 2", "6: a short", "7: move 1", "8: "])
    {
        assert!(line.starts_with(&format!("error: mixed.txt, line {place}")), "{line}");
    }
    assert!(told[5].contains("line 10, column 7: move `a1`"), "{told:?}");
    assert_eq!(told[6], "error: 6 of 9 entries are bad, the others are done");
}

#[test]
fn a_branch_that_leaves_no_line_was_left_out_without_a_word() {
    let far = "[Size \"5\"]\n\n1. a1 e5\n\n{far}\n9. c3 c4\n";
    let folder = Folder::with("", &[("far.ptn", far)]);
    let warning = "warning: far.ptn, line 6, column 4: branch `far` begins behind the end of the line \
         that it leaves\n";
    let end = "x4,1/x5/x5/x5/2,x4 1 2\n";
    for (to, written) in [("tps", end), ("moves", "a1 e5\n"), ("ptn", far)] {
        let output = folder.run(&format!("convert --to {to} far.ptn"));
        assert_eq!(partly_bad(&output), (written.to_owned(), warning.to_owned()));
    }
    let output = folder.run("games import far.games far.ptn");
    let (_, told) = partly_bad(&output);
    let sum = "read 1 game, added 1, known 0, bad 0; the database has 1\n";
    assert_eq!(told, format!("{warning}{sum}"));
    let kept = folder.run("games export far.games -o -");
    assert_eq!(program::text(&kept.stdout).trim_end(), far.trim_end());
}

#[test]
fn a_number_that_is_repeated_ended_the_game_without_a_word() {
    let game = "[Size \"5\"]\n1. a1 e5\n2. c3 d4\n2. c4 b3\n";
    let folder = Folder::with("", &[("game.ptn", game)]);
    let output = folder.run("convert --to moves game.ptn");
    assert_eq!(program::text(&output.stdout), "a1 e5 c3 d4\n");
    assert_eq!(
        program::text(&output.stderr),
        "note: game.ptn, line 4, column 4: `c4` begins another line, since its number is repeated\n"
    );
    assert!(output.status.success());
}

#[test]
fn one_bad_line_of_a_ptn_file_costs_one_game() {
    let long = "x".repeat(2 << 20);
    let games: [&[u8]; 4] = [
        b"[Size \"3\"]\n1. a1 c3\n\n",
        b"[Size \"3\"]\n[Player1 \"J\xf6rg\"]\n1. a1 c3\n",
        long.as_bytes(),
        b"\n[Size \"3\"]\n1. a1 c3 2. b2\n",
    ];
    let folder = Folder::new("convert");
    folder.write("games.ptn", games.concat());
    let (lines, told) = partly_bad(&folder.run("--to moves games.ptn"));
    assert_eq!(lines, "a1 c3\na1 c3 b2\n");
    assert_eq!(
        told,
        "error: games.ptn, line 5: expected text in UTF-8\n\
         error: games.ptn, line 7: expected at most 1 MiB on one line\n\
         error: 2 of 4 entries are bad, the others are done\n"
    );
}

#[test]
fn a_byte_that_is_no_text_costs_one_game_in_every_command() {
    let games: [&[u8]; 3] = [
        b"[Size \"5\"]\n1. a1 e5\n\n",
        b"[Size \"5\"]\n[Player1 \"J\xf6rg\"]\n\n1. a1 e5 {\xff}\n\n",
        b"[Size \"5\"]\n1. a1 e5 2. c3\n",
    ];
    let folder = Folder::new("");
    folder.write("games.ptn", games.concat());
    folder.write("tags.ptn", games[1]);
    for (command, expected) in [
        ("convert --to moves", "a1 e5\na1 e5 c3\n"),
        ("canon", &program::text(&[games[0], games[2]].concat())),
    ] {
        let (written, told) = partly_bad(&folder.run(&format!("{command} games.ptn")));
        assert_eq!(written, expected, "{command}");
        assert!(told.starts_with("error: games.ptn, line 5: expected text in UTF-8\n"), "{told}");
        assert_eq!(told.lines().count(), 2, "{told}");
    }
    // The others do not notice.
    for command in ["render", "canon", "convert --to tps"] {
        for number in 1..=3 {
            let output = folder.run(&format!("{command} games.ptn --game {number}"));
            assert_eq!(output.status.success(), number != 2, "{command}: {output:?}");
        }
        let line = folder.error(&format!("{command} games.ptn --game 2"), 2);
        assert_eq!(line, "games.ptn, line 5: expected text in UTF-8");
        let line = folder.error(&format!("{command} games.ptn --game 4"), 2);
        assert_eq!(line, "games.ptn: --game 4: the file holds 3 games");
    }
    let line = folder.error("render tags.ptn", 2);
    assert_eq!(line, "tags.ptn, line 2: expected text in UTF-8");
}

#[test]
fn one_game_of_each_file() {
    let folder = Folder::with("convert", &[("a.ptn", PTN), ("lines.txt", "a1 e5\nbad\n\na1 c3\n")]);
    folder.write("b.ptn", format!("{PTN}\n[Size \"5\"]\n1. a1 b1\n\n[Size \"5\"]\n1. z9\n\n{PTN}"));
    assert_eq!(folder.stdout("--to moves b.ptn --game 2"), "a1 b1\n");
    assert_eq!(
        folder.stdout("--to tps --size 5 lines.txt --game 3"),
        "x5/x5/x2,1,x2/x5/2,x4 1 2\n"
    );
    let (lines, told) = partly_bad(&folder.run("--to moves a.ptn b.ptn --game 2"));
    let missing = "error: a.ptn: --game 2: the file holds 1 game\n";
    assert!(lines == "a1 b1\n" && told.starts_with(missing), "{lines}{told}");
    let line = folder.error("--to moves --size 5 lines.txt --game 4", 2);
    assert_eq!(line, "lines.txt: --game 4: the file holds 3 games");
}

#[test]
fn nothing_good_leaves_the_output_alone() {
    let folder = Folder::with("convert", &[("out.ptn", "precious")]);
    for (given, why) in [
        ("", "it contains no"),
        ("\u{feff}\r\n", "it contains no"),
        ("a1 e5", "needs --size"),
        ("{only words}", "it contains no"),
        ("https://ptn.ninja/NoZQlgXg", "cut short"),
        ("[Size \"5\"] 1. a1 a1", "taken"),
    ] {
        let line = folder.error(&format!("--to ptn -o out.ptn --text '{given}'"), 2);
        assert!(line.contains(why), "{line}, not {why}");
    }
    let (_, told) = partly_bad(&folder.run("--to ptn -o out.ptn no such"));
    assert_eq!(told.lines().nth(2), Some("error: all 2 entries are bad"));
    assert_eq!(folder.read("out.ptn"), "precious");
    assert_eq!(folder.names(), ["out.ptn"]);

    assert!(folder.stdout(&format!("--to ptn -o out.ptn --text {LINK}")).is_empty());
    assert_eq!(folder.read("out.ptn"), PTN);
}

#[test]
fn arguments_must_fit() {
    Folder::new("convert").check_errors(
        "--to tps | 2 | not provided: <INPUT|--text <TEXT>>\n\
         --text a1 | 2 | --to <FORM>\n\
         --to pgn --text a1 | 2 | possible values\n\
         --to tps --text a1 file | 2 | cannot be used with",
    );
}

#[test]
fn real_games_come_back_from_links_and_playtak() {
    let files = shared_games();
    let mut whole = String::new();
    for path in &files {
        let (name, ptn) = (path.to_str().unwrap(), fs::read_to_string(path).unwrap());
        let game: AnyGame = ptn.parse().unwrap();
        let link = stdout(&["--to", "url", name]);
        assert!(link.starts_with("https://ptn.ninja/") && link.lines().count() == 1);
        let again = text("ptn", link.trim_end());
        // Without what PTN Ninja does not know.
        let in_link: AnyGame = again.parse().unwrap();
        assert_eq!((in_link.start(), in_link.moves()), (game.start(), game.moves()), "{name}");
        assert_eq!(text("tps", link.trim_end()).trim_end(), game.end().to_string());
        whole += &(again + "\n");

        if !ptn.contains("[TPS") {
            let size = game.size().to_string();
            let notation = stdout(&["--to", "playtak", name]);
            let again = ["--to", "tps", "--from", "playtak", "--size", &size, "--text", &notation];
            assert_eq!(stdout(&again).trim_end(), game.end().to_string(), "{name}");
        }
    }
    // Many games at once: one file in, one file out.
    if files.is_empty() {
        return;
    }
    let names: Vec<_> = files.iter().map(|path| path.to_str().unwrap()).collect();
    let links = stdout(&[&["--to", "url"], &names[..]].concat());
    assert_eq!(links.lines().count(), files.len());
    let folder = Folder::with("convert", &[("links.txt", &links)]);
    assert_eq!(folder.stdout("--to ptn links.txt") + "\n", whole);
}

#[test]
fn folders_and_links_are_taken_wherever_games_are() {
    let folder = Folder::with("", &[("b.ptn", PTN)]);
    folder.write("a.ptn", b"\xff\xfe[\0");
    for (command, expected) in [("convert --to moves", "a1 e5\n"), ("canon", PTN)] {
        assert_eq!(folder.stdout(&format!("{command} {LINK}")), expected);
        // Only the bad file is lost, and the exit code says so.
        let (games, told) = partly_bad(&folder.run(&format!("{command} .")));
        assert_eq!(games, expected);
        assert!(told.contains("a.ptn: ") || told.contains("a.ptn, "), "{told}");
    }
    let drawn = folder.stdout(&format!("render {LINK}"));
    assert!(drawn.starts_with("Tak 5×5, after 1... e5"), "{drawn}");
    assert_eq!(folder.stdout(&format!("book dedup --to moves {LINK}")), "a1 e5\n");

    let positions = Folder::with("", &[("start.tps", "x3/x3/1,x2 2 1\n")]);
    assert_eq!(positions.stdout("convert --to tps ."), "x3/x3/1,x2 2 1\n");
}

#[test]
fn what_is_read_is_never_overwritten() {
    let folder = Folder::with("", &[("game.ptn", PTN)]);
    for command in ["convert --to url", "canon", "render --format svg"] {
        let line = folder.error(&format!("{command} game.ptn -o game.ptn"), 2);
        assert!(line.contains("it is an input, so it cannot be the output"), "{line}");
        assert_eq!(folder.read("game.ptn"), PTN, "{command}");
    }
}
