//! The marks that PTN Ninja puts behind moves by the scores that a page gets, beside
//! those of `analyze`.

use std::process::Command;

use serde_json::Value;
use tak_tests::client::{Client, Info, Server};
use tak_tests::corpus::workspace;
use tak_tests::programs::engine;

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

/// What `analyze` says of one game, with so many nodes for each position.
fn analyzed(nodes: &str) -> Value {
    let game = workspace().join("tak-engine/tests/data/game.ptn");
    let mut command = Command::new(engine());
    let output = command.args(["analyze", "--json", "--nodes", nodes]).arg(game).output().unwrap();
    let mut analysis: Value = serde_json::from_slice(&output.stdout).unwrap();
    analysis["games"][0].take()
}

/// Its marks and those of the page by as many nodes, move by move.
fn marks(
    game: &Value,
    nodes: &str,
    arguments: &[&str],
    option: &str,
) -> Vec<(String, &'static str)> {
    let positions = game["positions"].as_array().unwrap();
    let half_komi = &game["half_komi"];

    let server = Server::start(arguments);
    let mut client = Client::connect(&server);
    client.send(&format!("teinewgame size 6 halfkomi {half_komi}"));
    client.send(option);
    client.expect_silence();
    let scores = positions.iter().map(|position| {
        client.send(&format!("position tps {}", text(position, "tps")));
        client.send(&format!("go nodes {nodes}"));
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
fn compare(nodes: &str) {
    let game = analyzed(nodes);
    let result = marks(&game, nodes, &[], "debug");
    let others = result.iter().filter(|(ours, page)| ours != page);
    assert!(others.count() <= 3, "{result:?}");
    let missed = result.iter().filter(|(ours, page)| !ours.is_empty() && page.is_empty());
    assert!(missed.count() <= 1, "{result:?}");
    let count = |marks: &[(String, &str)]| marks.iter().filter(|(_, page)| *page == "??").count();
    let page = count(&result);
    // In centiflats every other move is a blunder.
    for (arguments, option) in
        [(&["--score", "flats"][..], "debug"), (&[], "setoption name Score value flats")]
    {
        let flats = marks(&game, nodes, arguments, option);
        assert!(count(&flats) > 2 * page.max(1), "{flats:?}");
    }
}

#[test]
fn the_page_marks_the_moves_that_analyze_marks() {
    compare("3000");
}

#[test]
#[ignore = "second tier: half a minute"]
fn the_page_marks_them_by_more_nodes_too() {
    compare("12000");
}
