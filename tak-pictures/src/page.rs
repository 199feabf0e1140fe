//! A full picture of one position: flat counts above it, pieces in hand beside it.

use tak_encoding::{Color, Kind};

use crate::board::{Coordinates, board};
use crate::diagram::Diagram;
use crate::lettering::{Anchor, Lettering};
use crate::pieces::{FLAT, piece};
use crate::scene::{Paint, Point, Rectangle, SQUARE, Scene};
use crate::theme::Palette;

const PADDING: f32 = 16.0;
/// The bar with names and flat counts, and the strip below it that shows whose turn it is.
const COUNTER: f32 = 44.0;
const TURN: f32 = 9.0;
/// The space for the pieces in hand.
const PANEL: f32 = 156.0;
const CORNER: f32 = 8.0;

/// Draws a position with its flat counts and pieces in hand.
pub(crate) fn page(diagram: &Diagram, palette: &Palette, coordinates: Coordinates) -> Scene {
    let axis = coordinates.room();
    let width = diagram.size as f32 * SQUARE;
    let left = PADDING + axis;
    let top = PADDING + COUNTER + TURN;
    let below = axis.max(PADDING);
    let mut scene = Scene::new(
        left + width + PANEL + PADDING,
        top + width + below,
        diagram.title(),
        palette.background,
    );
    scene.set_origin(Point::new(left, PADDING));
    header(&mut scene, palette, diagram, width);
    scene.set_origin(Point::new(left, top));
    panel(&mut scene, palette, diagram, width);
    board(&mut scene, palette, diagram, coordinates);
    scene
}

/// Both flat counts as a bar, whose turn it is below, the last move on the right.
fn header(scene: &mut Scene, palette: &Palette, diagram: &Diagram, width: f32) {
    let border = white_share(diagram) * width;
    for (color, x, end, inner) in
        [(Color::White, 0.0, border, border - CORNER), (Color::Black, border, width, border)]
    {
        let ink = palette.pieces(color).flat;
        let bar = Rectangle::new(x, 0.0, end - x, COUNTER + CORNER).rounded(CORNER);
        scene.rectangle(bar, Paint::fill(ink));
        // Only the outer corners are rounded.
        scene.rectangle(Rectangle::new(inner, 0.0, CORNER, COUNTER), Paint::fill(ink));
        side(scene, palette, diagram, color, (x, end));
    }
    // Covers the lower ends of the rounded bars.
    let strip = Rectangle::new(0.0, COUNTER, width, TURN);
    scene.rectangle(strip, Paint::fill(palette.background));
    if diagram.result.is_none() {
        let half = width / 2.0;
        let strip = Rectangle::new(half * diagram.turn.index() as f32, COUNTER, half, TURN);
        scene.rectangle(strip, Paint::fill(palette.accent));
    }
    label(scene, palette, diagram, width + PANEL / 2.0);
}

/// White's share of the bar; neither share gets too narrow for its number.
fn white_share(diagram: &Diagram) -> f32 {
    let komi = i32::from(diagram.half_komi.0);
    let points = |color, half_points: i32| {
        diagram.side(color).flats as f32 + half_points.max(0) as f32 / 2.0
    };
    let (white, black) = (points(Color::White, -komi), points(Color::Black, komi));
    let least = 1.2 / diagram.size as f32;
    match white + black {
        0.0 => 0.5,
        both => (white / both).clamp(least, 1.0 - least),
    }
}

/// A player's name and flat count; the count is at the border between the players.
fn side(
    scene: &mut Scene,
    palette: &Palette,
    diagram: &Diagram,
    color: Color,
    (x, end): (f32, f32),
) {
    let ink = palette.pieces(color).text;
    let lettering = Lettering { height: 19.0, ink };
    let (y, inset) = (COUNTER / 2.0, 12.0);
    let side = diagram.side(color);
    let (flats, komi) = (side.flats.to_string(), diagram.komi(color));
    let (left, right) = ((x + inset, Anchor::Start), (end - inset, Anchor::End));
    let (count, (at_border, border_anchor), (at_edge, edge_anchor)) = match color {
        Color::White => (komi.map(|komi| format!("{komi}+ {flats}")), right, left),
        Color::Black => (komi.map(|komi| format!("{flats} +{komi}")), left, right),
    };
    let count = count.unwrap_or(flats);
    lettering.write(scene, &count, Point::new(at_border, y), border_anchor);
    let room = end - x - 3.5 * inset - lettering.width(&count);
    let name_lettering = Lettering { height: 16.0, ..lettering };
    let name = side.name.as_deref().unwrap_or_default();
    let name = name_lettering.cut(name, room.max(0.0));
    name_lettering.write(scene, &name, Point::new(at_edge, y), edge_anchor);
}

/// The last move above the pieces in hand, and the result below it.
fn label(scene: &mut Scene, palette: &Palette, diagram: &Diagram, x: f32) {
    let last = diagram.last.as_ref().map(|last| last.caption.clone());
    let caption = last.unwrap_or_else(|| format!("{}.", diagram.move_number));
    let room = PANEL - 8.0;
    let mut write = |text: &str, height, y| {
        let ink = palette.text;
        let lettering = Lettering { height, ink }.fitting(text, room);
        lettering.write(scene, text, Point::new(x, y), Anchor::Middle);
    };
    match &diagram.result {
        None => write(&caption, 19.0, COUNTER / 2.0),
        Some(result) => {
            write(&caption, 15.0, 9.0);
            write(result, 19.0, 35.0);
        }
    }
}

/// The pieces in hand: two columns that shrink as the game goes on.
fn panel(scene: &mut Scene, palette: &Palette, diagram: &Diagram, width: f32) {
    let panel = Rectangle::new(width - CORNER, 0.0, PANEL + CORNER, width).rounded(CORNER);
    scene.rectangle(panel, Paint::fill(palette.panel));
    for (color, x) in Color::ALL.into_iter().zip([0.27, 0.73]) {
        hand(scene, palette, diagram, color, (width + PANEL * x, width));
    }
}

/// One player's pieces, flats at the bottom and capstones at the top, each staying where it was at
/// the start of the game.
fn hand(
    scene: &mut Scene,
    palette: &Palette,
    diagram: &Diagram,
    color: Color,
    (x, height): (f32, f32),
) {
    let side = diagram.side(color);
    let count = Lettering { height: 16.0, ink: palette.text_on_panel };
    let foot = 34.0;
    let text = side.reserve.flats.to_string();
    count.write(scene, &text, Point::new(x, height - foot / 2.0), Anchor::Middle);
    let caps = f32::from(side.at_start.caps.min(4));
    let caps_height = caps * CAPSTONE;
    let flats = f32::from(side.at_start.flats.max(2) - 1);
    let room = height - foot - FLAT - 10.0 - caps_height;
    let step = (room / flats).min(12.0);
    let lowest = height - foot - FLAT / 2.0;
    for index in 0..side.reserve.flats {
        let at = Point::new(x, lowest - step * f32::from(index));
        piece(scene, palette, color, Kind::Flat, at);
    }
    for index in 0..side.reserve.caps {
        let y = 10.0 + CAPSTONE * (0.5 + f32::from(index).min(3.0));
        piece(scene, palette, color, Kind::Capstone, Point::new(x, y));
    }
}

/// The space for a capstone in hand.
const CAPSTONE: f32 = 52.0;
