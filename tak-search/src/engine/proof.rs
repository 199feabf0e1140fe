//! A forced win, asked for before a search that is to go on until something is proven.

use tak_encoding::{Move, OneHash, Playable, Position, Size};
use web_time::Instant;

use crate::limits::Limits;
use crate::solve::{Aim, Effort, Mode, Solver};

/// The line of a forced win, and the nodes that it took.
pub(super) struct ForcedWin<const N: usize> {
    pub(super) line: Vec<Move<N>>,
    pub(super) nodes: u64,
}

/// Looks for a win by threats within the limits of a search that began at `start`. Where
/// there is none, the search goes on; so it takes no more than a second or two.
pub(super) fn forced_win<const N: usize>(
    position: &Position<N, OneHash>,
    limits: &Limits,
    start: Instant,
    must_stop: &dyn Fn() -> bool,
) -> Option<ForcedWin<N>>
where
    Size<N>: Playable,
{
    const NODES: u64 = 20_000;
    const MEBIBYTES: usize = 16;
    if !limits.until_proven || limits.infinite || limits.ponder {
        return None;
    }
    let mut effort = Effort::nodes(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
    effort.time = limits.move_time.map(|time| time.saturating_sub(start.elapsed()));
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Threats };
    let solution = Solver::new(aim, MEBIBYTES).ok()?.solve_until(position, &effort, must_stop);
    let line = solution.proof?.line();
    let is_short = limits.depth.is_none_or(|depth| line.len() <= depth as usize);
    (is_short && !line.is_empty()).then_some(ForcedWin { line, nodes: solution.nodes })
}
