//! Lines of text, made of the strokes of [`glyphs`](super::glyphs).

use super::glyphs::{CAPITAL, glyph};
use super::scene::{Ink, Paint, Point, Scene, Step};

/// Space between two characters, on the grid of the glyphs.
const GAP: f32 = 1.7;

/// The width of the pen on the same grid.
const PEN: f32 = 1.05;

/// Which point of a line of text is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How text looks: the height of its capitals and its colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lettering {
    pub(super) height: f32,
    pub(super) ink: Ink,
}

impl Lettering {
    fn scale(self) -> f32 {
        self.height / CAPITAL
    }

    /// The width of a line, pen and all.
    pub(super) fn width(self, text: &str) -> f32 {
        let advances = text.chars().map(|character| glyph(character).1 + GAP);
        self.scale() * (advances.sum::<f32>() - GAP + PEN).max(0.0)
    }

    /// Writes a line; `at` is on the middle of its capitals' height.
    pub(super) fn write(self, scene: &mut Scene, text: &str, at: Point, anchor: Anchor) {
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

    /// The line, or its beginning and `…` where it is wider than that.
    pub(super) fn cut(self, text: &str, width: f32) -> String {
        // No more characters are looked at than could ever fit.
        let most = (width / self.scale()) as usize + 2;
        let mut kept: String = text.chars().take(most).collect();
        if kept == text && self.width(text) <= width {
            return kept;
        }
        while !kept.is_empty() && self.width(&format!("{kept}…")) > width {
            kept.pop();
        }
        if kept.is_empty() {
            kept
        } else {
            kept.trim_end().to_owned() + "…"
        }
    }

    /// The same lettering, small enough for the line to fit.
    pub(super) fn fitting(self, text: &str, width: f32) -> Self {
        let shrink = (width / self.width(text).max(1.0)).min(1.0);
        Self {
            height: self.height * shrink,
            ..self
        }
    }
}
