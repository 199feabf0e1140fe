//! A stream with a deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A stream that can be used until a deadline. The timeouts of the system begin
/// anew with each byte, so that a client that sends them one by one never meets
/// them.
#[derive(Clone, Copy)]
pub(super) struct DeadlineStream<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> DeadlineStream<'a> {
    /// The deadline is so long from now.
    pub(super) fn new(stream: &'a TcpStream, timeout: Duration) -> Self {
        let deadline = Instant::now() + timeout;
        Self { stream, deadline }
    }

    /// Moves the deadline to so long from now.
    pub(super) fn extend(&mut self, timeout: Duration) {
        self.deadline = Instant::now() + timeout;
    }

    fn remaining(&self) -> io::Result<Option<Duration>> {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        Ok(Some(remaining))
    }
}

impl Read for DeadlineStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.remaining()?)?;
        self.stream.read(buffer)
    }
}

impl Write for DeadlineStream<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.remaining()?)?;
        self.stream.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
