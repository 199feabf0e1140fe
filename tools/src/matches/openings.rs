//! How the games of a match begin: from a book, or with random moves that are no
//! mistakes.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use tak_encoding::{AnyPosition, Playable, Position, Size, with_position, with_size};
use tak_search::engine::{Engine, Setup};
use tak_search::limits::Limits;
use tak_search::score::Score;

use super::game::{Conditions, Game, Record};
use super::player::{quick_engine, search};
use crate::failure::Failure;
use crate::input::{Line, Source};
use crate::move_list;

/// The openings of a match, in order.
pub(crate) enum Openings {
    /// The lines of a file, for each of the match's conditions those that fit it.
    Book(Vec<Vec<String>>),
    /// For each of the conditions.
    Random(Vec<Mutex<Drawn>>),
}

impl Openings {
    /// Reads a book: a TPS or a list of moves on each line.
    pub(crate) fn read(
        path: &Path,
        conditions: &[Conditions],
        shuffled_by: Option<u64>,
    ) -> Result<Self, Failure> {
        let source = Source::from(path);
        let mut fitting = vec![Vec::new(); conditions.len()];
        let mut lines = source.lines()?;
        while let Some(line) = lines.next()? {
            let text = match line {
                Line::Text(text) => text.trim().to_owned(),
                Line::Bad(why, _) => return Err(source.failure_at(lines.number(), why)),
            };
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let mut problem = None;
            let mut fits = false;
            for (&conditions, fitting) in conditions.iter().zip(&mut fitting) {
                match read_line(&text, conditions) {
                    Ok(_) => {
                        fitting.push(text.clone());
                        fits = true;
                    }
                    Err(why) => problem = Some(why),
                }
            }
            if let Some(why) = problem.filter(|_| !fits) {
                return Err(source.failure_at(lines.number(), why));
            }
        }
        if let Some(empty) = fitting.iter().position(Vec::is_empty) {
            return Err(source.failure(format_args!("no opening for {}", conditions[empty])));
        }
        if let Some(seed) = shuffled_by {
            for lines in &mut fitting {
                Rng::with_seed(seed).shuffle(lines);
            }
        }
        Ok(Self::Book(fitting))
    }

    /// Random openings for so many conditions.
    pub(crate) fn random(seed: u64, plies: u32, conditions: usize) -> Self {
        let drawn = || Mutex::new(Drawn::new(seed, plies));
        Self::Random(std::iter::repeat_with(drawn).take(conditions).collect())
    }

    /// Takes from a game that is over how it began, so that this is not drawn again.
    pub(crate) fn remember(&self, number: u64, index: usize, record: &Record) {
        if let Self::Random(drawn) = self {
            let mut drawn = drawn[index].lock().unwrap_or_else(PoisonError::into_inner);
            let moves = record.moves.split(' ').take(record.plies).map(str::to_owned);
            drawn.moves.insert(number, moves.collect());
        }
    }

    /// Whether the engines play one of the first two plies themselves in any game.
    pub(crate) fn leave_an_opening(&self, (index, conditions): (usize, Conditions)) -> bool {
        match self {
            Self::Book(fitting) => fitting[index].iter().any(|line| {
                read_line(line, conditions).is_ok_and(|game| game.begins_with_opening())
            }),
            Self::Random(_) => self.begin(0, (index, conditions)).begins_with_opening(),
        }
    }

    /// The opening of that number for the conditions that are given with their own.
    pub(crate) fn begin(&self, number: u64, (index, conditions): (usize, Conditions)) -> Game {
        let game = match self {
            Self::Book(fitting) => {
                let lines = &fitting[index];
                read_line(&lines[(number % lines.len() as u64) as usize], conditions)
            }
            Self::Random(drawn) => {
                let mut drawn = drawn[index].lock().unwrap_or_else(PoisonError::into_inner);
                drawn.begin(number, conditions)
            }
        };
        game.unwrap_or_else(|why| unreachable!("was read before: {why}"))
    }
}

/// Random openings, drawn one after the other, each of them once as long as there are
/// others.
pub(crate) struct Drawn {
    seed: u64,
    plies: u32,
    /// The moves by the number of the opening; of games that are over, even before
    /// their turn comes.
    moves: BTreeMap<u64, Vec<String>>,
    /// The positions that all before the next one reach, in canonical form.
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
            self.moves.insert(self.next, game.moves.iter().map(ToString::to_string).collect());
            self.next += 1;
        }
        play_all(&self.moves[&number], conditions)
    }

    /// Draws the next opening, less strictly each time that it was drawn before.
    fn draw(&self, conditions: Conditions) -> Result<Game, String> {
        const MEBIBYTES: usize = 1;
        const MOST_TRIES: Score = 40;
        /// How much less a move may promise than the best of them, in centiflats.
        const MISTAKE: Score = 40;
        let mut random = Rng::with_seed(self.seed.rotate_left(32) ^ self.next);
        let mut engine = quick_engine(MEBIBYTES);
        let mut tries = 0;
        loop {
            let mut game = empty_board(conditions)?;
            for _ in 0..self.plies {
                let Some(mv) = no_mistake(&game, MISTAKE + 5 * tries, &mut engine, &mut random)
                else {
                    break;
                };
                game.play(&mv)?;
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

fn play_all(moves: &[String], conditions: Conditions) -> Result<Game, String> {
    let mut game = empty_board(conditions)?;
    for mv in moves {
        game.play(mv)?;
    }
    Ok(game)
}

fn empty_board(conditions: Conditions) -> Result<Game, String> {
    let position = AnyPosition::new(conditions.size, conditions.rules());
    Ok(Game::new(&position.map_err(|error| error.to_string())?, None))
}

fn read_line(text: &str, conditions: Conditions) -> Result<Game, String> {
    let game = if text.contains('/') {
        let position = AnyPosition::from_tps(text, conditions.rules());
        let position = position.map_err(|error| error.to_string())?;
        if position.size() != conditions.size {
            let (found, size) = (position.size(), conditions.size);
            return Err(format!(
                "expected a position on {size}×{size}, found one on {found}×{found}"
            ));
        }
        let found = with_position!(position, position => position.opening());
        if position.is_opening() && found != conditions.opening {
            let wanted = conditions.opening;
            return Err(format!("expected a position of the opening {wanted}, found {found}"));
        }
        Game::new(&position, Some(position.to_string()))
    } else {
        let moves = with_size!(conditions.size, N => moves::<N>(text, conditions)?);
        play_all(&moves, conditions)?
    };
    match game.end() {
        Some(_) => Err("the game is over here; expected a position to play on from".to_owned()),
        None => Ok(game),
    }
}

fn moves<const N: usize>(text: &str, conditions: Conditions) -> Result<Vec<String>, String>
where
    Size<N>: Playable,
{
    let rules = conditions.rules().at_size().map_err(|error| error.to_string())?;
    let game = move_list::read(Position::<N>::with_rules(rules), text)?;
    Ok(game.moves().iter().map(ToString::to_string).collect())
}

/// A random one of the better moves: what one side has at the start, it still has when
/// the engines begin to think. `None` where every move would end the game.
fn no_mistake(
    game: &Game,
    mistake: Score,
    engine: &mut Engine,
    random: &mut Rng,
) -> Option<String> {
    /// How many moves are looked at beside the engine's own.
    const CANDIDATES: usize = 12;
    let mut moves: Vec<_> =
        game.setup.position.legal_moves().iter().map(ToString::to_string).collect();
    random.shuffle(&mut moves);
    moves.truncate(CANDIDATES);
    moves.extend(search(engine, game.setup.clone(), look()).0);
    let judged = moves.into_iter().filter_map(|mv| Some((judge(game, &mv, engine)?, mv)));
    let mut judged: Vec<_> = judged.collect();
    let best = judged.iter().map(|&(score, _)| score).max()?;
    judged.retain(|&(score, _)| score >= best - mistake);
    random.choice(judged).map(|(_, mv)| mv)
}

/// What is thought about each move that could begin a game.
fn look() -> Limits {
    Limits::nodes(500)
}

/// What a move promises to who plays it, `None` if it ends the game.
fn judge(game: &Game, mv: &str, engine: &mut Engine) -> Option<Score> {
    let mut setup: Setup = game.setup.clone();
    setup.play(setup.position.parse_move(mv).ok()?).ok()?;
    if setup.position.outcome().is_some() {
        return None;
    }
    search(engine, setup, look()).1.map(|info| -info.score)
}
