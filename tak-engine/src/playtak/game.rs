//! One running game.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use tak_encoding::{
    AnyMove, AnyPosition, Color, Move, OneHash, Playable, Position, RulesError, Size, excerpt,
    with_position,
};
use tak_search::engine::Setup;
use tak_search::limits::Clock;

use super::note;
use super::protocol::{GameEvent, GameStart, Terms};
use crate::strength::Strength;
use crate::think::Thinker;

/// The time that a move loses on its way to the server's clock.
const OVERHEAD: Duration = Duration::from_millis(300);

/// The resources of a search.
#[derive(Clone, Copy)]
pub(super) struct Resources {
    pub(super) threads: usize,
    /// The table, in MiB.
    pub(super) hash: usize,
}

/// A position to think about.
struct MoveRequest {
    setup: Setup,
    strength: Strength,
    clock: Clock,
}

/// The move found for it.
pub(super) struct MoveFound {
    /// The number of the game.
    pub(super) game: u32,
    position: AnyPosition<OneHash>,
    mv: AnyMove,
}

/// One running game, as far as it is known. Its own engine thinks on another thread.
pub(super) struct Game {
    pub(super) opponent: String,
    pub(super) strength: Strength,
    color: Color,
    terms: Terms,
    setup: Setup,
    /// The position before each move, in case it is taken back.
    past: Vec<Setup>,
    clocks: [Duration; 2],
    /// When the server last sent the clocks.
    clocks_at: Instant,
    /// Whether all moves so far are known: after a lost connection they are sent again.
    is_current: bool,
    requests: Sender<MoveRequest>,
    /// The position being searched.
    asked: Option<AnyPosition<OneHash>>,
    answer: Option<MoveFound>,
}

impl Game {
    /// A game that begins now; `is_current` unless it has been running for a while. `reply`
    /// receives the engine's moves.
    pub(super) fn new(
        start: &GameStart,
        is_current: bool,
        strength: Strength,
        resources: Resources,
        reply: impl FnMut(MoveFound) + Send + 'static,
    ) -> Result<Self, String> {
        let setup = setup_of(&start.terms).map_err(|error| error.to_string())?;
        let (requests, received) = channel();
        think(start.number, resources, received, reply).map_err(|error| error.to_string())?;
        Ok(Self {
            opponent: start.players[(!start.color).index()].clone(),
            strength,
            color: start.color,
            terms: start.terms,
            setup,
            past: Vec::new(),
            clocks: [start.terms.time; 2],
            clocks_at: Instant::now(),
            is_current,
            requests,
            asked: None,
            answer: None,
        })
    }

    /// Resumes the game: the server sends all its moves again.
    pub(super) fn begin_again(&mut self, start: &GameStart) -> Result<(), String> {
        self.setup = setup_of(&start.terms).map_err(|error| error.to_string())?;
        self.terms = start.terms;
        self.color = start.color;
        self.past.clear();
        self.is_current = false;
        Ok(())
    }

    /// Called when the connection is lost: the state of the game is no longer known.
    pub(super) fn lose_sight(&mut self) {
        self.is_current = false;
    }

    /// Follows an event.
    ///
    /// # Errors
    ///
    /// If the server's game is not the one known here.
    pub(super) fn hear(&mut self, event: &GameEvent, now: Instant) -> Result<(), String> {
        match event {
            GameEvent::Move(text) => {
                if self.is_current && self.is_our_turn() {
                    return Err(format!("{} in our own turn", excerpt(text)));
                }
                let mv = with_position!(&self.setup.position, position => legal(position, text));
                let mv = mv.ok_or_else(|| format!("{} is not legal here", excerpt(text)))?;
                self.play(mv);
            }
            GameEvent::Clocks(clocks) => {
                self.clocks = *clocks;
                self.clocks_at = now;
                // They come after the moves sent again.
                self.is_current = true;
            }
            GameEvent::Undo => {
                self.setup = self.past.pop().ok_or("nothing to take back")?;
            }
            GameEvent::UndoWanted
            | GameEvent::DrawOffered
            | GameEvent::Over(_)
            | GameEvent::Abandoned => {}
        }
        Ok(())
    }

    /// Keeps the engine's move until it is needed.
    pub(super) fn keep(&mut self, answer: MoveFound) {
        self.answer = Some(answer);
    }

    /// Thinks or plays, if it is time to. Returns the move to play, in the server's notation.
    pub(super) fn advance(&mut self, now: Instant) -> Option<String> {
        if !self.is_current || !self.is_our_turn() {
            return None;
        }
        let position = self.setup.position;
        // A move found before the connection was lost is still good.
        if let Some(answer) = self.answer.take_if(|answer| answer.position == position) {
            self.asked = None;
            self.play(answer.mv);
            return Some(answer.mv.to_playtak());
        }
        if self.asked != Some(position) {
            self.asked = Some(position);
            let (setup, strength, clock) = (self.setup.clone(), self.strength, self.clock(now));
            // The thread lives as long as this end of the channel.
            let _ = self.requests.send(MoveRequest { setup, strength, clock });
        }
        None
    }

    fn is_our_turn(&self) -> bool {
        let position = &self.setup.position;
        position.side_to_move() == self.color && position.outcome().is_none()
    }

    fn play(&mut self, mv: AnyMove) {
        let before = self.setup.clone();
        // Only legal moves get here.
        if self.setup.play(mv).is_ok() {
            self.past.push(before);
        }
    }

    /// Our clock, as of now.
    fn clock(&self, now: Instant) -> Clock {
        let position = &self.setup.position;
        let left = self.clocks[self.color.index()];
        // It starts with the first move.
        let gone = if position.ply() == 0 { Duration::ZERO } else { now - self.clocks_at };
        let times = if self.terms.increment_grows { position.move_number() } else { 1 };
        let increment = self.terms.increment.saturating_mul(times);
        let mut clock = Clock::new(left.saturating_sub(gone), increment);
        clock.overhead = OVERHEAD;
        clock
    }
}

/// The start of a game.
fn setup_of(terms: &Terms) -> Result<Setup, RulesError> {
    AnyPosition::with_rules(terms.size, terms.rules()).map(Setup::new)
}

/// The legal move with this text. The text of a first move does not say what the opening makes of
/// it, but the position does.
fn legal<const N: usize>(position: &Position<N, OneHash>, text: &str) -> Option<AnyMove>
where
    Size<N>: Playable,
{
    let text = Move::<N>::from_playtak(text).ok()?.to_playtak().to_string();
    let mut moves = position.legal_moves().into_iter();
    moves.find(|mv| mv.to_playtak().to_string() == text).map(AnyMove::from)
}

/// Starts a thread that answers requests until the channel is closed.
fn think(
    game: u32,
    resources: Resources,
    requests: Receiver<MoveRequest>,
    mut reply: impl FnMut(MoveFound) + Send + 'static,
) -> io::Result<()> {
    let work = move || {
        let mut thinker = Thinker::new(resources.threads, resources.hash);
        let mut random = Rng::new();
        while let Ok(request) = requests.recv() {
            // Only the latest position counts.
            let request = requests.try_iter().last().unwrap_or(request);
            let position = request.setup.position;
            let MoveRequest { setup, strength, clock } = request;
            let found = thinker.play(setup, strength.level(), Some(clock), &mut random);
            let mv = found.unwrap_or_else(|broken_off| {
                note(&format!("game {game}: {broken_off}; the bot plays any move"));
                any_move(&position, &mut random)
            });
            if let Some(mv) = mv {
                reply(MoveFound { game, position, mv });
            }
        }
    };
    thread::Builder::new().spawn(work).map(drop)
}

/// A legal move: better than losing on time.
fn any_move(position: &AnyPosition<OneHash>, random: &mut Rng) -> Option<AnyMove> {
    with_position!(position, position => random.choice(position.legal_moves()).map(AnyMove::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::think::BrokenOff;

    #[test]
    fn a_search_that_panics_costs_no_game() {
        let setup = Setup::new("x3/1,x,2/x3 1 2".parse().unwrap());
        let (mut thinker, mut random) = (Thinker::broken(), Rng::with_seed(1));
        assert_eq!(thinker.play(setup.clone(), None, None, &mut random), Err(BrokenOff));
        let mv = any_move(&setup.position, &mut random).unwrap();
        assert_eq!(setup.position.check_legal(mv), Ok(()));
    }
}
