//! `tak-tools render`: pictures of positions.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum, value_parser};
use tak_encoding::{AnyGame, AnyRules, MoveName};
use tak_games::game_files;
use tak_games::start::Start;
use tak_pictures::{Animation, Coordinates, Diagram, Picture, RasterError};
use tak_pictures::{Style, TextBoard, Theme};
use tak_terminal::color::When;

use crate::failure::{Failure, printable};
use crate::output::{Output, refuse_as_output};

mod game;

use self::game::Wanted;

/// Draw a position, or the positions of a game, as SVG, PNG, text or an animated GIF
///
/// A stack shows as many pieces as may be carried; those below are drawn beside them, to be read
/// downwards, column by column. The last move is marked, strongly where it dropped pieces and
/// faintly where it took them.
///
/// A GIF shows the game from its start to the position that is drawn, the last frame four times as
/// long as the others.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools render --tps 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4'
  tak-tools render --size 6 --moves 'a1 f6 c3 Cd4' -o board.svg
  tak-tools render game.ptn --move 12w --theme dark -o board.png
  tak-tools render games.ptn --game 1 --every 10 --width 1200 -o sheet.png
  tak-tools render game.ptn --frame-time 500 --width 400 -o game.gif")]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Draw a position of the game in this PTN file or link to ptn.ninja, by default the last; `-`
    /// for standard input
    #[arg(value_name = "FILE", group = "Board", conflicts_with = "moves")]
    file: Option<PathBuf>,

    #[command(flatten)]
    positions: Positions,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    look: Look,
}

/// Which positions of which game.
#[derive(Args)]
struct Positions {
    /// Take this game of a file with several, counted from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["size", "tps"])]
    #[arg(value_parser = tak_games::collection::game_number, allow_negative_numbers = true)]
    game: Option<NonZeroUsize>,

    /// Draw the position after N plies
    #[arg(long, value_name = "N", conflicts_with_all = ["size", "tps"])]
    ply: Option<usize>,

    /// Draw the position after White's or Black's move of this number, like 12w or 3b
    #[arg(long = "move", value_name = "MOVE", requires = "file", conflicts_with = "ply")]
    after_move: Option<MoveName>,

    /// Draw a sheet of the positions after every N plies, and the last; as GIF one after the other
    #[arg(long, value_name = "N", conflicts_with_all = ["ply", "after_move", "size", "tps"])]
    every: Option<NonZeroUsize>,
}

/// Where the picture goes.
#[derive(Args)]
struct Target {
    /// The file to write; its extension gives the format: svg, png, gif or txt
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format, whatever the file is called
    #[arg(long)]
    format: Option<ImageFormat>,

    /// The same as `--format gif`
    #[arg(long, conflicts_with = "format")]
    gif: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum ImageFormat {
    Svg,
    Png,
    Gif,
    Text,
}

/// How the picture looks.
#[derive(Args)]
struct Look {
    /// The colours of a picture
    #[arg(long, default_value = "light")]
    #[arg(value_parser = PossibleValuesParser::new(Theme::ALL.map(Theme::name)))]
    theme: String,

    /// The width of the whole picture in pixels
    #[arg(long, value_name = "PX", value_parser = value_parser!(u32).range(16..=20_000))]
    width: Option<u32>,

    /// The width of one square in pixels, by default 100, on a sheet 40 or less
    #[arg(long, value_name = "PX", conflicts_with = "width")]
    #[arg(value_parser = value_parser!(u32).range(4..=2_000))]
    square: Option<u32>,

    /// Draw coordinates on a sheet too
    #[arg(long, conflicts_with = "no_coordinates")]
    coordinates: bool,

    /// Draw no coordinates
    #[arg(long)]
    no_coordinates: bool,

    /// Draw the board as Black sees it
    #[arg(long)]
    flip: bool,

    /// How long a GIF shows each position, in milliseconds, to the nearest 10; a second by default
    #[arg(long, value_name = "MS", value_parser = value_parser!(u32).range(20..=60_000))]
    frame_time: Option<u32>,

    /// When text is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
}

impl Arguments {
    /// Draws.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let format = self.target.format()?;
        if self.look.frame_time.is_some() && format != ImageFormat::Gif {
            return Err(Failure::input("--frame-time is for a GIF: name the output like game.gif"));
        }
        let path = self.target.output.as_deref().unwrap_or(Path::new("-"));
        refuse_as_output(self.file.as_slice(), path)?;
        let game = self.game()?;
        let bytes = match format {
            ImageFormat::Text => self.text(&self.diagrams(&game)?, path).into_bytes(),
            ImageFormat::Svg => {
                let picture = self.picture(&self.diagrams(&game)?);
                picture.svg(self.square(picture.width(), self.is_sheet())).into_bytes()
            }
            ImageFormat::Png => {
                let picture = self.picture(&self.diagrams(&game)?);
                let square = self.square(picture.width(), self.is_sheet());
                picture.png(square).map_err(|error| too_large(&error))?
            }
            ImageFormat::Gif => self.gif(&game)?,
        };
        let mut output = Output::create(path)?;
        output.write(&bytes)?;
        output.finish()
    }

    /// The game whose positions are drawn.
    fn game(&self) -> Result<AnyGame, Failure> {
        match &self.file {
            Some(path) => game::read(&game_files::source(path), self.positions.game),
            None => self.start.game(AnyRules::default()),
        }
    }

    /// The positions to draw, at least one.
    fn diagrams(&self, game: &AnyGame) -> Result<Vec<Diagram>, Failure> {
        Ok(self.turned(game::diagrams(game, self.positions.wanted())?))
    }

    /// The same from the side that was asked for.
    fn turned(&self, diagrams: Vec<Diagram>) -> Vec<Diagram> {
        let turn = |diagram: Diagram| {
            if self.look.flip { diagram.turned() } else { diagram }
        };
        diagrams.into_iter().map(turn).collect()
    }

    /// The game up to the wanted position.
    fn gif(&self, game: &AnyGame) -> Result<Vec<u8>, Failure> {
        let diagrams = self.turned(game::replay(game, self.positions.wanted())?);
        let mut animation = Animation::new(&diagrams, self.theme(), self.coordinates(false));
        let frame_time = self.look.frame_time.unwrap_or(1000);
        (animation.frame_time, animation.last_frame_time) = (frame_time, 4 * frame_time);
        animation.gif(self.square(animation.width(), false)).map_err(|error| too_large(&error))
    }

    fn is_sheet(&self) -> bool {
        self.positions.every.is_some()
    }

    fn coordinates(&self, on_sheet: bool) -> Coordinates {
        if self.look.coordinates || !(self.look.no_coordinates || on_sheet) {
            Coordinates::Shown
        } else {
            Coordinates::Hidden
        }
    }

    fn theme(&self) -> Theme {
        Theme::named(&self.look.theme).unwrap_or_else(|| unreachable!("one of their names"))
    }

    fn picture(&self, diagrams: &[Diagram]) -> Picture {
        let (theme, coordinates) = (self.theme(), self.coordinates(self.is_sheet()));
        match diagrams {
            [diagram] if !self.is_sheet() => Picture::page(diagram, theme, coordinates),
            _ => Picture::sheet(diagrams, theme, coordinates),
        }
    }

    /// The width of a square in pixels, in a picture that is so many squares wide.
    fn square(&self, picture_width: f32, on_sheet: bool) -> f32 {
        match (self.look.width, self.look.square) {
            (Some(width), _) => width as f32 / picture_width,
            (None, Some(square)) => square as f32,
            // A sheet of a whole game should not grow out of bounds.
            (None, None) if on_sheet => 40.0_f32.min(5000.0 / picture_width),
            (None, None) => 100.0,
        }
    }

    fn text(&self, diagrams: &[Diagram], path: &Path) -> String {
        let style = Style::colored_if(self.look.color.is_colored(path == Path::new("-")));
        let coordinates =
            if self.look.no_coordinates { Coordinates::Hidden } else { Coordinates::Shown };
        let board = TextBoard::new(style, coordinates);
        let boards = diagrams.iter().map(|diagram| board.draw(diagram));
        boards.collect::<Vec<_>>().join("\n")
    }
}

impl Positions {
    fn wanted(&self) -> Wanted {
        match (self.ply, self.after_move, self.every) {
            (Some(ply), _, _) => Wanted::Ply(ply),
            (_, Some(name), _) => Wanted::AfterMove(name),
            (_, _, Some(step)) => Wanted::Every(step),
            (None, None, None) => Wanted::End,
        }
    }
}

impl Target {
    /// The format asked for, or that of the file name.
    fn format(&self) -> Result<ImageFormat, Failure> {
        let to_stdout = |path: &PathBuf| path == Path::new("-");
        let file = self.output.as_ref().filter(|path| !to_stdout(path));
        let format = match (self.format.or(self.gif.then_some(ImageFormat::Gif)), file) {
            (Some(format), _) => format,
            (None, None) => ImageFormat::Text,
            (None, Some(path)) => {
                let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
                match extension.to_str() {
                    Some("svg") => ImageFormat::Svg,
                    Some("png") => ImageFormat::Png,
                    Some("gif") => ImageFormat::Gif,
                    Some("txt") => ImageFormat::Text,
                    _ => {
                        let name = printable(&path.to_string_lossy());
                        return Err(Failure::Input(format!(
                            "--output {name}: expected a name that ends in .svg, .png, .gif or \
                             .txt, or a --format"
                        )));
                    }
                }
            }
        };
        let in_pixels = match format {
            ImageFormat::Png => Some("png"),
            ImageFormat::Gif => Some("gif"),
            ImageFormat::Svg | ImageFormat::Text => None,
        };
        if let Some(name) = in_pixels
            && file.is_none()
            && io::stdout().is_terminal()
        {
            return Err(Failure::Input(format!(
                "--format {name}: a terminal cannot show it, expected a file: -o board.{name}"
            )));
        }
        Ok(format)
    }
}

fn too_large(error: &RasterError) -> Failure {
    Failure::Input(format!("{error}: ask for a smaller --width or --square"))
}
