//! Which move to try first.

use tak_encoding::{Action, Bitboard, Color, Kind, Move, OneHash, Playable, Position, Size};

use crate::score::MAX_PLY;

/// What the search learned about moves in other positions.
pub(super) struct History {
    /// By colour and the 16 bits of a move: how often it refuted.
    refutations: Vec<i16>,
    /// By ply: the last two moves that refuted there.
    killers: [[u16; 2]; MAX_PLY + 1],
}

impl Default for History {
    fn default() -> Self {
        Self {
            refutations: vec![0; 2 << 16],
            killers: [[0; 2]; MAX_PLY + 1],
        }
    }
}

/// The place of a move in the history.
fn slot<const N: usize>(color: Color, mv: Move<N>) -> usize {
    color.index() << 16 | usize::from(mv.bits())
}

/// History values stay below this.
const HISTORY_LIMIT: i32 = 8192;

impl History {
    fn value<const N: usize>(&self, color: Color, mv: Move<N>) -> i32 {
        i32::from(self.refutations[slot(color, mv)])
    }

    /// A move refuted the line at `depth`; those tried before it did not.
    pub(super) fn reward<const N: usize>(
        &mut self,
        color: Color,
        ply: usize,
        depth: u32,
        best: Move<N>,
        tried: &[Move<N>],
    ) {
        let bonus = (depth * depth * 16).min(1024) as i32;
        self.nudge(color, best, bonus);
        for &mv in tried {
            self.nudge(color, mv, -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != best.bits() {
            killers[1] = killers[0];
            killers[0] = best.bits();
        }
    }

    /// Moves a value towards the limit, the slower the nearer it is.
    fn nudge<const N: usize>(&mut self, color: Color, mv: Move<N>, bonus: i32) {
        let value = &mut self.refutations[slot(color, mv)];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

/// The moves of one node, kept from node to node for their memory.
#[derive(Clone, Default)]
pub(super) struct Picker<const N: usize> {
    moves: Vec<Move<N>>,
    scores: Vec<i32>,
    /// The moves before this have been handed out.
    next: usize,
}

const FROM_TABLE: i32 = 1 << 24;
const BLOCK: i32 = 1 << 20;
const KILLER: i32 = 1 << 16;

/// What a node knows that speaks for one move or another.
pub(super) struct Hints<const N: usize> {
    pub(super) from_table: Option<Move<N>>,
    /// The squares where the opponent would complete a road.
    pub(super) threats: Bitboard<N>,
    pub(super) ply: usize,
}

impl<const N: usize> Picker<N>
where
    Size<N>: Playable,
{
    /// Lists and scores all legal moves of a node.
    pub(super) fn fill(
        &mut self,
        position: &Position<N, OneHash>,
        hints: &Hints<N>,
        history: &History,
    ) {
        self.next = 0;
        self.moves.clear();
        position.generate(&mut self.moves);
        self.scores.clear();
        let color = position.side_to_move();
        self.scores.extend(
            self.moves
                .iter()
                .map(|&mv| score(mv, color, hints, history)),
        );
    }

    /// The best of the moves that are left.
    pub(super) fn next(&mut self) -> Option<Move<N>> {
        let left = self.scores.get(self.next..)?;
        let (best, _) = left.iter().enumerate().max_by_key(|(_, score)| **score)?;
        self.scores.swap(self.next, self.next + best);
        self.moves.swap(self.next, self.next + best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// The moves handed out before the last one.
    pub(super) fn tried(&self) -> &[Move<N>] {
        &self.moves[..self.next.saturating_sub(1)]
    }
}

/// The move from the table, moves that block a road of the opponent, killers,
/// then by kind and history.
fn score<const N: usize>(mv: Move<N>, color: Color, hints: &Hints<N>, history: &History) -> i32 {
    if Some(mv) == hints.from_table {
        return FROM_TABLE;
    }
    let mut score = history.value(color, mv);
    if history.killers[hints.ply].contains(&mv.bits()) {
        score += KILLER;
    }
    match mv.action() {
        Action::Place(kind, square) => {
            score += match kind {
                Kind::Flat => 1000,
                Kind::Wall => 0,
                Kind::Capstone => 500,
            };
            if hints.threats.get(square.index()) {
                score += BLOCK;
            }
        }
        Action::Spread(..) => score -= 200,
    }
    score
}
