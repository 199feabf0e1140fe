//! A game as it is shared.

use tak_encoding::AnyGame;

use crate::animation::Animation;
use crate::board::Coordinates;
use crate::diagram::Diagram;
use crate::picture::Picture;
use crate::raster::RasterError;
use crate::theme::Theme;

/// The width of a square in pixels: a picture is looked at closely, a GIF is sent around.
const SQUARE: f32 = 100.0;
const SQUARE_OF_GIF: f32 = 60.0;

/// A game in pictures as pages offer them, with coordinates.
///
/// ```
/// use tak_pictures::{Replay, Theme};
///
/// let game = "[Size \"4\"]\n\n1. a1 d4 2. b2".parse().unwrap();
/// let replay = Replay { game: &game, theme: Theme::Dark, is_turned: false };
/// assert!(replay.png()?.starts_with(b"\x89PNG"));
/// assert!(replay.gif()?.starts_with(b"GIF89a"));
/// # Ok::<(), tak_pictures::RasterError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    /// What is shown.
    pub game: &'a AnyGame,
    /// The colours.
    pub theme: Theme,
    /// Whether the board is drawn as Black sees it.
    pub is_turned: bool,
}

impl Replay<'_> {
    /// The last position, as PNG.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        let diagrams = self.diagrams();
        let last = diagrams.last().unwrap_or_else(|| unreachable!("a game has a start"));
        Picture::page(last, self.theme, Coordinates::Shown).png(SQUARE)
    }

    /// All positions, one after the other, as GIF.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn gif(&self) -> Result<Vec<u8>, RasterError> {
        let diagrams = self.diagrams();
        Animation::new(&diagrams, self.theme, Coordinates::Shown).gif(SQUARE_OF_GIF)
    }

    fn diagrams(&self) -> Vec<Diagram> {
        let diagrams = Diagram::of_game(self.game);
        if !self.is_turned {
            return diagrams;
        }
        diagrams.into_iter().map(Diagram::turned).collect()
    }
}
