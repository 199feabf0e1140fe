//! Games with a double black stack and without swap, as playtak.com and PTN Ninja write them, pass
//! through every command unharmed.

use std::fs;

use crate::program::{error, run, stdout, text};

/// As playtak.com wrote it for some weeks: without a tag, and with clocks.
const PLAYTAK: &str = "[Site \"PlayTak.com\"]\n[Size \"6\"]\n[Komi \"0\"]\n[Flats \"30\"]\n\
    [Caps \"1\"]\n\n1. 2a1 {clock1:9:58} f6\n2. c3 2a1+11\nR-0\n";

/// As PTN Ninja writes it.
const NINJA: &str = "[Size \"6\"]\n[opening \"Double Black Stack\"]\n\n1. 2a1 f6\n2. c3 2a1+11 *\n";

const END: &str = "x5,1/x6/x6/2,x,1,x3/2,x5/x6 1 3";

const NOTE: &str = "note: a game without an Opening tag whose first move is like 2a1 is read as \
    a double black stack\n";

#[test]
fn games_of_both_sites_go_through_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, ptn, note) in
        [("playtak.ptn", PLAYTAK, NOTE), ("ninja.ptn", &NINJA[..NINJA.len() - 3], "")]
    {
        let name = path(name);
        // Twice, but reported once.
        fs::write(&name, format!("{ptn}\n\n{ptn}")).unwrap();
        let ran = |arguments: &[&str]| {
            let output = run(arguments);
            assert!(output.status.success(), "{arguments:?}: {output:?}");
            assert_eq!(text(&output.stderr), note, "{arguments:?}");
            text(&output.stdout)
        };
        assert_eq!(ran(&["convert", "--to", "tps", &name]), format!("{END}\n{END}\n"));
        assert_eq!(ran(&["convert", "--to", "moves", &name]), "2a1 f6 c3 2a1+11\n".repeat(2));
        let playtak = "P A1,P F6,P C3,M A1 A3 1 1\n";
        let output = run(&["convert", "--to", "playtak", &name]);
        let lost = "note: the notation of playtak.com does not show the opening double black stack: \
            read it with --opening 'double black stack'\n";
        assert_eq!(text(&output.stdout), playtak.repeat(2));
        assert_eq!(text(&output.stderr), format!("{note}{lost}"));
        // The text is unchanged, but for the tag without which PTN Ninja takes it for a swap.
        let tag = "[Caps \"1\"]\n[Opening \"double black stack\"]\n";
        let kept = if note.is_empty() {
            ptn.to_owned()
        } else {
            ptn.replace("[Caps \"1\"]\n", tag).replace("\nR-0", " R-0")
        };
        assert_eq!(ran(&["convert", "--to", "ptn", &name]).matches(kept.trim()).count(), 2);
        let turned = ran(&["canon", &name]);
        assert_eq!(turned.matches("2a1").count(), 4, "{turned}");
        assert!(
            ran(&["render", &name, "--game", "2", "--ply", "1", "--format", "text"])
                .contains("*22")
        );
        let book = path("black.book");
        let built = run(&["book", "build", &name, "-o", &book, "--opening", "dbs"]);
        assert!(text(&built.stderr).contains("added 2"), "{built:?}");
        let known =
            |more: &[&str]| stdout(&[&["book", "lookup", &book, "--size", "6"], more].concat());
        assert!(known(&["--opening", "double black stack"]).contains("2a1"));
        assert!(known(&["--moves", "2f6"]).contains("a1"));
        // Another opening is another position.
        let none = run(&["book", "lookup", &book, "--size", "6"]);
        assert_eq!(text(&none.stderr), "the book has no moves for this position\n");
    }
    let link = stdout(&["convert", "--to", "url", "--text", NINJA]);
    assert_eq!(stdout(&["convert", "--to", "tps", link.trim()]), format!("{END}\n"));
}

#[test]
fn openings_never_mix() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, positions, book) = (path("games.ptn"), path("positions.txt"), path("book"));
    let game = |opening: &str, moves: &str| {
        format!("[Size \"5\"]\n[Opening \"{opening}\"]\n\n{moves}\n\n")
    };
    let behind = "[Size \"5\"]\n[Opening \"double black stack\"]\n\
        [TPS \"x4,1/x5/x5/x5/22,x4 1 2\"]\n\n2. c3\n\n";
    let all = ["swap", "no-swap"].map(|opening| game(opening, "1. a1 e5 2. c3")).concat();
    fs::write(&games, all + &game("double black stack", "1. 2a1 e5 2. c3") + behind).unwrap();

    let output = run(&["book", "dedup", &games, "--to", "moves", "--opening", "no-swap"]);
    assert_eq!(text(&output.stdout), "a1 e5 c3\n");
    let lost =
        "note: a move list does not record the opening no-swap: read it with --opening no-swap";
    assert!(text(&output.stderr).starts_with(lost), "{output:?}");
    let output = run(&["book", "dedup", &games, "--opening", "double black stack"]);
    // The tag gives it even if the game starts after it.
    assert!(
        text(&output.stderr).starts_with("read 2 openings, kept 1, duplicates 1"),
        "{output:?}"
    );

    let empty = ["swap", "no-swap", "dbs"]
        .map(|opening| stdout(&["canon", "--tps", "x5/x5/x5/x5/x5 1 1", "--opening", opening]));
    assert!(empty[0] != empty[1] && empty[1] != empty[2] && empty[0] != empty[2], "{empty:?}");

    // A position after the first ply shows its opening.
    fs::write(&positions, "x4,1/x5/x5/x5/x5 2 1\nx4,2/x5/x5/x5/x5 2 1\nx4,22/x5/x5/x5/x5 2 1\n")
        .unwrap();
    for (opening, board) in [("swap", "x4,2/"), ("no-swap", "x4,1/"), ("dbs", "x4,22/")] {
        let kept = text(&run(&["book", "dedup", &positions, "--opening", opening]).stdout);
        assert!(kept.starts_with(board) && kept.lines().count() == 1, "{opening}: {kept}");
        let tps = format!("{board}x5/x5/x5/x5 2 1");
        stdout(&["moves", "--tps", &tps, "--opening", opening]);
        let other = if opening == "swap" { "no-swap" } else { "swap" };
        let why = error(2, &["moves", "--tps", &tps, "--opening", other]);
        assert!(why.contains("the position belongs to the opening"), "{why}");
    }

    run(&["book", "build", &games, "-o", &book]);
    let stats = stdout(&["book", "stats", &book, "--opening-plies", "1"]);
    for line in ["a1", "a1 (no-swap)", "2a1"] {
        let turned = ["a1", "a5", "e1", "e5"].map(|corner| line.replace("a1", corner));
        let found =
            |line: &String| stats.lines().any(|found| found.ends_with(&format!("  {line}")));
        assert!(turned.iter().any(found), "{line}: {stats}");
    }
}

#[test]
fn what_does_not_tell_its_opening_is_told() {
    let convert = |opening: &str, to: &str, text: &str| {
        stdout(&["convert", "--size", "6", "--opening", opening, "--to", to, "--text", text])
    };
    let both = "P A1,P F6,P C3";
    for (opening, tps, tag) in [
        ("swap", "x5,1/x6/x6/x2,1,x3/x6/2,x5 2 2", ""),
        ("No-Swap", "x5,2/x6/x6/x2,1,x3/x6/1,x5 2 2", "[Opening \"no-swap\"]\n"),
        (
            "Double Black Stack",
            "x5,1/x6/x6/x2,1,x3/x6/22,x5 2 2",
            "[Opening \"double black stack\"]\n",
        ),
    ] {
        assert_eq!(convert(opening, "tps", both), format!("{tps}\n"));
        let ptn = convert(opening, "ptn", both);
        assert!(ptn.starts_with(&format!("[Size \"6\"]\n{tag}\n1. ")), "{ptn}");
        assert_eq!(stdout(&["convert", "--to", "tps", "--text", &ptn]), format!("{tps}\n"));
    }
    let start = ["--size", "3", "--opening", "double black stack"];
    let perft = stdout(&[&["perft", "--depth", "3"], &start[..]].concat());
    assert!(perft.contains("nodes 1200"), "{perft}");
    assert!(stdout(&[&["moves"], &start[..]].concat()).starts_with("2a1\n2a2\n"));
    assert_eq!(stdout(&["canon", "--size", "6", "--moves", "2f6 a1"]), "2a1 f6\trotate180\n");
    assert_eq!(
        stdout(&["book", "expand", "--size", "3", "--plies", "1", "--opening", "dbs"]),
        "2a1\n2b1\n2b2\n"
    );
    for (opening, why) in [("swap", "only the opening"), ("triple", "expected `swap`, `no-swap`")] {
        let told = error(2, &["moves", "--size", "6", "--opening", opening, "--moves", "2a1"]);
        assert!(told.contains(why), "{told}");
    }
}
