//! Text in a small alphabet of pen strokes, so that a picture needs no font and looks the same on
//! every machine.

use crate::scene::{Ink, Paint, Point, Scene, Step};

/// The space between two characters, on the grid of the glyphs.
const GAP: f32 = 1.7;

/// The width of the pen on the same grid.
const PEN: f32 = 1.05;

/// Which point of a line of text its position refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How text looks: its capital height and colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lettering {
    pub(crate) height: f32,
    pub(crate) ink: Ink,
}

impl Lettering {
    fn scale(self) -> f32 {
        self.height / CAPITAL
    }

    /// The width of a line, including the pen.
    pub(crate) fn width(self, text: &str) -> f32 {
        let advances = text.chars().map(|character| glyph(character).1 + GAP);
        self.scale() * (advances.sum::<f32>() - GAP + PEN).max(0.0)
    }

    /// Writes a line; `at` is at half its capital height.
    pub(crate) fn write(self, scene: &mut Scene, text: &str, at: Point, anchor: Anchor) {
        let scale = self.scale();
        let left = match anchor {
            Anchor::Start => at.x,
            Anchor::Middle => at.x - self.width(text) / 2.0,
            Anchor::End => at.x - self.width(text),
        };
        let top = at.y - self.height / 2.0;
        let mut x = left + scale * PEN / 2.0;
        let mut steps: Vec<Step> = Vec::new();
        for character in text.chars() {
            let (strokes, width) = glyph(character);
            if character != ' ' {
                let place = |at: Point| Point::new(x + scale * at.x, top + scale * at.y);
                steps.extend(strokes.into_iter().map(|step| step.map(place)));
            }
            x += scale * (width + GAP);
        }
        scene.path(steps, Paint::line(self.ink, scale * PEN));
    }

    /// The line, shortened with `…` if it is wider than `width`.
    pub(crate) fn cut(self, text: &str, width: f32) -> String {
        // Never looks at more characters than could fit.
        let most = (width / self.scale()) as usize + 2;
        let mut kept: String = text.chars().take(most).collect();
        if kept == text && self.width(text) <= width {
            return kept;
        }
        while !kept.is_empty() && self.width(&format!("{kept}…")) > width {
            kept.pop();
        }
        if kept.is_empty() { kept } else { kept.trim_end().to_owned() + "…" }
    }

    /// The same lettering, small enough for the line to fit.
    pub(crate) fn fitting(self, text: &str, width: f32) -> Self {
        let shrink = (width / self.width(text).max(1.0)).min(1.0);
        Self { height: self.height * shrink, ..self }
    }
}

/// The height of a capital letter, on the grid of the glyphs.
const CAPITAL: f32 = 8.0;

/// The strokes of a character as path data: `M x,y`, `L x,y`, `Q control end` and `Z`. Capitals
/// reach from 0 down to 8, lower-case letters begin at 2.6. A character without data of its own is
/// an empty box.
#[rustfmt::skip]
fn data(character: char) -> &'static str {
    match character {
        ' ' => "M1.4,8",
        'A' => "M0,8L2.8,0L5.6,8M1,5.2L4.6,5.2",
        'B' => "M0,0L0,8L2.8,8Q5,8 5,5.9Q5,3.8 2.8,3.8L0,3.8M2.8,3.8Q4.6,3.8 4.6,1.9Q4.6,0 2.8,0L0,0",
        'C' => "M5.2,1.6Q4.5,0 2.8,0Q0,0 0,4Q0,8 2.8,8Q4.5,8 5.2,6.4",
        'D' => "M0,0L0,8L2,8Q5.2,8 5.2,4Q5.2,0 2,0Z",
        'E' => "M4.4,0L0,0L0,8L4.4,8M0,3.8L3.8,3.8",
        'F' => "M4.4,0L0,0L0,8M0,3.8L3.8,3.8",
        'G' => "M5.2,1.6Q4.5,0 2.8,0Q0,0 0,4Q0,8 2.8,8Q5.3,8 5.3,4.4L3,4.4",
        'H' => "M0,0L0,8M5,0L5,8M0,3.8L5,3.8",
        'I' => "M0,0L0,8",
        'J' => "M3.4,0L3.4,5.8Q3.4,8 1.7,8Q0,8 0,6.2",
        'K' => "M0,0L0,8M4.8,0L0,4.8M1.7,3.3L4.9,8",
        'L' => "M0,0L0,8L4.2,8",
        'M' => "M0,8L0,0L3.1,5L6.2,0L6.2,8",
        'N' => "M0,8L0,0L5,8L5,0",
        'O' => "M2.9,0Q0,0 0,4Q0,8 2.9,8Q5.8,8 5.8,4Q5.8,0 2.9,0Z",
        'P' => "M0,8L0,0L2.8,0Q5,0 5,2.2Q5,4.4 2.8,4.4L0,4.4",
        'Q' => "M2.9,0Q0,0 0,4Q0,8 2.9,8Q5.8,8 5.8,4Q5.8,0 2.9,0ZM3.6,6L5.7,8.4",
        'R' => "M0,8L0,0L2.8,0Q5,0 5,2.2Q5,4.4 2.8,4.4L0,4.4M2.6,4.4L5,8",
        'S' => "M4.7,1.4Q4,0 2.4,0Q0.2,0 0.2,2Q0.2,3.6 2.5,4Q4.9,4.4 4.9,6.1Q4.9,8 2.5,8Q0.7,8 0,6.5",
        'T' => "M0,0L5.2,0M2.6,0L2.6,8",
        'U' => "M0,0L0,5.3Q0,8 2.5,8Q5,8 5,5.3L5,0",
        'V' => "M0,0L2.7,8L5.4,0",
        'W' => "M0,0L2,8L4,1.5L6,8L8,0",
        'X' => "M0,0L5,8M5,0L0,8",
        'Y' => "M0,0L2.6,4L5.2,0M2.6,4L2.6,8",
        'Z' => "M0,0L4.9,0L0,8L4.9,8",
        'a' => "M4.2,2.6L4.2,8M4.2,4.6Q4,2.6 2.1,2.6Q0,2.6 0,5.3Q0,8 2.1,8Q4,8 4.2,6",
        'b' => "M0,0L0,8M0,4.6Q0.2,2.6 2.1,2.6Q4.2,2.6 4.2,5.3Q4.2,8 2.1,8Q0.2,8 0,6",
        'c' => "M3.9,3.8Q3.4,2.6 2.1,2.6Q0,2.6 0,5.3Q0,8 2.1,8Q3.4,8 3.9,6.8",
        'd' => "M4.2,0L4.2,8M4.2,4.6Q4,2.6 2.1,2.6Q0,2.6 0,5.3Q0,8 2.1,8Q4,8 4.2,6",
        'e' => "M0,5.2L4.2,5.2Q4.2,2.6 2.1,2.6Q0,2.6 0,5.3Q0,8 2.2,8Q3.5,8 4,6.9",
        'f' => "M3.1,0.2Q1.2,-0.5 1.2,2L1.2,8M0,2.8L2.9,2.8",
        'g' => "M4.2,2.6L4.2,8.2Q4.2,10.4 2.1,10.4Q0.7,10.4 0.2,9.5M4.2,4.6Q4,2.6 2.1,2.6Q0,2.6 0,5.3Q0,8 2.1,8Q4,8 4.2,6",
        'h' => "M0,0L0,8M0,4.8Q0.3,2.6 2.2,2.6Q4,2.6 4,4.8L4,8",
        'i' => "M0,2.6L0,8M0,0.3L0,0.4",
        'j' => "M1.2,2.6L1.2,8.6Q1.2,10.4 0,10.3M1.2,0.3L1.2,0.4",
        'k' => "M0,0L0,8M3.7,2.6L0,6M1.4,4.8L3.9,8",
        'l' => "M0,0L0,6.6Q0,8 1.2,8",
        'm' => "M0,2.6L0,8M0,4.6Q0.2,2.6 1.8,2.6Q3.3,2.6 3.3,4.6L3.3,8M3.3,4.6Q3.5,2.6 5.1,2.6Q6.6,2.6 6.6,4.6L6.6,8",
        'n' => "M0,2.6L0,8M0,4.8Q0.3,2.6 2.2,2.6Q4,2.6 4,4.8L4,8",
        'o' => "M2.2,2.6Q0,2.6 0,5.3Q0,8 2.2,8Q4.4,8 4.4,5.3Q4.4,2.6 2.2,2.6Z",
        'p' => "M0,2.6L0,10.4M0,4.6Q0.2,2.6 2.1,2.6Q4.2,2.6 4.2,5.3Q4.2,8 2.1,8Q0.2,8 0,6",
        'q' => "M4.2,2.6L4.2,10.4M4.2,4.6Q4,2.6 2.1,2.6Q0,2.6 0,5.3Q0,8 2.1,8Q4,8 4.2,6",
        'r' => "M0,2.6L0,8M0,5Q0.3,2.6 2.6,2.7",
        's' => "M3.5,3.6Q3,2.6 1.9,2.6Q0.2,2.6 0.2,4Q0.2,5 1.9,5.3Q3.7,5.6 3.7,6.7Q3.7,8 1.9,8Q0.5,8 0,6.9",
        't' => "M1.2,0.9L1.2,6.3Q1.2,8.2 3,7.9M0,2.8L2.9,2.8",
        'u' => "M0,2.6L0,5.8Q0,8 1.8,8Q3.7,8 4,5.8M4,2.6L4,8",
        'v' => "M0,2.6L2.1,8L4.2,2.6",
        'w' => "M0,2.6L1.6,8L3.2,3.4L4.8,8L6.4,2.6",
        'x' => "M0,2.6L4,8M4,2.6L0,8",
        'y' => "M0,2.6L2.1,8M4.2,2.6L1.7,9.3Q1.3,10.4 0.1,10.4",
        'z' => "M0,2.6L3.8,2.6L0,8L3.8,8",
        '0' => "M2.4,0Q0,0 0,4Q0,8 2.4,8Q4.8,8 4.8,4Q4.8,0 2.4,0Z",
        '1' => "M0.2,1.9L2.4,0L2.4,8",
        '2' => "M0.2,2.2Q0.2,0 2.4,0Q4.6,0 4.6,2.2Q4.6,3.6 3.2,4.9L0,8L4.8,8",
        '3' => "M0.2,1.6Q0.8,0 2.4,0Q4.4,0 4.4,1.9Q4.4,3.8 2,3.8Q4.8,3.8 4.8,5.9Q4.8,8 2.3,8Q0.6,8 0,6.4",
        '4' => "M3.6,8L3.6,0L0,5.7L4.9,5.7",
        '5' => "M4.3,0L0.7,0L0.4,3.7Q1.2,3 2.4,3Q4.8,3 4.8,5.5Q4.8,8 2.3,8Q0.6,8 0,6.5",
        '6' => "M4.2,1.2Q3.6,0 2.5,0Q0,0 0,4.6Q0,8 2.4,8Q4.8,8 4.8,5.5Q4.8,3.1 2.5,3.1Q0.6,3.1 0,5",
        '7' => "M0,0L4.8,0L1.7,8",
        '8' => "M2.4,3.8Q0.4,3.8 0.4,1.9Q0.4,0 2.4,0Q4.4,0 4.4,1.9Q4.4,3.8 2.4,3.8Q0,3.8 0,5.9Q0,8 2.4,8Q4.8,8 4.8,5.9Q4.8,3.8 2.4,3.8Z",
        '9' => "M0.6,6.8Q1.2,8 2.3,8Q4.8,8 4.8,3.4Q4.8,0 2.4,0Q0,0 0,2.5Q0,4.9 2.3,4.9Q4.2,4.9 4.8,3",
        '.' => "M0,7.8L0,7.9",
        ',' => "M0.5,7.7L0,9.3",
        ':' => "M0,3.4L0,3.5M0,7.8L0,7.9",
        ';' => "M0.5,3.4L0.5,3.5M0.5,7.7L0,9.3",
        '\'' | '’' => "M0,0L0,1.8",
        '"' => "M0,0L0,1.8M1.8,0L1.8,1.8",
        '-' => "M0,4.9L2.8,4.9",
        '–' => "M0,4.9L4.6,4.9",
        '+' => "M0,4.6L4.4,4.6M2.2,2.4L2.2,6.8",
        '=' => "M0,3.6L4.2,3.6M0,5.8L4.2,5.8",
        '<' => "M3.8,1.8L0,4.6L3.8,7.4",
        '>' => "M0,1.8L3.8,4.6L0,7.4",
        '/' => "M0,9L3.4,-0.6",
        '(' => "M1.4,-0.6Q0,1.4 0,4.2Q0,7 1.4,9",
        ')' => "M0,-0.6Q1.4,1.4 1.4,4.2Q1.4,7 0,9",
        '[' => "M1.5,-0.6L0,-0.6L0,9L1.5,9",
        ']' => "M0,-0.6L1.5,-0.6L1.5,9L0,9",
        '_' => "M0,9.2L4.6,9.2",
        '!' => "M0,0L0,5.4M0,7.8L0,7.9",
        '?' => "M0,1.6Q0.4,0 2,0Q4,0 4,1.9Q4,3.2 2.9,3.9Q2,4.5 2,5.6M2,7.8L2,7.9",
        '*' => "M1.7,0.6L1.7,4.2M0.1,1.5L3.3,3.3M3.3,1.5L0.1,3.3",
        '#' => "M1.6,0L0.8,8M4.4,0L3.6,8M0.2,2.6L5,2.6M0,5.4L4.8,5.4",
        '&' => "M5,8L1.2,3Q0.2,0 2.2,0Q4,0 3.6,1.9Q3.2,3 1.4,4Q0,4.8 0,6Q0,8 2,8Q4.2,8 4.8,4.6",
        '@' => "M4.4,5.8Q4,6.4 3.2,6.4Q2,6.4 2,4.4Q2,2.4 3.2,2.4Q4.4,2.4 4.4,4.4Q4.4,6.4 5.6,6.2Q6.4,5.8 6.4,4Q6.4,0 3.2,0Q0,0 0,4Q0,8 3.2,8Q4.6,8 5.4,7.4",
        '½' => "M0,1.2L1.4,0L1.4,4M0.2,8.6L4.6,-0.6M3.6,5.3Q3.8,4.2 4.9,4.2Q6.2,4.2 6.2,5.4Q6.2,6.2 5.3,6.8L3.6,8L6.3,8",
        '×' => "M0,2.8L4,6.8M4,2.8L0,6.8",
        '…' => "M0,7.8L0,7.9M2.2,7.8L2.2,7.9M4.4,7.8L4.4,7.9",
        _ => "M0,0L3.6,0L3.6,8L0,8Z",
    }
}

/// The strokes of a character and its width, on the grid.
fn glyph(character: char) -> (Vec<Step>, f32) {
    let mut steps = Vec::new();
    let mut width = 0f32;
    let mut rest = data(character);
    while let Some(letter) = rest.chars().next() {
        let after = &rest[1..];
        let end = after.find(|c: char| c.is_ascii_uppercase()).unwrap_or(after.len());
        let mut points = after[..end].split(' ').filter_map(point);
        width = points.clone().fold(width, |most, at| most.max(at.x));
        steps.extend(match letter {
            'M' => points.next().map(Step::Move),
            'L' => points.next().map(Step::Line),
            'Q' => points.next().zip(points.next()).map(|(control, end)| Step::Curve(control, end)),
            _ => Some(Step::Close),
        });
        rest = &after[end..];
    }
    (steps, width)
}

fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Some(Point::new(x.parse().ok()?, y.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_read_to_its_end() {
        let characters = (' '..='~').chain("–×½…’é".chars());
        for character in characters {
            let text = data(character);
            let (steps, width) = glyph(character);
            let letters = text.chars().filter(char::is_ascii_uppercase).count();
            assert_eq!(steps.len(), letters, "{character}");
            assert!((0.0..9.0).contains(&width), "{character}");
            for step in &steps {
                step.map(|at| {
                    assert!((-0.7..10.5).contains(&at.y) && at.x >= 0.0, "{character}");
                    at
                });
            }
        }
        assert_eq!(glyph('é'), glyph('\u{1f600}'));
    }

    #[test]
    fn the_letters_of_moves_differ() {
        let mut seen = Vec::new();
        for character in "abcdefgh0123456789SCF+-<>*.RIlOo".chars() {
            let strokes = glyph(character).0;
            assert!(!seen.contains(&strokes), "{character}");
            seen.push(strokes);
        }
    }
}
