//! Deduplication with all classes in memory.

use serde_json::json;
use tak_book::Seen;

use super::{Done, Input};
use crate::book::spool::{Folder, Spool};
use crate::failure::Failure;
use crate::output::Output;

/// Without counts, an opening is written as soon as it is known to be new. With counts, which are
/// known only at the end, its text is kept on disk until then.
pub(super) fn dedup(
    input: Input<'_>,
    folder: &Folder,
    mut output: Output,
) -> Result<Done, Failure> {
    let form = input.form;
    let mut seen = Seen::new();
    let mut waiting = form.counts.then(|| Spool::new(folder)).transpose()?;
    let mut batch = Batch::default();
    let mut keep = |text: &str| match &mut waiting {
        None => form.write(text.as_bytes(), 1, &mut output),
        Some(spool) => spool.push(&[text.as_bytes()]),
    };
    input.read(|opening, text| {
        batch.push(&seen, opening.class.board.as_bytes(), text, opening.count);
        if !batch.is_full() {
            return Ok(());
        }
        if seen.is_full() {
            let why = "there are too many openings to keep in memory: expected --memory";
            return Err(Failure::Input(why.to_owned()).into());
        }
        Ok(batch.look_up(&mut seen, &mut keep)?)
    })?;
    batch.look_up(&mut seen, &mut keep)?;
    if let Some(spool) = waiting {
        let mut texts = spool.read()?;
        for (_, count) in seen.iter() {
            let text = texts.next()?.unwrap_or_default();
            form.write(text, count, &mut output)?;
        }
    }
    output.finish()?;
    Ok(Done {
        kept: seen.len(),
        memory: json!({
            "bytes": seen.bytes(),
            "bytes_per_position": seen.bytes() as f64 / seen.len() as f64,
        }),
    })
}

/// Openings that are looked up together. Their slots are read first, so that cache misses overlap.
#[derive(Default)]
struct Batch {
    boards: Vec<u8>,
    texts: String,
    entries: Vec<Waiting>,
}

/// Where the board and the text of an opening end. They start where the previous ones end.
struct Waiting {
    hash: u64,
    board_end: usize,
    text_end: usize,
    count: u64,
}

impl Batch {
    /// Enough for cache misses to overlap, and few enough for the first-level cache.
    const MOST: usize = 64;

    fn push(&mut self, seen: &Seen, board: &[u8], text: &str, count: u64) {
        self.boards.extend_from_slice(board);
        self.texts.push_str(text);
        self.entries.push(Waiting {
            hash: seen.hash(board),
            board_end: self.boards.len(),
            text_end: self.texts.len(),
            count,
        });
    }

    fn is_full(&self) -> bool {
        self.entries.len() >= Self::MOST
    }

    /// Looks up all of them, and passes on the texts of the new ones.
    fn look_up<E>(
        &mut self,
        seen: &mut Seen,
        mut new: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        seen.touch(self.entries.iter().map(|entry| entry.hash));
        let (mut board_start, mut text_start) = (0, 0);
        for entry in &self.entries {
            let board = &self.boards[board_start..entry.board_end];
            if seen.insert_hashed(entry.hash, board, entry.count) {
                new(&self.texts[text_start..entry.text_end])?;
            }
            (board_start, text_start) = (entry.board_end, entry.text_end);
        }
        self.boards.clear();
        self.texts.clear();
        self.entries.clear();
        Ok(())
    }
}
