//! `tak-tools chess magics`: finds and prints magic numbers.

use std::fmt::Write;

use clap::Args;
use serde_json::{Value, json};

use super::magic::{Magic, MagicTable, SEED};
use super::rays::Slider;
use super::square::Square;
use crate::failure::Failure;
use crate::output::{print, print_json};

/// Find and print magic numbers of rooks and bishops
///
/// The magic of a square turns the blockers around a slider into an index: (blockers & mask) *
/// magic >> shift. The numbers are found by trial; the same seed finds the same numbers.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools chess magics
  tak-tools chess magics --seed 7 --json")]
pub(crate) struct Arguments {
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = SEED)]
    seed: u64,

    /// Print one JSON object on one line, masks and magics in hex
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Searches and prints.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let tables = Slider::ALL.map(|slider| (slider, MagicTable::find(slider, self.seed)));
        if self.json {
            return print_json(&self.json(&tables));
        }
        let mut text = String::from(
            "piece   square  mask                magic               shift  entries\n",
        );
        for (slider, table) in &tables {
            for (square, magic) in table.magics() {
                let (mask, multiplier) = (hex(magic.mask.bits()), hex(magic.multiplier));
                let (name, shift, entries) = (slider.name(), magic.shift, magic.table_size());
                let _ = writeln!(
                    text,
                    "{name:<6}  {square}      {mask}  {multiplier}  {shift:>5}  {entries:>7}"
                );
            }
        }
        for (slider, table) in &tables {
            let _ = writeln!(text, "{} entries {}", slider.name(), table.len());
        }
        let all: usize = tables.iter().map(|(_, table)| table.len()).sum();
        let _ = writeln!(text, "entries {all}");
        print(&text)
    }

    fn json(&self, tables: &[(Slider, MagicTable); 2]) -> Value {
        let mut object = json!({ "seed": self.seed });
        for (slider, table) in tables {
            let magics: Vec<_> = table.magics().map(magic_json).collect();
            object[slider.name()] = json!({ "entries": table.len(), "magics": magics });
        }
        object
    }
}

fn magic_json((square, magic): (Square, Magic)) -> Value {
    json!({
        "square": square.to_string(),
        "mask": hex(magic.mask.bits()),
        "magic": hex(magic.multiplier),
        "shift": magic.shift,
        "entries": magic.table_size(),
    })
}

/// Also used in JSON, since not every reader keeps all 64 bits of a number.
fn hex(number: u64) -> String {
    format!("{number:#018x}")
}
