//! A hundred thousand lines of words of TEI and of noise, into one engine: it
//! complains once a line at most, stays alive, and plays on.

use std::time::{Duration, Instant};

use fastrand::Rng;
use tak_encoding::BoardSize;
use tak_tests::client::{Client, read_position};

const LINES: usize = 100_000;
/// So many lines are sent before anything is read.
const BATCH: usize = 500;

/// What lines are made of. Numbers are small, for the sake of memory and time.
const WORDS: [&str; 72] = [
    "tei",
    "isready",
    "stop",
    "setoption",
    "name",
    "value",
    "teinewgame",
    "size",
    "halfkomi",
    "komi",
    "position",
    "startpos",
    "tps",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "searchmoves",
    "mate",
    "solved",
    "ponder",
    "ponderhit",
    "debug",
    "register",
    "perft",
    "d",
    "eval",
    "info",
    "bestmove",
    "readyok",
    "Hash",
    "HalfKomi",
    "Flats",
    "Caps1",
    "MultiPV",
    "MoveOverhead",
    "BookFile",
    "<empty>",
    "0",
    "1",
    "2",
    "3",
    "5",
    "6",
    "-1",
    "1.5",
    "1e1",
    "nan",
    "00",
    "99999999999999999999",
    "a1",
    "f6",
    "c3",
    "Cd4",
    "Sb2",
    "2a1>11*",
    "c3+",
    "x6/x6/x6/x6/x6/x6",
    "x5/x2,12S,2/x,1C,x3/x5/2,x4",
    "1,1,1/2,2,x/x3",
    "1,2,1/2,1,2/1,2,1",
    "x3",
    "--",
    "\u{200b}",
    "\u{ff16}",
    "é",
];

/// A few words, most often behind one that begins a command.
fn words(random: &mut Rng) -> Vec<u8> {
    let mut below = |limit: usize| random.usize(..limit);
    let mut line = Vec::new();
    if below(3) > 0 {
        let starts =
            ["setoption name", "teinewgame", "position", "position startpos moves", "go depth 1"];
        line.push(starts[below(starts.len())]);
    }
    for _ in 0..below(6) {
        line.push(WORDS[below(WORDS.len())]);
    }
    line.join([" ", "  ", "\t"][below(3)]).into_bytes()
}

/// Any bytes but the end of a line.
fn noise(random: &mut Rng) -> Vec<u8> {
    let length = random.usize(..40);
    let bytes = (0..length).map(|_| random.u8(..));
    bytes.filter(|&byte| byte != b'\n').collect()
}

/// A line for the engine: any but those that would end it.
fn line(random: &mut Rng) -> Vec<u8> {
    loop {
        let line = match random.u8(..8) {
            0 => noise(random),
            1 => [words(random), noise(random)].concat(),
            _ => words(random),
        };
        if !line.trim_ascii().starts_with(b"quit") {
            return line;
        }
    }
}

/// An option that does not exist: the complaint about it, which no other line
/// gets, tells that the lines before are done with.
fn mark(number: usize) -> String {
    format!("mark-{number}-")
}

#[test]
fn a_hundred_thousand_senseless_lines() {
    let mut random = Rng::with_seed(7);
    let mut client = Client::introduced();
    client.send("setoption name Hash value 1");
    let start = Instant::now();
    let mut complaints = 0;
    for batch in 0..LINES / BATCH {
        let lines: Vec<Vec<u8>> = (0..BATCH).map(|_| line(&mut random)).collect();
        let mut text = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            text.extend_from_slice(line);
            let mark = mark(batch * BATCH + number);
            text.extend_from_slice(format!("\nsetoption name {mark} value 1\n").as_bytes());
        }
        client.send_unfinished(text);
        for (number, line) in lines.iter().enumerate() {
            let heard = complaints_up_to(&mut client, &mark(batch * BATCH + number));
            let line = String::from_utf8_lossy(line);
            assert!(heard.len() <= 1, "{line:?}: {heard:?}");
            complaints += heard.len();
        }
    }
    println!("{complaints} complaints in {:?}", start.elapsed());
    assert!(complaints > LINES / 4, "these lines make sense: {complaints}");
    assert!(start.elapsed() < Duration::from_mins(2), "{:?}", start.elapsed());
    assert!(client.errors().is_empty(), "{}", client.errors());

    for line in ["stop", "setoption name MultiPV value 1", "teinewgame size 6 halfkomi 0"] {
        client.send(line);
    }
    client.ready();
    client.send("position startpos");
    client.send("go depth 2");
    client.answer().check(&read_position("position startpos", BoardSize::Six));
    assert_eq!(client.quit(), Vec::<String>::new());
}

/// The complaints before the one about the mark.
fn complaints_up_to(client: &mut Client, mark: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    loop {
        let (_, line) = client.line();
        if line.contains(mark) {
            return complaints;
        }
        if line.starts_with("info string ") || line.starts_with("info error ") {
            complaints.push(line);
        }
    }
}
