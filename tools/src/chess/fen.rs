//! Positions as text: Forsyth–Edwards notation.

use std::fmt::{self, Display};
use std::iter::repeat_n;
use std::str::FromStr;

use super::board::{Board, Color, Piece, Wing};
use super::square::{Square, Squares};

pub(super) use self::error::{FenError, Field};

mod check;
mod error;

/// Where every game begins.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The rights to castle in the order in which they are written.
const RIGHTS: [(char, Color, Wing); 4] = [
    ('K', Color::White, Wing::KingSide),
    ('Q', Color::White, Wing::QueenSide),
    ('k', Color::Black, Wing::KingSide),
    ('q', Color::Black, Wing::QueenSide),
];

/// A board, and the two counters that no move depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fen {
    pub(super) board: Board,
    /// Plies since a pawn moved or a piece was taken.
    pub(super) halfmove_clock: u16,
    /// Counted from 1, up by one after each move of Black.
    pub(super) move_number: u16,
}

impl FromStr for Fen {
    type Err = FenError;

    /// Reads all six fields, or four without the counters.
    fn from_str(text: &str) -> Result<Self, FenError> {
        // More words than fields are of no interest.
        let words: Vec<_> = text.split_whitespace().take(7).collect();
        let (placement, turn, castling, en_passant, counters) = match words[..] {
            [placement, turn, castling, en_passant] => {
                (placement, turn, castling, en_passant, ["0", "1"])
            }
            [placement, turn, castling, en_passant, clock, number] => {
                (placement, turn, castling, en_passant, [clock, number])
            }
            _ => return Err(FenError::FieldCount(words.len())),
        };
        let mut board = Board::empty();
        place(&mut board, placement)?;
        board.turn = read_turn(turn)?;
        board.unmoved = read_castling(castling)?;
        board.en_passant = read_en_passant(en_passant)?;
        check::check(&board)?;
        let [halfmove_clock, move_number] = counters;
        Ok(Self {
            board,
            halfmove_clock: read_counter(halfmove_clock, Field::HalfmoveClock)?,
            move_number: read_counter(move_number, Field::MoveNumber)?,
        })
    }
}

/// Puts all pieces on the board, which is written from the eighth rank down.
fn place(board: &mut Board, text: &str) -> Result<(), FenError> {
    let rows: Vec<_> = text.split('/').take(9).collect();
    if rows.len() != 8 {
        return Err(FenError::RankCount(rows.len()));
    }
    for (rank, row) in (0..8).rev().zip(rows) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
            } else {
                let (color, piece) = read_piece(letter).ok_or(FenError::Letter { rank, letter })?;
                let square = Square::at(file, rank).ok_or(FenError::RankLength { rank })?;
                board.toggle(color, piece, square.set());
                file += 1;
            }
            if file > 8 {
                return Err(FenError::RankLength { rank });
            }
        }
        if file < 8 {
            return Err(FenError::RankLength { rank });
        }
    }
    Ok(())
}

fn read_piece(letter: char) -> Option<(Color, Piece)> {
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    let letter = letter.to_ascii_lowercase();
    let piece = Piece::ALL
        .into_iter()
        .find(|piece| piece.letter() == letter)?;
    Some((color, piece))
}

fn read_turn(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::wrong(Field::Turn, text)),
    }
}

fn read_castling(text: &str) -> Result<Squares, FenError> {
    let wrong = || FenError::wrong(Field::Castling, text);
    if text == "-" {
        return Ok(Squares::empty());
    }
    let (mut unmoved, mut seen) = (Squares::empty(), String::new());
    for letter in text.chars() {
        let right = RIGHTS.into_iter().find(|&(right, ..)| right == letter);
        let (_, color, wing) = right.ok_or_else(wrong)?;
        if seen.contains(letter) {
            return Err(wrong());
        }
        seen.push(letter);
        unmoved |= wing.unmoved(color);
    }
    Ok(unmoved)
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let square = Square::from_name(text).ok_or_else(|| FenError::wrong(Field::EnPassant, text))?;
    Ok(Some(square))
}

fn read_counter(text: &str, field: Field) -> Result<u16, FenError> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let counter = text.parse().ok().filter(|_| is_plain);
    counter.ok_or_else(|| FenError::wrong(field, text))
}

impl Display for Fen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = &self.board;
        let rows: Vec<_> = (0..8).rev().map(|rank| row(board, rank)).collect();
        let turn = match board.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let rights = RIGHTS
            .iter()
            .filter(|&&(_, color, wing)| board.may_castle(color, wing));
        let mut castling: String = rights.map(|&(letter, ..)| letter).collect();
        if castling.is_empty() {
            castling.push('-');
        }
        let en_passant = board
            .en_passant
            .map_or("-".to_owned(), |square| square.to_string());
        let Self {
            halfmove_clock,
            move_number,
            ..
        } = self;
        let placement = rows.join("/");
        write!(
            formatter,
            "{placement} {turn} {castling} {en_passant} {halfmove_clock} {move_number}"
        )
    }
}

/// One rank, empty squares counted.
fn row(board: &Board, rank: usize) -> String {
    let (mut row, mut empty) = (String::new(), 0);
    let squares = (0..8).filter_map(|file| Square::at(file, rank));
    let pieces = squares.map(|square| board.piece_at(square));
    // One more, so that the last empty squares are written too.
    for piece in pieces.map(Some).chain(repeat_n(None, 1)) {
        match piece {
            Some(None) => empty += 1,
            _ if empty > 0 => {
                row.push_str(&empty.to_string());
                empty = 0;
            }
            _ => {}
        }
        row.extend(piece.flatten().map(|(color, piece)| match color {
            Color::White => piece.letter().to_ascii_uppercase(),
            Color::Black => piece.letter(),
        }));
    }
    row
}
