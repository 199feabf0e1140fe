//! What a search is asked for: how long it may take, and how much it is to find.

use std::time::Duration;

use crate::clock::Instant;
use crate::score::Score;

/// The limits of a search. The first one reached ends it; without any, it ends when the result is
/// certain.
///
/// ```
/// use tak_search::limits::Limits;
///
/// let mut limits = Limits::nodes(100_000);
/// limits.depth = Some(12);
/// assert_eq!(limits.nodes, Some(100_000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Plies of full depth.
    pub depth: Option<u32>,
    /// Nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Stop as soon as a win or loss is proven.
    pub until_proven: bool,
    /// Answer only when told to stop, even if the result is certain.
    pub infinite: bool,
    /// The opponent has yet to play the last move (the ponder move): until then no clock runs, and
    /// only a stop ends the search.
    pub ponder: bool,
    /// The number of lines to report (`MultiPV`): the best moves, each with its line.
    pub lines: usize,
    /// How much worse a draw is for the side to move than an even game, in centiflats: 0 for an
    /// analysis, which takes draws for what they are, and [`CONTEMPT`] for a game.
    pub contempt: Score,
}

/// The contempt of a player, chosen by matches on 4×4, where one game in three is drawn (see the
/// program's `ELO.md`).
pub const CONTEMPT: Score = 60;

/// One line, and no limit.
impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            until_proven: false,
            infinite: false,
            ponder: false,
            lines: 1,
            contempt: 0,
        }
    }
}

impl Limits {
    /// This many plies and no other limit.
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// This many nodes and no other limit.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// This much time and no other limit.
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// The same limits in a game with a clock, and the contempt of a player.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock: Some(clock), contempt: CONTEMPT, ..self }
    }

    /// Whether the search always gives the same result: it ends by what it has done, and no clock
    /// runs.
    pub(crate) fn is_reproducible(&self) -> bool {
        (self.depth.is_some() || self.nodes.is_some())
            && self.move_time.is_none()
            && self.clock.is_none()
    }
}

/// The clock of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// The increment for each move.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// The time lost with each move between the engine and the clock.
    pub overhead: Duration,
}

impl Clock {
    /// A clock that runs for the rest of the game, with an overhead of 10 ms.
    pub fn new(remaining: Duration, increment: Duration) -> Self {
        let overhead = Duration::from_millis(10);
        Self { remaining, increment, moves_to_go: None, overhead }
    }
}

/// When to stop, as planned from [`Limits`] at the start of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Deadline {
    start: Instant,
    /// No new iteration starts after this.
    soft: Option<Duration>,
    /// The search ends here, even in the middle of an iteration.
    hard: Option<Duration>,
}

impl Deadline {
    /// Plans the time. `empty` is the number of empty squares: the more there are, the longer the
    /// game will last.
    pub(crate) fn new(start: Instant, limits: &Limits, empty: u32) -> Self {
        let (mut soft, mut hard) = (None, None);
        if limits.ponder {
            return Self { start, soft, hard };
        }
        if let Some(clock) = limits.clock {
            let (clock_soft, clock_hard) = clock.budget(empty);
            (soft, hard) = (Some(clock_soft), Some(clock_hard));
        }
        if let Some(move_time) = limits.move_time {
            hard = Some(hard.map_or(move_time, |hard: Duration| hard.min(move_time)));
        }
        Self { start, soft, hard }
    }

    /// Time since the clock started.
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end now.
    pub(crate) fn has_passed(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// How long until the search must end.
    pub(crate) fn left(&self) -> Duration {
        self.hard.map_or(Duration::MAX, |hard| hard.saturating_sub(self.elapsed()))
    }

    /// Whether to start another iteration, which takes several times as long as all
    /// before it. `stability` counts the iterations since the best move last changed.
    pub(crate) fn allows_iteration(&self, stability: usize) -> bool {
        const PERCENT: [u32; 6] = [150, 125, 105, 90, 75, 65];
        let percent = PERCENT[stability.min(PERCENT.len() - 1)];
        let in_time = |soft: Duration| self.elapsed() < soft * percent / 100;
        self.soft.is_none_or(in_time) && !self.has_passed()
    }
}

impl Clock {
    /// The soft and the hard budget of one move. The last iteration overruns the soft one, so that
    /// a move takes about its full share.
    fn budget(&self, empty: u32) -> (Duration, Duration) {
        /// More makes no difference, and could not be multiplied.
        const LONGEST: Duration = Duration::from_hours(24 * 365);
        let usable = self.remaining.min(LONGEST).saturating_sub(self.overhead);
        let increment = self.increment.min(LONGEST);
        // Moves still to come: even on a nearly full board the game goes on for a while.
        let expected = 12 + empty / 2;
        let moves = self.moves_to_go.unwrap_or(expected).clamp(1, expected);
        let share = usable / moves + increment.saturating_sub(self.overhead) * 4 / 5;
        let hard = (share * 3).min(usable / 3);
        let hard = if moves == 1 { usable * 3 / 4 } else { hard };
        ((share * 3 / 4).min(hard), hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64) -> Clock {
        Clock::new(Duration::from_millis(remaining), Duration::from_millis(increment))
    }

    #[test]
    fn no_budget_loses_on_time() {
        for remaining in [0, 1, 5, 10, 11, 50, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 5000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    for empty in [0, 9, 64] {
                        let clock = Clock { moves_to_go, ..clock(remaining, increment) };
                        let (soft, hard) = clock.budget(empty);
                        assert!(soft <= hard);
                        assert!(
                            hard + clock.overhead <= clock.remaining.max(clock.overhead),
                            "{clock:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn no_clock_is_too_large() {
        let mut limits = Limits::default();
        for increment in [Duration::ZERO, Duration::MAX] {
            limits.clock = Some(Clock::new(Duration::MAX, increment));
            assert!(Deadline::new(Instant::now(), &limits, 36).allows_iteration(0));
        }
    }

    #[test]
    fn a_fuller_board_leaves_more_for_each_move() {
        let share = |empty| clock(60_000, 0).budget(empty).0;
        assert!(share(0) > share(16) && share(16) > share(64));
    }

    #[test]
    fn the_shorter_limit_wins() {
        let mut limits = Limits::move_time(Duration::ZERO);
        limits.clock = Some(clock(60_000, 0));
        assert!(Deadline::new(Instant::now(), &limits, 36).has_passed());
        assert!(!Deadline::new(Instant::now(), &Limits::default(), 36).has_passed());
    }

    #[test]
    fn no_clock_runs_while_pondering() {
        let mut limits = Limits::move_time(Duration::ZERO);
        limits.ponder = true;
        assert!(!Deadline::new(Instant::now(), &limits, 36).has_passed());
    }
}
