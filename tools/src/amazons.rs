//! `tak-tools amazons`: how many moves every square is away from the queens in the Game of the
//! Amazons.

use std::cmp::Ordering;
use std::fmt::Write;

use bitops::Connectivity;
use bitops::flood::GuardedBoard;
use clap::Args;
use serde_json::{Map, Value, json};
use tak_encoding::Color;

use crate::counted::counted;
use crate::failure::{Failure, printable};
use crate::output::{print, print_json};

/// Print queen distances and territory in the Game of the Amazons
///
/// The position is ten rows from top to bottom, separated by slashes: W and B are queens and x is
/// an arrow, in upper or lower case; a dot is an empty square, a number from 1 to 10 that many
/// empty squares.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools amazons --position '3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3'
  tak-tools amazons --position 'W.x7/xxx7/10/10/10/10/10/10/10/9B' --json

A distance is a number of queen moves; - is a square that cannot be reached. A
square belongs to the side that is closer; in a tie, to neither.")]
pub(crate) struct Arguments {
    /// The ten rows of the board, from the top
    #[arg(long, value_name = "ROWS")]
    position: String,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

const SIZE: usize = 10;

type Board = GuardedBoard<SIZE>;

/// The cells of the board from a1 on.
struct Position([Cell; SIZE * SIZE]);

/// The contents of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Queen(Color),
    Arrow,
}

/// Queen moves to every square; `None` for squares that are occupied or out of
/// reach.
type Distances = [Option<u8>; SIZE * SIZE];

impl Arguments {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = Position::read(&self.position)
            .map_err(|why| Failure::Input(format!("--position: {why}")))?;
        let [white, black] = position.distances();
        let territory = position.territory(&white, &black);
        if self.json {
            let territory = territory.map(|(owner, squares)| (owner.to_owned(), squares.into()));
            let territory: Map<_, _> = territory.into_iter().collect();
            return print_json(&json!({
                "white": rows(&white),
                "black": rows(&black),
                "territory": territory,
            }));
        }
        let mut text = String::new();
        for (name, distances) in [("white", &white), ("black", &black)] {
            let _ = writeln!(text, "{name} distance\n{}", position.picture(distances));
        }
        let territory = territory.map(|(owner, squares)| format!(" {owner} {squares}"));
        let _ = writeln!(text, "territory{}", territory.concat());
        print(&text)
    }
}

impl Position {
    fn read(text: &str) -> Result<Self, String> {
        let rows: Vec<_> = text.split('/').collect();
        if rows.len() != SIZE {
            return Err(format!("{}, not {SIZE}", counted(rows.len(), "row")));
        }
        let mut cells = [Cell::Empty; SIZE * SIZE];
        for (rank, row) in (0..SIZE).rev().zip(rows) {
            let row = read_row(row).map_err(|why| format!("row `{}`: {why}", printable(row)))?;
            cells[rank * SIZE..][..SIZE].copy_from_slice(&row);
        }
        Ok(Self(cells))
    }

    /// The places of the cells that belong.
    fn places(&self, belongs: impl Fn(Cell) -> bool) -> u128 {
        let squares = (0..).zip(&self.0).filter(|&(_, &cell)| belongs(cell));
        squares.fold(0, |places, (square, _)| places | 1 << Board::place(square))
    }

    /// The distances of White and Black, by repeated slides in all eight directions
    /// for both sides at once.
    fn distances(&self) -> [Distances; 2] {
        let walls = !self.places(|cell| cell == Cell::Empty);
        let mut reached = Color::ALL.map(|side| self.places(|cell| cell == Cell::Queen(side)));
        let mut distances = [[None; SIZE * SIZE]; 2];
        for moves in 1.. {
            let before = reached;
            reached = Board::slides_of_both(reached, [walls; 2], Connectivity::Eight);
            if reached == before {
                break;
            }
            for (side, distances) in distances.iter_mut().enumerate() {
                let new = reached[side] & !before[side];
                for (square, distance) in distances.iter_mut().enumerate() {
                    if new >> Board::place(square) & 1 == 1 {
                        *distance = Some(moves);
                    }
                }
            }
        }
        distances
    }

    /// How many empty squares are nearer to one side.
    fn territory(&self, white: &Distances, black: &Distances) -> [(&'static str, u32); 4] {
        let mut territory = [("white", 0), ("black", 0), ("neutral", 0), ("unreachable", 0)];
        for (cell, (white, black)) in self.0.iter().zip(white.iter().zip(black)) {
            let owner = match white.unwrap_or(u8::MAX).cmp(&black.unwrap_or(u8::MAX)) {
                _ if *cell != Cell::Empty => continue,
                Ordering::Less => 0,
                Ordering::Greater => 1,
                Ordering::Equal if white.is_some() => 2,
                Ordering::Equal => 3,
            };
            territory[owner].1 += 1;
        }
        territory
    }

    /// The distances as a picture, together with the pieces on the board.
    fn picture(&self, distances: &Distances) -> String {
        let mut picture = String::new();
        let rows = self.0.chunks(SIZE).zip(distances.chunks(SIZE));
        for (cells, distances) in rows.rev() {
            for both in cells.iter().zip(distances) {
                let shown = match both {
                    (Cell::Empty, Some(moves)) => &moves.to_string(),
                    (Cell::Empty, None) => "-",
                    (Cell::Queen(Color::White), _) => "W",
                    (Cell::Queen(Color::Black), _) => "B",
                    (Cell::Arrow, _) => "x",
                };
                let _ = write!(picture, "{shown:>3}");
            }
            picture.push('\n');
        }
        picture
    }
}

/// The ten cells of a row.
fn read_row(row: &str) -> Result<[Cell; SIZE], String> {
    let mut cells = Vec::new();
    let mut characters = row.chars().peekable();
    while let Some(character) = characters.next() {
        let (cell, count) = match character {
            'W' | 'w' => (Cell::Queen(Color::White), 1),
            'B' | 'b' => (Cell::Queen(Color::Black), 1),
            'X' | 'x' => (Cell::Arrow, 1),
            '.' => (Cell::Empty, 1),
            '1' if characters.next_if_eq(&'0').is_some() => (Cell::Empty, SIZE),
            '1'..='9' => (Cell::Empty, character as usize - '0' as usize),
            other => return Err(format!("no square is written `{}`", other.escape_debug())),
        };
        // It does not matter how much too long a row is.
        if cells.len() <= SIZE {
            cells.extend(std::iter::repeat_n(cell, count));
        }
    }
    let count = cells.len();
    cells.try_into().map_err(|_| match count {
        0..SIZE => format!("{}, not {SIZE}", counted(count, "square")),
        _ => format!("more than {SIZE} squares"),
    })
}

/// The distances as JSON, from the top row down as in the position.
fn rows(distances: &Distances) -> Value {
    distances.chunks(SIZE).rev().collect::<Vec<_>>().into()
}
