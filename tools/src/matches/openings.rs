//! How the games of a match begin: from a book, or with random moves that are no
//! mistakes.

use std::path::Path;

use fastrand::Rng;
use tak_encoding::{AnyPosition, Playable, Position, Size, with_size};
use tak_search::engine::{Engine, Setup};
use tak_search::limits::Limits;
use tak_search::score::Score;

use super::game::{Conditions, Game};
use super::player::{quick_engine, search};
use crate::failure::Failure;
use crate::input::{Line, Source};
use crate::move_list;

/// The openings of a match, in order.
pub(crate) enum Openings {
    /// The lines of a file, for each of the match's conditions those that fit it.
    Book(Vec<Vec<String>>),
    Random {
        seed: u64,
        plies: u32,
    },
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

    /// The opening of that number for the conditions that are given with their own.
    pub(crate) fn begin(&self, number: u64, (index, conditions): (usize, Conditions)) -> Game {
        let game = match self {
            Self::Book(fitting) => {
                let lines = &fitting[index];
                read_line(&lines[(number % lines.len() as u64) as usize], conditions)
            }
            &Self::Random { seed, plies } => {
                let mut random = Rng::with_seed(seed.rotate_left(32) ^ number);
                empty_board(conditions).map(|game| without_mistakes(game, plies, &mut random))
            }
        };
        game.unwrap_or_else(|why| unreachable!("was read before: {why}"))
    }
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
        Game::new(&position, Some(position.to_string()))
    } else {
        let moves = with_size!(conditions.size, N => moves::<N>(text, conditions)?);
        let mut game = empty_board(conditions)?;
        for mv in moves {
            game.play(&mv)?;
        }
        game
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

/// Plays random moves, each among the better ones: what one side has at the start, it
/// still has when the engines begin to think.
fn without_mistakes(mut game: Game, plies: u32, random: &mut Rng) -> Game {
    const MEBIBYTES: usize = 1;
    /// How many moves are looked at beside the engine's own.
    const CANDIDATES: usize = 12;
    /// How much less the move may promise than the best of them, in centiflats.
    const MISTAKE: Score = 40;
    let mut engine = quick_engine(MEBIBYTES);
    for _ in 0..plies {
        let mut moves: Vec<_> =
            game.setup.position.legal_moves().iter().map(ToString::to_string).collect();
        random.shuffle(&mut moves);
        moves.truncate(CANDIDATES);
        moves.extend(search(&mut engine, game.setup.clone(), look()).0);
        let judged = moves.into_iter().filter_map(|mv| Some((judge(&game, &mv, &mut engine)?, mv)));
        let judged: Vec<_> = judged.collect();
        let Some(best) = judged.iter().map(|&(score, _)| score).max() else { break };
        let good: Vec<_> = judged.iter().filter(|&&(score, _)| score >= best - MISTAKE).collect();
        let Some((_, mv)) = random.choice(good) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    game
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
