//! Openings that are looked up together: where each may be in the table is read
//! for all of them first, so that the memory answers many questions at once.

use crate::book::seen::Seen;

/// Enough that waiting for one is waiting for all, few enough for the first cache.
const MOST: usize = 64;

/// Openings that wait to be looked up, one behind the other.
#[derive(Default)]
pub(super) struct Batch {
    boards: Vec<u8>,
    texts: String,
    entries: Vec<Entry>,
}

/// Where board and text of an opening end; they start where those before end.
struct Entry {
    hash: u64,
    board_end: usize,
    text_end: usize,
    count: u64,
}

impl Batch {
    /// Takes an opening.
    pub(super) fn push(&mut self, seen: &Seen, board: &[u8], text: &str, count: u64) {
        self.boards.extend_from_slice(board);
        self.texts.push_str(text);
        self.entries.push(Entry {
            hash: seen.hash(board),
            board_end: self.boards.len(),
            text_end: self.texts.len(),
            count,
        });
    }

    /// Whether it is time to look them up.
    pub(super) fn is_full(&self) -> bool {
        self.entries.len() >= MOST
    }

    /// Looks all up, and hands on the texts of the new ones.
    pub(super) fn look_up<E>(
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
