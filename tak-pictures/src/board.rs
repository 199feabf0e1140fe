//! The board itself: squares, marks, road, pieces and coordinates.

use crate::diagram::Diagram;
use crate::lettering::{Anchor, Lettering};
use crate::pieces;
use crate::scene::{Paint, Point, Rectangle, SQUARE, Scene, Step};
use crate::theme::Palette;

/// Whether a board has coordinates: letters below, digits on the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// With coordinates.
    Shown,
    /// Without.
    Hidden,
}

impl Coordinates {
    /// The space for them on the left and below.
    pub(crate) fn room(self) -> f32 {
        if self == Self::Shown { AXIS } else { 0.0 }
    }
}

const AXIS: f32 = 34.0;

/// The middle of a square, with the upper left corner of the board at (0, 0).
fn middle(size: usize, square: usize) -> Point {
    let (row, column) = (square / size, square % size);
    Point::new((column as f32 + 0.5) * SQUARE, ((size - 1 - row) as f32 + 0.5) * SQUARE)
}

/// Draws the board, its upper left corner at (0, 0).
pub(crate) fn board(
    scene: &mut Scene,
    palette: &Palette,
    diagram: &Diagram,
    coordinates: Coordinates,
) {
    squares(scene, palette, diagram);
    marks(scene, palette, diagram);
    road(scene, palette, diagram);
    for (square, stack) in diagram.stacks.iter().enumerate() {
        let at = middle(diagram.size, square);
        pieces::stack(scene, palette, diagram.size, stack, at);
    }
    if coordinates == Coordinates::Shown {
        names(scene, palette, diagram);
    }
}

fn place(size: usize, square: usize) -> Rectangle {
    Rectangle::around(middle(size, square), SQUARE, SQUARE)
}

fn squares(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
    let size = diagram.size;
    let width = size as f32 * SQUARE;
    // One colour under all squares, so that no seam shows between them.
    let [of_a1, beside] = palette.squares;
    scene.rectangle(Rectangle::new(0.0, 0.0, width, width), Paint::fill(beside));
    for square in 0..size * size {
        if (square / size + square % size).is_multiple_of(2) {
            scene.rectangle(place(size, square), Paint::fill(of_a1));
        }
    }
}

/// Marks the last move: strongly where pieces landed, faintly where they came from.
fn marks(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
    let Some(last) = &diagram.last else { return };
    let source = last.source.iter().map(|&square| (square, 90));
    for (square, alpha) in source.chain(last.drops.iter().map(|&square| (square, 190))) {
        scene.rectangle(place(diagram.size, square), Paint::fill(palette.accent.thin(alpha)));
    }
}

/// A band below the pieces of a finished road.
fn road(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
    let size = diagram.size;
    let mut points: Vec<Point> = diagram.road.iter().map(|&at| middle(size, at)).collect();
    let (&[start, .., end], [first, .., last]) = (&diagram.road[..], &mut points[..]) else {
        return;
    };
    // Extended to the edges that it joins.
    let reach = SQUARE / 2.0 - 9.0;
    if (start % size, end % size) == (0, size - 1) {
        first.x -= reach;
        last.x += reach;
    } else {
        first.y += reach;
        last.y -= reach;
    }
    let steps = points.iter().enumerate().map(|(index, &at)| match index {
        0 => Step::Move(at),
        _ => Step::Line(at),
    });
    scene.path(steps, Paint::line(palette.road, 18.0));
}

/// Letters below and digits on the left of the board.
fn names(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
    let lettering = Lettering { height: 17.0, ink: palette.text };
    let size = diagram.size;
    let width = size as f32 * SQUARE;
    for index in 0..size {
        let along = (index as f32 + 0.5) * SQUARE;
        let file = diagram.file_name(index).to_string();
        let below = Point::new(along, width + AXIS / 2.0 + 2.0);
        lettering.write(scene, &file, below, Anchor::Middle);
        let rank = diagram.rank_name(index).to_string();
        let beside = Point::new(-AXIS / 2.0 - 1.0, width - along);
        lettering.write(scene, &rank, beside, Anchor::Middle);
    }
}
