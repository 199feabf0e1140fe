//! What is learned about moves: butterfly and continuation history, and killers.
//!
//! Countermoves, and a history by stack and direction, gained nothing on top (see the
//! program's `ELO.md`).

use tak_encoding::{Action, Color, Move};

use crate::score::MAX_PLY;
use crate::table::{NoMemory, blank};

/// Values stay between this and its negative.
const LIMIT: i32 = 16_384;

/// Placements by kind and spreads by direction, on each square.
const SHAPES: usize = 8 * 64;

/// How many values the 16 bits of a move can have.
const MOVES: usize = 1 << 16;

/// How well moves did in earlier nodes: up for a cut-off, down otherwise.
pub(super) struct History {
    /// By colour and the 16 bits of a move.
    moves: Vec<i16>,
    /// By the shape of the move one ply and two plies before, and that of the move.
    continuations: [Vec<i16>; CONTINUATIONS],
    /// By ply: the last two moves that caused a cut-off there.
    killers: [[u16; 2]; MAX_PLY + 1],
}

/// One ply back, and two.
const CONTINUATIONS: usize = 2;

/// The shapes of the moves one and two plies before a node; `None` for a null move
/// and before the root.
pub(super) type PreviousMoves = [Option<Shape>; CONTINUATIONS];

/// A move without its drops: square, and kind or direction.
#[derive(Clone, Copy)]
pub(super) struct Shape(u16);

impl Shape {
    pub(super) fn of<const N: usize>(mv: Move<N>) -> Self {
        let (square, what) = match mv.action() {
            Action::Place(kind, square) => (square, kind as u16 - 1),
            Action::PlaceTwo(square) => (square, 3),
            Action::Spread(square, direction, _) => (square, 4 + direction as u16),
        };
        Self(what << 6 | square.index() as u16)
    }
}

impl History {
    /// Blank.
    pub(super) fn new() -> Result<Self, NoMemory> {
        let continuation = || blank(SHAPES * SHAPES);
        Ok(Self {
            moves: blank(2 * MOVES)?,
            continuations: [continuation()?, continuation()?],
            killers: [[0; 2]; MAX_PLY + 1],
        })
    }
}

/// The history of the moves of one node.
pub(super) struct NodeHistory<'a> {
    moves: &'a [i16; MOVES],
    continuations: [&'a [i16; SHAPES]; CONTINUATIONS],
    killers: [u16; 2],
}

impl NodeHistory<'_> {
    /// The sum of everything known about a move.
    #[inline]
    pub(super) fn value<const N: usize>(&self, mv: Move<N>) -> i32 {
        let shape = usize::from(Shape::of(mv).0);
        let continuations = self.continuations.map(|table| i32::from(table[shape]));
        i32::from(self.moves[usize::from(mv.bits())]) + continuations.into_iter().sum::<i32>()
    }

    /// Whether the move recently caused a cut-off at this ply.
    #[inline]
    pub(super) fn is_killer<const N: usize>(&self, mv: Move<N>) -> bool {
        self.killers.contains(&mv.bits())
    }
}

fn move_slot<const N: usize>(color: Color, mv: Move<N>) -> usize {
    color.index() * MOVES + usize::from(mv.bits())
}

impl History {
    /// Forgets the killers: the next search counts plies from another root.
    pub(super) fn clear_killers(&mut self) {
        self.killers.fill([0; 2]);
    }

    /// What is known about the moves of one node.
    pub(super) fn at(&self, color: Color, ply: usize, previous: PreviousMoves) -> NodeHistory<'_> {
        static NOTHING: [i16; SHAPES] = [0; SHAPES];
        let continuation = |distance: usize| {
            let table = self.continuations[distance].as_chunks::<SHAPES>().0;
            previous[distance].map_or(&NOTHING, |previous| &table[usize::from(previous.0)])
        };
        NodeHistory {
            moves: &self.moves.as_chunks::<MOVES>().0[color.index()],
            continuations: std::array::from_fn(continuation),
            killers: self.killers[ply],
        }
    }

    /// A move caused a cut-off at `depth`; those tried before it did not.
    pub(super) fn reward<const N: usize>(
        &mut self,
        color: Color,
        (ply, previous): (usize, PreviousMoves),
        depth: i32,
        best: Move<N>,
        tried: impl Iterator<Item = Move<N>>,
    ) {
        let bonus = (370 * depth - 200).clamp(50, 2640);
        self.nudge(color, best, previous, bonus);
        for mv in tried {
            self.nudge(color, mv, previous, -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != best.bits() {
            killers[1] = killers[0];
            killers[0] = best.bits();
        }
    }

    fn nudge<const N: usize>(
        &mut self,
        color: Color,
        mv: Move<N>,
        previous: PreviousMoves,
        bonus: i32,
    ) {
        nudge(&mut self.moves[move_slot(color, mv)], bonus);
        let shape = Shape::of(mv);
        for (table, previous) in self.continuations.iter_mut().zip(previous) {
            if let Some(previous) = previous {
                nudge(&mut table[continuation_slot(previous, shape)], bonus);
            }
        }
    }
}

fn continuation_slot(previous: Shape, shape: Shape) -> usize {
    usize::from(previous.0) * SHAPES + usize::from(shape.0)
}

/// Moves a value towards the limit, more slowly the nearer it is ("gravity").
fn nudge(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
