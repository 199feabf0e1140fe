//! `tak-tools slides`: the table of all ways to drop a hand, for use in other
//! programs.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use serde_json::json;
use tak_encoding::Slide;

use crate::failure::Failure;
use crate::output::write;

mod summary;

/// Print the slides of a stack: every way to drop a hand along a line
///
/// Row by row: the pieces carried, those left behind, the bits of the
/// composition (the highest for the second piece from the bottom, 1 where it
/// starts a new square), the drops with the nearest square first, the same as
/// eight nibbles, the squares covered, and whether a capstone on top could
/// crush a wall. The rows of a lower stack are the first rows of a higher one.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools slides --height 4
  tak-tools slides --height 6 --format csv -o slides.csv
  tak-tools slides --format bin -o slides.bin    # little-endian u32s, 1020 bytes
  tak-tools slides --summary --height 5")]
pub(crate) struct Arguments {
    /// Height of the stack, or the carry limit if that is less, 1 to 8
    #[arg(long, value_name = "H", default_value = "8", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u8).range(1..=8))]
    height: u8,

    /// How to write the rows
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,

    /// Print how many slides there are, by hand, length and distance (as table or json)
    #[arg(long)]
    summary: bool,

    /// Where to write, `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// Columns to read
    #[default]
    Table,
    /// A header line, then one line per row
    Csv,
    /// An array with one object per row
    Json,
    /// A constant array of packed drops to paste into Rust
    Rust,
    /// The packed drops as little-endian u32s
    Bin,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let height = usize::from(self.height);
        let bytes = match (self.summary, self.format) {
            (true, Format::Table) => summary::table(height).into_bytes(),
            (true, Format::Json) => format!("{}\n", summary::json(height)).into_bytes(),
            (true, _) => {
                let why = "--summary: expected --format table or --format json";
                return Err(Failure::Input(why.to_owned()));
            }
            (false, Format::Table) => table(height).into_bytes(),
            (false, Format::Csv) => csv(height).into_bytes(),
            (false, Format::Json) => json(height).into_bytes(),
            (false, Format::Rust) => rust(height).into_bytes(),
            (false, Format::Bin) => {
                Slide::of_height(height).flat_map(|slide| slide.packed().to_le_bytes()).collect()
            }
        };
        write(&self.output, &bytes)
    }
}

/// The bits of the composition, none for a single piece.
fn pattern(slide: Slide) -> String {
    match slide.carried() as usize - 1 {
        0 => String::new(),
        bits => format!("{:0bits$b}", slide.pattern()),
    }
}

fn drops(slide: Slide) -> String {
    let drops: Vec<_> = slide.drops().map(|drop| drop.to_string()).collect();
    drops.join(" ")
}

/// The rows as text: row, carried, left, pattern, drops, packed, length, crush.
fn rows(height: usize) -> impl Iterator<Item = [String; 8]> {
    Slide::of_height(height).map(move |slide| {
        [
            slide.row().to_string(),
            slide.carried().to_string(),
            (height - slide.carried() as usize).to_string(),
            pattern(slide),
            drops(slide),
            format!("0x{:08x}", slide.packed()),
            slide.length().to_string(),
            slide.may_crush().to_string(),
        ]
    })
}

fn table(height: usize) -> String {
    let mut text =
        "row  carried  left  pattern  drops            packed      length  crush\n".to_owned();
    for [row, carried, left, pattern, drops, packed, length, crush] in rows(height) {
        let pattern = if pattern.is_empty() { "-" } else { &pattern };
        let crush = if crush == "true" { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "{row:>3}  {carried:>7}  {left:>4}  {pattern:<7}  {drops:<15}  {packed}  {length:>6}  {crush}"
        );
    }
    text
}

fn csv(height: usize) -> String {
    let mut text = "row,carried,left,pattern,drops,packed,length,may_crush\n".to_owned();
    for row in rows(height) {
        let _ = writeln!(text, "{}", row.join(","));
    }
    text
}

/// An array, one object per line.
fn json(height: usize) -> String {
    let rows = Slide::of_height(height).map(|slide| {
        let row = json!({
            "row": slide.row(),
            "carried": slide.carried(),
            "left": height - slide.carried() as usize,
            "pattern": pattern(slide),
            "drops": slide.drops().collect::<Vec<_>>(),
            "packed": format!("0x{:08x}", slide.packed()),
            "length": slide.length(),
            "may_crush": slide.may_crush(),
        });
        row.to_string()
    });
    let rows: Vec<_> = rows.collect();
    format!("[\n{}\n]\n", rows.join(",\n"))
}

fn rust(height: usize) -> String {
    let count = Slide::of_height(height).len();
    let mut text = format!(
        "/// The {count} slides of a stack of height {height}, each as eight nibbles, the drop on the\n\
         /// nearest square highest. Those of height `h` are the first `2^h - 1`.\n\
         pub const SLIDES: [u32; {count}] = [\n"
    );
    for slide in Slide::of_height(height) {
        let (high, low) = (slide.packed() >> 16, slide.packed() & 0xffff);
        let _ = writeln!(text, "    0x{high:04x}_{low:04x}, // {}", drops(slide));
    }
    text.push_str("];\n");
    text
}
