//! Positions of a game in a PTN file.

use std::num::NonZeroUsize;

use tak_encoding::{AnyGame, Game, GameResult, Playable, Size, with_game};
use tak_encoding::{MoveName, Whole};
use tak_games::collection::Collection;

use crate::counted::counted;
use crate::failure::{Failure, printable};
use crate::input::Source;
use tak_pictures::Diagram;

/// Which positions of a game are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    End,
    /// After this many plies.
    Ply(usize),
    AfterMove(MoveName),
    /// After every multiple of this many plies, and at the end.
    Every(NonZeroUsize),
}

/// The most boards on one sheet.
const MOST_BOARDS: usize = 1000;

/// Reads one game of a file, `number` counting from 1; the others may be bad.
pub(crate) fn read(source: &Source, number: Option<NonZeroUsize>) -> Result<AnyGame, Failure> {
    let games = Collection::read(source)?;
    games.game(games.only(number)?)
}

/// The wanted positions, at least one.
pub(crate) fn diagrams(game: &AnyGame, wanted: Wanted) -> Result<Vec<Diagram>, Failure> {
    with_game!(game, game => {
        let last = last_ply(game, wanted)?;
        let plies = match wanted {
            Wanted::Every(step) => sheet(step, last)?,
            _ => vec![last],
        };
        Ok(walk(game, &plies))
    })
}

/// The positions from the start to the wanted one.
pub(crate) fn replay(game: &AnyGame, wanted: Wanted) -> Result<Vec<Diagram>, Failure> {
    with_game!(game, game => {
        let last = last_ply(game, wanted)?;
        let step = match wanted {
            Wanted::Every(step) => step.get(),
            _ => 1,
        };
        let mut plies: Vec<_> = (0..last).step_by(step).collect();
        plies.push(last);
        Ok(walk(game, &plies))
    })
}

/// After how many plies the last wanted position arises.
fn last_ply<const N: usize>(game: &Game<N>, wanted: Wanted) -> Result<usize, Failure>
where
    Size<N>: Playable,
{
    let end = game.moves().len();
    match wanted {
        Wanted::End | Wanted::Every(_) => Ok(end),
        Wanted::Ply(ply) if ply <= end => Ok(ply),
        Wanted::Ply(ply) => {
            Err(Failure::Input(format!("--ply {ply}: the game has {}", counted(end, "ply"))))
        }
        Wanted::AfterMove(name) => {
            let ply = name.ply(game.start().ply() as usize, end, Whole::Last);
            let ply = ply.map_err(|why| Failure::Input(format!("--move {name}: {why}")))?;
            Ok(ply + 1)
        }
    }
}

/// The plies of a sheet: every multiple of `step`, and the end.
fn sheet(step: NonZeroUsize, end: usize) -> Result<Vec<usize>, Failure> {
    let mut plies: Vec<_> = (0..end).step_by(step.get()).skip(1).collect();
    plies.push(end);
    if plies.len() > MOST_BOARDS {
        return Err(Failure::Input(format!(
            "--every {step}: {} boards are too many for one sheet, expected at most {MOST_BOARDS}",
            plies.len()
        )));
    }
    Ok(plies)
}

/// Plays the game and stops at the given plies.
fn walk<const N: usize>(game: &Game<N>, plies: &[usize]) -> Vec<Diagram>
where
    Size<N>: Playable,
{
    let names = ["Player1", "Player2"].map(|tag| {
        let name = game.tag(tag).map(str::trim);
        name.filter(|name| !name.is_empty()).map(printable)
    });
    let mut position = *game.start();
    let mut played = 0;
    let mut diagrams = Vec::new();
    for &ply in plies {
        for &mv in &game.moves()[played..ply] {
            position.play_unchecked(mv);
        }
        played = ply;
        let last = ply.checked_sub(1).map(|index| game.moves()[index]);
        let mut diagram = Diagram::new(&position, last);
        for (side, name) in diagram.sides.iter_mut().zip(&names) {
            side.name.clone_from(name);
        }
        if ply == game.moves().len() {
            let claimed = game.result().filter(|&result| result != GameResult::Unfinished);
            // Only the file knows about a resignation.
            diagram.result = diagram.result.or(claimed.map(|result| result.to_string()));
        }
        diagrams.push(diagram);
    }
    diagrams
}
