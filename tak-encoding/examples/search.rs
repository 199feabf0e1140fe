//! A tiny search: alpha-beta on the flat count, for one size.
//!
//! `cargo run --release --example search -- 'x4,1/x5/x2,2,1,x/x,1,1,x2/2,x4 2 4'`

use tak_encoding::{Move, Playable, Position, Size};

const INFINITE: i32 = 1_000_000;

/// What the position is worth to the side to move, and the best move.
fn search<const N: usize>(
    position: &mut Position<N>,
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> (i32, Option<Move<N>>)
where
    Size<N>: Playable,
{
    let mover = position.side_to_move();
    if let Some(outcome) = position.outcome() {
        let value = match outcome.winner() {
            None => 0,
            Some(winner) if winner == mover => 1000 + depth as i32,
            Some(_) => -1000 - depth as i32,
        };
        return (value, None);
    }
    if depth == 0 {
        let flats = |color| (position.tops(color) - position.blockers()).count() as i32;
        return (flats(mover) - flats(!mover), None);
    }
    let mut best = None;
    for mv in position.legal_moves() {
        let undo = position.play_unchecked(mv);
        let value = -search(position, depth - 1, -beta, -alpha).0;
        position.undo(undo);
        if value > alpha {
            (alpha, best) = (value, Some(mv));
        }
        if alpha >= beta {
            break;
        }
    }
    (alpha, best)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position: Position<5> = match std::env::args().nth(1) {
        Some(tps) => tps.parse()?,
        None => Position::from_tps("x4,1/x5/x2,2,1,x/x,1,1,x2/2,x4 2 4")?,
    };
    let (value, best) = search(&mut position, 3, -INFINITE, INFINITE);
    match best {
        Some(mv) => println!("{mv}, worth {value}"),
        None => println!("the game is over"),
    }
    Ok(())
}
