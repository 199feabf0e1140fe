//! Merging books.

use tak_encoding::{Playable, Position, Size, with_size};

use crate::book::{Book, Row};
use crate::builder::{BookBuilder, bytes};
use crate::error::BookError;
use crate::runs::{BoardBytes, Entry, Known, Run};
use crate::step::Step;

impl BookBuilder {
    /// Adds another book, as if its games were added one by one. Returns the number of invalid
    /// rows, which are skipped.
    ///
    /// # Errors
    ///
    /// If the other book has a different depth or cannot be read, or if this one cannot be written.
    pub fn add_book(&mut self, book: &Book) -> Result<u64, BookError> {
        self.add_book_watched(book, |_| ())
    }

    /// Like [`add_book`](Self::add_book), but calls `watch` from time to time with the number of
    /// rows read.
    ///
    /// # Errors
    ///
    /// Those of [`add_book`](Self::add_book).
    pub fn add_book_watched(
        &mut self,
        book: &Book,
        mut watch: impl FnMut(u64),
    ) -> Result<u64, BookError> {
        if book.plies() != self.plies() {
            return Err(BookError::OtherPlies { expected: self.plies(), found: book.plies() });
        }
        for (size, tally) in book.games()? {
            *self.totals(size) += tally;
        }
        let run = self.runs.begin().map_err(BookError::Temporary)?;
        let mut rows = Rows { builder: self, run, entry: None, bad: 0 };
        let mut moves = 0_u64;
        book.for_each_row(|row| {
            moves += 1;
            if moves.is_multiple_of(1024) {
                watch(moves);
            }
            rows.add(row)
        })?;
        rows.finish()
    }
}

/// Adds the rows of another book to this one.
///
/// A book written by this library has its rows in the order of their boards, and they are copied to
/// a temporary file. Rows that are out of order are sorted with everything else.
struct Rows<'a> {
    builder: &'a mut BookBuilder,
    run: Run,
    /// The last position, of which more moves may follow.
    entry: Option<Entry>,
    bad: u64,
}

impl Rows<'_> {
    fn add(&mut self, row: Option<&Row>) -> Result<(), BookError> {
        let step = row.and_then(|row| with_size!(row.size, N => step::<N>(row)));
        let Some((board, known)) = step else {
            self.bad += 1;
            return Ok(());
        };
        match &mut self.entry {
            Some(entry) if entry.board == board => {
                entry.known.absorb(known);
                Ok(())
            }
            entry => {
                let before = entry.replace(Entry { board, known });
                before.map_or(Ok(()), |before| self.put(before))
            }
        }
    }

    fn put(&mut self, entry: Entry) -> Result<(), BookError> {
        if self.run.takes(&entry.board) {
            return self.run.push(&entry).map_err(BookError::Temporary);
        }
        self.builder.wait(entry)
    }

    fn finish(mut self) -> Result<u64, BookError> {
        if let Some(entry) = self.entry.take() {
            self.put(entry)?;
        }
        self.builder.runs.add(self.run).map_err(BookError::Temporary)?;
        Ok(self.bad)
    }
}

/// A row as a position and its move. The orientation is computed anew, because another program may
/// have written the book.
fn step<const N: usize>(row: &Row) -> Option<(BoardBytes, Known)>
where
    Size<N>: Playable,
{
    let position: Position<N> = row.board.unpack().ok()?;
    let mv = position.parse_move(&row.mv).ok()?;
    let Step { board, mv, .. } = Step::of(&position, mv)?;
    let mut known = Known::at(row.ply);
    known.add(mv.bits(), row.tally);
    Some((bytes(&board), known))
}
