//! A game as an animated picture.

use tiny_skia::Pixmap;

use crate::board::Coordinates;
use crate::diagram::Diagram;
use crate::raster::{RasterError, raster};
use crate::scene::{SQUARE, Scene};
use crate::theme::Theme;
use crate::{gif, page};

/// The positions of a game, one after the other, again and again.
///
/// ```
/// use tak_encoding::Position;
/// use tak_pictures::{Animation, Coordinates, Diagram, Theme};
///
/// let mut position = Position::<3>::new();
/// let mut diagrams = vec![Diagram::new(&position, None)];
/// for mv in ["a1", "c3", "b3", "b1", "a3"] {
///     let mv = position.parse_move(mv)?;
///     position.play(mv)?;
///     diagrams.push(Diagram::new(&position, Some(mv)));
/// }
/// let mut animation = Animation::new(&diagrams, Theme::Light, Coordinates::Shown);
/// animation.frame_time = 500;
/// let file = animation.gif(40.0)?;
/// assert!(file.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Animation<'a> {
    /// What its frames show. All boards have one size.
    pub diagrams: &'a [Diagram],
    /// The colours.
    pub theme: Theme,
    /// Whether the boards have coordinates.
    pub coordinates: Coordinates,
    /// How long a frame is shown, in milliseconds. A GIF counts in tens of them; browsers slow down
    /// what is quicker than 20.
    pub frame_time: u32,
    /// How long the last frame is shown, in milliseconds.
    pub last_frame_time: u32,
}

impl<'a> Animation<'a> {
    /// One frame for each diagram, which [`Picture::page`](crate::Picture::page) would draw in the
    /// same way: a second each, and three more for the last.
    pub fn new(diagrams: &'a [Diagram], theme: Theme, coordinates: Coordinates) -> Self {
        Self { diagrams, theme, coordinates, frame_time: 1000, last_frame_time: 4000 }
    }

    /// The width of the picture, in squares of a board; 0 without frames.
    pub fn width(&self) -> f32 {
        self.diagrams.first().map_or(0.0, |first| self.scene(first).width / SQUARE)
    }

    /// The animation as GIF, with squares `square` pixels wide. A pixel may have a slightly other
    /// colour than in a PNG, since all frames share 255 colours.
    ///
    /// # Errors
    ///
    /// If a frame would have more than 40 million pixels, or more than 65 535 in a row or column.
    pub fn gif(&self, square: f32) -> Result<Vec<u8>, RasterError> {
        gif::gif(|| self.frames(square / SQUARE), self.times())
    }

    /// The pictures of all frames, each drawn when it is asked for.
    pub(crate) fn frames(
        &self,
        scale: f32,
    ) -> impl Iterator<Item = Result<Pixmap, RasterError>> + use<'a> {
        let animation = *self;
        animation.diagrams.iter().map(move |diagram| raster(&animation.scene(diagram), scale))
    }

    /// How long each frame is shown, in milliseconds.
    pub(crate) fn times(&self) -> impl Iterator<Item = u32> {
        let before_last = self.diagrams.len().saturating_sub(1);
        std::iter::repeat_n(self.frame_time, before_last).chain([self.last_frame_time])
    }

    fn scene(&self, diagram: &Diagram) -> Scene {
        page::page(diagram, self.theme.palette(), self.coordinates)
    }
}
