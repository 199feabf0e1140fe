//! Where the results go: to files, to standard output, or to several of them.

use std::path::{Path, PathBuf};

use clap::Args;
use tak_pictures::Style;
use tak_terminal::color::When;
use tak_terminal::failure::{Failure, printable};
use tak_terminal::output::{Output, refuse_as_output, refuse_twice, terminal_width, write};

use super::graph::ThemeChoice;
use super::table::Page;

/// What to write where; `-` is standard output.
#[derive(Args)]
pub(crate) struct Target {
    /// Write the file again, with comments and marks on the moves
    #[arg(long, value_name = "FILE")]
    ptn: Option<PathBuf>,

    /// Write a graph of White's chances as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write the review as a page, to read in a browser or to print: accuracy, the moments that
    /// decided the game, and the better lines
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Print JSON instead of the table
    #[arg(long)]
    json: bool,

    /// Omit the table, as is always done if something else goes to standard output
    #[arg(short, long)]
    quiet: bool,

    /// Keep finished positions in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,

    /// The colours of the graph and the page
    #[arg(long, value_name = "THEME", default_value = "auto")]
    pub(crate) theme: ThemeChoice,

    /// Whether the table is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
}

/// What can be written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Ptn,
    Svg,
    Html,
    Json,
    Table,
}

/// All outputs, files first.
pub(crate) struct Outputs(Vec<Destination>);

struct Destination {
    kind: Kind,
    path: PathBuf,
    /// `None` for standard output, where the progress bar may be until the end.
    file: Option<Output>,
}

impl Target {
    /// Refuses to overwrite inputs. Only the game itself may be written again, since nothing in it
    /// is lost.
    pub(crate) fn check(&self, inputs: &[PathBuf]) -> Result<(), Failure> {
        for path in [&self.svg, &self.html, &self.resume].into_iter().flatten() {
            refuse_as_output(inputs, path)?;
        }
        let stdout = self.json.then_some(Path::new("-"));
        let files = [&self.ptn, &self.svg, &self.html, &self.resume].map(Option::as_deref);
        let outputs: Vec<_> = files.into_iter().chain([stdout]).collect();
        refuse_twice(&outputs)
    }

    /// The page that the table is written on.
    pub(crate) fn page(&self) -> Page {
        Page { style: Style::colored_if(self.color.is_colored(true)), width: terminal_width() }
    }

    /// Opens everything in advance, so that a wrong name is found before the work.
    pub(crate) fn open(&self) -> Result<Outputs, Failure> {
        let stdout = PathBuf::from("-");
        let json = self.json.then_some(&stdout);
        let files = [
            (Kind::Ptn, self.ptn.as_ref()),
            (Kind::Svg, self.svg.as_ref()),
            (Kind::Html, self.html.as_ref()),
            (Kind::Json, json),
        ];
        let mut wanted: Vec<_> =
            files.into_iter().filter_map(|(kind, path)| Some((kind, path?))).collect();
        if !self.quiet && wanted.iter().all(|&(_, path)| *path != stdout) {
            wanted.push((Kind::Table, &stdout));
        }
        // The reader of standard output may stop early, which ends the program.
        wanted.sort_by_key(|&(_, path)| *path == stdout);
        let destinations = wanted.into_iter().map(|(kind, path)| {
            let file = if *path == stdout { None } else { Some(Output::create(path)?) };
            let path = path.clone();
            Ok(Destination { kind, path, file })
        });
        Ok(Outputs(destinations.collect::<Result<_, Failure>>()?))
    }
}

impl Outputs {
    /// The table alone, if it is wanted.
    pub(crate) fn of_table(self) -> Self {
        let tables = self.0.into_iter().filter(|destination| destination.kind == Kind::Table);
        Self(tables.collect())
    }

    /// Writes everything that can be written. If something fails, the failure says what became of
    /// the rest.
    pub(crate) fn write(self, bytes: impl Fn(Kind) -> Vec<u8>) -> Result<(), Failure> {
        let (mut written, mut failures) = (Vec::new(), Vec::new());
        for destination in self.0 {
            let name = destination.name();
            match destination.write(&bytes) {
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

impl Destination {
    fn name(&self) -> String {
        match (&self.file, self.kind) {
            (Some(_), _) => printable(&self.path.to_string_lossy()),
            (None, Kind::Table) => "the table".to_owned(),
            (None, _) => "standard output".to_owned(),
        }
    }

    fn write(self, bytes: impl Fn(Kind) -> Vec<u8>) -> Result<(), Failure> {
        let bytes = bytes(self.kind);
        let Some(mut file) = self.file else {
            return write(&self.path, &bytes);
        };
        file.write(&bytes)?;
        file.finish()
    }
}
