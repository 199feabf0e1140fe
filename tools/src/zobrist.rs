//! `tak-tools zobrist`: the keys of our Zobrist hashes, for use in other programs.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use tak_encoding::{BoardSize, Color, HashKeys};
use tak_games::start::board_size;

use crate::failure::Failure;
use crate::language::Language;
use crate::output::write;

/// Print the keys that make up the hash of a position
///
/// The hash is the exclusive or of the keys of every piece at its height (0 at the bottom), of a
/// wall or a capstone on top, of Black to move, and of an opening that the board does not show.
/// tak-encoding/FORMATS.md explains it, with the canonical orientation, test vectors, and examples
/// in C and Python.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools zobrist --size 6
  tak-tools zobrist --size 5 --format c -o keys.h    # c, go, js, python or rust
  tak-tools zobrist --size 5 --format json")]
pub(crate) struct Arguments {
    /// The size of the board
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// How to write the keys
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,

    /// Where to write, `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// A header line, then one line per key
    #[default]
    Csv,
    /// One object; keys are hexadecimal text, since many readers round large numbers
    Json,
    /// Constant arrays in C, as a header
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

impl Arguments {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let keys = HashKeys::of(self.size);
        let text = match self.format {
            Format::Csv => csv(&keys),
            Format::Json => json(self.size, &keys),
            Format::C => arrays(Language::C, self.size, &keys),
            Format::Go => arrays(Language::Go, self.size, &keys),
            Format::Js => arrays(Language::Js, self.size, &keys),
            Format::Python => arrays(Language::Python, self.size, &keys),
            Format::Rust => arrays(Language::Rust, self.size, &keys),
        };
        write(&self.output, text.as_bytes())
    }
}

/// The single keys: name, meaning and key.
fn alone(keys: &HashKeys) -> [(&'static str, &'static str, u64); 3] {
    [
        ("black_to_move", "Black is to move.", keys.black_to_move),
        ("no_swap", "The opening is no-swap, and the board does not show it.", keys.no_swap),
        (
            "double_black_stack",
            "The opening is a double black stack, and the board does not show it.",
            keys.double_black_stack,
        ),
    ]
}

fn csv(keys: &HashKeys) -> String {
    let mut text = "thing,height,color,square,key\n".to_owned();
    for (height, colors) in keys.pieces.iter().enumerate() {
        for color in Color::ALL {
            let name = match color {
                Color::White => "white",
                Color::Black => "black",
            };
            for (square, key) in colors[color.index()].iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "piece,{height},{name},{square},{key:016x}");
            }
        }
    }
    for (name, keys) in [("wall", &keys.walls), ("capstone", &keys.capstones)] {
        for (square, key) in keys.iter().enumerate() {
            let _ = writeln!(text, "{name},,,{square},{key:016x}");
        }
    }
    for (name, _, key) in alone(keys) {
        let _ = writeln!(text, "{name},,,,{key:016x}");
    }
    text
}

fn json(size: BoardSize, keys: &HashKeys) -> String {
    let hex = |key: &u64| format!("{key:016x}");
    let all = |keys: &[u64]| keys.iter().map(hex).collect::<Vec<_>>();
    let pieces: Vec<_> =
        keys.pieces.iter().map(|colors| colors.each_ref().map(|keys| all(keys))).collect();
    let mut object = json!({
        "size": size.squares_per_side(),
        "pieces": pieces,
        "walls": all(&keys.walls),
        "capstones": all(&keys.capstones),
    });
    for (name, _, key) in alone(keys) {
        object[name] = hex(&key).into();
    }
    format!("{object}\n")
}

fn arrays(language: Language, size: BoardSize, keys: &HashKeys) -> String {
    let squares = size.squares_per_side().pow(2);
    let pieces: Vec<_> = keys.pieces.iter().flatten().flatten().copied().collect();
    let remark = format!(
        "Of a piece, at (2 * height + colour) * {squares} + square; height 0 at the bottom, Black 1."
    );
    let mut text = language.head().to_owned();
    text += &language.numbers("pieces", &remark, &pieces);
    text += &language.numbers("walls", "Of a wall on top, by square.", &keys.walls);
    text += &language.numbers("capstones", "Of a capstone on top, by square.", &keys.capstones);
    for (name, remark, key) in alone(keys) {
        text += &language.constant(name, remark, key);
    }
    text
}
