//! `verify`, `puzzles` and `solve-board`.

use std::collections::HashMap;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::{Folder, run, success, workspace};

/// Black forces a road in three plies, in four ways.
pub(crate) const PROOF: &str = include_str!("../../tak-verify/tests/proof.txt");

/// Only c2 forces a road, in seven plies.
const GAME: &str = "[Size \"5\"]\n[TPS \"2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20\"]\n\n20. c2\n";

#[test]
fn a_proof_is_replayed() {
    let folder = Folder::with("", &[("proof.txt", PROOF)]);
    let text = folder.stdout("verify proof.txt");
    let told = "proof.txt: proven: Black forces a road within 3 plies (1 position, 63 answers \
                replayed)\n  from x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5, komi 0\n";
    assert_eq!(text, told);
    let found: Value = serde_json::from_str(&folder.stdout("verify proof.txt --json")).unwrap();
    assert_eq!((&found["plies"], &found["answers"]), (&3.into(), &63.into()));
}

#[test]
fn a_proof_that_was_tampered_with_is_refused() {
    // Even moves that are not needed must be moves.
    let junk = PROOF.replace(" b5\n", " b5 z9\n");
    let folder = Folder::with("", &[("proof.txt", &junk)]);
    let error = folder.error("verify proof.txt", 2);
    assert!(error.contains("proof.txt, line 10: else z9: move `z9`"), "{error}");
    let spoiled = PROOF.replace(" b5\n", "\n");
    let folder = Folder::with("", &[("proof.txt", &spoiled)]);
    let error = folder.error("verify proof.txt", 2);
    assert!(
        error.contains("proof.txt, line 10: nothing completes a road after the answer"),
        "{error}"
    );
}

#[test]
fn a_puzzle_is_found_and_its_claims_are_checked() {
    let folder = Folder::with("", &[("game.ptn", GAME)]);
    let find = "puzzles find game.ptn --min-plies 5 --nodes 3000 --hash 16";
    let json = folder.stdout(&format!("{find} --json --ptn puzzles.ptn --sheet puzzles.svg"));
    fs::write(folder.path().join("puzzles.json"), &json).unwrap();
    assert_eq!(json.lines().count(), 1, "{json}");
    for line in json.lines() {
        let puzzle: Value = serde_json::from_str(line).unwrap();
        assert!(puzzle["plies"].as_u64().unwrap() >= 5, "{line}");
        assert!(puzzle["rating"].as_u64().unwrap() > 800, "{line}");
    }
    assert!(folder.stdout("puzzles check puzzles.json --hash 16").contains("0 wrong"));
    // In PTN too; and what was met before, in any orientation, is told.
    let text = folder.stdout("puzzles check puzzles.json puzzles.ptn --hash 16 --threads 2");
    assert!(text.contains("puzzles.ptn, line 1: the same, but for symmetry, as in puzzles.json"));
    assert!(text.ends_with("2 puzzles: 0 wrong, 0 unknown, 1 repeated\n"), "{text}");
    assert!(folder.stdout("puzzles check puzzles.ptn --hash 16").starts_with("1 puzzle: 0 wrong"));
    let twice = format!("{find} --sheet one.svg --ptn one.svg");
    assert!(folder.error(&twice, 2).contains("it is named for two outputs"));
    let claims = "# TPS|plies|move
x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5|5|b4
x5/x5/x5/x5/x5 1 1|3|a1
2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20|5|c2
2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20|7|c2
";
    fs::write(folder.path().join("claims.txt"), claims).unwrap();
    let output = folder.run("puzzles check claims.txt --hash 16");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    let several = "claims.txt, line 2: it takes 3 plies, not 5; several moves win: ";
    assert!(text.contains(several), "{text}");
    assert!(text.contains("claims.txt, line 3: there is no forced road"), "{text}");
    assert!(text.contains("claims.txt, line 4: it takes 7 plies, not 5"), "{text}");
    let same = "claims.txt, line 5: the same, but for symmetry, as in claims.txt, line 4";
    assert!(text.contains(same), "{text}");
    assert!(text.ends_with("4 puzzles: 3 wrong, 0 unknown, 1 repeated\n"), "{text}");
}

#[test]
fn boards_of_two_sizes_are_refused_before_they_are_searched_for_one_sheet() {
    let small = "[TPS \"1,1,x/2,2S,1S/2S,2S,x 1 5\"]\n";
    let folder = Folder::with("", &[("game.ptn", GAME), ("small.ptn", small)]);
    let find = "puzzles find game.ptn small.ptn --min-plies 1 --nodes 3000 --hash 16";
    let output = folder.run(&format!("{find} --sheet both.svg"));
    assert!(output.stdout.is_empty());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("several sizes: choose one with --size"), "{error}");
    assert_eq!(output.status.code(), Some(2));
    assert!(folder.stdout(find).contains("\n2 puzzles; "));
    folder.stdout(&format!("{find} --size 3 --sheet small.svg"));
    assert!(folder.read("small.svg").starts_with("<svg"));
}

#[test]
fn a_solution_that_may_not_be_the_shortest_says_so_in_ptn_too() {
    let position = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";
    let longer = "b4 b5 b1 b2 c4";
    let game = format!("[TPS \"{position}\"]\n\n5. -- {longer}\n");
    let told = |tag: &str| {
        let folder = Folder::with("", &[("puzzle.ptn", &format!("{tag}{game}"))]);
        String::from_utf8(folder.run("puzzles check puzzle.ptn --hash 16").stdout).unwrap()
    };
    assert!(told("").contains("it takes 3 plies, not 5"));
    assert!(!told("[Shortest \"false\"]\n").contains("it takes"));
}

/// Objects in a list, however its lines are broken, and games, from files and standard input.
#[test]
fn a_list_in_json_is_a_collection() {
    let folder = Folder::new("");
    let position = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";
    let right = format!("{{\"tps\": \"{position}\",\n \"plies\": 3}}");
    for (list, told) in [
        ("[]".to_owned(), "0 puzzles: 0 wrong, 0 unknown\n"),
        (format!("[\n{right},\n\n  {{\"tps\": 3}}\n]"), "puzzles, line 5: tps: expected a text"),
        (format!("[{{\"tps\": \"{position}\"\n"), "puzzles, line 1: EOF"),
        (format!("[TPS \"{position}\"]\n\nb4 *\n"), "puzzles, line 1: several moves win"),
    ] {
        fs::write(folder.path().join("puzzles"), &list).unwrap();
        let output = folder.run("puzzles check puzzles --hash 16");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(told), "{list}: {text}");
        let piped = folder.run_with_input("puzzles check - --hash 16", &list);
        let piped = String::from_utf8(piped.stdout).unwrap();
        assert_eq!(piped.replace("standard input", "puzzles"), text);
    }
}

/// A game of the engine against itself.
const PLAYED: &str =
    "[Size \"5\"]\n\n1. a5 e5 2. Cc3 a2 3. d3 Cb3 4. c2 a3 5. d4 a4 6. Sa1 b1 7. b2 a2> 0-R\n";

#[test]
fn a_book_has_the_puzzles_of_its_games() {
    let folder = Folder::with("", &[("game.ptn", PLAYED)]);
    folder.stdout("book build game.ptn --plies 100 -o game.book");
    let plies = |file: &str| {
        let json = folder
            .stdout(&format!("puzzles find {file} --min-plies 1 --nodes 2000 --hash 16 --json"));
        let puzzles = json.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        puzzles.map(|puzzle| puzzle["plies"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(plies("game.ptn"), [3, 5]);
    assert_eq!(plies("game.book"), [3, 5]);
}

#[test]
fn claims_that_cannot_be_read_are_no_right_ones() {
    let folder = Folder::new("");
    let position = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";
    for (fields, why) in [
        (r#""plies": "3""#, "plies: expected a whole number, found the text `3`"),
        (r#""plies": 3.5"#, "plies: expected a whole number, found `3.5`"),
        (r#""move": 3"#, "move: expected a text, found `3`"),
        (r#""half_komi": [4]"#, "half_komi: expected a whole number, found `[4]`"),
        (r#""tinue_length": -3"#, "plies: found -3"),
        (r#""size": 6"#, "size: found 6, the TPS has 5"),
        (r#""winner": "White""#, "winner: found `White`, but Black is to move"),
        (r#""shortest": 1"#, "shortest: expected true or false, found `1`"),
        (r#""line": "b4""#, "line: expected a list, found the text `b4`"),
        (r#""line": ["b4", "c5"]"#, "line, move 2: "),
        (r#""line": ["b4", 2]"#, "line, move 2: expected a text, found `2`"),
        (r#""move": "b4", "line": ["b5"]"#, "line, move 1: found b5, but the move is b4"),
        (r#""plies": 5, "line": ["b4", "a1", "b5"]"#, "line: it has 3 plies, not 5"),
        (r#""plies": 3, "line": ["b4", "b5", "a1"]"#, "line: there is no road after its 3 plies"),
    ] {
        let claim = format!("{{\"tps\": \"{position}\", {fields}}}\n");
        fs::write(folder.path().join("claims.json"), claim).unwrap();
        let output = folder.run("puzzles check claims.json --hash 16");
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(why) && text.contains("1 puzzle: 1 wrong"), "{text}");
    }
    // A length that need not be the shortest is wrong only if it is too short.
    let seven = "2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20";
    for (claimed, shortest, is_right) in
        [(7, true, true), (9, true, false), (9, false, true), (7, false, true), (5, false, false)]
    {
        let claim =
            format!("{{\"tps\": \"{seven}\", \"plies\": {claimed}, \"shortest\": {shortest}}}\n");
        fs::write(folder.path().join("claims.json"), claim).unwrap();
        let output = folder.run("puzzles check claims.json --hash 16");
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(if is_right { 0 } else { 2 }), "{text}");
        assert_eq!(text.contains("it takes 7 plies, not"), !is_right, "{text}");
    }
    // Nor are those left open by a limit.
    fs::write(folder.path().join("claims.txt"), format!("{position}|3|b4\n")).unwrap();
    let output = folder.run("puzzles check claims.txt --hash 16 --nodes 1");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("1 puzzle: 0 wrong, 1 unknown\n"), "{text}");
    assert_eq!(output.status.code(), Some(2), "{text}");
}

#[test]
fn a_small_board_is_solved_in_pieces() {
    let folder = Folder::new("");
    let solve = "solve-board --size 3 --opening swap --folder solved --hash 32";
    let text = folder.stdout(solve);
    assert!(
        text.starts_with("| swap | 0 | a1: White in 15 | b1: White in 13 | b2: White in 13 |"),
        "{text}"
    );
    let proof = folder.stdout("verify solved/3-swap-komi-0-b2.proof.txt");
    assert!(proof.contains("White forces a win within 12 plies"), "{proof}");
    let result = folder.read("solved/3-swap-komi-0-b2.json");
    assert!(result.contains("\"winner\":\"White\",\"plies\":13,\"shortest\":true"), "{result}");
    // Nothing is left to do but to remove what a run left that was killed between two steps.
    fs::write(folder.path().join("solved/3-swap-komi-0-b2.json"), result.replace("13", "99"))
        .unwrap();
    let tables = folder.path().join("solved/3-swap-komi-0-b2.white.table");
    fs::write(&tables, "").unwrap();
    assert!(folder.stdout(solve).contains("b2: White in 99"));
    assert!(!tables.exists());
    // What a killed run has begun is done; what another run is working on is left to it.
    let (result, claim) = ("solved/3-swap-komi-0-b2.json", "solved/3-swap-komi-0-b2.begun");
    let [result, claim] = [result, claim].map(|name| folder.path().join(name));
    fs::remove_file(&result).unwrap();
    let lock = fs::File::create(&claim).unwrap();
    lock.try_lock().unwrap();
    for retry in ["", " --retry"] {
        assert!(folder.stdout(&format!("{solve}{retry}")).contains("b2: open"));
        assert!(claim.exists() && !result.exists());
    }
    drop(lock);
    assert!(folder.stdout(solve).contains("b2: White in 13"));
    assert!(!claim.exists());
}

#[test]
fn a_board_is_solved_for_several_komis_in_a_folder() {
    let folder = Folder::with("solve-board --size 3", &[("jobs.txt", "")]);
    let told = folder.error("--komi -1,0.5 --folder jobs.txt", 2);
    assert_eq!(told, "jobs.txt: it is a file; expected a folder or a new name");
    let told = folder.error("--komi --folder", 2);
    assert!(told.contains("invalid value '--folder' for '--komi"), "{told}");
}

/// What one call is at, another leaves alone, and takes up when the first one was killed.
#[test]
fn two_calls_share_the_jobs_of_a_folder() {
    let folder = Folder::new("solve-board --size 4 --opening swap --folder jobs --hash 8");
    let mut first = folder.command("--seconds 1000").spawn().unwrap();
    let has = |job: &str, ending: &str| {
        folder.path().join(format!("jobs/4-swap-komi-0-{job}.{ending}")).exists()
    };
    let without_result = || ["a1", "b1", "b2"].into_iter().filter(|job| !has(job, "json")).count();
    while !has("a1", "begun") {
        assert_eq!(first.try_wait().unwrap(), None, "it ended before it took a job");
        sleep(Duration::from_millis(5));
    }
    folder.stdout("--seconds 1");
    assert_eq!(without_result(), 1);
    first.kill().unwrap();
    first.wait().unwrap();
    folder.stdout("--seconds 1");
    assert_eq!(without_result(), 0);
    // They are open and may be gone on with.
    assert!(["a1", "b1", "b2"].into_iter().all(|job| has(job, "begun")));
}

/// What the proofs in the repository say: who wins and in how many plies, by opening, half komi and
/// position after the first move.
fn proven() -> HashMap<(String, u64, String), String> {
    let proofs = workspace().join("tests/data/solved-3x3");
    let told = success(&run(&["verify", "--json", proofs.to_str().unwrap()]));
    let read = |line: &str| {
        let proof: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| proof[name].as_str().unwrap().to_owned();
        assert_eq!(proof["pieces"], json!([10, 0, 10, 0]), "{line}");
        assert!(text("file").ends_with(".proof.txt.gz"), "{line}");
        // The proof begins after the first move.
        let plies = proof["plies"].as_u64().unwrap() + 1;
        let half_komi = proof["half_komi"].as_u64().unwrap();
        let winner = if text("winner") == "white" { "White" } else { "Black" };
        ((text("opening"), half_komi, text("tps")), format!("{winner} {plies}"))
    };
    told.lines().map(read).collect()
}

/// Every cell of the table of 3×3 in the README: who wins, and in how many plies, counting the first.
#[test]
fn the_table_of_the_solved_board_is_proven() {
    let mut proven = proven();
    assert_eq!(proven.len(), 63);
    let readme = fs::read_to_string(workspace().join("tools/README.md")).unwrap();
    let rows =
        readme.lines().skip_while(|line| *line != "| opening | komi | corner | edge | centre |");
    for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, opening, komi, corner, edge, centre, _] = cells[..] else { panic!("{row}") };
        let (first, last) = komi.split_once(" to ").unwrap_or((komi, komi));
        let [first, last] = [first, last].map(|komi| (komi.parse::<f64>().unwrap() * 2.0) as u64);
        let stone = match opening {
            "swap" => "2",
            "no-swap" => "1",
            _ => "22",
        };
        for half_komi in first..=last {
            for (place, cell) in
                [("x3/x3/_,x2", corner), ("x3/x3/x,_,x", edge), ("x3/x,_,x/x3", centre)]
            {
                let tps = format!("{} 2 1", place.replace('_', stone));
                let found = proven.remove(&(opening.to_owned(), half_komi, tps));
                assert_eq!(found.as_deref(), Some(cell), "{row}, {half_komi} half points");
            }
        }
    }
    assert!(proven.is_empty(), "{proven:?}");
}

#[test]
fn of_many_that_cannot_be_read_the_first_are_told() {
    let folder = Folder::with("", &[("claims.txt", &"no claim\n".repeat(1000))]);
    let text = String::from_utf8(folder.run("puzzles check claims.txt").stdout).unwrap();
    let end = "… and 980 more that cannot be read\n1000 puzzles: 1000 wrong, 0 unknown\n";
    assert!(text.ends_with(end) && text.lines().count() == 22, "{text}");
}

#[test]
fn a_bad_certificate_does_not_stop_the_others() {
    let folder = Folder::with("", &[("proof.txt", PROOF), ("bad.txt", "no proof\n")]);
    fs::create_dir(folder.path().join("empty")).unwrap();
    let output = folder.run("verify empty bad.txt nothing.txt proof.txt");
    let (told, text) = (String::from_utf8(output.stderr).unwrap(), output.stdout);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(String::from_utf8(text).unwrap().contains("proof.txt: proven"), "{told}");
    for part in ["empty: the folder holds no file", "bad.txt, line 1", "nothing.txt: cannot"] {
        assert!(told.contains(part), "{told}");
    }
    assert!(told.ends_with("error: 3 of 4 inputs are bad, the other is done\n"), "{told}");
}

#[test]
fn games_that_are_read_are_counted_with_the_bad_ones() {
    let games = format!("{GAME}\n[Size \"9\"]\n1. a1\n");
    let folder = Folder::with("", &[("games.ptn", &games)]);
    let output = folder.run("puzzles find games.ptn --min-plies 99");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.ends_with("error: 1 of 2 games and files is bad, the other is done\n"),
        "{error}"
    );
}
