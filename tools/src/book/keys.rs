//! `tak-tools book keys`: the canonical keys of openings, for other programs.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tak_encoding::{BoardSize, EightHashes, PackedBoard, with_size};

use super::source::{Inputs, Opening, Trouble};
use crate::failure::Failure;
use crate::output::Output;
use crate::report::Report;

mod table;

use table::{KeyRow, Table};

/// Write the class of every opening as a Parquet table
///
/// One row for each opening, duplicates included, so that DuckDB, Spark or any
/// other engine can group them, on many machines if need be. The columns:
///
///   key     the canonical hash, equal for symmetric positions (u64); another
///           version of this program may have other hashes
///   size    the size of the board
///   tps     the canonical board as TPS with the smallest possible move number:
///           equal for symmetric positions and no others
///   ply     plies played
///   result  how the game ended, null if it goes on or nobody knows
///   weight  how often the opening came, 1 without counts (u64)
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "Examples:
  tak-tools book keys book.txt --size 6 -o keys.parquet
  tak-tools book keys games.ptn --plies 8 -o keys.parquet
  duckdb -c \"SELECT size, tps, sum(weight) FROM 'keys.parquet' GROUP BY key, size, tps\"

Bad lines are told as by book dedup.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// Report as one JSON object: on standard output, or on standard error
    /// where the table goes to standard output
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Reads and writes.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let books = self.inputs.open(&self.output)?;
        let mut table = Table::create(Output::create(&self.output)?)?;
        let mut report = Report::default();
        books.read(&mut report, &mut |opening: &Opening<'_>| {
            table.push(row(opening)?)?;
            Ok(())
        })?;
        report.require_some()?;
        table.finish()?;
        report.tell(self.json, self.output == *"-", "", &json!({}))
    }
}

fn row(opening: &Opening<'_>) -> Result<KeyRow, Trouble> {
    let (class, board) = (&opening.class, &opening.class.board);
    let (key, tps, outcome) = board_facts(class.size, board)?;
    let result = match opening.result {
        Some(result) => Some(result.to_string()),
        None => outcome,
    };
    Ok(KeyRow {
        key,
        size: class.size.squares_per_side() as u8,
        tps,
        ply: class.ply,
        result,
        weight: opening.count,
    })
}

/// The canonical key and the TPS of a board, and how the game ended if the board
/// shows it.
fn board_facts(
    size: BoardSize,
    board: &PackedBoard,
) -> Result<(u64, String, Option<String>), String> {
    with_size!(size, N => {
        let position = board.unpack::<N, EightHashes>().map_err(|error| error.to_string())?;
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        Ok((position.hashes().canonical(), position.to_tps(), outcome))
    })
}
