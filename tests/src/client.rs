//! A TEI client: the engine as a process, pipes to it, and limited patience.
//!
//! Reading and writing happen on threads of their own, so that an engine that
//! hangs makes a test fail, with the end of the conversation, and never wait.

use std::collections::VecDeque;
use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::corpus::workspace;

mod answer;

pub use answer::{Answer, Info, read_position, read_position_with};

/// How long an engine may take for anything: much more than it needs, for the
/// sake of busy machines.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// So many lines of a conversation are shown when it fails.
const SHOWN: usize = 40;

/// The engine's program, built in the profile of the test on the first call.
///
/// # Panics
///
/// If it does not build.
pub fn engine() -> &'static Path {
    static ENGINE: OnceLock<PathBuf> = OnceLock::new();
    ENGINE.get_or_init(build_engine)
}

/// Cargo hands a test only the programs of its own package, so this asks it for
/// the other one, in the target folder that holds the test.
fn build_engine() -> PathBuf {
    let profile = if cfg!(debug_assertions) {
        "test"
    } else {
        "release"
    };
    let test = env::current_exe().expect("a running program");
    let target = test.ancestors().nth(3).expect("target/profile/deps/test");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
    let output = Command::new(cargo)
        .args(["build", "--package", "tak-engine", "--bin", "tak-engine"])
        .args(["--profile", profile, "--message-format", "json"])
        .arg("--target-dir")
        .arg(target)
        .current_dir(workspace())
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the engine:\n{errors}");
    let messages = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let mut programs = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(message["executable"].as_str()?.into())
    });
    programs.next_back().expect("a program was built")
}

/// One engine and the conversation with it.
pub struct Client {
    process: Child,
    /// `None` once the input has ended.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<(Instant, Vec<u8>)>,
    errors: Arc<Mutex<Vec<u8>>>,
    error_reader: Option<JoinHandle<()>>,
    /// The end of the conversation, for messages.
    spoken: VecDeque<String>,
}

/// What came next from the engine.
enum Heard {
    Line(Instant, String),
    Nothing,
    End,
}

impl Client {
    /// Starts an engine and says nothing.
    ///
    /// # Panics
    ///
    /// If the engine cannot be built or started.
    pub fn start() -> Self {
        let mut process = Command::new(engine())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = process.stdin.take().expect("a pipe");
        let output = process.stdout.take().expect("a pipe");
        let errors = process.stderr.take().expect("a pipe");
        let (errors, error_reader) = collect_on_thread(errors);
        Self {
            process,
            input: Some(write_on_thread(input)),
            output: read_on_thread(output),
            errors,
            error_reader: Some(error_reader),
            spoken: VecDeque::new(),
        }
    }

    /// Starts an engine and waits until it has introduced itself.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn introduced() -> Self {
        let mut client = Self::start();
        client.send("tei");
        client.until("teiok");
        client
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    /// Sends one line of any bytes.
    pub fn send_bytes(&mut self, line: &[u8]) {
        let mut bytes = line.to_owned();
        bytes.push(b'\n');
        self.send_unfinished(bytes);
    }

    /// Sends bytes as they are, without the end of a line.
    pub fn send_unfinished(&mut self, bytes: Vec<u8>) {
        let start: String = String::from_utf8_lossy(&bytes).chars().take(200).collect();
        self.remember(format!(">> {}", start.trim_end_matches('\n')));
        if let Some(input) = &self.input {
            // A dead engine is noticed where its output ends.
            let _ = input.send(bytes);
        }
    }

    /// Ends the input, as a client that is gone does.
    pub fn end_input(&mut self) {
        self.remember(">> (end)".to_owned());
        self.input = None;
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
            Heard::Line(at, line) => (at, line),
            Heard::Nothing => self.fail("no answer"),
            Heard::End => self.fail("the engine is gone"),
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
        while let Heard::Line(_, line) = self.hear(deadline) {
            lines.push(line);
        }
        lines
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
                Heard::Line(_, line) => lines.push(line),
                Heard::Nothing => self.fail("the engine does not end"),
                Heard::End => break,
            }
        }
        match self.wait(deadline) {
            Some(status) if status.success() => {}
            status => self.fail(&format!("bad end: {status:?}")),
        }
        if let Some(reader) = self.error_reader.take() {
            reader.join().expect("reading does not panic");
        }
        let errors = self.errors();
        assert!(errors.is_empty(), "error stream: {errors}");
        lines
    }

    fn wait(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.process.try_wait().expect("the engine is ours") {
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                status => return status,
            }
        }
    }

    /// What the engine wrote to its error stream so far.
    ///
    /// # Panics
    ///
    /// If the thread that reads it has panicked.
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors.lock().unwrap()).into_owned()
    }

    fn hear(&mut self, deadline: Instant) -> Heard {
        let left = deadline.saturating_duration_since(Instant::now());
        let (at, bytes) = match self.output.recv_timeout(left) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => return Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => return Heard::End,
        };
        let is_text = str::from_utf8(&bytes).is_ok();
        let line = String::from_utf8_lossy(&bytes).into_owned();
        self.remember(format!("<< {line}"));
        // Some clients panic at a blank line.
        if !is_text || line.trim().is_empty() || line.contains(char::is_control) {
            self.fail("not a line of text");
        }
        Heard::Line(at, line)
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

impl Drop for Client {
    fn drop(&mut self) {
        // Fails if it has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Writes what it is sent, until the sender is dropped or the engine gone.
fn write_on_thread(mut input: ChildStdin) -> Sender<Vec<u8>> {
    let (sender, receiver) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in receiver {
            if input
                .write_all(&bytes)
                .and_then(|()| input.flush())
                .is_err()
            {
                break;
            }
        }
    });
    sender
}

/// Reads lines, noting the time, until the engine closes its output.
fn read_on_thread(output: ChildStdout) -> Receiver<(Instant, Vec<u8>)> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n') {
            let Ok(line) = line else { break };
            if sender.send((Instant::now(), line)).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Keeps everything that is written to a stream.
fn collect_on_thread(
    mut stream: impl Read + Send + 'static,
) -> (Arc<Mutex<Vec<u8>>>, JoinHandle<()>) {
    let collected = Arc::new(Mutex::new(Vec::new()));
    let result = Arc::clone(&collected);
    let reader = thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            collected
                .lock()
                .unwrap()
                .extend_from_slice(&buffer[..count]);
        }
    });
    (result, reader)
}
