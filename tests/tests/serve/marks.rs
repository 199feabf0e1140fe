//! The marks that PTN Ninja puts behind moves by the scores that a page gets, beside
//! those of `analyze`.

use std::process::Command;

use serde_json::Value;
use tak_tests::client::{Client, Info, Server, engine};
use tak_tests::corpus::workspace;

/// So far each position is searched, by both.
const NODES: &str = "12000";

/// What the page takes for a certain win.
const CERTAIN: i64 = 10_000;

/// White's score, as the page keeps it.
fn score(last: &Info, is_white: bool) -> i64 {
    let own = if last.solved { last.score.signum() * CERTAIN } else { last.score };
    if is_white { own } else { -own }
}

/// What a move earns that lost so much in the page.
fn mark(lost: i64) -> &'static str {
    match lost {
        25.. => "??",
        10.. => "?",
        _ => "",
    }
}

fn text<'a>(position: &'a Value, key: &str) -> &'a str {
    position[key].as_str().unwrap_or_default()
}

/// The marks of `analyze` and those of the page, move by move, on one game.
fn marks(arguments: &[&str], option: &str) -> Vec<(String, &'static str)> {
    let game = workspace().join("tak-engine/tests/data/game.ptn");
    let output = Command::new(engine())
        .args(["analyze", "--json", "--nodes", NODES])
        .arg(game)
        .output()
        .unwrap();
    let analysis: Value = serde_json::from_slice(&output.stdout).unwrap();
    let positions = analysis["games"][0]["positions"].as_array().unwrap();
    let half_komi = &analysis["games"][0]["half_komi"];

    let server = Server::start(arguments);
    let mut client = Client::connect(&server);
    client.send(&format!("teinewgame size 6 halfkomi {half_komi}"));
    client.send(option);
    client.expect_silence();
    let scores = positions.iter().map(|position| {
        client.send(&format!("position tps {}", text(position, "tps")));
        client.send(&format!("go nodes {NODES}"));
        score(client.answer().last(), text(position, "side") == "white")
    });
    let scores: Vec<i64> = scores.collect();
    // The page leaves out the first move.
    let pairs = positions.iter().zip(scores.windows(2)).skip(2);
    let marks = pairs.map(|(position, pair)| {
        let lost = pair[0] - pair[1];
        let lost = if text(position, "side") == "white" { lost } else { -lost };
        (text(position, "mark").to_owned(), mark(lost))
    });
    marks.collect()
}

/// Both mark by the same measure, but the page by whole hundredths, and a move into a
/// certain loss as a blunder always.
#[test]
fn the_page_marks_the_moves_that_analyze_marks() {
    let result = marks(&[], "debug");
    let others = result.iter().filter(|(ours, page)| ours != page);
    assert!(others.count() <= 3, "{result:?}");
    let missed = result.iter().filter(|(ours, page)| !ours.is_empty() && page.is_empty());
    assert!(missed.count() <= 1, "{result:?}");
    let count = |marks: &[(String, &str)]| marks.iter().filter(|(_, page)| *page == "??").count();
    let page = count(&result);
    // In centiflats every other move is a blunder.
    for flats in
        [marks(&["--score", "flats"], "debug"), marks(&[], "setoption name Score value flats")]
    {
        assert!(count(&flats) > 2 * page.max(1), "{flats:?}");
    }
}
