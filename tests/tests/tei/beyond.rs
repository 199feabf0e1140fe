//! Commands beyond the protocol: what they print, and that they disturb nobody.

use std::time::{Duration, Instant};

use tak_encoding::BoardSize;
use tak_tests::client::{Client, read_position};

const POSITION: &str = "position tps x5/x2,1122C,2,x/x,1S,x3/x3,1,x/1,x3,2 2 9";

/// What a command prints before the next one is answered, without a word that a
/// client would read.
fn says(client: &mut Client, line: &str) -> Vec<String> {
    client.send(line);
    let heard = client.ready();
    for line in &heard {
        let word = line.split(' ').next().unwrap_or_default();
        let read = ["info", "bestmove", "readyok", "teiok", "option", "id", "size"];
        assert!(!read.contains(&word), "{line}");
    }
    heard
}

#[test]
fn the_board_is_drawn() {
    let mut client = Client::introduced();
    client.send("teinewgame size 5 halfkomi 5");
    client.send(POSITION);
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
    client.quit();
}

#[test]
fn the_evaluation_is_explained() {
    let mut client = Client::introduced();
    client.send("teinewgame 5");
    client.send(POSITION);
    let lines = says(&mut client, "eval");
    for start in ["Term ", "tempo ", "hard capstone ", "Mix: ", "Sum: ", "Chances of Black: "] {
        let found = lines.iter().any(|line| line.starts_with(start));
        assert!(found, "no {start} in {lines:#?}");
    }
    // What is zero is left out.
    assert!(!lines.iter().any(|line| line.starts_with("lead ")));
    client.quit();
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
        let lines = client.until("Total:");
        assert!(lines.last().unwrap().starts_with(total), "{lines:?}");
    }
    client.quit();
}

#[test]
fn perft_listens() {
    let mut client = Client::introduced();
    client.send("perft 20");
    let asked = Instant::now();
    assert_eq!(client.ready(), Vec::<String>::new());
    client.send("stop");
    let last = client.until("Stopped");
    assert!(last.len() == 1 && asked.elapsed() < Duration::from_secs(5), "{last:?}");
    // A search takes its place, and it the place of a search, without a word.
    client.send("perft 20");
    client.send("position startpos");
    client.send("go depth 2");
    client.answer().check(&read_position("position startpos", BoardSize::Six));
    client.send("go infinite");
    client.until("info");
    client.send("perft 2");
    let lines = client.until("Total:");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    client.send("perft 20");
    assert_eq!(client.quit(), Vec::<String>::new());
}

#[test]
fn help_names_every_command() {
    let mut client = Client::introduced();
    let lines = says(&mut client, "help");
    for command in [
        "tei",
        "isready",
        "setoption",
        "teinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "quit",
        "d",
        "eval",
        "perft",
        "help",
    ] {
        let named = lines.iter().any(|line| line.split(' ').next() == Some(command));
        assert!(named, "{command}");
    }
    client.quit();
}

#[test]
fn a_search_goes_on_meanwhile() {
    let mut client = Client::introduced();
    client.send("position startpos moves a1 f6");
    client.send("go infinite");
    client.until("info");
    for line in ["d", "eval", "help"] {
        client.send(line);
    }
    let heard = client.ready();
    assert!(heard.iter().any(|line| line.starts_with("TPS: ")));
    assert!(!heard.iter().any(|line| line.starts_with("bestmove")));
    client.send("stop");
    client.until("bestmove");
    client.quit();
}
