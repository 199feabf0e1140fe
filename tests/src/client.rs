//! A TEI client that waits for a limited time.
//!
//! It works the same way whether the engine is a [`Process`] with pipes or a
//! [`Socket`] of a [`Server`]. An engine that hangs fails the test, and the message
//! shows the end of the conversation.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use tak_encoding::BoardSize;

mod answer;
mod process;
mod server;
mod socket;
mod transcript;

pub use answer::{Answer, Info, read_position, read_position_with};
pub use process::Process;
pub use server::Server;
pub use socket::Socket;
pub use transcript::replay;

/// How long an engine may take for anything: far more than it needs, since the machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How many lines of a conversation are shown when it fails.
const SHOWN: usize = 40;

/// A connection to an engine.
pub trait Peer {
    /// Sends one line, of any bytes.
    fn send_line(&mut self, line: &[u8]);

    /// Waits for the next line, and returns it with the time of its arrival.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn hear(&mut self, deadline: Instant) -> Result<(Instant, Vec<u8>), Silence>;

    /// Ends the input, as a client that has gone away does.
    fn end_input(&mut self);

    /// Waits for a clean end.
    ///
    /// # Errors
    ///
    /// If there is none, with the reason.
    fn end(&mut self) -> Result<(), String>;

    /// What the engine wrote to its error stream so far.
    fn errors(&self) -> String;
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// None came in time.
    Pause,
    /// The output has ended.
    End,
}

/// The conversation with one engine.
pub struct Client<P = Process> {
    peer: P,
    /// The size in the last `teinewgame`.
    size: BoardSize,
    /// When the last line was sent.
    sent: Instant,
    /// The end of the conversation, for messages.
    spoken: VecDeque<String>,
}

/// The lines with that beginning.
pub fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// Whether the line says that another one was wrong.
pub fn is_complaint(line: &str) -> bool {
    line.starts_with("info string ") && !is_doubt(line)
}

/// Whether the line says, as a search for a mate may before its answer, that it left moves out.
pub fn is_doubt(line: &str) -> bool {
    line.starts_with("info string mate ")
        && line.ends_with(": none found, but not every quiet move was tried")
}

/// The size in the words after `teinewgame`, in either dialect.
fn game_size(game: &str) -> Option<BoardSize> {
    let size = game.split_once("size ").map_or(game, |(_, size)| size);
    size.split(' ').next()?.parse().ok()
}

impl<P: Peer> Client<P> {
    fn with(peer: P) -> Self {
        Self { peer, size: BoardSize::Six, sent: Instant::now(), spoken: VecDeque::new() }
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        let size = line.strip_prefix("teinewgame ").and_then(game_size);
        self.size = size.unwrap_or(self.size);
        self.send_bytes(line.as_bytes());
    }

    /// Sends several lines.
    pub fn send_all<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) {
        lines.into_iter().for_each(|line| self.send(line));
    }

    /// Sends one line of any bytes.
    pub fn send_bytes(&mut self, line: &[u8]) {
        self.remember_sent(line);
        self.sent = Instant::now();
        self.peer.send_line(line);
    }

    /// The next line, and when it was read.
    pub fn line(&mut self) -> (Instant, String) {
        self.line_before(Instant::now() + PATIENCE)
    }

    fn line_before(&mut self, deadline: Instant) -> (Instant, String) {
        match self.hear(deadline) {
            Ok(heard) => heard,
            Err(Silence::Pause) => self.fail("no answer"),
            Err(Silence::End) => self.fail("the engine is gone"),
        }
    }

    /// All lines up to and including the next one with this first word.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let (_, line) = self.line_before(deadline);
            let done = line.split(' ').next() == Some(word);
            lines.push(line);
            if done {
                return lines;
            }
        }
    }

    /// Sends `isready`, and returns what the engine said before its answer.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Checks that the engine listens and has nothing to say.
    pub fn expect_silence(&mut self) {
        if !self.ready().is_empty() {
            self.fail("words where none are due");
        }
    }

    /// Sends a line that must get exactly one complaint, and returns that.
    pub fn complaint(&mut self, line: &str) -> String {
        self.send(line);
        match &self.ready()[..] {
            [complaint] if is_complaint(complaint) => complaint.clone(),
            _ => self.fail("not exactly one complaint"),
        }
    }

    /// Searches a position, at the size of the game unless it is a TPS, and checks
    /// everything that was said.
    pub fn search(&mut self, position: &str, go: &str) -> Answer {
        self.send(position);
        self.expect_silence();
        self.send(go);
        let answer = self.answer();
        answer.check(&read_position(position, self.size));
        answer
    }

    /// Starts a search that runs until it is stopped, and waits for its first line.
    pub fn go_infinite(&mut self) {
        self.send("go infinite");
        self.until("info");
    }

    /// Stops the search, and returns what was said up to the move.
    pub fn stop(&mut self) -> Vec<String> {
        self.send("stop");
        self.until("bestmove")
    }

    /// Waits for the end of a search.
    pub fn answer(&mut self) -> Answer {
        let deadline = Instant::now() + PATIENCE;
        let mut infos = Vec::new();
        loop {
            let (at, line) = self.line_before(deadline);
            if let Some(best) = line.strip_prefix("bestmove ") {
                let (best, took) = (best.to_owned(), at.saturating_duration_since(self.sent));
                return Answer { infos, best, took };
            }
            let info = Info::read(&line);
            infos.push(info.unwrap_or_else(|| self.fail("not part of a search")));
        }
    }

    /// What the engine says within some time.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok((_, line)) = self.hear(deadline) {
            lines.push(line);
        }
        lines
    }

    /// Ends the input, as a client that has gone away does.
    pub fn end_input(&mut self) {
        self.remember(">> (end)".to_owned());
        self.peer.end_input();
    }

    /// Says `quit` and waits for the end, see [`exit`](Self::exit).
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.exit()
    }

    /// Waits for the engine to end of its own accord, and returns its last words.
    pub fn exit(mut self) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            match self.hear(deadline) {
                Ok((_, line)) => lines.push(line),
                Err(Silence::Pause) => self.fail("the engine does not end"),
                Err(Silence::End) => break,
            }
        }
        match self.peer.end() {
            Ok(()) => lines,
            Err(problem) => self.fail(&problem),
        }
    }

    /// What the engine wrote to its error stream so far.
    pub fn errors(&self) -> String {
        self.peer.errors()
    }

    fn hear(&mut self, deadline: Instant) -> Result<(Instant, String), Silence> {
        let (at, bytes) = self.peer.hear(deadline)?;
        let is_text = str::from_utf8(&bytes).is_ok();
        let line = String::from_utf8_lossy(&bytes).into_owned();
        self.remember(format!("<< {line}"));
        // Some clients panic at a blank line.
        if !is_text || line.trim().is_empty() || line.contains(char::is_control) {
            self.fail("not a line of text");
        }
        Ok((at, line))
    }

    fn remember_sent(&mut self, bytes: &[u8]) {
        let start: String = String::from_utf8_lossy(bytes).chars().take(200).collect();
        self.remember(format!(">> {}", start.trim_end_matches('\n')));
    }

    fn remember(&mut self, line: String) {
        if self.spoken.len() == SHOWN {
            self.spoken.pop_front();
        }
        self.spoken.push_back(line);
    }

    /// Fails the test, showing the end of the conversation.
    fn fail(&self, problem: &str) -> ! {
        let spoken = Vec::from(self.spoken.clone()).join("\n");
        panic!("{problem}\n{spoken}\nerror stream: {}", self.errors())
    }
}
