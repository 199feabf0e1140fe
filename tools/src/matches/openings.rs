//! The openings of a match: those of a book, or random moves that are not mistakes.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use tak_encoding::AnyMove;
use tak_search::engine::{Engine, Setup};
use tak_search::limits::Limits;
use tak_search::score::Score;

use super::beginning::{self, Beginning};
use super::game::{Conditions, Game, Record};
use super::player::{quick_engine, search};
use crate::failure::Failure;
use crate::input::Source;

/// The openings of a match, in order.
pub(crate) enum Openings {
    /// From files: for each of the match's conditions, those that fit it.
    Book(Vec<Vec<Beginning>>),
    /// Random ones, for each of the conditions.
    Random(Vec<Mutex<Drawn>>),
}

impl Openings {
    /// Reads a book: games in PTN, or a TPS, a list of moves or a link on each line.
    pub(crate) fn read(
        path: &Path,
        conditions: &[Conditions],
        shuffled_by: Option<u64>,
    ) -> Result<Self, Failure> {
        let fitting = beginning::read(path, conditions)?;
        if let Some(empty) = fitting.iter().position(Vec::is_empty) {
            let why = format_args!("no opening for {}", conditions[empty]);
            return Err(Source::from(path).failure(why));
        }
        Ok(Self::book(fitting, shuffled_by))
    }

    /// Reads a book and finds out which of the conditions its openings fit: it must be exactly one.
    pub(crate) fn read_for_one(
        path: &Path,
        conditions: &[Conditions],
        shuffled_by: Option<u64>,
    ) -> Result<(Self, Conditions), Failure> {
        let fitting = beginning::read(path, conditions)?;
        let found = conditions.iter().zip(fitting).filter(|(_, fitting)| !fitting.is_empty());
        let mut found: Vec<_> = found.collect();
        let source = Source::from(path);
        match (found.pop(), found.pop()) {
            (None, _) => Err(source.failure("no openings in it; expected a TPS on each line")),
            (Some((one, _)), Some((other, _))) => Err(source.failure(format_args!(
                "openings for {other} and for {one}; expected a TPS on each line, all of one size"
            ))),
            (Some((&conditions, beginnings)), None) => {
                Ok((Self::book(vec![beginnings], shuffled_by), conditions))
            }
        }
    }

    fn book(mut fitting: Vec<Vec<Beginning>>, shuffled_by: Option<u64>) -> Self {
        if let Some(seed) = shuffled_by {
            for beginnings in &mut fitting {
                Rng::with_seed(seed).shuffle(beginnings);
            }
        }
        Self::Book(fitting)
    }

    /// Begins with the opening of this number; the ones before it come last.
    pub(crate) fn start_at(&mut self, number: u64) {
        if let Self::Book(fitting) = self {
            for beginnings in fitting {
                let length = beginnings.len().max(1) as u64;
                beginnings.rotate_left((number % length) as usize);
            }
        }
    }

    /// Random openings for this many conditions.
    pub(crate) fn random(seed: u64, plies: u32, conditions: usize) -> Self {
        let drawn = || Mutex::new(Drawn::new(seed, plies));
        Self::Random(std::iter::repeat_with(drawn).take(conditions).collect())
    }

    /// Remembers how a finished game began, so that its opening is not drawn again.
    pub(crate) fn remember(
        &self,
        number: u64,
        (index, conditions): (usize, Conditions),
        record: &Record,
    ) {
        if let Self::Random(drawn) = self {
            let mut drawn = drawn[index].lock().unwrap_or_else(PoisonError::into_inner);
            let moves = record.moves.split(' ').take(record.plies);
            // In an edited state they may be illegal.
            if let Ok(moves) = moves.map(|mv| AnyMove::parse(conditions.size, mv)).collect() {
                drawn.moves.insert(number, moves);
            }
        }
    }

    /// Whether the engines themselves play one of the first two plies in any game.
    pub(crate) fn leave_an_opening(&self, (index, conditions): (usize, Conditions)) -> bool {
        match self {
            Self::Book(fitting) => fitting[index]
                .iter()
                .any(|beginning| beginning.game().is_ok_and(|game| game.begins_with_opening())),
            Self::Random(_) => self.begin(0, (index, conditions)).begins_with_opening(),
        }
    }

    /// The opening of this number for conditions given with their number.
    pub(crate) fn begin(&self, number: u64, (index, conditions): (usize, Conditions)) -> Game {
        let game = match self {
            Self::Book(fitting) => {
                let beginnings = &fitting[index];
                beginnings[(number % beginnings.len() as u64) as usize].game()
            }
            Self::Random(drawn) => {
                let mut drawn = drawn[index].lock().unwrap_or_else(PoisonError::into_inner);
                drawn.begin(number, conditions)
            }
        };
        game.unwrap_or_else(|why| unreachable!("was read before: {why}"))
    }
}

/// Random openings, drawn one by one, each only once as long as there are others.
pub(crate) struct Drawn {
    seed: u64,
    plies: u32,
    /// The moves by the number of the opening; those of finished games are known even before their
    /// turn.
    moves: BTreeMap<u64, Vec<AnyMove>>,
    /// The positions reached by all openings before the next one, in canonical form.
    seen: HashSet<String>,
    next: u64,
}

impl Drawn {
    fn new(seed: u64, plies: u32) -> Self {
        Self { seed, plies, moves: BTreeMap::new(), seen: HashSet::new(), next: 0 }
    }

    fn begin(&mut self, number: u64, conditions: Conditions) -> Result<Game, String> {
        while self.next <= number {
            let known = self.moves.get(&self.next).map(|moves| play_all(moves, conditions));
            let game = match known {
                Some(Ok(game)) => game,
                _ => self.draw(conditions)?,
            };
            self.seen.insert(canonical(&game));
            self.moves.insert(self.next, game.moves);
            self.next += 1;
        }
        play_all(&self.moves[&number], conditions)
    }

    /// Draws the next opening, less strictly each time it turns out to be a repetition.
    fn draw(&self, conditions: Conditions) -> Result<Game, String> {
        const MEBIBYTES: usize = 1;
        const MOST_TRIES: Score = 40;
        /// How much worse than the best a move may be, in centiflats.
        const MISTAKE: Score = 40;
        let mut random = Rng::with_seed(self.seed.rotate_left(32) ^ self.next);
        let mut engine = quick_engine(MEBIBYTES);
        let mut tries = 0;
        loop {
            let mut game = Game::new(&beginning::empty_board(conditions)?);
            for _ in 0..self.plies {
                let Some(mv) = no_mistake(&game, MISTAKE + 5 * tries, &mut engine, &mut random)
                else {
                    break;
                };
                game.play(mv).map_err(|why| why.to_string())?;
            }
            tries += 1;
            if tries == MOST_TRIES || !self.seen.contains(&canonical(&game)) {
                return Ok(game);
            }
        }
    }
}

fn canonical(game: &Game) -> String {
    game.setup.position.canonical().to_string()
}

fn play_all(moves: &[AnyMove], conditions: Conditions) -> Result<Game, String> {
    Beginning::after(moves, conditions)?.game()
}

/// A random one of the better moves, so that neither side loses ground before the engines begin to
/// think. `None` if every move would end the game.
fn no_mistake(
    game: &Game,
    mistake: Score,
    engine: &mut Engine,
    random: &mut Rng,
) -> Option<AnyMove> {
    /// How many moves are looked at besides the engine's own.
    const CANDIDATES: usize = 12;
    let mut moves = game.setup.position.legal_moves();
    random.shuffle(&mut moves);
    moves.truncate(CANDIDATES);
    moves.extend(search(engine, game.setup.clone(), look()).0);
    let judged = moves.into_iter().filter_map(|mv| Some((judge(game, mv, engine)?, mv)));
    let mut judged: Vec<_> = judged.collect();
    let best = judged.iter().map(|&(score, _)| score).max()?;
    judged.retain(|&(score, _)| score >= best - mistake);
    random.choice(judged).map(|(_, mv)| mv)
}

/// The search limits for each candidate move.
fn look() -> Limits {
    Limits::nodes(500)
}

/// The score of a move for the player making it, `None` if it ends the game.
fn judge(game: &Game, mv: AnyMove, engine: &mut Engine) -> Option<Score> {
    let mut setup: Setup = game.setup.clone();
    setup.play(mv).ok()?;
    if setup.position.outcome().is_some() {
        return None;
    }
    search(engine, setup, look()).1.map(|info| -info.score)
}
