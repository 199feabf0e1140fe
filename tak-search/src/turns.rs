//! Many searches that share few processors take turns.
//!
//! Left to the system, fifty searches on two CPUs all wait in its queue, and one that is told to
//! stop sees it only when its turn comes, a tenth of a second later. With [`Turns`], no more of
//! them run than there are CPUs; a search that has to answer leaves the queue and does so at once.
//!
//! In a program of one thread, such as the worker of a web page, a search takes turns
//! with the rest of the program: [`Turns::with_host`].

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::clock::Instant;

/// How long a search runs before it lets another have its place: long compared with the
/// microseconds that a switch takes, short for one that has just begun.
const SLICE: Duration = Duration::from_millis(4);

/// How often a waiting search checks the clock.
const LOOK: Duration = Duration::from_millis(5);

/// The places of the searches that may run at the same time, and the queue for them.
///
/// ```
/// use tak_search::engine::Engine;
/// use tak_search::turns::Turns;
///
/// let mut engine = Engine::default();
/// let turns = Turns::new(std::thread::available_parallelism()?);
/// engine.set_turns(Some(Box::leak(Box::new(turns)))); // for all engines, as long as the program
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Turns {
    queues: Mutex<Queues>,
    /// How many wait, readable without a lock.
    waiting: AtomicUsize,
    /// Lets the rest of the program run, if it shares one thread with the searches.
    pause: Option<Pause>,
}

/// Suspends the search for about this long, zero for as short as possible, while the program's only
/// thread does its other work.
pub type Pause = fn(Duration);

/// A function of its own: tools that make WebAssembly suspendable follow its callers.
#[inline(never)]
fn call_host(pause: Pause, duration: Duration) {
    pause(duration);
}

/// Two queues, served in turn: a search that has just begun, or been kept waiting, waits only for
/// others like it, and cannot starve those that search for long.
#[derive(Debug)]
struct Queues {
    free: usize,
    newcomers: VecDeque<Arc<Waiter>>,
    others: VecDeque<Arc<Waiter>>,
    newcomer_was_last: bool,
}

impl Queues {
    fn of(&mut self, rank: Rank) -> &mut VecDeque<Arc<Waiter>> {
        match rank {
            Rank::Newcomer => &mut self.newcomers,
            Rank::Other => &mut self.others,
        }
    }

    fn next(&mut self) -> Option<Arc<Waiter>> {
        let is_newcomer = self.others.is_empty() || !self.newcomer_was_last;
        let is_newcomer = is_newcomer && !self.newcomers.is_empty();
        self.newcomer_was_last = is_newcomer;
        self.of(if is_newcomer { Rank::Newcomer } else { Rank::Other }).pop_front()
    }

    fn length(&self) -> usize {
        self.newcomers.len() + self.others.len()
    }
}

#[derive(Debug)]
struct Waiter {
    thread: Thread,
    /// Set when it is handed a place.
    is_called: AtomicBool,
}

/// Which queue to wait in.
#[derive(Clone, Copy)]
enum Rank {
    Newcomer,
    Other,
}

impl Turns {
    /// With this many places, one for each CPU.
    pub fn new(places: NonZeroUsize) -> Self {
        let queues = Queues {
            free: places.get(),
            newcomers: VecDeque::new(),
            others: VecDeque::new(),
            newcomer_was_last: false,
        };
        Self { queues: Mutex::new(queues), waiting: AtomicUsize::new(0), pause: None }
    }

    /// For a program of one thread: every few milliseconds the search that runs calls
    /// `pause`. What the program does meanwhile must not wait for the search.
    pub fn with_host(pause: Pause) -> Self {
        Self { pause: Some(pause), ..Self::new(NonZeroUsize::MIN) }
    }

    /// Whether the searches run on the one thread of their program.
    pub(crate) fn has_host(&self) -> bool {
        self.pause.is_some()
    }

    /// Waits without a place, for about this long or until woken.
    pub(crate) fn rest(turns: Option<&Self>, duration: Duration) {
        match turns.and_then(|turns| turns.pause) {
            Some(pause) => call_host(pause, duration),
            None => thread::park_timeout(duration),
        }
    }

    /// Waits for a place, or until the search has to answer.
    pub(crate) fn enter(&self, must_answer: impl Fn() -> bool) -> Turn<'_> {
        let has_place = !self.has_host() && self.wait(Rank::Newcomer, &must_answer);
        Turn { turns: self, has_place, since: Instant::now() }
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether there is a place now.
    fn wait(&self, rank: Rank, must_answer: &dyn Fn() -> bool) -> bool {
        let waiter = {
            let mut queues = self.queues();
            if queues.free > 0 {
                queues.free -= 1;
                return true;
            }
            let (thread, is_called) = (thread::current(), AtomicBool::new(false));
            let waiter = Arc::new(Waiter { thread, is_called });
            queues.of(rank).push_back(Arc::clone(&waiter));
            self.waiting.store(queues.length(), Ordering::Relaxed);
            waiter
        };
        while !waiter.is_called.load(Ordering::Acquire) {
            if must_answer() {
                let mut queues = self.queues();
                let place = queues.of(rank).iter().position(|other| Arc::ptr_eq(other, &waiter));
                // If it is no longer in the queue, it has just been called.
                let Some(place) = place else { continue };
                queues.of(rank).remove(place);
                self.waiting.store(queues.length(), Ordering::Relaxed);
                return false;
            }
            thread::park_timeout(LOOK);
        }
        true
    }

    /// Hands a place to the next in the queue.
    fn leave(&self) {
        let mut queues = self.queues();
        match queues.next() {
            Some(next) => {
                next.is_called.store(true, Ordering::Release);
                next.thread.unpark();
            }
            None => queues.free += 1,
        }
        self.waiting.store(queues.length(), Ordering::Relaxed);
    }
}

/// One thread's place. It runs without one only to answer, or with a host.
pub(crate) struct Turn<'a> {
    turns: &'a Turns,
    has_place: bool,
    since: Instant,
}

impl Turn<'_> {
    /// Lets others run if there are any and its time is up. Returns whether it had to wait.
    pub(crate) fn pass_on(&mut self, now: Instant, must_answer: impl Fn() -> bool) -> bool {
        let is_over = now.duration_since(self.since) >= SLICE;
        if let Some(pause) = self.turns.pause {
            if is_over {
                call_host(pause, Duration::ZERO);
                self.since = Instant::now();
            }
            return is_over;
        }
        let others_wait = self.turns.waiting.load(Ordering::Relaxed) > 0;
        if self.has_place && !(is_over && others_wait) {
            return false;
        }
        let rank = if self.has_place { Rank::Other } else { Rank::Newcomer };
        if self.has_place {
            self.turns.leave();
        }
        self.has_place = self.turns.wait(rank, &must_answer);
        self.since = Instant::now();
        true
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if self.has_place {
            self.turns.leave();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_run_than_there_are_places_and_all_get_their_turn() {
        let turns = Turns::new(NonZeroUsize::new(2).unwrap());
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let end = Instant::now() + Duration::from_millis(300);
        let count = |turns: &Turns| {
            let mut turn = turns.enter(|| false);
            let mut slices = 1;
            while Instant::now() < end {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(1));
                running.fetch_sub(1, Ordering::SeqCst);
                slices += u32::from(turn.pass_on(Instant::now(), || false));
            }
            slices
        };
        let slices: Vec<u32> = thread::scope(|scope| {
            let threads: Vec<_> = (0..6).map(|_| scope.spawn(|| count(&turns))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(most.into_inner(), 2);
        assert!(slices.iter().all(|&slices| slices > 2), "{slices:?}");
        assert_eq!(turns.queues().free, 2);
    }

    #[test]
    fn newcomers_leave_a_share_to_the_others() {
        let turns = Turns::new(NonZeroUsize::MIN);
        let end = Instant::now() + Duration::from_millis(400);
        let work = || thread::sleep(Duration::from_millis(1));
        let newcomers = AtomicUsize::new(0);
        let share = thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    while Instant::now() < end {
                        let _turn = turns.enter(|| false);
                        work();
                        newcomers.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            let mut turn = turns.enter(|| false);
            let mut share = 0;
            while Instant::now() < end {
                work();
                share += 1;
                turn.pass_on(Instant::now(), || false);
            }
            share
        });
        // After each slice of the others it may run too, for longer.
        let newcomers = newcomers.into_inner();
        assert!(2 * share > newcomers, "{share} beside {newcomers}");
    }

    #[test]
    fn whoever_must_answer_does_not_wait() {
        let turns = Turns::new(NonZeroUsize::MIN);
        let mut first = turns.enter(|| false);
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| turns.enter(|| stop.load(Ordering::SeqCst)).has_place);
            while turns.waiting.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
            stop.store(true, Ordering::SeqCst);
            assert!(!waiting.join().unwrap());
        });
        assert!(!first.pass_on(Instant::now() + SLICE, || false), "nobody waits any more");
        drop(first);
        assert_eq!(turns.queues().free, 1);
    }
}
