//! A stream with a deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A stream that ends at a certain time. A timeout of the system's own begins
/// anew with each byte, so that they could drip for ever.
#[derive(Clone, Copy)]
pub(super) struct Patient<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl<'a> Patient<'a> {
    pub(super) fn new(stream: &'a TcpStream, time: Duration) -> Self {
        let until = Instant::now() + time;
        Self { stream, until }
    }

    /// Lets it go on for so long from now.
    pub(super) fn extend(&mut self, time: Duration) {
        self.until = Instant::now() + time;
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        Ok(Some(left))
    }
}

impl Read for Patient<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Patient<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
