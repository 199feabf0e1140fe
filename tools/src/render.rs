//! `tak-tools render`: pictures of positions.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, value_parser};
use tak_cli::color::When;
use tak_cli::move_name::MoveName;
use tak_cli::{diagram, text_board};
use tak_encoding::AnyRules;

use crate::failure::{Failure, printable};
use crate::input::Source;
use crate::output::{Output, refuse_as_output};
use crate::start::Start;

mod board;
mod game;
mod glyphs;
mod lettering;
mod page;
mod pieces;
mod png;
mod scene;
mod sheet;
mod svg;
mod theme;

use self::diagram::Diagram;
use self::game::Wanted;
use self::scene::{SQUARE, Scene};
use self::theme::ThemeName;

/// Draw a position, or the positions of a game, as SVG, PNG or text
///
/// A stack shows as many pieces as may be carried on top of each other; what is
/// deeper stands beside them, to be read downwards, column by column. The last
/// move is marked: strongly where it left pieces, faintly where it took them.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools render --tps 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4'
  tak-tools render --size 6 --moves 'a1 f6 c3 Cd4' -o board.svg
  tak-tools render --game game.ptn --move 12w --theme dark -o board.png
  tak-tools render --game game.ptn --every 10 --width 1200 -o sheet.png")]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Draw a position of this game in PTN, its end if nothing else is said; - is standard input
    #[arg(long, value_name = "FILE", group = "Board", conflicts_with = "moves")]
    game: Option<PathBuf>,

    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    look: Look,
}

/// Which position of a game.
#[derive(Args)]
struct Place {
    /// Take this game of a file with several, 1 for the first
    #[arg(long, value_name = "K", conflicts_with_all = ["size", "tps"])]
    number: Option<NonZeroUsize>,

    /// Draw the position after so many plies
    #[arg(long, value_name = "N", conflicts_with_all = ["size", "tps"])]
    ply: Option<usize>,

    /// Draw the position after White's or Black's move of that number, like 12w or 3b
    #[arg(
        long = "move",
        value_name = "MOVE",
        requires = "game",
        conflicts_with = "ply"
    )]
    after_move: Option<MoveName>,

    /// Draw a sheet of the positions after every N plies, and the end
    #[arg(long, value_name = "N", conflicts_with_all = ["ply", "after_move", "size", "tps"])]
    every: Option<NonZeroUsize>,
}

/// Where the picture goes.
#[derive(Args)]
struct Target {
    /// Write to this file; its extension is the format: svg, png or txt
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Use this format, whatever the file is called
    #[arg(long)]
    format: Option<Format>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Format {
    Svg,
    Png,
    Text,
}

/// How the picture looks.
#[derive(Args)]
struct Look {
    /// The colours of a picture
    #[arg(long, default_value = "light")]
    theme: ThemeName,

    /// The width of the whole picture in pixels
    #[arg(long, value_name = "PX", value_parser = value_parser!(u32).range(16..=20_000))]
    width: Option<u32>,

    /// The width of one square in pixels, 100 if nothing is said, 40 or less on a sheet
    #[arg(long, value_name = "PX", conflicts_with = "width")]
    #[arg(value_parser = value_parser!(u32).range(4..=2_000))]
    square: Option<u32>,

    /// Write letters and digits beside the boards of a sheet too
    #[arg(long, conflicts_with = "no_coordinates")]
    coordinates: bool,

    /// Leave out letters and digits beside the board
    #[arg(long)]
    no_coordinates: bool,

    /// Draw the board as Black sees it
    #[arg(long)]
    flip: bool,

    /// Whether text is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
}

impl Arguments {
    /// Draws.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let format = self.target.format()?;
        let path = self.target.output.as_deref().unwrap_or(Path::new("-"));
        refuse_as_output(self.game.as_slice(), path)?;
        let diagrams = self.diagrams()?;
        let bytes = match format {
            Format::Text => self.text(&diagrams, path).into_bytes(),
            Format::Svg => {
                let scene = self.scene(&diagrams);
                svg::svg(&scene, self.scale(&scene)).into_bytes()
            }
            Format::Png => {
                let scene = self.scene(&diagrams);
                png::png(&scene, self.scale(&scene)).map_err(Failure::Input)?
            }
        };
        let mut output = Output::create(path)?;
        output.write(&bytes)?;
        output.finish()
    }

    /// The positions to draw, one at least.
    fn diagrams(&self) -> Result<Vec<Diagram>, Failure> {
        let diagrams = if let Some(path) = &self.game {
            let game = game::read(&Source::from(path.as_path()), self.place.number)?;
            game::diagrams(&game, self.place.wanted())?
        } else {
            let position = self.start.position(AnyRules::default())?;
            vec![Diagram::of_any(&position, self.start.last_move())]
        };
        let turn = |diagram: Diagram| {
            if self.look.flip {
                diagram.turned()
            } else {
                diagram
            }
        };
        Ok(diagrams.into_iter().map(turn).collect())
    }

    fn is_sheet(&self) -> bool {
        self.place.every.is_some()
    }

    fn with_coordinates(&self) -> bool {
        self.look.coordinates || !(self.look.no_coordinates || self.is_sheet())
    }

    fn scene(&self, diagrams: &[Diagram]) -> Scene {
        let theme = self.look.theme.theme();
        match diagrams {
            [diagram] if !self.is_sheet() => page::page(diagram, theme, self.with_coordinates()),
            _ => sheet::sheet(diagrams, theme, self.with_coordinates()),
        }
    }

    /// Pixels for one unit of the picture.
    fn scale(&self, scene: &Scene) -> f32 {
        match (self.look.width, self.look.square) {
            (Some(width), _) => width as f32 / scene.width,
            (None, Some(square)) => square as f32 / SQUARE,
            // A sheet of a whole game should still fit somewhere.
            (None, None) if self.is_sheet() => (40.0 / SQUARE).min(5000.0 / scene.width),
            (None, None) => 1.0,
        }
    }

    fn text(&self, diagrams: &[Diagram], path: &Path) -> String {
        let style = self.look.color.style(path == Path::new("-"));
        let coordinates = !self.look.no_coordinates;
        let boards = diagrams
            .iter()
            .map(|diagram| text_board::text(diagram, style, coordinates));
        boards.collect::<Vec<_>>().join("\n")
    }
}

impl Place {
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
    /// The format that was asked for, or that the name of the file tells.
    fn format(&self) -> Result<Format, Failure> {
        let to_stdout = |path: &PathBuf| path == Path::new("-");
        let file = self.output.as_ref().filter(|path| !to_stdout(path));
        let format = match (self.format, file) {
            (Some(format), _) => format,
            (None, None) => Format::Text,
            (None, Some(path)) => {
                let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
                match extension.to_str() {
                    Some("svg") => Format::Svg,
                    Some("png") => Format::Png,
                    Some("txt") => Format::Text,
                    _ => {
                        let name = printable(&path.to_string_lossy());
                        return Err(Failure::Input(format!(
                            "--output {name}: expected a name that ends in .svg, .png or .txt, \
                             or a --format"
                        )));
                    }
                }
            }
        };
        if format == Format::Png && file.is_none() && io::stdout().is_terminal() {
            let line = "--format png: a terminal cannot show it, expected a file: -o board.png";
            return Err(Failure::Input(line.to_owned()));
        }
        Ok(format)
    }
}
