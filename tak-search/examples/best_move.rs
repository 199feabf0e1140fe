//! An engine in a few lines: the best move of a position given as TPS.
//!
//! `cargo run --release -p tak-search --example best_move -- "x5/x5/1,1,1,1,x/x5/2,2,2,x2 1 5"`

use std::error::Error;
use std::time::Duration;

use tak_encoding::AnyPosition;
use tak_search::best_move;
use tak_search::limits::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let tps = std::env::args().nth(1);
    let tps = tps.unwrap_or_else(|| "x6/x6/x6/x6/x6/x6 1 1".to_owned());
    let position: AnyPosition<_> = tps.parse()?;
    match best_move(position, Limits::move_time(Duration::from_secs(1))) {
        Some(mv) => println!("{mv}"),
        None => println!("no legal move"),
    }
    Ok(())
}
