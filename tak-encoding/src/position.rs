//! The position: a plain value with everything that the rules look at.

use bitops::Bitboard64;

use crate::opening::Opening;
use crate::piece::{Color, Kind};
use crate::rules::{HalfKomi, Reserve, Rules};
use crate::size::{BoardSize, Playable, Size};
use crate::square::Square;
use crate::stack::Stack;
use crate::zobrist::{
    BLACK_TO_MOVE, EightKeys, Hashing, KeyTable, NoHash, OneHash, layer_and_turn,
};

mod check;
mod end;
mod first;
mod low_stacks;
mod play;
mod undo;

pub(crate) use check::Excess;
pub use play::IllegalMove;
pub use undo::Undo;

/// A set of squares of an N×N board, N up to 8.
pub type Bitboard<const N: usize> = Bitboard64<N>;

/// A position on an N×N board, N from 3 to 8.
///
/// A plain value without pointers: copy it and play on the copy, or play and [`undo`](Self::undo),
/// which is faster when many moves are tried. The second parameter says [how many hashes](Hashing)
/// it carries.
///
/// ```
/// use tak_encoding::{Color, Position};
///
/// let mut position = Position::<6>::new();
/// for text in ["a1", "f6", "c3"] {
///     let mv = position.parse_move(text)?;
///     position.play(mv)?;
/// }
/// assert_eq!(position.to_tps(), "x5,1/x6/x6/x2,1,x3/x6/2,x5 2 2");
/// assert_eq!(position.side_to_move(), Color::Black);
/// assert_eq!(position.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const N: usize, H: Hashing = NoHash>
where
    Size<N>: Playable,
{
    /// By rank, then file.
    stacks: [[Stack<N>; N]; N],
    /// The squares that each player owns.
    tops: [Bitboard<N>; 2],
    walls: Bitboard<N>,
    caps: Bitboard<N>,
    /// Stacks of two or more pieces: all others move in one way per direction.
    tall: Bitboard<N>,
    ply: u32,
    reserves: [Reserve; 2],
    half_komi: HalfKomi,
    /// Swap whenever it makes no difference.
    opening: Opening,
    hashes: H,
}

impl<const N: usize, H: Hashing> Default for Position<N, H>
where
    Size<N>: Playable,
{
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// The empty board with the reserves of the rules and no komi.
    pub fn new() -> Self {
        Self::with_rules(Rules::default())
    }

    /// The empty board.
    pub fn with_rules(rules: Rules<N>) -> Self {
        let mut position = Self {
            stacks: [[Stack::empty(); N]; N],
            tops: [Bitboard::empty(); 2],
            walls: Bitboard::empty(),
            caps: Bitboard::empty(),
            tall: Bitboard::empty(),
            ply: 0,
            reserves: rules.reserves(),
            half_komi: rules.half_komi(),
            opening: rules.opening(),
            hashes: H::default(),
        };
        position.hashes.toggle_opening(rules.opening());
        position
    }

    /// The size as a run-time value.
    pub fn size(&self) -> BoardSize {
        Size::<N>::BOARD_SIZE
    }

    /// Plies played, 0 at the start.
    #[inline(always)]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The move number of the next ply, 1 at the start.
    pub fn move_number(&self) -> u32 {
        self.ply / 2 + 1
    }

    /// White on even plies.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        Color::from_parity(self.ply)
    }

    /// The squares whose top piece has this colour.
    #[inline(always)]
    pub fn tops(&self, color: Color) -> Bitboard<N> {
        self.tops[color.index()]
    }

    /// The squares with a wall on top, of either colour.
    #[inline(always)]
    pub fn walls(&self) -> Bitboard<N> {
        self.walls
    }

    /// The squares with a capstone on top, of either colour.
    #[inline(always)]
    pub fn caps(&self) -> Bitboard<N> {
        self.caps
    }

    /// The squares with two pieces or more.
    #[inline(always)]
    pub fn tall(&self) -> Bitboard<N> {
        self.tall
    }

    /// Walls and capstones: what stops a spread.
    #[inline(always)]
    pub fn blockers(&self) -> Bitboard<N> {
        self.walls | self.caps
    }

    /// The squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard<N> {
        self.tops[0] | self.tops[1]
    }

    /// The squares without a piece.
    #[inline(always)]
    pub fn empty(&self) -> Bitboard<N> {
        !self.occupied()
    }

    /// The squares that count for a player's roads: flats and capstones.
    #[inline(always)]
    pub fn road_squares(&self, color: Color) -> Bitboard<N> {
        self.tops(color) - self.walls
    }

    /// The pieces on a square.
    #[inline(always)]
    pub fn stack(&self, square: Square<N>) -> Stack<N> {
        self.stacks.as_flattened()[square.index()]
    }

    /// Colour and kind of the top piece of a square.
    pub fn top(&self, square: Square<N>) -> Option<(Color, Kind)> {
        let kind = if self.walls.contains(square.index()) {
            Kind::Wall
        } else if self.caps.contains(square.index()) {
            Kind::Capstone
        } else {
            Kind::Flat
        };
        self.stack(square).top().map(|color| (color, kind))
    }

    /// The pieces in hand, White's first.
    #[inline(always)]
    pub fn reserves(&self) -> [Reserve; 2] {
        self.reserves
    }

    /// The pieces that a player has in hand.
    #[inline(always)]
    pub fn reserve(&self, color: Color) -> Reserve {
        self.reserves[color.index()]
    }

    /// The komi in half points.
    #[inline(always)]
    pub fn half_komi(&self) -> HalfKomi {
        self.half_komi
    }

    /// Sets another komi.
    pub fn set_half_komi(&mut self, half_komi: HalfKomi) {
        self.half_komi = half_komi;
    }

    /// The rules of the game: the reserves are those at its start, counted from the
    /// pieces on the board and in hand. From the third ply on, where the opening makes no
    /// difference, it is given as `swap`.
    pub fn rules(&self) -> Rules<N> {
        let reserves = Color::ALL.map(|color| {
            let (flats, caps) = self.pieces_on_board(color);
            let Reserve { flats: flats_in_hand, caps: caps_in_hand } = self.reserve(color);
            Reserve { flats: flats as u8 + flats_in_hand, caps: caps as u8 + caps_in_hand }
        });
        Rules::known(self.half_komi, reserves, self.opening)
    }

    /// The hashes that this position carries.
    #[inline(always)]
    pub fn hashes(&self) -> &H {
        &self.hashes
    }

    /// The same position with another number of hashes, computed afresh.
    pub fn rehashed<G: Hashing>(&self) -> Position<N, G> {
        let mut position = Position {
            stacks: self.stacks,
            tops: self.tops,
            walls: self.walls,
            caps: self.caps,
            tall: self.tall,
            ply: self.ply,
            reserves: self.reserves,
            half_komi: self.half_komi,
            opening: self.opening,
            hashes: G::default(),
        };
        position.hashes = position.fresh_hashes();
        position
    }

    /// The hashes from scratch: what the updates move by move must add up to.
    #[inline(never)] // long and rare
    pub fn fresh_hashes(&self) -> H {
        let mut hashes = H::default();
        if !H::ACTIVE {
            return hashes;
        }
        for square in self.occupied().into_iter().map(Square::from_index) {
            for (height, color) in self.stack(square).colors().rev().enumerate() {
                toggle_stone(&mut hashes, square, height, color);
            }
        }
        for (squares, kind) in [(self.walls, Kind::Wall), (self.caps, Kind::Capstone)] {
            for square in squares.into_iter().map(Square::from_index) {
                hashes.toggle(kind_keys(square, kind), 0);
            }
        }
        if self.side_to_move() == Color::Black {
            hashes.toggle(&BLACK_TO_MOVE, 0);
        }
        hashes.toggle_opening(self.hidden_opening());
        hashes
    }

    /// Puts a whole stack on an empty square: for readers and symmetries, which set the reserves and
    /// compute the hashes at the end.
    pub(crate) fn put_stack(&mut self, square: Square<N>, stack: Stack<N>, kind: Kind) {
        let Some(color) = stack.top() else { return };
        let index = square.index();
        self.stacks.as_flattened_mut()[index] = stack;
        self.tops[color.index()].insert(index);
        match kind {
            Kind::Flat => {}
            Kind::Wall => self.walls.insert(index),
            Kind::Capstone => self.caps.insert(index),
        }
        if stack.is_tall() {
            self.tall.insert(index);
        }
    }

    /// Fills in the rest of a position once a reader has set the stacks.
    pub(crate) fn finish(&mut self, ply: u32, reserves: [Reserve; 2]) {
        self.ply = ply;
        self.reserves = reserves;
        self.settle_opening();
        self.hashes = self.fresh_hashes();
    }
}

impl<const N: usize> Position<N, OneHash>
where
    Size<N>: Playable,
{
    /// The hash of the position.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hashes.get()
    }
}

/// Adds or removes a piece at its height, 0 at the bottom.
#[inline(always)]
fn toggle_stone<const N: usize, H: Hashing>(
    hashes: &mut H,
    square: Square<N>,
    height: usize,
    color: Color,
) where
    Size<N>: Playable,
{
    let KeyTable { stones, .. } = Size::<N>::keys();
    let (layer, turn) = layer_and_turn::<N>(height, color);
    hashes.toggle(&stones[layer * (N * N) + square.index()], turn);
}

/// The key of a wall or capstone on top of a square.
#[inline(always)]
fn kind_keys<const N: usize>(square: Square<N>, kind: Kind) -> &'static EightKeys
where
    Size<N>: Playable,
{
    let layer = usize::from(kind == Kind::Capstone);
    &Size::<N>::keys().kinds[layer * N * N + square.index()]
}
