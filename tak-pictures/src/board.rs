//! The board itself: squares, marks, strips, road, pieces and coordinates.

use crate::diagram::Diagram;
use crate::lettering::{Anchor, Lettering};
use crate::pieces::{self, EDGE};
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
/// The width of a strip, and of the band of a road, which covers strips.
const STRIP: f32 = 14.0;
const BAND: f32 = 18.0;

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
    strips(scene, palette, diagram);
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

/// Joins neighbours of one player below their pieces: a road is seen to grow.
fn strips(scene: &mut Scene, palette: &Palette, diagram: &Diagram) {
    let size = diagram.size;
    for &[square, other] in &diagram.joined {
        let Some(&owner) = diagram.stacks[square].pieces.last() else { continue };
        let pieces = palette.pieces(owner);
        let [from, to] = [square, other].map(|square| middle(size, square));
        let across = Point::new(f32::midpoint(from.x, to.x), f32::midpoint(from.y, to.y));
        let is_level = square / size == other / size;
        let (width, height) = if is_level { (SQUARE, STRIP) } else { (STRIP, SQUARE) };
        let strip = Rectangle::around(across, width, height);
        scene.rectangle(strip, Paint::fill(pieces.flat).outlined(pieces.edge, EDGE));
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
    if (start % size).abs_diff(end % size) == size - 1 {
        let outward = reach.copysign(first.x - last.x);
        first.x += outward;
        last.x -= outward;
    } else {
        let outward = reach.copysign(first.y - last.y);
        first.y += outward;
        last.y -= outward;
    }
    let steps = points.iter().enumerate().map(|(index, &at)| match index {
        0 => Step::Move(at),
        _ => Step::Line(at),
    });
    scene.path(steps, Paint::line(palette.road, BAND));
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

#[cfg(test)]
mod tests {
    use tak_encoding::{Color, Position};

    use super::*;
    use crate::scene::{Ink, Outline};
    use crate::theme::Theme;

    /// The corners of the band, with the middle of the board at (0, 0).
    fn band(diagram: &Diagram) -> Vec<(f32, f32)> {
        let mut scene = Scene::new(1.0, 1.0, String::new(), Ink::rgb(0));
        road(&mut scene, Theme::Light.palette(), diagram);
        let middle = diagram.size as f32 * SQUARE / 2.0;
        let mut corners = Vec::new();
        if let Some(Outline::Path(steps)) = scene.shapes.last().map(|shape| &shape.outline) {
            for step in steps {
                step.map(|at| {
                    corners.push((at.x - middle, at.y - middle));
                    at
                });
            }
        }
        corners
    }

    #[test]
    fn strips_lead_from_middle_to_middle() {
        let position = Position::<3>::from_tps("x3/x,2,x/1,2,1 1 4").unwrap();
        let mut scene = Scene::new(1.0, 1.0, String::new(), Ink::rgb(0));
        strips(&mut scene, Theme::Light.palette(), &Diagram::new(&position, None));
        let drawn = scene.shapes[1..].iter().map(|shape| (&shape.outline, shape.paint.fill));
        let strip = Rectangle::around(Point::new(150.0, 200.0), STRIP, SQUARE);
        let black = Theme::Light.palette().pieces(Color::Black).flat;
        assert!(drawn.eq([(&Outline::Rectangle(strip), Some(black))]));
    }

    #[test]
    fn a_road_reaches_both_edges_from_either_side() {
        let edge = 1.5 * SQUARE - 9.0;
        for (tps, ends) in [
            ("1,1,1/2,2,x/x3 2 4", [(-edge, -SQUARE), (edge, -SQUARE)]),
            ("1,2,x/1,2,x/1,x,x 2 4", [(-SQUARE, edge), (-SQUARE, -edge)]),
        ] {
            let diagram = Diagram::new(&Position::<3>::from_tps(tps).unwrap(), None);
            let as_white = band(&diagram);
            assert_eq!([as_white[0], as_white[2]], ends, "{tps}");
            let turned: Vec<_> = as_white.iter().map(|&(x, y)| (-x, -y)).collect();
            assert_eq!(band(&diagram.turned()), turned, "{tps}");
        }
    }
}
