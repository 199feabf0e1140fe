//! How the entries of the output are written.

use tak_encoding::Symmetry;

use crate::book::format::Format;
use crate::book::opening::COUNT_TAG;
use crate::book::source::Opening;
use crate::failure::Failure;
use crate::output::Output;

/// How entries are written.
pub(super) struct EntryForm {
    pub(super) to: Format,
    pub(super) canonical: bool,
    pub(super) counts: bool,
}

impl EntryForm {
    /// The text of an entry, without its count.
    pub(super) fn text<'a>(&self, opening: &Opening<'a>, buffer: &'a mut String) -> &'a str {
        if opening.format == self.to && !self.canonical {
            return opening.text;
        }
        buffer.clear();
        let turn = if self.canonical {
            opening.class.symmetry
        } else {
            Symmetry::Identity
        };
        opening.form.write(self.to, turn, buffer);
        buffer.trim_end()
    }

    /// Writes an entry.
    pub(super) fn write(
        &self,
        text: &[u8],
        count: u64,
        output: &mut Output,
    ) -> Result<(), Failure> {
        if self.to == Format::Ptn {
            if self.counts {
                output.write(format!("[{COUNT_TAG} \"{count}\"]\n").as_bytes())?;
            }
            output.write(text)?;
            return output.write(b"\n\n");
        }
        output.write(text)?;
        if self.counts {
            output.write(format!("\t{count}").as_bytes())?;
        }
        output.write(b"\n")
    }
}
