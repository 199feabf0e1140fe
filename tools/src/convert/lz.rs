//! The compression of ptn.ninja's links, that of the JavaScript package
//! `lz-string` with its alphabet for URLs.
//!
//! It is an LZ78 code of UTF-16 units, its bits written six to a letter, the
//! lowest bit of each code first. Codes start with 2 bits and grow with the
//! dictionary. Code 0 is followed by a new unit of 8 bits, 1 by one of 16 bits,
//! 2 is the end; from 3 on they stand for entries of the dictionary: each new
//! unit, and after each code the phrase before it with one unit more.
//!
//! The reader here stops at a size: a short link can unfold to gigabytes.

use std::collections::{HashMap, HashSet};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

const NEW_BYTE: u32 = 0;
const NEW_UNIT: u32 = 1;
const END: u32 = 2;
const FIRST_ENTRY: usize = 3;

/// The most UTF-16 units that a link may hold.
const LONGEST_TEXT: usize = 1 << 20;

/// Whether a text may be compressed: it has no other letters.
pub(super) fn is_alphabet(text: &str) -> bool {
    let known = |byte| ALPHABET.contains(&byte) || byte == b'$';
    !text.is_empty() && text.bytes().all(known)
}

/// Packs a text into letters that need no escapes in a URL.
pub(super) fn compress(text: &str) -> String {
    let mut packer = Packer::default();
    let mut phrase: Option<Phrase> = None;
    for unit in text.encode_utf16() {
        let single = packer.single(unit);
        let Some(known) = phrase else {
            phrase = Some(single);
            continue;
        };
        let longer = packer.phrases.get(&(known.code, unit));
        phrase = Some(if let Some(&code) = longer {
            Phrase { code, unit }
        } else {
            packer.emit(known);
            let code = packer.next_code();
            packer.phrases.insert((known.code, unit), code);
            single
        });
    }
    if let Some(phrase) = phrase {
        packer.emit(phrase);
    }
    packer.letters.push(END, packer.width.bits);
    packer.letters.finish()
}

/// A phrase of the dictionary and the unit that it ends with.
#[derive(Clone, Copy)]
struct Phrase {
    code: u32,
    unit: u16,
}

#[derive(Default)]
struct Packer {
    singles: HashMap<u16, u32>,
    /// By the code of all but the last unit, and that.
    phrases: HashMap<(u32, u16), u32>,
    /// The codes of units that the reader does not know yet.
    unseen: HashSet<u32>,
    entries: u32,
    width: Width,
    letters: Letters,
}

impl Packer {
    fn next_code(&mut self) -> u32 {
        self.entries += 1;
        FIRST_ENTRY as u32 + self.entries - 1
    }

    fn single(&mut self, unit: u16) -> Phrase {
        let code = self.singles.get(&unit).copied().unwrap_or_else(|| {
            let code = self.next_code();
            self.singles.insert(unit, code);
            self.unseen.insert(code);
            code
        });
        Phrase { code, unit }
    }

    fn emit(&mut self, Phrase { code, unit }: Phrase) {
        if self.unseen.remove(&code) {
            let (kind, bits) = if unit < 256 {
                (NEW_BYTE, 8)
            } else {
                (NEW_UNIT, 16)
            };
            self.letters.push(kind, self.width.bits);
            self.letters.push(u32::from(unit), bits);
            self.width.count();
        } else {
            self.letters.push(code, self.width.bits);
        }
        self.width.count();
    }
}

/// The bits of a code, which both sides count alike.
struct Width {
    bits: u32,
    left: u32,
}

impl Default for Width {
    fn default() -> Self {
        Self { bits: 2, left: 2 }
    }
}

impl Width {
    /// One entry more in the dictionary.
    fn count(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.bits;
            self.bits += 1;
        }
    }
}

/// Bits on their way into letters, the highest bit of a letter first.
#[derive(Default)]
struct Letters {
    text: String,
    value: usize,
    bits: u32,
}

impl Letters {
    fn push(&mut self, value: u32, bits: u32) {
        for bit in 0..bits {
            self.value = self.value << 1 | (value >> bit & 1) as usize;
            self.bits += 1;
            if self.bits == 6 {
                self.text.push(char::from(ALPHABET[self.value]));
                (self.value, self.bits) = (0, 0);
            }
        }
    }

    /// The last letter is always there, be it empty.
    fn finish(mut self) -> String {
        self.push(0, 6 - self.bits);
        self.text
    }
}

/// Unpacks a text.
pub(super) fn decompress(packed: &str) -> Result<String, &'static str> {
    let mut bits = Bits::new(packed);
    let mut units: Vec<u16> = Vec::new();
    // Each entry as a part of the text: where it starts, and its length.
    let mut entries: Vec<(usize, usize)> = Vec::new();
    let mut width = Width::default();
    let mut last: Option<(usize, usize)> = None;
    loop {
        let code = bits.take(width.bits).ok_or(DAMAGED)?;
        let at = units.len();
        // The phrase before and the unit that comes next.
        let longer = last.map(|(start, length)| (start, length + 1));
        let entry = match code {
            NEW_BYTE | NEW_UNIT => {
                let size = if code == NEW_BYTE { 8 } else { 16 };
                units.push(bits.take(size).ok_or(DAMAGED)? as u16);
                entries.push((at, 1));
                width.count();
                (at, 1)
            }
            END => return String::from_utf16(&units).map_err(|_| DAMAGED),
            code => {
                let index = code as usize - FIRST_ENTRY;
                let known = entries.get(index).copied();
                // Only the entry that this very code completes may be missing.
                let new = longer.filter(|_| index == entries.len());
                let (start, length) = known.or(new).ok_or(DAMAGED)?;
                if at + length > LONGEST_TEXT {
                    return Err("it unfolds to more than 1 MiB");
                }
                // One by one: the entry may reach into what it adds.
                for index in start..start + length {
                    units.push(units[index]);
                }
                (at, length)
            }
        };
        entries.extend(longer);
        width.count();
        last = Some(entry);
    }
}

const DAMAGED: &str = "damaged or cut short";

/// The bits of a packed text, in the order in which they were written.
struct Bits<'a> {
    letters: std::str::Bytes<'a>,
    value: u32,
    left: u32,
}

impl<'a> Bits<'a> {
    fn new(packed: &'a str) -> Self {
        let letters = packed.bytes();
        Self {
            letters,
            value: 0,
            left: 0,
        }
    }

    /// A number of so many bits, the lowest first.
    fn take(&mut self, bits: u32) -> Option<u32> {
        let mut number = 0;
        for bit in 0..bits {
            if self.left == 0 {
                let letter = self.letters.next()?;
                self.value = ALPHABET.iter().position(|&known| known == letter)? as u32;
                self.left = 6;
            }
            self.left -= 1;
            number |= (self.value >> self.left & 1) << bit;
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_are_packed_as_the_package_does() {
        // Made by lz-string 1.5.0, `compressToEncodedURIComponent`.
        for (text, packed) in [
            ("", "Q"),
            ("a", "IZA"),
            ("aaaa", "IY5A"),
            ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "IY18ZZA"),
            (
                "[Size \"5\"]\n\n1. a1 e5\n",
                "NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA",
            ),
            (
                "1. a1 f6 {Größe ≥ 6 😀}",
                "IwOgBAhsYGYGxgN4HEBOA3g+wUzIUyIwFBeDcAA9gXyA",
            ),
        ] {
            assert_eq!(compress(text), packed, "{text}");
            assert_eq!(decompress(packed).as_deref(), Ok(text));
        }
    }

    #[test]
    fn damaged_texts_are_refused() {
        for packed in [
            "",
            "NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKp",
            "$$",
            "IZ!",
            "----------",
            "é",
        ] {
            assert_eq!(decompress(packed), Err(DAMAGED), "{packed}");
        }
    }

    #[test]
    fn a_short_text_does_not_fill_the_memory() {
        let bomb = compress(&"a".repeat(3 << 20));
        assert!(bomb.len() < 20_000);
        assert!(decompress(&bomb).unwrap_err().contains("more than 1 MiB"));
        let most = "a".repeat(LONGEST_TEXT);
        assert!(decompress(&compress(&most)) == Ok(most));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn texts_come_back(text in "[ -~]{0,300}|[ab]{0,300}|\\PC{0,100}") {
            let packed = compress(&text);
            prop_assert_eq!(&packed, &lz_str::compress_to_encoded_uri_component(text.as_str()));
            prop_assert_eq!(decompress(&packed), Ok(text));
        }

        #[test]
        fn any_letters_are_read_like_the_other_crate_reads_them(packed in "[A-Za-e]{1,20}") {
            let other = lz_str::decompress_from_encoded_uri_component(&packed);
            // It wants one letter more than there need be.
            if let (Ok(text), Some(other)) = (decompress(&packed), other) {
                let units: Vec<u16> = text.encode_utf16().collect();
                prop_assert_eq!(units, other);
            }
        }
    }
}
