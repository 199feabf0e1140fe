//! `tak-tools book keys`: the canonical keys of openings, for other programs.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tak_encoding::{NoHash, PackedBoard, with_size};

use super::report::Report;
use super::source::{Inputs, Opening, Trouble};
use crate::failure::Failure;
use crate::output::Output;

mod table;

use table::{Row, Table};

/// Write the class of every opening as a Parquet table
///
/// A row for each opening, duplicates too, so that DuckDB, Spark or any other
/// engine can group them, on many machines if need be. The columns:
///
///   key     the canonical hash, equal for symmetric positions (u64)
///   size    the size of the board
///   tps     the canonical board as TPS, its move number the smallest possible:
///           equal for symmetric positions and no others
///   ply     plies played
///   result  how the game ended, null where it goes on or nobody knows
///   weight  how often the opening came, 1 without counts (u64)
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "Examples:
  tak-tools book keys book.txt --size 6 --parquet keys.parquet
  tak-tools book keys games.ptn --plies 8 --parquet keys.parquet
  duckdb -c \"SELECT size, tps, sum(weight) FROM 'keys.parquet' GROUP BY key, size, tps\"

Bad lines are told as by book dedup.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,

    /// The file to write, `-` for standard output
    #[arg(long, value_name = "OUT")]
    parquet: PathBuf,

    /// Report as one JSON object: on standard output, or on standard error
    /// where the table goes to standard output
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Reads and writes.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.inputs.refuse_as_output(&self.parquet)?;
        let books = self.inputs.open()?;
        let mut table = Table::create(Output::create(&self.parquet)?)?;
        let mut report = Report::default();
        books.read(&mut report, &mut |opening: &Opening<'_>| {
            table.push(row(opening)?)?;
            Ok(())
        })?;
        report.require_some()?;
        table.finish()?;
        report.tell(self.json, self.parquet == *"-", "", &json!({}))
    }
}

fn row(opening: &Opening<'_>) -> Result<Row, Trouble> {
    let (class, board) = (&opening.class, &opening.class.board);
    let (tps, outcome) = board_facts(class.size, board)?;
    let result = match opening.result {
        Some(result) => Some(result.to_string()),
        None => outcome,
    };
    Ok(Row {
        key: class.key,
        size: class.size.squares_per_side() as u8,
        tps,
        ply: class.ply,
        result,
        weight: opening.count,
    })
}

/// The TPS of a board, and how the game ended if the board shows it.
fn board_facts(
    size: tak_encoding::BoardSize,
    board: &PackedBoard,
) -> Result<(String, Option<String>), String> {
    with_size!(size, N => {
        let position = board.unpack::<N, NoHash>().map_err(|error| error.to_string())?;
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        Ok((position.to_tps(), outcome))
    })
}
