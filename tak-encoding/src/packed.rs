//! A board in few bytes, for books and sets of millions.
//!
//! Bits follow each other from the lowest of the first byte on:
//!
//! | bits | what |
//! |---|---|
//! | 3 | the size less 1, so that no packed board starts with a zero byte |
//! | 1 | the side to move, 1 for Black |
//! | N² | the squares with a piece, a1 first |
//! | for each of these | the stack |
//! | 2 | only if it matters and the board does not show it: the opening |
//! | up to 7 | zeros that fill the last byte |
//!
//! A stack is the colour of its top piece (1 for Black), its kind (`0` flat, `10` wall, `11`
//! capstone, first bit first), then from the second piece downwards `1` and the colour, and `0` at
//! the end. A single flat takes three bits, a whole 6×6 opening of ten of them nine bytes. The
//! opening is omitted for swap, and otherwise 1 for no-swap and 2 for a double black stack: an
//! empty board does not show it, one with White's first ply does, and from the third ply on it
//! makes no difference. The format is stable: it may be stored.

use std::fmt;

use bitops::Symmetry;
use smallvec::SmallVec;

use crate::opening::Opening;
use crate::piece::{Color, Kind};
use crate::position::{Bitboard, Position};
use crate::rules::Rules;
use crate::size::{BoardSize, Playable, Size, stack_capacity};
use crate::square::Square;
use crate::stack::Stack;
use crate::zobrist::Hashing;

/// The pieces on a board and the side to move, packed into bytes.
///
/// Two positions have the same packed board if and only if they [are the same
/// board](Position::is_same_board): sizes differ, but move number, komi and pieces in hand are
/// ignored.
///
/// ```
/// use tak_encoding::{PackedBoard, Position};
///
/// let position = Position::<6>::from_tps("x6/x6/x6/x2,12C,x3/x6/2,x5 2 7")?;
/// let turned = Position::<6>::from_tps("2,x5/x6/x2,12C,x3/x6/x6/x6 2 9")?;
/// assert_ne!(position.pack(), turned.pack());
/// assert_eq!(position.pack_canonical(), turned.pack_canonical());
///
/// let stored = PackedBoard::from_bytes(position.pack().as_bytes())?;
/// let again: Position<6> = stored.unpack()?;
/// assert!(again.is_same_board(&position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedBoard(SmallVec<[u8; 24]>);

/// The bits for the size and the side to move.
const HEADER: u32 = 4;
/// The bits for the opening.
const OPENING: u32 = 2;

/// Bytes that are not a packed board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PackedError {
    /// The first three bits are not a size, or not the one asked for.
    Size,
    /// The bytes end inside the board.
    Truncated,
    /// Something other than zero bits or an opening follows the board.
    Trailing,
    /// A stack is taller than the board allows, or a player has more pieces than the game.
    Pieces,
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Size => "packed board: expected another board size in its first three bits",
            Self::Truncated => "packed board: it ends too early",
            Self::Trailing => "packed board: expected nothing but zero bits at the end",
            Self::Pieces => "packed board: it has more pieces than the game",
        })
    }
}

impl std::error::Error for PackedError {}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Whether the same pieces lie on the same squares with the same side to move, in the first two
    /// plies by the same [`Opening`]: what hashes and packed boards cover. Move number, komi and
    /// pieces in hand are ignored.
    ///
    /// ```
    /// use tak_encoding::Position;
    ///
    /// let early = Position::<3>::from_tps("x3/x,12S,x/x3 1 5")?;
    /// let late = Position::<3>::from_tps("x3/x,12S,x/x3 1 50")?;
    /// assert!(early != late && early.is_same_board(&late));
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    pub fn is_same_board(&self, other: &Self) -> bool {
        let squares = Square::<N>::all();
        self.side_to_move() == other.side_to_move()
            && self.walls() == other.walls()
            && self.caps() == other.caps()
            && self.hidden_opening() == other.hidden_opening()
            && squares.into_iter().all(|square| self.stack(square) == other.stack(square))
    }

    /// The board as bytes.
    pub fn pack(&self) -> PackedBoard {
        self.pack_turned(Symmetry::Identity)
    }

    /// The board, turned by a symmetry, as bytes: the same as
    /// [`transform`](Self::transform) and [`pack`](Self::pack), but faster.
    pub fn pack_turned(&self, symmetry: Symmetry) -> PackedBoard {
        let mut writer = Writer::default();
        writer.push((N as u64 - 1) | (self.side_to_move() as u64) << 3, HEADER);
        let turned = |squares: Bitboard<N>| squares.transform(symmetry);
        let occupied = turned(self.occupied());
        writer.push(occupied.bits(), (N * N) as u32);
        let [dark, walls, caps, tall] =
            [self.tops(Color::Black), self.walls(), self.caps(), self.tall()].map(turned);
        for square in occupied {
            let on = |squares: Bitboard<N>| squares.bits() >> square & 1;
            let blocks = on(walls | caps);
            let top = on(dark) | blocks << 1 | on(caps) << 2;
            let bits = 2 + blocks as u32;
            if on(tall) == 0 {
                // The 0 at the end is one more bit.
                writer.push(top, bits + 1);
                continue;
            }
            writer.push(top, bits);
            let square = Square::<N>::from_index(square).transform(symmetry.inverse());
            for color in self.stack(square).colors().skip(1) {
                writer.push(1 | (color as u64) << 1, 2);
            }
            writer.push(0, 1);
        }
        match self.hidden_opening() {
            Opening::Swap => {}
            Opening::NoSwap => writer.push(1, OPENING),
            Opening::DoubleBlackStack => writer.push(2, OPENING),
        }
        writer.finish()
    }
}

/// The bytes of a packed board up to the last one that the squares fill, from its
/// stacks: a number that orders boards like these bytes.
#[inline]
pub(crate) fn packed_start<const N: usize>(occupied: Bitboard<N>) -> u64 {
    let bits = (HEADER as usize + N * N) / 8 * 8;
    let start = occupied.bits() << HEADER;
    (start & u64::MAX >> (64 - bits.min(64))).swap_bytes()
}

impl PackedBoard {
    /// The bytes, to be stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Reads stored bytes.
    ///
    /// # Errors
    ///
    /// If they are not exactly the packed form of a position under the standard rules.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PackedError> {
        let packed = Self(SmallVec::from_slice(bytes));
        let size = size(bytes).ok_or(PackedError::Size)?;
        crate::with_size!(size, N => packed.unpack::<N, crate::NoHash>().map(drop))?;
        Ok(packed)
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        // Its three bits were written or checked.
        size(&self.0).unwrap_or(BoardSize::Eight)
    }

    /// The position, in the earliest move that its stones allow, without komi.
    ///
    /// # Errors
    ///
    /// If the board has another size. Boards that
    /// [`from_bytes`](Self::from_bytes) refuses have other errors.
    pub fn unpack<const N: usize, H: Hashing>(&self) -> Result<Position<N, H>, PackedError>
    where
        Size<N>: Playable,
    {
        let rules = Rules::default();
        // Built in one place, because moving a position takes as long as reading some stacks.
        let mut position = Position::with_rules(rules);
        let (opening, side) = self.put_stacks(&mut position)?;
        // Two stones have ended the opening, which is move 1.
        let is_first = opening != Opening::Swap || position.occupied().count() < 2;
        let ply = 2 * u32::from(!is_first) + side as u32;
        finish(&mut position, opening, rules, ply)?;
        if position.hidden_opening() == opening { Ok(position) } else { Err(PackedError::Trailing) }
    }

    /// The position in a game by these rules, after `ply` plies.
    ///
    /// # Errors
    ///
    /// If no such game leads to it.
    pub(crate) fn unpack_as<const N: usize, H: Hashing>(
        &self,
        rules: Rules<N>,
        ply: u32,
    ) -> Result<Position<N, H>, PackedError>
    where
        Size<N>: Playable,
    {
        let mut position = Position::with_rules(rules);
        let (opening, _) = self.put_stacks(&mut position)?;
        finish(&mut position, opening, rules, ply)?;
        Ok(position)
    }

    /// Puts the stacks on the empty board, and returns the opening and the side to move, 1 for
    /// Black.
    fn put_stacks<const N: usize, H: Hashing>(
        &self,
        position: &mut Position<N, H>,
    ) -> Result<(Opening, u64), PackedError>
    where
        Size<N>: Playable,
    {
        if size(&self.0) != Some(Size::<N>::BOARD_SIZE) {
            return Err(PackedError::Size);
        }
        let mut reader = Reader::new(&self.0);
        reader.take(3)?;
        let side = reader.take(1)?;
        for square in Bitboard::<N>::from_bits(reader.take((N * N) as u32)?) {
            let (stack, kind) = unpack_stack::<N>(&mut reader)?;
            position.put_stack(Square::from_index(square), stack, kind);
        }
        let opening = reader.opening()?;
        reader.finish()?;
        Ok((opening, side))
    }
}

/// Fills in what the board does not show.
fn finish<const N: usize, H: Hashing>(
    position: &mut Position<N, H>,
    opening: Opening,
    rules: Rules<N>,
    ply: u32,
) -> Result<(), PackedError>
where
    Size<N>: Playable,
{
    let reserves = position.reserves_left(rules).map_err(|_| PackedError::Pieces)?;
    position.set_opening(opening);
    position.finish(ply, reserves);
    Ok(())
}

/// The size in the first three bits.
fn size(bytes: &[u8]) -> Option<BoardSize> {
    BoardSize::new(usize::from(bytes.first()? & 0b111) + 1)
}

#[inline]
fn unpack_stack<const N: usize>(reader: &mut Reader) -> Result<(Stack<N>, Kind), PackedError>
where
    Size<N>: Playable,
{
    let window = reader.window();
    let top = Color::from_parity((window & 1) as u32);
    let (kind, used) = match window >> 1 & 0b11 {
        0b01 => (Kind::Wall, 3),
        0b11 => (Kind::Capstone, 3),
        _ => (Kind::Flat, 2),
    };
    reader.skip(used)?;
    // From here on pairs of a 1 and a colour, and a 0.
    let pairs = window >> used;
    let below = (!pairs & PAIRS).trailing_zeros() / 2;
    if below == 0 {
        reader.skip(1)?;
        return Ok((Stack::empty().with_piece(top), kind));
    }
    if below as usize >= stack_capacity::<N>() {
        return Err(PackedError::Pieces);
    }
    if below > MOST_PAIRS {
        return Ok((unpack_tall(reader, top)?, kind));
    }
    reader.skip(2 * below + 1)?;
    let colors = every_second(pairs >> 1) & ((1 << below) - 1);
    Ok((Stack::from_word(top as u64 | colors << 1 | 2 << below), kind))
}

/// The first bit of each pair of bits.
const PAIRS: u64 = 0x5555_5555_5555_5555;

/// Pairs that a window holds behind a top piece, with the 0 that ends them.
const MOST_PAIRS: u32 = (WINDOW - 4) / 2;

/// The first, third, fifth bit and so on, side by side.
fn every_second(bits: u64) -> u64 {
    let mut bits = bits & PAIRS;
    for (shift, mask) in [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0f0f_0f0f_0f0f_0f0f),
        (4, 0x00ff_00ff_00ff_00ff),
        (8, 0x0000_ffff_0000_ffff),
        (16, 0x0000_0000_ffff_ffff),
    ] {
        bits = (bits | bits >> shift) & mask;
    }
    bits
}

/// The pieces under the top of a stack that does not fit in a window.
#[cold]
fn unpack_tall<const N: usize>(reader: &mut Reader, top: Color) -> Result<Stack<N>, PackedError>
where
    Size<N>: Playable,
{
    let mut colors: SmallVec<[Color; 64]> = SmallVec::new();
    colors.push(top);
    while reader.take(1)? == 1 {
        colors.push(Color::from_parity(reader.take(1)? as u32));
        if colors.len() > stack_capacity::<N>() {
            return Err(PackedError::Pieces);
        }
    }
    Ok(colors.iter().rev().fold(Stack::empty(), |stack, &color| stack.with_piece(color)))
}

/// Writes bits into bytes, the lowest first.
#[derive(Default)]
struct Writer {
    words: SmallVec<[u64; 3]>,
    /// Bits that do not yet fill eight bytes.
    word: u64,
    used: u32,
}

impl Writer {
    /// Appends the `count` lowest bits, 1 to 64; all others are zero.
    #[inline(always)]
    fn push(&mut self, bits: u64, count: u32) {
        self.word |= bits << self.used;
        self.used += count;
        if self.used >= 64 {
            self.used -= 64;
            self.words.push(self.word);
            self.word = bits.unbounded_shr(count - self.used);
        }
    }

    fn finish(mut self) -> PackedBoard {
        let length = 8 * self.words.len() + self.used.div_ceil(8) as usize;
        self.words.push(self.word);
        let mut bytes = [0; 24];
        if length > bytes.len() {
            let bytes = self.words.iter().flat_map(|word| word.to_le_bytes());
            return PackedBoard(bytes.take(length).collect());
        }
        // Most boards: bytes of a known number are not copied one by one.
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(&self.words) {
            *bytes = word.to_le_bytes();
        }
        PackedBoard(SmallVec::from_buf_and_len(bytes, length))
    }
}

/// The least number of bits in a window.
const WINDOW: u32 = 57;

/// Reads bits from bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    next: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, next: 0 }
    }

    /// The next [`WINDOW`] bits; zeros after the last byte.
    #[inline]
    fn window(&self) -> u64 {
        let rest = self.bytes.get(self.next / 8..).unwrap_or_default();
        let missing = 8 * 8_u32.saturating_sub(rest.len() as u32);
        let word = match (rest.first_chunk(), self.bytes.last_chunk()) {
            (Some(&whole), _) => u64::from_le_bytes(whole),
            // The last eight bytes, without those already read.
            (None, Some(&last)) => u64::from_le_bytes(last).unbounded_shr(missing),
            (None, None) => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
        };
        word >> (self.next % 8)
    }

    /// Takes bits of the window.
    #[inline]
    fn skip(&mut self, count: u32) -> Result<(), PackedError> {
        self.next += count as usize;
        if self.next <= 8 * self.bytes.len() { Ok(()) } else { Err(PackedError::Truncated) }
    }

    /// The next bits, 64 at most.
    fn take(&mut self, count: u32) -> Result<u64, PackedError> {
        let first = count.min(WINDOW);
        let bits = self.window() & ((1 << first) - 1);
        self.skip(first)?;
        if count == first {
            return Ok(bits);
        }
        Ok(bits | self.take(count - first)? << first)
    }

    fn opening(&mut self) -> Result<Opening, PackedError> {
        let end = self.next;
        match self.take(OPENING).unwrap_or(0) {
            // Left out: what stands here fills the last byte.
            0 => {
                self.next = end;
                Ok(Opening::Swap)
            }
            1 => Ok(Opening::NoSwap),
            2 => Ok(Opening::DoubleBlackStack),
            _ => Err(PackedError::Trailing),
        }
    }

    fn finish(self) -> Result<(), PackedError> {
        if self.next.div_ceil(8) < self.bytes.len() {
            return Err(PackedError::Trailing);
        }
        // What is left of the last byte.
        if self.window() == 0 { Ok(()) } else { Err(PackedError::Trailing) }
    }
}

/// As hexadecimal bytes.
impl fmt::Debug for PackedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
