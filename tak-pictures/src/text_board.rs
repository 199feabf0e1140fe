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
///  3  2      1      .
///  2  .      2S:3   .
///  1  1      .      .
///     a      b      c
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
    /// How many characters fit on a line. Below 60, and wherever whole stacks do not fit, the board is
    /// compact: a square shows the top piece and the height, and the stacks are listed below.
    pub width: usize,
    /// How many lines there are for all of it. Where they are few, ranks stand closer together; the
    /// board is compact where even that does not suffice.
    pub height: usize,
}

/// The narrowest line that the full board is drawn on.
const FULL_WIDTH: usize = 60;

/// The most pieces of a stack on one line, and where lines are limited: then eight squares of that
/// width fit an ordinary terminal.
const PIECES_IN_LINE: usize = 6;
const PIECES_IN_LIMITED_LINE: usize = 5;

impl TextBoard {
    /// A board for a file, as wide as it needs to be.
    pub fn new(style: Style, coordinates: Coordinates) -> Self {
        Self { style, coordinates, width: usize::MAX, height: usize::MAX }
    }

    /// The same for lines of `width` characters.
    pub fn with_width(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// The same in `height` lines.
    pub fn with_height(self, height: usize) -> Self {
        Self { height, ..self }
    }

    /// The position in lines of text, below a title and both players' counts.
    pub fn draw(&self, diagram: &Diagram) -> String {
        let mut lines = vec![diagram.title()];
        lines.extend(Color::ALL.map(|color| counts(diagram, color)));
        let room = self.height.saturating_sub(lines.len());
        let whole = [Form::Full, Form::Close, Form::Dense].into_iter();
        let mut whole = whole.map(|form| Grid::new(diagram, self, form));
        let fitting = whole.find_map(|grid| {
            let fits = self.width >= FULL_WIDTH && grid.width() <= self.width;
            Some(grid.lines()).filter(|lines| fits && lines.len() <= room)
        });
        lines.extend(fitting.unwrap_or_else(|| {
            let mut compact = Grid::new(diagram, self, Form::Compact).lines();
            compact.extend(self.stacks(diagram));
            compact
        }));
        lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
    }

    /// Whether lines have an end. Then squares are always as wide as they may ever need to be, so
    /// that the board does not jump when a stack grows.
    fn is_limited(&self) -> bool {
        self.width < usize::MAX
    }

    fn pieces_in_line(&self) -> usize {
        if self.is_limited() { PIECES_IN_LIMITED_LINE } else { PIECES_IN_LINE }
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
    /// All pieces, on several lines if need be, with space or lines around them.
    Full,
    /// All pieces, two lines for each rank.
    Close,
    /// All pieces, one line for each rank.
    Dense,
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
    /// The square is part of the road that has won.
    Road,
}

impl Cell {
    fn new(diagram: &Diagram, square: usize, board: &TextBoard, form: Form) -> Self {
        let (row, column) = (square / diagram.size, square % diagram.size);
        let mark = match &diagram.last {
            _ if diagram.road.contains(&square) => Mark::Road,
            Some(last) if last.drops.contains(&square) => Mark::Drop,
            Some(last) if last.source == Some(square) => Mark::Source,
            _ => Mark::None,
        };
        Self {
            lines: match form {
                Form::Compact => compact_line(&diagram.stacks[square], board.style),
                _ => whole_lines(&diagram.stacks[square], board, form),
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
                    Mark::Road if index == Some(0) => '#',
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
            (Mark::Road, _) => 220,
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
fn whole_lines(stack: &Stack, board: &TextBoard, form: Form) -> Vec<Vec<Chip>> {
    let mut chips = chips(stack);
    match (chips.last_mut(), board.style) {
        // The top piece is drawn widest, since it is the one that matters.
        (Some(top), Style::Colored) => top.text = format!(" {:<2}", top.text),
        (None, Style::Plain) if form != Form::Full => chips.push(nothing()),
        _ => {}
    }
    chips.chunks(board.pieces_in_line()).map(<[_]>::to_vec).collect()
}

/// The top piece, and how high the stack is.
fn compact_line(stack: &Stack, style: Style) -> Vec<Vec<Chip>> {
    let height = stack.pieces.len();
    let mut top: Vec<Chip> = chips(stack).pop().into_iter().collect();
    match &mut top[..] {
        [top] if height > 1 => top.text = format!("{}:{height}", top.text),
        [] if style == Style::Plain => top.push(nothing()),
        _ => {}
    }
    vec![top]
}

/// An empty square where no lines show that it is there.
fn nothing() -> Chip {
    Chip { text: ".".to_owned(), color: Color::White }
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
        let cells: Vec<_> = squares.map(|square| Cell::new(diagram, square, board, form)).collect();
        let (least, most) = match (form, style) {
            (Form::Compact, _) => (2, "2S:14".len()),
            (_, Style::Plain) => (3, board.pieces_in_line() + "S".len()),
            (_, Style::Colored) => (5, board.pieces_in_line() + "  ".len()),
        };
        let cell_width = cells.iter().map(Cell::width).fold(least, usize::max);
        let with_coordinates = board.coordinates == Coordinates::Shown;
        let mut grid = Self { diagram, style, form, with_coordinates, cells, cell_width };
        if board.is_limited() {
            grid.cell_width = cell_width.max(most);
            // Narrow lines take a board that jumps.
            if form == Form::Compact && grid.width() > board.width {
                grid.cell_width = cell_width;
            }
        }
        grid
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
        let is_spaced = matches!(self.form, Form::Full | Form::Compact);
        let mut lines = vec![String::new(); usize::from(is_spaced)];
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
        let tallest = cells.iter().map(|cell| cell.lines.len()).fold(1, usize::max);
        let (above, least) = match (self.form, self.style) {
            // Where colours separate the squares, the pieces need some space around them.
            (Form::Full, Style::Colored) => (1, tallest + 1),
            (Form::Close, _) => (0, 2),
            _ => (0, 1),
        };
        let blank = |count| std::iter::repeat_n(None, count);
        let below = least.max(tallest) - tallest;
        for index in blank(above).chain((0..tallest).map(Some)).chain(blank(below)) {
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
            assert!(text.lines().all(|line| visible(line) < 60), "{text}");
            assert!(text.contains("2:14"), "{text}");
            assert!(text.contains("d5 11221122112212"), "{text}");
            assert!(full.lines().any(|line| visible(line) > 80), "{full}");
            // Where whole stacks do not fit, it is compact too.
            board.width = 66;
            let too_narrow = board.draw(&Diagram::new(&position, None));
            assert_eq!(too_narrow.lines().nth(4), text.lines().nth(4));
            // On 80 characters it fits.
            board.width = 80;
            let whole = board.draw(&Diagram::new(&position, None));
            assert!(whole.lines().all(|line| visible(line) <= 80), "{whole}");
            assert!(!whole.contains("Stacks"), "{whole}");
        }
    }

    /// How many characters are seen of a line.
    fn visible(line: &str) -> usize {
        // An escape sequence ends with its first `m`.
        let rest = |part: &str| part.split_once('m').map_or(0, |(_, rest)| rest.chars().count());
        let mut parts = line.split('\x1b');
        parts.next().map_or(0, |start| start.chars().count()) + parts.map(rest).sum::<usize>()
    }

    #[test]
    fn every_board_fits_into_the_lines_that_there_are() {
        for (tps, height, named) in [
            ("x6/x6/x6/x6/x6/x6 1 1", 40, false),
            ("x6/x2,1212S,x3/x6/x6/x6/x6 1 1", 18, false),
            ("x7/x3,1212121212S,x3/x7/x7/x7/x7/x7 1 1", 18, false),
            ("x8/x3,1212121212S,x4/x8/x8/x8/x8/x8/x8 1 1", 18, false),
            (
                "112211221122,x7/112211221122,x7/112211221122,x7/112211221122,x7/x8/x8/x8/x8 1 1",
                18,
                true,
            ),
        ] {
            for style in [Style::Plain, Style::Colored] {
                let position: tak_encoding::AnyPosition = tps.parse().unwrap();
                let board = TextBoard::new(style, Coordinates::Shown).with_width(80);
                let text = board.with_height(height).draw(&Diagram::of_any(&position, None));
                assert!(text.lines().count() <= height, "{text}");
                assert_eq!(text.contains("Stacks"), named, "{text}");
                assert!(text.lines().all(|line| visible(line) <= 80), "{text}");
            }
        }
    }

    /// Squares stay where they are when a stack grows.
    #[test]
    fn a_board_on_a_terminal_does_not_jump() {
        for style in [Style::Plain, Style::Colored] {
            let board = TextBoard::new(style, Coordinates::Shown).with_width(80).with_height(18);
            let widths = ["x5/x5/x5/x5/x5 1 1", "x5/x5/x2,121212C,x2/x5/x5 1 1"].map(|tps| {
                let position: Position<5> = tps.parse().unwrap();
                let text = board.draw(&Diagram::new(&position, None));
                text.lines().skip(3).map(visible).max()
            });
            assert_eq!(widths[0], widths[1]);
        }
    }

    #[test]
    fn the_road_is_marked() {
        let position: Position<3> = "x3/2,2,x/1,1,1 2 4".parse().unwrap();
        let diagram = Diagram::new(&position, None);
        for width in [40, 80] {
            let plain = TextBoard::new(Style::Plain, Coordinates::Hidden).with_width(width);
            assert_eq!(plain.draw(&diagram).matches("#1").count(), 3);
            let colored = TextBoard { style: Style::Colored, ..plain };
            assert!(colored.draw(&diagram).matches("48;5;220m ").count() >= 3);
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
