//! Reading a book.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension};
use tak_encoding::{
    AnyMove, AnyPosition, BoardSize, Hashing, Move, PackedBoard, Playable, Position, Size,
    with_position,
};

use crate::error::BookError;
use crate::key::Key;
use crate::schema::{self, COLUMNS};
use crate::sqlite;
use crate::tally::Tally;

/// A limit above the number of moves in any position.
const MOST_MOVES: usize = 1 << 14;

/// An opened book.
///
/// Nothing in the file is trusted: invalid rows are skipped, and a damaged file is an error.
pub struct Book {
    pub(crate) connection: Connection,
    /// Whether an engine has scored its positions.
    #[cfg_attr(not(feature = "write"), expect(dead_code, reason = "only what writes asks"))]
    pub(crate) is_scored: bool,
    plies: u32,
}

/// A move played in a position, and the results of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove<const N: usize> {
    /// The move, legal in the position that was looked up. If a symmetry of that position makes
    /// several moves equivalent, this one stands for all of them.
    pub mv: Move<N>,
    /// The games in which it or an equivalent move was played there.
    pub tally: Tally,
}

/// A move of a book with its position, as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookRow {
    /// The position, in the book's orientation.
    pub position: AnyPosition,
    /// The earliest ply at which the position occurred.
    pub ply: u32,
    /// The move: the first of those that a symmetry of the position makes equivalent.
    pub mv: AnyMove,
    /// The games in which it was played there.
    pub tally: Tally,
}

/// A row of the table of moves, with its position.
pub(crate) struct Row {
    #[cfg_attr(not(feature = "write"), expect(dead_code, reason = "only what writes asks"))]
    pub(crate) size: BoardSize,
    pub(crate) board: PackedBoard,
    pub(crate) ply: u32,
    pub(crate) mv: String,
    pub(crate) tally: Tally,
}

impl Book {
    /// Opens a book for reading. The file is never changed.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a book of this version.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let connection = sqlite::open_read_only(path)?;
        let plies = schema::check(&connection)?;
        let is_scored = schema::has_scores(&connection)?;
        Ok(Self { connection, is_scored, plies })
    }

    /// The depth of the book: it holds the moves of plies below this one.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The games in the book, by size.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn games(&self) -> Result<Vec<(BoardSize, Tally)>, BookError> {
        let query = format!("SELECT size, {COLUMNS} FROM games ORDER BY size LIMIT 100");
        let mut statement = self.connection.prepare(&query)?;
        let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, tally(row, 1)?)))?;
        let mut games = Vec::new();
        for row in rows {
            let (squares, tally) = row?;
            games.extend(size(squares).zip(tally));
        }
        Ok(games)
    }

    /// The moves played in a position, the most played first. Komi and move number are ignored.
    /// There are no moves in a position that no book can hold, such as one with nonstandard piece
    /// counts.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn lookup<const N: usize, H: Hashing>(
        &self,
        position: &Position<N, H>,
    ) -> Result<Vec<BookMove<N>>, BookError>
    where
        Size<N>: Playable,
    {
        let Some(key) = Key::of(position) else {
            return Ok(Vec::new());
        };
        let mut moves = Vec::new();
        for (text, tally) in self.rows_of(key.board())? {
            let Ok(stored) = text.parse() else { continue };
            let mv = key.to_asked(stored);
            // Legal, and not already listed in another form.
            if position.is_legal(mv)
                && tally.games > 0
                && moves.iter().all(|known: &BookMove<N>| known.mv != mv)
            {
                moves.push(BookMove { mv, tally });
            }
        }
        moves.sort_by_key(|known| (std::cmp::Reverse(known.tally.games), known.mv));
        Ok(moves)
    }

    /// [`lookup`](Self::lookup) in a position whose size is known only at run time.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn lookup_any(&self, position: &AnyPosition) -> Result<Vec<(AnyMove, Tally)>, BookError> {
        with_position!(position, position => {
            let moves = self.lookup(position)?.into_iter();
            Ok(moves.map(|known| (known.mv.into(), known.tally)).collect())
        })
    }

    fn rows_of(&self, board: &PackedBoard) -> Result<Vec<(String, Tally)>, BookError> {
        let position = "SELECT id FROM positions WHERE board = ?";
        let mut position = self.connection.prepare_cached(position)?;
        let id = position.query_row([board.as_bytes()], |row| row.get::<_, i64>(0));
        let Some(id) = id.optional()? else {
            return Ok(Vec::new());
        };
        let moves =
            format!("SELECT move, {COLUMNS} FROM moves WHERE position = ? LIMIT {MOST_MOVES}");
        let mut moves = self.connection.prepare_cached(&moves)?;
        let rows = moves.query_map([id], |row| Ok((row.get(0)?, tally(row, 1)?)))?;
        let mut found = Vec::new();
        for row in rows {
            let (text, tally): (String, _) = row?;
            found.extend(tally.map(|tally| (text, tally)));
        }
        Ok(found)
    }

    /// The number of moves in the book, over all positions.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn moves(&self) -> Result<u64, BookError> {
        let query = "SELECT count(*) FROM moves";
        let moves: i64 = self.connection.query_row(query, [], |row| row.get(0))?;
        Ok(moves.unsigned_abs())
    }

    /// Visits all moves of the book, position by position; invalid rows are skipped and counted.
    ///
    /// # Errors
    ///
    /// If the file is damaged, or the first error that the visitor returns.
    pub fn for_each<Error: From<BookError>>(
        &self,
        mut visit: impl FnMut(BookRow) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        let (mut bad, mut failure) = (0, None);
        let read = self.for_each_row(|row| {
            let Some(row) = row.and_then(book_row) else {
                bad += 1;
                return Ok(());
            };
            // Anything but `Ok` ends the reading.
            visit(row).map_err(|error| {
                failure = Some(error);
                BookError::NotABook
            })
        });
        match failure {
            Some(error) => Err(error),
            None => read.map(|()| bad).map_err(Error::from),
        }
    }

    /// Visits all rows of the table of moves; invalid ones are `None`.
    pub(crate) fn for_each_row(
        &self,
        mut visit: impl FnMut(Option<&Row>) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        let query = format!(
            "SELECT positions.size, board, ply, move, {COLUMNS} FROM positions \
             JOIN moves ON moves.position = positions.id ORDER BY positions.id"
        );
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            visit(read_row(row).as_ref())?;
        }
        Ok(())
    }
}

/// The size in a row.
pub(crate) fn size(squares_per_side: i64) -> Option<BoardSize> {
    usize::try_from(squares_per_side).ok().and_then(BoardSize::new)
}

fn book_row(row: &Row) -> Option<BookRow> {
    let position = AnyPosition::unpack(&row.board).ok()?;
    let mv = position.parse_move(&row.mv).ok()?;
    Some(BookRow { position, ply: row.ply, mv, tally: row.tally })
}

fn read_row(row: &rusqlite::Row<'_>) -> Option<Row> {
    Some(Row {
        size: size(row.get(0).ok()?)?,
        board: PackedBoard::from_bytes(row.get_ref(1).ok()?.as_blob().ok()?).ok()?,
        ply: row.get(2).ok()?,
        mv: row.get(3).ok()?,
        tally: tally(row, 4).ok()??,
    })
}

/// The counts from column `first` on; `None` if they are invalid.
fn tally(row: &rusqlite::Row<'_>, first: usize) -> rusqlite::Result<Option<Tally>> {
    let mut columns = [0; 6];
    for (column, count) in (first..).zip(&mut columns) {
        *count = match row.get_ref(column)? {
            rusqlite::types::ValueRef::Integer(count) => count,
            _ => return Ok(None),
        };
    }
    Ok(Tally::from_columns(columns))
}
