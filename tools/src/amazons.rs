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
/// queens, x is an arrow, in capital or small letters; a dot is an empty square,
/// a number from 1 to 10 is so many of them.
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

type Board = GuardedBoard<SIZE>;

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

impl Side {
    const BOTH: [Self; 2] = [Self::White, Self::Black];

    fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// Where a square is in the 256 bits: White's board is the low half, Black's
    /// the high half.
    fn place(self, square: usize) -> usize {
        match self {
            Self::White => Board::place(square),
            Self::Black => 128 + Board::place(square),
        }
    }
}

/// Queen moves to every square; `None` where no queen comes or something
/// stands.
type Distances = [Option<u8>; SIZE * SIZE];

/// Those of both sides.
struct Maps {
    white: Distances,
    black: Distances,
}

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
        let maps = position.maps();
        let territory = position.territory(&maps);
        if self.json {
            return print_json(&json!({
                "white": rows(&maps.white),
                "black": rows(&maps.black),
                "territory": {
                    "white": territory.white,
                    "black": territory.black,
                    "neutral": territory.neutral,
                    "unreachable": territory.unreachable,
                },
            }));
        }
        let mut text = String::new();
        for side in Side::BOTH {
            let picture = position.picture(maps.of(side));
            let _ = writeln!(text, "{} distance\n{picture}", side.name());
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

impl Maps {
    fn of(&self, side: Side) -> &Distances {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    fn of_mut(&mut self, side: Side) -> &mut Distances {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

impl Position {
    fn read(text: &str) -> Result<Self, String> {
        let rows: Vec<_> = text.split('/').collect();
        if rows.len() != SIZE {
            return Err(format!("{}, not {SIZE}", counted(rows.len(), "row")));
        }
        let mut squares = [Square::Empty; SIZE * SIZE];
        for (rank, row) in (0..SIZE).rev().zip(rows) {
            let row = read_row(row).map_err(|why| format!("row `{}`: {why}", printable(row)))?;
            squares[rank * SIZE..][..SIZE].copy_from_slice(&row);
        }
        Ok(Self { squares })
    }

    /// The places of the squares of a kind, on the board of a side.
    fn places(&self, side: Side, kind: Square) -> U256 {
        (0..SIZE * SIZE)
            .filter(|&square| self.squares[square] == kind)
            .map(|square| U256::from_place(side.place(square)))
            .fold(U256::ZERO, |all, place| all | place)
    }

    /// Repeated fills in all eight directions, for both sides at once.
    fn maps(&self) -> Maps {
        let on_both = |kind: fn(Side) -> Square| {
            let [white, black] = Side::BOTH.map(|side| self.places(side, kind(side)));
            white | black
        };
        let walls = !on_both(|_| Square::Empty);
        let mut reached = on_both(Square::Queen);
        let mut maps = Maps {
            white: [None; SIZE * SIZE],
            black: [None; SIZE * SIZE],
        };
        for moves in 1.. {
            let new = queen_moves(reached, walls) & !reached;
            if new == U256::ZERO {
                break;
            }
            for side in Side::BOTH {
                for (square, distance) in maps.of_mut(side).iter_mut().enumerate() {
                    if new.get(side.place(square)) {
                        *distance = Some(moves);
                    }
                }
            }
            reached = reached | new;
        }
        maps
    }

    fn territory(&self, maps: &Maps) -> Territory {
        let mut territory = Territory::default();
        let both = maps.white.iter().zip(&maps.black);
        for (square, (white, black)) in self.squares.iter().zip(both) {
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
    fn picture(&self, distances: &Distances) -> String {
        let mut picture = String::new();
        for square in (0..SIZE)
            .rev()
            .flat_map(|rank| rank * SIZE..(rank + 1) * SIZE)
        {
            let _ = match (self.squares[square], distances[square]) {
                (Square::Empty, Some(moves)) => write!(picture, "{moves:>3}"),
                (Square::Empty, None) => write!(picture, "  -"),
                (Square::Queen(Side::White), _) => write!(picture, "  W"),
                (Square::Queen(Side::Black), _) => write!(picture, "  B"),
                (Square::Arrow, _) => write!(picture, "  x"),
            };
            if square % SIZE == SIZE - 1 {
                picture.push('\n');
            }
        }
        picture
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
        0..SIZE => format!("{}, not {SIZE}", counted(count, "square")),
        _ => format!("more than {SIZE} squares"),
    })
}

/// `1 row`, `2 rows`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The distances as JSON, the highest row first as in the position.
fn rows(distances: &Distances) -> Value {
    distances.chunks(SIZE).rev().collect::<Vec<_>>().into()
}
