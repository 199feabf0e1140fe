//! The engine as a process with pipes.
//!
//! Reading and writing happen on threads of their own, so that neither waits
//! for the other.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{Client, PATIENCE, Peer, Silence};
use crate::programs::engine;

/// An engine and its pipes.
pub struct Process {
    child: Child,
    /// `None` once the input has ended.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<(Instant, Vec<u8>)>,
    errors: Arc<Mutex<Vec<u8>>>,
    error_reader: Option<JoinHandle<()>>,
}

impl Client {
    /// Starts an engine and says nothing.
    pub fn start() -> Self {
        Self::with(Process::start())
    }

    /// Starts an engine and waits until it has introduced itself.
    pub fn introduced() -> Self {
        let mut client = Self::start();
        client.send("tei");
        client.until("teiok");
        client
    }

    /// Sends bytes as they are, without the end of a line.
    pub fn send_unfinished(&mut self, bytes: Vec<u8>) {
        self.remember_sent(&bytes);
        self.peer.send(bytes);
    }
}

impl Process {
    fn start() -> Self {
        let mut child = Command::new(engine())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("a pipe");
        let output = child.stdout.take().expect("a pipe");
        let errors = child.stderr.take().expect("a pipe");
        let (errors, error_reader) = collect_on_thread(errors);
        Self {
            child,
            input: Some(write_on_thread(input)),
            output: read_on_thread(output),
            errors,
            error_reader: Some(error_reader),
        }
    }

    fn send(&mut self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            // A dead engine is noticed where its output ends.
            let _ = input.send(bytes);
        }
    }

    fn wait(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait().expect("the engine is ours") {
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                status => return status,
            }
        }
    }
}

impl Peer for Process {
    fn send_line(&mut self, line: &[u8]) {
        let mut bytes = line.to_owned();
        bytes.push(b'\n');
        self.send(bytes);
    }

    fn hear(&mut self, deadline: Instant) -> Result<(Instant, Vec<u8>), Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.output.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Pause,
            RecvTimeoutError::Disconnected => Silence::End,
        })
    }

    fn end_input(&mut self) {
        self.input = None;
    }

    fn end(&mut self) -> Result<(), String> {
        match self.wait(Instant::now() + PATIENCE) {
            Some(status) if status.success() => {}
            status => return Err(format!("bad end: {status:?}")),
        }
        if let Some(reader) = self.error_reader.take() {
            reader.join().expect("reading does not panic");
        }
        let is_quiet = self.errors().is_empty();
        is_quiet.then_some(()).ok_or("words on the error stream".to_owned())
    }

    fn errors(&self) -> String {
        let errors = self.errors.lock().expect("reading does not panic");
        String::from_utf8_lossy(&errors).into_owned()
    }
}

impl Drop for Process {
    /// When a test passes, its engine must still end cleanly.
    fn drop(&mut self) {
        let ended = if thread::panicking() {
            Ok(())
        } else {
            self.send_line(b"quit");
            self.end()
        };
        // Fails if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Err(problem) = ended {
            panic!("{problem}\nerror stream: {}", self.errors());
        }
    }
}

/// Writes what it is sent, until the sender is dropped or the engine gone.
fn write_on_thread(mut input: ChildStdin) -> Sender<Vec<u8>> {
    let (sender, receiver) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in receiver {
            if input.write_all(&bytes).and_then(|()| input.flush()).is_err() {
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
            collected.lock().unwrap().extend_from_slice(&buffer[..count]);
        }
    });
    (result, reader)
}
