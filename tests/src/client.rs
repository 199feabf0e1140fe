//! A TEI client with limited patience.
//!
//! What can be said and heard is the same whether the engine is a [`Process`]
//! with pipes or a [`Socket`] of a [`Server`]: an engine that hangs makes a test
//! fail, with the end of the conversation, and never wait.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

mod answer;
mod process;
mod server;
mod socket;
mod transcript;

pub use answer::{Answer, Info, read_position, read_position_with};
pub use process::{Process, engine};
pub use server::Server;
pub use socket::Socket;
pub use transcript::replay;

/// How long an engine may take for anything: much more than it needs, for the
/// sake of busy machines.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// So many lines of a conversation are shown when it fails.
const SHOWN: usize = 40;

/// The way to an engine.
pub trait Peer {
    /// Sends one line, of any bytes.
    fn send_line(&mut self, line: &[u8]);

    /// Waits for the next line, and tells when it came.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn hear(&mut self, deadline: Instant) -> Result<(Instant, Vec<u8>), Silence>;

    /// Ends the input, as a client that is gone does.
    fn end_input(&mut self);

    /// Waits for an end in good order.
    ///
    /// # Errors
    ///
    /// If it does not come, with the reason.
    fn end(&mut self) -> Result<(), String>;

    /// What the engine wrote to its error stream so far.
    fn errors(&self) -> String;
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// None came in time.
    Pause,
    /// None will come any more.
    End,
}

/// The conversation with one engine.
pub struct Client<P = Process> {
    peer: P,
    /// The end of the conversation, for messages.
    spoken: VecDeque<String>,
}

impl<P: Peer> Client<P> {
    fn with(peer: P) -> Self {
        Self { peer, spoken: VecDeque::new() }
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    /// Sends one line of any bytes.
    pub fn send_bytes(&mut self, line: &[u8]) {
        self.remember_sent(line);
        self.peer.send_line(line);
    }

    /// The next line, and when it was read.
    ///
    /// # Panics
    ///
    /// If none comes in time.
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

    /// All lines up to one with that first word, which is the last of them.
    ///
    /// # Panics
    ///
    /// If it does not come in time.
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

    /// Asks whether the engine is there, and returns what it said before it
    /// answered.
    ///
    /// # Panics
    ///
    /// If it does not answer.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Waits for the end of a search.
    ///
    /// # Panics
    ///
    /// If it does not come, or something is said that is no part of a search.
    pub fn answer(&mut self) -> Answer {
        let deadline = Instant::now() + PATIENCE;
        let mut infos = Vec::new();
        loop {
            let (at, line) = self.line_before(deadline);
            if let Some(best) = line.strip_prefix("bestmove ") {
                let best = best.to_owned();
                return Answer { infos, best, at };
            }
            let info = Info::read(&line);
            infos.push(info.unwrap_or_else(|| self.fail("no part of a search")));
        }
    }

    /// What the engine says in that time.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok((_, line)) = self.hear(deadline) {
            lines.push(line);
        }
        lines
    }

    /// Ends the input, as a client that is gone does.
    pub fn end_input(&mut self) {
        self.remember(">> (end)".to_owned());
        self.peer.end_input();
    }

    /// Says `quit` and waits for the end, see [`exit`](Self::exit).
    ///
    /// # Panics
    ///
    /// If the engine does not end well.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.exit()
    }

    /// Waits for the engine to end by itself, and returns its last words.
    ///
    /// # Panics
    ///
    /// If it goes on, ends with a failure, or wrote to the error stream.
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

    /// Ends the test with the end of the conversation.
    fn fail(&self, problem: &str) -> ! {
        let spoken = Vec::from(self.spoken.clone()).join("\n");
        panic!("{problem}\n{spoken}\nerror stream: {}", self.errors())
    }
}
