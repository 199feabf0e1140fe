//! An engine in a few lines: the best move of a position given as TPS.
//!
//! `cargo run --release -p tak-search --example best_move -- "x5/x5/1,1,1,1,x/x5/2,2,2,x2 1 5"`

use std::error::Error;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tak_encoding::AnyPosition;
use tak_search::engine::{Engine, Event, Setup};
use tak_search::limits::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let tps = std::env::args().nth(1);
    let tps = tps.unwrap_or_else(|| "x6/x6/x6/x6/x6/x6 1 1".to_owned());
    let position: AnyPosition<_> = tps.parse()?;
    let limits = Limits::move_time(Duration::from_secs(1));
    let (sender, events) = mpsc::channel();
    let mut engine = Engine::default();
    engine.go(Setup::new(position), limits, Instant::now(), move |event| {
        let _ = sender.send(event);
    });
    for event in events {
        match event {
            Event::Info(info) => println!("depth {:2}  {:6}", info.depth, info.score),
            Event::BestMove(Some(mv)) => println!("{mv}"),
            Event::BestMove(None) => println!("no legal move"),
            Event::Complaint(problem) => eprintln!("{problem}"),
        }
    }
    Ok(())
}
