//! Writing a book.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use rusqlite::{Connection, params};
use smallvec::SmallVec;
use tak_encoding::{
    AnyGame, BoardSize, Game, Move, PackedBoard, Playable, Position, Size, with_game, with_size,
};

use crate::book::{Book, Row};
use crate::error::BookError;
use crate::key::has_standard_pieces;
use crate::schema::{self, ADD_UP, COLUMNS};
use crate::step::Step;
use crate::tally::Tally;

/// The most positions kept in memory before they are written, at about 200 bytes
/// each.
const MOST_PENDING: usize = 1 << 19;

/// Writes a new book: games and other books go in, in any order and number.
///
/// The file is complete when [`finish`](Self::finish) has returned. What is there
/// before, or after an error, is not a book: write to a temporary name.
///
/// ```
/// use tak_book::{Book, BookBuilder};
/// use tak_encoding::{AnyGame, Position, Symmetry};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("my.book");
/// let game: AnyGame = "[Size \"6\"]\n1. a1 f6 2. d3 R-0".parse()?;
/// let mut builder = BookBuilder::create(&path, 16)?;
/// builder.add_game(&game, [Some(1600), None])?;
/// builder.finish()?;
///
/// let book = Book::open(&path)?;
/// let position = Position::<6>::from_tps("1,x5/x6/x6/x6/x6/x5,2 1 2")?;
/// let moves = book.lookup(&position)?;
/// assert_eq!(moves[0].mv.to_string(), "c3");
/// assert_eq!((moves[0].tally.games, moves[0].tally.white_wins), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BookBuilder {
    connection: Connection,
    plies: u32,
    pending: HashMap<PackedBoard, Pending>,
    totals: BTreeMap<BoardSize, Tally>,
    most_pending: usize,
}

/// What is known about a position and not written yet.
struct Pending {
    size: BoardSize,
    /// The earliest one at which it was met.
    ply: u32,
    /// By the bits of the move, in the book's orientation.
    moves: SmallVec<[(u16, Tally); 1]>,
}

/// What became of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addition {
    /// It is in the book.
    Added,
    /// Its piece counts are not the standard ones of its size: it is another game.
    OtherPieces,
    /// It has no move that the book could hold.
    NoMoves,
}

impl Addition {
    /// What becomes of a game with these steps.
    pub fn of<const N: usize>(game: &Game<N>, steps: &[Step<N>]) -> Self
    where
        Size<N>: Playable,
    {
        match steps {
            [] if has_standard_pieces(game.start()) => Self::NoMoves,
            [] => Self::OtherPieces,
            _ => Self::Added,
        }
    }
}

impl BookBuilder {
    /// Starts a book that holds the moves of the first `plies` plies.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or already has something in it.
    pub fn create(path: &Path, plies: u32) -> Result<Self, BookError> {
        if fs::metadata(path).is_ok_and(|file| file.len() > 0) {
            return Err(BookError::NotEmpty);
        }
        let open = || {
            let connection = Connection::open(path)?;
            // Nobody else sees the file before it is done.
            connection.execute_batch(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; \
                 PRAGMA locking_mode = EXCLUSIVE; BEGIN",
            )?;
            schema::create(&connection, plies)?;
            Ok(connection)
        };
        Ok(Self {
            connection: open().map_err(BookError::Write)?,
            plies,
            pending: HashMap::new(),
            totals: BTreeMap::new(),
            most_pending: MOST_PENDING,
        })
    }

    /// Adds the moves of a game, with White's and Black's ratings. A position
    /// that recurs in the game counts once, with the move played there first.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn add_game(
        &mut self,
        game: &AnyGame,
        ratings: [Option<u32>; 2],
    ) -> Result<Addition, BookError> {
        self.add_repeated(game, ratings, 1)
    }

    /// Adds a game that was played several times in the same way.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn add_repeated(
        &mut self,
        game: &AnyGame,
        ratings: [Option<u32>; 2],
        times: u64,
    ) -> Result<Addition, BookError> {
        let tally = Tally::of(game, ratings).times(times);
        let addition = with_game!(game, game => self.add_moves(game, tally));
        if addition == Addition::Added {
            *self.totals(game.size()) += tally;
        }
        self.flush_when_full()?;
        Ok(addition)
    }

    fn add_moves<const N: usize>(&mut self, game: &Game<N>, tally: Tally) -> Addition
    where
        Size<N>: Playable,
    {
        let steps = Step::of_game(game, self.plies);
        let addition = Addition::of(game, &steps);
        for step in steps {
            self.add_step(step, tally);
        }
        addition
    }

    pub(crate) fn add_step<const N: usize>(&mut self, step: Step<N>, tally: Tally)
    where
        Size<N>: Playable,
    {
        let Step { ply, board, mv } = step;
        let new = || Pending { size: Size::<N>::BOARD_SIZE, ply, moves: SmallVec::new() };
        let pending = self.pending.entry(board).or_insert_with(new);
        pending.ply = pending.ply.min(ply);
        let bits = mv.bits();
        match pending.moves.iter_mut().find(|(other, _)| *other == bits) {
            Some((_, sum)) => *sum += tally,
            None => pending.moves.push((bits, tally)),
        }
    }

    /// Adds everything in another book, as if its games were added one by one.
    /// Returns the number of rows that make no sense and were left out.
    ///
    /// # Errors
    ///
    /// If that book has another depth or cannot be read, or this one cannot be
    /// written.
    pub fn add_book(&mut self, book: &Book) -> Result<u64, BookError> {
        self.add_book_watched(book, |_| ())
    }

    /// [`add_book`](Self::add_book) with progress: `watch` is told now and then how
    /// many rows have been read.
    ///
    /// # Errors
    ///
    /// Those of [`add_book`](Self::add_book).
    pub fn add_book_watched(
        &mut self,
        book: &Book,
        mut watch: impl FnMut(u64),
    ) -> Result<u64, BookError> {
        if book.plies() != self.plies {
            return Err(BookError::OtherPlies { expected: self.plies, found: book.plies() });
        }
        for (size, tally) in book.games()? {
            *self.totals(size) += tally;
        }
        let (mut bad_rows, mut moves) = (0, 0_u64);
        book.for_each_row(|row| {
            moves += 1;
            if moves.is_multiple_of(1024) {
                watch(moves);
            }
            let added = row.and_then(|row| with_size!(row.size, N => self.add_row::<N>(row)));
            bad_rows += u64::from(added.is_none());
            self.flush_when_full()
        })?;
        Ok(bad_rows)
    }

    /// The orientation is found afresh: the other book may be somebody else's.
    fn add_row<const N: usize>(&mut self, row: &Row) -> Option<()>
    where
        Size<N>: Playable,
    {
        let position: Position<N> = row.board.unpack().ok()?;
        let mv = position.parse_move(&row.mv).ok()?;
        let step = Step::of(&position, mv)?;
        self.add_step(Step { ply: row.ply, ..step }, row.tally);
        Some(())
    }

    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// The games of a size.
    pub(crate) fn totals(&mut self, size: BoardSize) -> &mut Tally {
        self.totals.entry(size).or_default()
    }

    pub(crate) fn flush_when_full(&mut self) -> Result<(), BookError> {
        if self.pending.len() >= self.most_pending {
            self.flush().map_err(BookError::Write)?;
        }
        Ok(())
    }

    /// Writes what is pending, in the order of the boards, which is the order of
    /// the index.
    fn flush(&mut self) -> rusqlite::Result<()> {
        let mut pending: Vec<_> = self.pending.drain().collect();
        pending.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut add_position = self.connection.prepare(
            "INSERT INTO positions (size, ply, tps, board) VALUES (?, ?, ?, ?) \
             ON CONFLICT (board) DO UPDATE SET ply = min(ply, excluded.ply), \
             tps = iif(ply <= excluded.ply, tps, excluded.tps) RETURNING id",
        )?;
        let mut add_move = self.connection.prepare(&format!(
            "INSERT INTO moves (position, move, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (position, move) {ADD_UP}"
        ))?;
        for (board, Pending { size, ply, moves }) in pending {
            let tps = with_size!(size, N => tps::<N>(&board, ply));
            let row = params![size as u8, ply, tps, board.as_bytes()];
            let id: i64 = add_position.query_row(row, |row| row.get(0))?;
            for (bits, tally) in moves {
                let mv = with_size!(size, N => Move::<N>::from_bits(bits).map(|mv| mv.to_string()));
                let [games, white, black, draws, sum, ratings] = tally.to_columns();
                add_move.execute(params![id, mv, games, white, black, draws, sum, ratings])?;
            }
        }
        Ok(())
    }

    /// Writes the rest and closes the file. Returns the number of positions in the
    /// book.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<u64, BookError> {
        self.flush().map_err(BookError::Write)?;
        let positions = self.write_totals().map_err(BookError::Write)?;
        let closed = self.connection.close();
        closed.map_err(|(_, error)| BookError::Write(error))?;
        Ok(positions.unsigned_abs())
    }

    fn write_totals(&self) -> rusqlite::Result<i64> {
        for (size, tally) in &self.totals {
            let [games, white, black, draws, sum, ratings] = tally.to_columns();
            let size = *size as u8;
            self.connection.execute(
                &format!("INSERT INTO games (size, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"),
                params![size, games, white, black, draws, sum, ratings],
            )?;
        }
        self.connection.execute_batch("COMMIT")?;
        let positions = "SELECT count(*) FROM positions";
        self.connection.query_row(positions, [], |row| row.get(0))
    }
}

/// The board as a TPS with the move number that goes with the ply.
fn tps<const N: usize>(board: &PackedBoard, ply: u32) -> Option<String>
where
    Size<N>: Playable,
{
    let position: Position<N> = board.unpack().ok()?;
    let tps = position.to_tps();
    let (board_and_side, _) = tps.rsplit_once(' ')?;
    Some(format!("{board_and_side} {}", ply / 2 + 1))
}
