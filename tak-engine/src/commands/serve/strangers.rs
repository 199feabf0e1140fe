//! Connections that have not yet said what they want.

use std::collections::VecDeque;
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::guide;

/// Each holds a thread until it has asked, for some seconds at most.
const MOST: usize = 64;

/// For one that gave way to others.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    Content-Type: text/plain; charset=utf-8\r\nContent-Length: 44\r\nConnection: close\r\n\r\n\
    too many connections wait for their request\n";

/// Those that are silent, the oldest first. Who connects finds a place: where
/// there are too many, the one that was silent for the longest time gives way.
#[derive(Default)]
pub(super) struct Strangers {
    silent: Mutex<VecDeque<Arc<TcpStream>>>,
    /// Whether the terminal knows.
    told: AtomicBool,
}

/// One of them, until it has asked or this is dropped.
pub(super) struct Stranger {
    all: Arc<Strangers>,
    stream: Arc<TcpStream>,
}

impl Strangers {
    /// Adds a new connection.
    pub(super) fn meet(self: &Arc<Self>, stream: &Arc<TcpStream>) -> Stranger {
        let oldest = {
            let mut silent = self.silent();
            silent.push_back(Arc::clone(stream));
            let too_many = silent.len() > MOST;
            too_many.then(|| silent.pop_front()).flatten()
        };
        if let Some(oldest) = oldest {
            self.send_away(&oldest);
        }
        Stranger {
            all: Arc::clone(self),
            stream: Arc::clone(stream),
        }
    }

    /// Its thread finds the connection closed.
    fn send_away(&self, stream: &TcpStream) {
        let mut stream = stream;
        let _ = stream.write_all(BUSY);
        let _ = stream.shutdown(Shutdown::Both);
        if !self.told.swap(true, Ordering::Relaxed) {
            guide::note(&format!(
                "more than {MOST} connections ask for nothing; the oldest are closed"
            ));
        }
    }

    fn silent(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stranger {
    /// Its request is there: it gives way to nobody.
    pub(super) fn has_asked(&self) {
        let is_other = |other: &Arc<TcpStream>| !Arc::ptr_eq(other, &self.stream);
        self.all.silent().retain(is_other);
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        self.has_asked();
    }
}
