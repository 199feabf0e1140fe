//! Commands beyond the protocol: what they print, and that no client notices.

use std::time::{Duration, Instant};

use tak_tests::client::{Client, count};

const POSITION: &str = "position tps x5/x2,1122C,2,x/x,1S,x3/x3,1,x/1,x3,2 2 9";

/// What a command prints before the next one is answered; no line begins with a
/// word that a client would read.
fn says(client: &mut Client, line: &str) -> Vec<String> {
    client.send(line);
    let heard = client.ready();
    for line in &heard {
        let word = line.split(' ').next().unwrap_or_default();
        let known = ["info", "bestmove", "readyok", "teiok", "option", "id", "size"];
        assert!(!known.contains(&word), "{line}");
    }
    heard
}

#[test]
fn the_board_is_drawn() {
    let mut client = Client::introduced();
    client.send_all(["teinewgame size 5 halfkomi 5", POSITION]);
    let drawn = says(&mut client, "d");
    let expected = [
        " 5  .  .   .      .  .",
        " 4  .  .   1122C  2  .",
        " 3  .  1S  .      .  .",
        " 2  .  .   .      1  .",
        " 1  1  .   .      .  2",
        "    a  b   c      d  e",
        "White: 16 flats, 1 capstone in hand",
        "Black: 18 flats, 0 capstones in hand, to move",
        "Flats on top: +0 for White",
        "Komi: 2.5 (5 half points)",
        "Move: 9",
        "TPS: x5/x2,1122C,2,x/x,1S,x3/x3,1,x/1,x3,2 2 9",
    ];
    assert_eq!(drawn[..12], expected);
    assert!(drawn[12].starts_with("Hash: "));
    assert!(drawn[13].starts_with("Legal moves: "));
    assert_eq!(drawn.len(), 14);
}

#[test]
fn the_evaluation_is_explained() {
    let mut client = Client::introduced();
    client.send_all(["teinewgame 5", POSITION]);
    let lines = says(&mut client, "eval");
    for start in ["Term ", "tempo ", "hard capstone ", "Mix: ", "Sum: ", "Chances of Black: "] {
        assert!(count(&lines, start) > 0, "no {start} in {lines:#?}");
    }
    // What is zero is left out.
    assert_eq!(count(&lines, "lead "), 0);
}

#[test]
fn perft_is_divided() {
    let mut client = Client::introduced();
    client.send("teinewgame 4");
    for line in ["perft 3", "go perft 3"] {
        client.send(line);
        let lines = client.until("Total:");
        let (total, parts) = lines.split_last().unwrap();
        assert!(total.starts_with("Total: 7440 in "), "{total}");
        let counts = parts.iter().map(|part| part.split_once(": ").unwrap());
        let sum: u64 = counts.clone().map(|(_, count)| count.parse::<u64>().unwrap()).sum();
        assert_eq!((parts.len(), sum), (16, 7440));
        assert!(counts.map(|(mv, _)| mv).is_sorted());
    }
    for (line, total) in [("perft 0", "Total: 1 in "), ("perft 1", "Total: 16 in ")] {
        client.send(line);
        assert_eq!(count(&client.until("Total:"), total), 1);
    }
}

#[test]
fn perft_listens() {
    let mut client = Client::introduced();
    client.send("perft 20");
    let asked = Instant::now();
    client.expect_silence();
    client.send("stop");
    let last = client.until("Stopped");
    assert!(last.len() == 1 && asked.elapsed() < Duration::from_secs(5), "{last:?}");
    // A search replaces it, and it replaces a search, silently.
    client.send("perft 20");
    client.search("position startpos", "go depth 2");
    client.go_infinite();
    client.send("perft 2");
    let lines = client.until("Total:");
    assert_eq!(count(&lines, "bestmove"), 0, "{lines:?}");
    client.send("perft 20");
    assert_eq!(client.quit(), Vec::<String>::new());
}

#[test]
fn help_names_every_command() {
    let mut client = Client::introduced();
    let lines = says(&mut client, "help");
    let commands =
        "tei isready setoption teinewgame position go stop ponderhit quit d eval perft help";
    for command in commands.split(' ') {
        let named = lines.iter().any(|line| line.split(' ').next() == Some(command));
        assert!(named, "{command}");
    }
}

#[test]
fn a_search_goes_on_meanwhile() {
    let mut client = Client::introduced();
    client.send("position startpos moves a1 f6");
    client.go_infinite();
    client.send_all(["d", "eval", "help"]);
    let heard = client.ready();
    assert_eq!((count(&heard, "TPS: "), count(&heard, "bestmove")), (1, 0));
    client.stop();
}
