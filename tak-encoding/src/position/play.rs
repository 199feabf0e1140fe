//! Playing a move: the board, the reserves and the hashes, all in one pass. And passing, which is
//! not a move of Tak but useful to a search.

use std::fmt;

use super::{Bitboard, Position, Undo, kind_keys, toggle_stone};
use crate::moves::{Action, Move};
use crate::outcome::Outcome;
use crate::piece::{Color, Kind};
use crate::size::{Playable, Size};
use crate::slides::Slide;
use crate::square::{Direction, Square};
use crate::stack::Stack;
use crate::zobrist::{BLACK_TO_MOVE, Hashing};

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Plays a move if it is legal, and returns what [`undo`](Self::undo) needs to take it back.
    ///
    /// This does not check whether the game is over: see [`outcome`](Self::outcome).
    ///
    /// # Errors
    ///
    /// Why the move is illegal; the position is unchanged then.
    pub fn play(&mut self, mv: Move<N>) -> Result<Undo<N, H>, IllegalMove> {
        self.check_legal(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move that is known to be legal, as all generated ones are.
    ///
    /// An illegal move leads to a meaningless position or a panic, nothing worse.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move<N>) -> Undo<N, H> {
        let undo = Undo::new(self, mv);
        match mv.action() {
            Action::Place(kind, square) if !self.is_opening() => {
                self.place(kind, square);
                self.next_ply();
            }
            Action::Place(_, square) | Action::PlaceTwo(square) => self.place_first(square),
            Action::Spread(square, direction, slide) => {
                self.spread(square, direction, slide);
                self.next_ply();
            }
        }
        #[cfg(debug_assertions)]
        self.check();
        undo
    }

    /// Whether this position could recur after a legal move. Only a spread that flattens
    /// no wall is reversible: placed pieces stay, and flattened walls do not rise again.
    ///
    /// ```
    /// use tak_encoding::Position;
    ///
    /// let position = Position::<5>::from_tps("x5/x5/1,1C,2S,x2/x5/x5 1 4")?;
    /// let reversible = |text| position.parse_move(text).map(|mv| position.is_reversible(mv));
    /// assert_eq!(reversible("a3+"), Ok(true));
    /// assert_eq!(reversible("b3>"), Ok(false));
    /// assert_eq!(reversible("a1"), Ok(false));
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    #[inline]
    pub fn is_reversible(&self, mv: Move<N>) -> bool {
        // A legal spread ends on a wall only to flatten it.
        mv.is_spread() && !self.walls.contains(mv.target().index())
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, mv: Move<N>) -> Self {
        let mut position = *self;
        position.play_unchecked(mv);
        position
    }

    /// Passes the turn to the opponent, which the rules do not allow: a search does this
    /// to find out what a position threatens. Take it back with [`unpass`](Self::unpass).
    ///
    /// ```
    /// use tak_encoding::{OneHash, Position};
    ///
    /// let mut position = Position::<4, OneHash>::from_tps("1,1,x,1/x4/x4/2,2,x2 2 4")?;
    /// let before = position;
    /// position.pass();
    /// assert_eq!(position.road_move(), "c4".parse().ok());
    /// position.unpass();
    /// assert_eq!(position, before);
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    #[inline]
    pub fn pass(&mut self) {
        self.next_ply();
        if self.ply <= 2 {
            self.hashes = self.fresh_hashes();
        }
    }

    /// Takes a [`pass`](Self::pass) back, after all moves that followed it.
    #[inline]
    pub fn unpass(&mut self) {
        self.ply = self.ply.saturating_sub(1);
        self.hashes.toggle(&BLACK_TO_MOVE, 0);
        if self.ply < 2 {
            self.hashes = self.fresh_hashes();
        }
    }

    #[inline(always)]
    fn next_ply(&mut self) {
        self.ply += 1;
        self.hashes.toggle(&BLACK_TO_MOVE, 0);
    }

    /// The colour of the piece that the side to move would place: in most openings the
    /// first is the opponent's.
    #[inline(always)]
    pub fn color_to_place(&self) -> Color {
        if self.is_opening() { self.first_flats().0 } else { self.side_to_move() }
    }

    #[inline(always)]
    fn place(&mut self, kind: Kind, square: Square<N>) {
        let color = self.side_to_move();
        let bit = Bitboard::from_bits(square.bit());
        self.stacks.as_flattened_mut()[square.index()] = Stack::empty().with_piece(color);
        self.tops[color.index()] |= bit;
        toggle_stone(&mut self.hashes, square, 0, color);
        let reserve = &mut self.reserves[color.index()];
        match kind {
            Kind::Flat => reserve.flats -= 1,
            Kind::Wall => {
                reserve.flats -= 1;
                self.walls |= bit;
                self.hashes.toggle(kind_keys(square, kind), 0);
            }
            Kind::Capstone => {
                reserve.caps -= 1;
                self.caps |= bit;
                self.hashes.toggle(kind_keys(square, kind), 0);
            }
        }
    }

    #[inline(always)]
    fn spread(&mut self, from: Square<N>, direction: Direction, slide: Slide) {
        let carried = slide.carried();
        let source = self.stack(from);
        let hand = source.hand(carried);
        let rest = source.without(carried);
        if H::ACTIVE {
            self.toggle_pieces(from, rest.height(), hand, carried);
        }
        self.stacks.as_flattened_mut()[from.index()] = rest;

        // The tops of the squares on the path afterwards.
        let mut touched = from.bit();
        let mut black = if rest.top() == Some(Color::Black) { from.bit() } else { 0 };
        let mut tall = if rest.is_tall() { from.bit() } else { 0 };
        let mut last = from;
        let mut left = carried;
        for drop in slide.drops() {
            left -= drop;
            let pieces = hand >> left & ((1 << drop) - 1);
            last = last.next(direction);
            let stack = &mut self.stacks.as_flattened_mut()[last.index()];
            let below = *stack;
            *stack = below.with(pieces, drop);
            tall |= u64::from(stack.is_tall()) << last.index();
            touched |= last.bit();
            black |= u64::from(pieces & 1) << last.index();
            if H::ACTIVE {
                self.toggle_pieces(last, below.height(), pieces, drop);
            }
        }
        self.move_top_piece(from, last);
        let touched = Bitboard::from_bits(touched);
        let black = Bitboard::from_bits(black);
        let mut white = touched - black;
        if rest.is_empty() {
            white -= Bitboard::from_bits(from.bit());
        }
        self.tops[0] = (self.tops[0] - touched) | white;
        self.tops[1] = (self.tops[1] - touched) | black;
        self.tall = (self.tall - touched) | Bitboard::from_bits(tall);
    }

    /// A wall or capstone goes with the hand; a capstone flattens a wall.
    #[inline(always)]
    fn move_top_piece(&mut self, from: Square<N>, to: Square<N>) {
        let from_bit = Bitboard::from_bits(from.bit());
        let to_bit = Bitboard::from_bits(to.bit());
        if self.walls.intersects(from_bit) {
            self.walls = (self.walls - from_bit) | to_bit;
            self.hashes.toggle(kind_keys(from, Kind::Wall), 0);
            self.hashes.toggle(kind_keys(to, Kind::Wall), 0);
        } else if self.caps.intersects(from_bit) {
            self.caps = (self.caps - from_bit) | to_bit;
            self.hashes.toggle(kind_keys(from, Kind::Capstone), 0);
            self.hashes.toggle(kind_keys(to, Kind::Capstone), 0);
            if self.walls.intersects(to_bit) {
                self.walls -= to_bit;
                self.hashes.toggle(kind_keys(to, Kind::Wall), 0);
            }
        }
    }

    /// Adds or removes `count` pieces on top of `height` others.
    #[inline(always)]
    fn toggle_pieces(&mut self, square: Square<N>, height: usize, pieces: u32, count: u32) {
        for above in 0..count {
            let color = Color::from_parity(pieces >> (count - 1 - above));
            toggle_stone(&mut self.hashes, square, height + above as usize, color);
        }
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// In the opening each player places flats and nothing else.
    OpeningNeedsFlat,
    /// White begins a double black stack with two flats.
    OpeningNeedsTwo,
    /// Black's first ply is one flat.
    OpeningNeedsOne,
    /// Two flats are placed at once only in the first ply of a double black stack.
    TwoAtOnce,
    /// Pieces are placed on empty squares.
    Occupied,
    /// No flat is left in hand, for a flat or a wall.
    NoFlatLeft,
    /// No capstone is left in hand.
    NoCapstoneLeft,
    /// There is no stack to move.
    NoStack,
    /// The stack belongs to the opponent.
    OpponentsStack,
    /// More pieces are carried than the stack has.
    StackTooLow {
        /// The pieces on the square.
        height: usize,
        /// The pieces that the move takes.
        carried: u32,
    },
    /// A wall or capstone is in the way, and no lone capstone flattens it.
    Blocked,
    /// The move is for another board size.
    OtherSize,
    /// The game has ended. A [`Game`](crate::Game) checks this; a position leaves it to
    /// the caller, because a search asks anyway.
    GameOver(Outcome),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OpeningNeedsFlat => f.write_str("the first move of each player places a flat"),
            Self::OpeningNeedsTwo => {
                f.write_str("White's first move places two flats: write 2a1 for a1")
            }
            Self::OpeningNeedsOne => f.write_str("Black's first move places one flat"),
            Self::TwoAtOnce => f.write_str(
                "only the opening `double black stack` places two, in White's first move",
            ),
            Self::Occupied => f.write_str("the square is taken"),
            Self::NoFlatLeft => f.write_str("no flat is left in hand"),
            Self::NoCapstoneLeft => f.write_str("no capstone is left in hand"),
            Self::NoStack => f.write_str("there is no stack to move"),
            Self::OpponentsStack => f.write_str("the stack belongs to the opponent"),
            Self::StackTooLow { height, carried } => {
                write!(f, "it takes {carried} pieces from a stack of {height}")
            }
            Self::Blocked => f.write_str("a wall or capstone is in the way"),
            Self::OtherSize => f.write_str("it is a move of another board size"),
            Self::GameOver(outcome) => write!(f, "the game has ended before it with {outcome}"),
        }
    }
}

impl std::error::Error for IllegalMove {}
