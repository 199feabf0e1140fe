//! Searches over TEI: every limit is kept, every line is sound, every `go` gets
//! one answer, and the engine listens while it thinks.

use std::time::{Duration, Instant};

use tak_encoding::BoardSize;
use tak_tests::client::{Client, count, read_position};
use tak_tests::games::play;

const START: &str = "position startpos";
const MIDDLE: &str = "position startpos moves a1 f6 c3 c4 d3 d4 e3 Sb3 Cd2 e4 d2+ Cd2 b4 b5";
/// Only c1 wins at once.
const WON_IN_ONE: &str = "position tps x3/2,2,x/1,1,x 1 3";
/// Tall stacks, threats, hundreds of moves, and no quick end.
const WILD: &str = "position tps 1,122C,2,11,1212,111C,21,x/21S,1,2,121,22,22,1,2122/\
    x,11,x,1,2S,1212,12,2/112,x,1,x,2,21,21,x/1,221,12,1,21,x,2S,2/\
    2,x,1,221,1,1,2,2/1,2,2,2222,1,2,2,21C/12C,1,2,x,111,1,21,2 2 112";

/// What should take no time must take less than this, even on a busy machine.
const SOON: Duration = Duration::from_millis(500);

/// A search that runs until it is stopped, and has reported something.
fn start_endless(client: &mut Client, position: &str) {
    client.send(position);
    client.go_infinite();
}

/// After this nothing can come from an earlier search.
fn settle(client: &mut Client) -> Vec<String> {
    client.send("teinewgame 6");
    client.ready()
}

#[test]
fn lines_are_sound_at_every_size() {
    let mut client = Client::introduced();
    for size in BoardSize::ALL {
        // A new game drops the search of the last one.
        client.go_infinite();
        client.send(&format!("teinewgame {size}"));
        let passed = client.ready();
        assert_eq!(count(&passed, "info multipv "), passed.len(), "{passed:?}");
        let mut position = "position startpos moves".to_owned();
        let mut board = read_position(&position, size);
        for go in ["go depth 3", "go movetime 30", "go nodes 3000"].into_iter().cycle().take(12) {
            let answer = client.search(&position, go);
            play(&mut board, &answer.best);
            if board.outcome().is_some() {
                break;
            }
            position = format!("{position} {}", answer.best);
        }
    }
}

#[test]
fn lines_are_sound_in_a_wild_position() {
    let mut client = Client::introduced();
    assert!(client.search(WILD, "go movetime 1000").last().nodes > 1000);
}

#[test]
fn depths() {
    let mut client = Client::introduced();
    for position in [START, MIDDLE] {
        for (go, depth) in [
            ("go depth 0", 1),
            ("go depth 1", 1),
            ("go depth 2", 2),
            ("go depth 3", 3),
            // One move has to be looked at.
            ("go nodes 0", 1),
            ("go nodes 1", 1),
        ] {
            let answer = client.search(position, go);
            assert_eq!(answer.last().depth, depth, "{position}, {go}");
            assert_eq!(answer.infos[0].depth, 1);
        }
    }
    for (go, depth) in [
        // The first limit to be reached ends the search.
        ("go depth 2 nodes 100000000 movetime 20000", 2),
        ("go movetime 20000 wtime 600000 btime 600000 depth 2", 2),
        ("go depth 60 nodes 1 movetime 20000", 1),
        ("go depth 60 nodes 100000000 movetime 0", 1),
        ("go nodes 100000000 wtime 0 btime 0", 1),
        // Without a proof the moves of a mate count as plies.
        ("go mate 2", 3),
        ("go mate 5 depth 2", 2),
        ("go solved depth 3", 3),
        // Words that other engines know are skipped.
        ("go depth 2 movestogo 5", 2),
        ("go depth 2 searchmoves a1 b1", 2),
        ("go depth 2 currmove 3 strength full", 2),
    ] {
        let answer = client.search(START, go);
        assert_eq!(answer.last().depth, depth, "{go}");
        assert!(answer.took < SOON, "{go}: {:?}", answer.took);
    }
}

#[test]
fn nodes() {
    let mut client = Client::introduced();
    for nodes in (250..10_000).step_by(250) {
        let answer = client.search(START, &format!("go nodes {nodes}"));
        assert!(answer.last().nodes <= nodes, "{:?}", answer.last());
    }
}

#[test]
fn times() {
    let mut client = Client::introduced();
    let black_to_move = "position startpos moves a1";
    for (position, go, milliseconds) in [
        (START, "go movetime 0", 0..500),
        (MIDDLE, "go movetime 7", 0..500),
        (START, "go movetime -5", 0..500),
        (WILD, "go movetime 0", 0..500),
        (START, "go movetime 300", 200..800),
        (START, "go movetime 1500.5", 1400..2500),
        (START, "go wtime 0 btime 0 winc 0 binc 0", 0..500),
        (START, "go wtime -100 btime -100", 0..500),
        (MIDDLE, "go wtime 1 btime 1 winc 0 binc 0", 0..500),
        (START, "go wtime 10 btime 3600000 winc 0 binc 0", 0..500),
        (black_to_move, "go wtime 3600000 btime 10 winc 60000 binc 0", 0..500),
        (WILD, "go wtime 20 btime 20 winc 0 binc 0", 0..500),
        // A part of the clock, and more than next to nothing.
        (START, "go wtime 20000 btime 1 winc 0 binc 0", 50..10_000),
        // Without a limit it still ends.
        (START, "go", 1_000..20_000),
    ] {
        let answer = client.search(position, go);
        assert!(milliseconds.contains(&answer.took.as_millis()), "{go}: {:?}", answer.took);
        assert!(milliseconds.end <= 500 || answer.last().depth > 2, "{go}");
    }
}

#[test]
fn endless_search_waits_for_stop() {
    let mut client = Client::introduced();
    for go in ["go infinite", "go infinite depth 1", "go depth 1 infinite"] {
        client.send(WON_IN_ONE);
        client.send(go);
        let heard = client.listen(Duration::from_millis(300));
        assert_eq!(count(&heard, "bestmove "), 0, "{go}: {heard:?}");
        assert!(heard.last().unwrap().ends_with(" pv c1"), "{heard:?}");
        // What it had seen when it ended, and the move.
        let last = client.stop();
        assert!(last.len() == 2 && last[0].ends_with(" pv c1"), "{go}: {last:?}");
        assert_eq!(last[1], "bestmove c1", "{go}");
    }
}

#[test]
fn is_ready_in_mid_search() {
    let mut client = Client::introduced();
    start_endless(&mut client, MIDDLE);
    for _ in 0..5 {
        let asked = Instant::now();
        client.send("isready");
        let lines = client.until("readyok");
        assert!(asked.elapsed() < Duration::from_millis(100));
        assert_eq!(count(&lines, "bestmove "), 0);
    }
    client.stop();
}

#[test]
fn stop_is_answered_soon() {
    let mut client = Client::introduced();
    for position in [START, MIDDLE, WILD] {
        for wait in [0, 50] {
            client.send(position);
            client.expect_silence();
            client.send("go infinite");
            let heard = client.listen(Duration::from_millis(wait));
            assert_eq!(count(&heard, "bestmove "), 0, "{heard:?}");
            client.send("stop");
            assert!(client.answer().took < SOON, "{position}");
        }
    }
}

#[test]
fn two_stops_and_the_next_search() {
    let mut client = Client::introduced();
    start_endless(&mut client, START);
    let next = "position startpos moves a1 f6";
    client.send_all(["stop", "stop", next, "go depth 2"]);
    client.until("bestmove");
    client.answer().check(&read_position(next, BoardSize::Six));
    assert_eq!(count(&settle(&mut client), "bestmove "), 0, "a third answer");
}

#[test]
fn go_in_mid_search_drops_the_old_one() {
    let mut client = Client::introduced();
    start_endless(&mut client, START);
    // Two plies further: moves of the old search would be no answer.
    client.send(WON_IN_ONE);
    client.send("go infinite");
    let heard = client.listen(Duration::from_millis(200));
    assert_eq!(count(&heard, "bestmove "), 0, "{heard:?}");
    assert!(heard.last().unwrap().ends_with(" pv c1"), "{heard:?}");
    client.send("stop");
    assert_eq!(client.answer().best, "c1");
    assert_eq!(count(&settle(&mut client), "bestmove "), 0);
}

#[test]
fn a_stopped_search_is_answered_and_a_dropped_one_is_not() {
    let mut client = Client::introduced();
    let stopped = [START, "go infinite", "stop", MIDDLE, "go infinite", "stop", "stop"];
    let dropped = [START, "go infinite", MIDDLE, "go movetime 20000"];
    for (lines, answers) in [
        (vec!["stop"], 1),
        (vec![], 0),
        (stopped.repeat(50), 100),
        ([&dropped.repeat(50)[..], &["stop"]].concat(), 1),
    ] {
        start_endless(&mut client, MIDDLE);
        client.send_all(lines);
        assert_eq!(count(&settle(&mut client), "bestmove "), answers);
    }
}

#[test]
fn options_in_mid_search() {
    let mut client = Client::introduced();
    start_endless(&mut client, MIDDLE);
    client.send_all([
        "setoption name Hash value 2",
        "setoption name HalfKomi value 4",
        "setoption name Caps value 0",
    ]);
    let heard = client.ready();
    assert_eq!(count(&heard, "info string"), 0, "{heard:?}");
    client.send("setoption name Hash value many");
    let heard = client.ready();
    assert_eq!(count(&heard, "info string"), 1, "{heard:?}");
    client.stop();
    client.search(START, "go depth 3");
}
