//! `tak-engine analyze` as a user runs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tak_encoding::ptn::{self, PtnGame};
use tak_encoding::{AnyGame, Symmetry};

use crate::program::{GAME, run, success, text, written};

/// Games as people write them.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/games");

/// What makes analysis quick, and the same every time.
const QUICK: [&str; 4] = ["--nodes", "500", "--hash", "4"];

/// The last moves, looked at hard enough to see who wins after 28... f5.
const END: [&str; 6] = ["--first", "28", "--nodes", "20000", "--hash", "4"];

fn analyze(arguments: &[&str]) -> Output {
    let quick = if arguments.contains(&"--nodes") { &[][..] } else { &QUICK };
    run(&[&["analyze"], arguments, quick].concat())
}

/// Standard output of a call that must succeed with nothing on standard error.
fn stdout(arguments: &[&str]) -> String {
    success(&analyze(arguments))
}

/// The positions of a game in what it writes with `--json`.
fn positions(document: &Value, game: usize) -> &[Value] {
    document["games"][game]["positions"].as_array().unwrap()
}

/// What it writes with `--json`.
fn json(arguments: &[&str]) -> Value {
    let text = stdout(&[arguments, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

/// Alone or behind others.
#[test]
fn a_game_is_analyzed_the_same_wherever_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let game = fs::read_to_string(GAME).unwrap();
    let file = written(&folder, "games.ptn", format!("{game}\n{game}"));
    let both = json(&[&file]);
    let values = |game: usize| {
        let values = positions(&both, game).iter().map(|position| &position["eval"]);
        values.collect::<Vec<_>>()
    };
    assert_eq!(values(0), values(1));
}

#[test]
fn the_table_has_a_row_for_each_move() {
    let table = stdout(&[GAME]);
    let moves = table.lines().filter(|line| {
        let number = line.split_whitespace().next().unwrap_or_default();
        line.starts_with(' ') && number.ends_with('.')
    });
    assert!(moves.count() >= 59, "{table}");
    assert!(table.starts_with("Ivory – Slate, 6×6, komi 2, R-0, 2026.11.21\n"));
    assert!(table.contains("\n   30. 5c6-         R-0"), "{table}");
    assert!(table.contains(" wins in "), "{table}");
    assert!(!table.contains('\x1b'), "no colours outside a terminal");
    // The moves that lost most stand in the order of the game.
    let (_, worst) = table.split_once("The moves that lost most:\n").unwrap();
    let rows = worst.lines().take_while(|row| !row.is_empty());
    let numbers = rows.map(|row| row.trim_start().split('.').next().unwrap().parse().unwrap());
    let numbers: Vec<u32> = numbers.collect();
    assert!(numbers.len() > 1 && numbers.is_sorted(), "{table}");
    let end = stdout(&[&[GAME, "--color", "always"], &END[..]].concat());
    assert!(end.contains("The moves that lost most:\n\x1b[31m 28... f5??"), "{end}");
}

#[test]
fn json_tells_every_position() {
    let document = json(&[GAME]);
    assert_eq!(document["settings"]["nodes"], 500);
    assert_eq!(document["settings"]["movetime"], Value::Null);
    let game = &document["games"][0];
    assert_eq!(game["tags"]["Player2"], "Slate");
    assert_eq!((&game["size"], &game["half_komi"]), (&6.into(), &4.into()));
    assert_eq!((&game["file"], &game["opening"]), (&GAME.into(), &"swap".into()));
    let positions = positions(&document, 0);
    assert_eq!(positions.len(), 60);
    let [first, .., last] = positions else { panic!("{positions:?}") };
    assert_eq!(first["tps"], "x6/x6/x6/x6/x6/x6 1 1");
    assert_eq!((&first["move"], &first["ply"]), (&"a1".into(), &0.into()));
    assert_eq!(first["best"], first["line"][0]);
    assert_eq!((&last["result"], &last["eval"]), (&"R-0".into(), &10_000.into()));
    assert_eq!((&last["move"], &last["depth"]), (&Value::Null, &Value::Null));
    assert_eq!(positions[58]["win_in"], 1);
    assert_eq!(last["wdl"], serde_json::json!([1000, 0, 0]));
    positions.iter().for_each(check_chance);
    for (before, after) in positions.iter().zip(&positions[1..]) {
        check_loss(before, after);
    }
}

/// The chance must follow from wins, draws and losses.
fn check_chance(position: &Value) {
    let wdl = position["wdl"].as_array().unwrap().iter();
    let wdl: Vec<_> = wdl.map(|count| count.as_u64().unwrap()).collect();
    assert_eq!(wdl.iter().sum::<u64>(), 1000, "{position}");
    let expected = (2 * wdl[0] + wdl[1]) as f64 / 2000.0;
    let chance = position["chance"].as_f64().unwrap();
    assert!((chance - expected).abs() < 1e-9, "{position}");
    // White's, whoever is to move.
    let eval = position["eval"].as_i64().unwrap();
    assert!(eval.abs() < 50 || (eval > 0) == (chance > 0.5), "{position}");
}

/// A move cannot win anything, and the best one loses nothing.
fn check_loss(before: &Value, after: &Value) {
    let lost = before["chance_loss"].as_f64().unwrap();
    if before["move"] == before["best"] {
        assert_eq!((lost, &before["loss"]), (0.0, &0.into()), "{before}");
        return;
    }
    let sign = if before["side"] == "white" { 1.0 } else { -1.0 };
    let chance = |position: &Value| position["chance"].as_f64().unwrap();
    let expected = ((chance(before) - chance(after)) * sign).max(0.0);
    assert!((lost - expected).abs() < 0.001, "{before} {after}");
    // By the chances themselves: what is told of the loss is rounded.
    let is_marked = (expected * 2000.0).round() >= 100.0;
    assert_eq!(before["mark"] != Value::Null, is_marked, "{before} {after}");
}

#[test]
fn comments_of_ours_are_added_and_replaced_and_nothing_else_changes() {
    let mut files: Vec<_> =
        fs::read_dir(GAMES).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ptn"));
    files.push(PathBuf::from(GAME));
    assert!(files.len() > 8, "{files:?}");
    for path in files {
        check_annotated(&path);
    }
}

fn check_annotated(path: &Path) {
    let original = fs::read_to_string(path).unwrap();
    let text = stdout(&[path.to_str().unwrap(), "--ptn", "-"]);
    assert!(text.contains("{name:\"tak-engine\" "), "{text}");
    let games = |text: &str| AnyGame::read_all(text).unwrap();
    assert_eq!(games(&text), games(&original), "{text}");
    // Without our comments and marks the text is as it was, but for blanks and what others cannot
    // read. Marks of threats are not told from those of people.
    let bare = |text: &str| {
        without_ours(text).replace(['\'', '"'], "").split_whitespace().collect::<String>()
    };
    let others: String =
        ptn::games(&original).map(|game| ptn::for_others(game.text.to_owned())).collect();
    assert_eq!(bare(&text), bare(&others));
    let folder = tempfile::tempdir().unwrap();
    let again = written(&folder, "again.ptn", &text);
    assert_eq!(stdout(&[&again, "--ptn", "-"]), text, "{}", path.display());
}

/// The text without our comments, and without the marks that these announce.
fn without_ours(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("{name:\"tak-engine\" ") {
        let (comment, after) = comment.split_once('}').unwrap();
        let mark = comment.split(' ').next().unwrap();
        let before = match mark {
            "?" | "??" => before.trim_end().strip_suffix(mark).unwrap(),
            _ => before,
        };
        bare.push_str(before);
        rest = after;
    }
    bare + rest
}

#[test]
fn marks_of_the_players_stay() {
    let folder = tempfile::tempdir().unwrap();
    let marked = fs::read_to_string(GAME).unwrap().replace("28. d6 f5", "28. d6 f5!?'");
    let path = written(&folder, "marked.ptn", &marked);
    let text = stdout(&[&[path.as_str(), "--ptn", "-"], &END[..]].concat());
    assert!(text.contains(" f5!?' {name:\"tak-engine\" +1/"), "{text}");
    let text = stdout(&[&[GAME, "--ptn", "-"], &END[..]].concat());
    assert!(text.contains(" f5?? {name:\"tak-engine\" ?? +1/"), "{text}");
}

/// Two moves before the end, White has a tinuë; three moves before, one was missed.
#[test]
fn tinues_are_marked_and_missed_ones_are_told() {
    let end = &["--first", "27", "--nodes", "500", "--hash", "4", "--tinue-nodes", "2000"][..];
    let text = stdout(&[&[GAME, "--ptn", "-"], end].concat());
    assert!(text.contains("\n29. 6c3+114\" {name:"), "{text}");
    assert!(text.contains("\n30. 5c6- {name:"), "{text}");
    // They are read again, and stay as they are.
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "marked.ptn", &text);
    assert_eq!(stdout(&[&[&path, "--ptn", "-"], end].concat()), text);

    let table = stdout(&[&[GAME], end].concat());
    let missed = "\nTinuës that were missed:\n   27. a3           7 plies ";
    assert!(table.contains(missed), "{table}");
    assert!(table.contains("\nWhite has a tinuë after 28... f5, in 3 plies.\n"), "{table}");

    let document = json(&[&[GAME], end].concat());
    let positions = positions(&document, 0);
    let missed: Vec<_> = positions.iter().map(|position| position["missed"] == true).collect();
    assert_eq!(missed, [true, false, true, false, false, false, false, false]);
    let tinue = &positions[4]["tinue"];
    assert_eq!((&tinue["winner"], &tinue["plies"]), (&"white".into(), &3.into()));
    assert_eq!((&positions[4]["threat"], &positions[5]["threat"]), (&"\"".into(), &Value::Null));

    // And they are the moments of the review.
    let game = &document["games"][0];
    let [missed, .., allowed] = &game["moments"].as_array().unwrap()[..] else { panic!("{game}") };
    let sentence = "White had a tinuë in 7 plies: d2+ forces a road, whatever Black answers.";
    assert_eq!((&missed["ply"], &missed["move"]), (&52.into(), &"a3".into()));
    assert_eq!((&missed["sentence"], &missed["proven"]), (&sentence.into(), &true.into()));
    assert_eq!((&missed["tps"], &missed["better"][0]), (&positions[0]["tps"], &"d2+".into()));
    let sentence = "After f5 White has a tinuë in 3 plies: ";
    assert!(allowed["sentence"].as_str().unwrap().starts_with(sentence), "{allowed}");
    let accuracy = |side| game["accuracy"][side].as_f64().unwrap();
    assert!(["white", "black"].map(accuracy).iter().all(|it| (0.0..=100.0).contains(it)));
}

/// After b1 White fills the last square, with more flats.
#[test]
fn a_game_that_was_counted_tells_where_it_was_lost() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Size \"3\"]\n[TPS \"1,2,1S/2S,1S,2S/x3 1 5\"]\n\n5. a1 b1 6. c1\n";
    let path = written(&folder, "counted.ptn", game);
    let told = stdout(&[&path, "--nodes", "500"]);
    assert!(told.contains("\nBlack is lost on flats after 5... b1.\n"), "{told}");
    let lost = |nodes| {
        let document = json(&[&path, "--nodes", "500", "--tinue-nodes", nodes]);
        document["games"][0]["lost_on_flats"].clone()
    };
    assert_eq!(lost("5000"), serde_json::json!({"side": "black", "ply": 2}));
    assert_eq!(lost("0"), Value::Null);
}

/// White has the last square, however much more there is to win.
#[test]
fn a_late_position_tells_what_it_comes_to() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Size \"3\"]\n[TPS \"1,2,1S/2S,1S,2S/x3 1 5\"]\n\n5. a1 b1\n";
    let path = written(&folder, "late.ptn", game);
    let told = stdout(&[&path, "--nodes", "500"]);
    let proven = "\nIf both do their best from the last position on, White wins";
    assert!(told.contains(proven), "{told}");
    let ending = |nodes| {
        let document = json(&[&path, "--nodes", "500", "--tinue-nodes", nodes]);
        document["games"][0]["ending"].clone()
    };
    assert_eq!(ending("5000")["winner"], "white");
    assert_eq!(ending("0"), Value::Null);
}

/// Without a script, and without anything from elsewhere.
#[test]
fn the_review_is_a_page_of_its_own() {
    let end = ["--first", "27", "--nodes", "500", "--hash", "4", "--tinue-nodes", "2000"];
    let page = |theme| stdout(&[&[GAME, "--html", "-", "--theme", theme], &end[..]].concat());
    let text = page("auto");
    for part in [
        "<title>Ivory – Slate, 6×6, komi 2, R-0, 2026.11.21</title>",
        "<li>Ivory: accuracy ",
        "White had a tinuë in 7 plies: d2+ forces a road, whatever Black answers. <span class=\"mark\">proven</span>",
        "<p>Better: 27. d2+ e1&lt; 28. d3&lt; ",
        "prefers-color-scheme",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for part in ["<script", "href=", "src=", "@import", "url("] {
        assert!(!text.contains(part), "{part}");
    }
    let boards = |text: &str| text.matches("<title>Tak 6×6, move 2").count();
    let light = page("light");
    assert!(boards(&light) >= 3 && boards(&text) == 2 * boards(&light));
    assert!(!light.contains("prefers-color-scheme"));
}

/// Without the solver no tinuë is told.
#[test]
fn what_was_not_looked_for_is_not_told() {
    let end = ["--first", "27", "--nodes", "500", "--hash", "4", "--tinue-nodes", "0"];
    let document = json(&[&[GAME], &end[..]].concat());
    let moments = document["games"][0]["moments"].as_array().unwrap();
    assert!(!moments.is_empty());
    for moment in moments {
        assert!(!moment["sentence"].as_str().unwrap().contains("tinuë"), "{moment}");
    }
}

#[test]
fn a_file_may_be_written_in_its_own_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "game.ptn", fs::read_to_string(GAME).unwrap());
    let svg = folder.path().join("game.svg");
    let svg = svg.to_str().unwrap();
    let outputs = [&path, "--ptn", &path, "--svg", svg];
    let table = stdout(&[&outputs[..], &END].concat());
    assert!(table.contains("The moves that lost most:"));
    assert!(fs::read_to_string(&path).unwrap().contains("tak-engine"));
    let picture = fs::read_to_string(svg).unwrap();
    assert!(picture.contains("28… f5??") && picture.contains("prefers-color-scheme"));
    assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN"));
    assert!(stdout(&[&path, "--svg", svg, "--theme", "dark", "-q"]).is_empty());
    let dark = fs::read_to_string(svg).unwrap();
    assert!(!dark.contains("prefers-color-scheme"));
    assert_eq!(folder.path().read_dir().unwrap().count(), 2, "no other files");
}

#[test]
fn parts_of_games_and_other_komi() {
    let document = json(&[GAME, "--first", "12", "--last", "13b", "--komi", "-0.5"]);
    assert_eq!(document["games"][0]["half_komi"], -1);
    let plies = positions(&document, 0).iter();
    let plies: Vec<_> = plies.map(|position| position["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, [22, 23, 24, 25, 26]);

    let folder = tempfile::tempdir().unwrap();
    let two = "[Size \"5\"]\n1. a1 e5\n\n[Size \"4\"]\n1. a1 d4 2. b2\n";
    let path = written(&folder, "two.ptn", two);
    let text = stdout(&[&path, "--game", "2", "--ptn", "-"]);
    assert!(text.starts_with("[Size \"5\"]\n1. a1 e5\n\n[Size \"4\"]\n{name"), "{text}");
    assert_eq!(json(&[&path])["games"].as_array().unwrap().len(), 2);
    assert_eq!(stdout(&[&path, "--svg", "-"]).matches("class=\"plot\"").count(), 2);
}

#[test]
fn what_is_written_is_read_and_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Size \"5\"]\r\n1.a1 $1{a}e5 $1 {b}2. c3'{c}d4 ; d\r\n(2... d3)3. a2?\r\n";
    let path = written(&folder, "nags.ptn", game);
    let once = stdout(&[&path, "--ptn", "-"]);
    let read: AnyGame = once.parse().unwrap();
    assert_eq!(read.plies(), 5, "{once}");
    let path = written(&folder, "again.ptn", &once);
    assert_eq!(stdout(&[&path, "--ptn", "-"]), once);
}

#[test]
fn a_bad_game_costs_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let two = "[Size \"3\"]\n1. a1 c3\n\n[Size \"3\"]\n1. a1 a1\n";
    let path = written(&folder, "two.ptn", two);
    stdout(&[&path, "--game", "1"]);
    let output = analyze(&[&path, "--ptn", "-"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let (text, told) = (text(&output.stdout), text(&output.stderr));
    assert!(told.contains("line 5, column 7: move `a1`"), "{told}");
    assert!(text.ends_with("\n\n[Size \"3\"]\n1. a1 a1\n"), "{text}");
    // A link or a TPS is a game too.
    let link = "https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA";
    let path = written(&folder, "link", link);
    assert!(stdout(&[&path, "--ptn", "-"]).contains("1. a1 {name"));
}

#[test]
fn a_single_position() {
    let tps = "x3,12/x2,2S,x/x,1,x2/2,x3 1 4";
    assert!(stdout(&["--tps", tps]).contains("\nbest line   "));
    let tag = format!("[TPS \"{tps}\"]");
    assert!(stdout(&["--tps", &tag]).contains("\nbest line   "));
    let ptn = stdout(&["--tps", tps, "--komi", "2", "--ptn", "-"]);
    assert!(ptn.starts_with("[Size \"4\"]\n[TPS \"x3,12/"), "{ptn}");
    assert!(ptn.contains("[Komi \"2\"]") && ptn.contains("\n{name:\"tak-engine\" "));
    let over = stdout(&["--tps", "1,1,1/2,2,x/x3 2 4"]);
    assert!(over.contains("evaluation  R-0"), "{over}");
}

/// Every way to write it says the same.
#[test]
fn a_certain_draw_is_a_draw_before_the_game_is_over() {
    let drawn = "1,1S,2/2,1,1S/2,2S,x 1 5";
    let document = json(&["--tps", drawn]);
    let position = &positions(&document, 0)[0];
    assert_eq!(position["wdl"], serde_json::json!([0, 1000, 0]), "{position}");
    assert_eq!((&position["chance"], &position["win_in"]), (&0.5.into(), &Value::Null));
    assert!(stdout(&["--tps", drawn]).contains("evaluation  draw\n"));
    let ptn = stdout(&["--tps", drawn, "--ptn", "-"]);
    assert!(ptn.contains(" cp:0 score:D1 "), "{ptn}");
}

/// A game and its analysis, turned by `tak-tools canon` or another program.
#[test]
fn an_analysis_turns_with_the_board() {
    let text = stdout(&[GAME, "--ptn", "-"]);
    let game: PtnGame = text.parse().unwrap();
    for symmetry in Symmetry::ALL {
        let mut turned = game.clone();
        turned.transform(symmetry);
        let mut lines = 0;
        for ply in std::iter::once(None).chain(turned.main_line().iter().copied().map(Some)) {
            for comment in turned.comments(ply) {
                let mut position = turned.position(ply);
                let line = comment.split_once("pv> ").map_or("", |(_, line)| line);
                for mv in line.split_whitespace() {
                    let mv =
                        position.parse_move(mv).unwrap_or_else(|why| panic!("{comment}: {why}"));
                    position.play(mv).unwrap();
                    lines += 1;
                }
            }
        }
        assert!(lines > 100, "{lines}");
        turned.transform(symmetry.inverse());
        assert_eq!(turned.to_string(), text);
    }
}

#[test]
fn a_graph_of_one_position_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "empty.ptn", "[Size \"5\"]\n");
    let picture = stdout(&[&path, "--svg", "-"]);
    for part in ["<circle class=\"spot\"", ">White’s chances</text>"] {
        assert!(picture.contains(part), "{picture}");
    }
    assert!(!picture.contains("NaN"), "{picture}");
}

#[test]
fn names_in_the_picture_are_as_their_players_write_them() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[Size \"5\"]\n[Player1 \"O'Neil \\ \u{202e}Zoe\u{308}\"]\n1. a1 e5\n";
    let path = written(&folder, "names.ptn", text);
    let picture = stdout(&[&path, "--svg", "-"]);
    let name = "O'Neil \\ \\u{202e}Zoe\u{308} – Black";
    let title = format!("y=\"46\">{name}</text>");
    assert!(picture.contains(&title), "{picture}");
}

#[test]
fn a_proven_line_goes_on_to_the_end() {
    // Where the table knew the rest of a line, its moves are searched for once more.
    let document = json(&[&[GAME], &END[..]].concat());
    let won = positions(&document, 0).iter().filter(|position| position["result"].is_null());
    let won: Vec<_> = won.filter(|position| !position["win_in"].is_null()).collect();
    assert!(won.len() >= 3, "{document}");
    for position in won {
        let plies = position["line"].as_array().unwrap().len() as u64;
        assert_eq!(position["win_in"], plies, "{position}");
    }
}

#[test]
fn folders_links_and_packed_files_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[Size \"3\"]\n1. a1 c3\n";
    written(&folder, "a.ptn", text);
    written(&folder, "b.ptn", "[TPS \"x3/1,x,2/x3 1 2\"]\n");
    written(&folder, "notes.md", "no game");
    let packed = folder.path().join("c.ptn.gz");
    let gzip = Command::new("gzip").arg("-k").arg(folder.path().join("a.ptn")).status();
    if gzip.is_ok_and(|status| status.success()) {
        fs::rename(folder.path().join("a.ptn.gz"), packed).unwrap();
    } else {
        written(&folder, "c.ptn", text);
    }
    let link = "https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA";
    let games = |arguments: &[&str]| {
        let document = json(arguments);
        let games = document["games"].as_array().unwrap();
        let sizes = games.iter().map(|game| game["size"].as_u64().unwrap());
        sizes.collect::<Vec<_>>()
    };
    let path = folder.path().to_str().unwrap();
    assert_eq!(games(&[path, link]), [3, 3, 3, 5]);
}

#[test]
fn one_bad_file_never_stops_the_others() {
    let folder = tempfile::tempdir().unwrap();
    written(&folder, "a.ptn", "[Size \"3\"]\n1. a1 c3\n");
    written(&folder, "b.ptn", "no game at all\n");
    written(&folder, "c.ptn", b"\xff\xfe1\0");
    written(&folder, "d.ptn", "[Size \"3\"]\n1. a1 b2\n");
    let path = folder.path().to_str().unwrap();
    let missing = folder.path().join("none.ptn");
    let output = analyze(&[path, missing.to_str().unwrap(), "--json"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = document["games"].as_array().unwrap();
    let files = games.iter().map(|game| game["file"].as_str().unwrap());
    let names = files.map(|file| Path::new(file).file_name().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["a.ptn", "d.ptn"]);
    let table = text(&analyze(&[path]).stdout);
    assert!(table.starts_with(&format!("Game 1, {path}/a.ptn: White – Black, 3×3")), "{table}");
    assert!(table.contains(&format!("\nGame 3, {path}/d.ptn: ")), "{table}");
    let errors = text(&output.stderr);
    for told in [
        "b.ptn, line 1, column 1: tag Size: expected one",
        "c.ptn: expected text in UTF-8, found UTF-16",
        "none.ptn: cannot be read",
        "error: 3 of 5 games are bad, the others are done",
    ] {
        assert!(errors.contains(told), "{told}: {errors}");
    }
}

#[test]
fn a_byte_that_is_no_text_costs_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let bad = b"[Player1 \"J\xf6rg\"]\n[Size \"3\"]\n\n1. a1 c3 {\xe2\x82 ok}\n\n";
    let games: [&[u8]; 3] = [b"[Size \"3\"]\n1. a1 c3\n\n", bad, b"[Size \"3\"]\n1. a1 b2\n"];
    let path = written(&folder, "games.ptn", games.concat());
    let output = analyze(&[&path, "--json", "--ptn", &path]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let errors = text(&output.stderr);
    assert!(errors.contains("games.ptn, line 4: expected text in UTF-8\n"), "{errors}");
    assert!(errors.ends_with("error: 1 of 3 games is bad, the others are done\n"), "{errors}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let numbers = document["games"].as_array().unwrap().iter().map(|game| game["number"].as_u64());
    assert_eq!(numbers.collect::<Vec<_>>(), [Some(1), Some(3)]);
    // It stays as it was, byte for byte.
    let again = fs::read(&path).unwrap();
    assert!(again.windows(bad.len()).any(|part| part == bad));
    assert_eq!(String::from_utf8_lossy(&again).matches("name:\"tak-engine\"").count(), 6);
    assert_eq!(positions(&json(&[&path, "--game", "3"]), 0).len(), 3);
}

#[test]
fn the_summary_has_two_lines_for_each_player() {
    let text = stdout(&[GAME, "--first", "26", "--nodes", "20000", "--hash", "4"]);
    let lines: Vec<_> = text.lines().rev().take(4).collect();
    let [black_worst, black, white_worst, white] = lines[..] else { panic!("{text}") };
    for (name, line) in [("Ivory", white), ("Slate", black)] {
        assert!(line.starts_with(&format!("{name}: accuracy ")), "{line}");
        let is_one = line.contains("; 1 of ");
        let verb = if is_one { "matches" } else { "match" };
        assert!(line.contains(&format!(" moves {verb} the engine's; ")), "{line}");
        assert!(line.contains(" mistake") && line.contains(" blunder"), "{line}");
    }
    for line in [white_worst, black_worst] {
        assert!(line.starts_with("  2") && line.contains(": "), "{line}");
        assert!(line.ends_with(". (proven)") || line.ends_with(". (judged)"), "{line}");
    }
    assert!(text.contains(" of them decisive"), "{text}");
}

/// As playtak.com wrote a double black stack for some weeks, and as PTN Ninja does.
#[test]
fn a_double_black_stack_is_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "1. 2a1 f6\n2. c3 2a1+11\n";
    for (tag, note) in [("", "note: "), ("[Opening \"Double Black Stack\"]\n", "")] {
        let path = written(&folder, "black.ptn", format!("[Size \"6\"]\n{tag}\n{moves}"));
        let output = analyze(&[&path]);
        assert!(output.status.success(), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with(note) && told.is_empty() == note.is_empty(), "{told}");
        let table = String::from_utf8(output.stdout).unwrap();
        assert!(table.contains("double black stack") && table.contains("2a1+11"), "{table}");
    }
}

#[test]
fn the_clocks_of_moves_were_comments_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "clocks.ptn", "[Size \"3\"]\n1. a1 {[%clk 0:09:45]} c3 {9:50}\n");
    let document = json(&[&path]);
    let clocks: Vec<_> = positions(&document, 0).iter().map(|each| each["clock"].clone()).collect();
    assert_eq!(clocks, [585_000.into(), 590_000.into(), Value::Null]);
}

#[test]
fn a_branch_that_leaves_no_line_was_left_out_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Size \"3\"]\n\n1. a1 c3\n2. b2\n\n{far}\n9. b1 b3\n";
    let path = written(&folder, "far.ptn", game);
    let output = analyze(&[&path, "--ptn", "-"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = text(&output.stderr);
    assert!(
        told.starts_with("warning: ") && told.contains("line 7, column 4: branch `far`"),
        "{told}"
    );
    assert!(text(&output.stdout).ends_with("{far}\n9. b1 b3\n"), "{output:?}");
}
