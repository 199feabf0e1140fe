//! Searches over TEI: every limit is kept, every line is sound, every `go` has
//! one answer, and the engine listens while it thinks.

use std::time::{Duration, Instant};

use tak_encoding::BoardSize;
use tak_tests::client::{Answer, Client, read_position};
use tak_tests::games::play;

const START: &str = "position startpos";
const MIDDLE: &str = "position startpos moves a1 f6 c3 c4 d3 d4 e3 Sb3 Cd2 e4 d2+ Cd2 b4 b5";
/// Only c1 wins at once.
const WON_IN_ONE: &str = "position tps x3/2,2,x/1,1,x 1 3";
/// Tall stacks, threats, hundreds of moves, and no quick end.
const WILD: &str = "position tps 1,122C,2,11,1212,111C,21,x/21S,1,2,121,22,22,1,2122/\
    x,11,x,1,2S,1212,12,2/112,x,1,x,2,21,21,x/1,221,12,1,21,x,2S,2/\
    2,x,1,221,1,1,2,2/1,2,2,2222,1,2,2,21C/12C,1,2,x,111,1,21,2 2 112";

/// A machine may be busy; what should take no time must take less than this.
const SOON: Duration = Duration::from_millis(500);

/// Searches and checks everything that was said; also returns how long it took.
fn search(client: &mut Client, position: &str, go: &str) -> (Answer, Duration) {
    client.send(position);
    assert_eq!(client.ready(), Vec::<String>::new(), "{position}");
    let start = Instant::now();
    client.send(go);
    let answer = client.answer();
    answer.check(&read_position(position, BoardSize::Six));
    let took = answer.at - start;
    (answer, took)
}

/// A search that runs until it is told to stop, and has seen something.
fn start_endless(client: &mut Client, position: &str) {
    client.send(position);
    client.send("go infinite");
    client.until("info");
}

/// How many searches have come to their end among these lines.
fn count_answers(lines: &[String]) -> usize {
    let answers = lines.iter().filter(|line| line.starts_with("bestmove "));
    answers.count()
}

/// After this nothing of an earlier search can come.
fn settle(client: &mut Client) -> Vec<String> {
    client.send("teinewgame 6");
    client.ready()
}

#[test]
fn lines_are_sound_at_every_size() {
    let mut client = Client::introduced();
    for size in BoardSize::ALL {
        client.send(&format!("teinewgame {size}"));
        let mut moves = String::new();
        for ply in 0..12 {
            let position = format!("position startpos moves {moves}");
            client.send(&position);
            client.send(["go depth 3", "go movetime 30", "go nodes 3000"][ply % 3]);
            let answer = client.answer();
            let mut board = read_position(&position, size);
            answer.check(&board);
            play(&mut board, &answer.best);
            if board.outcome().is_some() {
                break;
            }
            moves = format!("{moves} {}", answer.best);
        }
    }
    client.quit();
}

#[test]
fn lines_are_sound_in_a_wild_position() {
    let mut client = Client::introduced();
    let (answer, _) = search(&mut client, WILD, "go movetime 1000");
    assert!(answer.last().nodes > 1000);
    client.quit();
}

#[test]
fn depth() {
    let mut client = Client::introduced();
    for position in [START, MIDDLE] {
        for (given, reached) in [(0, 1), (1, 1), (2, 2), (3, 3)] {
            let (answer, _) = search(&mut client, position, &format!("go depth {given}"));
            assert_eq!(answer.last().depth, reached, "{position}");
            assert_eq!(answer.infos[0].depth, 1);
        }
    }
    client.quit();
}

#[test]
fn nodes() {
    let mut client = Client::introduced();
    let few = [0, 1].map(|nodes| {
        let (answer, _) = search(&mut client, MIDDLE, &format!("go nodes {nodes}"));
        answer.last().depth
    });
    assert_eq!(few, [1, 1], "one move has to be looked at");
    for nodes in (250..10_000).step_by(250) {
        let (answer, _) = search(&mut client, START, &format!("go nodes {nodes}"));
        assert!(answer.last().nodes <= nodes, "{:?}", answer.last());
    }
    client.quit();
}

#[test]
fn time_of_a_move() {
    let mut client = Client::introduced();
    for (position, time) in [(START, "0"), (MIDDLE, "7"), (START, "-5"), (WILD, "0")] {
        let (_, took) = search(&mut client, position, &format!("go movetime {time}"));
        assert!(took < SOON, "{time}: {took:?}");
    }
    let (_, took) = search(&mut client, START, "go movetime 300");
    assert!((200..800).contains(&took.as_millis()), "{took:?}");
    let (_, took) = search(&mut client, START, "go movetime 1500.5");
    assert!((1400..2500).contains(&took.as_millis()), "{took:?}");
    client.quit();
}

#[test]
fn clocks() {
    let mut client = Client::introduced();
    let black_to_move = "position startpos moves a1";
    for (position, go) in [
        (START, "go wtime 0 btime 0 winc 0 binc 0"),
        (START, "go wtime -100 btime -100"),
        (MIDDLE, "go wtime 1 btime 1 winc 0 binc 0"),
        (START, "go wtime 10 btime 3600000 winc 0 binc 0"),
        (black_to_move, "go wtime 3600000 btime 10 winc 60000 binc 0"),
        (WILD, "go wtime 20 btime 20 winc 0 binc 0"),
    ] {
        let (_, took) = search(&mut client, position, go);
        assert!(took < SOON, "{go}: {took:?}");
    }
    // A part of the time, and not next to nothing of it.
    let (answer, took) = search(&mut client, START, "go wtime 20000 btime 1 winc 0 binc 0");
    assert!((50..10_000).contains(&took.as_millis()), "{took:?}");
    assert!(answer.last().depth > 2);
    client.quit();
}

#[test]
fn the_first_limit_ends_the_search() {
    let mut client = Client::introduced();
    for (go, depth) in [
        ("go depth 2 nodes 100000000 movetime 20000", 2),
        ("go movetime 20000 wtime 600000 btime 600000 depth 2", 2),
        ("go depth 60 nodes 1 movetime 20000", 1),
        ("go depth 60 nodes 100000000 movetime 0", 1),
        ("go nodes 100000000 wtime 0 btime 0", 1),
    ] {
        let (answer, took) = search(&mut client, START, go);
        assert_eq!(answer.last().depth, depth, "{go}");
        assert!(took < SOON, "{go}: {took:?}");
    }
    client.quit();
}

#[test]
fn words_of_other_engines_are_skipped() {
    let mut client = Client::introduced();
    for go in [
        "go depth 2 movestogo 5",
        "go depth 2 searchmoves a1 b1",
        "go depth 2 currmove 3 strength full",
    ] {
        let (answer, _) = search(&mut client, START, go);
        assert_eq!(answer.last().depth, 2, "{go}");
    }
    client.quit();
}

#[test]
fn bare_go_ends_by_itself() {
    let mut client = Client::introduced();
    let (_, took) = search(&mut client, START, "go");
    assert!((1..20).contains(&took.as_secs()), "{took:?}");
    client.quit();
}

#[test]
fn endless_search_waits_for_stop() {
    let mut client = Client::introduced();
    for go in ["go infinite", "go infinite depth 1", "go depth 1 infinite"] {
        client.send(WON_IN_ONE);
        client.send(go);
        let heard = client.listen(Duration::from_millis(300));
        assert_eq!(count_answers(&heard), 0, "{go}: {heard:?}");
        assert!(heard.last().unwrap().ends_with(" pv c1"), "{heard:?}");
        client.send("stop");
        // What it had seen when it ended, and the move.
        let last = client.until("bestmove");
        assert!(last.len() == 2 && last[0].ends_with(" pv c1"), "{go}: {last:?}");
        assert_eq!(last[1], "bestmove c1", "{go}");
    }
    client.quit();
}

#[test]
fn wins_and_losses_are_seen() {
    let mut client = Client::introduced();
    let (answer, _) = search(&mut client, WON_IN_ONE, "go depth 4");
    assert!(answer.best == "c1" && answer.is_win(), "{answer:?}");
    // Black can block one of two roads only.
    let lost = "position tps x4/x4/1,1,x,1/1,1,1,x 2 6";
    let (answer, _) = search(&mut client, lost, "go depth 4");
    assert!(answer.last().score < -9000, "{answer:?}");
    client.quit();
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
        assert_eq!(count_answers(&lines), 0);
    }
    client.send("stop");
    client.until("bestmove");
    client.quit();
}

#[test]
fn stop_is_answered_soon() {
    let mut client = Client::introduced();
    for position in [START, MIDDLE, WILD] {
        for wait in [0, 50] {
            client.send(position);
            assert_eq!(client.ready(), Vec::<String>::new());
            client.send("go infinite");
            let heard = client.listen(Duration::from_millis(wait));
            assert_eq!(count_answers(&heard), 0, "{heard:?}");
            let asked = Instant::now();
            client.send("stop");
            assert!(client.answer().at - asked < SOON, "{position}");
        }
    }
    client.quit();
}

#[test]
fn two_stops_and_the_next_search() {
    let mut client = Client::introduced();
    start_endless(&mut client, START);
    let next = "position startpos moves a1 f6";
    for line in ["stop", "stop", next, "go depth 2"] {
        client.send(line);
    }
    client.until("bestmove");
    client.answer().check(&read_position(next, BoardSize::Six));
    assert_eq!(count_answers(&settle(&mut client)), 0, "a third answer");
    client.quit();
}

#[test]
fn go_in_mid_search_drops_the_old_one() {
    let mut client = Client::introduced();
    start_endless(&mut client, START);
    // Two plies further: moves of the old search would be no answer.
    client.send(WON_IN_ONE);
    client.send("go infinite");
    let heard = client.listen(Duration::from_millis(200));
    assert_eq!(count_answers(&heard), 0, "{heard:?}");
    assert!(heard.last().unwrap().ends_with(" pv c1"), "{heard:?}");
    client.send("stop");
    assert_eq!(client.answer().best, "c1");
    assert_eq!(count_answers(&settle(&mut client)), 0);
    client.quit();
}

#[test]
fn many_searches_dropped_one_after_the_other() {
    let mut client = Client::introduced();
    for _ in 0..50 {
        client.send(START);
        client.send("go infinite");
        client.send(MIDDLE);
        client.send("go movetime 20000");
    }
    client.send("stop");
    let lines = settle(&mut client);
    assert_eq!(count_answers(&lines), 1, "{lines:?}");
    client.quit();
}

#[test]
fn every_stopped_search_has_its_answer() {
    let mut client = Client::introduced();
    for _ in 0..50 {
        for line in [START, "go infinite", "stop", MIDDLE, "go infinite", "stop", "stop"] {
            client.send(line);
        }
    }
    assert_eq!(count_answers(&settle(&mut client)), 100);
    client.quit();
}

#[test]
fn new_game_after_stop_loses_no_answer() {
    let mut client = Client::introduced();
    start_endless(&mut client, MIDDLE);
    client.send("stop");
    assert_eq!(count_answers(&settle(&mut client)), 1);
    // Without a stop the search is dropped.
    start_endless(&mut client, MIDDLE);
    assert_eq!(count_answers(&settle(&mut client)), 0);
    client.quit();
}

#[test]
fn options_in_mid_search() {
    let mut client = Client::introduced();
    start_endless(&mut client, MIDDLE);
    for line in [
        "setoption name Hash value 2",
        "setoption name HalfKomi value 4",
        "setoption name Caps value 0",
    ] {
        client.send(line);
    }
    let heard = client.ready();
    assert!(heard.iter().all(|line| !line.starts_with("info string")), "{heard:?}");
    client.send("setoption name Hash value many");
    let heard = client.ready();
    let complaints = heard.iter().filter(|line| line.starts_with("info string"));
    assert_eq!(complaints.count(), 1, "{heard:?}");
    client.send("stop");
    client.until("bestmove");
    search(&mut client, START, "go depth 3");
    client.quit();
}
