//! The moves of a game as they are counted in a book.

use tak_encoding::{Game, Hashing, Move, PackedBoard, Playable, Position, Size};

use crate::key::{Key, has_standard_pieces};

/// A position and a move played there, in the orientation of books, which makes symmetric positions
/// and moves equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<const N: usize> {
    /// The ply, 0 for the first move of a game.
    pub ply: u32,
    /// The canonical board.
    pub board: PackedBoard,
    /// The move, on the canonical board.
    pub mv: Move<N>,
}

impl<const N: usize> Step<N>
where
    Size<N>: Playable,
{
    /// A move in a position; `None` if no book can hold the position.
    pub(crate) fn of<H: Hashing>(position: &Position<N, H>, mv: Move<N>) -> Option<Self> {
        let key = Key::of(position)?;
        let mv = key.to_stored(mv);
        Some(Self { ply: position.ply(), board: key.into_board(), mv })
    }

    /// The steps of the first `plies` plies of a game, in order. A position that recurs has one
    /// step, with the move played there first. Games that no book can hold have no steps.
    ///
    /// ```
    /// use tak_book::Step;
    /// use tak_encoding::Game;
    ///
    /// let game: Game<5> = "[Size \"5\"]\n1. e1 a5 2. c3".parse()?;
    /// let steps = Step::of_game(&game, 2);
    /// assert_eq!(steps.len(), 2);
    /// // All corners are equivalent.
    /// assert_eq!(steps[0].mv.to_string(), "a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_game(game: &Game<N>, plies: u32) -> Vec<Self> {
        let mut steps: Vec<Self> = Vec::new();
        if !has_standard_pieces(game.start()) {
            return steps;
        }
        let mut position = *game.start();
        for &mv in game.moves() {
            if position.ply() >= plies {
                break;
            }
            let step = Self::of(&position, mv);
            let is_new = |step: &Self| steps.iter().all(|met| met.board != step.board);
            steps.extend(step.filter(is_new));
            position.play_unchecked(mv);
        }
        steps
    }
}
