//! `tak-tools convert`: the same games and positions in another notation.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use tak_encoding::BoardSize;

use crate::failure::Failure;
use crate::games;
use crate::input::Source;
use crate::output::{Output, refuse_as_output};
use crate::progress::Progress;
use crate::start::board_size;

mod entry;
mod read;
mod write;

use entry::Form;
use read::Reader;
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
  tak-tools convert --to ptn 'https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA'
  tak-tools convert --to tps --ply 10 games.ptn -o positions.txt
  tak-tools convert --to playtak games.ptn
  tak-tools convert --to moves --size 5 --text 'P A1,P E5,P C3 W'
  tak-tools convert --to url --text 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4'")]
pub(crate) struct Arguments {
    /// What to write
    #[arg(long, value_name = "FORM", value_enum)]
    to: Form,

    /// What to read, by default guessed from the first word of each line
    #[arg(long, value_name = "FORM", value_enum)]
    from: Option<Form>,

    /// Files, folders of PTN files, or links to ptn.ninja; `-` for standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Read this text instead of files
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,

    /// The board of move lists and playtak notation, which do not say
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// The position after N plies, as TPS or shown by the link
    #[arg(long, value_name = "N")]
    ply: Option<usize>,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Arguments {
    /// Converts what it is given.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if self.ply.is_some() && !matches!(self.to, Form::Tps | Form::Url) {
            let why = "--ply: expected --to tps or --to url";
            return Err(Failure::Input(why.to_owned()));
        }
        refuse_as_output(&self.inputs, &self.output)?;
        let reader = Reader { form: self.from, size: self.size };
        let output = Output::create(&self.output)?;
        let sources = self.sources();
        let lengths = sources.iter().flatten().map(Source::length);
        let mut writer = Writer::new(output, Progress::bytes(lengths.sum()), self.to, self.ply);
        for source in sources {
            match source {
                Ok(source) => reader.read(&source, &mut writer)?,
                Err(failure) => writer.skip(failure)?,
            }
        }
        writer.finish()
    }

    fn sources(&self) -> Vec<Result<Source, Failure>> {
        match &self.text {
            Some(text) => vec![Ok(Source::Argument("--text", text.clone()))],
            None => games::sources(&self.inputs),
        }
    }
}
