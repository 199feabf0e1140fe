//! The conversation with one client, from the handshake to its end.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tak_search::tei::{Flow, Session};
use tungstenite::error::CapacityError;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Bytes, Error, Message, WebSocket};

use super::Server;
use super::deadline::DeadlineStream;
use super::outbox::{CAPACITY, Outbox, write_all};

/// The longest message in bytes, more than any client needs.
const MAX_MESSAGE: usize = 1 << 20;

/// The longest that Autobahn wants back.
const MAX_ECHO: usize = 16 << 20;

/// How long a client may take to close its side after the engine has closed its own.
const LINGER: Duration = Duration::from_secs(2);

/// A silent client is pinged after each of these parts of the idle timeout, and
/// disconnected after the last.
const IDLE_PARTS: u32 = 3;

/// Why a conversation is over.
pub(super) enum CloseReason {
    /// The client closed it in good order.
    Closed(Option<CloseFrame>),
    /// The client said `quit`.
    Quit,
    /// The connection broke.
    Lost,
    /// The client gave no sign of life.
    Silent,
    /// A message was too long.
    TooLong,
    /// It sent text that is not UTF-8.
    NotText,
    /// It broke the rules of WebSocket.
    Protocol(Error),
    /// The program is ending.
    Interrupted,
}

impl fmt::Display for CloseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(_) => f.write_str("it closed the connection"),
            Self::Quit => f.write_str("it said quit"),
            Self::Lost => f.write_str("the connection broke"),
            Self::Silent => f.write_str("it gave no sign of life"),
            Self::TooLong => write!(f, "a message of more than {MAX_MESSAGE} bytes"),
            Self::NotText => f.write_str("it sent text that is not UTF-8"),
            Self::Protocol(error) => write!(f, "{error}"),
            Self::Interrupted => f.write_str("the engine ends"),
        }
    }
}

impl CloseReason {
    /// The last message to the client, if it may still be there.
    fn close_message(&self) -> Option<Message> {
        let close = |code, reason: &'static str| {
            let reason = reason.into();
            Some(Message::Close(Some(CloseFrame { code, reason })))
        };
        match self {
            Self::Closed(frame) => Some(Message::Close(frame.clone())),
            Self::Quit => close(CloseCode::Normal, ""),
            Self::TooLong => close(CloseCode::Size, "more than a megabyte"),
            Self::NotText => close(CloseCode::Invalid, "expected UTF-8"),
            Self::Protocol(_) => close(CloseCode::Protocol, ""),
            Self::Interrupted => close(CloseCode::Away, "the engine ends"),
            Self::Lost | Self::Silent => None,
        }
    }
}

/// Holds the conversation. `leave` is called as soon as the search has ended, before
/// the client has taken the last messages.
pub(super) fn converse(stream: &TcpStream, server: &Server, leave: impl FnOnce(&CloseReason)) {
    let (messages, outgoing) = sync_channel(CAPACITY);
    thread::scope(|scope| {
        let writer = thread::Builder::new();
        if writer.spawn_scoped(scope, || write_all(stream, outgoing)).is_err() {
            return leave(&CloseReason::Lost); // the system has no more threads
        }
        let outbox = Arc::new(Mutex::new(Outbox::new(messages.clone())));
        let sink = Arc::clone(&outbox);
        let mut session = Session::new(server.profile, move |line| {
            lock(&sink).send(&format!("{line}\n"));
        });
        let is_gone = || lock(&outbox).is_closed();
        let mut reason = read_commands(stream, &mut session, &messages, is_gone, server);
        if server.clients.is_ending() {
            reason = CloseReason::Interrupted;
        }
        // A page that reconnects waits for the old connection to end, so close it before
        // waiting for the search.
        let close = reason.close_message();
        if close.is_none() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        lock(&outbox).close();
        if let Some(close) = close {
            let _ = messages.send(close);
        }
        drop(messages);
        drop(session);
        leave(&reason);
        if !matches!(reason, CloseReason::Closed(_) | CloseReason::Lost | CloseReason::Silent) {
            DeadlineStream::new(stream, LINGER).drain();
        }
    });
}

/// Gives the session what the client sends, until the conversation is over.
fn read_commands(
    stream: &TcpStream,
    session: &mut Session,
    messages: &SyncSender<Message>,
    is_gone: impl Fn() -> bool,
    server: &Server,
) -> CloseReason {
    let longest = if server.echo { MAX_ECHO } else { MAX_MESSAGE };
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .max_message_size(Some(longest))
        .max_frame_size(Some(longest));
    let mut socket = WebSocket::from_raw_socket(ReadHalf(stream), Role::Server, Some(config));
    if stream.set_read_timeout(Some(server.idle_timeout / IDLE_PARTS)).is_err() {
        return CloseReason::Lost;
    }
    let mut silent_parts = 0;
    loop {
        let message = socket.read();
        if !matches!(message, Err(Error::Io(_))) {
            silent_parts = 0;
        }
        match message {
            Ok(message @ (Message::Text(_) | Message::Binary(_))) if server.echo => {
                drop(messages.send(message));
            }
            Ok(Message::Text(text)) => {
                for line in text.lines() {
                    // One message may hold any number of commands.
                    if is_gone() {
                        return CloseReason::Lost;
                    }
                    if session.line(line) == Flow::Quit {
                        return CloseReason::Quit;
                    }
                }
            }
            Ok(Message::Binary(_)) => session.complain("expected text, found a binary message"),
            Ok(Message::Ping(data)) => drop(messages.send(Message::Pong(data))),
            Ok(Message::Pong(_) | Message::Frame(_)) => {}
            Ok(Message::Close(frame)) => return CloseReason::Closed(frame),
            Err(Error::Io(error)) if is_timeout(&error) => {
                silent_parts += 1;
                if silent_parts == IDLE_PARTS {
                    return CloseReason::Silent;
                }
                // If the queue is full, the client has enough to answer anyway.
                let _ = messages.try_send(Message::Ping(Bytes::new()));
            }
            // A text message, or the reason of a close.
            Err(Error::Utf8(_)) => return CloseReason::NotText,
            Err(Error::Capacity(CapacityError::MessageTooLong { .. })) => {
                return CloseReason::TooLong;
            }
            Err(error @ Error::Protocol(_)) if !is_end(&error) => {
                return CloseReason::Protocol(error);
            }
            Err(_) => return CloseReason::Lost,
        }
    }
}

fn lock(outbox: &Mutex<Outbox>) -> MutexGuard<'_, Outbox> {
    outbox.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Unix says one, Windows the other.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn is_end(error: &Error) -> bool {
    use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;
    matches!(error, Error::Protocol(ResetWithoutClosingHandshake))
}

/// The reading side of a socket. What the library would write in answer to pings
/// and closes is discarded: only one thread may write, and it answers them.
struct ReadHalf<'a>(&'a TcpStream);

impl Read for ReadHalf<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                // The program was suspended, and goes on.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }
}

impl Write for ReadHalf<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
