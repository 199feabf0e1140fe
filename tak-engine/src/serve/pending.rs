//! Connections whose request has not arrived yet.

use std::collections::VecDeque;
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tak_terminal::serve::http::StatusCode;

use super::{guide, page};

/// Each occupies a thread until its request arrives, for a few seconds at most.
const MAX_PENDING: usize = 64;

/// The pending connections, the oldest first. A new one is always accepted: when
/// there are too many, the oldest is dropped.
#[derive(Default)]
pub(super) struct PendingConnections {
    streams: Mutex<VecDeque<Arc<TcpStream>>>,
    /// Whether the terminal has been told.
    told: AtomicBool,
}

/// A pending connection, until its request has arrived or this is dropped.
pub(super) struct PendingConnection {
    all: Arc<PendingConnections>,
    stream: Arc<TcpStream>,
}

impl PendingConnections {
    /// Adds a new connection.
    pub(super) fn add(self: &Arc<Self>, stream: &Arc<TcpStream>) -> PendingConnection {
        let oldest = {
            let mut streams = self.streams();
            streams.push_back(Arc::clone(stream));
            let too_many = streams.len() > MAX_PENDING;
            too_many.then(|| streams.pop_front()).flatten()
        };
        if let Some(oldest) = oldest {
            self.turn_away(&oldest);
        }
        PendingConnection { all: Arc::clone(self), stream: Arc::clone(stream) }
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

    fn streams(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PendingConnection {
    /// Called when the request is complete: the connection can no longer be dropped in favour of
    /// others. Returns false if it already has been, and has had its answer.
    pub(super) fn request_arrived(&self) -> bool {
        let mut streams = self.all.streams();
        let place = streams.iter().position(|other| Arc::ptr_eq(other, &self.stream));
        place.and_then(|place| streams.remove(place)).is_some()
    }
}

impl Drop for PendingConnection {
    fn drop(&mut self) {
        self.request_arrived();
    }
}
