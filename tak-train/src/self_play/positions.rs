//! The positions of games from which something can be learned.

use std::path::PathBuf;

use tak_encoding::{Playable, Position, Size};
use tak_search::score::{self, Score};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;

use super::Game;
use super::file::{Games, read};

/// A position of a game of the engine against itself.
pub(crate) struct ScoredPosition<const N: usize>
where
    Size<N>: Playable,
{
    /// The number of its game, counted over all files.
    pub(crate) game: u64,
    pub(crate) position: Position<N>,
    /// The score of the search, in centiflats for White.
    pub(crate) score: f64,
    /// White's share of the result: 1, 0.5 or 0.
    pub(crate) result: f64,
}

/// Reads files written by `datagen`, one by one, and visits each position that was searched, is not
/// solved, and has no road in one move: these are what the search evaluates.
pub(crate) fn read_positions<const N: usize>(
    files: &[PathBuf],
    mut take: impl FnMut(ScoredPosition<N>),
) -> Result<(), Failure>
where
    Size<N>: Playable,
{
    let mut number = 0;
    for path in files {
        let source = Source::from(path.as_path());
        let bytes = read(&source)?;
        for game in Games::<N>::new(&source, &bytes)? {
            let game = game?;
            let positions = quiet_positions(&game, number, &mut take);
            positions.map_err(|why| source.failure(format!("game {}: {why}", game.number)))?;
            number += 1;
        }
    }
    Ok(())
}

fn quiet_positions<const N: usize>(
    game: &Game<N>,
    number: u64,
    take: &mut impl FnMut(ScoredPosition<N>),
) -> Result<(), String>
where
    Size<N>: Playable,
{
    let mut position = Position::with_rules(game.rules);
    for &(mv, score) in &game.plies {
        let score = score.map(Score::from).filter(|&score| !score::is_decided(score));
        if let Some(score) = score
            && position.road_move().is_none()
        {
            let result = game.share.value();
            take(ScoredPosition { game: number, position, score: f64::from(score), result });
        }
        position.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(())
}
