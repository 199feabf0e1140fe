//! TPS: a position as one line of text.
//!
//! Rows from the top rank down, divided by `/`; squares from the a-file on,
//! divided by `,`; `x` an empty square, `x3` three; a stack from the bottom up
//! as `1` (white) and `2` (black), with `S` for a wall or `C` for a capstone on
//! top; then the side to move and the number of the full move.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::rules::{Reserve, Rules};
use crate::size::{BoardSize, Playable, Size, stack_capacity};
use crate::square::Square;
use crate::stack::Stack;
use crate::text::{excerpt, number};
use crate::zobrist::Hashing;

/// What is wrong with a TPS, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TpsError {
    place: String,
    found: String,
    expected: String,
}

impl TpsError {
    fn new(place: impl Into<String>, found: &str, expected: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            found: excerpt(found),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for TpsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            place,
            found,
            expected,
        } = self;
        write!(f, "TPS, {place}: found {found}, expected {expected}")
    }
}

impl std::error::Error for TpsError {}

/// The size of the board of a TPS, by its number of rows; the rest is not read.
///
/// # Errors
///
/// If the rows are not 3 to 8.
pub fn tps_size(tps: &str) -> Result<BoardSize, TpsError> {
    let board = tps.split_ascii_whitespace().next().unwrap_or_default();
    let rows = board.split('/').take(10).count();
    BoardSize::new(rows).ok_or_else(|| TpsError::new("board", board, "3 to 8 rows divided by `/`"))
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Reads a TPS under the standard reserves and no komi.
    ///
    /// The move number may be too small for the board, as in many real files.
    ///
    /// # Errors
    ///
    /// What is wrong and where, for a text that is no TPS of this size or that
    /// needs more pieces than the players have.
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

    /// Reads a TPS under other rules.
    ///
    /// # Errors
    ///
    /// As [`from_tps`](Self::from_tps).
    pub fn from_tps_with(tps: &str, rules: Rules<N>) -> Result<Self, TpsError> {
        let mut fields = tps.split_ascii_whitespace();
        let mut field = |place, expected: &str| {
            fields
                .next()
                .ok_or_else(|| TpsError::new(place, "", expected))
        };
        let board = field("board", "rows divided by `/`")?;
        let side = field("side to move", "`1` or `2`")?;
        let move_number = field("move number", "a number from 1 on")?;
        if let Some(rest) = fields.next() {
            return Err(TpsError::new("after the move number", rest, "the end"));
        }
        let mut position = Self::with_rules(rules);
        position.read_board(board)?;
        let ply = read_ply(side, move_number)?;
        let reserves = position.reserves_left(rules)?;
        position.finish(ply, reserves);
        Ok(position)
    }

    /// The position as a TPS, in its shortest form.
    pub fn to_tps(&self) -> String {
        self.to_string()
    }

    fn read_board(&mut self, board: &str) -> Result<(), TpsError> {
        let rows = board.split('/');
        if rows.clone().take(N + 1).count() != N {
            return Err(TpsError::new(
                "board",
                board,
                format!("{N} rows divided by `/`"),
            ));
        }
        for (rank, row) in (0..N).rev().zip(rows) {
            self.read_row(rank, row)?;
        }
        Ok(())
    }

    fn read_row(&mut self, rank: usize, row: &str) -> Result<(), TpsError> {
        let wrong_length =
            || TpsError::new(format!("rank {}", rank + 1), row, format!("{N} squares"));
        let mut file = 0;
        for entry in row.split(',') {
            if let Some(run) = entry.strip_prefix('x') {
                let run = if run.is_empty() { Some(1) } else { number(run) };
                file += run.filter(|&run| run > 0).ok_or_else(|| {
                    TpsError::new(
                        format!("rank {}", rank + 1),
                        entry,
                        "`x` or `x` and a number",
                    )
                })? as usize;
            } else {
                let square = Square::at(file, rank).ok_or_else(wrong_length)?;
                let (stack, kind) = read_stack(square, entry)?;
                self.put_stack(square, stack, kind);
                file += 1;
            }
            if file > N {
                return Err(wrong_length());
            }
        }
        if file == N {
            Ok(())
        } else {
            Err(wrong_length())
        }
    }

    /// What the players have in hand, given what lies on the board.
    fn reserves_left(&self, rules: Rules<N>) -> Result<[Reserve; 2], TpsError> {
        let mut reserves = rules.reserves();
        for color in Color::ALL {
            let (flats, caps) = self.pieces_on_board(color);
            let reserve = &mut reserves[color.index()];
            let left = |have: u8, used: usize, what: &str| {
                usize::from(have)
                    .checked_sub(used)
                    .map(|left| left as u8)
                    .ok_or_else(|| TpsError {
                        place: "board".to_owned(),
                        found: format!("{used} {what} of {color:?}"),
                        expected: format!("at most {have}"),
                    })
            };
            reserve.flats = left(reserve.flats, flats, "flats and walls")?;
            reserve.caps = left(reserve.caps, caps, "capstones")?;
        }
        Ok(reserves)
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, rank: usize) -> fmt::Result {
        let mut run = 0;
        let mut divide = "";
        for file in 0..N {
            let square = Square::from_index(rank * N + file);
            let stack = self.stack(square);
            if stack.is_empty() {
                run += 1;
            }
            if run > 0 && (!stack.is_empty() || file == N - 1) {
                write!(f, "{divide}x")?;
                if run > 1 {
                    write!(f, "{run}")?;
                }
                (run, divide) = (0, ",");
            }
            if let Some((_, kind)) = self.top(square) {
                write!(f, "{divide}{stack:?}")?;
                match kind {
                    Kind::Flat => {}
                    Kind::Wall => f.write_char('S')?,
                    Kind::Capstone => f.write_char('C')?,
                }
                divide = ",";
            }
        }
        Ok(())
    }
}

fn read_stack<const N: usize>(square: Square<N>, entry: &str) -> Result<(Stack<N>, Kind), TpsError>
where
    Size<N>: Playable,
{
    let error = |expected: &str| TpsError::new(format!("square {square}"), entry, expected);
    let (colors, kind) = match entry.as_bytes() {
        [colors @ .., b'S'] => (colors, Kind::Wall),
        [colors @ .., b'C'] => (colors, Kind::Capstone),
        colors => (colors, Kind::Flat),
    };
    if colors.is_empty() || !colors.iter().all(|color| matches!(color, b'1' | b'2')) {
        return Err(error("`x`, or `1`s and `2`s with `S` or `C` at the end"));
    }
    if colors.len() > stack_capacity::<N>() {
        return Err(error(&format!(
            "a stack of at most {} pieces",
            stack_capacity::<N>()
        )));
    }
    let stack = colors.iter().fold(Stack::empty(), |stack, &color| {
        stack.with_piece(if color == b'1' {
            Color::White
        } else {
            Color::Black
        })
    });
    Ok((stack, kind))
}

/// Leaves the ply counter room for any game that is played on from there.
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
        for rank in (0..N).rev() {
            self.write_row(f, rank)?;
            f.write_char(if rank > 0 { '/' } else { ' ' })?;
        }
        write!(
            f,
            "{} {}",
            self.side_to_move().index() + 1,
            self.move_number()
        )
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
