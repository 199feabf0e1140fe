//! `tak-tools slides`: a table of all ways to drop a hand, for use in other programs.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use serde_json::{Value, json};
use tak_encoding::Slide;

use crate::failure::Failure;
use crate::language::Language;
use crate::output::write;

mod summary;

/// Print the slides of a stack: every way to drop a hand along a line
///
/// Each row has the pieces carried, the bits of the composition (the highest for the second piece
/// from the bottom, 1 if it starts a new square), the same in eight bits after a leading 1 (the
/// code, 1 more than the row), the drops with the nearest square first, the same as eight nibbles,
/// the squares covered, and whether a capstone on top could crush a wall. The rows of a lower stack
/// are the first rows of a higher one.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools slides --height 4
  tak-tools slides --height 6 --format csv -o slides.csv
  tak-tools slides --format c -o slides.h        # c, go, js, python or rust
  tak-tools slides --format python --lists       # by squares covered, crushes
  tak-tools slides --format bin -o slides.bin    # little-endian u32s
  tak-tools slides --summary --height 5")]
pub(crate) struct Arguments {
    /// Height of the stack, or the carry limit if that is less, 1 to 8
    #[arg(long, value_name = "H", default_value = "8", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u8).range(1..=8))]
    height: u8,

    /// How to write the rows
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,

    /// Where the nibbles of the drops begin: with `left`, the drop on the nearest square is the
    /// highest, with `right` the lowest
    #[arg(long, value_name = "SIDE", value_enum, default_value_t)]
    align: Align,

    /// The order: by `row`, or by `drops`, those with fewer pieces on the nearest square first
    #[arg(long, value_name = "ORDER", value_enum, default_value_t)]
    order: Order,

    /// Write lists instead: for each number of squares the codes of the slides that cover
    /// them, and of those after which a capstone can crush (as json or a language)
    #[arg(long)]
    lists: bool,

    /// Print how many slides there are, by hand, length and distance (as table or json)
    #[arg(long, conflicts_with = "lists")]
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
    /// The packed drops as little-endian u32s
    Bin,
    /// A constant array of packed drops in C, as a header
    C,
    /// The same in Go
    Go,
    /// The same in JavaScript, as a module
    Js,
    /// The same in Python
    Python,
    /// The same in Rust
    Rust,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Align {
    #[default]
    Left,
    Right,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Order {
    #[default]
    Row,
    Drops,
}

impl Format {
    fn language(self) -> Option<Language> {
        match self {
            Self::Table | Self::Csv | Self::Json | Self::Bin => None,
            Self::C => Some(Language::C),
            Self::Go => Some(Language::Go),
            Self::Js => Some(Language::Js),
            Self::Python => Some(Language::Python),
            Self::Rust => Some(Language::Rust),
        }
    }
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
            (false, _) if self.lists => self.write_lists()?.into_bytes(),
            (false, Format::Table) => self.table().into_bytes(),
            (false, Format::Csv) => self.csv().into_bytes(),
            (false, Format::Json) => self.json().into_bytes(),
            (false, Format::Bin) => {
                self.slides().iter().flat_map(|&slide| self.packed(slide).to_le_bytes()).collect()
            }
            (false, format) => {
                let array = format.language().map(|language| self.array(language));
                array.unwrap_or_default().into_bytes()
            }
        };
        write(&self.output, &bytes)
    }

    /// The slides in their order.
    fn slides(&self) -> Vec<Slide> {
        let mut slides: Vec<_> = Slide::of_height(self.height.into()).collect();
        if self.order == Order::Drops {
            slides.sort_by_key(|slide| slide.packed());
        }
        slides
    }

    /// The drops as eight nibbles.
    fn packed(&self, slide: Slide) -> u32 {
        match self.align {
            Align::Left => slide.packed(),
            Align::Right => {
                let drops = slide.drops().enumerate();
                drops.fold(0, |packed, (square, drop)| packed | drop << (4 * square))
            }
        }
    }

    fn table(&self) -> String {
        let mut text =
            "row  code  carried  pattern  drops            packed      length  crush\n".to_owned();
        for slide in self.slides() {
            let pattern = pattern(slide);
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{:>3}  {:>4}  {:>7}  {:<7}  {:<15}  0x{:08x}  {:>6}  {}",
                slide.row(),
                code(slide),
                slide.carried(),
                if pattern.is_empty() { "-" } else { &pattern },
                drops(slide),
                self.packed(slide),
                slide.length(),
                if slide.may_crush() { "yes" } else { "no" },
            );
        }
        text
    }

    fn csv(&self) -> String {
        let mut text = "row,code,carried,pattern,drops,packed,length,may_crush\n".to_owned();
        for slide in self.slides() {
            let _ = writeln!(
                text,
                "{},{},{},{},{},0x{:08x},{},{}",
                slide.row(),
                code(slide),
                slide.carried(),
                pattern(slide),
                drops(slide),
                self.packed(slide),
                slide.length(),
                slide.may_crush(),
            );
        }
        text
    }

    /// An array, one object per line.
    fn json(&self) -> String {
        let rows = self.slides().into_iter().map(|slide| {
            let row = json!({
                "row": slide.row(),
                "code": code(slide),
                "carried": slide.carried(),
                "pattern": pattern(slide),
                "drops": slide.drops().collect::<Vec<_>>(),
                "packed": self.packed(slide),
                "length": slide.length(),
                "may_crush": slide.may_crush(),
            });
            row.to_string()
        });
        let rows: Vec<_> = rows.collect();
        format!("[\n{}\n]\n", rows.join(",\n"))
    }

    fn array(&self, language: Language) -> String {
        let height = self.height;
        let slides = self.slides();
        let nearest = match self.align {
            Align::Left => "highest",
            Align::Right => "lowest",
        };
        let order = match self.order {
            Order::Row => "Those of height h are the first 2^h - 1.",
            Order::Drops => "In the order of their drops.",
        };
        let remark = [
            format!("The {} slides of a stack of height {height}, each as", slides.len()),
            format!("eight nibbles, the drop on the nearest square {nearest}."),
            order.to_owned(),
        ];
        let rows = slides.iter().map(|&slide| (self.packed(slide), drops(slide)));
        format!("{}{}", language.head(), language.slides(&remark, &rows.collect::<Vec<_>>()))
    }

    /// The codes by squares covered, and of those that may crush.
    fn write_lists(&self) -> Result<String, Failure> {
        let slides = self.slides();
        let lists = |takes: fn(Slide) -> bool| -> Vec<Vec<u8>> {
            let of_length = |length| {
                let of_length = slides.iter().filter(move |slide| slide.length() == length);
                of_length.filter(|&&slide| takes(slide)).map(|&slide| code(slide)).collect()
            };
            (1..=u32::from(self.height)).map(of_length).collect()
        };
        let (all, crushing) = (lists(|_| true), lists(Slide::may_crush));
        match (self.format, self.format.language()) {
            (Format::Json, _) => {
                let object: Value = json!({"by_length": all, "crushing_by_length": crushing});
                Ok(format!("{object}\n"))
            }
            (_, Some(language)) => {
                let text = |name, what, lists| {
                    let remark =
                        format!("For 1, 2, … squares the codes of the slides that {what}.");
                    language.lists(name, &remark, lists)
                };
                Ok(format!(
                    "{}{}\n{}",
                    language.head(),
                    text("slides_by_length", "cover them", &all),
                    text("crushes_by_length", "cover them and may crush", &crushing),
                ))
            }
            _ => {
                let why = "--lists: expected --format json, c, go, js, python or rust";
                Err(Failure::Input(why.to_owned()))
            }
        }
    }
}

/// A 1 followed by the bits of the composition: 1 more than the row, so that it fits in a byte and
/// 0 is left for a placement.
fn code(slide: Slide) -> u8 {
    1 << (slide.carried() - 1) | slide.pattern()
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
