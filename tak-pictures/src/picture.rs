//! A finished picture, to be written in a format of choice.

use crate::board::Coordinates;
use crate::diagram::Diagram;
use crate::scene::{SQUARE, Scene};
use crate::theme::Theme;
use crate::{page, sheet, svg};

/// A picture of one position or of many.
pub struct Picture(Scene);

impl Picture {
    /// One position with flat counts above it and pieces in hand beside it.
    pub fn page(diagram: &Diagram, theme: Theme, coordinates: Coordinates) -> Self {
        Self(page::page(diagram, theme.palette(), coordinates))
    }

    /// Many positions of one game in rows, each below its move and flat counts.
    pub fn sheet(diagrams: &[Diagram], theme: Theme, coordinates: Coordinates) -> Self {
        Self(sheet::sheet(diagrams, theme.palette(), coordinates))
    }

    /// The width of the picture, in squares of a board.
    pub fn width(&self) -> f32 {
        self.0.width / SQUARE
    }

    /// The picture as SVG, with squares `square` pixels wide.
    pub fn svg(&self, square: f32) -> String {
        svg::svg(&self.0, square / SQUARE)
    }

    /// The picture as PNG, with squares `square` pixels wide.
    ///
    /// # Errors
    ///
    /// If the picture would have more than 40 million pixels.
    #[cfg(feature = "png")]
    pub fn png(&self, square: f32) -> Result<Vec<u8>, crate::RasterError> {
        let picture = crate::raster::raster(&self.0, square / SQUARE)?;
        picture.encode_png().map_err(crate::RasterError::encoder)
    }
}
