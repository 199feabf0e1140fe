//! `tak-tools amazons`: how far the queens of the Game of the Amazons are from
//! every square.

use std::fmt::Write;

use bitops::Direction;
use bitops::flood::{GuardedBoard, U256};
use clap::Args;
use serde_json::{Value, json};

use crate::failure::{Failure, printable};
use crate::output::{print, print_json};

/// Print queen distances and territory in the Game of the Amazons
///
/// The position is ten rows from the top, divided by slashes: W and B are
/// queens, x is an arrow, a dot or a number stands for empty squares.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools amazons --position '3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3'
  tak-tools amazons --position 'W.x7/xxx7/10/10/10/10/10/10/10/9B' --json

A distance is the number of queen moves; - is a square that cannot be reached.
A square belongs to who is nearer; a tie belongs to nobody.")]
pub(crate) struct Arguments {
    /// The ten rows of the board, the highest first
    #[arg(long, value_name = "ROWS")]
    position: String,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

const SIZE: usize = 10;

/// White's board is the low half of the 256 bits, Black's the high half.
type Board = GuardedBoard<SIZE>;
const SIDES: [usize; 2] = [0, 128];

/// What stands on the board, square by square from a1.
struct Position {
    squares: [Square; SIZE * SIZE],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Square {
    Empty,
    Queen(Side),
    Arrow,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    White,
    Black,
}

/// Queen moves to every square; `None` where no queen comes or something
/// stands.
type Distances = [Option<u8>; SIZE * SIZE];

/// How many empty squares are nearer to one side.
#[derive(Default)]
struct Territory {
    white: u32,
    black: u32,
    neutral: u32,
    unreachable: u32,
}

impl Arguments {
    /// Prints both maps and the count.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = Position::read(&self.position)
            .map_err(|why| Failure::Input(format!("--position: {why}")))?;
        let distances = position.distances();
        let territory = position.territory(&distances);
        if self.json {
            return print_json(&json!({
                "white": rows(&distances[0]),
                "black": rows(&distances[1]),
                "territory": {
                    "white": territory.white,
                    "black": territory.black,
                    "neutral": territory.neutral,
                    "unreachable": territory.unreachable,
                },
            }));
        }
        let mut text = String::new();
        for (side, distances) in ["white", "black"].into_iter().zip(&distances) {
            let _ = writeln!(text, "{side} distance\n{}", position.map(distances));
        }
        let Territory {
            white,
            black,
            neutral,
            unreachable,
        } = territory;
        let _ = writeln!(
            text,
            "territory white {white} black {black} neutral {neutral} unreachable {unreachable}"
        );
        print(&text)
    }
}

impl Position {
    fn read(text: &str) -> Result<Self, String> {
        let rows: Vec<_> = text.split('/').collect();
        if rows.len() != SIZE {
            return Err(format!("{} rows, not {SIZE}", rows.len()));
        }
        let mut squares = [Square::Empty; SIZE * SIZE];
        for (rank, row) in (0..SIZE).rev().zip(rows) {
            let row = read_row(row).map_err(|why| format!("row `{}`: {why}", printable(row)))?;
            squares[rank * SIZE..][..SIZE].copy_from_slice(&row);
        }
        Ok(Self { squares })
    }

    /// The places of the squares of a kind, on the board of a side.
    fn places(&self, side: usize, is_member: impl Fn(Square) -> bool) -> U256 {
        (0..SIZE * SIZE)
            .filter(|&square| is_member(self.squares[square]))
            .map(|square| U256::from_place(SIDES[side] + Board::place(square)))
            .fold(U256::ZERO, |all, place| all | place)
    }

    /// Repeated fills in all eight directions, for both sides at once.
    fn distances(&self) -> [Distances; 2] {
        let empty = |square| square == Square::Empty;
        let walls = !(self.places(0, empty) | self.places(1, empty));
        let white = self.places(0, |square| square == Square::Queen(Side::White));
        let black = self.places(1, |square| square == Square::Queen(Side::Black));
        let mut distances = [[None; SIZE * SIZE]; 2];
        let mut reached = white | black;
        for moves in 1.. {
            let new = queen_moves(reached, walls) & !reached;
            if new == U256::ZERO {
                break;
            }
            for (distances, offset) in distances.iter_mut().zip(SIDES) {
                for (square, distance) in distances.iter_mut().enumerate() {
                    if new.get(offset + Board::place(square)) {
                        *distance = Some(moves);
                    }
                }
            }
            reached = reached | new;
        }
        distances
    }

    fn territory(&self, distances: &[Distances; 2]) -> Territory {
        let mut territory = Territory::default();
        let [white, black] = distances;
        for (square, (white, black)) in self.squares.iter().zip(white.iter().zip(black)) {
            if *square != Square::Empty {
                continue;
            }
            let owner = match (white, black) {
                (None, None) => &mut territory.unreachable,
                (Some(white), Some(black)) if white == black => &mut territory.neutral,
                (Some(white), Some(black)) if white > black => &mut territory.black,
                (None, Some(_)) => &mut territory.black,
                (Some(_), _) => &mut territory.white,
            };
            *owner += 1;
        }
        territory
    }

    /// The distances as a picture, with what stands on the other squares.
    fn map(&self, distances: &Distances) -> String {
        let mut map = String::new();
        for square in (0..SIZE)
            .rev()
            .flat_map(|rank| rank * SIZE..(rank + 1) * SIZE)
        {
            let _ = match (self.squares[square], distances[square]) {
                (Square::Empty, Some(moves)) => write!(map, "{moves:>3}"),
                (Square::Empty, None) => write!(map, "  -"),
                (Square::Queen(Side::White), _) => write!(map, "  W"),
                (Square::Queen(Side::Black), _) => write!(map, "  B"),
                (Square::Arrow, _) => write!(map, "  x"),
            };
            if square % SIZE == SIZE - 1 {
                map.push('\n');
            }
        }
        map
    }
}

/// All squares that are one queen move away or none.
fn queen_moves(queens: U256, walls: U256) -> U256 {
    let slides = Direction::ALL.map(|direction| Board::fill(&queens, &walls, direction));
    slides.into_iter().fold(queens, |all, slide| all | slide)
}

/// The ten squares of a row, as the letters and numbers tell them.
fn read_row(row: &str) -> Result<[Square; SIZE], String> {
    let mut squares = Vec::new();
    let mut characters = row.chars().peekable();
    while let Some(character) = characters.next() {
        let (square, count) = match character {
            'W' | 'w' => (Square::Queen(Side::White), 1),
            'B' | 'b' => (Square::Queen(Side::Black), 1),
            'X' | 'x' => (Square::Arrow, 1),
            '.' => (Square::Empty, 1),
            '1' if characters.next_if_eq(&'0').is_some() => (Square::Empty, SIZE),
            '1'..='9' => (Square::Empty, character as usize - '0' as usize),
            other => return Err(format!("no square is written `{}`", other.escape_debug())),
        };
        // Enough to know that it is too long, whatever else comes.
        if squares.len() <= SIZE {
            squares.extend(std::iter::repeat_n(square, count));
        }
    }
    let count = squares.len();
    squares.try_into().map_err(|_| match count {
        0..SIZE => format!("{count} squares, not {SIZE}"),
        _ => format!("more than {SIZE} squares"),
    })
}

/// The distances as JSON, the highest row first as in the position.
fn rows(distances: &Distances) -> Value {
    distances.chunks(SIZE).rev().collect::<Vec<_>>().into()
}
