//! A finished picture, to be written in one format or another.

use crate::diagram::Diagram;
use crate::scene::{SQUARE, Scene};
use crate::theme::Theme;
use crate::{page, sheet, svg};

/// A picture of one position, or of many.
pub struct Picture(Scene);

/// Whether letters and digits stand beside a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// They do.
    Shown,
    /// They do not.
    Hidden,
}

impl Picture {
    /// One position with all that belongs to it: flat counts above, pieces in
    /// hand beside.
    pub fn page(diagram: &Diagram, theme: Theme, coordinates: Coordinates) -> Self {
        Self(page::page(diagram, theme.palette(), coordinates == Coordinates::Shown))
    }

    /// Many positions of one game in rows, each below its move and flat counts.
    pub fn sheet(diagrams: &[Diagram], theme: Theme, coordinates: Coordinates) -> Self {
        Self(sheet::sheet(diagrams, theme.palette(), coordinates == Coordinates::Shown))
    }

    /// The width in squares of a board.
    pub fn width(&self) -> f32 {
        self.0.width / SQUARE
    }

    /// The picture as SVG, a square of a board being so many pixels wide.
    pub fn svg(&self, square: f32) -> String {
        svg::svg(&self.0, square / SQUARE)
    }

    /// The picture as PNG, a square of a board being so many pixels wide.
    ///
    /// # Errors
    ///
    /// If the picture would be empty or larger than any screen.
    #[cfg(feature = "png")]
    pub fn png(&self, square: f32) -> Result<Vec<u8>, String> {
        crate::png::png(&self.0, square / SQUARE)
    }
}
