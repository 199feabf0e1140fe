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

use super::book::BookLines;
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
pub(super) struct Play<'a, const N: usize> {
    pub(super) nodes: u64,
    pub(super) root: Root<'a, N>,
    pub(super) random_plies: u32,
    pub(super) komi: &'a [HalfKomi],
    pub(super) seed: u64,
}

/// What comes before the random plies.
#[derive(Clone, Copy)]
pub(super) enum Root<'a, const N: usize> {
    /// The empty board, and one of these openings.
    EmptyBoard(&'a [Opening]),
    /// A line of a book.
    Book(&'a BookLines<N>),
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

impl<const N: usize> Start<N>
where
    Size<N>: Playable,
{
    /// The position after moves that are legal.
    fn after(rules: Rules<N>, moves: &[Move<N>]) -> Self {
        let mut position = Position::with_rules(rules);
        for &mv in moves {
            position.play_unchecked(mv);
        }
        Self { rules, moves: moves.to_vec(), position }
    }

    /// Random moves, three in four of them flats; `None` if they end the game.
    fn play_at_random(mut self, plies: u32, random: &mut Rng) -> Option<Self> {
        for _ in 0..plies {
            let moves = self.position.legal_moves();
            let flats = self.position.empty().count() as usize;
            let choices = if random.u8(..4) > 0 { flats.min(moves.len()) } else { moves.len() };
            let &mv = random.choice(&moves[..choices])?;
            self.position.play_unchecked(mv);
            self.moves.push(mv);
            if self.position.outcome().is_some() {
                return None;
            }
        }
        Some(self)
    }
}

impl<const N: usize> Play<'_, N>
where
    Size<N>: Playable,
{
    /// Plays the game with this number, from a start that is about even; `None` if interrupted.
    pub(super) fn game(
        &self,
        number: u32,
        memory: &mut Memory<N>,
        interrupted: &AtomicBool,
    ) -> Option<Game<N>> {
        memory.clear();
        let start = self.start(number, memory);
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

    fn start(&self, number: u32, memory: &mut Memory<N>) -> Start<N> {
        /// After this many tries any opening will do: with few random plies, none may be even. With
        /// many, every game may end too early: each further try is one ply shorter.
        const MOST_TRIES: u32 = 100;
        /// In centiflats; beyond it an opening counts as lost.
        const EVEN: Score = 250;
        let mut random = Rng::with_seed(self.seed.rotate_left(32) ^ u64::from(number));
        let mut tries = 0_u32;
        loop {
            let komi = random.choice(self.komi).copied().unwrap_or_default();
            let (opening, moves) = match self.root {
                Root::EmptyBoard(openings) => {
                    (random.choice(openings).copied().unwrap_or_default(), &[][..])
                }
                Root::Book(book) => book.draw(&mut random),
            };
            let plies = self.random_plies.saturating_sub(tries.saturating_sub(MOST_TRIES));
            let rules = Rules::with_komi(komi).with_opening(opening).unwrap_or_default();
            tries += 1;
            let begun = Start::after(rules, moves);
            let Some(start) = begun.play_at_random(plies, &mut random) else { continue };
            let (_, score) = self.think(&start.position, &[], memory);
            if tries >= MOST_TRIES || score.is_some_and(|score| score.abs() < EVEN) {
                return start;
            }
        }
    }

    /// The engine's move and its score for the side to move.
    fn think(
        &self,
        position: &Position<N, OneHash>,
        reversible: &[u64],
        memory: &mut Memory<N>,
    ) -> (Option<Move<N>>, Option<Score>) {
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn line(text: &str) -> Vec<Move<4>> {
        let mut position = Position::<4, OneHash>::new();
        let moves = text.split(' ').map(|text| {
            let mv = position.parse_move(text).unwrap();
            position.play(mv).unwrap();
            mv
        });
        moves.collect()
    }

    #[test]
    fn games_start_with_openings_of_the_book_that_are_not_lost() {
        let even = line("a1 d4 b2 c3");
        // White lacks one square of a road, Black has looked on.
        let lost = line("a4 a1 b1 Sd4 c1 Sc4");
        let lines = vec![(Opening::Swap, vec![lost, even.clone()])];
        let book = BookLines { lines, weights: vec![0] };
        let root = Root::Book(&book);
        let play = Play { nodes: 100, root, random_plies: 1, komi: &[HalfKomi(0)], seed: 1 };
        let mut memory = Memory::new(Corrected::new(None)).unwrap();
        let mut fifth = HashSet::new();
        for number in 0..20 {
            let game = play.game(number, &mut memory, &AtomicBool::new(false)).unwrap();
            assert_eq!(game.rules.opening(), Opening::Swap);
            let moves: Vec<_> = game.plies.iter().map(|&(mv, _)| mv).collect();
            assert_eq!(moves[..4], even);
            fifth.insert(moves[4].to_string());
        }
        assert!(fifth.len() > 3, "{fifth:?}");
    }

    #[test]
    fn openings_are_drawn_as_often_as_they_are_named() {
        let lines = vec![
            (Opening::Swap, vec![line("a1 d4"), line("a1 d1"), line("b1 d1")]),
            (Opening::NoSwap, vec![line("a1 d4")]),
        ];
        let book = BookLines { lines, weights: vec![0, 1, 1, 1] };
        let mut random = Rng::with_seed(1);
        let drawn = (0..400).filter(|_| book.draw(&mut random).0 == Opening::NoSwap).count();
        assert!((250..350).contains(&drawn), "{drawn}");
    }
}
