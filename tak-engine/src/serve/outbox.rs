//! Messages on their way to a client.
//!
//! A search must not wait for a slow client, nor fill memory with what the client does not read. So
//! a separate thread writes, from a queue of limited capacity. An `info` that does not fit is
//! dropped, since a better one will follow; everything else waits for space, until the writer gives
//! up on the client.

use std::iter;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError};
use std::time::Duration;

use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use tak_engine::frames::Waiting;
use tak_terminal::serve::deadline::DeadlineStream;

/// How many places there are for what waits.
pub(super) const CAPACITY: usize = 256;

/// The bytes of a message that has one place. What is told of a game can be megabytes, and takes more.
const PLACE: usize = 8 << 10;

/// The time within which a client must accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Where a session's lines go, each as a message of its own.
pub(super) struct Outbox {
    /// `None` once nothing more may be sent, or the writer is gone.
    messages: Option<SyncSender<Waiting>>,
}

impl Outbox {
    pub(super) fn new(messages: SyncSender<Waiting>) -> Self {
        Self { messages: Some(messages) }
    }

    /// Sends nothing more.
    pub(super) fn close(&mut self) {
        self.messages = None;
    }

    /// Whether nothing will be sent any more.
    pub(super) fn is_closed(&self) -> bool {
        self.messages.is_none()
    }

    /// Sends a line; drops it if it is an `info` and the queue is full.
    pub(super) fn send(&mut self, line: &str) {
        let Some(messages) = &self.messages else {
            return;
        };
        let can_wait = !line.starts_with("info ") || line.starts_with("info string");
        let message = Some(Message::text(line));
        let is_gone = if can_wait {
            let more = iter::repeat_n(None, line.len() / PLACE);
            iter::once(message).chain(more).any(|waiting| messages.send(waiting).is_err())
        } else {
            matches!(messages.try_send(message), Err(TrySendError::Disconnected(_)))
        };
        if is_gone {
            self.close();
        }
    }
}

/// Writes all messages, up to the one that closes the connection. If the client does not accept
/// them, nothing more is read from it either.
pub(super) fn write_all(stream: &TcpStream, messages: Receiver<Waiting>) {
    // Nothing is read here.
    let config = WebSocketConfig::default().read_buffer_size(0);
    let writer = DeadlineStream::new(stream, SEND_TIMEOUT);
    let mut socket = WebSocket::from_raw_socket(writer, Role::Server, Some(config));
    for message in messages.into_iter().flatten() {
        let is_last = message.is_close();
        socket.get_mut().extend();
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
    fn only_infos_are_dropped() {
        let (sender, receiver) = sync_channel(1);
        let mut outbox = Outbox::new(sender);
        outbox.send("info depth 1 pv a1");
        outbox.send("info depth 2 pv a1"); // the queue is full
        assert_eq!(receiver.recv(), Ok(Some(Message::text("info depth 1 pv a1"))));
        outbox.send("bestmove a1");
        assert_eq!(receiver.recv(), Ok(Some(Message::text("bestmove a1"))));
        assert!(!outbox.is_closed());
        drop(receiver);
        outbox.send("info depth 3 pv a1");
        assert!(outbox.is_closed());
        outbox.send("readyok"); // nobody hears it
    }

    #[test]
    fn a_long_message_takes_more_than_one_place() {
        let (sender, receiver) = sync_channel(4);
        let mut outbox = Outbox::new(sender);
        outbox.send(&"x".repeat(3 * PLACE));
        outbox.send("info depth 1 pv a1"); // no place is left
        drop(outbox);
        let waiting: Vec<_> = receiver.into_iter().map(|waiting| waiting.is_some()).collect();
        assert_eq!(waiting, [true, false, false, false]);
    }
}
