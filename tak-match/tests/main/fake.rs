//! An engine that misbehaves after four plies: this very program, started again to run one of the
//! tests below, which speaks TEI on the standard streams. What the test harness prints around it,
//! nobody listens to.

use std::env;
use std::io;
use std::process;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tak_encoding::{AnyPosition, AnyRules, BoardSize, NoHash};

/// The words that start the engine: a program and its arguments.
pub(crate) fn command(way: &str) -> String {
    let program = env::current_exe().unwrap();
    format!("{} fake::{way} --exact --ignored --nocapture", program.display())
}

macro_rules! engines {
    ($($way:ident)*) => {$(
        #[test]
        #[ignore = "an engine, started by other tests"]
        fn $way() {
            if env::args().any(|word| word == "--exact") {
                play(stringify!($way));
            }
        }
    )*};
}

engines! { good combo second_dialect crash illegal mute hang slow deaf hasty endless }

/// Plays the first legal move on 4×4, in the order of their names.
fn play(way: &str) {
    println!(); // ends the line on which the harness names the test
    let mut position = String::new();
    let mut deaf_until = Instant::now();
    for line in io::stdin().lines() {
        let line = line.unwrap();
        if Instant::now() < deaf_until && !line.starts_with("teinewgame") && line != "isready" {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "tei" => introduce(way),
            "teinewgame" => {
                assert_eq!(rest, if way == "second_dialect" { "size 4 halfkomi 4" } else { "4" });
            }
            "isready" => println!("readyok"),
            "position" => rest.clone_into(&mut position),
            "go" => {
                answer(way, &position);
                if way == "hasty" {
                    deaf_until = Instant::now() + Duration::from_millis(60);
                }
            }
            "quit" => return,
            _ => {}
        }
    }
}

fn introduce(way: &str) {
    println!("id name fake");
    println!(
        "{}",
        match way {
            "second_dialect" => "size 4 halfkomi 0 4",
            "combo" => "option name HalfKomi type combo default 0 var 0 var 4",
            _ => "option name HalfKomi type spin default 0 min -9 max 9",
        }
    );
    println!("option name Threads type spin default 1 min 1 max 8");
    println!("option name Hash type spin default 16 min 1 max 64");
    println!("teiok");
}

fn answer(way: &str, position: &str) {
    let (start, moves) = position.split_once(" moves").unwrap();
    let misbehaves = moves.split_whitespace().count() >= 4;
    if misbehaves && way == "deaf" {
        return;
    }
    println!("info string thinking");
    if misbehaves {
        match way {
            "crash" => {
                eprintln!("out of ideas");
                process::exit(3);
            }
            "illegal" => return println!("bestmove z9"),
            "mute" => return println!("bestmove"),
            "hang" => sleep(Duration::from_secs(1000)),
            "endless" => loop {
                println!("info string thinking");
            },
            "slow" => sleep(Duration::from_secs(1)),
            _ => {}
        }
    }
    let rules = AnyRules::default();
    let mut position: AnyPosition<NoHash> = match start.strip_prefix("tps ") {
        Some(tps) => AnyPosition::from_tps_with(tps, rules).unwrap(),
        None => AnyPosition::with_rules(BoardSize::Four, rules).unwrap(),
    };
    for mv in moves.split_whitespace() {
        position.play(position.parse_move(mv).unwrap()).unwrap();
    }
    let first = position.legal_moves().iter().map(ToString::to_string).min().unwrap();
    println!("bestmove {first} ponder a1");
}
