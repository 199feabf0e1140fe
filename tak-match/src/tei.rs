//! An external engine, spoken to in TEI as tolerantly as possible: engines differ in how they
//! announce komi, sizes and openings, and in what else they print.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tak_encoding::{AnyMove, HalfKomi, Opening};
use tak_games::beginnings::Conditions;
use tak_terminal::failure::printable;

use crate::engine::EngineSpec;
use crate::game::Game;
use crate::thought::Thought;

/// Why an engine lost a game without being beaten, or cannot play one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// It ended, or never began.
    Crash(String),
    /// It did not answer for too long.
    Silence(Duration),
    /// It said nothing at all for too long: perhaps it has not understood.
    Mute(Duration),
    /// It cannot play by these rules.
    Unfit(String),
    /// It answered with something that is not a legal move.
    Illegal(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Crash(why) | Self::Unfit(why) | Self::Illegal(why) => f.write_str(why),
            Self::Silence(time) => write!(f, "no answer within {} s", time.as_secs_f64()),
            Self::Mute(time) => {
                write!(f, "not a word within {} s since it was asked", time.as_secs_f64())
            }
        }
    }
}

/// What an engine answers when it is to move.
pub(crate) struct BestMove {
    pub(crate) mv: AnyMove,
    pub(crate) time: Duration,
    pub(crate) thought: Thought,
}

/// All running processes, to be ended with this one.
static RUNNING: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether this program is ending, and the engines with it.
static LEAVING: AtomicBool = AtomicBool::new(false);

/// Ends every engine: at Ctrl-C, engines that do not watch their input would live on. Their end is
/// not a crash: whoever waits for one of them waits until this program ends.
pub(crate) fn end_all() {
    LEAVING.store(true, Ordering::SeqCst);
    for child in lock(&RUNNING).iter() {
        let _ = lock(child).kill(); // ended already
    }
}

/// A running engine.
pub(crate) struct Client {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    /// The last line of its error stream.
    complaint: Arc<Mutex<String>>,
    options: Vec<Announced>,
    /// The words after `size`, in the lines of the second dialect.
    sizes: Option<Vec<String>>,
    patience: Duration,
    /// How long it is left alone after a move, and until when.
    delay: Duration,
    alone_until: Instant,
    /// The komi last set by an option.
    komi: Option<HalfKomi>,
    opening: Opening,
}

/// An option as the engine announces it.
struct Announced {
    name: String,
    min: Option<i64>,
    max: Option<i64>,
    values: Vec<String>,
}

impl Announced {
    /// Parses what follows `option`. Names, defaults and values may contain spaces.
    fn read(line: &str) -> Option<Self> {
        let mut fields: Vec<(&str, String)> = Vec::new();
        for word in line.split_whitespace() {
            let is_key = matches!(word, "name" | "type" | "default" | "min" | "max" | "var");
            match fields.last_mut() {
                Some((_, value)) if !is_key && value.is_empty() => word.clone_into(value),
                Some((_, value)) if !is_key => *value = format!("{value} {word}"),
                _ => fields.push((word, String::new())),
            }
        }
        let all = |key| fields.iter().filter(move |field| field.0 == key).map(|field| &field.1);
        let number = |key| all(key).next().and_then(|value| value.parse().ok());
        Some(Self {
            name: all("name").next()?.clone(),
            min: number("min"),
            max: number("max"),
            values: all("var").cloned().collect(),
        })
    }

    fn allows(&self, value: i64) -> bool {
        let listed = self.values.is_empty() || self.values.contains(&value.to_string());
        listed && self.min.is_none_or(|min| value >= min) && self.max.is_none_or(|max| value <= max)
    }
}

/// Windows' name for what Unix calls a process group of its own.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

impl Client {
    /// Starts the program, waits until it has introduced itself, and sets its options.
    pub(crate) fn start(spec: &EngineSpec, patience: Duration) -> Result<Self, Fault> {
        let program = spec.program();
        let mut command = Command::new(&program);
        command.args(&spec.args);
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for this program only: an engine ended by it would lose its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NEW_PROCESS_GROUP);
        let mut child = command.spawn().map_err(|error| {
            let program = program.to_string_lossy();
            Fault::Crash(format!("cannot start {}: {error}", printable(&program)))
        })?;
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Fault::Crash("no pipes".to_owned()));
        };
        let child = Arc::new(Mutex::new(child));
        lock(&RUNNING).push(Arc::clone(&child));
        let complaint = Arc::new(Mutex::new(String::new()));
        let last = Arc::clone(&complaint);
        thread::spawn(move || read_lines(errors, |line| *lock(&last) = line).is_some());
        let (sender, lines) = sync_channel(1024);
        // The thread ends when the engine does, or when nobody listens any more.
        thread::spawn(move || {
            let mut open = true;
            read_lines(output, |line| open = open && sender.send((Instant::now(), line)).is_ok())
        });
        let mut client = Self {
            child,
            input,
            lines,
            complaint,
            options: Vec::new(),
            sizes: None,
            patience,
            delay: spec.delay,
            alone_until: Instant::now(),
            komi: None,
            opening: Opening::Swap,
        };
        client.introduce()?;
        for (name, value) in &spec.options {
            client.set_option(name, value)?;
        }
        Ok(client)
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.send("tei")?;
        let deadline = Instant::now() + self.patience;
        loop {
            let (_, line) = self.hear(deadline)?;
            match line.split_once(char::is_whitespace).unwrap_or((&line, "")) {
                ("teiok", _) => return Ok(()),
                ("option", rest) => self.options.extend(Announced::read(rest)),
                ("size", rest) => {
                    let words = rest.split_whitespace().map(str::to_owned);
                    self.sizes.get_or_insert_default().extend(words);
                }
                _ => {}
            }
        }
    }

    fn option(&self, name: &str) -> Option<&Announced> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let Some(option) = self.option(name) else {
            let names: Vec<_> = self.options.iter().map(|option| option.name.as_str()).collect();
            let names = names.join(", ");
            let found = printable(name);
            return Err(Fault::Unfit(format!("it has no option '{found}'; it has: {names}")));
        };
        let line = format!("setoption name {} value {value}", option.name);
        self.send(&line)
    }

    /// Begins a game and waits until the engine is ready for it, and perhaps for its first two
    /// plies.
    pub(crate) fn new_game(
        &mut self,
        conditions: Conditions,
        with_opening: bool,
    ) -> Result<(), Fault> {
        let Conditions { size, komi, opening } = conditions;
        let first_dialect = self.option("HalfKomi").is_some() || self.sizes.is_none();
        if let Some(sizes) = &self.sizes {
            // What follows `halfkomi` is not a size; sizes are listed before it.
            let mut listed = sizes.iter().take_while(|word| *word != "halfkomi");
            if !listed.any(|word| *word == size.to_string()) {
                return Err(Fault::Unfit(format!("it does not play on {size}×{size}")));
            }
            let mut komis = sizes.iter().skip_while(|word| *word != "halfkomi").skip(1).peekable();
            let is_listed = komis.peek().is_none() || komis.any(|word| *word == komi.0.to_string());
            if !first_dialect && !is_listed {
                return Err(Fault::Unfit(format!("it does not play with a komi of {komi}")));
            }
        }
        self.tell_opening(opening, with_opening)?;
        if first_dialect {
            self.tell_komi(komi)?;
            self.send(&format!("teinewgame {size}"))?;
        } else {
            self.send(&format!("teinewgame size {size} halfkomi {}", komi.0))?;
        }
        self.send("isready")?;
        let deadline = Instant::now() + self.patience;
        while self.hear(deadline)?.1 != "readyok" {}
        Ok(())
    }

    fn tell_komi(&mut self, komi: HalfKomi) -> Result<(), Fault> {
        if self.komi == Some(komi) {
            return Ok(());
        }
        match self.option("HalfKomi") {
            Some(option) if option.allows(komi.0.into()) => {
                self.set_option("HalfKomi", &komi.0.to_string())?;
            }
            None if komi == HalfKomi(0) => {}
            _ => return Err(Fault::Unfit(format!("it does not play with a komi of {komi}"))),
        }
        self.komi = Some(komi);
        Ok(())
    }

    /// An engine need not know the opening if the game begins after it.
    fn tell_opening(&mut self, opening: Opening, is_played: bool) -> Result<(), Fault> {
        if self.opening == opening {
            return Ok(());
        }
        let is_wanted = |value: &&String| value.parse() == Ok(opening);
        let option = self.option("Opening");
        match option.and_then(|option| option.values.iter().find(is_wanted).cloned()) {
            Some(value) => self.set_option("Opening", &value)?,
            None if is_played => {
                return Err(Fault::Unfit(format!(
                    "it has no option for the opening {opening}; expected a book or random \
                     plies that reach beyond the first two"
                )));
            }
            None => return Ok(()),
        }
        self.opening = opening;
        Ok(())
    }

    /// Sends a position and asks for a move, to be answered within this time.
    pub(crate) fn best_move(
        &mut self,
        game: &Game,
        go: &str,
        patience: Option<Duration>,
    ) -> Result<BestMove, Fault> {
        // A late or repeated answer to an earlier question does not count; the engine may never pause.
        let asked = Instant::now();
        while self.lines.try_recv().is_ok_and(|(at, _)| at < asked) {}
        self.send(&game.command())?;
        let start = Instant::now();
        self.send(go)?;
        let patience = patience.unwrap_or(self.patience);
        let (mut thought, mut has_spoken) = (Thought::default(), false);
        loop {
            let heard = self.hear(start + patience).map_err(|fault| match fault {
                Fault::Silence(_) if has_spoken => Fault::Silence(patience),
                Fault::Silence(_) => Fault::Mute(patience),
                fault => fault,
            });
            let (at, line) = heard?;
            has_spoken = true;
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let without = || Fault::Illegal("bestmove without a move".to_owned());
                let word = words.next().ok_or_else(without)?;
                let mv = game
                    .setup
                    .position
                    .parse_move(word)
                    .map_err(|why| Fault::Illegal(format!("{}: {why}", printable(word))))?;
                self.alone_until = Instant::now() + self.delay;
                return Ok(BestMove { mv, time: at.saturating_duration_since(start), thought });
            }
            thought.hear(&line);
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        thread::sleep(self.alone_until.saturating_duration_since(Instant::now()));
        let sent = self.input.write_all(format!("{line}\n").as_bytes());
        sent.and_then(|()| self.input.flush()).map_err(|_| self.crash())
    }

    fn hear(&self, deadline: Instant) -> Result<(Instant, String), Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            // Of an engine that never pauses, a line is there at any time.
            Ok((at, line)) if at <= deadline => Ok((at, line)),
            Ok(_) | Err(RecvTimeoutError::Timeout) => Err(Fault::Silence(self.patience)),
            Err(RecvTimeoutError::Disconnected) => Err(self.crash()),
        }
    }

    /// What is known about its end.
    fn crash(&self) -> Fault {
        // It has closed its pipes, but may take a moment to exit and for its last words to be read.
        thread::sleep(Duration::from_millis(20));
        while LEAVING.load(Ordering::SeqCst) {
            thread::park();
        }
        let status = lock(&self.child).try_wait().ok().flatten();
        let ended = status
            .map_or("it closed its output".to_owned(), |status| format!("it ended with {status}"));
        let last = printable(&lock(&self.complaint));
        Fault::Crash(if last.is_empty() { ended } else { format!("{ended}: {last}") })
    }
}

/// An engine that is no longer needed gets a moment to exit by itself.
impl Drop for Client {
    fn drop(&mut self) {
        const MOMENTS: u32 = 100;
        let _ = self.send("quit"); // it may be gone
        for _ in 0..MOMENTS {
            if !matches!(lock(&self.child).try_wait(), Ok(None)) {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let mut child = lock(&self.child);
        let _ = child.kill(); // ended already
        let _ = child.wait();
        drop(child);
        lock(&RUNNING).retain(|child| !Arc::ptr_eq(child, &self.child));
    }
}

/// Calls `take` with each non-empty line, cutting very long ones.
fn read_lines(pipe: impl Read, mut take: impl FnMut(String)) -> Option<()> {
    const LONGEST: u64 = 1 << 16;
    let mut reader = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        let read = (&mut reader).take(LONGEST).read_until(b'\n', &mut line).ok()?;
        let text = String::from_utf8_lossy(&line);
        match text.trim() {
            _ if read == 0 => return None,
            "" => {}
            text => take(text.to_owned()),
        }
    }
}
