//! Builds a book from tables that another program has grouped.

use tak_encoding::BoardSize;

use super::columns::{Column, Kind, TableError, TableFile, Value};
use crate::builder::BookBuilder;
use crate::counts::Counts;
use crate::error::BookError;
use crate::tally::Tally;

/// The columns of a grouped table, in any order among others.
const COLUMNS: [Column; 10] = [
    Column("size", Kind::Integer),
    Column("ply", Kind::Integer),
    Column("board", Kind::Bytes),
    Column("move", Kind::Bytes),
    Column("games", Kind::Integer),
    Column("white_wins", Kind::Integer),
    Column("black_wins", Kind::Integer),
    Column("draws", Kind::Integer),
    Column("rating_sum", Kind::Integer),
    Column("ratings", Kind::Integer),
];

/// The columns that give the depth.
const DEPTH: [Column; 3] =
    [Column("ply", Kind::Integer), Column("board", Kind::Bytes), Column("move", Kind::Bytes)];

impl TableFile {
    /// The depths of the games, according to the rows that count them.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
    pub fn depths(&self) -> Result<Vec<u32>, String> {
        let mut depths = Vec::new();
        let read = self.for_each(&DEPTH, |_, [ply, board, mv]| {
            if [board, mv].iter().all(|value| value.bytes().is_some_and(<[u8]>::is_empty)) {
                depths.extend(ply.number::<u32>());
            }
            Ok::<_, String>(())
        });
        match read {
            Ok(()) => Ok(depths),
            Err(TableError::File(why) | TableError::Taker(why)) => Err(why),
        }
    }

    /// Adds all rows to a book. `watch` is told the number of each row, from 1, and what is wrong
    /// with it.
    ///
    /// # Errors
    ///
    /// If the file is broken, or the book cannot be written.
    pub fn add_to(
        &self,
        builder: &mut BookBuilder,
        mut watch: impl FnMut(u64, Result<(), String>),
    ) -> Result<(), TableError<BookError>> {
        self.for_each(&COLUMNS, |number, row| {
            watch(number, add_row(builder, row)?);
            Ok(())
        })
    }
}

/// Adds a row to a book. The inner error says what is wrong with the row.
fn add_row(
    builder: &mut BookBuilder,
    row: &[Value<'_>; COLUMNS.len()],
) -> Result<Result<(), String>, BookError> {
    let row = match GroupedRow::read(row) {
        Ok(row) => row,
        Err(why) => return Ok(Err(why)),
    };
    let GroupedRow { size, ply, board, mv, tally } = row;
    let added = if board.is_empty() && mv.is_empty() {
        builder.add_totals(size, tally)
    } else {
        builder.add_counts(&Counts { size, ply, board, mv, tally })?
    };
    Ok(added.map_err(|error| error.to_string()))
}

/// The contents of a row.
struct GroupedRow<'a> {
    size: BoardSize,
    ply: u32,
    board: &'a [u8],
    mv: &'a str,
    tally: Tally,
}

impl<'a> GroupedRow<'a> {
    fn read(row: &[Value<'a>; COLUMNS.len()]) -> Result<Self, String> {
        let [size, ply, board, mv, counts @ ..] = row;
        let size = size.number().and_then(BoardSize::new);
        let mut numbers = [0; 6];
        for ((number, count), Column(name, _)) in
            numbers.iter_mut().zip(counts).zip(&COLUMNS[COLUMNS.len() - 6..])
        {
            *number =
                count.number().ok_or_else(|| format!("{name}: expected a number, at least 0"))?;
        }
        let [games, white_wins, black_wins, draws, rating_sum, ratings] = numbers;
        let mv = mv.bytes().and_then(|text| str::from_utf8(text).ok());
        Ok(Self {
            size: size.ok_or("size: expected 3 to 8")?,
            ply: ply.number().ok_or("ply: expected a number, at least 0")?,
            board: board.bytes().ok_or("board: expected bytes, found null")?,
            mv: mv.ok_or("move: expected text in UTF-8")?,
            tally: Tally { games, white_wins, black_wins, draws, rating_sum, ratings },
        })
    }
}
