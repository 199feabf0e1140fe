//! Connections whose next request has not arrived yet.

use std::collections::VecDeque;
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tak_terminal::serve::http::StatusCode;

use super::{guide, page};

/// Each occupies a thread until its request arrives, for a few seconds at most.
const MAX_PENDING: usize = 64;

/// The pending connections, the oldest first. A new one is always accepted: when there are too many,
/// the oldest is dropped that has been answered before, or else the oldest.
#[derive(Default)]
pub(super) struct PendingConnections {
    waiting: Mutex<VecDeque<Waiting>>,
    /// Whether the terminal has been told.
    told: AtomicBool,
}

struct Waiting {
    stream: Arc<TcpStream>,
    /// Whether it has asked before.
    has_asked: bool,
}

/// A connection that is pending until its request has arrived or this is dropped, and again while
/// its client may send another.
pub(super) struct PendingConnection {
    all: Arc<PendingConnections>,
    stream: Arc<TcpStream>,
}

impl PendingConnections {
    /// Adds a new connection.
    pub(super) fn add(self: &Arc<Self>, stream: &Arc<TcpStream>) -> PendingConnection {
        self.push(Waiting { stream: Arc::clone(stream), has_asked: false });
        PendingConnection { all: Arc::clone(self), stream: Arc::clone(stream) }
    }

    fn push(&self, waiting: Waiting) {
        let dropped = {
            let mut all = self.waiting();
            all.push_back(waiting);
            let idle = all.iter().position(|other| other.has_asked);
            let too_many = all.len() > MAX_PENDING;
            too_many.then(|| all.remove(idle.unwrap_or(0))).flatten()
        };
        match dropped {
            Some(Waiting { stream, has_asked: false }) => self.turn_away(&stream),
            // Its client expects this, and asks anew.
            Some(Waiting { stream, has_asked: true }) => drop(stream.shutdown(Shutdown::Both)),
            None => {}
        }
    }

    /// Closes a connection; its thread then notices.
    fn turn_away(&self, mut stream: &TcpStream) {
        let why = "too many connections wait for their request";
        let answer = page::text(StatusCode::SERVICE_UNAVAILABLE, why);
        let _ = stream.write_all(&answer.to_bytes(false));
        let _ = stream.shutdown(Shutdown::Both);
        if !self.told.swap(true, Ordering::Relaxed) {
            guide::note(&format!(
                "more than {MAX_PENDING} connections ask for nothing; the oldest are closed"
            ));
        }
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PendingConnection {
    /// Called when a request is complete: the connection can no longer be dropped in favour of
    /// others. Returns false if it already has been.
    pub(super) fn request_arrived(&self) -> bool {
        let mut all = self.all.waiting();
        let place = all.iter().position(|other| Arc::ptr_eq(&other.stream, &self.stream));
        place.and_then(|place| all.remove(place)).is_some()
    }

    /// Called when a request has been answered and another may follow.
    pub(super) fn waits_again(&self) {
        self.all.push(Waiting { stream: Arc::clone(&self.stream), has_asked: true });
    }
}

impl Drop for PendingConnection {
    fn drop(&mut self) {
        self.request_arrived();
    }
}
