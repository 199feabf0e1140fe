//! Writing a book.

use std::collections::{BTreeMap, HashMap, hash_map};
use std::fs;
use std::path::Path;

use rusqlite::{Connection, params};
use smallvec::SmallVec;
use tak_encoding::{
    AnyGame, BoardSize, Game, Move, PackedBoard, Playable, Position, Size, with_game, with_size,
};

use crate::error::BookError;
use crate::key::has_standard_pieces;
use crate::runs::{BoardBytes, Entry, Known, Merged, Runs};
use crate::schema::{self, COLUMNS};
use crate::step::Step;
use crate::tally::Tally;

/// The most positions kept in memory before they are written to a temporary file. Each takes about
/// 200 bytes.
const MOST_PENDING: usize = 1 << 19;

/// Writes a new book from any number of games and other books, added in any order.
///
/// The file is a book only after [`finish`](Self::finish) has returned without an error, so write
/// to a temporary name. Positions that do not fit in memory are kept in unnamed files in the same
/// folder. The same games give the same file, byte for byte, in whatever order and by way of
/// whatever other books they are added.
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
    pending: HashMap<BoardBytes, Known>,
    most_pending: usize,
    pub(crate) runs: Runs,
    totals: BTreeMap<BoardSize, Tally>,
}

/// Whether a game was added, and if not, why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addition {
    /// It is in the book.
    Added,
    /// Its piece counts are not the standard ones of its size, so it is a different game.
    OtherPieces,
    /// It has no move that a book can hold.
    NoMoves,
}

impl Addition {
    /// The result of adding a game with these steps.
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
    /// If the file cannot be written or is not empty.
    pub fn create(path: &Path, plies: u32) -> Result<Self, BookError> {
        if fs::metadata(path).is_ok_and(|file| file.len() > 0) {
            return Err(BookError::NotEmpty);
        }
        let open = || {
            let connection = Connection::open(path)?;
            // No other program reads the file before it is finished.
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
            most_pending: MOST_PENDING,
            runs: Runs::beside(path),
            totals: BTreeMap::new(),
        })
    }

    /// Adds the moves of a game, with White's and Black's ratings. A position that recurs in the
    /// game counts once, with the move played there first.
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

    /// Adds a game that was played several times.
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
        let known = self.pending.entry(bytes(&board)).or_insert_with(|| Known::at(ply));
        known.ply = known.ply.min(ply);
        known.add(mv.bits(), tally);
    }

    /// Adds an entry to those in memory.
    pub(crate) fn wait(&mut self, Entry { board, known }: Entry) -> Result<(), BookError> {
        match self.pending.entry(board) {
            hash_map::Entry::Occupied(mut waiting) => waiting.get_mut().absorb(known),
            hash_map::Entry::Vacant(none) => drop(none.insert(known)),
        }
        self.flush_when_full()
    }

    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// The totals of a size.
    pub(crate) fn totals(&mut self, size: BoardSize) -> &mut Tally {
        self.totals.entry(size).or_default()
    }

    pub(crate) fn flush_when_full(&mut self) -> Result<(), BookError> {
        if self.pending.len() < self.most_pending {
            return Ok(());
        }
        let pending = self.sorted();
        let mut write = || {
            let mut run = self.runs.begin()?;
            pending.iter().try_for_each(|entry| run.push(entry))?;
            self.runs.add(run)
        };
        write().map_err(BookError::Temporary)
    }

    /// Takes the pending positions, in the order of their boards.
    fn sorted(&mut self) -> Vec<Entry> {
        let pending = self.pending.drain().map(|(board, known)| Entry { board, known });
        let mut pending: Vec<_> = pending.collect();
        pending.sort_unstable_by(|one, other| one.board.cmp(&other.board));
        pending
    }

    /// Writes the book and closes the file. Returns the number of positions in it.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<u64, BookError> {
        let pending = self.sorted();
        let Self { connection, runs, totals, .. } = self;
        let merged = runs.merge(pending).map_err(BookError::Temporary)?;
        let positions = write(&connection, merged)?;
        write_totals(&connection, &totals).map_err(BookError::Write)?;
        let closed = connection.close();
        closed.map_err(|(_, error)| BookError::Write(error))?;
        Ok(positions)
    }
}

pub(crate) fn bytes(board: &PackedBoard) -> BoardBytes {
    BoardBytes::from_slice(board.as_bytes())
}

/// Writes positions and moves, row by row in order. Returns the number of positions.
fn write(connection: &Connection, merged: Merged) -> Result<u64, BookError> {
    let prepare = |query: &str| connection.prepare(query).map_err(BookError::Write);
    let mut add_position =
        prepare("INSERT INTO positions (id, size, ply, tps, board) VALUES (?, ?, ?, ?, ?)")?;
    let mut add_move = prepare(&format!(
        "INSERT INTO moves (position, move, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    ))?;
    let mut positions = 0_i64;
    for entry in merged {
        let Entry { board, known } = entry.map_err(BookError::Temporary)?;
        // The bytes came from a board, so this cannot fail.
        let Ok(packed) = PackedBoard::from_bytes(&board) else { continue };
        positions += 1;
        let size = packed.size();
        let tps = with_size!(size, N => tps::<N>(&packed, known.ply));
        let row = params![positions, size as u8, known.ply, tps, board.as_slice()];
        add_position.execute(row).map_err(BookError::Write)?;
        for (mv, tally) in with_size!(size, N => moves::<N>(&known)) {
            let [games, white, black, draws, sum, ratings] = tally.to_columns();
            let row = params![positions, mv, games, white, black, draws, sum, ratings];
            add_move.execute(row).map_err(BookError::Write)?;
        }
    }
    Ok(positions.unsigned_abs())
}

/// The moves as text, sorted.
fn moves<const N: usize>(known: &Known) -> SmallVec<[(String, Tally); 4]> {
    let text = |&(bits, tally)| Some((Move::<N>::from_bits(bits)?.to_string(), tally));
    let mut moves: SmallVec<[(String, Tally); 4]> = known.moves.iter().filter_map(text).collect();
    moves.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    moves
}

fn write_totals(
    connection: &Connection,
    totals: &BTreeMap<BoardSize, Tally>,
) -> rusqlite::Result<()> {
    for (size, tally) in totals {
        let [games, white, black, draws, sum, ratings] = tally.to_columns();
        let size = *size as u8;
        connection.execute(
            &format!("INSERT INTO games (size, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"),
            params![size, games, white, black, draws, sum, ratings],
        )?;
    }
    connection.execute_batch("COMMIT")
}

/// The TPS of a board, with the move number of the ply.
fn tps<const N: usize>(board: &PackedBoard, ply: u32) -> Option<String>
where
    Size<N>: Playable,
{
    let position: Position<N> = board.unpack().ok()?;
    let tps = position.to_tps();
    let (board_and_side, _) = tps.rsplit_once(' ')?;
    Some(format!("{board_and_side} {}", ply / 2 + 1))
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::book::Book;

    /// Random games with few choices, so that they share positions.
    fn games(count: usize) -> Vec<AnyGame> {
        let mut random = Rng::with_seed(4);
        let game = |_| {
            let mut game = Game::new(Position::<4>::new());
            for _ in 0..random.usize(..14) {
                let moves = game.end().legal_moves();
                let Some(&mv) = moves.get(random.usize(..3)) else { break };
                if game.end().outcome().is_some() || game.push(mv).is_err() {
                    break;
                }
            }
            game.into()
        };
        (0..count).map(game).collect()
    }

    /// Builds a book with at most `room` positions in memory and `most_runs` temporary files of
    /// each level, and returns the bytes of the file.
    fn build(games: &[AnyGame], room: usize, most_runs: usize) -> (tempfile::TempDir, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        let mut builder = BookBuilder::create(&path, 10).unwrap();
        builder.most_pending = room;
        builder.runs = Runs::beside(&path).of(most_runs);
        for game in games {
            builder.add_game(game, [Some(1500), None]).unwrap();
        }
        builder.finish().unwrap();
        // The temporary files are gone.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let bytes = fs::read(&path).unwrap();
        (folder, bytes)
    }

    #[test]
    fn what_waits_on_disk_makes_the_same_book() {
        let mut games = games(600);
        let (_folder, expected) = build(&games, usize::MAX, 64);
        for (room, most_runs) in [(1, 2), (7, 3), (100, 2), (100, 64)] {
            assert!(build(&games, room, most_runs).1 == expected, "{room} {most_runs}");
        }
        games.reverse();
        assert!(build(&games, 50, 3).1 == expected);
    }

    /// One book is in the usual order of boards, the other in reverse.
    #[test]
    fn books_of_any_order_make_the_book_of_all_games() {
        let games = games(600);
        let (_folder, expected) = build(&games, usize::MAX, 64);
        let (first, _) = build(&games[..250], usize::MAX, 64);
        let (second, _) = build(&games[250..], 50, 3);
        let upside_down =
            "PRAGMA foreign_keys = OFF; CREATE TEMP TABLE old AS SELECT * FROM positions;
            UPDATE moves SET position = -position; DELETE FROM positions;
            INSERT INTO positions SELECT -id, size, ply, tps, board FROM temp.old";
        let path = second.path().join("book");
        Connection::open(&path).unwrap().execute_batch(upside_down).unwrap();
        let merged = first.path().join("merged");
        let mut builder = BookBuilder::create(&merged, 10).unwrap();
        builder.most_pending = 30;
        for folder in [&first, &second] {
            let book = Book::open(&folder.path().join("book")).unwrap();
            assert_eq!(builder.add_book(&book).unwrap(), 0);
        }
        builder.finish().unwrap();
        assert!(fs::read(&merged).unwrap() == expected);
    }
}
