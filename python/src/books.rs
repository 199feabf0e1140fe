//! `tak_toolkit.Book` and `tak_toolkit.Database`: what was played, in files of SQLite.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use pyo3::exceptions::{PyKeyError, PyOSError};
use pyo3::prelude::*;
use tak_book::games::{self, Importer, Query};
use tak_book::{BookBuilder, BookError, Ending, Filter, Record, Tally};

use crate::board::Board;
use crate::errors::{TakError, unreadable};
use crate::game::Game;
use crate::interrupt::PAUSE;
use crate::mv::Move;
use crate::names::Color;
use crate::rules;
use crate::square;

/// A file that cannot be read or written.
fn unusable(path: &Path, error: BookError) -> PyErr {
    PyOSError::new_err(format!("{}: {error}", path.display()))
}

/// A file that turns out to be damaged.
fn damaged(error: BookError) -> PyErr {
    TakError::new_err(error.to_string())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How games with something in common ended.
#[pyclass(frozen, eq, module = "tak_toolkit")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Results(Tally);

#[pymethods]
impl Results {
    /// All games, those without a result included.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games
    }

    /// Games that White won.
    #[getter]
    fn white_wins(&self) -> u64 {
        self.0.white_wins
    }

    /// Games that Black won.
    #[getter]
    fn black_wins(&self) -> u64 {
        self.0.black_wins
    }

    /// Drawn games.
    #[getter]
    fn draws(&self) -> u64 {
        self.0.draws
    }

    /// A player's share of the points, 0 to 1; ``None`` without a result.
    #[pyo3(signature = (color, /))]
    fn score(&self, color: Color) -> Option<f64> {
        self.0.score(color.0)
    }

    /// The average of the known ratings of both players.
    #[getter]
    fn rating(&self) -> Option<f64> {
        self.0.average_rating()
    }

    fn __repr__(&self) -> String {
        let Tally { games, white_wins, black_wins, draws, .. } = self.0;
        format!("<Results {games} games: {white_wins} white, {black_wins} black, {draws} drawn>")
    }
}

/// An opening book: ``Book("my.book")``, as ``Book.build`` or ``tak-tools book build`` writes it.
#[pyclass(frozen, module = "tak_toolkit")]
pub(crate) struct Book(Mutex<tak_book::Book>);

#[pymethods]
impl Book {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let book = tak_book::Book::open(&path).map_err(|error| unusable(&path, error))?;
        Ok(Self(Mutex::new(book)))
    }

    /// Writes a book of the first plies of games and returns the number of its positions. There must
    /// be no such file yet.
    #[staticmethod]
    #[pyo3(signature = (path, games, *, plies = 16))]
    fn build(path: PathBuf, games: Vec<PyRef<'_, Game>>, plies: u32) -> PyResult<u64> {
        let build = || {
            let mut builder = BookBuilder::create(&path, plies)?;
            for game in games {
                let record = Record::from_ptn(game.game().clone(), None);
                builder.add_game(&record.game, record.facts.ratings)?;
            }
            builder.finish()
        };
        build().map_err(|error| unusable(&path, error))
    }

    /// How deep it is: it has the moves of plies below this one.
    #[getter]
    fn plies(&self) -> u32 {
        locked(&self.0).plies()
    }

    /// The results of all its games, by board size.
    #[getter]
    fn games(&self) -> PyResult<BTreeMap<usize, Results>> {
        let games = locked(&self.0).games().map_err(damaged)?;
        Ok(games
            .into_iter()
            .map(|(size, tally)| (size.squares_per_side(), Results(tally)))
            .collect())
    }

    /// The moves that were played on a board, the most played first, and how those games ended. A
    /// turned board has the turned moves.
    #[pyo3(signature = (board, /))]
    fn lookup(&self, board: PyRef<'_, Board>) -> PyResult<Vec<(Move, Results)>> {
        let moves = locked(&self.0).lookup_any(&board.position.rehashed()).map_err(damaged)?;
        Ok(moves.into_iter().map(|(mv, tally)| (Move(mv), Results(tally))).collect())
    }
}

/// A database of games: ``Database("my.games")``, as ``tak-tools games import`` and ``add`` write it.
#[pyclass(frozen, module = "tak_toolkit")]
pub(crate) struct Database {
    path: PathBuf,
    database: Mutex<games::Database>,
}

#[pymethods]
impl Database {
    /// Opens a database; with ``create`` an empty one if there is no such file.
    #[new]
    #[pyo3(signature = (path, *, create = false))]
    fn new(path: PathBuf, create: bool) -> PyResult<Self> {
        let open = || {
            if create {
                Importer::open(&path)?;
            }
            games::Database::open(&path)
        };
        let database = open().map_err(|error| unusable(&path, error))?;
        Ok(Self { path, database: Mutex::new(database) })
    }

    /// Adds games, all or none, and returns how many of them are new.
    #[pyo3(signature = (games, /))]
    fn add(&self, games: Vec<PyRef<'_, Game>>) -> PyResult<u64> {
        let add = || {
            let mut importer = Importer::open(&self.path)?;
            for game in games {
                let text = game.ptn();
                importer.add(&Record::from_ptn(game.game().clone(), Some(&text)));
            }
            importer.commit()
        };
        add().map(|counts| counts.added).map_err(|error| unusable(&self.path, error))
    }

    /// Goes through the games that passed through a board, in any orientation, and meet the other
    /// conditions; the latest first, at most ``limit``. Days are like ``"2024.05.31"``, results like
    /// ``"R-0"``.
    #[pyo3(signature = (
        board = None, *, size = None, komi = None, player = None, white = None, black = None,
        bots = true, min_rating = None, since = None, until = None, result = None, limit = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "named ones")]
    fn search(
        &self,
        board: Option<PyRef<'_, Board>>,
        size: Option<usize>,
        komi: Option<f64>,
        player: Option<String>,
        white: Option<String>,
        black: Option<String>,
        bots: bool,
        min_rating: Option<u32>,
        since: Option<&str>,
        until: Option<&str>,
        result: Option<&str>,
        limit: Option<usize>,
    ) -> PyResult<Search> {
        let day = |text: Option<&str>| text.map(str::parse).transpose().map_err(unreadable);
        let result = result.map(str::parse).transpose().map_err(unreadable)?;
        let filter = Filter {
            size: size.map(square::size).transpose()?,
            half_komi: komi.map(rules::half_komi).transpose()?.into_iter().collect(),
            players: player.into_iter().collect(),
            colors: [white.into_iter().collect(), black.into_iter().collect()],
            no_bots: !bots,
            min_rating,
            since: day(since)?,
            until: day(until)?,
            result: result.map(Ending::Exactly),
            ..Filter::default()
        };
        let query = Query { position: board.map(|board| board.position.rehashed()), filter };
        // A connection of its own: others may be used while somebody goes through the games.
        let database =
            games::Database::open(&self.path).map_err(|error| unusable(&self.path, error))?;
        Ok(Search::start(database, query, limit.unwrap_or(usize::MAX)))
    }

    /// The game with this number; ``KeyError`` if there is none.
    #[pyo3(signature = (id, /))]
    fn game(&self, id: i64) -> PyResult<Game> {
        let record = locked(&self.database).game(id).map_err(damaged)?;
        let record = record.ok_or_else(|| PyKeyError::new_err(id))?;
        Game::from_ptn(&record.to_ptn())
    }

    fn __len__(&self) -> PyResult<usize> {
        locked(&self.database).games().map(|games| games as usize).map_err(damaged)
    }
}

/// A search that is running: an iterator of the games it finds.
#[pyclass(frozen, module = "tak_toolkit")]
pub(crate) struct Search(Mutex<Receiver<Result<games::Found, BookError>>>);

impl Search {
    /// Searches on a thread, which ends when nobody listens, and does not wait for who does: writers
    /// wait until it has read the file.
    fn start(database: games::Database, query: Query, limit: usize) -> Self {
        let (sender, found) = mpsc::channel();
        thread::spawn(move || {
            let mut left = limit;
            let visit = |found| {
                left -= 1;
                sender.send(Ok(found)).is_ok() && left > 0
            };
            if limit > 0
                && let Err(error) = database.search(&query, visit)
            {
                let _ = sender.send(Err(error));
            }
        });
        Self(Mutex::new(found))
    }
}

#[pymethods]
impl Search {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Found>> {
        loop {
            match py.detach(|| locked(&self.0).recv_timeout(PAUSE)) {
                Ok(found) => return found.map(Found).map(Some).map_err(damaged),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}

/// A game that ``Database.search`` found.
#[pyclass(frozen, module = "tak_toolkit")]
pub(crate) struct Found(games::Found);

#[pymethods]
impl Found {
    /// Its number, for ``Database.game``.
    #[getter]
    fn id(&self) -> i64 {
        self.0.id
    }

    /// The size of the board.
    #[getter]
    fn size(&self) -> usize {
        self.0.facts.size.squares_per_side()
    }

    /// The komi in points.
    #[getter]
    fn komi(&self) -> f64 {
        rules::points(self.0.facts.half_komi)
    }

    /// White's and Black's names.
    #[getter]
    fn players(&self) -> [Option<String>; 2] {
        self.0.facts.players.clone()
    }

    /// White's and Black's ratings.
    #[getter]
    fn ratings(&self) -> [Option<u32>; 2] {
        self.0.facts.ratings
    }

    /// The result, like ``"R-0"``.
    #[getter]
    fn result(&self) -> Option<String> {
        self.0.facts.result.map(|result| result.to_string())
    }

    /// The day, like ``"2024.05.31"``.
    #[getter]
    fn date(&self) -> Option<String> {
        self.0.facts.date.map(|date| date.to_string())
    }

    /// The number of its plies.
    #[getter]
    fn plies(&self) -> u32 {
        self.0.facts.plies
    }

    /// The plies before it reached the board that was asked for.
    #[getter]
    fn ply(&self) -> Option<u32> {
        self.0.at.as_ref().map(|at| at.ply)
    }

    /// The move that followed there, on the board as it was asked for.
    #[getter]
    fn next(&self) -> Option<Move> {
        self.0.at.as_ref().and_then(|at| at.next).map(Move)
    }

    fn __repr__(&self) -> String {
        let [white, black] = self.players().map(|name| name.unwrap_or_else(|| "?".to_owned()));
        format!("<Found {}: {white} against {black}, {} plies>", self.id(), self.plies())
    }
}
