//! Constant arrays in the syntax of programming languages.

use std::fmt::Write;

/// A language to paste into.
#[derive(Clone, Copy)]
pub(crate) enum Language {
    C,
    Go,
    Js,
    Python,
    Rust,
}

impl Language {
    /// How a file begins.
    pub(crate) fn head(self) -> &'static str {
        match self {
            Self::C => "#pragma once\n#include <stdint.h>\n\n",
            Self::Go => "package tak\n\n",
            Self::Js | Self::Python | Self::Rust => "",
        }
    }

    /// How a comment begins that documents what follows.
    fn remark(self) -> &'static str {
        match self {
            Self::C | Self::Go | Self::Js => "//",
            Self::Python => "#",
            Self::Rust => "///",
        }
    }

    /// A name as the language writes constants.
    fn name(self, name: &str) -> String {
        match self {
            Self::Go => {
                let words = name.split('_');
                let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
                words.map(capital).collect()
            }
            _ => name.to_uppercase(),
        }
    }

    /// The packed slides with their drops as comments.
    pub(crate) fn slides(self, remark: &[String], rows: &[(u32, String)]) -> String {
        let (name, count) = (self.name("slides"), rows.len());
        let mut text = String::new();
        for line in remark {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {line}", self.remark());
        }
        let (start, end) = match self {
            Self::C => (format!("static const uint32_t {name}[{count}] = {{"), "};"),
            Self::Go => (format!("var {name} = [{count}]uint32{{"), "}"),
            Self::Js => (format!("export const {name} = Uint32Array.of("), ");"),
            Self::Python => (format!("{name} = ("), ")"),
            Self::Rust => (format!("pub const {name}: [u32; {count}] = ["), "];"),
        };
        let _ = writeln!(text, "{start}");
        let comment = if matches!(self, Self::Python) { "#" } else { "//" };
        for (packed, drops) in rows {
            let number = match self {
                Self::Rust => format!("0x{:04x}_{:04x}", packed >> 16, packed & 0xffff),
                _ => format!("0x{packed:08x}"),
            };
            let _ = writeln!(text, "    {number}, {comment} {drops}");
        }
        let _ = writeln!(text, "{end}");
        text
    }

    /// Lists of codes, one for each length.
    pub(crate) fn lists(self, name: &str, remark: &str, lists: &[Vec<u8>]) -> String {
        let (name, count) = (self.name(name), lists.len());
        let mut text = format!("{} {remark}\n", self.remark());
        let join = |codes: &[u8]| {
            let codes: Vec<_> = codes.iter().map(u8::to_string).collect();
            codes.join(", ")
        };
        // Lines may be long: nobody reads 70 numbers.
        let (start, end) = match self {
            Self::C => {
                // C has no arrays of arrays of different lengths: each ends with a 0.
                let longest = lists.iter().map(Vec::len).max().unwrap_or(0) + 1;
                (format!("static const uint8_t {name}[{count}][{longest}] = {{"), "};")
            }
            Self::Go => (format!("var {name} = [{count}][]uint8{{"), "}"),
            Self::Js => (format!("export const {name} = ["), "];"),
            Self::Python => (format!("{name} = ("), ")"),
            Self::Rust => (format!("pub const {name}: [&[u8]; {count}] = ["), "];"),
        };
        let _ = writeln!(text, "{start}");
        for codes in lists {
            let codes = join(codes);
            let _ = match self {
                Self::C if codes.is_empty() => writeln!(text, "    {{0}},"),
                Self::C => writeln!(text, "    {{{codes}, 0}},"),
                Self::Go => writeln!(text, "    {{{codes}}},"),
                Self::Js => writeln!(text, "    Uint8Array.of({codes}),"),
                Self::Python => writeln!(text, "    bytes([{codes}]),"),
                Self::Rust => writeln!(text, "    &[{codes}],"),
            };
        }
        let _ = writeln!(text, "{end}");
        text
    }

    /// An array of large numbers.
    pub(crate) fn numbers(self, name: &str, remark: &str, numbers: &[u64]) -> String {
        let (name, count) = (self.name(name), numbers.len());
        let mut text = format!("{} {remark}\n", self.remark());
        let (start, end) = match self {
            Self::C => (format!("static const uint64_t {name}[{count}] = {{"), "};"),
            Self::Go => (format!("var {name} = [{count}]uint64{{"), "}"),
            Self::Js => (format!("export const {name} = BigUint64Array.of("), ");"),
            Self::Python => (format!("{name} = ("), ")"),
            Self::Rust => (format!("pub const {name}: [u64; {count}] = ["), "];"),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{start}");
        for four in numbers.chunks(4) {
            let four: Vec<_> = four.iter().map(|&number| self.number(number)).collect();
            let _ = writeln!(text, "    {},", four.join(", "));
        }
        let _ = writeln!(text, "{end}");
        text
    }

    /// One large number.
    pub(crate) fn constant(self, name: &str, remark: &str, number: u64) -> String {
        let (name, number) = (self.name(name), self.number(number));
        let constant = match self {
            Self::C => format!("static const uint64_t {name} = {number};"),
            Self::Go => format!("const {name} uint64 = {number}"),
            Self::Js => format!("export const {name} = {number};"),
            Self::Python => format!("{name} = {number}"),
            Self::Rust => format!("pub const {name}: u64 = {number};"),
        };
        format!("{} {remark}\n{constant}\n", self.remark())
    }

    fn number(self, number: u64) -> String {
        match self {
            Self::C => format!("0x{number:016x}u"),
            Self::Go | Self::Python | Self::Rust => format!("0x{number:016x}"),
            Self::Js => format!("0x{number:016x}n"),
        }
    }
}
