//! Which move to try first.

use tak_encoding::{Action, Bitboard, Kind, Move, OneHash, Playable, Position, Size};

use super::history::{Before, History, Known};

/// The listed moves of all nodes between the root and the one at hand, one node
/// after the other: memory is asked for once.
pub(super) struct Listed<const N: usize> {
    moves: Vec<Move<N>>,
    /// The score of each move above its index, [`GONE`] once it is handed out:
    /// the largest is found by many comparisons at once.
    keys: Vec<i64>,
}

impl<const N: usize> Listed<N> {
    /// Room for more moves than a line of the search has had; what is never
    /// used costs no memory.
    const ROOM: usize = 1 << 16;

    pub(super) fn new() -> Self {
        Self {
            moves: Vec::with_capacity(Self::ROOM),
            keys: Vec::with_capacity(Self::ROOM),
        }
    }
}

/// Hands out the moves of one node.
pub(super) struct Picker<const N: usize> {
    stage: Stage,
    /// The move from the table, if it is legal.
    first: Option<Move<N>>,
    /// Where the moves of this node begin in the list.
    start: usize,
    /// The move that was handed out last.
    last: Option<Move<N>>,
}

/// What comes next. Most nodes that the table knows end with its move, so that
/// the others need not be listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
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
    /// For another node, below those whose moves are listed.
    pub(super) fn new(
        position: &Position<N, OneHash>,
        hints: &Hints<N>,
        listed: &Listed<N>,
    ) -> Self {
        Self {
            stage: Stage::FromTable,
            first: hints.from_table.filter(|&mv| position.is_legal(mv)),
            start: listed.moves.len(),
            last: None,
        }
    }

    /// The best of the moves that are left.
    pub(super) fn next(
        &mut self,
        position: &Position<N, OneHash>,
        hints: &Hints<N>,
        history: &History,
        listed: &mut Listed<N>,
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
            self.list(position, hints, history, listed);
        }
        self.best(listed)
    }

    /// Lists all moves and scores those that have not been handed out.
    fn list(
        &self,
        position: &Position<N, OneHash>,
        hints: &Hints<N>,
        history: &History,
        listed: &mut Listed<N>,
    ) {
        position.generate(&mut listed.moves);
        let known = history.at(position.side_to_move(), hints.ply, hints.before);
        let moves = listed.moves[self.start..].iter().enumerate();
        let keys = moves.map(|(index, &mv)| {
            if Some(mv) == self.first {
                GONE
            } else {
                key(score(position, mv, hints, &known), index)
            }
        });
        listed.keys.extend(keys);
    }

    fn best(&mut self, listed: &mut Listed<N>) -> Option<Picked<N>> {
        let keys = &mut listed.keys[self.start..];
        let best = keys.iter().copied().fold(GONE, i64::max);
        if best == GONE {
            return None;
        }
        keys[index(best)] = GONE;
        let mv = listed.moves[self.start + index(best)];
        self.last = Some(mv);
        Some(Picked {
            mv,
            score: (best >> INDEX_BITS) as i32,
        })
    }

    /// The moves handed out before the last one, in any order.
    pub(super) fn tried(&self, listed: &Listed<N>) -> impl Iterator<Item = Move<N>> {
        let keys = &listed.keys[self.start..];
        let gone = keys.iter().zip(&listed.moves[self.start..]);
        let gone = gone.filter_map(|(&key, &mv)| (key == GONE).then_some(mv));
        gone.filter(|&mv| Some(mv) != self.last)
    }

    /// Leaves the node: its moves are not listed any more.
    pub(super) fn end(self, listed: &mut Listed<N>) {
        listed.moves.truncate(self.start);
        listed.keys.truncate(self.start);
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
