//! PTN files with many games, some of them damaged: a bad game does not spoil others.

use crate::program::Folder;

const GOOD: &str = "[Size \"5\"]\n[Player1 \"x\"]\n\n1. a1 e5\n2. c3 R-0\n";

/// Text between two good games, how many bad entries it makes, and the line of the first.
const DAMAGE: [(&str, u64, u64); 8] = [
    ("", 0, 0),
    ("\n[Size \"5\"]\n1. a1 a1\n\n", 1, 8),
    // No move and no tag: the game before has nothing to do with it.
    ("\nwhat is this?\n\n", 1, 7),
    ("\n[Size \"9\"]\n\n1. a1 e5\n\n", 1, 7),
    // Without moves, so that only the second size separates it from the next.
    ("\n[Size \"9\"]\n", 1, 7),
    ("\n[Size \"5\"]\n1. a1 {oh\n\n", 1, 8),
    // The byte order mark of a file that was appended to another.
    ("\u{feff}", 0, 0),
    ("\n[Size \"5\"]\n1. a1 zz [Size \"5\"] 1. a1 zz\n", 2, 8),
];

#[test]
fn a_damaged_game_does_not_cost_its_neighbours() {
    let folder = Folder::new("book");
    for (damage, bad, line) in DAMAGE {
        folder.write("in.ptn", format!("{GOOD}{damage}{GOOD}"));
        let report = folder.json("dedup in.ptn -o out.ptn --counts");
        let found = (&report["read"], &report["bad"]);
        assert_eq!(found, (&2.into(), &bad.into()), "{damage:?}: {report}");
        if bad > 0 {
            assert_eq!(report["bad_lines"][0]["line"], line, "{damage:?}");
        }
        let kept = GOOD.trim_end();
        assert_eq!(folder.read("out.ptn"), format!("[Count \"2\"]\n{kept}\n\n"), "{damage:?}");
    }
}

#[test]
fn a_very_long_line_does_not_cost_its_neighbours() {
    let folder = Folder::new("book");
    let long = "x".repeat(3 << 20);
    for damage in [
        format!("{long}\n"),
        format!("\n{long}\n"),
        format!("[Size \"5\"] 1. a1 e5 {{{long}}}\n"),
        format!("[Size \"5\"]\n1. a1 e5 {{{long}}}\n"),
        format!("[Size \"5\"]\n[Player1 \"{long}\"]\n[Player2 \"x\"]\n\n1. a1 e5\n"),
    ] {
        folder.write("in.ptn", format!("{GOOD}{damage}{GOOD}"));
        let report = folder.json("dedup in.ptn -o out.ptn");
        let found = (&report["read"], &report["bad"]);
        assert_eq!(found, (&2.into(), &1.into()), "{}", &damage[..30]);
        let bad = &report["bad_lines"][0];
        assert_eq!(bad["reason"], "expected at most 1 MiB on one line");
    }
}

#[test]
fn text_in_another_encoding_costs_its_own_game() {
    let folder = Folder::new("book");
    for damage in [
        &b"[Size \"5\"]\n[Player1 \"J\xf6rg\"]\n[Player2 \"x\"]\n\n1. a1 e5\n"[..],
        b"[Size \"5\"]\n\n1. a1 e5 {sch\xf6n}\n\n{\xe4}\n2. c3\n",
        b"\xf6\n",
    ] {
        folder.write("in.ptn", [GOOD.as_bytes(), damage, GOOD.as_bytes()].concat());
        let report = folder.json("dedup in.ptn -o out.ptn");
        let found = (&report["read"], &report["bad"]);
        assert_eq!(found, (&2.into(), &1.into()), "{report}");
    }
}

#[test]
fn files_without_a_last_line_end_can_be_put_together() {
    let folder = Folder::new("book");
    folder.write("in.ptn", GOOD.trim_end().repeat(3));
    let report = folder.json("dedup in.ptn -o out.ptn");
    assert_eq!(report["read"], 3, "{report}");
    assert_eq!((&report["kept"], &report["bad"]), (&1.into(), &0.into()));
}
