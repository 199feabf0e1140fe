//! `tak-tools render`: games as animated GIF.

use std::fs;

use gif::{ColorOutput, DecodeOptions, Repeat};
use tiny_skia::Pixmap;

use crate::program::Folder;

const GAME: &str = "[Size \"3\"]\n\n1. a1 c3 2. b3 b2 3. b3- Sa3 4. a2 c1 5. c2 R-0\n";

/// A GIF as a viewer shows it.
struct Film {
    width: usize,
    height: usize,
    repeat: Repeat,
    /// The time of each frame in hundredths of a second.
    delays: Vec<u16>,
    /// Red, green, blue and alpha of the pixels of each frame.
    frames: Vec<Vec<u8>>,
}

fn film(file: &[u8]) -> Film {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(file).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut shown = vec![0; 4 * width * height];
    let (mut delays, mut frames) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (index, pixel) in frame.buffer.chunks(4).enumerate() {
            let (row, column) =
                (index / usize::from(frame.width), index % usize::from(frame.width));
            let (row, column) = (row + usize::from(frame.top), column + usize::from(frame.left));
            if pixel[3] > 0 {
                shown[4 * (row * width + column)..][..4].copy_from_slice(pixel);
            }
        }
        delays.push(frame.delay);
        frames.push(shown.clone());
    }
    Film { width, height, repeat: decoder.repeat(), delays, frames }
}

/// What `render` writes with these arguments.
fn written(folder: &Folder, arguments: &str, name: &str) -> Vec<u8> {
    assert_eq!(folder.stdout(&format!("{arguments} -o {name}")), "");
    fs::read(folder.path().join(name)).unwrap()
}

/// Whether a frame looks like a PNG: colours are few in a GIF, so they may differ a little, and
/// only the PNG is translucent where the edge of the picture cuts a pixel.
fn looks_like(frame: &[u8], png: &[u8]) -> bool {
    let picture = Pixmap::decode_png(png).unwrap();
    let (frame, _) = frame.as_chunks::<4>();
    let mut pairs = frame.iter().zip(picture.pixels()).flat_map(|(pixel, other)| {
        let other = other.demultiply();
        pixel.iter().copied().zip([other.red(), other.green(), other.blue()])
    });
    frame.len() == picture.pixels().len() && pairs.all(|(one, other)| one.abs_diff(other) <= 8)
}

#[test]
fn a_gif_shows_a_game_from_its_start_to_its_end() {
    let folder = Folder::with("render", &[("game.ptn", GAME)]);
    let film = film(&written(&folder, "game.ptn --square 40", "game.gif"));
    assert_eq!((film.width, film.height), (209, 161));
    assert_eq!(film.repeat, Repeat::Infinite);
    assert_eq!(film.delays, [&[100; 9][..], &[400]].concat());
    for (ply, frame) in film.frames.iter().enumerate() {
        let png = written(&folder, &format!("game.ptn --square 40 --ply {ply}"), "board.png");
        assert!(looks_like(frame, &png), "ply {ply}");
    }
    // The road is marked in the last frame alone.
    let before = written(&folder, "game.ptn --square 40 --ply 8", "board.png");
    assert!(!looks_like(&film.frames[9], &before));
}

#[test]
fn options_of_a_picture_are_those_of_a_gif() {
    let folder = Folder::with("render", &[("game.ptn", GAME)]);
    let look = "--theme dark --no-coordinates --flip --width 180";
    let gif = film(&written(&folder, &format!("game.ptn {look} --frame-time 250"), "game.gif"));
    assert_eq!((gif.width, &gif.delays[8..]), (180, &[25, 100][..]));
    let png = written(&folder, &format!("game.ptn {look}"), "board.png");
    assert!(looks_like(&gif.frames[9], &png));
    let frames = |arguments: &str| film(&written(&folder, arguments, "game.gif")).frames.len();
    assert_eq!(frames("game.ptn --square 10 --move 2w"), 4);
    assert_eq!(frames("game.ptn --square 10 --ply 0"), 1);
    assert_eq!(frames("game.ptn --square 10 --every 4"), 4);
    assert_eq!(frames("--size 3 --moves 'a1 c3' --square 10"), 3);
    assert_eq!(frames("--size 3 --square 10"), 1);
}

#[test]
fn a_game_that_ended_early_ends_with_its_result() {
    let resigned = "[Size \"6\"]\n\n1. a1 f6 2. c3 1-0\n";
    let folder = Folder::with("render", &[("game.ptn", resigned)]);
    let film = film(&written(&folder, "game.ptn --square 20 --format gif", "game"));
    assert_eq!(film.delays, [100, 100, 100, 400]);
    let png = written(&folder, "game.ptn --square 20", "board.png");
    assert!(looks_like(&film.frames[3], &png));
}

#[test]
fn a_gif_is_asked_for_in_one_word() {
    let folder = Folder::with("render", &[("game.ptn", GAME)]);
    let gif = written(&folder, "game.ptn --square 10", "game.gif");
    assert_eq!(written(&folder, "game.ptn --square 10 --gif", "game"), gif);
    folder.check_errors("game.ptn --gif --format svg | 2 | cannot be used with");
}
