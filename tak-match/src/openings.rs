//! The openings of a match: those of a book, or random moves that are not mistakes.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use tak_encoding::{AnyMove, AnyPosition, OneHash};
use tak_games::beginnings::{self, Beginning, Conditions};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;

use crate::drawn::Drawn;
use crate::game::Game;
use crate::record::Record;

/// The openings of a match, in order.
pub struct Openings(Kind);

enum Kind {
    /// From files: for each of the match's conditions, those that fit it.
    Book(Vec<Vec<Beginning>>),
    /// Random ones, for each of the conditions.
    Random(Vec<Mutex<Drawn>>),
}

impl Openings {
    /// Reads a book: games in PTN, or a TPS, a list of moves or a link on each line.
    pub fn read(
        path: &Path,
        conditions: &[Conditions],
        shuffled_by: Option<u64>,
    ) -> Result<Self, Failure> {
        let fitting = beginnings::read(path, conditions)?;
        if let Some(empty) = fitting.iter().position(Vec::is_empty) {
            let why = format_args!("no opening for {}", conditions[empty]);
            return Err(Source::from(path).failure(why));
        }
        Ok(Self::book(fitting, shuffled_by))
    }

    /// Reads a book and finds out which of the conditions its openings fit: it must be exactly one.
    pub fn read_for_one(
        path: &Path,
        conditions: &[Conditions],
        shuffled_by: Option<u64>,
    ) -> Result<(Self, Conditions), Failure> {
        let fitting = beginnings::read(path, conditions)?;
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
        Self(Kind::Book(fitting))
    }

    /// Begins with the opening of this number; the ones before it come last.
    pub fn start_at(&mut self, number: u64) {
        if let Kind::Book(fitting) = &mut self.0 {
            for beginnings in fitting {
                let length = beginnings.len().max(1) as u64;
                beginnings.rotate_left((number % length) as usize);
            }
        }
    }

    /// Random openings for this many conditions.
    pub fn random(seed: u64, plies: u32, conditions: usize) -> Self {
        let drawn = || Mutex::new(Drawn::new(seed, plies));
        Self(Kind::Random(std::iter::repeat_with(drawn).take(conditions).collect()))
    }

    /// Remembers how a finished game began, so that its opening is not drawn again.
    pub(crate) fn remember(
        &self,
        number: u64,
        (index, conditions): (usize, Conditions),
        record: &Record,
    ) {
        if let Kind::Random(drawn) = &self.0 {
            let mut drawn = drawn[index].lock().unwrap_or_else(PoisonError::into_inner);
            let moves = record.moves.split(' ').take(record.plies);
            // In an edited state they may be illegal.
            if let Ok(moves) = moves.map(|mv| AnyMove::parse(conditions.size, mv)).collect() {
                drawn.remember(number, moves);
            }
        }
    }

    /// Whether the engines themselves play one of the first two plies in any game.
    pub(crate) fn leave_an_opening(&self, (index, conditions): (usize, Conditions)) -> bool {
        match &self.0 {
            Kind::Book(fitting) => fitting[index].iter().any(|beginning| {
                Game::begun(beginning).is_ok_and(|game| game.begins_with_opening())
            }),
            Kind::Random(_) => self.begin(0, (index, conditions)).begins_with_opening(),
        }
    }

    /// The opening of this number for conditions given with their number.
    pub(crate) fn begin(&self, number: u64, (index, conditions): (usize, Conditions)) -> Game {
        let game = match &self.0 {
            Kind::Book(fitting) => {
                let beginnings = &fitting[index];
                Game::begun(&beginnings[(number % beginnings.len() as u64) as usize])
            }
            Kind::Random(drawn) => {
                let mut drawn = drawn[index].lock().unwrap_or_else(PoisonError::into_inner);
                drawn.begin(number, conditions)
            }
        };
        game.unwrap_or_else(|why| unreachable!("was read before: {why}"))
    }

    /// The position after the opening of this number.
    pub fn position(&self, number: u64, kind: (usize, Conditions)) -> AnyPosition<OneHash> {
        self.begin(number, kind).setup.position
    }
}
