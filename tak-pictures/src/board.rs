//! The board itself: squares, marks, road, pieces and coordinates.

use crate::diagram::Diagram;
use crate::lettering::{Anchor, Lettering};
use crate::pieces;
use crate::scene::{Paint, Point, Rectangle, SQUARE, Scene, Step};
use crate::theme::Palette;

/// The room for the coordinates on the left and below.
pub(crate) const AXIS: f32 = 34.0;

/// The middle of a square, seen from the upper left corner of the board.
fn middle(size: usize, square: usize) -> Point {
    let (row, column) = (square / size, square % size);
    Point::new((column as f32 + 0.5) * SQUARE, ((size - 1 - row) as f32 + 0.5) * SQUARE)
}

/// Draws the board from (0, 0) rightwards and down.
pub(crate) fn board(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
    squares(scene, palette, diagram);
    marks(scene, palette, diagram);
    road(scene, palette, diagram);
    for (square, stack) in diagram.stacks.iter().enumerate() {
        let at = middle(diagram.size, square);
        pieces::stack(scene, palette, diagram.size, stack, at);
    }
}

fn square_around(center: Point, inset: f32) -> Rectangle {
    let width = SQUARE - 2.0 * inset;
    Rectangle::around(center, width, width)
}

fn squares(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
    let size = diagram.size;
    let width = size as f32 * SQUARE;
    // One colour below all, so that no seam shows between squares.
    let [of_a1, beside] = palette.squares;
    scene.rectangle(Rectangle::new(0.0, 0.0, width, width), Paint::fill(beside));
    let alike = (0..size * size).filter(|square| (square / size + square % size).is_multiple_of(2));
    for square in alike {
        let rectangle = square_around(middle(size, square), 0.0);
        scene.rectangle(rectangle, Paint::fill(of_a1));
    }
}

/// Marks the last move: strongly where pieces landed, faintly where they left.
fn marks(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
    let Some(last) = &diagram.last else { return };
    let mut mark = |square, alpha| {
        let rectangle = square_around(middle(diagram.size, square), 0.0);
        scene.rectangle(rectangle, Paint::fill(palette.accent.thin(alpha)));
    };
    if let Some(source) = last.source {
        mark(source, 90);
    }
    for &square in &last.drops {
        mark(square, 190);
    }
}

/// A band below the pieces of a finished road.
fn road(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
    let size = diagram.size;
    let &[start, .., end] = diagram.road.as_slice() else {
        return;
    };
    let mut points: Vec<Point> = diagram.road.iter().map(|&at| middle(size, at)).collect();
    let [first, .., last] = points.as_mut_slice() else {
        return;
    };
    // To the edges that it joins.
    let across = (start % size, end % size) == (0, size - 1);
    let reach = SQUARE / 2.0 - 9.0;
    if across {
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
pub(crate) fn coordinates(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
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
