//! One conversation: lines in, lines out, whatever the search is doing.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tak_encoding::{
    AnyPosition, BoardSize, OneHash, Position, TpsError, excerpt, with_position, with_size,
};

use super::command::{Command, CommandError, NewGame, Start, split_first_word};
use super::game::GameOptions;
use super::go::Go;
use super::options::{self, Options};
use super::profile::{Profile, Trust};
use super::{draw, eval, people, reply};
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
    trust: Trust,
    options: Options,
    /// The size of the game; a TPS of another size does not change it.
    size: BoardSize,
    game: GameOptions,
    /// The last position that was set, `None` for the start of the game.
    setup: Option<Setup>,
    /// Whether there was a `teinewgame`: piece counts have a board to fit then.
    begun: bool,
    /// Why the last position is not the one that is meant: told again with what
    /// is found in the old one.
    refused: Option<String>,
    /// The same of the last game, until there is another.
    no_game: Option<String>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A conversation that has not begun. Before any `teinewgame` it is 6×6.
    pub fn new(output: Arc<Mutex<W>>) -> Self {
        Self::with_profile(output, Profile::default())
    }

    /// A conversation with a client of that kind.
    pub fn with_profile(output: Arc<Mutex<W>>, profile: Profile) -> Self {
        let mut engine = Engine::default();
        engine.options = profile.options;
        Self {
            engine,
            output,
            trust: profile.trust,
            options: Options::new(profile),
            size: BoardSize::Six,
            game: GameOptions::default(),
            setup: None,
            begun: false,
            refused: None,
            no_game: None,
        }
    }

    /// Takes one line. A line that makes no sense is answered by one
    /// `info string` and changes nothing.
    pub fn line(&mut self, line: &str) -> Flow {
        let arrival = Instant::now();
        let flow = Command::read(line).and_then(|command| self.execute(command, arrival));
        flow.unwrap_or_else(|CommandError(problem)| {
            self.complain(&problem);
            match split_first_word(line).0 {
                "position" => self.refused = Some(problem),
                "teinewgame" => self.no_game = Some(problem),
                _ => {}
            }
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
            Command::Empty | Command::Ignored => {}
            Command::Tei => say(&self.output, &reply::introduction(&self.options)),
            Command::IsReady => {
                self.engine.prepare();
                say(&self.output, "readyok");
            }
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(options::BOOK_FILE) => {
                self.set_book(value)?;
            }
            Command::SetOption { name, .. } if name.eq_ignore_ascii_case(options::CLEAR_HASH) => {
                self.engine.forget();
            }
            Command::SetOption { name, value } => self.set_option(name, value)?,
            Command::NewGame(game) => self.new_game(game),
            Command::Position { start, moves } => {
                let setup = self.read_setup(start, &moves)?;
                if let Some(problem) = &self.no_game {
                    let size = setup.position.size();
                    self.complain(&format!("position taken on {size}×{size}, after {problem}"));
                }
                self.setup = Some(setup);
                self.refused = None;
            }
            Command::Go(go) => self.go(&go, arrival),
            Command::PonderHit => self.engine.ponder_hit(arrival),
            Command::Stop => self.engine.stop(),
            Command::Quit => {
                self.engine.finish();
                return Ok(Flow::Quit);
            }
            Command::Draw => {
                let position = self.current_setup().position;
                with_position!(&position, position => say(&self.output, &draw::draw(position)));
            }
            Command::Eval => {
                let position = self.current_setup().position;
                with_position!(&position, position => say(&self.output, &eval::explain(position)));
            }
            Command::Perft(depth) => self.perft(depth),
            Command::Help => say(&self.output, people::HELP),
        }
        Ok(Flow::Continue)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), CommandError> {
        let before = self.game;
        let (engine, game) = (&mut self.engine.options, &mut self.game);
        if let Some(remark) = self.options.set(name, value, engine, game)? {
            self.complain(&remark);
        }
        if self.begun && self.game != before {
            self.game.check(self.size)?;
        }
        Ok(())
    }

    /// Opens the book now, so that a wrong path is told where it was given.
    fn set_book(&mut self, value: &str) -> Result<(), CommandError> {
        if self.trust == Trust::Guest {
            let name = options::BOOK_FILE;
            let problem = format!("option {name}: not over a network, where files are private");
            return Err(CommandError(problem));
        }
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

    fn new_game(&mut self, game: NewGame<'_>) {
        match game {
            NewGame::First(size) => self.size = size.unwrap_or(self.size),
            NewGame::Second { size, half_komi } => {
                let (game, remark) = GameOptions::with_komi(half_komi);
                (self.game, self.size) = (game, size);
                if let Some(remark) = remark {
                    self.complain(&remark);
                }
            }
        }
        self.setup = None;
        self.refused = None;
        self.no_game = None;
        self.begun = true;
        self.engine.new_game();
        if let Err(CommandError(problem)) = self.game.check(self.size) {
            self.complain(&problem);
        }
    }

    /// The position that a `position` command describes, or why there is none:
    /// a bad move in the middle must not leave half of the moves played.
    fn read_setup(&self, start: Start<'_>, moves: &[&str]) -> Result<Setup, CommandError> {
        let problem = |error: String| CommandError(format!("position: {error}"));
        let position = match start {
            Start::Empty => self.empty_board(),
            Start::Tps(tps) => {
                let size =
                    tak_encoding::tps_size(tps).map_err(|error| problem(error.to_string()))?;
                self.read_tps(tps, size)
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

    fn read_tps(&self, tps: &str, size: BoardSize) -> Result<AnyPosition<OneHash>, TpsError> {
        with_size!(size, N => {
            let position = Position::from_tps_with(tps, self.game.rules::<N>())?;
            Ok(position.into())
        })
    }

    fn empty_board(&self) -> AnyPosition<OneHash> {
        with_size!(self.size, N => Position::with_rules(self.game.rules::<N>()).into())
    }

    /// The position to search, under the komi of the moment.
    fn current_setup(&self) -> Setup {
        let setup = self.setup.clone();
        let mut setup = setup.unwrap_or_else(|| Setup::new(self.empty_board()));
        let half_komi = self.game.half_komi();
        with_position!(&mut setup.position, position => position.set_half_komi(half_komi));
        setup
    }

    fn go(&mut self, go: &Go, arrival: Instant) {
        let mut setup = self.current_setup();
        setup.root_moves.clone_from(&go.search_moves);
        let limits = limits(go, setup.position.side_to_move().index());
        let output = Arc::clone(&self.output);
        let pieces = self.game.check(setup.position.size());
        let refused = self.refused.clone().or_else(|| self.no_game.clone());
        let mut problem = refused.or(pieces.err().map(|error| error.0));
        self.engine.go(setup, limits, arrival, move |event| {
            // Once a search: pages show it each time that they see it.
            let problem = match event {
                Event::Info(_) => problem.take(),
                _ => None,
            };
            say(&output, &reply::event(&event, problem.as_deref()));
        });
    }

    fn perft(&mut self, depth: u8) {
        let position = self.current_setup().position;
        let output = Arc::clone(&self.output);
        self.engine.perft(position, depth, move |count| {
            say(&output, &people::count(&count));
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
    // A win in so many moves of the winner takes two plies for each but the last.
    let mate = go
        .mate
        .map(|moves| moves.saturating_mul(2).saturating_sub(1));
    let mut limits = Limits {
        depth: go.depth.into_iter().chain(mate).min(),
        nodes: go.nodes,
        move_time: go.move_time,
        clock,
        until_proven: go.solved || go.mate.is_some(),
        infinite: go.infinite,
        ponder: false,
    };
    if limits == Limits::default() {
        limits.move_time = Some(BARE_GO);
    }
    limits.ponder = go.ponder;
    limits
}

/// A line that is not text, for the same kind of answer.
pub fn not_text(bytes: &[u8]) -> String {
    format!(
        "expected a line in UTF-8, found {}",
        excerpt(&String::from_utf8_lossy(bytes))
    )
}
