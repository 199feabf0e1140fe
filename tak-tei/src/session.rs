//! The conversation with one client.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tak_encoding::{AnyMove, AnyPosition, AnyRules, BoardSize, OneHash, Opening, excerpt};
use tak_search::book::OpeningBook;
use tak_search::clock::Instant;
use tak_search::engine::{Engine, Event, Setup, WaitingSearch};
use tak_search::evaluation::network::{Network, NetworkChoice};
use tak_search::limits::Limits;
use tak_search::mark::Mark;
#[cfg(feature = "review")]
use tak_search::solve::{Aim, Mode, Question};

#[cfg(feature = "review")]
use crate::command::Found;
use crate::command::{Command, Go, HELP, MoveList, NewGame};
#[cfg(feature = "review")]
use crate::game::read_game;
use crate::game::{check_rules, empty_board, opening_shown, rules_with_komi, set_up};
use crate::handicap::{self, Handicap};
use crate::mate::Mate;
use crate::options::{Options, Profile, Settings, ToDo, Trust};
use crate::reply::{Dialect, Style};
use crate::words::{CommandError, split_first};
use crate::{draw, eval, explore, json, record, reply, state};
#[cfg(feature = "review")]
use crate::{review, solve, tinues};

/// How long a `go` without limits searches. By the protocol it would search forever, but some
/// clients send a bare `go` and wait for the answer.
pub const BARE_GO: Duration = Duration::from_secs(5);

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The session is ready for the next line.
    Continue,
    /// The client said `quit`.
    Quit,
}

/// The conversation with one client: lines in, lines out, whatever the search is
/// doing.
///
/// ```
/// use std::sync::mpsc;
///
/// use tak_tei::{Flow, Profile, Session};
///
/// let (sender, answers) = mpsc::channel();
/// let mut session = Session::new(Profile::default(), move |line: &str| {
///     let _ = sender.send(line.to_owned());
/// });
/// session.line("teinewgame 5");
/// session.line("position startpos moves a1");
/// session.line("go depth 2");
/// session.end(); // waits for the answer
/// assert!(answers.try_iter().last().unwrap().starts_with("bestmove "));
/// assert_eq!(session.line("quit"), Flow::Quit);
/// ```
pub struct Session {
    engine: Engine,
    /// Locked for a whole answer, so that two threads cannot interleave their lines.
    output: Arc<Mutex<Output>>,
    profile: Profile,
    options: Options,
    settings: Settings,
    /// The book of the program, once somebody has asked what is in it; nothing is played from it.
    library: Option<Box<dyn OpeningBook>>,
    dialect: Dialect,
    /// The board size of the game; a TPS of another size does not change it.
    size: BoardSize,
    /// The last position, `None` for the start of the game.
    setup: Option<Setup>,
    /// Whether a game or a position was named: before, a client may just be connected.
    is_begun: bool,
    /// What is wrong with the last `position`, `teinewgame` and settings of the rules. Where they
    /// were refused, the next search uses what was there before: its answer must not pass for that
    /// to what was asked.
    refused: BTreeMap<&'static str, String>,
}

/// Receives the lines for the client.
type Output = dyn FnMut(&str) + Send;

impl Session {
    /// A new session. `output` receives each line for the client, without a line break;
    /// it is called from the thread of the search too, but never from two threads at
    /// once. Before the first `teinewgame` the board is 6×6.
    pub fn new(profile: Profile, output: impl FnMut(&str) + Send + 'static) -> Self {
        let mut engine = Engine::default();
        engine.set_turns(profile.turns);
        engine.options = profile.options;
        Self {
            engine,
            output: Arc::new(Mutex::new(output)),
            options: Options::new(&profile),
            settings: Settings::new(&profile),
            profile,
            library: None,
            dialect: Dialect::Second,
            size: BoardSize::Six,
            setup: None,
            is_begun: false,
            refused: BTreeMap::new(),
        }
    }

    /// Handles one line. An invalid line is answered with an `info string` and changes nothing.
    pub fn line(&mut self, line: &str) -> Flow {
        let arrival = Instant::now();
        let (word, command) = (split_first(line).0, Command::read(line));
        let subject = match (word, &command) {
            ("position", _) => Some("position"),
            ("teinewgame", _) => Some("teinewgame"),
            (_, Ok(Command::SetOption { name, .. })) => self.options.rule(name),
            _ => None,
        };
        match command.and_then(|command| self.execute(command, arrival)) {
            Ok(flow) => {
                subject.map(|subject| self.refused.remove(subject));
                return flow;
            }
            // The client waits for an answer of this name, whatever it is.
            Err(CommandError(problem))
                if ["state", "explore", "mark", "review", "tinues", "solve"].contains(&word) =>
            {
                let told = json::Object::new().with_text("error", &problem).end();
                say(&self.output, &format!("{word} {told}"));
            }
            Err(CommandError(problem)) => {
                self.complain(&problem);
                subject.map(|subject| self.refused.insert(subject, problem));
            }
        }
        Flow::Continue
    }

    /// The next search that the host must run, if sessions take turns with one
    /// ([`Engine::next_search`]).
    pub fn next_search(&mut self) -> Option<WaitingSearch> {
        self.engine.next_search()
    }

    /// The size of the position to search, if the program was built without a network
    /// for it that it would use.
    pub fn missing_network(&self) -> Option<BoardSize> {
        let size = self.setup.as_ref().map_or(self.size, |setup| setup.position.size());
        self.engine.lacks_network(size).then_some(size)
    }

    /// Adds a network that the program was built without.
    pub fn add_network(&mut self, network: Network) {
        self.engine.add_network(network);
    }

    /// Tells the client what is wrong.
    pub fn complain(&self, problem: &str) {
        say(&self.output, &reply::message(problem));
    }

    /// Ends the session: tells a running search to stop, and waits for its answer.
    pub fn end(&mut self) {
        self.engine.stop();
        self.engine.finish();
    }

    fn execute(&mut self, command: Command<'_>, arrival: Instant) -> Result<Flow, CommandError> {
        match command {
            Command::Empty | Command::Ignored => {}
            Command::Tei => say(&self.output, &reply::introduction(&self.options)),
            Command::IsReady => {
                if self.is_begun {
                    self.engine.prepare();
                }
                say(&self.output, "readyok");
            }
            Command::SetOption { name, value } => self.set_option(name, value)?,
            Command::NewGame(game, opening) => self.new_game(game, opening),
            Command::Position(line) => {
                self.setup = Some(self.read_setup(&line)?);
                self.is_begun = true;
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
                say(&self.output, &draw::draw(&position));
            }
            Command::Eval => {
                let position = self.current_setup().position;
                let network = self.engine.network(position.size());
                say(&self.output, &eval::explain(&position, network.as_deref()));
            }
            Command::State(line) => {
                let position = self.position_of(line.as_ref())?;
                let last =
                    line.and_then(|line| AnyMove::parse(position.size(), line.moves.last()?).ok());
                say(&self.output, &format!("state {}", state::describe(&position, last)));
            }
            Command::Explore(line) => self.explore(line.as_ref())?,
            Command::Record(text) => {
                let record = record::read(text, self.size, self.rules());
                say(&self.output, &format!("record {record}"));
            }
            Command::Mark([before, after]) => {
                let mark = Mark::of(before, after.reversed()).map_or("", Mark::text);
                let told = json::Object::new().with_text("mark", mark).end();
                say(&self.output, &format!("mark {told}"));
            }
            #[cfg(feature = "review")]
            Command::Review(line, found) => self.review(&line, &found)?,
            #[cfg(feature = "review")]
            Command::Tinues(line) => self.tinues(&line)?,
            #[cfg(feature = "review")]
            Command::Solve(mode, time, line) => self.solve(mode, time, &line)?,
            Command::Levels => say(&self.output, &format!("levels {}", handicap::levels())),
            Command::Perft(depth) => self.perft(depth),
            Command::Help => say(&self.output, HELP),
        }
        Ok(Flow::Continue)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), CommandError> {
        let problem = |problem| CommandError(format!("option {name}: {problem}"));
        match self.options.set(name, value, &mut self.settings)? {
            ToDo::Nothing => {}
            ToDo::Remark(remark) => self.complain(&remark),
            ToDo::OpenBook(path) => self.open_book(path).map_err(problem)?,
            ToDo::OpenNetwork(path) => self.open_network(path).map_err(problem)?,
            ToDo::Forget => self.engine.forget(),
        }
        self.engine.options = self.settings.engine;
        Ok(())
    }

    /// Opens the book at once, so that a wrong path is reported where it was given.
    fn open_book(&mut self, path: &str) -> Result<(), String> {
        self.check_may_name_files()?;
        self.engine.set_book(None);
        if path.is_empty() {
            return Ok(());
        }
        let open = self.profile.open_book.ok_or("this program has no opening books")?;
        let problem = |error| format!("{}: {error}; playing without a book", excerpt(path));
        self.engine.set_book(Some(open(path).map_err(problem)?));
        Ok(())
    }

    /// Reads the network at once, for the same reason.
    fn open_network(&mut self, path: &str) -> Result<(), String> {
        self.check_may_name_files()?;
        let network = NetworkChoice::open(path)
            .map_err(|error| format!("{}: {error}; the network stays as it was", excerpt(path)))?;
        self.engine.set_network(network);
        Ok(())
    }

    /// Tells what was played in a position, by the book that the client has named, or else by that
    /// of the program.
    fn explore(&mut self, line: Option<&MoveList<'_>>) -> Result<(), CommandError> {
        let position = self.position_of(line)?;
        let problem = |error| CommandError(format!("explore: {error}"));
        if self.engine.book().is_none() && self.library.is_none() {
            self.library = self.open_library().transpose().map_err(problem)?;
        }
        let book = self.engine.book().or(self.library.as_deref());
        let moves = book.map(|book| book.moves(&position)).transpose().map_err(problem)?;
        say(&self.output, &format!("explore {}", explore::describe(moves.as_deref())));
        Ok(())
    }

    /// The book that the program has for all its clients, if it has one.
    fn open_library(&self) -> Option<Result<Box<dyn OpeningBook>, Box<dyn Error>>> {
        Some(self.profile.open_book?(self.profile.library?))
    }

    fn check_may_name_files(&self) -> Result<(), String> {
        match self.profile.trust {
            Trust::Owner => Ok(()),
            Trust::Guest => Err("refused over a network, since files are private".to_owned()),
        }
    }

    fn new_game(&mut self, game: NewGame<'_>, opening: Option<Opening>) {
        self.refused.clear();
        match game {
            NewGame::First(size) => {
                self.dialect = Dialect::First;
                self.size = size.unwrap_or(self.size);
            }
            NewGame::Second { size, half_komi } => {
                self.dialect = Dialect::Second;
                let (mut rules, remark) = rules_with_komi(half_komi);
                // The option still sets the opening of games that name none.
                rules.opening = self.settings.rules.opening;
                (self.settings.rules, self.size) = (rules, size);
                if let Some(remark) = remark {
                    self.complain(&remark);
                    self.refused.insert("HalfKomi", remark);
                }
            }
        }
        self.settings.named_opening = opening;
        self.setup = None;
        self.is_begun = true;
        self.engine.new_game();
        if let Err(CommandError(problem)) = check_rules(self.rules(), self.size) {
            self.complain(&problem);
        }
    }

    /// The position of a `position` command, by the rules of the game.
    fn read_setup(&self, line: &MoveList<'_>) -> Result<Setup, CommandError> {
        let opening = self.opening_of(line.moves.first().copied().unwrap_or_default());
        set_up(line, self.size, self.rules_with(opening))
    }

    /// The position that a command names, or else the last one.
    fn position_of(
        &self,
        line: Option<&MoveList<'_>>,
    ) -> Result<AnyPosition<OneHash>, CommandError> {
        match line {
            Some(line) => Ok(self.read_setup(line)?.position),
            None => Ok(self.current_setup().position),
        }
    }

    /// The opening of a game with this first move. Web pages set the option once and then send
    /// games with any opening, so the move overrides the option.
    fn opening_of(&self, first: &str) -> Opening {
        let opening = self.settings.opening();
        if self.settings.named_opening.is_some() { opening } else { opening_shown(first, opening) }
    }

    /// The rules of the game.
    fn rules(&self) -> AnyRules {
        self.rules_with(self.settings.opening())
    }

    fn rules_with(&self, opening: Opening) -> AnyRules {
        let mut rules = self.settings.rules;
        rules.opening = opening;
        rules
    }

    fn empty_board(&self, opening: Opening) -> AnyPosition<OneHash> {
        empty_board(self.size, self.rules_with(opening))
    }

    /// The position to search, with the current komi.
    fn current_setup(&self) -> Setup {
        let setup = self.setup.clone();
        let mut setup =
            setup.unwrap_or_else(|| Setup::new(self.empty_board(self.settings.opening())));
        setup.position.set_half_komi(self.settings.rules.half_komi);
        setup
    }

    fn go(&mut self, go: &Go<'_>, arrival: Instant) {
        let mut setup = self.current_setup();
        let moves = go.search_moves.iter();
        for mv in moves.filter_map(|mv| setup.position.parse_move(mv).ok()) {
            // The search looks through all of them for each move.
            if !setup.root_moves.contains(&mv) {
                setup.root_moves.push(mv);
            }
        }
        let mut limits = self.limits(go, setup.position.side_to_move().index());
        let output = Arc::clone(&self.output);
        let style = Style { score: self.settings.score, dialect: self.dialect };
        let mut problem = self.problem(setup.position.size());
        let shown = limits.lines;
        // Analysis is always at full strength.
        let level = self.settings.level.filter(|_| !limits.infinite && !limits.ponder);
        let mut handicap = level.map(|level| {
            limits = level.within(limits);
            Handicap::new(level)
        });
        let mut mate = go.mate.map(Mate::new);
        self.engine.go(setup, limits, arrival, move |mut event| {
            if let Some(doubt) = mate.as_mut().and_then(|mate| mate.doubt(&event)) {
                say(&output, &reply::message(&doubt));
            }
            if let Some(handicap) = &mut handicap
                && let Some(info) = handicap.alter(&mut event)
            {
                say(&output, &reply::event(&Event::Info(info), style, problem.take().as_deref()));
            }
            // Once per search: web pages show it each time.
            let problem = match &event {
                Event::Info(info) if info.rank > shown => return,
                Event::Info(_) => problem.take(),
                _ => None,
            };
            say(&output, &reply::event(&event, style, problem.as_deref()));
        });
    }

    fn limits(&self, go: &Go<'_>, side: usize) -> Limits {
        let mut limits = go.limits(side);
        if let Some(clock) = &mut limits.clock {
            clock.overhead = self.settings.overhead;
        }
        if limits == Limits::default() {
            limits.move_time = Some(BARE_GO);
        }
        if limits.clock.is_some() && !limits.infinite {
            limits.contempt = self.settings.contempt;
        }
        limits.lines = self.settings.lines;
        limits.ponder = go.ponder;
        limits
    }

    /// What is wrong with the position or the rules of a search.
    fn problem(&self, size: BoardSize) -> Option<String> {
        let pieces = check_rules(self.rules(), size).err().map(|CommandError(problem)| problem);
        let problems: Vec<_> = self.refused.values().cloned().chain(pieces).collect();
        (!problems.is_empty()).then(|| problems.join("; "))
    }

    /// In place of a search: it takes a while.
    #[cfg(feature = "review")]
    fn review(&mut self, line: &MoveList<'_>, found: &[Found<'_>]) -> Result<(), CommandError> {
        let opening = self.opening_of(line.moves.first().copied().unwrap_or_default());
        let game = review::read(line, found, self.size, self.rules_with(opening))?;
        let output = Arc::clone(&self.output);
        self.engine.review(game, move |told| {
            say(&output, &format!("review {}", tak_search::json::review(&told)));
        });
        Ok(())
    }

    /// In place of a search: it may take a while.
    #[cfg(feature = "review")]
    fn tinues(&mut self, line: &MoveList<'_>) -> Result<(), CommandError> {
        let opening = self.opening_of(line.moves.first().copied().unwrap_or_default());
        let (start, moves) = read_game("tinues", line, self.size, self.rules_with(opening))?;
        let output = Arc::clone(&self.output);
        self.engine.standings(start, moves.clone(), move |found| {
            say(&output, &format!("tinues {}", tinues::describe(&start, &moves, &found)));
        });
        Ok(())
    }

    /// In place of a search, too.
    #[cfg(feature = "review")]
    fn solve(
        &mut self,
        mode: Mode,
        time: Duration,
        line: &MoveList<'_>,
    ) -> Result<(), CommandError> {
        let position = self.read_setup(line)?.position;
        if let Some(outcome) = position.outcome() {
            return Err(CommandError(format!("solve: the game is over there ({outcome})")));
        }
        let mut question = Question::new(Aim { attacker: position.side_to_move(), mode });
        (question.effort.time, question.total) = (Some(time), Some(time));
        let output = Arc::clone(&self.output);
        self.engine.solve(position, question, move |found| {
            say(&output, &format!("solve {}", solve::describe(found)));
        });
        Ok(())
    }

    fn perft(&mut self, depth: u8) {
        let position = self.current_setup().position;
        let output = Arc::clone(&self.output);
        self.engine.perft(position, depth, move |event| {
            say(&output, &reply::perft(&event));
        });
    }
}

/// Passes on an answer, line by line.
fn say(output: &Mutex<Output>, text: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    text.lines().for_each(&mut *output);
}

/// The complaint about a line that is not UTF-8.
pub fn not_text(bytes: &[u8]) -> String {
    format!("expected a line in UTF-8, found {}", excerpt(&String::from_utf8_lossy(bytes)))
}
