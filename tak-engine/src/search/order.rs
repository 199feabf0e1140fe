//! Which move to try first.

use tak_encoding::{Action, Bitboard, Kind, Move, OneHash, Playable, Position, Size};

use super::history::{Before, History};

/// The moves of one node, kept from node to node for their memory.
#[derive(Default)]
pub(super) struct Picker<const N: usize> {
    stage: Stage,
    /// The move from the table, if it is legal.
    first: Option<Move<N>>,
    moves: Vec<Move<N>>,
    /// The score of each move above its index: the largest is found by many
    /// comparisons at once.
    keys: Vec<i64>,
    /// The keys before this have been handed out.
    next: usize,
}

/// What comes next. Most nodes that the table knows end with its move, so that
/// the others need not be listed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    FromTable,
    List,
    Rest,
}

const INDEX_BITS: u32 = 16;

fn key(score: i32, index: usize) -> i64 {
    i64::from(score) << INDEX_BITS | index as i64
}

fn index(key: i64) -> usize {
    key as usize & ((1 << INDEX_BITS) - 1)
}

const FROM_TABLE: i32 = 1 << 24;
const BLOCK: i32 = 1 << 20;
const KILLER: i32 = 6000;

/// What a node knows that speaks for one move or another.
pub(super) struct Hints<const N: usize> {
    pub(super) from_table: Option<Move<N>>,
    /// The squares where the opponent would complete a road.
    pub(super) threats: Bitboard<N>,
    pub(super) ply: usize,
    pub(super) before: Before,
}

/// A move and what the order thinks of it.
#[derive(Clone, Copy)]
pub(super) struct Picked<const N: usize> {
    pub(super) mv: Move<N>,
    /// Higher is better, history included.
    pub(super) score: i32,
}

impl<const N: usize> Picker<N>
where
    Size<N>: Playable,
{
    /// With memory for the moves of all but the richest positions.
    pub(super) fn with_memory() -> Self {
        const USUAL: usize = 8;
        Self {
            moves: Vec::with_capacity(USUAL * N * N),
            keys: Vec::with_capacity(USUAL * N * N),
            ..Self::default()
        }
    }

    /// Another node.
    pub(super) fn start(&mut self, position: &Position<N, OneHash>, hints: &Hints<N>) {
        self.stage = Stage::FromTable;
        self.first = hints.from_table.filter(|&mv| position.is_legal(mv));
    }

    /// The best of the moves that are left.
    pub(super) fn next(
        &mut self,
        position: &Position<N, OneHash>,
        hints: &Hints<N>,
        history: &History,
    ) -> Option<Picked<N>> {
        if self.stage == Stage::FromTable {
            self.stage = Stage::List;
            if let Some(mv) = self.first {
                let score = FROM_TABLE;
                return Some(Picked { mv, score });
            }
        }
        if self.stage == Stage::List {
            self.stage = Stage::Rest;
            self.list(position, hints, history);
        }
        self.best()
    }

    /// Lists and scores all moves but the first.
    fn list(&mut self, position: &Position<N, OneHash>, hints: &Hints<N>, history: &History) {
        self.next = 0;
        self.moves.clear();
        position.generate(&mut self.moves);
        self.keys.clear();
        let moves = self.moves.iter().enumerate();
        let others = moves.filter(|&(_, &mv)| Some(mv) != self.first);
        let keys = others.map(|(index, &mv)| key(score(position, mv, hints, history), index));
        self.keys.extend(keys);
    }

    fn best(&mut self) -> Option<Picked<N>> {
        let left = self.keys.get_mut(self.next..)?;
        let best = left.iter().copied().fold(i64::MIN, i64::max);
        let place = left.iter().position(|&key| key == best)?;
        left.swap(0, place);
        self.next += 1;
        Some(Picked {
            mv: self.moves[index(best)],
            score: (best >> INDEX_BITS) as i32,
        })
    }

    /// The moves handed out before the last one.
    pub(super) fn tried(&self) -> impl Iterator<Item = Move<N>> {
        let (first, keys) = match self.stage {
            Stage::Rest => (self.first, &self.keys[..self.next.saturating_sub(1)]),
            Stage::FromTable | Stage::List => (None, &self.keys[..0]),
        };
        let others = keys.iter().map(|&key| self.moves[index(key)]);
        first.into_iter().chain(others)
    }
}

/// Moves that block a road of the opponent first, then by kind, by the flats
/// that a spread wins, and by history.
fn score<const N: usize>(
    position: &Position<N, OneHash>,
    mv: Move<N>,
    hints: &Hints<N>,
    history: &History,
) -> i32
where
    Size<N>: Playable,
{
    let mut score = history.value(position.side_to_move(), mv, hints.before);
    if history.is_killer(hints.ply, mv) {
        score += KILLER;
    }
    match mv.action() {
        Action::Place(kind, square) => {
            score += match kind {
                Kind::Flat => 2000,
                Kind::Wall => -3000,
                Kind::Capstone => 0,
            };
            if hints.threats.get(square.index()) {
                score += BLOCK;
            }
        }
        Action::Spread(..) => score += 3000 * position.flats_won(mv) - 3000,
    }
    score
}
