//! Positions as text: Forsyth–Edwards notation.

use std::fmt::{self, Display};
use std::str::FromStr;

use bitops::Heading;

use super::attacks::{knight_moves, steps};
use super::board::{Board, Wing};
use super::piece::{Color, Piece};
use super::rays::Slider;
use super::square::{Bitboard, Square, each};
use crate::failure::printable;

/// The starting position.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The castling rights in the order in which they are written.
const RIGHTS: [(char, Color, Wing); 4] = [
    ('K', Color::White, Wing::KingSide),
    ('Q', Color::White, Wing::QueenSide),
    ('k', Color::Black, Wing::KingSide),
    ('q', Color::Black, Wing::QueenSide),
];

/// A board, and the two counters on which no move depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fen {
    pub(super) board: Board,
    /// Plies since a pawn move or a capture.
    pub(super) halfmove_clock: u16,
    /// Counted from 1, up by one after each move of Black.
    pub(super) move_number: u16,
}

impl FromStr for Fen {
    /// What is wrong, and how to fix it.
    type Err = String;

    /// Reads all six fields, or four without the counters.
    fn from_str(text: &str) -> Result<Self, String> {
        // It does not matter how many words too long the text is.
        let mut words: Vec<_> = text.split_whitespace().take(7).collect();
        if words.len() == 4 {
            words.extend(["0", "1"]);
        }
        let [placement, turn, castling, en_passant, clock, number] = words[..] else {
            return Err(format!(
                "expected 6 fields (placement, side to move, castling, en passant, halfmove \
                 clock, move number) or the first 4, separated by spaces; found {}",
                or_more(words.len(), 6)
            ));
        };
        let mut board = Board::default();
        place(&mut board, placement).map_err(|why| format!("field 1 (placement){why}"))?;
        board.turn = read_turn(turn)?;
        board.unmoved = read_castling(castling)?;
        board.en_passant = read_en_passant(en_passant)?;
        check(&board)?;
        Ok(Self {
            board,
            halfmove_clock: read_counter(clock, "field 5 (halfmove clock)")?,
            move_number: read_counter(number, "field 6 (move number)")?,
        })
    }
}

fn expected(field: &str, found: &str, expected: &str) -> String {
    format!("{field}: `{}`; expected {expected}", printable(found))
}

/// Counting stops at one too many.
fn or_more(count: usize, most: usize) -> String {
    let more = if count > most { " or more" } else { "" };
    format!("{count}{more}")
}

/// Puts all pieces on the board, written from the eighth rank down.
fn place(board: &mut Board, text: &str) -> Result<(), String> {
    let rows: Vec<_> = text.split('/').take(9).collect();
    if rows.len() != 8 {
        let count = or_more(rows.len(), 8);
        return Err(format!(": expected 8 ranks, separated by slashes; found {count}"));
    }
    for (rank, row) in (0..8).rev().zip(rows) {
        let number = rank + 1;
        let wrong_length =
            || format!(", rank {number}: its pieces and empty squares must add up to 8");
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let (color, piece) = read_piece(letter).ok_or_else(|| {
                let letter = letter.escape_debug();
                format!(", rank {number}: `{letter}`; expected PNBRQK, pnbrqk or 1 to 8")
            })?;
            let square = Square::at(file, rank).ok_or_else(wrong_length)?;
            board.toggle(color, piece, square.set());
            file += 1;
        }
        if file != 8 {
            return Err(wrong_length());
        }
    }
    Ok(())
}

fn read_piece(letter: char) -> Option<(Color, Piece)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let letter = letter.to_ascii_lowercase();
    let mut pieces = Piece::ALL.into_iter();
    Some((color, pieces.find(|piece| piece.letter() == letter)?))
}

fn read_turn(text: &str) -> Result<Color, String> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(expected("field 2 (side to move)", text, "w or b")),
    }
}

fn read_castling(text: &str) -> Result<Bitboard, String> {
    let mut unmoved = Bitboard::empty();
    let letters = if text == "-" { "" } else { text };
    for (index, letter) in letters.char_indices() {
        let right = RIGHTS.into_iter().find(|&(right, ..)| right == letter);
        let right = right.filter(|_| !letters[..index].contains(letter));
        let (_, color, wing) = right.ok_or_else(|| {
            expected("field 3 (castling)", text, "each of K, Q, k, q at most once, or -")
        })?;
        unmoved |= wing.unmoved(color);
    }
    Ok(unmoved)
}

fn read_en_passant(text: &str) -> Result<Option<Square>, String> {
    if text == "-" {
        return Ok(None);
    }
    let passed = "the square passed by a double step, like e3, or -";
    let square = Square::from_name(text);
    square.ok_or_else(|| expected("field 4 (en passant)", text, passed)).map(Some)
}

fn read_counter(text: &str, field: &str) -> Result<u16, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let counter = text.parse().ok().filter(|_| is_plain);
    counter.ok_or_else(|| expected(field, text, "a number from 0 to 65535"))
}

/// Refuses positions to which the rules of chess do not apply.
fn check(board: &Board) -> Result<(), String> {
    for color in Color::ALL {
        let (count, name) = (board.of(color, Piece::King).count(), color.name());
        if count != 1 {
            return Err(format!("field 1 (placement): {count} {name} kings; expected exactly 1"));
        }
    }
    let last_ranks = Bitboard::rank(0) | Bitboard::rank(7);
    if let Some(square) = each(board.pieces[Piece::Pawn as usize] & last_ranks).next() {
        return Err(format!(
            "field 1 (placement): a pawn on {square}; pawns stand on ranks 2 to 7"
        ));
    }
    for (right, color, wing) in RIGHTS {
        let pieces = board.of(color, Piece::King) | board.of(color, Piece::Rook);
        if board.may_castle(color, wing) && !wing.unmoved(color).is_subset(pieces) {
            return Err(format!(
                "field 3 (castling): `{right}` needs king and rook on their first squares; \
                 leave it out"
            ));
        }
    }
    if let Some(passed) = board.en_passant.filter(|&square| !is_passed(board, square)) {
        return Err(format!(
            "field 4 (en passant): no pawn can have just passed {passed} in a double step; \
             write the square that one has passed, like e3, or `-`"
        ));
    }
    if can_take_king(board) {
        let name = board.turn.name();
        return Err(format!(
            "field 2 (side to move): {name} could take the king; the other side must be to move"
        ));
    }
    Ok(())
}

/// Whether a double step can just have passed a square.
fn is_passed(board: &Board, square: Square) -> bool {
    let (color, forward) = (!board.turn, (!board.turn).forward());
    let from = square.set().shift(forward.opposite(), 1);
    let pawn = square.set().shift(forward, 1);
    square.rank().abs_diff(color.home_rank()) == 2
        && !board.occupied().intersects(square.set() | from)
        && pawn.is_subset(board.of(color, Piece::Pawn))
}

/// Used once per position, so it needs no tables.
fn can_take_king(board: &Board) -> bool {
    let turn = board.turn;
    let king = board.of(!turn, Piece::King);
    let walk = |slider: Slider| {
        each(king).map(|square| slider.walk(square, board.occupied())).next().unwrap_or_default()
    };
    let (rook, bishop) = (walk(Slider::Rook), walk(Slider::Bishop));
    let attackers = [
        (Piece::Rook, rook),
        (Piece::Bishop, bishop),
        (Piece::Queen, rook | bishop),
        (Piece::Knight, knight_moves(king)),
        (Piece::King, steps(king, &Heading::ALL)),
        (Piece::Pawn, steps(king, &(!turn).pawn_captures())),
    ];
    let can_take = |&(piece, squares)| board.of(turn, piece).intersects(squares);
    attackers.iter().any(can_take)
}

impl Display for Fen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = &self.board;
        let rows: Vec<_> = (0..8).rev().map(|rank| row(board, rank)).collect();
        let turn = match board.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let rights = RIGHTS.iter().filter(|&&(_, color, wing)| board.may_castle(color, wing));
        let mut castling: String = rights.map(|&(letter, ..)| letter).collect();
        if castling.is_empty() {
            castling.push('-');
        }
        let en_passant = board.en_passant.map_or("-".to_owned(), |square| square.to_string());
        let Self { halfmove_clock, move_number, .. } = self;
        let rows = rows.join("/");
        write!(formatter, "{rows} {turn} {castling} {en_passant} {halfmove_clock} {move_number}")
    }
}

/// One rank, empty squares counted.
fn row(board: &Board, rank: usize) -> String {
    let squares = (0..8).filter_map(|file| Square::at(file, rank));
    let letters = squares.map(|square| match board.piece_at(square) {
        Some((Color::White, piece)) => piece.letter().to_ascii_uppercase(),
        Some((Color::Black, piece)) => piece.letter(),
        None => '1',
    });
    let letters: Vec<_> = letters.collect();
    let runs = letters.chunk_by(|left, right| (left, right) == (&'1', &'1'));
    let runs = runs.map(|run| match run {
        ['1', ..] => run.len().to_string(),
        pieces => pieces.iter().collect(),
    });
    runs.collect()
}
