//! A forced win, asked for before a search that is to go on until something is proven.

use tak_encoding::{Move, OneHash, Playable, Position, Size};

use super::Job;
use crate::limits::{Deadline, Limits};
use crate::solve::{Aim, Effort, Mode, Solver};

/// The line of a forced win, empty if none was found, and the nodes that it took.
pub(super) struct ForcedWin<const N: usize> {
    pub(super) line: Vec<Move<N>>,
    pub(super) nodes: u64,
}

/// Whether a search asks for a forced win first.
pub(super) fn is_asked_for(job: &Job) -> bool {
    let Limits { until_proven, infinite, ponder, .. } = job.limits;
    let asks = until_proven && !infinite && !ponder;
    asks && job.setup.root_moves.is_empty() && job.options.lines == 1
}

/// Looks for a win by threats within the limits of a search. Where there is none, the
/// search goes on; so it takes a part of its time, and no more than a second or two.
pub(super) fn forced_win<const N: usize>(
    position: &Position<N, OneHash>,
    job: &Job,
    must_stop: &dyn Fn() -> bool,
) -> ForcedWin<N>
where
    Size<N>: Playable,
{
    const NODES: u64 = 20_000;
    const MEBIBYTES: usize = 16;
    let nothing = ForcedWin { line: Vec::new(), nodes: 0 };
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Threats };
    if position.outcome().is_some() {
        return nothing;
    }
    let Ok(mut solver) = Solver::new(aim, MEBIBYTES) else { return nothing };
    let limits = &job.limits;
    let mut effort = Effort::nodes(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
    let left =
        Deadline::new(job.start, limits, job.options.overhead, position.empty().count()).left();
    // The whole that a clock allows is three times the share of a move.
    effort.time = Some(left / if limits.clock.is_some() { 8 } else { 2 });
    effort.plies = limits.depth;
    let solution = solver.solve_until(position, &effort, must_stop);
    let line = solution.proof.map(|proof| proof.line()).unwrap_or_default();
    ForcedWin { line, nodes: solution.nodes }
}
