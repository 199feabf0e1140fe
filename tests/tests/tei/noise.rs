//! Many senseless lines to one engine: it complains at most once about each, in one
//! short line, stays alive, and plays on.

use std::time::{Duration, Instant};

use fastrand::Rng;
use tak_tests::client::{Client, is_complaint};

use crate::bad_input::check_complaint;

/// How many lines are sent before anything is read.
const BATCH: usize = 500;
/// One line in this many has two megabytes.
const LONG: usize = 5_000;

/// The words of lines, separated by spaces. Numbers are small, to save memory and time.
const WORDS: &str = "\
    tei isready stop setoption name value teinewgame size halfkomi komi position startpos tps \
    moves go depth nodes movetime wtime btime winc binc movestogo searchmoves mate solved ponder \
    ponderhit debug register perft d eval info bestmove readyok Hash HalfKomi Flats Caps1 MultiPV \
    MoveOverhead Contempt BookFile <empty> 0 1 2 3 5 6 -1 1.5 1e1 nan 00 99999999999999999999 a1 f6 \
    c3 Cd4 Sb2 2a1>11* c3+ x6/x6/x6/x6/x6/x6 x5/x2,12S,2/x,1C,x3/x5/2,x4 1,1,1/2,2,x/x3 \
    1,2,1/2,1,2/1,2,1 x3 -- \u{200b} \u{ff16} \u{e9}";

/// Sensible lines to spoil. Numbers are small, for the same reason.
const SENSIBLE: &str = include_str!("../../data/tei/sensible-lines.txt");

/// A few words, usually after one that begins a command.
fn words(random: &mut Rng) -> Vec<u8> {
    let starts =
        ["setoption name", "teinewgame", "position", "position startpos moves", "go depth 1"];
    let start = random.choice(starts).filter(|_| random.u8(..3) > 0);
    let all: Vec<&str> = WORDS.split(' ').collect();
    let others: Vec<_> = (0..random.usize(..6)).map(|_| all[random.usize(..all.len())]).collect();
    let line: Vec<_> = start.into_iter().chain(others).collect();
    line.join(random.choice([" ", "  ", "\t"]).unwrap()).into_bytes()
}

/// A sensible line with a few things wrong.
fn spoiled(random: &mut Rng) -> Vec<u8> {
    let sensible = |random: &mut Rng| random.choice(SENSIBLE.lines().collect::<Vec<_>>()).unwrap();
    let mut line = sensible(random).as_bytes().to_vec();
    for _ in 0..random.usize(1..=3) {
        let at = random.usize(..=line.len());
        match random.u8(..6) {
            0 => line.truncate(at),
            1 => line.insert(at, random.choice(*b"\0\xc3\xff \r-*").unwrap()),
            2 if at < line.len() => drop(line.remove(at)),
            3 if at < line.len() => line[at] ^= 1 << random.u8(..8),
            4 => line.extend_from_slice(sensible(random).as_bytes()),
            // Half a character.
            _ => line.extend(&"\u{20ac}".as_bytes()[..2]),
        }
    }
    line
}

/// Any bytes.
fn noise(random: &mut Rng) -> Vec<u8> {
    let length = random.usize(..40);
    (0..length).map(|_| random.u8(..)).collect()
}

/// A line for the engine: any line except those that would end it.
fn line(random: &mut Rng, number: usize) -> Vec<u8> {
    loop {
        let mut line = match random.u8(..8) {
            0 => noise(random),
            1 => [words(random), noise(random)].concat(),
            2 => spoiled(random),
            _ => words(random),
        };
        line.retain(|&byte| byte != b'\n');
        if number % LONG == LONG - 1 {
            line = line.repeat(2_000_000 / line.len().max(1));
        }
        if !line.trim_ascii().starts_with(b"quit") {
            return line;
        }
    }
}

/// An option that does not exist. No other line gets the complaint about it, which
/// shows that the engine is done with the lines before.
fn mark(number: usize) -> String {
    format!("mark-{number}-")
}

fn say_senseless_lines(count: usize) {
    let mut random = Rng::with_seed(7);
    let mut client = Client::introduced();
    client.send("setoption name Hash value 1");
    let start = Instant::now();
    let mut complaints = 0;
    for batch in 0..count / BATCH {
        let numbers = batch * BATCH..(batch + 1) * BATCH;
        let lines: Vec<_> = numbers.map(|number| (number, line(&mut random, number))).collect();
        let mut text = Vec::new();
        for (number, line) in &lines {
            text.extend_from_slice(line);
            text.extend(format!("\nsetoption name {} value 1\n", mark(*number)).bytes());
        }
        client.send_unfinished(text);
        for (number, line) in lines {
            let heard = complaints_up_to(&mut client, &mark(number));
            let line = format!("{:?}", String::from_utf8_lossy(&line[..line.len().min(200)]));
            assert!(heard.len() <= 1, "{line}: {heard:?}");
            for complaint in &heard {
                check_complaint(complaint, &line);
            }
            complaints += heard.len();
        }
    }
    println!("{complaints} complaints in {:?}", start.elapsed());
    assert!(complaints > count / 4, "these lines make sense: {complaints}");
    assert!(start.elapsed() < Duration::from_mins(2), "{:?}", start.elapsed());
    assert!(client.errors().is_empty(), "{}", client.errors());

    client.send_all(["stop", "setoption name MultiPV value 1", "teinewgame size 6 halfkomi 0"]);
    client.ready();
    client.search("position startpos", "go depth 2");
    assert_eq!(client.quit(), Vec::<String>::new());
}

#[test]
fn ten_thousand_senseless_lines() {
    say_senseless_lines(10_000);
}

#[test]
#[ignore = "second tier: ten times as many"]
fn a_hundred_thousand_senseless_lines() {
    say_senseless_lines(100_000);
}

/// The complaints before the one about the mark.
fn complaints_up_to(client: &mut Client, mark: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    loop {
        let (_, line) = client.line();
        if line.contains(mark) {
            return complaints;
        }
        if is_complaint(&line) || line.starts_with("info error ") {
            complaints.push(line);
        }
    }
}
