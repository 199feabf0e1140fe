//! One conversation: lines in, lines out, whatever the search is doing.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tak_encoding::{AnyPosition, BoardSize, OneHash, excerpt, with_position};

use super::command::{Command, CommandError, NewGame, Start};
use super::go::Go;
use super::options::{self, GameOptions};
use super::reply;
use crate::book::OpeningBook;
use crate::engine::{Engine, Event, Setup};
use crate::limits::{Clock, Limits};

/// How long a `go` without any limit thinks. The protocol would have it think
/// for ever, but some clients send a bare `go` and wait for the answer.
pub const BARE_GO: Duration = Duration::from_secs(5);

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Wait for the next line.
    Continue,
    /// The client has said `quit`.
    Quit,
}

/// A conversation with one client.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use tak_engine::tei::session::{Flow, Session};
///
/// let output = Arc::new(Mutex::new(Vec::new()));
/// let mut session = Session::new(Arc::clone(&output));
/// session.line("teinewgame 5");
/// session.line("position startpos moves a1");
/// session.line("go depth 2");
/// session.end(); // waits for the answer
/// let text = String::from_utf8(output.lock().unwrap().clone())?;
/// assert!(text.lines().last().unwrap().starts_with("bestmove "));
/// assert_eq!(session.line("quit"), Flow::Quit);
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
pub struct Session<W> {
    engine: Engine,
    output: Arc<Mutex<W>>,
    /// The size of the game; a TPS of another size does not change it.
    size: BoardSize,
    game: GameOptions,
    /// The last position that was set, `None` for the start of the game.
    setup: Option<Setup>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A conversation that has not begun. Before any `teinewgame` it is 6×6.
    pub fn new(output: Arc<Mutex<W>>) -> Self {
        Self {
            engine: Engine::default(),
            output,
            size: BoardSize::Six,
            game: GameOptions::default(),
            setup: None,
        }
    }

    /// Takes one line. A line that makes no sense is answered by one
    /// `info string` and changes nothing.
    pub fn line(&mut self, line: &str) -> Flow {
        let arrival = Instant::now();
        let flow = Command::read(line).and_then(|command| self.execute(command, arrival));
        flow.unwrap_or_else(|error| {
            self.complain(&error.to_string());
            Flow::Continue
        })
    }

    /// Tells the client what is wrong, in one line.
    pub fn complain(&self, problem: &str) {
        say(&self.output, &reply::message(problem));
    }

    /// The client is gone: ends a search with its answer and waits for it.
    pub fn end(&mut self) {
        self.engine.stop();
        self.engine.finish();
    }

    fn execute(&mut self, command: Command<'_>, arrival: Instant) -> Result<Flow, CommandError> {
        match command {
            Command::Empty => {}
            Command::Tei => say(&self.output, &reply::introduction()),
            Command::IsReady => {
                self.engine.prepare();
                say(&self.output, "readyok");
            }
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(options::BOOK_FILE) => {
                self.set_book(value)?;
            }
            Command::SetOption { name, value } => {
                options::set(name, value, &mut self.engine.options, &mut self.game)?;
            }
            Command::NewGame(game) => self.new_game(game)?,
            Command::Position { start, moves } => {
                self.setup = Some(self.read_setup(start, &moves)?);
            }
            Command::Go(go) => self.go(&go, arrival),
            Command::Stop => self.engine.stop(),
            Command::Quit => {
                self.engine.finish();
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::Continue)
    }

    /// Opens the book now, so that a wrong path is told where it was given.
    fn set_book(&mut self, value: &str) -> Result<(), CommandError> {
        self.engine.set_book(None);
        let Some(path) = options::path(value) else {
            return Ok(());
        };
        let book = OpeningBook::open(path).map_err(|error| {
            let (name, path) = (options::BOOK_FILE, excerpt(value));
            CommandError(format!(
                "option {name}: {path}: {error}; playing without a book"
            ))
        })?;
        self.engine.set_book(Some(book));
        Ok(())
    }

    fn new_game(&mut self, game: NewGame) -> Result<(), CommandError> {
        match game {
            NewGame::First(size) => self.size = size.unwrap_or(self.size),
            NewGame::Second { size, half_komi } => {
                self.game = GameOptions::with_komi(half_komi)?;
                self.size = size;
            }
        }
        self.setup = None;
        self.engine.new_game();
        Ok(())
    }

    /// The position that a `position` command describes, or why there is none:
    /// a bad move in the middle must not leave half of the moves played.
    fn read_setup(&self, start: Start<'_>, moves: &[&str]) -> Result<Setup, CommandError> {
        let problem = |error: String| CommandError(format!("position: {error}"));
        let position = match start {
            Start::Empty => self.empty_board()?,
            Start::Tps(tps) => {
                let size =
                    tak_encoding::tps_size(tps).map_err(|error| problem(error.to_string()))?;
                AnyPosition::from_tps(tps, self.game.rules(size))
                    .map_err(|error| problem(error.to_string()))?
            }
        };
        let mut setup = Setup::new(position);
        for (index, text) in moves.iter().enumerate() {
            setup
                .play(text)
                .map_err(|error| problem(format!("move {}: {error}", index + 1)))?;
        }
        Ok(setup)
    }

    fn empty_board(&self) -> Result<AnyPosition<OneHash>, CommandError> {
        AnyPosition::new(self.size, self.game.rules(self.size))
            .map_err(|error| CommandError(error.to_string()))
    }

    /// The position to search, under the komi of the moment.
    fn current_setup(&self) -> Result<Setup, CommandError> {
        let mut setup = match &self.setup {
            Some(setup) => setup.clone(),
            None => Setup::new(self.empty_board()?),
        };
        let half_komi = self.game.half_komi();
        with_position!(&mut setup.position, position => position.set_half_komi(half_komi));
        Ok(setup)
    }

    fn go(&mut self, go: &Go, arrival: Instant) {
        let mut setup = match self.current_setup() {
            Ok(setup) => setup,
            Err(error) => {
                // Piece counts that no game can be played with: who waits for
                // a move must get an answer all the same, and nothing after it.
                self.engine.finish();
                self.complain(&error.to_string());
                return say(&self.output, &reply::event(&Event::BestMove(None)));
            }
        };
        setup.root_moves.clone_from(&go.search_moves);
        let limits = limits(go, setup.position.side_to_move().index());
        let output = Arc::clone(&self.output);
        self.engine.go(setup, limits, arrival, move |event| {
            say(&output, &reply::event(&event));
        });
    }
}

/// Writes whole lines at once, so that two threads cannot mix theirs. A client
/// that is gone is noticed where its lines are read.
fn say<W: Write>(output: &Mutex<W>, text: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = output
        .write_all(format!("{text}\n").as_bytes())
        .and_then(|()| output.flush());
}

fn limits(go: &Go, side: usize) -> Limits {
    let clock = go.remaining[side].map(|remaining| Clock {
        remaining,
        increment: go.increment[side],
        moves_to_go: go.moves_to_go,
    });
    let limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: go.move_time,
        clock,
        infinite: go.infinite,
    };
    if limits == Limits::default() {
        Limits {
            move_time: Some(BARE_GO),
            ..limits
        }
    } else {
        limits
    }
}

/// A line that is not text, for the same kind of answer.
pub fn not_text(bytes: &[u8]) -> String {
    format!(
        "expected a line in UTF-8, found {}",
        excerpt(&String::from_utf8_lossy(bytes))
    )
}
