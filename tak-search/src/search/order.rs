//! Move ordering: which move to try next.

use tak_encoding::{Action, Bitboard, Kind, Move, OneHash, Playable, Position, Size};

use super::history::{History, NodeHistory, PreviousMoves};

/// The move lists of all nodes on the path to the current one, end to end, so that memory is
/// allocated only once.
pub(super) struct MoveStack<const N: usize> {
    moves: Vec<Move<N>>,
    /// For each move its score in the high bits and its index in the low ones, or
    /// [`GONE`]: vector instructions find the maximum of integers.
    keys: Vec<i64>,
}

impl<const N: usize> MoveStack<N> {
    /// More moves than any line of the search has had; untouched pages cost no memory.
    const ROOM: usize = 1 << 16;

    pub(super) fn new() -> Self {
        Self { moves: Vec::with_capacity(Self::ROOM), keys: Vec::with_capacity(Self::ROOM) }
    }
}

/// Hands out the moves of one node, best first.
pub(super) struct MovePicker<const N: usize> {
    stage: Stage,
    /// The table move, if it is legal.
    table_move: Option<Move<N>>,
    /// Where the moves of this node begin on the stack.
    start: usize,
    /// The move handed out last.
    last: Option<Move<N>>,
}

/// What comes next. The table move alone often causes a cut-off, and then no moves are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Others,
}

const INDEX_BITS: u32 = 16;

fn key(score: i32, index: usize) -> i64 {
    i64::from(score) << INDEX_BITS | index as i64
}

fn index(key: i64) -> usize {
    key as usize & ((1 << INDEX_BITS) - 1)
}

/// The key of a move that was handed out.
const GONE: i64 = i64::MIN;

const TABLE_MOVE: i32 = 1 << 24;
const BLOCK: i32 = 1 << 20;
const KILLER: i32 = 8100;

/// The key of the best move that has not been handed out; [`GONE`] if there is none.
fn largest(keys: &[i64]) -> i64 {
    if cfg!(target_arch = "wasm32") {
        largest_of_lanes(keys)
    } else {
        keys.iter().copied().fold(GONE, i64::max)
    }
}

/// The same, several at once: for WebAssembly the compiler lets every comparison wait for the one
/// before it.
fn largest_of_lanes(keys: &[i64]) -> i64 {
    let mut largest = [GONE; 8];
    let (chunks, rest) = keys.as_chunks::<8>();
    for chunk in chunks {
        for (largest, &key) in largest.iter_mut().zip(chunk) {
            *largest = key.max(*largest);
        }
    }
    largest.iter().chain(rest).copied().fold(GONE, i64::max)
}

/// What a node knows about its moves in advance.
pub(super) struct Hints<const N: usize> {
    /// The move from the transposition table, legal or not.
    pub(super) table_move: Option<Move<N>>,
    /// The empty squares where the opponent could complete a road.
    pub(super) threats: Bitboard<N>,
    pub(super) ply: usize,
    pub(super) previous: PreviousMoves,
}

/// A move and its score in the ordering.
#[derive(Clone, Copy)]
pub(super) struct Picked<const N: usize> {
    pub(super) mv: Move<N>,
    /// Higher is better, history included.
    pub(super) score: i32,
}

impl<const N: usize> MovePicker<N>
where
    Size<N>: Playable,
{
    /// Starts a node below those whose moves are on the stack.
    pub(super) fn new(
        position: &Position<N, OneHash>,
        hints: &Hints<N>,
        stack: &MoveStack<N>,
    ) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move: hints.table_move.filter(|&mv| position.is_legal(mv)),
            start: stack.moves.len(),
            last: None,
        }
    }

    /// The best of the remaining moves.
    pub(super) fn next(
        &mut self,
        position: &Position<N, OneHash>,
        hints: &Hints<N>,
        history: &History,
        stack: &mut MoveStack<N>,
    ) -> Option<Picked<N>> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::Generate;
            if let Some(mv) = self.table_move {
                let score = TABLE_MOVE;
                return Some(Picked { mv, score });
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Others;
            self.generate(position, hints, history, stack);
        }
        self.best(stack)
    }

    /// Generates all moves and scores those not handed out yet.
    fn generate(
        &self,
        position: &Position<N, OneHash>,
        hints: &Hints<N>,
        history: &History,
        stack: &mut MoveStack<N>,
    ) {
        position.generate(&mut stack.moves);
        let history = history.at(position.side_to_move(), hints.ply, hints.previous);
        let moves = stack.moves[self.start..].iter().enumerate();
        let keys = moves.map(|(index, &mv)| {
            if Some(mv) == self.table_move {
                GONE
            } else {
                key(score(position, mv, hints, &history), index)
            }
        });
        stack.keys.extend(keys);
    }

    fn best(&mut self, stack: &mut MoveStack<N>) -> Option<Picked<N>> {
        let keys = &mut stack.keys[self.start..];
        let best = largest(keys);
        if best == GONE {
            return None;
        }
        keys[index(best)] = GONE;
        let mv = stack.moves[self.start + index(best)];
        self.last = Some(mv);
        Some(Picked { mv, score: (best >> INDEX_BITS) as i32 })
    }

    /// The moves handed out before the last one, in any order.
    pub(super) fn tried(&self, stack: &MoveStack<N>) -> impl Iterator<Item = Move<N>> {
        let keys = &stack.keys[self.start..];
        let gone = keys.iter().zip(&stack.moves[self.start..]);
        let gone = gone.filter_map(|(&key, &mv)| (key == GONE).then_some(mv));
        gone.filter(|&mv| Some(mv) != self.last)
    }

    /// Leaves the node, removing its moves from the stack.
    pub(super) fn end(self, stack: &mut MoveStack<N>) {
        stack.moves.truncate(self.start);
        stack.keys.truncate(self.start);
    }
}

/// Moves that block a road first; then by kind, by the flats that a spread wins,
/// and by history.
fn score<const N: usize>(
    position: &Position<N, OneHash>,
    mv: Move<N>,
    hints: &Hints<N>,
    history: &NodeHistory<'_>,
) -> i32
where
    Size<N>: Playable,
{
    let mut score = history.value(mv);
    if history.is_killer(mv) {
        score += KILLER;
    }
    match mv.action() {
        Action::Place(kind, square) => {
            score += match kind {
                Kind::Flat => 1900,
                Kind::Wall => -1400,
                Kind::Capstone => 0,
            };
            if hints.threats.contains(square.index()) {
                score += BLOCK;
            }
        }
        // All moves are of this kind here.
        Action::PlaceTwo(_) => {}
        Action::Spread(..) => score += 3000 * position.flats_won(mv) - 3000,
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_key_is_found_wherever_it_stands() {
        let random = std::iter::repeat_with(|| fastrand::i64(..));
        let keys: Vec<_> = random.take(40).chain([GONE; 3]).collect();
        for start in 0..=keys.len() {
            for end in start..=keys.len() {
                let keys = &keys[start..end];
                assert_eq!(largest_of_lanes(keys), largest(keys));
            }
        }
    }
}
