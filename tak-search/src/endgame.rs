//! Endgames on flats: from where on a game that was counted could not be saved.

use tak_encoding::{
    AnyMove, AnyPosition, Color, Move, OneHash, Outcome, Playable, Position, Size, with_position,
};

use crate::solve::{Aim, Effort, Mode, Solver};
use crate::table::NoMemory;

/// A game that was lost on flats some plies before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Who has lost.
    pub loser: Color,
    /// The number of moves of the game after which every defence loses, and so it does after all
    /// those that follow.
    pub from: usize,
}

/// Where a game of legal moves was lost, if it ended on flats and the position before its end, and
/// perhaps those before that, are lost against every defence. Each question has these limits.
///
/// # Errors
///
/// If there is not enough memory for the tables of the solver.
///
/// ```
/// use tak_encoding::{AnyPosition, Color, OneHash};
/// use tak_search::endgame::lost;
/// use tak_search::solve::Effort;
///
/// // Black has as many flats as White, who fills the last square.
/// let start: AnyPosition<OneHash> = "1,2,1S/2S,1S,2S/1,2,x 1 5".parse()?;
/// let moves = [start.parse_move("c1")?];
/// let found = lost(&start, &moves, &Effort::nodes(1_000))?.map(|lost| (lost.loser, lost.from));
/// assert_eq!(found, Some((Color::Black, 0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lost(
    start: &AnyPosition<OneHash>,
    moves: &[AnyMove],
    effort: &Effort,
) -> Result<Option<Lost>, NoMemory> {
    with_position!(start, start => {
        let moves: Vec<_> = moves.iter().filter_map(|&mv| mv.try_into().ok()).collect();
        lost_sized(*start, &moves, effort)
    })
}

fn lost_sized<const N: usize>(
    mut position: Position<N, OneHash>,
    moves: &[Move<N>],
    effort: &Effort,
) -> Result<Option<Lost>, NoMemory>
where
    Size<N>: Playable,
{
    const HASH: usize = 64;
    let mut positions = Vec::new();
    for &mv in moves {
        positions.push(position);
        position.play_unchecked(mv);
    }
    let Some(Outcome::Flats(winner)) = position.outcome() else { return Ok(None) };
    let mut solver = Solver::<N>::new(Aim { attacker: winner, mode: Mode::Win }, HASH)?;
    let quick = Effort { shortest: false, ..*effort };
    let is_lost = |position: &Position<N, OneHash>| solver.solve(position, &quick).verdict.is_won();
    let proven = positions.iter().rev().map(is_lost).take_while(|&is_lost| is_lost).count();
    let lost = Lost { loser: !winner, from: moves.len() - proven };
    Ok((proven > 0).then_some(lost))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found out about a game on 3×3.
    fn lost_in(tps: &str, moves: &str) -> Option<Lost> {
        let start: AnyPosition<OneHash> = tps.parse().unwrap();
        let (mut position, mut played) = (start, Vec::new());
        for text in moves.split_whitespace() {
            let mv = position.parse_move(text).unwrap();
            position.play(mv).unwrap();
            played.push(mv);
        }
        lost(&start, &played, &Effort::nodes(10_000)).unwrap()
    }

    #[test]
    fn a_mistake_late_in_the_game_is_where_it_was_lost() {
        // White has one flat, Black two; c1 is the last square. A wall there only draws out a loss.
        let tps = "1,2,1S/2S,1S,2S/2,x2 1 5";
        let found = lost_in(tps, "b1 c1");
        assert_eq!(found.map(|lost| lost.loser), Some(Color::White));
        // A road is no end on flats, nor is a game that goes on.
        assert_eq!(lost_in("1,1,x/2S,1S,2S/2,2S,x 1 5", "c3"), None);
        assert_eq!(lost_in(tps, "b1"), None);
    }
}
