//! A contact sheet: many positions of one game.

use tak_encoding::Color;

use crate::board::{Coordinates, board};
use crate::diagram::Diagram;
use crate::lettering::{Anchor, Lettering};
use crate::scene::{Paint, Point, Rectangle, SQUARE, Scene};
use crate::theme::Palette;

const PADDING: f32 = 40.0;
const GAP: f32 = 56.0;
const CAPTION: f32 = 62.0;
const TITLE: f32 = 90.0;

/// Draws the boards in rows, each below its move and flat counts.
pub(crate) fn sheet(diagrams: &[Diagram], palette: &Palette, coordinates: Coordinates) -> Scene {
    let size = diagrams.first().map_or(0, |diagram| diagram.size);
    let axis = coordinates.room();
    let board_width = size as f32 * SQUARE;
    let (cell_width, cell_height) = (board_width + axis, board_width + axis + CAPTION);
    let columns = columns(diagrams.len());
    let rows = diagrams.len().div_ceil(columns);
    let heading = heading(diagrams);
    let top = PADDING + heading.as_ref().map_or(0.0, |_| TITLE);
    let width = along(columns, cell_width) + 2.0 * PADDING;
    let mut scene = Scene::new(
        width,
        top + along(rows, cell_height) + PADDING,
        title(diagrams, size),
        palette.background,
    );
    if let Some(heading) = heading {
        let lettering = Lettering { height: 38.0, ink: palette.text };
        let heading = lettering.cut(&heading, width - 2.0 * PADDING);
        let at = Point::new(PADDING, PADDING + TITLE / 2.0 - 16.0);
        lettering.write(&mut scene, &heading, at, Anchor::Start);
    }
    for (index, diagram) in diagrams.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let x = PADDING + (cell_width + GAP) * column as f32 + axis;
        let y = top + (cell_height + GAP) * row as f32;
        scene.set_origin(Point::new(x, y));
        caption(&mut scene, palette, diagram, board_width);
        scene.set_origin(Point::new(x, y + CAPTION));
        board(&mut scene, palette, diagram, coordinates);
    }
    scene
}

/// The length of `count` cells with the gaps between them.
fn along(count: usize, cell: f32) -> f32 {
    cell * count as f32 + GAP * count.saturating_sub(1) as f32
}

/// About as many columns as rows, or one more where that fills the rows better.
fn columns(boards: usize) -> usize {
    let square = (1..=boards).find(|columns| columns * columns >= boards);
    let square = square.unwrap_or(1);
    let unfilled = |columns: &usize| boards.next_multiple_of(*columns) - boards;
    [square, square + 1].into_iter().min_by_key(unfilled).unwrap_or(1)
}

/// Who played, and how it ended.
fn heading(diagrams: &[Diagram]) -> Option<String> {
    let last = diagrams.last()?;
    match (last.players(), &last.result) {
        (Some(players), Some(result)) => Some(format!("{players}   {result}")),
        (players, result) => players.or_else(|| result.clone()),
    }
}

fn title(diagrams: &[Diagram], size: usize) -> String {
    let heading = heading(diagrams).map_or_else(String::new, |heading| heading + ", ");
    let boards = match diagrams.len() {
        1 => "1 board".to_owned(),
        boards => format!("{boards} boards"),
    };
    format!("Tak {size}×{size}, {heading}{boards}")
}

/// The move on the left, both flat counts on the right.
fn caption(scene: &mut Scene, palette: &Palette, diagram: &Diagram, width: f32) {
    let lettering = Lettering { height: 30.0, ink: palette.text };
    let y = CAPTION / 2.0 - 5.0;
    let mut right = width;
    for color in [Color::Black, Color::White] {
        let flats = diagram.side(color).flats.to_string();
        let chip = 40.0f32.max(lettering.width(&flats) + 20.0);
        let pieces = palette.pieces(color);
        let outline = Rectangle::new(right - chip, y - 24.0, chip, 48.0).rounded(6.0);
        let paint = Paint::fill(pieces.flat).outlined(pieces.edge, 2.0);
        scene.rectangle(outline, paint);
        let lettering = Lettering { height: 26.0, ink: pieces.text };
        let middle = Point::new(right - chip / 2.0, y);
        lettering.write(scene, &flats, middle, Anchor::Middle);
        right -= chip + 8.0;
    }
    let last = diagram.last.as_ref().map(|last| last.caption.as_str());
    let result = diagram.result.as_ref().map_or_else(String::new, |result| format!("  {result}"));
    let text = last.unwrap_or("Start").to_owned() + &result;
    let lettering = lettering.fitting(&text, right - 12.0);
    lettering.write(scene, &text, Point::new(0.0, y), Anchor::Start);
}
