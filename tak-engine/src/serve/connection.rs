//! The conversation with one client, from the handshake to its end.

use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tak_engine::frames::{CloseReason, IDLE_PARTS, read_commands};
use tak_tei::Session;

use super::Server;
use super::outbox::{CAPACITY, Outbox, write_all};
use tak_terminal::serve::deadline::DeadlineStream;

/// How long a client may take to close its side after the engine has closed its own.
const LINGER: Duration = Duration::from_secs(2);

/// Holds the conversation. `leave` is called as soon as the search has ended, before the client has
/// received the last messages, unless the whole program ends.
pub(super) fn converse(stream: &TcpStream, server: &Server, leave: impl FnOnce(&CloseReason)) {
    let (messages, outgoing) = sync_channel(CAPACITY);
    thread::scope(|scope| {
        let writer = thread::Builder::new();
        let Ok(writer) = writer.spawn_scoped(scope, || write_all(stream, outgoing)) else {
            return leave(&CloseReason::Lost); // the system has no more threads
        };
        let outbox = Arc::new(Mutex::new(Outbox::new(messages.clone())));
        let sink = Arc::clone(&outbox);
        let mut session = Session::new(server.profile, move |line| {
            lock(&sink).send(&format!("{line}\n"));
        });
        let is_gone = || lock(&outbox).is_closed();
        let mut reason = match stream.set_read_timeout(Some(server.idle_timeout / IDLE_PARTS)) {
            Ok(()) => read_commands(stream, &mut session, &messages, is_gone, server.echo),
            Err(_) => CloseReason::Lost,
        };
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
            let _ = messages.send(Some(close));
        }
        drop(messages);
        drop(session);
        if matches!(reason, CloseReason::Interrupted) {
            // The program ends when the last client has left: first say goodbye.
            let _ = writer.join();
        }
        leave(&reason);
        if !matches!(reason, CloseReason::Closed(_) | CloseReason::Lost | CloseReason::Silent) {
            DeadlineStream::new(stream, LINGER).drain();
        }
    });
}

fn lock(outbox: &Mutex<Outbox>) -> MutexGuard<'_, Outbox> {
    outbox.lock().unwrap_or_else(PoisonError::into_inner)
}
