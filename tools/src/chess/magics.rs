//! `tak-tools chess magics`: finds magic numbers and prints them.

use std::fmt::Write;

use clap::Args;
use serde_json::{Value, json};

use super::attacks::Attacks;
use super::magic::{Magic, MagicTable, SEED};
use super::rays::Slider;
use super::square::Square;
use crate::failure::Failure;
use crate::output::{print, print_json};

/// Find and print magic numbers of rooks and bishops
///
/// With the magic of its square the blockers around a slider become an index:
/// (blockers & mask) * magic >> shift. The numbers are found by trying; the
/// same seed finds the same ones.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools chess magics
  tak-tools chess magics --seed 7 --json")]
pub(crate) struct Arguments {
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = SEED)]
    seed: u64,

    /// Print one JSON object on one line, masks and magics in hex
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Searches and prints.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let attacks = Attacks::new(self.seed);
        let tables = Slider::ALL.map(|slider| (slider, attacks.slider(slider)));
        if self.json {
            return print_json(&self.json(tables));
        }
        let mut text = String::from(
            "piece   square  mask                magic               shift  entries\n",
        );
        for (slider, table) in tables {
            for (square, magic) in table.magics() {
                let (
                    name,
                    Row {
                        mask,
                        multiplier,
                        shift,
                        entries,
                    },
                ) = (slider.name(), Row::of(magic));
                let _ = writeln!(
                    text,
                    "{name:<6}  {square}      {mask}  {multiplier}  {shift:>5}  {entries:>7}"
                );
            }
        }
        for (slider, table) in tables {
            let _ = writeln!(text, "{} entries {}", slider.name(), entries(table));
        }
        let all: usize = tables.iter().map(|(_, table)| entries(table)).sum();
        let _ = writeln!(text, "entries {all}");
        print(&text)
    }

    fn json(&self, tables: [(Slider, &MagicTable); 2]) -> Value {
        let mut object = json!({ "seed": self.seed });
        for (slider, table) in tables {
            let rows: Vec<_> = table.magics().map(json_row).collect();
            object[slider.name()] = json!({ "entries": entries(table), "magics": rows });
        }
        object
    }
}

/// A magic as it is printed.
struct Row {
    mask: String,
    multiplier: String,
    shift: u32,
    entries: usize,
}

impl Row {
    fn of(magic: Magic) -> Self {
        let hex = |number: u64| format!("{number:#018x}");
        Self {
            mask: hex(magic.mask.bits()),
            multiplier: hex(magic.multiplier),
            shift: magic.shift,
            entries: magic.table_size(),
        }
    }
}

/// Hex, because not every reader of JSON keeps all 64 bits of a number.
fn json_row((square, magic): (Square, Magic)) -> Value {
    let Row {
        mask,
        multiplier,
        shift,
        entries,
    } = Row::of(magic);
    json!({
        "square": square.to_string(),
        "mask": mask,
        "magic": multiplier,
        "shift": shift,
        "entries": entries,
    })
}

fn entries(table: &MagicTable) -> usize {
    table.magics().map(|(_, magic)| magic.table_size()).sum()
}
