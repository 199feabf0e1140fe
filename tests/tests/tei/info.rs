//! What `info` lines say: scores, chances, proofs, several lines, finished games, and remarks for
//! people. `Answer::check` knows what holds of every line.

use tak_encoding::{AnyRules, BoardSize};
use tak_tests::client::{Client, read_position_with};

/// Only c1 wins at once.
const WON_IN_ONE: &str = "position tps x3/2,2,x/1,1,x 1 3";
/// Black can block one of two roads only.
const LOST_IN_TWO: &str = "position tps x4/x4/1,1,x,1/1,1,1,x 2 6";

#[test]
fn a_proof_is_told_as_the_client_knows_it() {
    let mut client = Client::introduced();
    let numbers = ["score cp 9999 wdl 1000 0 0", "score cp -9998 wdl 0 0 1000"];
    let results = ["score solved win 1 wdl 1000 0 0", "score solved loss 2 wdl 0 0 1000"];
    for (game, [wins, loses]) in
        [("isready", results), ("teinewgame 5", numbers), ("teinewgame size 5 halfkomi 0", results)]
    {
        client.send(game);
        for (position, told) in [(WON_IN_ONE, wins), (LOST_IN_TWO, loses)] {
            client.send_all([position, "go depth 6"]);
            let lines = client.until("bestmove");
            let proofs = lines
                .iter()
                .filter(|line| line.contains(" wdl 1000 ") || line.contains(" 1000 pv "));
            let proofs: Vec<_> = proofs.collect();
            assert!(!proofs.is_empty(), "{game}: {lines:?}");
            assert!(proofs.iter().all(|line| line.contains(told)), "{game}: {lines:?}");
        }
    }
}

/// A wall on the last square leaves four flats each. So it is told when only that move is asked for,
/// when it is the best one, and when it is one of several lines.
#[test]
fn a_certain_draw_is_told_as_one() {
    let mut client = Client::introduced();
    client.send("teinewgame size 3 halfkomi 0");
    let certain = "wdl 0 1000 0 pv ";
    for (position, go, pv) in [
        ("1,2,1/2,1,2/1,2,x 1 5", "go movetime 20 searchmoves Sc1", "Sc1"),
        ("1,2,1/2,1,2/1,2,x 1 5", "go nodes 1 searchmoves Sc1", "Sc1"),
        ("1,2,1/2,1,2/1,2,x 1 5", "go wtime 1000 btime 1000 searchmoves Sc1", "Sc1"),
        ("1,1S,2/2,1,1S/2,2S,x 1 5", "go depth 4", "c1"),
    ] {
        client.send_all([&format!("position tps {position}"), go]);
        let lines = client.until("bestmove");
        let last = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
        assert!(last.ends_with(&format!("{certain}{pv}")), "{go}: {last}");
    }
    // Of all lines, those that fill the board evenly.
    client.send("setoption name MultiPV value 20");
    client.send_all(["position tps 1,2,1/2,1,2/1,2,x 1 5", "go depth 3"]);
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.ends_with(&format!("{certain}Sc1"))), "{lines:?}");
    // For match runners it is a number.
    client.send_all(["teinewgame 3", "setoption name HalfKomi value 0"]);
    client.send_all(["position tps 1,2,1/2,1,2/1,2,x 1 5", "go nodes 9 searchmoves Sc1"]);
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("score cp 0 wdl 0 1000 0 pv Sc1")), "{lines:?}");
}

#[test]
fn wins_and_losses_are_seen() {
    let mut client = Client::introduced();
    let answer = client.search(WON_IN_ONE, "go depth 4");
    assert!(answer.best == "c1" && answer.is_win(), "{answer:?}");
    let answer = client.search(LOST_IN_TWO, "go depth 4");
    assert!(answer.last().score < -9000, "{answer:?}");
}

/// Black cannot block both c3 and d2, but can capture b2. Until every move has
/// been searched, those that lose prove nothing.
#[test]
fn a_search_cut_short_proves_no_loss() {
    let mut client = Client::introduced();
    client.send("setoption name Hash value 1");
    for nodes in 0..200 {
        client.send("teinewgame 4");
        let position = "position tps 2,x,2,x/x3,1/1,1,1,x/x,2,x2 2 5";
        let answer = client.search(position, &format!("go nodes {nodes}"));
        let lost = answer.infos.iter().any(|info| info.score < -9900);
        assert!(!lost, "{nodes} nodes: {answer:?}");
    }
}

#[test]
fn chances_are_those_of_the_side_to_move() {
    let mut client = Client::introduced();
    client.send("teinewgame size 6 halfkomi 0");
    // White is two flats ahead, and nobody threatens anything.
    let board = "x6/x,1,x,1,x2/x6/x,1,x,1,x2/x6/2,x3,2,x";
    let [white, black] = ["1 4", "2 4"].map(|turn| {
        let position = format!("position tps {board} {turn}");
        let answer = client.search(&position, "go depth 6");
        let last = answer.last();
        (last.score, last.chances)
    });
    assert!(white.0 > 50 && white.1[0] > white.1[2] + 100, "{white:?}");
    assert!(black.0 < -50 && black.1[2] > black.1[0] + 100, "{black:?}");
}

#[test]
fn half_a_point_of_komi_leaves_no_draws() {
    let mut client = Client::introduced();
    let mut draws = |half_komi: i32| {
        client.send(&format!("teinewgame size 5 halfkomi {half_komi}"));
        client.search("position startpos moves a1 e5 c3 c4", "go depth 4").last().chances[1]
    };
    assert!(draws(4) > 20);
    assert!(draws(3) <= 1);
}

/// A finished game is reported as it ended, whatever a search would find in it.
#[test]
fn a_finished_game_keeps_its_result() {
    let mut client = Client::introduced();
    for (position, score, note) in [
        // A road of the other side, even where the side to move could complete one;
        // of its own; and neither depends on whose turn it is.
        ("tps 1,1,1/2,2,x/x3 2 4", -10_000, "R-0"),
        ("tps 1,1,1/2,2,x/x3 1 4", 10_000, "R-0"),
        ("tps 2,2,2/1,1,x/1,x2 2 4", 10_000, "0-R"),
        // A full board.
        ("tps 1,2,1/2,1,2/1,2,1 2 5", -10_000, "F-0"),
        ("tps 1,2,1/2,1,2/1,2,1 1 6", 10_000, "F-0"),
        ("tps 1,2,1/2,1S,2/1,2,1 1 6", 0, "1/2-1/2"),
        // Played to its end.
        ("startpos moves f6 a1 a2 f5 a3 f4 a4 f3 a5 f2 a6", -10_000, "R-0"),
    ] {
        let position = format!("position {position}");
        for go in ["go depth 3", "go movetime 50", "go wtime 100 btime 100", "go solved"] {
            let answer = client.search(&position, go);
            let last = answer.last();
            assert_eq!((last.score, last.solved), (score, true), "{position}: {last:?}");
            assert_eq!(last.note, Some(format!("game over: {note}")), "{position}");
        }
    }
}

#[test]
fn a_finished_game_waits_for_stop_too() {
    let mut client = Client::introduced();
    client.send("position tps 1,1,1/2,2,x/x3 2 4");
    client.go_infinite();
    client.expect_silence();
    client.stop();
}

#[test]
fn without_any_move_the_answer_is_two_dashes() {
    let mut client = Client::introduced();
    client.send_all(["position tps 1S,2S,1S/2S,1S,2S/1S,2S,1S 2 5", "go depth 2"]);
    assert_eq!(client.line().1, "bestmove --");
}

/// White has no piece left, so the game is over; c1 would be a road.
#[test]
fn an_answer_without_a_reserve_is_legal() {
    let mut client = Client::introduced();
    let position = "position tps 2,2,x/x2,1/1,1,x 1 4";
    client.send_all(["setoption name Flats value 3", position, "go depth 2"]);
    let answer = client.answer();
    let mut rules = AnyRules::default();
    rules.flats = [Some(3); 2];
    answer.check(&read_position_with(position, BoardSize::Three, rules));
    assert_eq!(answer.last().note.as_deref(), Some("game over: F-0"));
}

#[test]
fn several_lines_come_with_the_best_one_last() {
    let mut client = Client::introduced();
    client.send_all(["setoption name MultiPV value 4", "teinewgame 5"]);
    for (position, lines) in [
        ("position startpos moves a1 e5 c3 c4", 4),
        ("position tps x5/x5/x5/x5/x5 1 1", 4),
        (LOST_IN_TWO, 4),
        // One square is left.
        ("position tps 1,2S,1/2S,1S,2S/2,2S,x 1 5", 2),
    ] {
        let answer = client.search(position, "go depth 3");
        let deepest = answer.last().depth;
        let mut last = answer.infos.clone();
        last.retain(|info| info.depth == deepest);
        let ranks: Vec<u64> = last.iter().map(|info| info.rank).collect();
        assert!(ranks.len() >= lines, "{position}: {ranks:?}");
        let expected: Vec<u64> = (1..=ranks.len() as u64).rev().collect();
        assert_eq!(ranks, expected, "{position}");
        assert!(last.is_sorted_by_key(|info| info.score), "{last:?}");
        let mut moves: Vec<_> = last.iter().map(|info| &info.line[0]).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), last.len(), "a move in two lines: {last:?}");
    }
}

#[test]
fn several_lines_under_every_limit() {
    let mut client = Client::introduced();
    client.send("setoption name MultiPV value 3");
    let position = "position startpos moves a1 f6 c3 c4 d3 d4 e3 Sb3 Cd2";
    for go in ["go nodes 0", "go nodes 500", "go nodes 5000", "go movetime 40"] {
        client.search(position, go);
    }
    client.send(position);
    client.go_infinite();
    client.send("stop");
    let lines = client.until("bestmove");
    assert!(lines.last().is_some_and(|line| !line.ends_with("--")));
}

/// A client that shows only lines of play must learn that they belong to another
/// position.
#[test]
fn a_refused_position_is_told_with_the_search() {
    let mut client = Client::introduced();
    client.send("teinewgame 6");
    client.complaint("position startpos moves a1 f6 zz");
    for _ in 0..2 {
        client.send("go depth 2");
        let answer = client.answer();
        let mut notes = answer.infos.iter().map(|info| info.note.as_deref());
        // Once in each search: a page shows it every time.
        let note = notes.next().flatten().unwrap();
        assert!(note.starts_with("position: move 3: move `zz`: "), "{note}");
        assert!(notes.all(|note| note.is_none()), "{answer:?}");
    }
    client.complaint("position startpos moves zz");
    assert_eq!(client.search("position startpos moves a1", "go depth 2").last().note, None);
}

/// A page shows nothing else of it.
#[test]
fn refused_rules_are_told_with_each_search() {
    let mut client = Client::introduced();
    let note = |client: &mut Client| {
        client.send("go depth 2");
        client.answer().infos[0].note.clone()
    };
    client.send("teinewgame size 4 halfkomi 0");
    for (bad, mended) in [
        ("Flats value 70", "flats value 20"),
        ("Caps2 value 21", "Caps2 value 1"),
        ("halfkomi value x", "HalfKomi value 4"),
        ("Opening value mine", "opening value no-swap"),
    ] {
        client.complaint(&format!("setoption name {bad}"));
        // This one sets something else.
        client.send("setoption name Caps1 value 1");
        for _ in 0..2 {
            let note = note(&mut client).unwrap();
            assert!(note.starts_with("option ") && note.contains("expected "), "{bad}: {note}");
        }
        client.send(&format!("setoption name {mended}"));
        assert_eq!(note(&mut client), None, "{mended}");
    }
    // All of several are told, until there is another game.
    for bad in ["setoption name Flats value 70", "setoption name HalfKomi value 21", "teinewgame 9"]
    {
        client.complaint(bad);
    }
    client.complaint("position startpos moves zz");
    let told = note(&mut client).unwrap();
    for problem in ["option Flats: ", "option HalfKomi: ", "position: ", "teinewgame: "] {
        assert!(told.contains(problem), "{problem}: {told}");
    }
    client.send("teinewgame 4");
    assert_eq!(note(&mut client), None);
    // The komi of the game itself.
    client.complaint("teinewgame size 4 halfkomi 21");
    assert!(note(&mut client).unwrap().ends_with("taken as 20"));
    client.send("teinewgame size 4 halfkomi 4");
    assert_eq!(note(&mut client), None);
}

/// The stacks of a small board hold 62 flats. The range suits all boards, so
/// what does not fit is reported when the game begins.
#[test]
fn pieces_that_do_not_fit_the_board() {
    let mut client = Client::introduced();
    let told = "reserves: 81 pieces could end up on one stack, expected at most 63 (both players' \
                flats and one capstone); 6×6 is played with 31 flats each at most";
    // Before the game, as some clients do, when its size is not known yet.
    client.send_all(["setoption name Flats value 40", "teinewgame 8"]);
    client.expect_silence();
    assert!(client.complaint("teinewgame 6").ends_with(told));
    let note = |client: &mut Client| {
        client.search("position startpos", "go depth 2").infos[0].note.clone()
    };
    assert_eq!(note(&mut client).as_deref(), Some(told));
    // The second dialect resets them; another client sets them during the game.
    client.send_all(["teinewgame size 6 halfkomi 0", "setoption name Flats value 31"]);
    client.expect_silence();
    assert_eq!(note(&mut client), None);
    client.send("setoption name Flats value 40");
    assert_eq!(note(&mut client).as_deref(), Some(told));
    client.send("setoption name Flats value -1");
    assert_eq!(note(&mut client), None);
}
