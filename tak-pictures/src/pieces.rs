//! Pieces and stacks.
//!
//! The hand – as many pieces as may be carried – is in the middle of its square, each piece a
//! little above the one below. Deeper pieces are drawn beside it as slabs: the first column
//! continues the hand downwards, the next column continues the first. However tall it is, a stack
//! stays on its square.

use tak_encoding::{Color, Kind};

use crate::diagram::Stack;
use crate::lettering::{Anchor, Lettering};
use crate::scene::{Paint, Point, Rectangle, SQUARE, Scene, Step};
use crate::theme::Palette;

/// The width of a flat.
pub(crate) const FLAT: f32 = 52.0;
const CORNER: f32 = 5.0;
pub(crate) const EDGE: f32 = 1.6;

/// The most that a piece lies above the one below it.
const STEP: f32 = 7.0;
/// The space for the hand from its lowest to its highest edge.
const HAND: f32 = 88.0;

/// The space for the columns of slabs below the number.
const COLUMN: f32 = 72.0;
const SLABS_IN_COLUMN: usize = 19;
const GAP: f32 = 2.0;
const MARGIN: f32 = 4.0;

/// Where the parts of a stack are drawn, with the middle of its square at (0, 0).
struct Layout {
    /// The middle of the lowest piece of the hand.
    hand: Point,
    step: f32,
    slabs_in_column: usize,
    slab: (f32, f32),
}

impl Layout {
    fn new(carry_limit: usize, height: usize) -> Self {
        let in_hand = height.min(carry_limit);
        let gaps = in_hand.saturating_sub(1) as f32;
        // The same for all stacks of a board, so that heights can be compared.
        let step = STEP.min((HAND - FLAT) / (carry_limit - 1) as f32);
        let slabs = height - in_hand;
        let columns = slabs.div_ceil(SLABS_IN_COLUMN).max(1);
        let slabs_in_column = slabs.div_ceil(columns).max(1);
        let pitch = match columns {
            1 => 14.0,
            _ => (SQUARE - 2.0 * MARGIN - FLAT - GAP).min(9.0 * columns as f32) / columns as f32,
        };
        let needed = FLAT / 2.0 + GAP + pitch * columns as f32;
        // As far left as the slabs and the number require, and no further.
        let x = if slabs == 0 { 0.0 } else { (SQUARE / 2.0 - MARGIN - needed).min(-MARGIN) };
        Self {
            hand: Point::new(x, step * gaps / 2.0),
            step,
            slabs_in_column,
            slab: (pitch, STEP.min(COLUMN / slabs_in_column as f32)),
        }
    }
}

/// Draws a stack on the square around a point.
pub(crate) fn stack(
    scene: &mut Scene,
    palette: &Palette,
    carry_limit: usize,
    stack: &Stack,
    at: Point,
) {
    let height = stack.pieces.len();
    let layout = Layout::new(carry_limit, height);
    let (buried, hand) = stack.pieces.split_at(height - height.min(carry_limit));
    slabs(scene, palette, &layout, buried, at);
    let lowest = at.plus(layout.hand);
    for (index, &color) in hand.iter().enumerate() {
        let place = lowest.plus(Point::new(0.0, -layout.step * index as f32));
        let kind = if index + 1 == hand.len() { stack.kind } else { Kind::Flat };
        // A wall or capstone stands on the piece below, not in the air above it.
        let sinks = kind != Kind::Flat && height > 1;
        let place = if sinks { place.plus(Point::new(0.0, layout.step)) } else { place };
        piece(scene, palette, color, kind, place);
    }
    if height > 1 {
        number(scene, palette, height, at);
    }
}

/// The pieces deeper than the hand, the deepest first.
fn slabs(scene: &mut Scene, palette: &Palette, layout: &Layout, buried: &[Color], at: Point) {
    let (pitch, height) = layout.slab;
    let left = at.x + layout.hand.x + FLAT / 2.0 + GAP;
    let ground = at.y + SQUARE / 2.0 - 2.0 * MARGIN;
    for (index, column) in buried.rchunks(layout.slabs_in_column).enumerate() {
        let x = left + pitch * index as f32;
        let all = height * column.len() as f32;
        let back = Rectangle::new(x - 0.5, ground - all - 0.8, pitch, all + 0.8).rounded(1.5);
        scene.rectangle(back, Paint::fill(palette.panel));
        for (level, &color) in column.iter().enumerate() {
            let y = ground - height * (level + 1) as f32;
            let slab = Rectangle::new(x, y, pitch - 1.0, height - 0.8).rounded(1.0);
            scene.rectangle(slab, Paint::fill(palette.pieces(color).flat));
        }
    }
}

/// The height of the stack, in the upper right corner.
fn number(scene: &mut Scene, palette: &Palette, height: usize, at: Point) {
    let ink = palette.text_on_board;
    let corner = Point::new(SQUARE / 2.0 - 5.0, -SQUARE / 2.0 + 10.0);
    let lettering = Lettering { height: 13.0, ink };
    lettering.write(scene, &height.to_string(), at.plus(corner), Anchor::End);
}

/// Draws one piece around a point.
pub(crate) fn piece(scene: &mut Scene, palette: &Palette, color: Color, kind: Kind, at: Point) {
    let pieces = palette.pieces(color);
    let shadow = Paint::fill(palette.shadow);
    let paint = Paint::fill(pieces.standing).outlined(pieces.standing_edge, EDGE);
    let below = at.plus(Point::new(0.0, 2.5));
    match kind {
        Kind::Flat => {
            let outline = |at| Rectangle::around(at, FLAT, FLAT).rounded(CORNER);
            scene.rectangle(outline(below), shadow);
            scene.rectangle(outline(at), Paint::fill(pieces.flat).outlined(pieces.edge, EDGE));
        }
        Kind::Wall => {
            scene.path(wall(color, below), shadow);
            scene.path(wall(color, at), paint);
        }
        Kind::Capstone => {
            let radius = FLAT * 0.42;
            scene.circle(below, radius, shadow);
            scene.circle(at, radius, paint);
            scene.circle(at, radius * 0.5, Paint::line(pieces.standing_edge.thin(150), EDGE));
        }
    }
}

/// A bar with rounded corners from corner to corner: `\` for White, `/` for Black.
fn wall(color: Color, at: Point) -> Vec<Step> {
    let (length, width) = (FLAT * 1.12, FLAT * 0.36);
    // Along the bar and across it.
    let slope = match color {
        Color::White => 1.0,
        Color::Black => -1.0,
    };
    let unit = std::f32::consts::FRAC_1_SQRT_2;
    let point = |along: f32, across: f32| {
        let x = unit * (along + across);
        let y = unit * slope * (along - across);
        at.plus(Point::new(x, y))
    };
    let (end, side, corner) = (length / 2.0, width / 2.0, CORNER * 0.8);
    let mut steps = vec![Step::Move(point(end - corner, side))];
    for (along, across) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)] {
        let control = point(along * end, across * side);
        let to_end = point(along * end, across * (side - corner));
        let to_side = point(along * (end - corner), across * side);
        // Going round, corners are entered from alternating sides.
        let (enter, leave) =
            if along * across > 0.0 { (to_side, to_end) } else { (to_end, to_side) };
        steps.extend([Step::Line(enter), Step::Curve(control, leave)]);
    }
    steps.push(Step::Close);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Ink, Outline, Shape};
    use crate::theme::Theme;

    /// How far a shape reaches from (0, 0), including its line.
    fn reach(shape: &Shape) -> f32 {
        let mut reach = 0f32;
        let mut add = |at: Point| {
            reach = reach.max(at.x.abs()).max(at.y.abs());
            at
        };
        match &shape.outline {
            Outline::Rectangle(Rectangle { x, y, width, height, .. }) => {
                add(Point::new(*x, *y));
                add(Point::new(x + width, y + height));
            }
            Outline::Circle { center, radius } => {
                add(center.plus(Point::new(*radius, *radius)));
                add(center.plus(Point::new(-radius, -radius)));
            }
            Outline::Path(steps) => {
                for step in steps {
                    step.map(&mut add);
                }
            }
        }
        reach + shape.paint.line.map_or(0.0, |(_, width)| width / 2.0)
    }

    fn drawn(carry_limit: usize, tower: &Stack) -> Scene {
        let mut scene = Scene::new(1.0, 1.0, String::new(), Ink::rgb(0));
        let palette = Theme::Light.palette();
        stack(&mut scene, palette, carry_limit, tower, Point::new(0.0, 0.0));
        scene
    }

    #[test]
    fn no_stack_leaves_its_square() {
        for carry_limit in 3..=8 {
            for height in 1..=127 {
                for kind in [Kind::Flat, Kind::Wall, Kind::Capstone] {
                    for color in Color::ALL {
                        let scene =
                            drawn(carry_limit, &Stack { pieces: vec![color; height], kind });
                        let reach = scene.shapes[1..].iter().map(reach).fold(0.0, f32::max);
                        assert!(reach <= SQUARE / 2.0, "{height} of {carry_limit}: {reach}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_piece_of_a_stack_is_drawn() {
        let black = Theme::Light.palette().pieces(Color::Black).flat;
        for (carry_limit, height) in [(3, 2), (5, 6), (6, 61), (8, 101)] {
            let pieces: Vec<_> = (0..height).map(|n| Color::from_parity(n * n / 3)).collect();
            let blacks = pieces.iter().filter(|&&color| color == Color::Black).count();
            let scene = drawn(carry_limit, &Stack { pieces, kind: Kind::Flat });
            let drawn = scene.shapes.iter().filter(|shape| shape.paint.fill == Some(black));
            assert_eq!(drawn.count(), blacks, "{height} of {carry_limit}");
        }
    }
}
