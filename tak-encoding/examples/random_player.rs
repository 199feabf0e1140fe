//! A game of random moves: `cargo run --example random_player -- 6`.

use tak_encoding::{AnyPosition, BoardSize};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => BoardSize::Five,
    };
    let mut position: AnyPosition = AnyPosition::new(size);
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let moves = position.legal_moves();
        let mv = moves[fastrand::usize(..moves.len())];
        print!("{mv} ");
        position.play(mv)?;
    };
    println!("\n{position}\n{outcome} after {} plies", position.ply());
    Ok(())
}
