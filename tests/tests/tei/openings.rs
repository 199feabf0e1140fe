//! Games with all openings, in the words of every client.

use tak_encoding::{AnyRules, BoardSize, Opening};
use tak_tests::client::{Client, read_position_with};

/// Sends lines, and searches a position with this opening.
fn best_move(client: &mut Client, lines: &[&str], position: &str, opening: Opening) -> String {
    client.send_all(lines.iter().copied().chain([position]));
    client.expect_silence();
    client.send("go nodes 2000");
    let answer = client.answer();
    let mut rules = AnyRules::default();
    rules.opening = opening;
    answer.check(&read_position_with(position, BoardSize::Six, rules));
    answer.best
}

#[test]
fn the_first_ply_is_that_of_the_opening() {
    let mut client = Client::introduced();
    let start = "position startpos";
    for (lines, opening) in [
        (&["teinewgame 6"][..], Opening::Swap),
        (&["setoption name opening value Double Black Stack"], Opening::DoubleBlackStack),
        (&["teinewgame 6"], Opening::DoubleBlackStack),
        (&["teinewgame size 6 halfkomi 4"], Opening::DoubleBlackStack),
        (&["teinewgame size 6 opening no-swap halfkomi 4"], Opening::NoSwap),
        (&["teinewgame 6"], Opening::DoubleBlackStack),
        (&["teinewgame 6 opening double black stack"], Opening::DoubleBlackStack),
        (&["setoption name Opening value no-swap"], Opening::NoSwap),
        (&["setoption name Opening value swap", "teinewgame 6"], Opening::Swap),
    ] {
        let best = best_move(&mut client, lines, start, opening);
        assert_eq!(best.starts_with('2'), opening == Opening::DoubleBlackStack, "{lines:?} {best}");
    }
    for bad in ["setoption name Opening value triple", "teinewgame 6 opening"] {
        client.send(bad);
        let told = client.ready();
        assert!(told.len() == 1 && told[0].contains("`swap`, `no-swap` or"), "{told:?}");
    }
    client.quit();
}

#[test]
fn games_are_taken_however_they_are_told() {
    let mut client = Client::introduced();
    client.send("teinewgame 6");
    for position in [
        // Whatever the option says.
        "position startpos moves 2a1",
        "position startpos moves 2a1 f6",
        "position startpos moves 2a1 f6 c3",
        "position tps x6/x6/x6/x6/x6/x6 1 1 moves 2a1 f6",
        // As PTN Ninja does, at every ply.
        "position tps x6/x6/x6/x6/x6/22,x5 2 1",
        "position tps x6/x6/x6/x6/x6/22,x5 2 1 moves f6",
        "position tps x5,1/x6/x6/x6/x6/22,x5 1 2",
        "position tps x5,1/x6/x6/x6/x6/22,x5 1 2 moves c3",
        "position tps x5,1/x6/x6/x6/x6/22,x5 1 2 moves c3 2a1+11",
        "position tps x6/x6/x6/x6/x6/1,x5 2 1",
        "position tps x5,2/x6/x6/x6/x6/1,x5 1 2",
    ] {
        best_move(&mut client, &[], position, Opening::Swap);
    }
    // A page sets the option once, and then sends what its user looks at.
    for (option, position, opening) in [
        ("double black stack", "position startpos moves a1 f6", Opening::Swap),
        ("double black stack", "position tps x6/x6/x6/x6/x6/x6 1 1 moves a1 f6", Opening::Swap),
        ("no-swap", "position startpos moves a1 f6", Opening::NoSwap),
        ("no-swap", "position startpos moves 2a1 f6", Opening::DoubleBlackStack),
        ("no-swap", "position tps x6/x6/x6/x6/x6/22,x5 2 1", Opening::DoubleBlackStack),
        ("swap", "position startpos moves 2a1 f6", Opening::DoubleBlackStack),
    ] {
        let option = format!("setoption name Opening value {option}");
        best_move(&mut client, &[&option, "teinewgame 6"], position, opening);
    }
    client.send_all(["setoption name Opening value swap", "teinewgame 6 opening no-swap"]);
    client.send("position startpos moves 2a1");
    assert!(client.ready()[0].contains("double black stack"));
    client.send("teinewgame 6");
    for bad in ["position startpos moves a1 2f6", "position startpos moves a1 f6 2c3"] {
        client.send(bad);
        let told = client.ready();
        assert!(told.len() == 1 && told[0].contains("double black stack"), "{told:?}");
    }
    client.quit();
}

#[test]
fn every_size_knows_every_opening() {
    let mut client = Client::introduced();
    for size in BoardSize::ALL {
        for opening in Opening::ALL {
            client.send(&format!("teinewgame size {size} opening {opening}"));
            let mut rules = AnyRules::default();
            rules.opening = opening;
            let mut position = "position startpos moves".to_owned();
            for _ in 0..4 {
                client.send(&position);
                client.send("go nodes 300");
                let answer = client.answer();
                answer.check(&read_position_with(&position, size, rules));
                position = format!("{position} {}", answer.best);
            }
        }
    }
    client.quit();
}
