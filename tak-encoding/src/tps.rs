//! TPS: a position as one line of text.
//!
//! The rows are written from the top rank down, separated by `/`, and the squares of a row from the
//! a-file on, separated by `,`. `x` is an empty square, and `x3` three of them. A stack is written
//! from the bottom up as `1` (white) and `2` (black), followed by `S` if its top is a wall or `C`
//! if it is a capstone; what is a letter may be small or not where it is read. The side to move and the move
//! number follow. If the input may be a PTN tag, [`untag_tps`] extracts the TPS from it.

use std::fmt;
use std::str::FromStr;

use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::rules::Rules;
use crate::size::{BoardSize, Playable, Size, stack_capacity};
use crate::square::Square;
use crate::stack::Stack;
use crate::text::number;
use crate::zobrist::Hashing;

mod error;

pub use error::TpsError;
use error::board_error;

/// The size of the board of a TPS, from its number of rows. The rest is not checked.
///
/// # Errors
///
/// If there are not 3 to 8 rows.
pub fn tps_size(tps: &str) -> Result<BoardSize, TpsError> {
    let board = match tps.split_once(' ') {
        Some((board, _)) if !board.is_empty() => board,
        _ => tps.split_ascii_whitespace().next().unwrap_or_default(),
    };
    let rows = 1 + board.bytes().filter(|&byte| byte == b'/').count();
    BoardSize::new(rows)
        .ok_or_else(|| TpsError::new("board", board, "3 to 8 rows separated by `/`"))
}

/// The value of a PTN tag `TPS`, or the text itself if it is not such a tag.
///
/// ```
/// use tak_encoding::{Position, untag_tps};
///
/// let pasted = "[TPS \"x3,12/x2,2S,x/x,1,x2/2,x3 1 4\"]";
/// assert_eq!(untag_tps(pasted), "x3,12/x2,2S,x/x,1,x2/2,x3 1 4");
/// assert!(Position::<4>::from_tps(untag_tps(pasted)).is_ok());
/// assert!(Position::<4>::from_tps(pasted).is_err(), "a tag is not a TPS");
/// ```
pub fn untag_tps(text: &str) -> &str {
    let value = || {
        let tag = text.trim().strip_prefix('[')?.strip_suffix(']')?;
        let (name, value) = tag.split_once('"')?;
        name.trim().eq_ignore_ascii_case("TPS").then(|| value.trim_end().strip_suffix('"'))?
    };
    value().unwrap_or(text)
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Reads a TPS with the standard reserves and no komi.
    ///
    /// The move number may be too small for the board, as it is in many files.
    ///
    /// # Errors
    ///
    /// If the text is not a TPS of this size, or needs more pieces than the players have. The error
    /// says what is wrong and where.
    ///
    /// ```
    /// use tak_encoding::Position;
    ///
    /// let tps = "x3,12/x2,2S,x/x,1,x2/2,x3 1 4";
    /// let position = Position::<4>::from_tps(tps)?;
    /// assert_eq!(position.to_tps(), tps);
    ///
    /// let error = Position::<4>::from_tps("x4/x4/x5/x4 1 1").unwrap_err();
    /// assert_eq!(error.to_string(), "TPS, rank 2: found `x5`, expected 4 squares");
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    pub fn from_tps(tps: &str) -> Result<Self, TpsError> {
        Self::from_tps_with(tps, Rules::default())
    }

    /// Reads a TPS with other rules. If the board has nothing but White's first ply, that
    /// determines the opening, even if the rules say otherwise.
    ///
    /// # Errors
    ///
    /// Those of [`from_tps`](Self::from_tps).
    pub fn from_tps_with(tps: &str, rules: Rules<N>) -> Result<Self, TpsError> {
        let mut position = Self::with_rules(rules);
        if position.read_fast(tps, rules).is_some() {
            return Ok(position);
        }
        let mut fields = tps.split_ascii_whitespace();
        let mut field =
            |place, expected: &str| fields.next().ok_or_else(|| TpsError::new(place, "", expected));
        let board = field("board", "rows separated by `/`")?;
        let side = field("side to move", "`1` or `2`")?;
        let move_number = field("move number", "a number, at least 1")?;
        if let Some(rest) = fields.next() {
            return Err(TpsError::new("after the move number", rest, "the end"));
        }
        // The fast path may have placed some stacks already.
        position = Self::with_rules(rules);
        position.read_board(board)?;
        let ply = read_ply(side, move_number)?;
        let reserves = position.reserves_left(rules).map_err(TpsError::excess)?;
        position.finish(ply, reserves);
        Ok(position)
    }

    /// A fast path for a TPS with low stacks and single spaces between its fields, as programs
    /// write it. If it returns `None`, the text must be read again, which also finds its errors.
    fn read_fast(&mut self, tps: &str, rules: Rules<N>) -> Option<()> {
        let board = self.read_low_stacks(tps.as_bytes())?;
        let (side, move_number) = tps.get(board + 1..)?.split_at_checked(1)?;
        let move_number = move_number.strip_prefix(' ')?;
        let ply = read_ply(side, move_number).ok()?;
        let reserves = self.reserves_left(rules).ok()?;
        self.finish(ply, reserves);
        Some(())
    }

    /// The position as a TPS, in its shortest form.
    pub fn to_tps(&self) -> String {
        // Four bytes for each square are enough for most boards.
        let mut bytes = Vec::with_capacity(4 * N * N + 16);
        for rank in (0..N).rev() {
            self.write_row(rank, &mut bytes);
            bytes.push(if rank > 0 { b'/' } else { b' ' });
        }
        bytes.extend([b'1' + self.side_to_move() as u8, b' ']);
        write_number(self.move_number(), &mut bytes);
        // The bytes are ASCII.
        String::from_utf8(bytes).unwrap_or_default()
    }

    fn read_board(&mut self, board: &str) -> Result<(), TpsError> {
        match self.read_stacks(board.as_bytes()) {
            Some(()) => Ok(()),
            // Only now is the error worth looking for.
            None => Err(board_error(board, N, stack_capacity::<N>())),
        }
    }

    /// Places all stacks on the empty board, in one pass.
    fn read_stacks(&mut self, board: &[u8]) -> Option<()> {
        let mut bytes = Bytes { bytes: board };
        for rank in (0..N).rev() {
            let mut file = 0;
            while file < N {
                if file > 0 {
                    bytes.expect(b',')?;
                }
                if bytes.take_if(b'x') || bytes.take_if(b'X') {
                    file += bytes.run()?;
                } else {
                    let (stack, kind) = bytes.stack::<N>()?;
                    self.put_stack(Square::from_index(rank * N + file), stack, kind);
                    file += 1;
                }
            }
            if file > N {
                return None;
            }
            if rank > 0 {
                bytes.expect(b'/')?;
            }
        }
        bytes.bytes.is_empty().then_some(())
    }

    fn write_row(&self, rank: usize, bytes: &mut Vec<u8>) {
        let first = rank * N;
        let row = (self.occupied().bits() >> first) & ((1 << N) - 1);
        let mut file = 0;
        while file < N {
            if file > 0 {
                bytes.push(b',');
            }
            // A sentinel bit after the row ends the last run of empty squares.
            let run = ((row | 1 << N) >> file).trailing_zeros() as usize;
            if run > 0 {
                bytes.push(b'x');
                if run > 1 {
                    bytes.push(b'0' + run as u8);
                }
                file += run;
                continue;
            }
            let square = Square::from_index(first + file);
            let pieces = self.stack(square).colors().rev();
            bytes.extend(pieces.map(|color| b'1' + color as u8));
            if self.caps().contains(square.index()) {
                bytes.push(b'C');
            } else if self.walls().contains(square.index()) {
                bytes.push(b'S');
            }
            file += 1;
        }
    }
}

fn write_number(number: u32, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    let mut rest = number;
    loop {
        bytes.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    bytes[start..].reverse();
}

/// The bytes of a board that have not been read yet.
struct Bytes<'a> {
    bytes: &'a [u8],
}

impl Bytes<'_> {
    #[inline(always)]
    fn take_if(&mut self, byte: u8) -> bool {
        match self.bytes {
            [first, rest @ ..] if *first == byte => {
                self.bytes = rest;
                true
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take_if(byte).then_some(())
    }

    /// The number after an `x`, capped, because all that are too large are the same error.
    #[inline(always)]
    fn run(&mut self) -> Option<usize> {
        let mut run = None;
        while let [digit @ b'0'..=b'9', rest @ ..] = self.bytes {
            let digit = usize::from(digit - b'0');
            run = Some((run.unwrap_or(0) * 10 + digit).min(100));
            self.bytes = rest;
        }
        Some(run.unwrap_or(1)).filter(|&run| run > 0)
    }

    #[inline(always)]
    fn stack<const N: usize>(&mut self) -> Option<(Stack<N>, Kind)>
    where
        Size<N>: Playable,
    {
        let mut stack = Stack::empty();
        let mut height = 0;
        while let [piece @ (b'1' | b'2'), rest @ ..] = self.bytes {
            height += 1;
            if height > stack_capacity::<N>() {
                return None;
            }
            stack = stack.with_piece(Color::from_parity(u32::from(piece - b'1')));
            self.bytes = rest;
        }
        let kind = if self.take_if(b'S') || self.take_if(b's') {
            Kind::Wall
        } else if self.take_if(b'C') || self.take_if(b'c') {
            Kind::Capstone
        } else {
            Kind::Flat
        };
        (height > 0).then_some((stack, kind))
    }
}

/// Leaves room in the ply counter for any continuation of the game.
const LAST_MOVE_NUMBER: u32 = 1_000_000_000;

fn read_ply(side: &str, move_number: &str) -> Result<u32, TpsError> {
    let color = match side {
        "1" => Color::White,
        "2" => Color::Black,
        _ => return Err(TpsError::new("side to move", side, "`1` or `2`")),
    };
    let number = number(move_number).filter(|number| (1..=LAST_MOVE_NUMBER).contains(number));
    let number = number.ok_or_else(|| {
        let expected = format!("a number from 1 to {LAST_MOVE_NUMBER}");
        TpsError::new("move number", move_number, expected)
    })?;
    Ok(2 * (number - 1) + color as u32)
}

/// The TPS of the position.
impl<const N: usize, H: Hashing> fmt::Display for Position<N, H>
where
    Size<N>: Playable,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_tps())
    }
}

impl<const N: usize, H: Hashing> FromStr for Position<N, H>
where
    Size<N>: Playable,
{
    type Err = TpsError;

    fn from_str(tps: &str) -> Result<Self, TpsError> {
        Self::from_tps(tps)
    }
}
