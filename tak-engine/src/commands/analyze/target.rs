//! Where the answer goes: into files, to standard output, into several at once.

use std::path::{Path, PathBuf};

use clap::Args;
use tak_cli::color::When;
use tak_cli::failure::{Failure, printable};
use tak_cli::output::{Output, print, refuse_as_output, terminal_width};

use super::graph::Theme;
use super::table::Page;

/// What is written where; `-` is standard output.
#[derive(Args)]
pub(crate) struct Target {
    /// Write the file again, with comments and marks on the moves
    #[arg(long, value_name = "FILE")]
    ptn: Option<PathBuf>,

    /// Write a graph of White's chances as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Print no table; there is none either where standard output is taken
    #[arg(short, long)]
    quiet: bool,

    /// Keep what is done in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,

    /// The colours of the graph
    #[arg(long, value_name = "THEME", default_value = "auto")]
    pub(crate) theme: Theme,

    /// Whether the table is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
}

/// What can be written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Ptn,
    Svg,
    Json,
    Table,
}

/// All that is to be written, files first.
pub(crate) struct Outputs(Vec<Place>);

struct Place {
    kind: Kind,
    path: PathBuf,
    /// None for standard output, where a bar may stand until then.
    file: Option<Output>,
}

impl Target {
    /// Refuses what would overwrite what is needed. The game itself may be
    /// written again: nothing is lost in it.
    pub(crate) fn check(&self, input: Option<&Path>) -> Result<(), Failure> {
        let mut taken: Vec<PathBuf> = input.map(Path::to_owned).into_iter().collect();
        let files = [&self.svg, &self.json, &self.resume];
        for path in files.into_iter().flatten() {
            refuse_as_output(&taken, path)?;
        }
        taken.clear();
        for path in [&self.ptn, &self.svg, &self.json, &self.resume]
            .into_iter()
            .flatten()
        {
            if taken.contains(path) {
                let name = path.display();
                return Err(Failure::Input(format!(
                    "{name}: it cannot hold two things; expected another name for one of them"
                )));
            }
            taken.push(path.clone());
        }
        Ok(())
    }

    /// What the table is written on.
    pub(crate) fn page(&self) -> Page {
        Page {
            style: self.color.style(true),
            width: terminal_width(),
        }
    }

    /// Opens everything at once, so that a wrong name is told before the work.
    pub(crate) fn open(&self) -> Result<Outputs, Failure> {
        let stdout = PathBuf::from("-");
        let files = [
            (Kind::Ptn, &self.ptn),
            (Kind::Svg, &self.svg),
            (Kind::Json, &self.json),
        ];
        let mut wanted: Vec<_> = files
            .into_iter()
            .filter_map(|(kind, path)| Some((kind, path.as_ref()?)))
            .collect();
        if !self.quiet && wanted.iter().all(|&(_, path)| *path != stdout) {
            wanted.push((Kind::Table, &stdout));
        }
        // Who reads standard output may leave early: that ends the program.
        wanted.sort_by_key(|&(_, path)| *path == stdout);
        let places = wanted.into_iter().map(|(kind, path)| {
            let file = if *path == stdout {
                None
            } else {
                Some(Output::create(path)?)
            };
            let path = path.clone();
            Ok(Place { kind, path, file })
        });
        Ok(Outputs(places.collect::<Result<_, Failure>>()?))
    }
}

impl Outputs {
    /// Writes all that can be written. Where one fails, the failure tells what
    /// became of the others.
    pub(crate) fn write(self, text: impl Fn(Kind) -> String) -> Result<(), Failure> {
        let (mut written, mut failures) = (Vec::new(), Vec::new());
        for place in self.0 {
            let name = place.name();
            match place.write(&text) {
                Ok(()) => written.push(name),
                Err(failure) => failures.push(failure),
            }
        }
        let mut failures = failures.into_iter();
        let Some(first) = failures.next() else {
            return Ok(());
        };
        let mut others: Vec<_> = failures.map(|failure| failure.to_string()).collect();
        others.extend(match &written[..] {
            [] => None,
            [one] => Some(format!("{one} was written")),
            several => Some(format!("{} were written", several.join(" and "))),
        });
        if others.is_empty() {
            return Err(first);
        }
        Err(Failure::Partly(Box::new(first), others.join("; ")))
    }
}

impl Place {
    fn name(&self) -> String {
        match (&self.file, self.kind) {
            (Some(_), _) => printable(&self.path.to_string_lossy()),
            (None, Kind::Table) => "the table".to_owned(),
            (None, _) => "standard output".to_owned(),
        }
    }

    fn write(self, text: impl Fn(Kind) -> String) -> Result<(), Failure> {
        let text = text(self.kind);
        let Some(mut file) = self.file else {
            return print(&text);
        };
        file.write(text.as_bytes())?;
        file.finish()
    }
}
