//! `puzzles find` and `puzzles check`, for puzzles of every kind.

use std::fs;

use serde_json::Value;

use crate::program::{Folder, workspace};

const KINDS: [&str; 4] = ["tinuë", "avoidance", "flats", "best"];

/// The first shipped puzzles of three plies, as they are told: some of each kind.
fn shipped(of_each: usize) -> Vec<String> {
    let text = fs::read_to_string(workspace().join("tak-engine/board/puzzles.txt")).unwrap();
    let of_kind = |kind: &str| {
        let is_meant = |line: &&str| {
            line.contains(&format!("|{kind}|")) && line.split('|').nth(1) == Some("3")
        };
        text.lines().filter(is_meant).take(of_each).map(str::to_owned).collect::<Vec<_>>()
    };
    KINDS.into_iter().flat_map(of_kind).collect()
}

/// The positions of such puzzles as games.
fn games(puzzles: &[String]) -> String {
    let game = |puzzle: &String| {
        let fields: Vec<_> = puzzle.split('|').collect();
        let komi = fields[5].parse::<f64>().unwrap() / 2.0;
        format!("[TPS \"{}\"]\n[Komi \"{komi}\"]\n\n", fields[0])
    };
    puzzles.iter().map(game).collect()
}

#[test]
fn what_is_found_is_right_in_every_kind() {
    let puzzles = shipped(3);
    let folder = Folder::with("", &[("games.ptn", &games(&puzzles))]);
    let find = "puzzles find games.ptn --kind tinuë,avoidance,gaelet,best --hash 16";
    let json = folder.stdout(&format!("{find} --within 3 --json --ptn puzzles.ptn"));
    fs::write(folder.path().join("puzzles.json"), &json).unwrap();
    let found: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for kind in KINDS {
        let of_kind = found.iter().filter(|puzzle| puzzle["kind"] == kind).count();
        assert!(of_kind > 0, "{kind}: {json}");
    }
    for file in ["puzzles.json", "puzzles.ptn"] {
        let told = folder.stdout(&format!("puzzles check {file} --hash 16"));
        assert_eq!(told, format!("{} puzzles: 0 wrong, 0 unknown\n", found.len()), "{file}");
    }
}

/// Whether a move wins the count depends on the komi: the same board is looked at under each.
#[test]
fn a_board_is_another_puzzle_under_another_komi() {
    let game = |komi: u32| {
        format!(
            "[Size \"4\"]\n[Komi \"{komi}\"]\n\
             [TPS \"1,2S,1,2S/2S,1,2S,1/1S,2,1S,2/2,1,2,x 1 9\"]\n\n9. d1\n\n"
        )
    };
    for (komis, count) in [(&[1][..], 1), (&[4], 0), (&[1, 4], 1), (&[4, 1], 1)] {
        let text: String = komis.iter().map(|&komi| game(komi)).collect();
        let folder = Folder::with("", &[("games.ptn", &text)]);
        let find = "puzzles find games.ptn --kind flats --within 1 --min-plies 1 --json";
        assert_eq!(folder.stdout(find).lines().count(), count, "{komis:?}");
    }
}

#[test]
fn claims_of_every_kind_are_checked() {
    let puzzles = shipped(1);
    let folder = Folder::with("", &[("right.txt", &puzzles.join("\n"))]);
    assert_eq!(folder.stdout("puzzles check right.txt"), "4 puzzles: 0 wrong, 0 unknown\n");
    let spoiled = |change: &dyn Fn(&mut Vec<String>)| {
        let lines = puzzles.iter().map(|puzzle| {
            let mut fields: Vec<_> = puzzle.split('|').map(str::to_owned).collect();
            change(&mut fields);
            fields.join("|")
        });
        fs::write(folder.path().join("wrong.txt"), lines.collect::<Vec<_>>().join("\n")).unwrap();
        String::from_utf8(folder.run("puzzles check wrong.txt").stdout).unwrap()
    };
    // Another move: the first square that is free.
    let told = spoiled(&|fields| {
        let row = fields[0].split('/').next().unwrap();
        let files = row.split(',').take_while(|square| !square.starts_with('x')).count();
        let rank = fields[0].split('/').count();
        if row.contains('x') {
            fields[2] = format!("S{}{rank}", (b'a' + files as u8) as char);
        }
    });
    assert!(told.contains(" holds, not S"), "{told}");
    // Two plies less than it takes.
    let told = spoiled(&|fields| fields[1] = "1".to_owned());
    assert!(told.contains("it takes 3 plies, not 1"), "{told}");
    assert!(told.contains("there is no forced win within 1 ply"), "{told}");
    let told = spoiled(&|fields| fields[3] = "mate".to_owned());
    assert!(
        told.contains("kind: expected tinuë, avoidance, flats or best, found `mate`"),
        "{told}"
    );
}

#[test]
fn a_quiet_tinue_is_found_in_full_scope_only() {
    let quiet = "2,2,x,x,1/2,2,x,1,x/x,212,1,x,x/x,1,1,x,x/1,x,x,x,x 2 8";
    let folder = Folder::with("", &[("game.ptn", &format!("[TPS \"{quiet}\"]\n"))]);
    let find = "puzzles find game.ptn --hash 16 --nodes 100000";
    assert!(folder.stdout(find).starts_with("0 puzzles"));
    let told = folder.stdout(&format!("{find} --scope full --ptn quiet.ptn"));
    assert!(told.contains("  quiet tinuë, 5 plies") && told.contains("3b3+"), "{told}");
    assert!(folder.read("quiet.ptn").contains("[Scope \"full\"]"));
    assert!(folder.stdout("puzzles check quiet.ptn").starts_with("1 puzzle: 0 wrong, 0 unknown"));
}

/// The defence that holds out longest loses a stack for two plies.
#[test]
fn desperado_moves_are_left_out_of_the_line() {
    let delayed = "x,2,x,112/21,2,1,1/x,1212S,x2/1S,x,21,221 1 16";
    let folder = Folder::with("", &[("game.ptn", &format!("[TPS \"{delayed}\"]\n"))]);
    let find = "puzzles find game.ptn --hash 16";
    let told = folder.stdout(&format!("{find} --ptn puzzles.ptn"));
    assert!(told.contains("  7 plies (5 without desperado moves), d3+"), "{told}");
    let json = folder.stdout(&format!("{find} --json"));
    fs::write(folder.path().join("puzzles.json"), &json).unwrap();
    let puzzle: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(puzzle["line"].as_array().map(Vec::len), Some(5), "{json}");
    for file in ["puzzles.ptn", "puzzles.json"] {
        let told = folder.stdout(&format!("puzzles check {file} --hash 16"));
        assert_eq!(told, "1 puzzle: 0 wrong, 0 unknown\n", "{file}");
    }
}
