//! A text that is read as a whole. Bytes that are not UTF-8 spoil only the part that they are in.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;

use crate::failure::Failure;
use crate::input::{Peeked, Source, found_instead};

/// The most places that may be invalid; a file with more of them is not text.
const MOST_DAMAGED: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The text of a source.
///
/// ```
/// use tak_terminal::input::Source;
/// use tak_terminal::text::Text;
///
/// let text = Text::read(&Source::Argument("--text", "one\ntwo\n".to_owned()))?;
/// assert_eq!(text.as_str(), "one\ntwo\n");
/// text.check(0..text.as_str().len())?;
/// # Ok::<(), tak_terminal::failure::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Text {
    source: Source,
    /// With `\u{fffd}` in each damaged place.
    whole: String,
    damage: Vec<Damage>,
}

/// One to three bytes that are not UTF-8.
#[derive(Clone, Copy, Debug)]
struct Damage {
    /// Where it stands in the text.
    at: usize,
    bytes: [u8; 3],
    length: u8,
}

impl Damage {
    fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

impl Text {
    /// Reads a whole source. Fails if it is not text at all.
    pub fn read(source: &Source) -> Result<Self, Failure> {
        Self::new(source.clone(), source.read()?)
    }

    /// Reads the whole of a source whose first bytes are known.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn of_peeked(peeked: Peeked) -> Result<Self, Failure> {
        let (source, bytes) = peeked.read()?;
        Self::new(source, bytes)
    }

    fn new(source: Source, mut bytes: Vec<u8>) -> Result<Self, Failure> {
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        let bytes = match String::from_utf8(bytes) {
            Ok(whole) => return Ok(Self { source, whole, damage: Vec::new() }),
            Err(error) => error.into_bytes(),
        };
        if let Some(found) = found_instead(&bytes) {
            return Err(source.failure(format_args!("expected text in UTF-8, found {found}")));
        }
        let mut all = Self { source, whole: String::new(), damage: Vec::new() };
        for chunk in bytes.utf8_chunks() {
            all.whole.push_str(chunk.valid());
            if let [first, rest @ ..] = chunk.invalid() {
                let byte = |index| rest.get(index).copied().unwrap_or_default();
                let length = chunk.invalid().len() as u8;
                let bytes = [*first, byte(0), byte(1)];
                all.damage.push(Damage { at: all.whole.len(), bytes, length });
                all.whole.push(char::REPLACEMENT_CHARACTER);
            }
            if all.damage.len() > MOST_DAMAGED {
                all.check_whole()?;
            }
        }
        Ok(all)
    }

    /// The source with these bytes, to be read line by line.
    pub fn into_peeked(self) -> Peeked {
        let bytes = self.bytes(0..self.whole.len());
        Peeked::whole(self.source, bytes)
    }

    /// All of it, with `\u{fffd}` in place of what is not UTF-8.
    pub fn as_str(&self) -> &str {
        &self.whole
    }

    /// Where it came from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The places that are not UTF-8, as byte offsets in order.
    pub fn damaged(&self) -> impl Iterator<Item = usize> {
        self.damage.iter().map(|damage| damage.at)
    }

    /// Fails if a part of it, given in bytes, is damaged, and says on which line.
    pub fn check(&self, part: Range<usize>) -> Result<(), Failure> {
        let Some(damage) = self.damage_in(part).first() else {
            return Ok(());
        };
        let line = 1 + self.whole[..damage.at].matches('\n').count();
        Err(self.source.failure_at(line as u64, "expected text in UTF-8"))
    }

    /// Fails if anything in it is damaged.
    pub fn check_whole(&self) -> Result<(), Failure> {
        self.check(0..self.whole.len())
    }

    /// The bytes of a part, as in the source.
    pub fn bytes(&self, part: Range<usize>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut done = part.start;
        for damage in self.damage_in(part.clone()) {
            bytes.extend(&self.whole.as_bytes()[done..damage.at]);
            bytes.extend(damage.bytes());
            done = damage.at + char::REPLACEMENT_CHARACTER.len_utf8();
        }
        bytes.extend(&self.whole.as_bytes()[done..part.end]);
        bytes
    }

    /// Replaces a text by what it stands for, like a packed form by what is in it: then every
    /// byte must be intact.
    pub fn unpacked<E: Display>(
        self,
        unpack: impl FnOnce(&str) -> Result<Cow<'_, str>, E>,
    ) -> Result<Self, Failure> {
        let text = match unpack(&self.whole) {
            Ok(Cow::Borrowed(_)) => return Ok(self),
            Ok(Cow::Owned(text)) => text,
            Err(error) => {
                self.check_whole()?;
                return Err(self.source.failure(error));
            }
        };
        self.check_whole()?;
        Ok(Self { whole: text, ..self })
    }

    fn damage_in(&self, part: Range<usize>) -> &[Damage] {
        let index = |end: usize| self.damage.partition_point(|damage| damage.at < end);
        &self.damage[index(part.start)..index(part.end)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Result<Text, String> {
        let source = Source::Argument("--text", String::new());
        Text::new(source, bytes.to_vec()).map_err(|failure| failure.to_string())
    }

    #[test]
    fn damage_spoils_what_it_stands_in() {
        let bytes = b"\xef\xbb\xbfone\n\xfftwo\nthree \xe2\x82";
        let text = text(bytes).unwrap();
        assert_eq!(text.as_str(), "one\n\u{fffd}two\nthree \u{fffd}");
        assert_eq!(text.damaged().collect::<Vec<_>>(), [4, 17]);
        let check = |part| text.check(part).map_err(|failure| failure.to_string());
        assert_eq!((check(0..4), check(7..17)), (Ok(()), Ok(())));
        assert_eq!(check(4..5).unwrap_err(), "--text, line 2: expected text in UTF-8");
        assert_eq!(check(7..18).unwrap_err(), "--text, line 3: expected text in UTF-8");
        // Unchanged, wherever it is cut.
        assert_eq!(text.bytes(0..text.as_str().len()), bytes[3..]);
        assert_eq!([text.bytes(0..7), text.bytes(7..20)].concat(), bytes[3..]);
    }

    #[test]
    fn other_files_are_no_text() {
        for (bytes, found) in [
            (&b"\xff\xfe1\0"[..], "UTF-16; save it as UTF-8"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "other data"),
        ] {
            let line = format!("--text: expected text in UTF-8, found {found}");
            assert_eq!(text(bytes).unwrap_err(), line);
        }
        let line = text(&b"a\n\xff".repeat(MOST_DAMAGED + 1)).unwrap_err();
        assert_eq!(line, "--text, line 2: expected text in UTF-8");
    }

    #[test]
    fn what_is_unpacked_must_be_whole() {
        fn unpack(text: &str) -> Result<Cow<'_, str>, &'static str> {
            match text.strip_prefix("to ") {
                Some("") => Err("nothing to unpack"),
                Some(to) => Ok(Cow::Owned(to.to_owned())),
                None => Ok(Cow::Borrowed(text)),
            }
        }
        let unpacked = |bytes| {
            let unpacked = text(bytes)?.unpacked(unpack);
            unpacked.map(|text| text.whole).map_err(|failure| failure.to_string())
        };
        assert_eq!(unpacked(b"to x"), Ok("x".to_owned()));
        assert_eq!(unpacked(b"plain \xff"), Ok("plain \u{fffd}".to_owned()));
        assert_eq!(unpacked(b"to ").unwrap_err(), "--text: nothing to unpack");
        assert_eq!(unpacked(b"to \xff").unwrap_err(), "--text, line 1: expected text in UTF-8");
    }
}
