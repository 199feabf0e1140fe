//! `tak-tools verify`: checks that a certificate proves what it claims.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tak_encoding::Opening;
use tak_terminal::folders::files;
use tak_verify::{Checked, Wrong, check};

use crate::counted::counted;
use crate::failure::Failure;
use crate::input::Source;
use crate::ledger::Ledger;
use crate::output::{print, print_json};
use crate::text::Text;

/// Check proofs of forced wins, as `tak-engine solve --certificate` writes them
///
/// Nothing is searched: every legal answer to every move of the proof is replayed to the
/// end of the game.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools verify proof.txt
  tak-tools verify proof.txt --json

Exit codes: 0 all are proofs, 2 one is not.")]
pub(crate) struct Arguments {
    /// Certificates, also compressed by gzip; folders with .txt files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Print one JSON object on one line for each
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Checks all of them.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut ledger = Ledger::telling();
        for source in files(&self.files, &["txt"]) {
            ledger.count(source.and_then(|source| self.check_one(&source)))?;
        }
        ledger.finish("inputs")
    }

    fn check_one(&self, source: &Source) -> Result<(), Failure> {
        let text = Text::read(source)?;
        text.check_whole()?;
        let checked = check(text.as_str());
        let checked = checked.map_err(|Wrong { line, why }| source.failure_at(line, why))?;
        self.tell(source, &checked)
    }

    fn tell(&self, source: &Source, checked: &Checked) -> Result<(), Failure> {
        let Checked { tps, half_komi, winner, by_road, plies, positions, answers, .. } = checked;
        if self.json {
            return print_json(&json!({
                "file": source.whole_name(), "tps": tps, "half_komi": half_komi.0,
                "pieces": checked.pieces, "opening": checked.opening.to_string(), "winner": winner.to_string().to_lowercase(),
                "by_road": by_road, "plies": plies, "positions": positions, "answers": answers,
            }));
        }
        let win = if *by_road { "forces a road" } else { "forces a win" };
        let opening = match checked.opening {
            opening if opening == Opening::default() => String::new(),
            opening => format!(", opening {opening}"),
        };
        let [flats, caps, black_flats, black_caps] = checked.pieces;
        let pieces = if checked.is_usual {
            String::new()
        } else {
            format!(
                ", not the usual pieces: White {flats} and {caps} capstones, Black {black_flats} \
                 and {black_caps}"
            )
        };
        print(&format!(
            "{}: proven: {winner} {win} within {} ({}, {} replayed)\n  from {tps}, komi {half_komi}{opening}{pieces}\n",
            source.name(),
            counted(plies, "ply"),
            counted(positions, "position"),
            counted(answers, "answer"),
        ))
    }
}
