//! Labels beside points, placed so that none covers another or the curve.

use std::fmt::Write;

use super::{BOTTOM, LEFT, MARGIN, RIGHT, TOP};
use crate::scene::Point;
use crate::svg::{Escaped, Number};

/// The size of a label: its height, and the width of a character.
const HEIGHT: f32 = 20.0;
const CHARACTER: f32 = 10.4;

/// The space kept free around a point and around a label.
const GAP: f32 = 8.0;

/// The labels placed so far.
pub(super) struct Labels {
    /// Where the curve runs.
    curve: Vec<Point>,
    /// All points with a mark, labelled or not.
    marked: Vec<Point>,
    placed: Vec<Label>,
}

struct Label {
    point: Point,
    middle: Point,
    half_width: f32,
    text: String,
}

impl Labels {
    pub(super) fn around(curve: Vec<Point>, marked: Vec<Point>) -> Self {
        Self { curve, marked, placed: Vec::new() }
    }

    /// Puts a label at the best free place around a point; in a crowd there may be none.
    pub(super) fn add(&mut self, point: Point, text: String) {
        let half_width = text.chars().count() as f32 * CHARACTER / 2.0;
        let free = offsets(half_width)
            .map(|by| Label {
                point,
                middle: Point { x: point.x + by.x, y: point.y + by.y },
                half_width,
                text: String::new(),
            })
            .filter(|label| self.is_free(label));
        let best = free.min_by(|one, other| self.cost(one).total_cmp(&self.cost(other)));
        self.placed.extend(best.map(|label| Label { text, ..label }));
    }

    fn is_free(&self, label: &Label) -> bool {
        let Point { x, y } = label.middle;
        let inside = x - label.half_width > LEFT
            && x + label.half_width < RIGHT
            && y - HEIGHT / 2.0 > TOP - MARGIN
            && y + HEIGHT / 2.0 < BOTTOM + MARGIN;
        let apart = |other: &Label| {
            let near = (x - other.middle.x).abs() < label.half_width + other.half_width + GAP
                && (y - other.middle.y).abs() < HEIGHT + GAP / 2.0;
            !near && !label.is_crossed(other.leader()) && !other.is_crossed(label.leader())
        };
        // A label beside another mark would be taken for that mark's.
        let beside_another = |&point: &Point| {
            point != label.point
                && (x - point.x).abs() < label.half_width + 2.0 * GAP
                && (y - point.y).abs() < HEIGHT / 2.0 + 2.0 * GAP
        };
        inside
            && !self.marked.iter().any(beside_another)
            && !self.curve().any(|ends| label.is_crossed(ends))
            && self.placed.iter().all(apart)
    }

    fn curve(&self) -> impl Iterator<Item = [Point; 2]> {
        self.curve.windows(2).map(|ends| [ends[0], ends[1]])
    }

    /// A label should be near its point, on the same side of the curve.
    fn cost(&self, label: &Label) -> f32 {
        let [from, to] = label.leader();
        let length = (to.x - from.x).hypot(to.y - from.y);
        // The point itself lies on the curve.
        let start = Point { x: from.x + (to.x - from.x) * 0.2, y: from.y + (to.y - from.y) * 0.2 };
        let crossings = self.curve().filter(|&ends| cross(ends, [start, to]));
        length + 80.0 * crossings.count() as f32
    }

    /// The labels, with a line to each point that is not close by.
    pub(super) fn draw(&self) -> String {
        let mut text = String::new();
        for label in &self.placed {
            let [from, to] = label.leader();
            if (to.x - from.x).hypot(to.y - from.y) > 2.0 * GAP {
                let _ = writeln!(text, "<path class=\"leader\" d=\"M{from}L{to}\"/>");
            }
            let (Point { x, y }, words) = (label.middle, Escaped(&label.text));
            let [left, top, width, height] = [
                x - label.half_width - 2.0,
                y - HEIGHT / 2.0 - 1.0,
                2.0 * label.half_width + 4.0,
                HEIGHT + 2.0,
            ]
            .map(Number);
            let [x, baseline] = [x, y + 6.0].map(Number);
            let _ = writeln!(
                text,
                "<rect class=\"plate\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>\
                 <text class=\"label\" x=\"{x}\" y=\"{baseline}\">{words}</text>"
            );
        }
        text
    }
}

/// Where a label may be, with its point at (0, 0).
fn offsets(half_width: f32) -> impl Iterator<Item = Point> {
    let beside = half_width + 2.0 * GAP;
    let rows = (-20..=20).map(|row| 13.0 * row as f32);
    rows.flat_map(move |y| {
        let columns = (-12..=12).map(|column| 12.0 * column as f32);
        let places = columns.chain([-beside, beside]).map(move |x| Point { x, y });
        places.filter(move |by| by.y.abs() >= HEIGHT / 2.0 + GAP || by.x.abs() >= beside)
    })
}

/// Whether two lines cross.
fn cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let turn = |from: Point, to: Point, other: Point| {
        (to.x - from.x) * (other.y - from.y) - (to.y - from.y) * (other.x - from.x)
    };
    turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0
}

impl Label {
    /// From the point to the nearest edge of the label.
    fn leader(&self) -> [Point; 2] {
        let Point { x, y } = self.middle;
        let reach = self.half_width - 2.0 * GAP;
        let end = Point {
            x: self.point.x.clamp(x - reach, x + reach),
            y: self.point.y.clamp(y - HEIGHT / 2.0, y + HEIGHT / 2.0),
        };
        [self.point, end]
    }

    /// Whether a line comes too close to the label.
    fn is_crossed(&self, [from, to]: [Point; 2]) -> bool {
        const PARTS: u8 = 16;
        (0..=PARTS).any(|part| {
            let share = f32::from(part) / f32::from(PARTS);
            let x = from.x + (to.x - from.x) * share;
            let y = from.y + (to.y - from.y) * share;
            (x - self.middle.x).abs() < self.half_width + GAP / 2.0
                && (y - self.middle.y).abs() < HEIGHT / 2.0 + GAP / 2.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_apart_and_inside() {
        let flat: Vec<_> =
            (0..40).map(|step| Point { x: LEFT + 27.0 * step as f32, y: 300.0 }).collect();
        let mut labels = Labels::around(flat.clone(), Vec::new());
        for &place in flat.iter().step_by(4) {
            labels.add(place, "12… 3c3>12??".to_owned());
        }
        let placed = &labels.placed;
        assert_eq!(placed.len(), 10);
        for (index, label) in placed.iter().enumerate() {
            assert!(label.middle.x - label.half_width >= LEFT);
            assert!(label.middle.x + label.half_width <= RIGHT);
            for other in &placed[..index] {
                let apart = (label.middle.x - other.middle.x).abs() >= 2.0 * label.half_width
                    || (label.middle.y - other.middle.y).abs() >= HEIGHT;
                assert!(apart);
            }
        }
    }
}
