//! What the search learns about moves: which refuted, and after which.
//!
//! Countermoves, and a history by stack and direction, told it nothing more
//! (`ELO.md`).

use tak_encoding::{Action, Color, Move};

use crate::score::MAX_PLY;

/// Values stay below this.
const LIMIT: i32 = 16_384;

/// Placements by kind and spreads by direction, on each square.
const SHAPES: usize = 8 * 64;

/// The numbers that a move can have.
const MOVES: usize = 1 << 16;

/// How good moves turned out to be in the nodes before.
pub(super) struct History {
    /// By colour and the 16 bits of a move.
    moves: Vec<i16>,
    /// By the shape of a move some plies before and that of the move itself.
    replies: [Vec<i16>; REPLY_DISTANCES],
    /// By ply: the last two moves that refuted there.
    killers: [[u16; 2]; MAX_PLY + 1],
}

/// One ply back, and two.
const REPLY_DISTANCES: usize = 2;

/// The shapes of the moves one and two plies before a node, `None` at the root
/// and after a pass.
pub(super) type Before = [Option<Shape>; REPLY_DISTANCES];

/// A move without its drops: kind or direction, and square.
#[derive(Clone, Copy)]
pub(super) struct Shape(u16);

impl Shape {
    pub(super) fn of<const N: usize>(mv: Move<N>) -> Self {
        let (square, what) = match mv.action() {
            Action::Place(kind, square) => (square, kind as u16 - 1),
            Action::Spread(square, direction, _) => (square, 4 + direction as u16),
        };
        Self(what << 6 | square.index() as u16)
    }
}

impl Default for History {
    fn default() -> Self {
        Self {
            moves: vec![0; 2 * MOVES],
            replies: std::array::from_fn(|_| vec![0; SHAPES * SHAPES]),
            killers: [[0; 2]; MAX_PLY + 1],
        }
    }
}

/// What the history knows of the moves of one node.
pub(super) struct Known<'a> {
    moves: &'a [i16; MOVES],
    replies: [&'a [i16; SHAPES]; REPLY_DISTANCES],
    killers: [u16; 2],
}

impl Known<'_> {
    /// All that is known of a move, added up.
    #[inline]
    pub(super) fn value<const N: usize>(&self, mv: Move<N>) -> i32 {
        let shape = usize::from(Shape::of(mv).0);
        let replies = self.replies.map(|table| i32::from(table[shape]));
        i32::from(self.moves[usize::from(mv.bits())]) + replies.into_iter().sum::<i32>()
    }

    /// Whether the move refuted at that ply just before.
    #[inline]
    pub(super) fn is_killer<const N: usize>(&self, mv: Move<N>) -> bool {
        self.killers.contains(&mv.bits())
    }
}

/// The place of a move in the first table.
fn slot<const N: usize>(color: Color, mv: Move<N>) -> usize {
    color.index() * MOVES + usize::from(mv.bits())
}

impl History {
    /// The next search starts at another ply.
    pub(super) fn forget_killers(&mut self) {
        self.killers.fill([0; 2]);
    }

    /// What is known of the moves of one node.
    pub(super) fn at(&self, color: Color, ply: usize, before: Before) -> Known<'_> {
        static NOTHING: [i16; SHAPES] = [0; SHAPES];
        let reply = |distance: usize| {
            let replies = self.replies[distance].as_chunks::<SHAPES>().0;
            before[distance].map_or(&NOTHING, |before| &replies[usize::from(before.0)])
        };
        Known {
            moves: &self.moves.as_chunks::<MOVES>().0[color.index()],
            replies: std::array::from_fn(reply),
            killers: self.killers[ply],
        }
    }

    /// A move refuted the line at `depth`; those tried before it did not.
    pub(super) fn reward<const N: usize>(
        &mut self,
        color: Color,
        (ply, before): (usize, Before),
        depth: i32,
        best: Move<N>,
        tried: impl Iterator<Item = Move<N>>,
    ) {
        let bonus = (300 * depth - 200).clamp(50, 2400);
        self.nudge(color, best, before, bonus);
        for mv in tried {
            self.nudge(color, mv, before, -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != best.bits() {
            killers[1] = killers[0];
            killers[0] = best.bits();
        }
    }

    fn nudge<const N: usize>(&mut self, color: Color, mv: Move<N>, before: Before, bonus: i32) {
        nudge(&mut self.moves[slot(color, mv)], bonus);
        let shape = Shape::of(mv);
        for (table, before) in self.replies.iter_mut().zip(before) {
            if let Some(before) = before {
                nudge(&mut table[reply_slot(before, shape)], bonus);
            }
        }
    }
}

fn reply_slot(before: Shape, shape: Shape) -> usize {
    usize::from(before.0) * SHAPES + usize::from(shape.0)
}

/// Moves a value towards the limit, the slower the nearer it is.
fn nudge(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
