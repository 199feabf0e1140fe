//! Positions of a game in a PTN file.

use std::num::NonZeroUsize;

use tak_encoding::{AnyGame, MoveName, Whole};
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
    let last = last_ply(game, wanted)?;
    let plies = match wanted {
        Wanted::Every(step) => sheet(step, last)?,
        _ => vec![last],
    };
    Ok(at(game, &plies))
}

/// The positions from the start to the wanted one.
pub(crate) fn replay(game: &AnyGame, wanted: Wanted) -> Result<Vec<Diagram>, Failure> {
    let last = last_ply(game, wanted)?;
    let step = match wanted {
        Wanted::Every(step) => step.get(),
        _ => 1,
    };
    let mut plies: Vec<_> = (0..last).step_by(step).collect();
    plies.push(last);
    Ok(at(game, &plies))
}

/// After how many plies the last wanted position arises.
fn last_ply(game: &AnyGame, wanted: Wanted) -> Result<usize, Failure> {
    let end = game.plies();
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

/// The positions after so many plies.
fn at(game: &AnyGame, plies: &[usize]) -> Vec<Diagram> {
    let mut all = Diagram::of_game(game);
    for name in
        all.iter_mut().flat_map(|diagram| &mut diagram.sides).flat_map(|side| &mut side.name)
    {
        *name = printable(name);
    }
    plies.iter().map(|&ply| all[ply].clone()).collect()
}
