//! What is on its way to a client.
//!
//! A search must not wait for a client that is slow to read, nor fill memory
//! with what it does not take: so a thread of its own writes, and of those
//! lines that wait for it there are only so many. An `info` for which there is
//! no place is left out, a better one will follow; everything else waits for its
//! place, until the writer gives the client up.

use std::io::{self, ErrorKind, Write};
use std::mem::take;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError};
use std::time::Duration;

use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use super::patient::Patient;

/// So many messages wait at most; the longest has some kilobytes.
pub(super) const PLACES: usize = 256;

/// A client that does not take a message within this time is given up.
const DELIVERY: Duration = Duration::from_secs(10);

/// Where a session writes: all lines between two flushes are one message.
pub(super) struct Outbox {
    /// `None` once nothing more may be said, or nobody takes it.
    messages: Option<SyncSender<Message>>,
    text: Vec<u8>,
}

impl Outbox {
    pub(super) fn new(messages: SyncSender<Message>) -> Self {
        Self {
            messages: Some(messages),
            text: Vec::new(),
        }
    }

    /// Nothing is sent from now on.
    pub(super) fn close(&mut self) {
        self.messages = None;
    }

    /// Whether nothing will be sent any more.
    pub(super) fn is_closed(&self) -> bool {
        self.messages.is_none()
    }
}

impl Write for Outbox {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let gone = || io::Error::from(ErrorKind::BrokenPipe);
        let text = String::from_utf8(take(&mut self.text)).map_err(|_| ErrorKind::InvalidData)?;
        let can_wait = !text.starts_with("info ") || text.starts_with("info string");
        let messages = self.messages.as_ref().ok_or_else(gone)?;
        let is_gone = if can_wait {
            messages.send(Message::text(text)).is_err()
        } else {
            let sent = messages.try_send(Message::text(text));
            matches!(sent, Err(TrySendError::Disconnected(_)))
        };
        if is_gone {
            self.close();
            return Err(gone());
        }
        Ok(())
    }
}

/// Writes all messages, up to the one that closes the connection. If the client
/// does not take them, it has nothing more to say either.
pub(super) fn deliver(stream: &TcpStream, messages: Receiver<Message>) {
    // Nothing is read here.
    let config = WebSocketConfig::default().read_buffer_size(0);
    let patient = Patient::new(stream, DELIVERY);
    let mut socket = WebSocket::from_raw_socket(patient, Role::Server, Some(config));
    for message in messages {
        let is_last = message.is_close();
        socket.get_mut().extend(DELIVERY);
        if socket.send(message).is_err() {
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
        if is_last {
            break;
        }
    }
    let _ = stream.shutdown(Shutdown::Write);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    #[test]
    fn only_infos_are_left_out() {
        let (sender, receiver) = sync_channel(1);
        let mut outbox = Outbox::new(sender);
        let mut say = |text: &str| {
            outbox.write_all(text.as_bytes()).unwrap();
            outbox.flush()
        };
        say("info depth 1 pv a1\ninfo depth 2 pv a1\n").unwrap();
        say("info depth 3 pv a1\n").unwrap(); // no place for it
        let first = receiver.recv().unwrap();
        assert_eq!(
            first,
            Message::text("info depth 1 pv a1\ninfo depth 2 pv a1\n")
        );
        say("bestmove a1\n").unwrap();
        assert_eq!(receiver.recv().unwrap(), Message::text("bestmove a1\n"));
        drop(receiver);
        assert!(say("info depth 4 pv a1\n").is_err() && say("readyok\n").is_err());
        assert!(outbox.is_closed());
    }
}
