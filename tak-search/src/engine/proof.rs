//! A forced win, looked for before a search that goes on until something is proven.

use tak_encoding::{Move, OneHash, Playable, Position, Size};

use super::Job;
use crate::limits::{Deadline, Limits};
use crate::search::win_by_threats;
use crate::solve::Effort;

/// The line of a forced win, empty if none was found, and the nodes it took.
pub(super) struct ForcedWin<const N: usize> {
    pub(super) line: Vec<Move<N>>,
    pub(super) nodes: u64,
}

/// Whether a search looks for a forced win first.
pub(super) fn is_asked_for(job: &Job) -> bool {
    let Limits { until_proven, infinite, ponder, .. } = job.limits;
    let asks = until_proven && !infinite && !ponder;
    asks && job.setup.root_moves.is_empty() && job.options.lines == 1
}

/// Looks for a win by threats within the limits of a search. If there is none, the search goes on;
/// so this takes only a part of its time, at most a second or two.
pub(super) fn forced_win<const N: usize>(
    position: &Position<N, OneHash>,
    job: &Job,
    must_stop: &dyn Fn() -> bool,
) -> ForcedWin<N>
where
    Size<N>: Playable,
{
    const NODES: u64 = 20_000;
    const SHORT: u32 = 7;
    let nothing = ForcedWin { line: Vec::new(), nodes: 0 };
    if position.outcome().is_some() {
        return nothing;
    }
    let limits = &job.limits;
    let mut effort = Effort::nodes(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
    let left =
        Deadline::new(job.start, limits, job.options.overhead, position.empty().count()).left();
    // The most that a clock allows is three times the share of a move.
    effort.time = Some(left / if limits.clock.is_some() { 8 } else { 2 });
    let longest = limits.depth.unwrap_or(u32::MAX);
    // With a limit, the solver looks at everything within it: good for short wins, while without one
    // it finds long wins in fewer nodes.
    effort.plies = limits.depth.filter(|&depth| depth <= SHORT);
    let Some(solution) = win_by_threats(position, &effort, must_stop) else { return nothing };
    let proof = solution.proof.filter(|proof| proof.plies() <= longest);
    let line = proof.map(|proof| proof.line()).unwrap_or_default();
    ForcedWin { line, nodes: solution.nodes }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use web_time::Instant;

    use super::super::{EngineOptions, Setup};
    use super::*;
    use crate::limits::Clock;

    /// The solver would take a third of a second and all of its nodes.
    const HARD: &str =
        "2,x4,1/2,x2,1,2C,x/2,x,2S,21C,1,x/1,x,12,112S,1,1/x2,21,1221,2,x/x3,1,2,x 1 8";

    fn ask(limits: Limits) -> ForcedWin<6> {
        let position = Position::<6, OneHash>::from_tps(HARD).unwrap();
        let setup = Setup::new(position.into());
        let limits = Limits { until_proven: true, ..limits };
        let options = EngineOptions::default();
        let job = Job { setup, limits, start: Instant::now(), options, network: None };
        assert!(is_asked_for(&job));
        forced_win(&position, &job, &|| false)
    }

    #[test]
    fn every_limit_of_the_search_is_one_of_the_solver() {
        assert_eq!(ask(Limits::nodes(500)).nodes, 500);
        let shallow = ask(Limits::depth(3));
        assert!(shallow.line.is_empty() && shallow.nodes < 20_000, "{}", shallow.nodes);
        let clock = Clock::new(Duration::from_millis(60), Duration::ZERO);
        let clock = Limits { clock: Some(clock), ..Limits::default() };
        for limits in [clock, Limits::move_time(Duration::from_millis(4))] {
            assert!(ask(limits).nodes < 10_000, "{limits:?}");
        }
    }

    #[test]
    fn nothing_is_asked_for_beside_other_wishes() {
        let position = Position::<6, OneHash>::from_tps(HARD).unwrap();
        let asks = |limits: Limits, lines| {
            let setup = Setup::new(position.into());
            let options = EngineOptions { lines, ..EngineOptions::default() };
            is_asked_for(&Job { setup, limits, start: Instant::now(), options, network: None })
        };
        let proven = Limits { until_proven: true, ..Limits::default() };
        assert!(asks(proven, 1) && !asks(proven, 2) && !asks(Limits::depth(3), 1));
        assert!(!asks(Limits { ponder: true, ..proven }, 1));
        assert!(!asks(Limits { infinite: true, ..proven }, 1));
    }
}
