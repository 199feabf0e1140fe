//! The last lines before a move: the state of the search when it ended.

use std::time::Duration;

use tak_encoding::BoardSize;
use tak_tests::client::{Answer, Client, Peer, Server, read_position};

/// Has one search, and returns the last line of each rank that comes right before the
/// move.
fn last_lines<P: Peer>(client: &mut Client<P>, size: BoardSize, position: &str) -> Answer {
    let mut answer = client.answer();
    answer.check(&read_position(position, size));
    let (nodes, time) = (answer.last().nodes, answer.last().time);
    let is_last = |info: &tak_tests::client::Info| (info.nodes, info.time) == (nodes, time);
    let start = answer.infos.iter().rposition(|info| !is_last(info)).map_or(0, |index| index + 1);
    answer.infos.drain(..start);
    answer
}

/// The middle of a game on every board.
fn position(size: BoardSize) -> &'static str {
    match size {
        BoardSize::Three => "position startpos moves a1 c3 b2",
        BoardSize::Four => "position startpos moves a1 d4 c2 b3",
        _ => "position startpos moves a1 e5 c3 c4 d3 d4 e3",
    }
}

/// As PTN Ninja does with its own limits and in interactive analysis.
#[test]
fn the_page_hears_how_each_search_ended() {
    let server = Server::start(&["--hash", "8"]);
    let mut client = Client::connect(&server);
    for size in BoardSize::ALL {
        let position = position(size);
        for half_komi in [-2, 0, 1, 4] {
            for lines in 1..=5 {
                client.send(&format!("teinewgame size {size} halfkomi {half_komi}"));
                client.send(&format!("setoption name MultiPV value {lines}"));
                assert_eq!(client.ready(), Vec::<String>::new());
                check_searches(&mut client, size, position, lines);
            }
        }
    }
}

/// Runs searches of each kind, with this many lines.
fn check_searches<P: Peer>(client: &mut Client<P>, size: BoardSize, position: &str, lines: usize) {
    for go in ["go nodes 64", "go nodes 1500", "go depth 3", "go movetime 30"] {
        client.send(position);
        client.send(go);
        let answer = last_lines(client, size, position);
        let all = answer.infos.len() == lines || go == "go nodes 64";
        assert!(all, "{size}, {lines} lines, {go}: {answer:?}");
    }
    client.go_infinite();
    client.listen(Duration::from_millis(10));
    client.send("stop");
    let answer = last_lines(client, size, position);
    assert!(!answer.infos.is_empty(), "{size}, {lines} lines: {answer:?}");
}

/// Also the nodes and the time after the last depth that was completed.
#[test]
fn the_last_line_is_as_old_as_the_move() {
    let mut client = Client::introduced();
    client.send("teinewgame 6");
    let position = position(BoardSize::Six);
    for nodes in (1000..40_000).step_by(3000) {
        client.send(position);
        client.send(&format!("go nodes {nodes}"));
        let answer = last_lines(&mut client, BoardSize::Six, position);
        assert!(answer.last().nodes.abs_diff(nodes) <= 1, "{nodes}: {answer:?}");
    }
    // The second one has nothing left to search.
    for position in [position, "position tps x3/2,2,x/1,1,x 1 3"] {
        client.send(position);
        client.go_infinite();
        client.listen(Duration::from_millis(300));
        client.send("stop");
        let answer = client.answer();
        assert!(answer.last().time >= 300, "{answer:?}");
    }
    client.quit();
}

#[test]
fn few_nodes_have_a_line() {
    let mut client = Client::introduced();
    client.send("setoption name MultiPV value 2");
    for size in BoardSize::ALL {
        for nodes in [0, 1, 2, 8, 64] {
            client.send(&format!("teinewgame {size}"));
            client.send(position(size));
            client.send(&format!("go nodes {nodes}"));
            last_lines(&mut client, size, position(size));
        }
    }
    client.quit();
}
