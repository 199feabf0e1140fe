//! The compression of ptn.ninja's links, that of the JavaScript package
//! `lz-string` with its alphabet for URLs.
//!
//! It is an LZ78 code of UTF-16 units, its bits written six to a letter, the
//! lowest bit of each code first. Codes start with 2 bits and grow with the
//! dictionary. Code 0 is followed by a new unit of 8 bits, 1 by one of 16 bits,
//! 2 is the end; from 3 on they stand for entries of the dictionary: each new
//! unit, and after each code the phrase before it with one unit more.
//!
//! A crate compresses. It could decompress too, but without a limit: a short link can unfold to
//! gigabytes, so the reader here stops at a size.

use super::LinkError;

pub(super) use lz_str::compress_to_encoded_uri_component as compress;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

const NEW_BYTE: usize = 0;
const NEW_UNIT: usize = 1;
const END: usize = 2;
const FIRST_ENTRY: usize = 3;

/// The most UTF-16 units that a link may hold.
const LONGEST_TEXT: usize = 1 << 20;

/// Whether a text may be compressed: it has no other letters.
pub(super) fn is_alphabet(text: &str) -> bool {
    let known = |byte| ALPHABET.contains(&byte) || byte == b'$';
    !text.is_empty() && text.bytes().all(known)
}

/// Unpacks a text.
pub(super) fn decompress(packed: &str) -> Result<String, LinkError> {
    let known = |letter| ALPHABET.iter().position(|&known| known == letter);
    let values = packed.bytes().map_while(known);
    let mut bits = values.flat_map(|value| (0..6).rev().map(move |bit| value >> bit & 1));
    // A number of this many bits, the lowest first.
    let mut take = |count: u32| -> Result<usize, LinkError> {
        (0..count).try_fold(0, |number, bit| {
            let next = bits.next().ok_or(LinkError::Damaged)?;
            Ok(number | next << bit)
        })
    };
    let mut units: Vec<u16> = Vec::new();
    // Each entry as a part of the text: where it starts, and its length.
    let mut entries: Vec<(usize, usize)> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    // The length of codes grows with this count: each code, and each new unit once more.
    let mut counted = 2_u32;
    loop {
        let code = take(counted.ilog2() + 1)?;
        let at = units.len();
        // The phrase before and the unit that comes next.
        let longer = last.map(|(start, length)| (start, length + 1));
        let entry = match code {
            NEW_BYTE | NEW_UNIT => {
                let size = if code == NEW_BYTE { 8 } else { 16 };
                units.push(take(size)? as u16);
                entries.push((at, 1));
                counted += 1;
                (at, 1)
            }
            END => return String::from_utf16(&units).map_err(|_| LinkError::Damaged),
            code => {
                let index = code - FIRST_ENTRY;
                let known = entries.get(index).copied();
                // Only the entry completed by this very code may be missing.
                let new = longer.filter(|_| index == entries.len());
                let (start, length) = known.or(new).ok_or(LinkError::Damaged)?;
                if at + length > LONGEST_TEXT {
                    return Err(LinkError::TooLong);
                }
                // One by one: the entry may reach into what it adds.
                for index in start..start + length {
                    units.push(units[index]);
                }
                (at, length)
            }
        };
        entries.extend(longer);
        counted += 1;
        last = Some(entry);
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
            ("[Size \"5\"]\n\n1. a1 e5\n", "NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA"),
            ("1. a1 f6 {Größe ≥ 6 😀}", "IwOgBAhsYGYGxgN4HEBOA3g+wUzIUyIwFBeDcAA9gXyA"),
        ] {
            assert_eq!(compress(text), packed, "{text}");
            assert_eq!(decompress(packed).as_deref(), Ok(text));
        }
    }

    #[test]
    fn damaged_texts_are_refused() {
        for packed in ["", "NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKp", "$$", "IZ!", "----------", "é"] {
            assert_eq!(decompress(packed), Err(LinkError::Damaged), "{packed}");
        }
    }

    #[test]
    fn a_short_text_does_not_fill_the_memory() {
        let bomb = compress("a".repeat(LONGEST_TEXT + 1).as_str());
        assert!(bomb.len() < 20_000);
        assert!(decompress(&bomb) == Err(LinkError::TooLong));
        let most = "a".repeat(LONGEST_TEXT);
        assert!(decompress(&compress(most.as_str())) == Ok(most));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn texts_come_back(text in "[ -~]{0,300}|[ab]{0,300}|\\PC{0,100}") {
            prop_assert_eq!(decompress(&compress(text.as_str())), Ok(text));
        }

        #[test]
        fn any_letters_are_read_like_the_other_crate_reads_them(packed in "[A-Za-e]{1,20}") {
            let other = lz_str::decompress_from_encoded_uri_component(&packed);
            // It wants one letter more than necessary.
            if let (Ok(text), Some(other)) = (decompress(&packed), other) {
                let units: Vec<u16> = text.encode_utf16().collect();
                prop_assert_eq!(units, other);
            }
        }
    }
}
