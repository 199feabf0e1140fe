//! Who is connected, and how many more may connect.

use std::collections::HashMap;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A page that reconnects opens its new socket while the old one closes, which may
/// take this long.
const RECONNECT_GRACE: Duration = Duration::from_millis(500);

/// How long the program waits for its sessions before it ends.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// How many may wait for another client to leave.
const MAX_WAITING: usize = 64;

/// All connected clients.
pub(super) struct Clients {
    max: usize,
    open: Mutex<Open>,
    /// Notified when a client leaves.
    left: Condvar,
    ending: AtomicBool,
}

#[derive(Default)]
struct Open {
    sockets: HashMap<u64, Arc<TcpStream>>,
    /// How many clients have ever been admitted.
    total: u64,
    /// How many wait for another client to leave.
    waiting: usize,
}

/// A connected client, until this is dropped.
pub(super) struct Client<'a> {
    clients: &'a Clients,
    number: u64,
}

impl Clients {
    pub(super) fn new(max: usize) -> Self {
        Self { max, open: Mutex::default(), left: Condvar::new(), ending: AtomicBool::new(false) }
    }

    /// How many can be connected at a time.
    pub(super) fn max(&self) -> usize {
        self.max
    }

    /// How many are connected.
    pub(super) fn count(&self) -> usize {
        self.open().sockets.len()
    }

    /// Admits one more; if there is no room, waits a moment for another client to leave.
    pub(super) fn admit(&self, socket: &Arc<TcpStream>) -> Option<Client<'_>> {
        let is_full = |open: &mut Open| open.sockets.len() >= self.max;
        let mut open = self.open();
        if open.waiting >= MAX_WAITING {
            return None;
        }
        open.waiting += 1;
        let left = self.left.wait_timeout_while(open, RECONNECT_GRACE, is_full);
        let (mut open, _) = left.unwrap_or_else(PoisonError::into_inner);
        open.waiting -= 1;
        if is_full(&mut open) || self.is_ending() {
            return None;
        }
        open.total += 1;
        let number = open.total;
        open.sockets.insert(number, Arc::clone(socket));
        Some(Client { clients: self, number })
    }

    /// Whether the program is about to end.
    pub(super) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::SeqCst)
    }

    /// Ends all sessions: each finds its socket closed and the program ending.
    pub(super) fn disconnect_all(&self) {
        self.ending.store(true, Ordering::SeqCst);
        let open = self.open();
        for socket in open.sockets.values() {
            let _ = socket.shutdown(Shutdown::Read);
        }
        let some = |open: &mut Open| !open.sockets.is_empty();
        drop(self.left.wait_timeout_while(open, SHUTDOWN_GRACE, some));
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Client<'_> {
    /// The first client is 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for Client<'_> {
    fn drop(&mut self) {
        self.clients.open().sockets.remove(&self.number);
        self.clients.left.notify_all();
    }
}
