//! Words of `go` that no client sends today, but that mean what they say.

use std::time::{Duration, Instant};

use tak_tests::client::{Client, count};

const START: &str = "position startpos moves a1 f6";
/// Only c1 wins at once.
const WON_IN_ONE: &str = "position tps x3/2,2,x/1,1,x 1 3";
/// Black can block one of two roads only.
const LOST_IN_TWO: &str = "position tps x4/x4/1,1,x,1/1,1,1,x 2 6";
/// Long enough to hear what must not be said.
const A_WHILE: Duration = Duration::from_millis(200);

#[test]
fn solved_and_mate_end_with_a_proof() {
    let mut client = Client::introduced();
    for go in ["go solved", "go mate 1", "go mate 7", "go solved nodes 1000000"] {
        for position in [WON_IN_ONE, LOST_IN_TWO] {
            let answer = client.search(position, go);
            assert!(answer.last().solved, "{position}, {go}: {answer:?}");
        }
    }
}

/// Nine plies of threats: deep for a search of so few nodes.
#[test]
fn a_forced_win_is_proven_to_its_end() {
    let mut client = Client::introduced();
    let position = "position tps x,2,1,x2/x2,1,x2/1,1,x2,2/x3,2,2/1,x4 1 6";
    for go in ["go mate 5", "go solved nodes 20000"] {
        let answer = client.search(position, go);
        assert!(answer.last().solved && answer.best == "a2", "{go}: {answer:?}");
        assert_eq!(answer.last().score, 9991, "{go}: {answer:?}");
    }
    // There is none in so few moves.
    let answer = client.search(position, "go mate 2");
    assert!(!answer.last().solved, "{answer:?}");
}

/// Black begins with a quiet move and wins in three.
const QUIET: &str = "position tps 1S,12S,x/x,1,21S/1S,2S,21S 2 9";

#[test]
fn a_win_that_may_have_been_missed_is_told() {
    let mut client = Client::introduced();
    let mut doubts = |go: &str, position: &str| {
        client.send_all([position, go]);
        let lines = client.until("bestmove");
        lines.into_iter().filter(|line| line.contains("not every quiet move")).collect::<Vec<_>>()
    };
    let middle = "position tps x4/x,1,x2/x2,2,x/x4 1 3";
    for (go, position) in [("go mate 2", middle), ("go mate 1", QUIET), ("go mate 2", QUIET)] {
        assert_eq!(doubts(go, position), Vec::<String>::new(), "{go}, {position}");
    }
    // Each takes longer than it may, or tries some moves only.
    for (go, moves) in
        [("go mate 4 nodes 2000", 4), ("go mate 3 nodes 40", 3), ("go mate 2 searchmoves a2", 2)]
    {
        let doubt =
            format!("info string mate {moves}: none found, but not every quiet move was tried");
        assert_eq!(doubts(go, middle), [doubt], "{go}");
    }
}

#[test]
fn searchmoves_are_the_only_ones() {
    let mut client = Client::introduced();
    let answer = client.search(WON_IN_ONE, "go depth 3 searchmoves b3 Sc1");
    assert!(["b3", "Sc1"].contains(&answer.best.as_str()), "{answer:?}");
    // Illegal moves leave nothing to choose from.
    let answer = client.search(WON_IN_ONE, "go depth 3 searchmoves a1 h8");
    assert_eq!(answer.best, "c1");
}

/// A game on 4×4 with komi 2 before its last move: neither side can do better than a draw.
const DRAWN: &str = "position startpos moves a1 a3 b3 Sc3 b2 b1 c2 Sd2 c1 d2< b4 c3< c4 d4 d3 c3 d2 d1 c1> \
    c3> a2 c1 d2+ d2 b2- d2+ Sd2 4d3< a4 c1< c4> c4 d3 2b3+ b2 3b1+12";

#[test]
fn a_draw_is_worth_less_to_who_plays_by_a_clock() {
    let by_a_clock = "go depth 6 wtime 60000 btime 60000";
    let mut client = Client::introduced();
    client.send("teinewgame size 4 halfkomi 4");
    assert_eq!(client.search(DRAWN, by_a_clock).last().score, -60);
    // No search believes what one with another contempt has put into the table.
    let mut score = |contempt: &str, go: &str| {
        client.send(&format!("setoption name Contempt value {contempt}"));
        client.search(DRAWN, go).last().score
    };
    assert_eq!(score("60", "go depth 6"), 0, "an analysis takes it for what it is");
    assert_eq!(score("60", by_a_clock), -60);
    assert_eq!(score("-200", by_a_clock), 200);
    assert_eq!(score("0", by_a_clock), 0);
    client.send("setoption name Contempt value 60");
    client.send(DRAWN);
    client.send("go infinite wtime 60000 btime 60000");
    let heard = client.listen(A_WHILE);
    client.send("stop");
    client.until("bestmove");
    let told = heard.iter().rfind(|line| line.starts_with("info multipv 1 ")).unwrap();
    assert!(told.contains(" score cp 0 "), "{told}");
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut client = Client::introduced();
    for go in [
        "go ponder movetime 50",
        "go ponder wtime 100 btime 100",
        "go ponder depth 2",
        "go ponder nodes 100",
    ] {
        client.send(START);
        client.send(go);
        let heard = client.listen(A_WHILE);
        assert!(!heard.is_empty() && count(&heard, "bestmove ") == 0, "{go}: {heard:?}");
        let asked = Instant::now();
        client.send("ponderhit");
        let lines = client.until("bestmove");
        assert_eq!(count(&lines, "bestmove "), 1, "{go}");
        assert!(asked.elapsed() < Duration::from_secs(5), "{go}");
    }
    // The clock runs from the hit on, not from the start.
    client.send(START);
    client.send("go ponder movetime 300");
    client.listen(Duration::from_millis(400));
    let asked = Instant::now();
    client.send("ponderhit");
    client.send("ponderhit");
    client.until("bestmove");
    assert!(asked.elapsed() > Duration::from_millis(250));
    client.expect_silence();
}

#[test]
fn pondering_ends_like_any_search() {
    let mut client = Client::introduced();
    client.send(START);
    client.send("go ponder depth 2");
    client.listen(A_WHILE);
    client.stop();
    // Another search drops it.
    client.send("go ponder");
    client.until("info");
    client.send_all([WON_IN_ONE, "go depth 2"]);
    let lines = client.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove c1");
    // Nothing is pondering: no answer.
    client.send("ponderhit");
    client.expect_silence();
    client.send("go ponder");
    client.until("info");
    client.end_input();
    assert_eq!(count(&client.exit(), "bestmove "), 1);
}
