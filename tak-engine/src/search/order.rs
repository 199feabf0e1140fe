//! Which move to try first.

use tak_encoding::{Action, Bitboard, Kind, Move, OneHash, Playable, Position, Size};

use super::history::{Before, History, Known};

/// The moves of one node, kept from node to node for their memory.
#[derive(Default)]
pub(super) struct Picker<const N: usize> {
    stage: Stage,
    /// The move from the table, if it is legal.
    first: Option<Move<N>>,
    moves: Vec<Move<N>>,
    /// The score of each move above its index, [`GONE`] once it is handed out:
    /// the largest is found by many comparisons at once.
    keys: Vec<i64>,
    /// The move that was handed out last.
    last: Option<Move<N>>,
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

/// The key of a move that has been handed out.
const GONE: i64 = i64::MIN;

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

    /// Lists all moves and scores those that have not been handed out.
    fn list(&mut self, position: &Position<N, OneHash>, hints: &Hints<N>, history: &History) {
        self.moves.clear();
        position.generate(&mut self.moves);
        let known = history.at(position.side_to_move(), hints.ply, hints.before);
        let moves = self.moves.iter().enumerate();
        let keys = moves.map(|(index, &mv)| {
            if Some(mv) == self.first {
                GONE
            } else {
                key(score(position, mv, hints, &known), index)
            }
        });
        self.keys.clear();
        self.keys.extend(keys);
    }

    fn best(&mut self) -> Option<Picked<N>> {
        let best = self.keys.iter().copied().fold(GONE, i64::max);
        if best == GONE {
            return None;
        }
        self.keys[index(best)] = GONE;
        let mv = self.moves[index(best)];
        self.last = Some(mv);
        Some(Picked {
            mv,
            score: (best >> INDEX_BITS) as i32,
        })
    }

    /// The moves handed out before the last one, in any order.
    pub(super) fn tried(&self) -> impl Iterator<Item = Move<N>> {
        let listed = match self.stage {
            Stage::Rest => &self.keys[..],
            Stage::FromTable | Stage::List => &[],
        };
        let gone = listed.iter().zip(&self.moves);
        let gone = gone.filter_map(|(&key, &mv)| (key == GONE).then_some(mv));
        gone.filter(|&mv| Some(mv) != self.last)
    }
}

/// Moves that block a road of the opponent first, then by kind, by the flats
/// that a spread wins, and by history.
fn score<const N: usize>(
    position: &Position<N, OneHash>,
    mv: Move<N>,
    hints: &Hints<N>,
    known: &Known<'_>,
) -> i32
where
    Size<N>: Playable,
{
    let mut score = known.value(mv);
    if known.is_killer(mv) {
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
