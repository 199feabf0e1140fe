//! `tak-tools book keys`: writes openings or games as tables for other programs.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, value_parser};
use serde_json::json;
use tak_book::parquet::step_rows;

use super::format::Format;
use super::records::{self, Taken};
use super::source::{Books, files};
use crate::counted::counted;
use crate::failure::Failure;
use crate::filter::FilterArguments;
use crate::ledger::Ledger;
use crate::output::print_json;
use crate::remark;

mod classes;
mod dataset;

use dataset::{Dataset, Written};

/// Write openings or games as Parquet tables, for DuckDB, Spark or any other engine
///
/// With -o, it writes one file with a row for each opening, duplicates included, for other programs
/// to group. The columns:
///
///   key     the canonical hash, equal for symmetric positions (u64); other
///           versions of this program may have different hashes
///   size    the size of the board
///   tps     the canonical board as TPS with the smallest possible move number:
///           equal for symmetric positions and no others
///   ply     plies played
///   result  how the game ended, null if it did not or if that is unknown
///   weight  the count of the opening, 1 without counts (u64)
///
/// With --dataset, it writes a folder of files, from which many machines can make the
/// book that `book build` makes on one: the README has the query, and
/// `book build --from-parquet` reads its result. Each position of the first plies of a
/// game has a row with the move that was played there, as a book counts them. The
/// columns:
///
///   size         the size of the board
///   ply          plies played
///   board        the canonical board, packed: equal for symmetric positions and no
///                others
///   move         the move, on the canonical board
///   key          the hash of `board`, the same in all versions and evenly spread:
///                XXH64 with seed 42, Spark's xxhash64(board)
///   shard        the file, from the high bits of the key: 0 for part-00000.parquet
///   half_komi    the komi in half points
///   opening      swap, no-swap or double black stack
///   result       white, black, draw or none
///   games        the count of the game, 1 without counts
///   rating_sum   the sum of the known ratings of both players over these games
///   ratings      the number of known ratings
///
/// Each game has one more row, with an empty `board` and `move` and the depth as its
/// `ply`. Grouped like the others, these rows give the number of games.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[expect(clippy::doc_markdown, reason = "the help shows it verbatim")]
#[command(after_help = "Examples:
  tak-tools book keys book.txt --size 6 -o keys.parquet
  tak-tools book keys games.ptn --plies 8 -o keys.parquet
  tak-tools book keys all.gamedb --no-bots --dataset steps --shards 64
  duckdb -c \"SELECT size, tps, sum(weight) FROM 'keys.parquet' GROUP BY key, size, tps\"

Bad lines are told as by book dedup, bad games as by book build.")]
pub(crate) struct Arguments {
    /// Move lists, which need --size, TPS or PTN files, folders of PTN files, or playtak.com's
    /// archive in SQLite; `-` for standard input. With --dataset, the inputs of `book build`
    #[arg(value_name = "IN", required = true)]
    paths: Vec<PathBuf>,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "OUT")]
    #[arg(required_unless_present = "dataset", conflicts_with = "dataset")]
    output: Option<PathBuf>,

    /// A folder for a dataset of games, new or empty
    #[arg(long, value_name = "FOLDER")]
    dataset: Option<PathBuf>,

    /// The number of files of the dataset; each position is in only one of them, so that they
    /// can be grouped one by one
    #[arg(long, value_name = "N", default_value_t = 16, conflicts_with = "output")]
    #[arg(value_parser = value_parser!(u32).range(1..=1024), allow_negative_numbers = true)]
    shards: u32,

    /// The number of rows of a file that are written together; for each file, this many are
    /// held in memory, at about 100 bytes each
    #[arg(long, value_name = "ROWS", default_value_t = 65_536, conflicts_with = "output")]
    #[arg(value_parser = value_parser!(u32).range(1..=1 << 24), allow_negative_numbers = true)]
    row_group_size: u32,

    /// The format of the inputs, by default guessed from the name and first line of each
    #[arg(long, value_name = "FORMAT", value_enum, conflicts_with = "dataset")]
    from: Option<Format>,

    /// Take only the first N plies of each move list or game [default with --dataset: 16]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u16).range(1..))]
    plies: Option<u16>,

    /// Report as one JSON object, on standard output or, if the table is written there, on
    /// standard error
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    filter: FilterArguments,
}

impl Arguments {
    /// Reads and writes.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match (&self.output, &self.dataset) {
            (None, Some(folder)) => self.write_dataset(folder),
            (output, _) => self.write_classes(output.as_deref().unwrap_or(Path::new("-"))),
        }
    }

    fn write_classes(&self, output: &Path) -> Result<(), Failure> {
        let FilterArguments { size, opening, .. } = self.filter;
        if self.filter.ask_for_more() {
            let why = "openings are selected only by --size and --opening; expected --dataset for \
                       other conditions";
            return Err(Failure::Input(why.to_owned()));
        }
        let sources = files(&self.paths, output)?;
        let books = Books::open(sources, self.from, size, self.plies.map(usize::from))?;
        let mut ledger = Ledger::default();
        classes::write(books.by_opening(opening), &mut ledger, output)?;
        ledger.tell("opening", self.json, output == "-", "", &json!({}))
    }

    fn write_dataset(&self, folder: &Path) -> Result<(), Failure> {
        let start = Instant::now();
        let plies = self.plies.map_or(16, u32::from);
        let sources = files(&self.paths, folder)?;
        let mut dataset = Dataset::create(folder, self.shards, self.row_group_size as usize)?;
        let mut ledger = Ledger::default();
        let taken = records::read(sources, &self.filter, &mut ledger, &mut |record, times| {
            let (addition, rows) = step_rows(record, times, plies, self.shards);
            rows.into_iter().try_for_each(|row| dataset.push(row))?;
            Ok(addition)
        })?;
        let written = dataset.finish()?;
        self.tell(&taken, &ledger, &written, start)
    }

    fn tell(
        &self,
        taken: &Taken,
        ledger: &Ledger,
        written: &Written,
        start: Instant,
    ) -> Result<(), Failure> {
        let Written { rows, bytes } = written;
        if self.json {
            let mut object = ledger.json();
            object["added"] = taken.games.into();
            object["left_out"] = taken.left_out_json();
            object["rows"] = (*rows).into();
            object["files"] = self.shards.into();
            object["bytes"] = (*bytes).into();
            object["time"] = (start.elapsed().as_millis() as u64).into();
            print_json(&object)?;
        } else {
            let lines = ledger.bad_lines();
            let (added, bad) = (taken.games, ledger.bad_entries());
            let left_out = taken.left_out();
            let (read, rows) = (counted(ledger.good, "game"), counted(rows, "row"));
            let files = counted(self.shards, "file");
            remark::tell(&format!(
                "{lines}read {read}, added {added}, {left_out}bad {bad}; {rows} in {files}, {bytes} \
                 bytes"
            ));
        }
        ledger.result()
    }
}
