//! How long a search may take.

use std::time::{Duration, Instant};

/// What a `go` command allows. Whichever limit comes first ends the search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Plies of full depth.
    pub depth: Option<u32>,
    /// Positions visited, by all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// The end comes with a proof: who wins, and how, is known.
    pub until_proven: bool,
    /// Search until told to stop, even when everything is known.
    pub infinite: bool,
    /// The opponent is still to play the last move: until then no clock runs,
    /// and there is no answer but to a stop.
    pub ponder: bool,
}

/// The clock of one player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves until more time is added, if the client said so.
    pub moves_to_go: Option<u32>,
}

/// When to stop: the plan that a search makes of its [`Limits`] at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    start: Instant,
    /// No new iteration after this.
    soft: Option<Duration>,
    /// The end, in the middle of an iteration too.
    hard: Option<Duration>,
}

impl Deadline {
    /// Plans the time. `overhead` is what gets lost on the way to the clock, and
    /// `empty` counts the squares that are: the more, the longer the game will
    /// last. No clock runs as long as the opponent thinks.
    pub fn new(start: Instant, limits: &Limits, overhead: Duration, empty: u32) -> Self {
        let (mut soft, mut hard) = (None, None);
        if limits.ponder {
            return Self { start, soft, hard };
        }
        if let Some(clock) = limits.clock {
            let (clock_soft, clock_hard) = clock.budget(overhead, empty);
            (soft, hard) = (Some(clock_soft), Some(clock_hard));
        }
        if let Some(move_time) = limits.move_time {
            hard = Some(hard.map_or(move_time, |hard: Duration| hard.min(move_time)));
        }
        Self { start, soft, hard }
    }

    /// Time since the clock began to run.
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end now.
    pub fn has_passed(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is worth starting: the next one takes several
    /// times as long as all before it. `stability` is the number of iterations
    /// that agreed on the best move.
    pub fn allows_iteration(&self, stability: usize) -> bool {
        const PERCENT: [u32; 6] = [150, 125, 105, 90, 75, 65];
        let percent = PERCENT[stability.min(PERCENT.len() - 1)];
        let in_time = |soft: Duration| self.elapsed() < soft * percent / 100;
        self.soft.is_none_or(in_time) && !self.has_passed()
    }
}

impl Clock {
    /// The soft and the hard budget of one move. The last iteration ends after
    /// the soft one, so that a move takes about the whole of its share.
    fn budget(&self, overhead: Duration, empty: u32) -> (Duration, Duration) {
        let usable = self.remaining.saturating_sub(overhead);
        // About so many moves are to come: a full board is moved on for a while.
        let expected = 12 + empty / 2;
        let moves = self.moves_to_go.unwrap_or(expected).clamp(1, expected);
        let share = usable / moves + self.increment.saturating_sub(overhead) * 4 / 5;
        let hard = (share * 3).min(usable / 3);
        let hard = if moves == 1 { usable * 3 / 4 } else { hard };
        ((share * 3 / 4).min(hard), hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(remaining: u64, increment: u64) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go: None,
        }
    }

    #[test]
    fn a_budget_never_reaches_the_flag() {
        for remaining in [0, 1, 5, 10, 11, 50, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 5000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    for empty in [0, 9, 64] {
                        let clock = Clock {
                            moves_to_go,
                            ..clock(remaining, increment)
                        };
                        let (soft, hard) = clock.budget(OVERHEAD, empty);
                        assert!(soft <= hard);
                        assert!(
                            hard + OVERHEAD <= clock.remaining.max(OVERHEAD),
                            "{clock:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_fuller_board_leaves_more_for_each_move() {
        let share = |empty| clock(60_000, 0).budget(OVERHEAD, empty).0;
        assert!(share(0) > share(16) && share(16) > share(64));
    }

    #[test]
    fn the_shorter_limit_wins() {
        let limits = Limits {
            clock: Some(clock(60_000, 0)),
            move_time: Some(Duration::ZERO),
            ..Limits::default()
        };
        assert!(Deadline::new(Instant::now(), &limits, OVERHEAD, 36).has_passed());
        assert!(!Deadline::new(Instant::now(), &Limits::default(), OVERHEAD, 36).has_passed());
    }

    #[test]
    fn no_clock_runs_while_the_opponent_thinks() {
        let limits = Limits {
            move_time: Some(Duration::ZERO),
            ponder: true,
            ..Limits::default()
        };
        assert!(!Deadline::new(Instant::now(), &limits, OVERHEAD, 36).has_passed());
    }
}
