//! `tak-engine solve` as a user runs it.

use std::fs;

use serde_json::{Value, json};
use tak_encoding::ptn::PtnGame;

use crate::program::{GAME, failure, run, success, text, written};

/// Black forces a road in three plies, in four ways.
const THREE: &str = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";
/// White does in nine.
const NINE: &str = "x,2,1,x2/x2,1,x2/1,1,x2,2/x3,2,2/1,x4 1 6";

/// Standard output of a call that must succeed with nothing on standard error.
fn stdout(arguments: &[&str]) -> String {
    success(&run(&[&["solve", "--hash", "16"], arguments].concat()))
}

fn json(arguments: &[&str]) -> Value {
    let text = stdout(&[arguments, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

fn error(arguments: &[&str]) -> String {
    failure(2, &run(&[&["solve"], arguments].concat()))
}

#[test]
fn a_forced_road_is_told_with_its_defences() {
    let text = stdout(&["--tps", THREE]);
    let yes =
        "Yes: Black, to move, has a forced road (strict tinuë) in 3 plies, and none shorter.\n";
    assert!(text.starts_with(yes), "{text}");
    assert!(text.contains("  2 plies: all 63, which do not stop all of c4 b5\n"), "{text}");
    let text = stdout(&["--tps", &format!("[TPS \"{NINE}\"]")]);
    assert!(text.contains("in 9 plies") && text.contains("  8 plies: b5>\n"), "{text}");
}

#[test]
fn no_and_unknown_are_kept_apart() {
    let empty = "x5/x5/x5/x5/x5 1 1";
    let text = stdout(&["--tps", empty, "--mode", "strict"]);
    assert!(text.starts_with("No: White, to move, does not have a forced road by"), "{text}");
    let text = stdout(&["--tps", empty, "--nodes", "2000"]);
    assert!(text.starts_with("Unknown: White, to move, has no strict tinuë; with quiet"), "{text}");
    let text = stdout(&["--tps", NINE, "--max-plies", "5"]);
    assert!(text.contains("does not have a forced road (tinuë) within 5 plies."), "{text}");
    let text = stdout(&["--tps", NINE, "--nodes", "3"]);
    assert!(text.starts_with("Unknown: a limit came first."), "{text}");
    let limited = json(&["--tps", NINE, "--nodes", "3"]);
    assert_eq!(
        (&limited["verdict"], &limited["short_of_memory"]),
        (&"unknown".into(), &false.into())
    );
}

#[test]
fn defences_may_lose_on_flats() {
    // Any placement fills the board or leaves the last square to Black, who has more flats.
    let few = "1S,2S,1S/2S,1S,2S/x,2S,x 1 6";
    let asked = ["--tps", few, "--winner", "black", "--komi", "4", "--mode", "win"];
    let text = stdout(&asked);
    let flats = "by how long they hold out:\n  2 plies, and then lost on flats: a1 c1 Sa1 Sc1\n";
    assert!(text.contains(flats), "{text}");
    assert_eq!(json(&asked)["lost_on_flats"].as_array().unwrap().len(), 4);
    assert_eq!(json(&["--tps", THREE])["lost_on_flats"].as_array().unwrap().len(), 0);
}

/// Another move wins at once, but on flats.
#[test]
fn only_one_move_may_force_a_road() {
    let text = stdout(&["--tps", "x,2S,2S/2S,2S,1/1,1,2 1 6", "--all"]);
    let unique = "Unique by threats: none of the other 5 moves forces a road if each later move must \
                  threaten one.\n";
    assert!(text.contains(unique), "{text}");
    let text = stdout(&["--tps", "x,2S,2S/2S,2S,1/1,1,2 1 6", "--all", "--mode", "strict"]);
    assert!(text.contains("Unique: none of the other 5 moves forces a road.\n"), "{text}");
}

#[test]
fn every_first_move_is_told() {
    for threads in ["1", "3"] {
        let found = json(&["--tps", THREE, "--all", "--threads", threads]);
        assert_eq!((&found["verdict"], &found["plies"]), (&"yes".into(), &3.into()));
        assert_eq!((&found["shortest"], &found["unique"]), (&true.into(), &false.into()));
        let moves = found["first_moves"].as_array().unwrap().iter();
        let won = moves.filter(|first| first["verdict"] == "yes" && first["threatens"] == true);
        let won: Vec<_> = won.map(|first| first["move"].as_str().unwrap()).collect();
        assert_eq!(won, ["b4", "b5", "Cb4", "Cb5"]);
    }
    let one = "2,2,2,x,1/x,1S,22,1,x/x,211,1,x2/x,2C,1S,1C,x/2S,x,12,x2 2 12";
    let text = stdout(&["--tps", one, "--all"]);
    assert!(text.contains("First moves that win, in plies: b2> (5)"), "{text}");
    assert!(text.contains("Unique by threats: none of the other "), "{text}");
    let found = json(&["--tps", one, "--all"]);
    assert_eq!((&found["unique"], &found["unique_by_threats"]), (&Value::Null, &true.into()));
    assert_eq!(json(&["--tps", one, "--all", "--mode", "strict"])["unique"], true);
    // Others may win later.
    let limited = ["--tps", one, "--all", "--max-plies", "5"];
    let text = stdout(&limited);
    assert!(text.contains(" moves forces a road within 5 plies if each later move "), "{text}");
    let limited = json(&limited);
    assert_eq!((&limited["unique"], &limited["max_plies"]), (&Value::Null, &5.into()));
    let text = stdout(&["--tps", one, "--all", "--max-plies", "3"]);
    assert!(text.contains(" forces a road within 3 plies as far as is known."), "{text}");
}

#[test]
fn a_bad_game_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let games: [&[u8]; 3] = [
        b"[Size \"3\"]\n1. a1 c3 {\xff}\n\n",
        b"[Size \"3\"]\n1. a1 z9\n\n",
        b"[Size \"3\"]\n1. a1 c3\n",
    ];
    let path = written(&folder, "games.ptn", games.concat());
    let output = run(&["solve", &path, "--hash", "16", "--nodes", "500", "--json"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(text(&output.stdout).lines().count(), 1, "{output:?}");
    let told = text(&output.stderr);
    for why in ["line 2: expected text in UTF-8", "line 5, column 7: ", "2 of 3 games are bad"] {
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn the_other_player_may_be_asked_about() {
    let found = json(&["--tps", THREE, "--winner", "white"]);
    assert_eq!((&found["verdict"], &found["winner"]), (&"no".into(), &"white".into()));
}

#[test]
fn a_proof_is_written_as_a_game_and_as_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let ptn = written(&folder, "tree.ptn", "");
    let proof = written(&folder, "proof.txt", "");
    stdout(&["--tps", NINE, "--ptn", &ptn, "--certificate", &proof]);
    let tree = fs::read_to_string(&ptn).unwrap();
    // PTN Ninja knows no parentheses.
    assert!(!tree.contains('(') && tree.contains("b1}\n"), "{tree}");
    let game: PtnGame = tree.parse().unwrap();
    assert_eq!(game.main_line().len(), 9);
    let last = game.position(game.main_line().last().copied());
    assert_eq!(last.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("R-0"));
    let text = fs::read_to_string(&proof).unwrap();
    assert!(text.starts_with("tak certificate 1\ntps x,2,1,x2/"), "{text}");
    assert!(text.contains("\n1 a2 | "), "{text}");
    // Without a win there is nothing to write, and what is there is not touched.
    let output = run(&["solve", "--tps", THREE, "--winner", "white", "--certificate", &proof]);
    assert_eq!(output.status.code(), Some(0));
    let note = crate::program::text(&output.stderr);
    assert!(note.ends_with("proof.txt: not written, there is no proof\n"), "{note}");
    assert_eq!(fs::read_to_string(&proof).unwrap(), text);
    let both = error(&["--tps", THREE, "--ptn", &proof, "--certificate", &proof]);
    assert!(both.contains("proof.txt"), "{both}");
}

/// Each first move is solved with limits of its own, so they may say more than the position alone.
#[test]
fn what_the_first_moves_say_is_the_verdict() {
    let tps = "1,21,21,x3/2,2,12,2,x2/x,2,x,1,x2/x,2,2,1C,1,x/x,1,1,12C,1,1/x,2,x4 2 14";
    assert!(stdout(&["--tps", tps, "--nodes", "100"]).starts_with("Unknown: "));
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof.txt").display().to_string();
    let text = stdout(&["--tps", tps, "--nodes", "100", "--all", "--certificate", &proof]);
    let yes = "Yes: Black, to move, has a forced road (strict tinuë) in at most 9 plies; ";
    assert!(text.starts_with(yes), "{text}");
    assert!(text.contains("First moves that win, in plies: 2d2<11 (≤ 9)\n"), "{text}");
    assert!(fs::read_to_string(&proof).unwrap().contains("\nplies 9\n"));
}

/// A move is unique among all moves, also those that threaten nothing.
#[test]
fn a_quiet_move_may_win_too() {
    let tps = "1S,2,x3/1212C,2,x2,1/2,x2,1C,x/2221,x2,1,112/x4,1 2 14";
    let asked = ["--tps", tps, "--all", "--nodes", "8000"];
    let text = stdout(&asked);
    assert!(text.starts_with("Yes: "), "{text}");
    assert!(text.contains("Quiet first moves that win, in plies: a1 "), "{text}");
    assert!(!text.contains("Unique: none"), "{text}");
    assert_eq!(json(&asked)["unique"], false);
}

/// Any win counts, but not within some plies only.
#[test]
fn the_last_stones_are_counted() {
    let last = ["--tps", "1S,2S,1S/2S,1S,2S/1S,2S,x 1 5", "--mode", "win"];
    let counted = "If both do their best: White wins by a flat.\n";
    assert!(stdout(&last).contains(counted));
    assert_eq!(json(&last)["ending"], json!({ "winner": "white", "half_points": 2 }));
    let komi = [&last[..], &["--komi", "1"]].concat();
    assert!(stdout(&komi).contains("If both do their best: a draw on flats.\n"));
    assert_eq!(json(&komi)["ending"], json!({ "winner": null, "half_points": 0 }));
    assert!(!stdout(&[&last[..], &["--max-plies", "3"]].concat()).contains("do their best"));
    assert!(json(&last[..2])["ending"].is_null());
}

#[test]
fn the_origin_of_a_win_is_found() {
    let strict = [GAME, "--mode", "strict", "--origin", "--nodes", "1000"];
    let text = stdout(&strict);
    let origin = "White has a forced road by threats (strict tinuë) after 28... f5, in 3 plies; \
                  before that move there was none.\n";
    let (first, misses) = text.split_at(origin.len());
    assert_eq!(first, origin);
    let misses: Vec<_> = misses.lines().collect();
    let line = "d2+ e1< d3< b4> c3+ c1 b1>, in 7 plies.";
    assert_eq!(misses.len(), 2, "{text}");
    assert_eq!(misses[0], format!("White missed a strict tinuë by 27. a3: {line}"));
    assert_eq!(misses[1], format!("White missed a strict tinuë by 28. d6: {line}"));
    // Fewer nodes find the same, but do not always tell whether a win is the shortest.
    let found = json(&[GAME, "--mode", "strict", "--origin", "--nodes", "200"]);
    assert_eq!((&found["origin"], &found["won_from"]), (&"28... f5".into(), &56.into()));
    let told = &found["missed"][0];
    assert_eq!((&told["played"], &told["winner"]), (&"27. a3".into(), &"white".into()));
    assert_eq!((&told["ply"], &told["line"][0]), (&52.into(), &"d2+".into()));
    assert_eq!(found["max_plies"], Value::Null);
    let short = [GAME, "--mode", "strict", "--origin", "--max-plies", "3"];
    let text = stdout(&short);
    // More time than it takes.
    assert_eq!(stdout(&[&short[..], &["--total-time", "300000"]].concat()), text);
    assert!(text.ends_with("; before that move there was none within 3 plies.\n"), "{text}");
    assert_eq!(json(&short)["max_plies"], 3);
    let text =
        stdout(&[GAME, "--mode", "strict", "--origin", "--winner", "black", "--max-plies", "3"]);
    assert!(text.contains("within 3 plies at the end of the game"), "{text}");
    let text = stdout(&[GAME, "--origin", "--nodes", "300"]);
    let quiet = "before that move there was no strict one, and with quiet moves a limit came first";
    assert!(text.contains(quiet), "{text}");
    let text = stdout(&[GAME, "--after", "28b"]);
    assert!(text.contains("in 3 plies, and none shorter"), "{text}");
}

/// A strict tinuë of seven plies, and one of five that begins with a quiet move.
#[test]
fn a_quiet_tinue_that_is_shorter_than_the_strict_one_is_not_called_strict() {
    let tps = "1,x,1,2221/1222,x,1S,222/x,1,x2/x2,2,2 2 10";
    let text = stdout(&["--tps", tps]);
    let quiet = "has a forced road with quiet moves (tinuë) in 5 plies, and none shorter.";
    assert!(text.contains(quiet), "{text}");
    let text = stdout(&["--tps", tps, "--mode", "strict"]);
    assert!(text.contains("by threats (strict tinuë) in 7 plies, and none shorter."), "{text}");
}

#[test]
fn errors_say_what_to_do() {
    let over = error(&[GAME]);
    assert!(over.ends_with("ask for the --origin of the win"), "{over}");
    assert!(error(&[GAME, "--after", "99"]).contains("--after 99: the game has the moves"));
    assert!(error(&["--tps", "x3/x3"]).starts_with("--tps: TPS, board"));
    assert!(error(&["nowhere.ptn"]).contains("cannot be read"));
    assert!(error(&[]).contains("were not provided"));
    assert!(error(&[GAME, "--ptn", GAME]).contains("game.ptn"));
}

/// The side to move may have no defence.
#[test]
fn a_lost_position_is_told_with_its_defences() {
    let after = "x2,2,2,2/2,2,x3/x2,1,1,1/x2,1,x2/x2,1,x2 1 6";
    let text = stdout(&["--tps", after]);
    assert!(text.starts_with("No: White, to move, does not have a forced road (tinuë)."), "{text}");
    assert!(text.contains("Lost: Black, not to move, has a forced road by"), "{text}");
    let found = json(&["--tps", after]);
    let lost = &found["lost"];
    assert_eq!((&found["verdict"], &lost["winner"]), (&"no".into(), &"black".into()));
    assert_eq!(lost["plies"], lost["defences"][0]["plies"]);
}
