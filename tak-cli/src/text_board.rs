//! A position for a terminal: every stack as in TPS, from the bottom piece to
//! the top piece, `1` White's and `2` Black's.

use std::iter;

use tak_encoding::{Color, Kind};

use crate::color::Style;
use crate::diagram::{Diagram, Side, Stack};
use crate::failure::is_control;

/// How many pieces of a stack stand on one line.
const PIECES_IN_LINE: usize = 6;

/// A position in lines of text, with its title and both players' figures.
pub fn text(diagram: &Diagram, style: Style, with_coordinates: bool) -> String {
    let mut lines = vec![printable(&diagram.title())];
    lines.extend(Color::ALL.map(|color| figures(diagram, color)));
    lines.push(String::new());
    lines.extend(Board::new(diagram, style, with_coordinates).lines());
    lines
        .iter()
        .flat_map(|line| [line.trim_end(), "\n"])
        .collect()
}

/// Nothing in the name of a player may move the cursor.
fn printable(text: &str) -> String {
    text.replace(is_control, "?")
}

fn figures(diagram: &Diagram, color: Color) -> String {
    let Side { flats, reserve, .. } = diagram.side(color);
    let name = match color {
        Color::White => "White (1)",
        Color::Black => "Black (2)",
    };
    let komi = diagram
        .komi(color)
        .map_or_else(String::new, |komi| format!(" and {komi} komi"));
    let flats_word = if *flats == 1 { "flat" } else { "flats" };
    let caps = match reserve.caps {
        0 => String::new(),
        1 => " and 1 capstone".to_owned(),
        caps => format!(" and {caps} capstones"),
    };
    format!(
        "{name}: {flats} {flats_word}{komi}, in hand {}{caps}",
        reserve.flats
    )
}

/// What stands on a square: some lines of pieces.
struct Cell {
    lines: Vec<Vec<Chip>>,
    mark: Mark,
    is_like_a1: bool,
}

/// Some characters in the colour of a piece.
struct Chip {
    text: String,
    color: Color,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// The last move took pieces away.
    Source,
    /// The last move left a piece.
    Drop,
}

impl Cell {
    fn new(diagram: &Diagram, square: usize, style: Style) -> Self {
        let (row, column) = (square / diagram.size, square % diagram.size);
        let last = diagram.last.as_ref();
        let mark = match last {
            Some(last) if last.drops.contains(&square) => Mark::Drop,
            Some(last) if last.source == Some(square) => Mark::Source,
            _ => Mark::None,
        };
        Self {
            lines: lines(&diagram.stacks[square], style),
            mark,
            is_like_a1: (row + column).is_multiple_of(2),
        }
    }

    fn width(&self) -> usize {
        self.lines.iter().map(|line| width(line)).max().unwrap_or(0)
    }

    /// One of the lines, all cells being equally wide.
    fn line(&self, index: Option<usize>, width_of_cell: usize, style: Style) -> String {
        let line = index.and_then(|index| self.lines.get(index));
        let chips = line.map_or(&[][..], Vec::as_slice);
        let blanks = " ".repeat(width_of_cell - width(chips));
        match style {
            Style::Plain => {
                let mark = match self.mark {
                    Mark::Drop if index == Some(0) => '*',
                    Mark::Source if index == Some(0) => '·',
                    _ => ' ',
                };
                let pieces: String = chips.iter().map(|chip| chip.text.as_str()).collect();
                format!("{mark}{pieces}{blanks} ")
            }
            Style::Colored => {
                let square = self.background();
                let pieces: String = chips.iter().map(|chip| chip.colored(square)).collect();
                format!("\x1b[48;5;{square}m {pieces}{blanks} \x1b[0m")
            }
        }
    }

    /// A colour of the 256 that terminals have.
    fn background(&self) -> u8 {
        match (self.mark, self.is_like_a1) {
            (Mark::Drop, _) => 107,
            (Mark::Source, _) => 144,
            (Mark::None, true) => 137,
            (Mark::None, false) => 180,
        }
    }
}

impl Chip {
    fn colored(&self, square: u8) -> String {
        let (foreground, background) = match self.color {
            Color::White => (16, 231),
            Color::Black => (231, 235),
        };
        let text = &self.text;
        format!("\x1b[38;5;{foreground};48;5;{background}m{text}\x1b[48;5;{square}m")
    }
}

fn width(chips: &[Chip]) -> usize {
    chips.iter().map(|chip| chip.text.len()).sum()
}

/// The pieces from the bottom up, cut into lines, the last with the top piece.
fn lines(stack: &Stack, style: Style) -> Vec<Vec<Chip>> {
    let mut chips: Vec<Chip> = stack
        .pieces
        .iter()
        .map(|&color| Chip {
            text: (color.index() + 1).to_string(),
            color,
        })
        .collect();
    if let Some(top) = chips.last_mut() {
        match stack.kind {
            Kind::Flat => {}
            Kind::Wall => top.text.push('S'),
            Kind::Capstone => top.text.push('C'),
        }
        if style == Style::Colored {
            // The piece that counts is the widest.
            top.text = format!(" {:<2}", top.text);
        }
    }
    let mut chips = chips.into_iter();
    let lines = iter::from_fn(|| {
        let line: Vec<_> = chips.by_ref().take(PIECES_IN_LINE).collect();
        (!line.is_empty()).then_some(line)
    });
    lines.collect()
}

/// The squares as they are printed.
struct Board<'a> {
    diagram: &'a Diagram,
    style: Style,
    with_coordinates: bool,
    cells: Vec<Cell>,
    /// Of the widest cell.
    width: usize,
}

impl<'a> Board<'a> {
    fn new(diagram: &'a Diagram, style: Style, with_coordinates: bool) -> Self {
        let squares = 0..diagram.size * diagram.size;
        let cells: Vec<_> = squares
            .map(|square| Cell::new(diagram, square, style))
            .collect();
        let least = match style {
            Style::Plain => 3,
            Style::Colored => 5,
        };
        let width = cells.iter().map(Cell::width).fold(least, usize::max);
        Self {
            diagram,
            style,
            with_coordinates,
            cells,
            width,
        }
    }

    fn lines(&self) -> Vec<String> {
        let size = self.diagram.size;
        let mut lines = Vec::new();
        for row in (0..size).rev() {
            let corners = if row + 1 == size {
                ["┌", "┬", "┐"]
            } else {
                ["├", "┼", "┤"]
            };
            self.rule(corners, &mut lines);
            self.row(row, &mut lines);
        }
        self.rule(["└", "┴", "┘"], &mut lines);
        if self.with_coordinates {
            lines.push(self.file_names());
        }
        lines
    }

    /// A line between squares, where colours do not divide them.
    fn rule(&self, [left, middle, right]: [&str; 3], lines: &mut Vec<String>) {
        if self.style == Style::Plain {
            let dashes = vec!["─".repeat(self.width + 2); self.diagram.size];
            let margin = if self.with_coordinates { "   " } else { "" };
            lines.push(format!("{margin}{left}{}{right}", dashes.join(middle)));
        }
    }

    /// One row of squares, as many lines as its tallest stack needs.
    fn row(&self, row: usize, lines: &mut Vec<String>) {
        let size = self.diagram.size;
        let cells = &self.cells[row * size..][..size];
        let heights = cells.iter().map(|cell| cell.lines.len());
        let content = (0..heights.fold(1, usize::max)).map(Some);
        // Colours need some room around the pieces, lines give it.
        let indices: Vec<Option<usize>> = match self.style {
            Style::Plain => content.collect(),
            Style::Colored => iter::once(None).chain(content).chain([None]).collect(),
        };
        for index in indices {
            let cells = cells.iter();
            let cells: Vec<_> = cells
                .map(|cell| cell.line(index, self.width, self.style))
                .collect();
            let line = match self.style {
                Style::Plain => format!("│{}│", cells.join("│")),
                Style::Colored => cells.concat(),
            };
            lines.push(match (self.with_coordinates, index) {
                (false, _) => line,
                (true, Some(0)) => format!(" {} {line}", self.diagram.rank_name(row)),
                (true, _) => format!("   {line}"),
            });
        }
    }

    /// Each letter below the first piece of its column.
    fn file_names(&self) -> String {
        let (start, cell) = match self.style {
            Style::Plain => ("     ", self.width + 3),
            Style::Colored => ("    ", self.width + 2),
        };
        let columns = 0..self.diagram.size;
        let names = columns.map(|column| format!("{:<cell$}", self.diagram.file_name(column)));
        iter::once(start.to_owned()).chain(names).collect()
    }
}
