//! A board size known only at run time: the moves that win at once.
//!
//! `cargo run --example any_size -- '1,1,x,1/x4/x4/2,2,x2 1 4'`

use tak_encoding::{AnyMove, AnyPosition, Move, Outcome, Playable, Position, Size, with_position};

/// Generic code is written once, for all sizes.
fn wins<const N: usize>(position: &Position<N>) -> Vec<Move<N>>
where
    Size<N>: Playable,
{
    let mut winning = position.legal_moves();
    let side = Some(position.side_to_move());
    winning.retain(|&mv| {
        let outcome = position.after(mv).outcome();
        outcome.and_then(Outcome::winner) == side
    });
    winning
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tps = std::env::args().nth(1);
    let tps = tps.unwrap_or_else(|| "1,1,x,1/x4/x4/2,2,x2 1 4".to_owned());
    let position: AnyPosition = tps.parse()?;

    // The methods of `AnyPosition` are enough for many programs.
    println!("size {}, {} moves", position.size(), position.legal_moves().len());

    // Enter the generic code once.
    let wins: Vec<AnyMove> = with_position!(&position, position => {
        wins(position).into_iter().map(AnyMove::from).collect()
    });
    for mv in wins {
        let mut after = position;
        after.play(mv)?;
        println!("{mv} wins: {after}");
    }
    Ok(())
}
