//! A position for a terminal: every stack as in TPS, from the bottom piece to the top piece, `1`
//! for White and `2` for Black.

use tak_encoding::{Color, Kind};

use crate::board::Coordinates;
use crate::diagram::{Diagram, Side, Stack};

/// Whether squares and pieces are distinguished by colours or by characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// By characters and lines, for a file or a pipe.
    Plain,
    /// By colours, in the escape sequences of terminals.
    Colored,
}

impl Style {
    /// `Colored` if colours are wanted.
    pub fn colored_if(wanted: bool) -> Self {
        if wanted { Self::Colored } else { Self::Plain }
    }
}

/// How a board is drawn in characters.
///
/// ```
/// use tak_encoding::Position;
/// use tak_pictures::{Coordinates, Diagram, Style, TextBoard};
///
/// let position: Position<3> = "2,1,x/x,112S,x/1,x2 1 5".parse()?;
/// let narrow = TextBoard::new(Style::Plain, Coordinates::Shown).with_width(40);
/// let text = narrow.draw(&Diagram::new(&position, None));
/// let board = "
///  3  2     1     .
///  2  .     2S:3  .
///  1  1     .     .
///     a     b     c
///
/// Stacks from the bottom up: b2 112S
/// ";
/// assert!(text.ends_with(board), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextBoard {
    /// With colours or without.
    pub style: Style,
    /// Whether it has coordinates.
    pub coordinates: Coordinates,
    /// How many characters fit on a line. Below 60, and wherever the full board is wider, the board
    /// is compact: a square shows the top piece and the height, and the stacks are listed below.
    pub width: usize,
}

/// The narrowest line that the full board is drawn on.
const FULL_WIDTH: usize = 60;

/// The most pieces of a stack on one line.
const PIECES_IN_LINE: usize = 6;

impl TextBoard {
    /// A board for a file, as wide as it needs to be.
    pub fn new(style: Style, coordinates: Coordinates) -> Self {
        Self { style, coordinates, width: usize::MAX }
    }

    /// The same for lines of `width` characters.
    pub fn with_width(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// The position in lines of text, below a title and both players' counts.
    pub fn draw(&self, diagram: &Diagram) -> String {
        let mut lines = vec![diagram.title()];
        lines.extend(Color::ALL.map(|color| counts(diagram, color)));
        lines.push(String::new());
        let full = Grid::new(diagram, self, Form::Full);
        if self.width >= FULL_WIDTH && full.width() <= self.width {
            lines.extend(full.lines());
        } else {
            lines.extend(Grid::new(diagram, self, Form::Compact).lines());
            lines.extend(self.stacks(diagram));
        }
        lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
    }

    /// What is below the top pieces of a compact board.
    fn stacks(&self, diagram: &Diagram) -> Vec<String> {
        let mut lines = vec![String::new()];
        let mut line = "Stacks from the bottom up:".to_owned();
        let stacks = diagram.stacks.iter().enumerate();
        for (square, stack) in stacks.filter(|(_, stack)| stack.pieces.len() > 1) {
            let pieces = text(&chips(stack));
            let word = format!("{} {pieces}", diagram.square_name(square));
            if line.len() + 2 + word.len() > self.width {
                let end = if line.ends_with(':') { "" } else { "," };
                lines.push(line + end);
                line = word;
            } else {
                line += if line.ends_with(':') { " " } else { ", " };
                line += &word;
            }
        }
        if line.ends_with(':') {
            return Vec::new();
        }
        lines.push(line);
        lines
    }
}

/// A player's flats, komi and pieces in hand.
fn counts(diagram: &Diagram, color: Color) -> String {
    let Side { flats, reserve, .. } = diagram.side(color);
    let name = match color {
        Color::White => "White (1)",
        Color::Black => "Black (2)",
    };
    let komi = diagram.komi(color).map_or_else(String::new, |komi| format!(" and {komi} komi"));
    let flats_word = if *flats == 1 { "flat" } else { "flats" };
    let caps = match reserve.caps {
        0 => String::new(),
        1 => " and 1 capstone".to_owned(),
        caps => format!(" and {caps} capstones"),
    };
    format!("{name}: {flats} {flats_word}{komi}, in hand {}{caps}", reserve.flats)
}

/// How much of a stack is shown on its square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// All pieces, on several lines if need be.
    Full,
    /// The top piece and the height.
    Compact,
}

/// What is on a square: lines of pieces.
struct Cell {
    lines: Vec<Vec<Chip>>,
    mark: Mark,
    is_like_a1: bool,
}

/// Some characters in the colour of a piece.
#[derive(Clone)]
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
    fn new(diagram: &Diagram, square: usize, style: Style, form: Form) -> Self {
        let (row, column) = (square / diagram.size, square % diagram.size);
        let mark = match &diagram.last {
            Some(last) if last.drops.contains(&square) => Mark::Drop,
            Some(last) if last.source == Some(square) => Mark::Source,
            _ => Mark::None,
        };
        Self {
            lines: match form {
                Form::Full => full_lines(&diagram.stacks[square], style),
                Form::Compact => compact_line(&diagram.stacks[square], style),
            },
            mark,
            is_like_a1: (row + column).is_multiple_of(2),
        }
    }

    fn width(&self) -> usize {
        self.lines.iter().map(|line| width(line)).max().unwrap_or(0)
    }

    /// One of the lines, padded to the width of the cells; `None` is a blank one.
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
                format!("{mark}{}{blanks} ", text(chips))
            }
            Style::Colored => {
                let square = self.background();
                let pieces: String = chips.iter().map(|chip| chip.colored(square)).collect();
                format!("\x1b[48;5;{square}m {pieces}{blanks} \x1b[0m")
            }
        }
    }

    /// One of the 256 colours of terminals.
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

fn text(chips: &[Chip]) -> String {
    chips.iter().map(|chip| chip.text.as_str()).collect()
}

fn width(chips: &[Chip]) -> usize {
    chips.iter().map(|chip| chip.text.len()).sum()
}

/// The pieces from the bottom up, the top piece with its kind.
fn chips(stack: &Stack) -> Vec<Chip> {
    let chip = |&color: &Color| Chip { text: (color.index() + 1).to_string(), color };
    let mut chips: Vec<Chip> = stack.pieces.iter().map(chip).collect();
    if let Some(top) = chips.last_mut() {
        match stack.kind {
            Kind::Flat => {}
            Kind::Wall => top.text.push('S'),
            Kind::Capstone => top.text.push('C'),
        }
    }
    chips
}

/// All pieces, cut into lines, the last with the top piece.
fn full_lines(stack: &Stack, style: Style) -> Vec<Vec<Chip>> {
    let mut chips = chips(stack);
    if let (Some(top), Style::Colored) = (chips.last_mut(), style) {
        // The top piece is drawn widest, since it is the one that matters.
        top.text = format!(" {:<2}", top.text);
    }
    chips.chunks(PIECES_IN_LINE).map(<[_]>::to_vec).collect()
}

/// The top piece, and how high the stack is.
fn compact_line(stack: &Stack, style: Style) -> Vec<Vec<Chip>> {
    let height = stack.pieces.len();
    let mut top: Vec<Chip> = chips(stack).pop().into_iter().collect();
    match &mut top[..] {
        [top] if height > 1 => top.text = format!("{}:{height}", top.text),
        [] if style == Style::Plain => top.push(Chip { text: ".".to_owned(), color: Color::White }),
        _ => {}
    }
    vec![top]
}

/// The squares as they are printed.
struct Grid<'a> {
    diagram: &'a Diagram,
    style: Style,
    form: Form,
    with_coordinates: bool,
    cells: Vec<Cell>,
    /// The width of the widest cell.
    cell_width: usize,
}

impl<'a> Grid<'a> {
    fn new(diagram: &'a Diagram, board: &TextBoard, form: Form) -> Self {
        let style = board.style;
        let squares = 0..diagram.size * diagram.size;
        let cells: Vec<_> = squares.map(|square| Cell::new(diagram, square, style, form)).collect();
        let least = match (form, style) {
            (Form::Compact, _) => 2,
            (Form::Full, Style::Plain) => 3,
            (Form::Full, Style::Colored) => 5,
        };
        let cell_width = cells.iter().map(Cell::width).fold(least, usize::max);
        Self {
            diagram,
            style,
            form,
            with_coordinates: board.coordinates == Coordinates::Shown,
            cells,
            cell_width,
        }
    }

    /// Whether lines separate the squares; otherwise colours do, or nothing needs to.
    fn has_rules(&self) -> bool {
        (self.form, self.style) == (Form::Full, Style::Plain)
    }

    /// How many characters wide a line is.
    fn width(&self) -> usize {
        let margin = if self.with_coordinates { 3 } else { 0 };
        let rules = if self.has_rules() { self.diagram.size + 1 } else { 0 };
        margin + rules + self.diagram.size * (self.cell_width + 2)
    }

    fn lines(&self) -> Vec<String> {
        let size = self.diagram.size;
        let mut lines = Vec::new();
        for row in (0..size).rev() {
            let corners =
                if row + 1 == size { ["┌", "┬", "┐"] } else { ["├", "┼", "┤"] };
            self.rule(corners, &mut lines);
            self.row(row, &mut lines);
        }
        self.rule(["└", "┴", "┘"], &mut lines);
        if self.with_coordinates {
            lines.push(self.file_names());
        }
        lines
    }

    /// A line between rows of squares, if there are lines.
    fn rule(&self, [left, middle, right]: [&str; 3], lines: &mut Vec<String>) {
        if self.has_rules() {
            let dashes = vec!["─".repeat(self.cell_width + 2); self.diagram.size];
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
        // Where colours separate the squares, the pieces need some space around them.
        let is_padded = (self.form, self.style) == (Form::Full, Style::Colored);
        let padding = is_padded.then_some(None);
        for index in padding.into_iter().chain(content).chain(padding) {
            let cells = cells.iter().map(|cell| cell.line(index, self.cell_width, self.style));
            let cells: Vec<_> = cells.collect();
            let line = if self.has_rules() {
                format!("│{}│", cells.join("│"))
            } else {
                cells.concat()
            };
            lines.push(match (self.with_coordinates, index) {
                (false, _) => line,
                (true, Some(0)) => format!(" {} {line}", self.diagram.rank_name(row)),
                (true, _) => format!("   {line}"),
            });
        }
    }

    /// The letters, each below the first piece of its column.
    fn file_names(&self) -> String {
        let (start, rule) = if self.has_rules() { ("     ", 1) } else { ("    ", 0) };
        let cell = self.cell_width + 2 + rule;
        let columns = 0..self.diagram.size;
        let names = columns.map(|column| format!("{:<cell$}", self.diagram.file_name(column)));
        start.to_owned() + &names.collect::<Vec<_>>().concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tak_encoding::Position;

    #[test]
    fn the_largest_board_with_tall_stacks_fits_a_narrow_terminal() {
        let tps = "2,x,1,112212S,x4/x,1221C,x6/x8/x3,11221122112212,x4/x8/x7,21/x8/1,x7 1 40";
        let position: Position<8> = tps.parse().unwrap();
        for style in [Style::Plain, Style::Colored] {
            let mut board = TextBoard::new(style, Coordinates::Shown);
            let full = board.draw(&Diagram::new(&position, None));
            board.width = 59;
            let text = board.draw(&Diagram::new(&position, None));
            // An escape sequence ends with its first `m`.
            let visible = |line: &str| {
                let rest =
                    |part: &str| part.split_once('m').map_or(0, |(_, rest)| rest.chars().count());
                let mut parts = line.split('\x1b');
                parts.next().map_or(0, |start| start.chars().count())
                    + parts.map(rest).sum::<usize>()
            };
            assert!(text.lines().all(|line| visible(line) < 60), "{text}");
            assert!(text.contains("2:14"), "{text}");
            assert!(text.contains("d5 11221122112212"), "{text}");
            assert!(full.lines().any(|line| visible(line) > 80), "{full}");
            // Where the full board does not fit, it is compact too.
            board.width = 80;
            assert_eq!(
                board.draw(&Diagram::new(&position, None)).lines().nth(4),
                text.lines().nth(4)
            );
        }
    }

    #[test]
    fn stacks_are_listed_from_the_first_line_that_has_space() {
        let position: Position<3> = "x3/x,112S,x/x,21,x 1 5".parse().unwrap();
        let board = TextBoard::new(Style::Plain, Coordinates::Hidden).with_width(30);
        let text = board.draw(&Diagram::new(&position, None));
        assert!(text.ends_with("Stacks from the bottom up:\nb1 21, b2 112S\n"), "{text}");
    }
}
