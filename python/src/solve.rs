//! `tak_toolkit.solve` and `tak_toolkit.verify`: forced wins and their proofs.

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use tak_encoding::{OneHash, Playable, Position, Size, with_position};
use tak_search::solve::{Aim, Effort, Mode, Proof, Solver, Verdict};
use tak_search::table::NoMemory;

use crate::board::Board;
use crate::errors::TakError;
use crate::interrupt::Interrupt;
use crate::limit::Limit;
use crate::mv::Move;
use crate::names::Color;

/// What the solver found.
#[pyclass(frozen, get_all, module = "tak_toolkit")]
pub(crate) struct Answer {
    /// Whether the player to move can force it; ``None`` if a limit was reached first.
    is_won: Option<bool>,
    /// For a win, the plies to the end against the longest defence.
    plies: Option<u32>,
    /// For a win, the line of the longest defence.
    line: Vec<Move>,
    /// For a win, a proof that ``verify`` checks.
    certificate: Option<String>,
    /// The nodes searched.
    nodes: u64,
}

/// Whether the player to move can force a win: a road by moves that each threaten one
/// (``"strict"``), a road by any moves (``"tinue"``), any win by threats (``"threats"``) or any win
/// (``"win"``). The depth of a limit is in plies. Where quiet moves are tried, it may take for ever
/// without a limit.
#[pyfunction]
#[pyo3(signature = (board, limit = None, *, mode = "strict", hash = 64))]
pub(crate) fn solve(
    py: Python<'_>,
    board: Board,
    limit: Option<Limit>,
    mode: &str,
    hash: usize,
) -> PyResult<Answer> {
    let mode = match mode {
        "strict" => Mode::Strict,
        "tinue" => Mode::Tinue,
        "threats" => Mode::Threats,
        "win" => Mode::Win,
        _ => return Err(PyValueError::new_err("mode: expected strict, tinue, threats or win")),
    };
    let aim = Aim { attacker: board.position.side_to_move(), mode };
    let effort = limit.map_or_else(Effort::default, Limit::effort);
    let interrupt = Interrupt::new();
    let answer = py.detach(|| {
        with_position!(&board.position, position => {
            answer(position, aim, &effort, hash, &|| interrupt.is_raised())
        })
    });
    interrupt.check()?;
    answer.map_err(|error| PyMemoryError::new_err(error.to_string()))
}

fn answer<const N: usize>(
    position: &Position<N, OneHash>,
    aim: Aim,
    effort: &Effort,
    hash: usize,
    must_stop: &dyn Fn() -> bool,
) -> Result<Answer, NoMemory>
where
    Size<N>: Playable,
{
    let solution = Solver::<N>::new(aim, hash)?.solve_until(position, effort, must_stop);
    let (is_won, plies) = match solution.verdict {
        Verdict::Won { plies, .. } => (Some(true), Some(plies)),
        Verdict::NotWon => (Some(false), None),
        Verdict::Unknown => (None, None),
    };
    let proof = solution.proof.as_ref();
    let line = proof.map_or_else(Vec::new, Proof::line);
    Ok(Answer {
        is_won,
        plies,
        line: line.into_iter().map(|mv| Move(mv.into())).collect(),
        certificate: proof.map(Proof::certificate),
        nodes: solution.nodes,
    })
}

/// What a certificate proves.
#[pyclass(frozen, get_all, module = "tak_toolkit")]
pub(crate) struct Checked {
    /// The position that it begins with.
    tps: String,
    /// The player who wins.
    winner: Color,
    /// Whether every way ends in a road.
    by_road: bool,
    /// Plies to the end against the longest defence.
    plies: u32,
}

/// Replays a certificate by the rules alone; ``TakError`` says what is wrong with it.
#[pyfunction]
#[pyo3(signature = (certificate, /))]
pub(crate) fn verify(py: Python<'_>, certificate: &str) -> PyResult<Checked> {
    let checked = py.detach(|| tak_verify::check(certificate));
    let checked = checked.map_err(|wrong| TakError::new_err(wrong.to_string()))?;
    Ok(Checked {
        tps: checked.tps,
        winner: Color(checked.winner),
        by_road: checked.by_road,
        plies: checked.plies,
    })
}
