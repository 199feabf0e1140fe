//! `tak-tools book serve`: an opening explorer over HTTP.

use std::fmt::Write as _;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;
use tak_terminal::serve::deadline::DeadlineStream;
use tak_terminal::serve::http::{Connection, StatusCode, stays_open};
use tak_terminal::serve::listen::{self, Endpoint};
use tak_terminal::serve::origin::{AllowedOrigin, Origins};

use crate::failure::Failure;
use crate::filter::FilterArguments;
use crate::interrupt;
use crate::output::print;

mod answer;
mod explorer;
mod served;
mod settings;

use explorer::Explorer;

/// The port at which PTN Ninja's sources look for an explorer on the same machine.
const DEFAULT_PORT: u16 = 5000;

/// The page that the explorer serves.
const PAGE: &str = "https://ptn.ninja";

/// The most connections at a time. Each has a thread, which mostly waits.
const MOST_CONNECTIONS: usize = 256;

/// How long a connection may be idle between two requests.
const IDLE: Duration = Duration::from_mins(1);

/// The time from the first byte of a request within which it must be complete, and that within which
/// its answer must be received.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Serve the moves played in a position to web pages, as the public explorer does
///
/// It speaks HTTP and JSON, with the paths of the explorer that PTN Ninja uses. Each file and board
/// size is a separate database; if there are several of one size, the page takes the one with the
/// lowest --min-rating. A book has only counts; a database also has the games, and the page can
/// filter by players, ratings, komi and dates. Only programs on this machine can connect, and in
/// browsers only pages from ptn.ninja and localhost.
#[derive(Args)]
#[command(after_help = "Ctrl-C ends it. Examples:
  tak-tools book serve my.book
  tak-tools book serve all.gamedb --no-bots --min-rating 1200
  tak-tools book serve all.gamedb six.book --listen 5001
  curl 'http://localhost:5000/api/v1/opening/0/x6/x6/x6/x6/x6/x6%201%201'

  GET  /api/v1/databases          what there is: size, least rating, programs or not
  GET  /api/v1/opening/N/TPS      what was played there, in database N
  POST /api/v1/opening/N/TPS      the same, for what the JSON in the body chooses
  GET  /api/v1/game/ID            a game as PTN
  GET  /api/v1/players            who played White and Black

tools/README.md describes the questions and answers.")]
pub(super) struct Arguments {
    /// Books written by `book build`, and databases of games
    #[arg(value_name = "BOOK|GAMES", required = true)]
    paths: Vec<PathBuf>,

    /// A port on both loopback addresses, or an address; can be repeated [default: 5000]
    ///
    /// Port 0 selects any free port, which is printed.
    #[arg(long, value_name = "PORT|ADDRESS:PORT")]
    listen: Vec<Endpoint>,

    /// Also allow pages with this scheme and host; can be repeated
    ///
    /// `*` allows all pages, even ones that you do not know.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<AllowedOrigin>,

    #[command(flatten)]
    filter: FilterArguments,
}

/// What all connections share.
struct Server {
    explorer: Explorer,
    origins: Origins,
    connections: AtomicUsize,
}

impl Arguments {
    /// Serves until it is told to end.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let explorer = Explorer::open(&self.paths, self.filter.filter())?;
        let listeners = listen::bind(&self.listen, DEFAULT_PORT, |note| {
            let _ = print(&format!("{note}\n"));
        })?;
        print(&welcome(&explorer, &listeners)?)?;
        let origins = Origins::new(PAGE, self.allow_origin.clone());
        let server = Arc::new(Server { explorer, origins, connections: AtomicUsize::new(0) });
        for listener in listeners {
            let server = Arc::clone(&server);
            let accepting = thread::Builder::new().spawn(move || server.accept(&listener));
            accepting.map_err(Failure::outside)?;
        }
        interrupt::wait();
        Ok(())
    }
}

fn welcome(explorer: &Explorer, listeners: &[TcpListener]) -> Result<String, Failure> {
    let mut text = explorer.describe();
    text.push_str("\nThe explorer answers at\n");
    for listener in listeners {
        let address = listener.local_addr().map_err(Failure::outside)?;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  http://{address}/api/v1");
        if !address.ip().is_loopback() {
            text.push_str("  and to whoever reaches that address, without a password\n");
        }
    }
    text.push_str("\nCtrl-C ends it.\n");
    Ok(text)
}

impl Server {
    /// Accepts all connections, each in a thread of its own.
    fn accept(self: &Arc<Self>, listener: &TcpListener) {
        /// The pause after a failure, such as too many open files.
        const PAUSE: Duration = Duration::from_millis(100);
        loop {
            let Ok((stream, _)) = listener.accept() else {
                thread::sleep(PAUSE);
                continue;
            };
            let server = Arc::clone(self);
            // If no thread can be started, the connection is closed, which is all that can be done.
            let _ = thread::Builder::new().spawn(move || server.converse(&stream));
        }
    }

    /// Serves all requests of one connection.
    fn converse(&self, stream: &TcpStream) {
        let _open = Open::count(&self.connections);
        // Answers are small, and the client waits for each of them.
        let _ = stream.set_nodelay(true);
        let mut connection = Connection::new(DeadlineStream::new(stream, TIMEOUT));
        if self.connections.load(Ordering::Relaxed) > MOST_CONNECTIONS {
            let why = "too many connections are open";
            connection.send(&answer::problem(StatusCode::SERVICE_UNAVAILABLE, why), false);
            return;
        }
        while connection.wait(IDLE) {
            let (answer, stays_open) = match connection.request() {
                Some(Ok(request)) => {
                    let answer = answer::answer(&request, &self.explorer, &self.origins);
                    (answer, stays_open(&request))
                }
                Some(Err(refusal)) => (answer::refused(&refusal), false),
                None => return,
            };
            if !connection.send(&answer, stays_open) {
                return;
            }
        }
    }
}

/// Counts an open connection until it is dropped.
struct Open<'a>(&'a AtomicUsize);

impl<'a> Open<'a> {
    fn count(connections: &'a AtomicUsize) -> Self {
        connections.fetch_add(1, Ordering::Relaxed);
        Self(connections)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
