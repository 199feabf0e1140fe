//! A stream with a deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// A stream that can be used until a deadline. The system's timeouts restart with each byte, so a
/// client that sends one byte at a time would never hit them.
#[derive(Clone, Copy)]
pub struct DeadlineStream<'a> {
    stream: &'a TcpStream,
    timeout: Duration,
    deadline: Instant,
}

impl<'a> DeadlineStream<'a> {
    /// The deadline is `timeout` from now.
    pub fn new(stream: &'a TcpStream, timeout: Duration) -> Self {
        Self { stream, timeout, deadline: Instant::now() + timeout }
    }

    /// Restarts the timeout from now.
    pub fn extend(&mut self) {
        self.deadline = Instant::now() + self.timeout;
    }

    /// The same stream, with a deadline after another time.
    #[must_use]
    pub fn within(&self, timeout: Duration) -> Self {
        Self::new(self.stream, timeout)
    }

    /// Waits for bytes, and reads some without consuming them.
    pub fn peek(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.uninterrupted(|stream, remaining| {
            stream.set_read_timeout(remaining)?;
            stream.peek(buffer)
        })
    }

    /// Says that nothing more will be sent, and drains.
    pub fn finish(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        self.drain();
    }

    /// Reads and discards whatever still arrives: closing a socket with unread data resets the
    /// connection, and the client could lose the last bytes sent to it.
    pub fn drain(&mut self) {
        let mut discarded = [0; 4096];
        while matches!(self.read(&mut discarded), Ok(1..)) {}
    }

    /// Reads or writes. A suspended program is interrupted when it resumes: the client is not to
    /// blame for the time that has passed.
    fn uninterrupted(
        &mut self,
        mut act: impl FnMut(&TcpStream, Option<Duration>) -> io::Result<usize>,
    ) -> io::Result<usize> {
        loop {
            let remaining = self.deadline.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            match act(self.stream, Some(remaining)) {
                Err(error) if error.kind() == ErrorKind::Interrupted => self.extend(),
                done => return done,
            }
        }
    }
}

impl Read for DeadlineStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.uninterrupted(|mut stream, remaining| {
            stream.set_read_timeout(remaining)?;
            stream.read(buffer)
        })
    }
}

impl Write for DeadlineStream<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.uninterrupted(|mut stream, remaining| {
            stream.set_write_timeout(remaining)?;
            stream.write(buffer)
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
