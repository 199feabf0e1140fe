//! An engine's evaluation of the positions of a book.

use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use tak_encoding::{
    AnyMove, AnyPosition, BoardSize, HalfKomi, Hashing, Move, PackedBoard, Playable, Position, Size,
};

use crate::book::Book;
use crate::error::BookError;
use crate::key::Key;
use crate::schema;
use crate::sqlite;

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Hundredths of a flat.
    Centiflats(i32),
    /// A forced win in this many plies.
    WinIn(u32),
    /// A forced loss in this many plies.
    LossIn(u32),
}

impl Value {
    /// The value of the previous position if the move that led here is played.
    ///
    /// ```
    /// use tak_book::Value;
    ///
    /// assert_eq!(Value::Centiflats(30).before(), Value::Centiflats(-30));
    /// assert_eq!(Value::LossIn(4).before(), Value::WinIn(5));
    /// ```
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Centiflats(value) => Self::Centiflats(-value),
            Self::WinIn(plies) => Self::LossIn(plies + 1),
            Self::LossIn(plies) => Self::WinIn(plies + 1),
        }
    }
}

/// As signed flats, or like `win in 5`.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Centiflats(value) => f.pad(&format!("{:+.2}", f64::from(*value) / 100.0)),
            Self::WinIn(plies) => f.pad(&format!("win in {plies}")),
            Self::LossIn(plies) => f.pad(&format!("loss in {plies}")),
        }
    }
}

/// An engine's evaluation of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineScore<M> {
    /// The value for the side to move.
    pub value: Value,
    /// The best move.
    pub best: M,
    /// The komi of the search.
    pub half_komi: HalfKomi,
    /// The depth of the search, in full plies.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The name of the engine.
    pub engine: String,
}

impl<M> EngineScore<M> {
    /// Converts the best move.
    pub fn map_best<T>(self, map: impl FnOnce(M) -> T) -> EngineScore<T> {
        let Self { value, best, half_komi, depth, nodes, engine } = self;
        EngineScore { value, best: map(best), half_komi, depth, nodes, engine }
    }
}

/// A position of a book to be scored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unscored {
    /// Its number in the book.
    pub id: i64,
    /// The position, with the komi of the search.
    pub position: AnyPosition,
}

/// Which positions of a book to score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Only positions of this size, or of all sizes if `None`.
    pub size: Option<BoardSize>,
    /// Only positions that at least this many games passed through.
    pub min_games: u64,
    /// The komi of the search. Scores for another komi do not count.
    pub half_komi: HalfKomi,
    /// The nodes of the search. Scores with fewer nodes do not count.
    pub nodes: u64,
}

impl Book {
    /// The engine's evaluation of a position, if it has been scored: see [`Scorer`].
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn score<const N: usize, H: Hashing>(
        &self,
        position: &Position<N, H>,
    ) -> Result<Option<EngineScore<Move<N>>>, BookError>
    where
        Size<N>: Playable,
    {
        let Some(key) = Key::of(position).filter(|_| self.is_scored) else { return Ok(None) };
        let query = "SELECT centiflats, wins_in, best, half_komi, depth, nodes, engine FROM scores \
                     WHERE position = (SELECT id FROM positions WHERE board = ?)";
        let mut statement = self.connection.prepare_cached(query)?;
        let score = statement.query_row([key.board().as_bytes()], |row| Ok(read(row)));
        let Some(Some(score)) = score.optional()? else { return Ok(None) };
        let Ok(stored) = score.best.parse() else { return Ok(None) };
        let best = key.to_asked(stored);
        let EngineScore { value, half_komi, depth, nodes, engine, .. } = score;
        Ok(position.is_legal(best).then_some(EngineScore {
            value,
            best,
            half_komi,
            depth,
            nodes,
            engine,
        }))
    }
}

/// A row; `None` if it is invalid.
fn read(row: &rusqlite::Row<'_>) -> Option<EngineScore<String>> {
    let value = match (row.get_ref(0).ok()?, row.get_ref(1).ok()?) {
        (ValueRef::Integer(value), ValueRef::Null) => Value::Centiflats(i32::try_from(value).ok()?),
        (ValueRef::Null, ValueRef::Integer(plies)) => {
            let count = u32::try_from(plies.unsigned_abs()).ok()?;
            if plies > 0 { Value::WinIn(count) } else { Value::LossIn(count) }
        }
        _ => return None,
    };
    Some(EngineScore {
        value,
        best: row.get(2).ok()?,
        half_komi: HalfKomi(row.get(3).ok()?),
        depth: row.get(4).ok()?,
        nodes: row.get::<_, i64>(5).ok()?.try_into().ok()?,
        engine: row.get(6).ok()?,
    })
}

/// Writes scores into a book, which other programs may read at the same time.
///
/// ```
/// use tak_book::{Book, BookBuilder, EngineScore, Scorer, Value, Wanted};
/// use tak_encoding::{AnyGame, AnyMove, HalfKomi, Position};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("my.book");
/// let game: AnyGame = "[Size \"5\"]\n1. a1 e5 2. c3".parse()?;
/// let mut builder = BookBuilder::create(&path, 16)?;
/// builder.add_game(&game, [None, None])?;
/// builder.finish()?;
///
/// let mut scorer = Scorer::open(&path)?;
/// let wanted = Wanted { size: None, min_games: 1, half_komi: HalfKomi(4), nodes: 100 };
/// let unscored = scorer.unscored(&wanted, i64::MIN, 10)?;
/// assert_eq!(unscored.len(), 3);
/// let scores: Vec<_> = unscored
///     .iter()
///     .map(|unscored| {
///         let best = unscored.position.legal_moves()[0];
///         let value = Value::Centiflats(25);
///         let engine = "a coin".to_owned();
///         (unscored.id, EngineScore { value, best, half_komi: HalfKomi(4), depth: 1, nodes: 100, engine })
///     })
///     .collect();
/// scorer.write(&scores)?;
/// assert!(scorer.unscored(&wanted, i64::MIN, 10)?.is_empty());
///
/// let score = Book::open(&path)?.score(&Position::<5>::new())?.unwrap();
/// assert_eq!((score.value.to_string(), score.best.to_string()), ("+0.25".into(), "a1".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scorer {
    connection: Connection,
}

impl Scorer {
    /// Opens a book to score it.
    ///
    /// # Errors
    ///
    /// If it is not a book of this version, or cannot be written.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        if !sqlite::is_database(path)? {
            return Err(BookError::NotADatabase);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(sqlite::PATIENCE)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        schema::check(&connection)?;
        schema::add_scores(&connection).map_err(BookError::Write)?;
        Ok(Self { connection })
    }

    /// The number of positions to be scored.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn count(&self, wanted: &Wanted) -> Result<u64, BookError> {
        let query = format!("SELECT count(*) FROM positions {}", wanted.condition());
        let count: i64 =
            self.connection.query_row(&query, wanted.parameters(i64::MIN), |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// The next positions to be scored, at most `most` of them, after the one with the id `after`.
    /// Invalid rows are skipped.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn unscored(
        &self,
        wanted: &Wanted,
        after: i64,
        most: usize,
    ) -> Result<Vec<Unscored>, BookError> {
        let query = format!(
            "SELECT id, board FROM positions {} ORDER BY id LIMIT {most}",
            wanted.condition()
        );
        let mut statement = self.connection.prepare_cached(&query)?;
        let mut rows = statement.query(wanted.parameters(after))?;
        let mut unscored = Vec::new();
        while let Some(row) = rows.next()? {
            let board = row.get_ref(1)?.as_blob().ok();
            let board = board.and_then(|board| PackedBoard::from_bytes(board).ok());
            let position = board.and_then(|board| AnyPosition::unpack(&board).ok());
            let Some(mut position) = position else { continue };
            position.set_half_komi(wanted.half_komi);
            unscored.push(Unscored { id: row.get(0)?, position });
        }
        Ok(unscored)
    }

    /// Writes all the scores or none of them. Older scores are replaced.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&mut self, scores: &[(i64, EngineScore<AnyMove>)]) -> Result<(), BookError> {
        let transaction = self.connection.transaction().map_err(BookError::Write)?;
        let write = || {
            let mut insert = transaction.prepare_cached(
                "INSERT OR REPLACE INTO scores \
                 (position, centiflats, wins_in, best, half_komi, depth, nodes, engine) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            )?;
            for (id, score) in scores {
                let (centiflats, wins_in) = match score.value {
                    Value::Centiflats(value) => (Some(value), None),
                    Value::WinIn(plies) => (None, Some(i64::from(plies))),
                    Value::LossIn(plies) => (None, Some(-i64::from(plies))),
                };
                let best = score.best.to_string();
                let nodes = i64::try_from(score.nodes).unwrap_or(i64::MAX);
                let (komi, depth) = (score.half_komi.0, score.depth);
                insert.execute(params![
                    id,
                    centiflats,
                    wins_in,
                    best,
                    komi,
                    depth,
                    nodes,
                    score.engine
                ])?;
            }
            Ok(())
        };
        write().map_err(BookError::Write)?;
        transaction.commit().map_err(BookError::Write)
    }
}

impl Wanted {
    /// The condition on rows of `positions`, for [`parameters`](Self::parameters).
    fn condition(&self) -> String {
        let games = match self.min_games {
            0 | 1 => "?3 = ?3",
            _ => "?3 <= (SELECT sum(games) FROM moves WHERE moves.position = positions.id)",
        };
        format!(
            "WHERE id > ?1 AND (?2 IS NULL OR size = ?2) AND {games} AND NOT EXISTS (SELECT 1 \
             FROM scores WHERE scores.position = positions.id AND nodes >= ?4 AND half_komi = ?5)"
        )
    }

    fn parameters(&self, after: i64) -> [Option<i64>; 5] {
        let number = |number: u64| Some(i64::try_from(number).unwrap_or(i64::MAX));
        let size = self.size.map(|size| size as i64);
        let komi = Some(i64::from(self.half_komi.0));
        [Some(after), size, number(self.min_games), number(self.nodes), komi]
    }
}
