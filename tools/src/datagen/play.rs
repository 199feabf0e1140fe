//! One game of the engine against itself.

use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use tak_encoding::{
    Color, HalfKomi, Move, OneHash, Opening, Outcome, Playable, Position, Rules, Size,
};
use tak_search::evaluation::Corrected;
use tak_search::limits::Limits;
use tak_search::score::{self, Score};
use tak_search::search::{self, Experience, Signals, Task};
use tak_search::table::{NoMemory, Table};

use crate::self_play::{Game, Share};

/// What the engine remembers from move to move of a game.
pub(super) struct Memory<const N: usize> {
    table: Table,
    experiences: Vec<Experience>,
    evaluator: Corrected<N>,
}

/// The size of each game's table: a game of a thousand nodes a move fills less.
pub(super) const MEBIBYTES: usize = 2;

impl<const N: usize> Memory<N> {
    pub(super) fn new(evaluator: Corrected<N>) -> Result<Self, NoMemory> {
        Ok(Self { table: Table::new(MEBIBYTES)?, experiences: Vec::new(), evaluator })
    }

    fn clear(&mut self) {
        self.table.clear();
        self.experiences = Experience::of_threads(1);
    }
}

/// The settings of the games.
pub(super) struct Play<'a> {
    pub(super) nodes: u64,
    pub(super) random_plies: u32,
    pub(super) komi: &'a [HalfKomi],
    pub(super) openings: &'a [Opening],
    pub(super) seed: u64,
}

/// A position to start from, and its history.
struct Start<const N: usize>
where
    Size<N>: Playable,
{
    rules: Rules<N>,
    moves: Vec<Move<N>>,
    position: Position<N, OneHash>,
}

impl Play<'_> {
    /// Plays the game with this number, from a random opening that is about even; `None` if
    /// interrupted.
    pub(super) fn game<const N: usize>(
        &self,
        number: u32,
        memory: &mut Memory<N>,
        interrupted: &AtomicBool,
    ) -> Option<Game<N>>
    where
        Size<N>: Playable,
    {
        memory.clear();
        let start = self.start::<N>(number, memory);
        let Start { rules, moves, mut position } = start;
        let mut plies: Vec<_> = moves.into_iter().map(|mv| (mv, None)).collect();
        let mut reversible = Vec::new();
        let share = loop {
            if interrupted.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(share) = share_of(&position, &reversible) {
                break share;
            }
            let (mv, score) = self.think(&position, &reversible, memory);
            let Some(mv) = mv else { break Share::Half };
            let white = score.map(|score| match position.side_to_move() {
                Color::White => score,
                Color::Black => -score,
            });
            plies.push((mv, white.map(|score| score as i16)));
            if let Some(white) = white.filter(|&white| score::is_decided(white)) {
                break if white > 0 { Share::All } else { Share::Nothing };
            }
            if position.is_reversible(mv) {
                reversible.push(position.hash());
            } else {
                reversible.clear();
            }
            position.play_unchecked(mv);
        };
        Some(Game { number, rules, share, plies })
    }

    fn start<const N: usize>(&self, number: u32, memory: &mut Memory<N>) -> Start<N>
    where
        Size<N>: Playable,
    {
        /// After this many tries any opening will do: with few random plies, none may be even. With
        /// many, every game may end too early: each further try is one ply shorter.
        const MOST_TRIES: u32 = 100;
        /// In centiflats; beyond it an opening counts as lost.
        const EVEN: Score = 250;
        let mut random = Rng::with_seed(self.seed.rotate_left(32) ^ u64::from(number));
        let mut tries = 0_u32;
        loop {
            let komi = random.choice(self.komi).copied().unwrap_or_default();
            let opening = random.choice(self.openings).copied().unwrap_or_default();
            let plies = self.random_plies.saturating_sub(tries.saturating_sub(MOST_TRIES));
            let rules = Rules::with_komi(komi).with_opening(opening).unwrap_or_default();
            tries += 1;
            let Some(start) = random_opening::<N>(rules, plies, &mut random) else { continue };
            let (_, score) = self.think(&start.position, &[], memory);
            if tries >= MOST_TRIES || score.is_some_and(|score| score.abs() < EVEN) {
                return start;
            }
        }
    }

    /// The engine's move and its score for the side to move.
    fn think<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
        reversible: &[u64],
        memory: &mut Memory<N>,
    ) -> (Option<Move<N>>, Option<Score>)
    where
        Size<N>: Playable,
    {
        let mut task = Task::new(*position, Limits::nodes(self.nodes));
        task.reversible = reversible.to_vec();
        let mut score = None;
        let (table, signals) = (&memory.table, Signals::default());
        let (experiences, evaluator) = (&mut memory.experiences, &memory.evaluator);
        let best = search::run(task, evaluator, experiences, table, &signals, |report| {
            score = Some(report.score);
        });
        (best, score)
    }
}

/// White's share of the point, if the game is over: by the rules, by repetition, or because it is
/// too long.
fn share_of<const N: usize>(position: &Position<N, OneHash>, reversible: &[u64]) -> Option<Share>
where
    Size<N>: Playable,
{
    const LONGEST_GAME: u32 = 400;
    match position.outcome().map(Outcome::winner) {
        Some(Some(Color::White)) => return Some(Share::All),
        Some(Some(Color::Black)) => return Some(Share::Nothing),
        Some(None) => return Some(Share::Half),
        None => {}
    }
    let repeats = reversible.iter().filter(|&&old| old == position.hash()).count();
    let draw = repeats >= 2 || reversible.len() > 50 || position.ply() > LONGEST_GAME;
    draw.then_some(Share::Half)
}

/// Random moves, three in four of them flats; `None` if they end the game.
fn random_opening<const N: usize>(rules: Rules<N>, plies: u32, random: &mut Rng) -> Option<Start<N>>
where
    Size<N>: Playable,
{
    let mut start = Start { rules, moves: Vec::new(), position: Position::with_rules(rules) };
    for _ in 0..plies {
        let moves = start.position.legal_moves();
        let flats = start.position.empty().count() as usize;
        let choices = if random.u8(..4) > 0 { flats.min(moves.len()) } else { moves.len() };
        let &mv = random.choice(&moves[..choices])?;
        start.position.play_unchecked(mv);
        start.moves.push(mv);
        if start.position.outcome().is_some() {
            return None;
        }
    }
    Some(start)
}
