//! The conversation with one client, from the handshake to its end.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tak_engine::tei::session::{Flow, Session};
use tungstenite::error::CapacityError;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Bytes, Error, Message, WebSocket};

use super::Server;
use super::outbox::{Outbox, PLACES, deliver};
use super::patient::Patient;

/// The longest message in bytes; no client writes longer ones.
const LONGEST_MESSAGE: usize = 1 << 20;

/// How long a client may take to close its side when the engine has closed its.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Parts of the idle timeout; after each but the last a silent client is asked
/// for a sign of life.
const PARTS: u32 = 3;

/// Why a conversation is over.
pub(super) enum End {
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
    /// What came is no WebSocket.
    Senseless(Error),
    /// The program ends.
    Interrupted,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(_) => f.write_str("it closed the connection"),
            Self::Quit => f.write_str("it said quit"),
            Self::Lost => f.write_str("the connection broke"),
            Self::Silent => f.write_str("it gave no sign of life"),
            Self::TooLong => write!(f, "a message of more than {LONGEST_MESSAGE} bytes"),
            Self::Senseless(error) => write!(f, "{error}"),
            Self::Interrupted => f.write_str("the engine ends"),
        }
    }
}

impl End {
    /// The last message to the client, if it may still be there.
    fn farewell(&self) -> Option<Message> {
        let close = |code, reason: &'static str| {
            let reason = reason.into();
            Some(Message::Close(Some(CloseFrame { code, reason })))
        };
        match self {
            Self::Closed(frame) => Some(Message::Close(frame.clone())),
            Self::Quit => close(CloseCode::Normal, ""),
            Self::TooLong => close(CloseCode::Size, "more than a megabyte"),
            Self::Senseless(_) => close(CloseCode::Protocol, ""),
            Self::Interrupted => close(CloseCode::Away, "the engine ends"),
            Self::Lost | Self::Silent => None,
        }
    }
}

/// Holds the conversation. `leave` is called as soon as its search has ended,
/// before the client has taken its last words.
pub(super) fn converse(stream: &TcpStream, server: &Server, leave: impl FnOnce(&End)) {
    let (messages, outgoing) = sync_channel(PLACES);
    thread::scope(|scope| {
        let writer = thread::Builder::new();
        if writer
            .spawn_scoped(scope, || deliver(stream, outgoing))
            .is_err()
        {
            return leave(&End::Lost); // no more threads to be had
        }
        let outbox = Arc::new(Mutex::new(Outbox::new(messages.clone())));
        let mut session = Session::with_profile(Arc::clone(&outbox), server.profile);
        let is_gone = || lock(&outbox).is_closed();
        let mut end = listen(
            stream,
            &mut session,
            &messages,
            is_gone,
            server.idle_timeout,
        );
        if server.clients.is_ending() {
            end = End::Interrupted;
        }
        // A page that reconnects waits for the end of the old connection: that
        // comes first, and only then the end of the search.
        let farewell = end.farewell();
        if farewell.is_none() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        lock(&outbox).close();
        if let Some(farewell) = farewell {
            let _ = messages.send(farewell);
        }
        drop(messages);
        drop(session);
        leave(&end);
        if !matches!(end, End::Closed(_) | End::Lost | End::Silent) {
            hear_out(stream);
        }
    });
}

/// Passes on what the client says, until it says no more.
fn listen(
    stream: &TcpStream,
    session: &mut Session<Outbox>,
    messages: &SyncSender<Message>,
    is_gone: impl Fn() -> bool,
    idle_timeout: Duration,
) -> End {
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE));
    let mut socket = WebSocket::from_raw_socket(ReadHalf(stream), Role::Server, Some(config));
    if stream.set_read_timeout(Some(idle_timeout / PARTS)).is_err() {
        return End::Lost;
    }
    let mut silent_parts = 0;
    loop {
        let message = socket.read();
        if !matches!(message, Err(Error::Io(_))) {
            silent_parts = 0;
        }
        match message {
            Ok(Message::Text(text)) => {
                for line in text.lines() {
                    // Its last message may hold any number of commands.
                    if is_gone() {
                        return End::Lost;
                    }
                    if session.line(line) == Flow::Quit {
                        return End::Quit;
                    }
                }
            }
            Ok(Message::Binary(_)) => session.complain("expected text, found a binary message"),
            Err(Error::Utf8(_)) => session.complain("expected a message in UTF-8"),
            Ok(Message::Ping(data)) => drop(messages.send(Message::Pong(data))),
            Ok(Message::Pong(_) | Message::Frame(_)) => {}
            Ok(Message::Close(frame)) => return End::Closed(frame),
            Err(Error::Io(error)) if is_timeout(&error) => {
                silent_parts += 1;
                if silent_parts == PARTS {
                    return End::Silent;
                }
                // No place: then it has enough to answer.
                let _ = messages.try_send(Message::Ping(Bytes::new()));
            }
            Err(Error::Capacity(CapacityError::MessageTooLong { .. })) => return End::TooLong,
            Err(error @ Error::Protocol(_)) if !is_end(&error) => return End::Senseless(error),
            Err(_) => return End::Lost,
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

/// Lets pass what the client still had to say: closing a socket with unread
/// data would take from it what it has been told last.
fn hear_out(stream: &TcpStream) {
    let mut patient = Patient::new(stream, LAST_WORDS);
    let mut nowhere = [0; 4096];
    while matches!(patient.read(&mut nowhere), Ok(1..)) {}
}

/// The side of a socket that is read. The library answers pings and closes by
/// itself, but only one thread may write: it gets the answers from here.
struct ReadHalf<'a>(&'a TcpStream);

impl Read for ReadHalf<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
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
