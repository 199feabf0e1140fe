//! An animation as GIF: the first frame, and of each further one what has changed.

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use crate::color_table::{ColorCounts, ColorTable};
use crate::raster::RasterError;

/// The bytes of the file: each picture is shown for its time, in milliseconds.
///
/// `frames` draws the pictures twice, for their colours and to be written, so that one at a time is
/// held.
pub(crate) fn gif<P: Iterator<Item = Result<Pixmap, RasterError>>>(
    frames: impl Fn() -> P,
    times: impl Iterator<Item = u32>,
) -> Result<Vec<u8>, RasterError> {
    let (mut counts, mut size) = (ColorCounts::default(), (1, 1));
    for picture in frames() {
        let picture = picture?;
        counts.add(&picture);
        size = (picture.width(), picture.height());
    }
    let table = counts.table();
    let screen = Screen::new(size)?;
    let mut encoder = Encoder::new(Vec::new(), screen.width, screen.height, &table.bytes())
        .map_err(RasterError::encoder)?;
    encoder.set_repeat(Repeat::Infinite).map_err(RasterError::encoder)?;
    let mut shown = screen.blank();
    for (picture, time) in frames().zip(times) {
        let pixels = table.numbers(&picture?);
        let mut frame = screen.changes(&shown, &pixels);
        frame.delay = u16::try_from(time.saturating_add(5) / 10).unwrap_or(u16::MAX);
        encoder.write_frame(&frame).map_err(RasterError::encoder)?;
        shown = pixels;
    }
    encoder.into_inner().map_err(RasterError::encoder)
}

/// The size of all frames in pixels.
#[derive(Clone, Copy)]
struct Screen {
    width: u16,
    height: u16,
}

impl Screen {
    fn new((width, height): (u32, u32)) -> Result<Self, RasterError> {
        match (u16::try_from(width), u16::try_from(height)) {
            (Ok(width), Ok(height)) => Ok(Self { width, height }),
            _ => Err(RasterError::TooLarge { width, height }),
        }
    }

    /// Nothing shown yet.
    fn blank(self) -> Vec<u8> {
        vec![ColorTable::NONE; usize::from(self.width) * usize::from(self.height)]
    }

    /// The smallest frame that leads from some pixels to others. Where they agree it has no colour:
    /// there long runs take few bytes.
    fn changes(self, before: &[u8], after: &[u8]) -> Frame<'static> {
        let width = usize::from(self.width);
        let changed = |&at: &usize| before[at] != after[at];
        let places = || (0..after.len()).filter(changed);
        let columns = || places().map(|at| at % width);
        // Even a frame without changes takes its time, so it has a pixel.
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let (top, bottom) = (places().min().unwrap_or(0), places().max().unwrap_or(0));
        let (top, bottom) = (top / width, bottom / width);
        let place = |row: usize, column: usize| row * width + column;
        let squares = (top..=bottom).flat_map(|row| (left..=right).map(move |at| place(row, at)));
        let pixel = |at: usize| if before[at] == after[at] { ColorTable::NONE } else { after[at] };
        Frame {
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            buffer: squares.map(pixel).collect(),
            transparent: Some(ColorTable::NONE),
            dispose: DisposalMethod::Keep,
            ..Frame::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions};
    use tak_encoding::Position;

    use super::*;
    use crate::{Animation, Coordinates, Diagram, Theme};

    /// A game with a capture, a wall and a road.
    const GAME: &str = "a1 c3 b3 b2 b3- Sa3 a2 c1 c2";

    fn diagrams(moves: &str) -> Vec<Diagram> {
        let mut position = Position::<3>::new();
        let mut diagrams = vec![Diagram::new(&position, None)];
        for mv in moves.split_whitespace() {
            let mv = position.parse_move(mv).unwrap();
            position.play(mv).unwrap();
            diagrams.push(Diagram::new(&position, Some(mv)));
        }
        diagrams
    }

    /// The delay of each frame in hundredths of a second, and all pixels that are then to be seen.
    fn decoded(file: &[u8]) -> Vec<(u16, Vec<u8>)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let width = usize::from(decoder.width());
        let mut shown = vec![0; 4 * width * usize::from(decoder.height())];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            for (index, pixel) in frame.buffer.chunks(4).enumerate() {
                let row = top + index / usize::from(frame.width);
                let column = left + index % usize::from(frame.width);
                if pixel[3] > 0 {
                    shown[4 * (row * width + column)..][..4].copy_from_slice(pixel);
                }
            }
            frames.push((frame.delay, shown.clone()));
        }
        frames
    }

    /// The most that a part of a colour differs. Only a PNG is translucent where the edge of the
    /// picture cuts a pixel.
    fn difference(pixels: &[u8], picture: &Pixmap) -> u8 {
        let (pixels, _) = pixels.as_chunks::<4>();
        assert_eq!(pixels.len(), picture.pixels().len());
        let pairs = pixels.iter().zip(picture.pixels()).flat_map(|(pixel, other)| {
            let other = other.demultiply();
            pixel.iter().copied().zip([other.red(), other.green(), other.blue()])
        });
        pairs.map(|(one, other)| one.abs_diff(other)).max().unwrap()
    }

    #[test]
    fn every_frame_is_the_picture_of_its_position() {
        let diagrams = diagrams(GAME);
        for theme in Theme::ALL {
            let mut animation = Animation::new(&diagrams, theme, Coordinates::Shown);
            animation.frame_time = 504;
            let file = animation.gif(40.0).unwrap();
            let frames = decoded(&file);
            assert_eq!(frames.len(), diagrams.len());
            let pictures = animation.frames(0.4).map(Result::unwrap);
            for ((delay, pixels), picture) in frames.iter().zip(pictures) {
                assert!(difference(pixels, &picture) <= 8);
                assert!([50, 400].contains(delay));
            }
            assert_eq!(frames.iter().filter(|(delay, _)| *delay == 400).count(), 1);
            assert_eq!(frames.last().unwrap().0, 400);
        }
    }

    #[test]
    fn a_frame_holds_what_has_changed() {
        let screen = Screen { width: 4, height: 3 };
        let blank = screen.blank();
        let mut pixels = vec![1; 12];
        let first = screen.changes(&blank, &pixels);
        assert_eq!((first.width, first.height, &first.buffer[..]), (4, 3, &pixels[..]));
        let before = pixels.clone();
        (pixels[5], pixels[10]) = (2, 3);
        let next = screen.changes(&before, &pixels);
        assert_eq!((next.left, next.top, next.width, next.height), (1, 1, 2, 2));
        assert_eq!(next.buffer[..], [2, 0, 0, 3]);
        let same = screen.changes(&pixels, &pixels);
        assert_eq!((same.width, same.height, &same.buffer[..]), (1, 1, &[0][..]));
    }

    #[test]
    fn odd_animations_are_files_too() {
        let diagrams = diagrams("a1");
        let gif = |diagrams: &[Diagram], square| {
            let animation = Animation::new(diagrams, Theme::Light, Coordinates::Hidden);
            animation.gif(square).map(|file| decoded(&file).len())
        };
        assert_eq!(gif(&[], 100.0), Ok(0));
        assert_eq!(gif(&diagrams[..1], 4.0), Ok(1));
        // So small that nothing is left to see.
        assert_eq!(gif(&diagrams, 0.01), Ok(2));
        assert!(matches!(gif(&diagrams, 1e6), Err(RasterError::TooLarge { .. })));
    }
}
