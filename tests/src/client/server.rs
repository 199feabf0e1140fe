//! `tak-engine serve` as a process.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use super::PATIENCE;
use crate::programs::engine;

/// A server on a port of its own, which ends when this is dropped.
pub struct Server {
    child: Child,
    address: SocketAddr,
    /// What it prints, line by line.
    notes: Receiver<String>,
}

impl Server {
    /// Starts a server with these arguments and waits until it listens.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(engine())
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, notes) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // The last ones may find nobody.
                let _ = sender.send(line);
            }
        });
        let mut server = Self { child, address: SocketAddr::from(([127, 0, 0, 1], 0)), notes };
        let line = server.note("ws://");
        let address = line.trim().trim_start_matches("ws://");
        server.address = address.parse().expect("an address");
        server
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for a line with that text.
    pub fn note(&self, text: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.notes.recv_timeout(left);
            let line = line.unwrap_or_else(|error| panic!("never said: {text:?}: {error}"));
            if line.contains(text) {
                return line;
            }
        }
    }

    /// The lines that it has printed since the last one that was waited for.
    pub fn notes(&self) -> Vec<String> {
        self.notes.try_iter().collect()
    }

    /// Waits for its end, and returns its exit code and what it wrote to the
    /// error stream.
    pub fn end(mut self) -> (Option<i32>, String) {
        let status = self.child.wait().expect("the server is ours");
        let mut errors = String::new();
        let mut stream = self.child.stderr.take().expect("a pipe");
        stream.read_to_string(&mut errors).expect("text");
        (status.code(), errors)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
