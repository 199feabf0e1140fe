//! What a client sends over WebSocket, from the handshake to the end of the conversation.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::SyncSender;

use tak_tei::{Flow, Session};
use tungstenite::error::CapacityError;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Bytes, Error, Message, WebSocket};

/// The longest message in bytes, more than any client needs.
const MAX_MESSAGE: usize = 1 << 20;

/// The longest message that Autobahn wants echoed.
const MAX_ECHO: usize = 16 << 20;

/// The idle timeout has this many parts: a silent client is pinged after each, and disconnected
/// after the last.
pub const IDLE_PARTS: u32 = 3;

/// Why a conversation is over.
#[derive(Debug)]
pub enum CloseReason {
    /// The client closed it properly.
    Closed(Option<CloseFrame>),
    /// The client said `quit`.
    Quit,
    /// The connection broke.
    Lost,
    /// The client did not answer.
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
            Self::Silent => f.write_str("it did not answer"),
            Self::TooLong => write!(f, "a message of more than {MAX_MESSAGE} bytes"),
            Self::NotText => f.write_str("it sent text that is not UTF-8"),
            Self::Protocol(error) => write!(f, "{error}"),
            Self::Interrupted => f.write_str("the engine ends"),
        }
    }
}

impl CloseReason {
    /// The last message to the client, if it may still be connected.
    pub fn close_message(&self) -> Option<Message> {
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

/// A message on its way to a client, or another place in the queue for the long one before it.
pub type Waiting = Option<Message>;

/// Passes what the client sends to the session, until the conversation is over. Answers to anything
/// but text go to `messages`; with `echo` all text goes there too, and not to the session.
pub fn read_commands(
    client: impl Read,
    session: &mut Session,
    messages: &SyncSender<Waiting>,
    is_gone: impl Fn() -> bool,
    echo: bool,
) -> CloseReason {
    let longest = if echo { MAX_ECHO } else { MAX_MESSAGE };
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .max_message_size(Some(longest))
        .max_frame_size(Some(longest));
    let mut socket = WebSocket::from_raw_socket(ReadHalf(client), Role::Server, Some(config));
    let mut silent_parts = 0;
    loop {
        let message = socket.read();
        if !matches!(message, Err(Error::Io(_))) {
            silent_parts = 0;
        }
        match message {
            Ok(message @ (Message::Text(_) | Message::Binary(_))) if echo => {
                drop(messages.send(Some(message)));
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
            Ok(Message::Ping(data)) => drop(messages.send(Some(Message::Pong(data)))),
            Ok(Message::Pong(_) | Message::Frame(_)) => {}
            Ok(Message::Close(frame)) => return CloseReason::Closed(frame),
            Err(Error::Io(error)) if is_timeout(&error) => {
                silent_parts += 1;
                if silent_parts == IDLE_PARTS {
                    return CloseReason::Silent;
                }
                // If the queue is full, the client has enough to read anyway.
                let _ = messages.try_send(Some(Message::Ping(Bytes::new())));
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

/// Unix reports the one, Windows the other.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn is_end(error: &Error) -> bool {
    use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;
    matches!(error, Error::Protocol(ResetWithoutClosingHandshake))
}

/// The reading side of a socket. The library's own answers to pings and closes are discarded: only
/// one thread may write, and it answers them.
struct ReadHalf<R>(R);

impl<R: Read> Read for ReadHalf<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                // The program was suspended and resumed.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }
}

impl<R> Write for ReadHalf<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
