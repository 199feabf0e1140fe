//! The conversation with one client.

use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tak_encoding::{
    AnyPosition, AnyRules, BoardSize, OneHash, Opening, Position, TpsError, excerpt, with_size,
};
use tak_search::book::OpenBook;
use tak_search::engine::{Engine, Event, Setup, WaitingSearch};
use tak_search::evaluation::network::{Network, NetworkChoice};
use tak_search::level::Level;
use tak_search::limits::{Clock, Limits};
use tak_search::mark::Mark;
use web_time::Instant;

use crate::command::{Command, Go, HELP, Line, NewGame, Start};
use crate::game::{check_rules, rules_at, rules_with_komi};
use crate::handicap::Handicap;
use crate::options::{self, Options, Profile, Rule, Trust};
use crate::reply::{Dialect, Style};
use crate::words::{CommandError, split_first};
use crate::{draw, eval, json, record, reply, state};

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
    trust: Trust,
    open_book: Option<OpenBook>,
    options: Options,
    style: Style,
    /// How well it plays; `None` for its best.
    level: Option<Level>,
    /// The board size of the game; a TPS of another size does not change it.
    size: BoardSize,
    rules: AnyRules,
    /// The opening of games whose `teinewgame` names none.
    opening: Opening,
    /// Whether `teinewgame` named the opening of this game.
    opening_is_named: bool,
    /// The last position, `None` for the start of the game.
    setup: Option<Setup>,
    /// Whether there was a `teinewgame`: then the piece counts have a board to be checked against.
    begun: bool,
    /// Why the last `position` was refused: repeated with each search, which uses the position
    /// before it.
    refused_position: Option<String>,
    /// The same for the last `teinewgame`, until there is another.
    refused_game: Option<String>,
    /// The same for komi, piece counts and the opening, until they are set again.
    refused_rules: Vec<(Rule, String)>,
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
            trust: profile.trust,
            open_book: profile.open_book,
            options: Options::new(&profile),
            style: Style { score: profile.score, dialect: Dialect::Second },
            level: None,
            size: BoardSize::Six,
            rules: AnyRules::default(),
            opening: Opening::default(),
            opening_is_named: false,
            setup: None,
            begun: false,
            refused_position: None,
            refused_game: None,
            refused_rules: Vec::new(),
        }
    }

    /// Handles one line. An invalid line is answered with an `info string` and changes nothing.
    pub fn line(&mut self, line: &str) -> Flow {
        let arrival = Instant::now();
        let flow = Command::read(line).and_then(|command| self.execute(command, arrival));
        flow.unwrap_or_else(|CommandError(problem)| {
            let word = split_first(line).0;
            // The client waits for an answer of this name, whatever it is.
            if ["state", "mark"].contains(&word) {
                let told = json::Object::new().with_text("error", &problem).end();
                say(&self.output, &format!("{word} {told}"));
                return Flow::Continue;
            }
            self.complain(&problem);
            match word {
                "position" => self.refused_position = Some(problem),
                "teinewgame" => self.refused_game = Some(problem),
                _ => {}
            }
            Flow::Continue
        })
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
                self.engine.prepare();
                say(&self.output, "readyok");
            }
            Command::SetOption { name, .. } if name.eq_ignore_ascii_case(options::CLEAR_HASH) => {
                self.engine.forget();
            }
            Command::SetOption { name, value } => self.set_option(name, value)?,
            Command::NewGame(game, opening) => self.new_game(game, opening),
            Command::Position(line) => {
                let setup = self.read_setup(&line)?;
                if let Some(problem) = &self.refused_game {
                    let size = setup.position.size();
                    self.complain(&format!("position taken on {size}×{size}, after {problem}"));
                }
                self.setup = Some(setup);
                self.refused_position = None;
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
                let position = match line {
                    Some(line) => self.read_setup(&line)?.position,
                    None => self.current_setup().position,
                };
                say(&self.output, &format!("state {}", state::describe(&position)));
            }
            Command::Record(text) => {
                let record = record::read(text, self.size, self.rules);
                say(&self.output, &format!("record {record}"));
            }
            Command::Mark([before, after]) => {
                let mark = Mark::of(before, after.reversed()).map_or("", Mark::text);
                let told = json::Object::new().with_text("mark", mark).end();
                say(&self.output, &format!("mark {told}"));
            }
            Command::Perft(depth) => self.perft(depth),
            Command::Help => say(&self.output, HELP),
        }
        Ok(Flow::Continue)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), CommandError> {
        let Some(value) = value else {
            let problem = "setoption: expected `name <name> value <value>`";
            return Err(CommandError(problem.to_owned()));
        };
        if name.eq_ignore_ascii_case(options::BOOK_FILE) {
            return self.set_book(value);
        }
        if name.eq_ignore_ascii_case(options::EVAL_FILE) {
            return self.set_network(value);
        }
        if name.eq_ignore_ascii_case(options::SCORE) {
            let problem = |error| CommandError(format!("option {}: {error}", options::SCORE));
            self.style.score = value.parse().map_err(problem)?;
            return Ok(());
        }
        if name.eq_ignore_ascii_case(options::LEVEL) {
            self.level = options::read_level(value)?;
            return Ok(());
        }
        let before = self.rules;
        let (engine, rules) = (&mut self.engine.options, &mut self.rules);
        let taken = self.options.set(name, value, engine, rules);
        if let Some(rule) = self.options.rule(name) {
            self.refused_rules.retain(|&(old, _)| !rule.covers(old));
            if let Err(CommandError(problem)) = &taken {
                self.refused_rules.push((rule, problem.clone()));
            }
        }
        if let Some(remark) = taken? {
            self.complain(&remark);
        }
        if name.eq_ignore_ascii_case(options::OPENING) {
            self.opening = self.rules.opening;
        }
        if self.begun && self.rules != before {
            check_rules(self.rules, self.size)?;
        }
        Ok(())
    }

    /// Reads the network at once, so that a wrong path is reported where it was given.
    fn set_network(&mut self, value: &str) -> Result<(), CommandError> {
        self.check_may_name_files(options::EVAL_FILE)?;
        let network = NetworkChoice::open(options::file_name(value).unwrap_or_default());
        let network = network.map_err(|error| {
            let (name, path) = (options::EVAL_FILE, excerpt(value));
            CommandError(format!("option {name}: {path}: {error}; the network stays as it was"))
        })?;
        self.engine.set_network(network);
        Ok(())
    }

    fn check_may_name_files(&self, option: &str) -> Result<(), CommandError> {
        match self.trust {
            Trust::Owner => Ok(()),
            Trust::Guest => {
                let why = "refused over a network, since files are private";
                Err(CommandError(format!("option {option}: {why}")))
            }
        }
    }

    /// Opens the book at once, so that a wrong path is reported where it was given.
    fn set_book(&mut self, value: &str) -> Result<(), CommandError> {
        let problem = |text: &str| CommandError(format!("option {}: {text}", options::BOOK_FILE));
        self.check_may_name_files(options::BOOK_FILE)?;
        self.engine.set_book(None);
        let Some(path) = options::file_name(value) else {
            return Ok(());
        };
        let Some(open) = self.open_book else {
            return Err(problem("this program has no opening books"));
        };
        let book = open(path).map_err(|error| {
            let path = excerpt(value);
            problem(&format!("{path}: {error}; playing without a book"))
        })?;
        self.engine.set_book(Some(book));
        Ok(())
    }

    fn new_game(&mut self, game: NewGame<'_>, opening: Option<Opening>) {
        match game {
            NewGame::First(size) => {
                self.style.dialect = Dialect::First;
                self.size = size.unwrap_or(self.size);
            }
            NewGame::Second { size, half_komi } => {
                self.style.dialect = Dialect::Second;
                let (rules, remark) = rules_with_komi(half_komi);
                (self.rules, self.size) = (rules, size);
                // The option still sets the opening of games that name none.
                self.refused_rules.retain(|&(rule, _)| rule == Rule::Opening);
                if let Some(remark) = remark {
                    self.complain(&remark);
                    self.refused_rules.push((Rule::HalfKomi, remark));
                }
            }
        }
        self.rules.opening = opening.unwrap_or(self.opening);
        self.opening_is_named = opening.is_some();
        self.setup = None;
        self.refused_position = None;
        self.refused_game = None;
        self.begun = true;
        self.engine.new_game();
        if let Err(CommandError(problem)) = check_rules(self.rules, self.size) {
            self.complain(&problem);
        }
    }

    /// The position of a `position` command. A bad move in the middle must not leave half of the
    /// moves played, so the old position is kept until all are valid.
    fn read_setup(&self, line: &Line<'_>) -> Result<Setup, CommandError> {
        let Line { start, moves } = line;
        let problem = |error: String| CommandError(format!("position: {error}"));
        let opening = self.opening_of(moves.first().copied().unwrap_or_default());
        let position = match *start {
            Start::Empty => self.empty_board(opening),
            Start::Tps(tps) => {
                let size =
                    tak_encoding::tps_size(tps).map_err(|error| problem(error.to_string()))?;
                self.read_tps(tps, size, opening).map_err(|error| problem(error.to_string()))?
            }
        };
        let mut setup = Setup::new(position);
        for (index, text) in moves.iter().enumerate() {
            let illegal = |error: &dyn Display| problem(format!("move {}: {error}", index + 1));
            let mv = setup.position.parse_move(text).map_err(|error| illegal(&error))?;
            setup.play(mv).map_err(|error| illegal(&error))?;
        }
        Ok(setup)
    }

    /// A board that shows its opening keeps it.
    fn read_tps(
        &self,
        tps: &str,
        size: BoardSize,
        opening: Opening,
    ) -> Result<AnyPosition<OneHash>, TpsError> {
        let rules = self.rules_with(opening);
        with_size!(size, N => Ok(Position::from_tps_with(tps, rules_at::<N>(rules))?.into()))
    }

    /// The opening of a game with this first move. Web pages set the option once and then send
    /// games with any opening, so the move overrides the option.
    fn opening_of(&self, first: &str) -> Opening {
        match self.rules.opening {
            opening if self.opening_is_named || first.is_empty() => opening,
            _ if first.starts_with('2') => Opening::DoubleBlackStack,
            Opening::DoubleBlackStack => Opening::Swap,
            opening => opening,
        }
    }

    fn rules_with(&self, opening: Opening) -> AnyRules {
        let mut rules = self.rules;
        rules.opening = opening;
        rules
    }

    fn empty_board(&self, opening: Opening) -> AnyPosition<OneHash> {
        let rules = self.rules_with(opening);
        with_size!(self.size, N => Position::with_rules(rules_at::<N>(rules)).into())
    }

    /// The position to search, with the current komi.
    fn current_setup(&self) -> Setup {
        let setup = self.setup.clone();
        let mut setup = setup.unwrap_or_else(|| Setup::new(self.empty_board(self.rules.opening)));
        setup.position.set_half_komi(self.rules.half_komi);
        setup
    }

    fn go(&mut self, go: &Go<'_>, arrival: Instant) {
        let mut setup = self.current_setup();
        let moves = go.search_moves.iter();
        setup.root_moves = moves.filter_map(|mv| setup.position.parse_move(mv).ok()).collect();
        let mut limits = limits(go, setup.position.side_to_move().index());
        let (output, style) = (Arc::clone(&self.output), self.style);
        let mut problem = self.problem(setup.position.size());
        let shown = self.engine.options.lines;
        // Analysis is always at full strength.
        let mut handicap = self.level.filter(|_| !limits.infinite && !limits.ponder).map(|level| {
            limits.nodes = limits.nodes.into_iter().chain(level.limits().nodes).min();
            self.engine.options.lines = shown.max(level.lines());
            Handicap::new(level)
        });
        self.engine.go(setup, limits, arrival, move |mut event| {
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
        self.engine.options.lines = shown;
    }

    /// Problems with the position or the rules that the client should know about.
    fn problem(&self, size: BoardSize) -> Option<String> {
        let start = [&self.refused_position, &self.refused_game].into_iter().flatten().cloned();
        let matters = |rule| rule != Rule::Opening || !self.opening_is_named;
        let rules = self.refused_rules.iter().filter(|&&(rule, _)| matters(rule));
        let rules = rules.map(|(_, problem)| problem.clone());
        let pieces = check_rules(self.rules, size).err().map(|CommandError(problem)| problem);
        let problems: Vec<_> = start.chain(rules).chain(pieces).collect();
        (!problems.is_empty()).then(|| problems.join("; "))
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

fn limits(go: &Go<'_>, side: usize) -> Limits {
    let clock = go.remaining[side].map(|remaining| {
        let mut clock = Clock::new(remaining, go.increment[side]);
        clock.moves_to_go = go.moves_to_go;
        clock
    });
    // A win in n moves takes two plies for each but the last.
    let mate = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
    let mut limits = Limits::default();
    limits.depth = go.depth.into_iter().chain(mate).min();
    limits.nodes = go.nodes;
    limits.move_time = go.move_time;
    limits.clock = clock;
    limits.until_proven = go.solved || go.mate.is_some();
    limits.infinite = go.infinite;
    if limits == Limits::default() {
        limits.move_time = Some(BARE_GO);
    }
    limits.ponder = go.ponder;
    limits
}

/// The complaint about a line that is not UTF-8.
pub fn not_text(bytes: &[u8]) -> String {
    format!("expected a line in UTF-8, found {}", excerpt(&String::from_utf8_lossy(bytes)))
}
