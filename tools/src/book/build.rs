//! `tak-tools book build`: builds a book of positions and moves from games.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, value_parser};
use tak_book::BookBuilder;

use super::grouped::Grouped;
use super::records::{self, Taken};
use super::source::files;
use crate::counted::counted;
use crate::failure::Failure;
use crate::filter::FilterArguments;
use crate::ledger::Ledger;
use crate::output::{OutputFile, print_json};
use crate::remark;

/// Build a book of positions and their moves from games
///
/// For each position of the first plies, it holds the moves that were played, in how many games,
/// who won them, and the average rating of the players. Symmetric positions count as one. The book
/// is an SQLite file: `book lookup` queries it, and the engine plays from it.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book build games.ptn -o my.book
  tak-tools book build all.gamedb --since 2022.01.01 --no-bots -o humans.book
  tak-tools book build games_anon.db --size 6 --min-rating 1500 --plies 20 \\
      -o strong.book
  tak-tools book build games_anon.db --opening 'double black stack' \\
      -o black-stack.book
  tak-tools book build my-games/ openings.txt --size 5 -o five.book
  tak-tools book build --from-parquet grouped/ -o my.book

Bad games do not keep the others out of the book. They are reported on standard
error, the first 20 with file and line or the id in the archive, and the exit
code is 2.")]
pub(crate) struct Arguments {
    /// Databases of games, PTN files or folders of them, playtak.com's archive in SQLite, or
    /// move lists, which do not give the size of their board and need --size; they have the
    /// opening of --opening
    #[arg(value_name = "IN", required = true)]
    paths: Vec<PathBuf>,

    /// Build the book from Parquet files or folders instead of games, namely from tables that a
    /// database has grouped from the output of `book keys --dataset`, as the README shows
    #[arg(long, conflicts_with = "plies")]
    from_parquet: bool,

    /// The book to write
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,

    /// The depth of the book: it holds the moves of the first N plies
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = value_parser!(u32).range(1..=200), allow_negative_numbers = true)]
    plies: u32,

    #[command(flatten)]
    filter: FilterArguments,

    /// Report as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Reads, writes and reports.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if self.from_parquet {
            return self.run_from_parquet();
        }
        let start = Instant::now();
        let sources = files(&self.paths, &self.output)?;
        let output = OutputFile::create(&self.output)?;
        let mut builder = BookBuilder::create(output.temporary(), self.plies)
            .map_err(|error| output.failure(error))?;
        let mut ledger = Ledger::default();
        let taken = records::read(sources, &self.filter, &mut ledger, &mut |record, times| {
            let added = builder.add_repeated(&record.game, record.facts.ratings, times);
            added.map_err(|error| output.failure(error))
        })?;
        let positions = builder.finish().map_err(|error| output.failure(error))?;
        output.finish()?;
        self.tell(&taken, &ledger, positions, start)
    }

    fn run_from_parquet(&self) -> Result<(), Failure> {
        if self.filter.ask_for_anything() {
            let why = "--from-parquet reads whole tables; put conditions into the query that \
                       groups them";
            return Err(Failure::Input(why.to_owned()));
        }
        let start = Instant::now();
        let grouped = Grouped::open(&self.paths, &self.output)?;
        let plies = grouped.plies()?;
        let output = OutputFile::create(&self.output)?;
        let mut builder = BookBuilder::create(output.temporary(), plies)
            .map_err(|error| output.failure(error))?;
        let mut ledger = Ledger::default();
        grouped.read(&mut ledger, &mut builder, &output)?;
        let positions = builder.finish().map_err(|error| output.failure(error))?;
        output.finish()?;
        if self.json {
            let mut object = ledger.json();
            object["plies"] = plies.into();
            object["positions"] = positions.into();
            object["time"] = (start.elapsed().as_millis() as u64).into();
            print_json(&object)?;
        } else {
            let (lines, bad) = (ledger.bad_lines(), ledger.bad_entries());
            let (read, plies) = (counted(ledger.good, "row"), counted(plies, "ply"));
            let positions = counted(positions, "position");
            remark::tell(&format!("{lines}read {read}, bad {bad}; {plies}, {positions}"));
        }
        ledger.result()
    }

    fn tell(
        &self,
        taken: &Taken,
        ledger: &Ledger,
        positions: u64,
        start: Instant,
    ) -> Result<(), Failure> {
        if self.json {
            let mut object = ledger.json();
            object["added"] = taken.games.into();
            object["left_out"] = taken.left_out_json();
            object["plies"] = self.plies.into();
            object["positions"] = positions.into();
            object["time"] = (start.elapsed().as_millis() as u64).into();
            print_json(&object)?;
        } else {
            let lines = ledger.bad_lines();
            let (added, bad) = (taken.games, ledger.bad_entries());
            let left_out = taken.left_out();
            let (read, positions) = (counted(ledger.good, "game"), counted(positions, "position"));
            remark::tell(&format!(
                "{lines}read {read}, added {added}, {left_out}bad {bad}; {positions}"
            ));
        }
        ledger.result()
    }
}
