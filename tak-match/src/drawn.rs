//! Openings drawn at random, none of them a mistake.

use std::collections::{BTreeMap, HashSet};

use fastrand::Rng;
use tak_encoding::AnyMove;
use tak_games::beginnings::{Beginning, Conditions};
use tak_search::engine::{Engine, Setup};
use tak_search::limits::Limits;
use tak_search::score::Score;

use crate::game::Game;
use crate::own::{quick_engine, search};

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
    pub(crate) fn new(seed: u64, plies: u32) -> Self {
        Self { seed, plies, moves: BTreeMap::new(), seen: HashSet::new(), next: 0 }
    }

    /// Takes the moves of an opening that was drawn before.
    pub(crate) fn remember(&mut self, number: u64, moves: Vec<AnyMove>) {
        self.moves.insert(number, moves);
    }

    /// The opening of this number.
    pub(crate) fn begin(&mut self, number: u64, conditions: Conditions) -> Result<Game, String> {
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
            let mut game = Game::new(&conditions.empty_board()?);
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
    let start = conditions.empty_board()?;
    Game::begun(&Beginning { start, moves: moves.to_vec() })
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
    search(engine, setup, look()).1.first().map(|info| -info.score)
}
