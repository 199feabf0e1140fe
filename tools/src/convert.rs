//! `tak-tools convert`: the same games and positions in another notation.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use tak_encoding::BoardSize;

use crate::failure::Failure;
use crate::input::Source;
use crate::output::{Output, refuse_as_output};
use crate::progress::Progress;
use crate::start::board_size;

mod link;
mod lz;
mod read;
mod write;

use read::{Form, Reader};
use write::Writer;

/// Convert between PTN, TPS, move lists, playtak.com notation and ptn.ninja links
///
/// Reads one position, list of moves or link a line, or all games of a PTN
/// file, and writes one for each. What is bad is reported and the others go on.
/// PTN stays as it was written, with its comments, also inside of links. A game
/// as TPS is the position at its end, or the one that a link shows.
#[derive(Args)]
#[command(group = ArgGroup::new("what").args(["inputs", "text"]).required(true))]
#[command(after_help = "Examples:
  tak-tools convert --to url game.ptn
  tak-tools convert --to ptn --text 'https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA'
  tak-tools convert --to tps --ply 10 games.ptn -o positions.txt
  tak-tools convert --to playtak games.ptn
  tak-tools convert --to moves --size 5 --text 'P A1,P E5,P C3 W'
  tak-tools convert --to url --text 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4'")]
pub(crate) struct Arguments {
    /// What to write
    #[arg(long, value_name = "FORM", value_enum)]
    to: Form,

    /// What is read; auto looks at the first word of each line
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    from: From,

    /// The files to read, `-` for standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Read this text instead of files
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,

    /// The board of move lists and playtak notation, which do not tell
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// The position after N plies, as TPS or shown by the link
    #[arg(long, value_name = "N")]
    ply: Option<usize>,

    /// Where to write, `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum From {
    /// Whatever a line looks like
    #[default]
    Auto,
    /// A position a line
    Tps,
    /// A file with any number of games
    Ptn,
    /// Moves in PTN, one game a line; needs --size
    Moves,
    /// Moves in the notation of playtak.com, one game a line; needs --size
    Playtak,
    /// A link to ptn.ninja a line
    Url,
}

impl From {
    fn form(self) -> Option<Form> {
        Some(match self {
            Self::Auto => return None,
            Self::Tps => Form::Tps,
            Self::Ptn => Form::Ptn,
            Self::Moves => Form::Moves,
            Self::Playtak => Form::Playtak,
            Self::Url => Form::Url,
        })
    }
}

impl Arguments {
    /// Converts what it is given.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if self.ply.is_some() && !matches!(self.to, Form::Tps | Form::Url) {
            let why = "--ply: expected --to tps or --to url";
            return Err(Failure::Input(why.to_owned()));
        }
        refuse_as_output(&self.inputs, &self.output)?;
        let reader = Reader {
            form: self.from.form(),
            size: self.size,
        };
        let output = Output::create(&self.output)?;
        let sources = self.sources();
        let bytes = sources.iter().map(Source::length).sum();
        let mut writer = Writer::new(output, Progress::bytes(bytes), self.to, self.ply);
        for source in &sources {
            reader.read(source, &mut writer)?;
        }
        writer.finish()
    }

    fn sources(&self) -> Vec<Source> {
        match &self.text {
            Some(text) => vec![Source::Option("--text", text.clone())],
            None => self
                .inputs
                .iter()
                .map(|path| Source::from(path.as_path()))
                .collect(),
        }
    }
}
