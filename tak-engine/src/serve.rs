//! `serve`: a board in the browser, and TEI over WebSocket for it, for PTN Ninja and for other
//! pages.
//!
//! Each client has a thread that reads and owns the session, one that writes, and those of its
//! search. Blocking sockets are enough for so few.

use std::net::{TcpListener, TcpStream};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

#[cfg(feature = "book")]
use tak_encoding::excerpt;
use tak_search::turns::Turns;
use tak_tei::{Announce, Profile, ScoreUnit, Trust};
use tak_terminal::failure::Failure;
use tak_terminal::interrupt;
use tak_terminal::serve::listen::{self, Endpoint};
use tak_terminal::serve::origin::{AllowedOrigin, Origins};

mod board;
mod clients;
mod connection;
mod guide;
mod handshake;
mod memory;
mod outbox;
mod page;
mod pending;
mod pictures;
mod scripts;
mod theme;

use clients::Clients;
use pending::{PendingConnection, PendingConnections};

/// Play and analyse in the browser: a board of its own, and an engine for PTN Ninja
///
/// Does not open a window: click the address that it prints. Pages speak TEI over WebSocket, with a
/// session of its own for each connection. Only programs on this machine can connect, and in
/// browsers only pages from ptn.ninja and localhost.
#[derive(clap::Args)]
#[command(after_help = "\
Ctrl-C ends it. Examples:

  tak-engine serve                          then follow what the terminal says
  tak-engine serve --threads 4 --hash 1024  stronger analysis
  tak-engine serve --book my.book           what was played, in Analyse
  tak-engine serve --multipv 3              three suggestions in PTN Ninja
  tak-engine serve --listen 7732            another port
  tak-engine serve --allow-origin https://tak.example

Memory: each client has a table of its own, --hash MiB once it is full, and a few MiB
for each of its threads; 8 clients with the default of 64 MiB take about 600 MiB.

For TLS, use a reverse proxy: see tak-engine/README.md.")]
pub(crate) struct Arguments {
    /// A port on both loopback addresses, or an address; can be repeated [default: 7731]
    ///
    /// The default is the port that PTN Ninja tries. Port 0 takes any free port and prints it.
    #[arg(long, value_name = "PORT|ADDRESS:PORT")]
    listen: Vec<Endpoint>,
    /// Search threads for each client, and the most it can ask for
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The transposition table of each client in MiB, and the largest it can ask for
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=32_768))]
    hash: u32,
    /// Lines of play to report, the best first; more than 1 implies --options
    #[arg(long, default_value_t = 1, value_name = "LINES", value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    /// Offer threads, table size and lines as options that the page can set
    ///
    /// PTN Ninja then waits for a click on "Apply Options" after each connect.
    #[arg(long)]
    options: bool,
    /// The unit of scores in analysis: `result`, from -100 for a certain loss to 100 for a certain
    /// win, as PTN Ninja expects, or `flats`, in hundredths
    #[arg(long, default_value_t = ScoreUnit::Result, value_name = "result|flats")]
    score: ScoreUnit,
    /// A book of `tak-tools book build`, whose moves the board lists
    ///
    /// The engine does not play from it.
    #[cfg(feature = "book")]
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
    /// Another page that may connect, given by scheme and host; can be repeated
    ///
    /// `*` lets every page connect, even ones you do not know.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<AllowedOrigin>,
    /// The most clients at a time; any more are turned away
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    max_clients: u16,
    /// Seconds of silence after which a client is disconnected
    ///
    /// It is pinged after one third and two thirds of this time; browsers answer by themselves.
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    idle_timeout: u32,
    /// Send every message back instead of obeying it: what Autobahn, the conformance
    /// suite of WebSocket, expects
    #[arg(long, hide = true)]
    echo: bool,
}

/// The searches of all clients share the CPUs.
static TURNS: LazyLock<Turns> =
    LazyLock::new(|| Turns::new(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)));

/// What all connections share.
struct Server {
    origins: Origins,
    pending: Arc<PendingConnections>,
    clients: Clients,
    profile: Profile,
    idle_timeout: Duration,
    echo: bool,
    /// Whether the terminal has been told that there is no TLS.
    told_of_tls: AtomicBool,
}

impl Server {
    fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let mut profile = Profile::default();
        profile.trust = Trust::Guest;
        profile.turns = Some(&TURNS);
        profile.score = arguments.score;
        profile.options.hash = arguments.hash as usize;
        profile.options.threads = usize::from(arguments.threads);
        profile.lines = usize::from(arguments.multipv);
        // PTN Ninja shows one line unless it knows the option.
        profile.announce = if arguments.options || arguments.multipv > 1 {
            Announce::Engine
        } else {
            Announce::Game
        };
        #[cfg(feature = "book")]
        if let Some(book) = &arguments.book {
            profile.open_book = Some(crate::book::open);
            profile.library = Some(check_book(book)?);
        }
        Ok(Self {
            origins: Origins::new(guide::PAGE, arguments.allow_origin.clone()),
            pending: Arc::default(),
            clients: Clients::new(usize::from(arguments.max_clients)),
            profile,
            idle_timeout: Duration::from_secs(arguments.idle_timeout.into()),
            echo: arguments.echo,
            told_of_tls: AtomicBool::new(false),
        })
    }

    /// Explains, once, why a connection with TLS is refused.
    fn tell_of_tls(&self) {
        if !self.told_of_tls.swap(true, Ordering::Relaxed) {
            guide::note(
                "refused a connection with TLS, which the engine does not speak: switch off \
                 \"Use SSL\" in PTN Ninja",
            );
        }
    }

    /// Serves one connection from its first byte to its last.
    fn receive(&self, stream: &Arc<TcpStream>, pending: &PendingConnection) {
        let Some((client, page)) = handshake::admit(stream, self, pending) else {
            return;
        };
        let (number, max) = (client.number(), self.clients.max());
        guide::note(&format!(
            "client {number} has come, from {page}; {} of {max}",
            self.clients.count()
        ));
        connection::converse(stream, self, |reason| {
            drop(client);
            guide::note(&format!(
                "client {number} has left: {reason}; {} of {max}",
                self.clients.count()
            ));
        });
    }
}

/// The name of a book that can be opened; each session will.
#[cfg(feature = "book")]
fn check_book(name: &str) -> Result<&'static str, Failure> {
    const REMEDY: &str = "expected a book, as `tak-tools book build GAMES -o my.book` writes it";
    match crate::book::open(name) {
        // Sessions need it until the program ends.
        Ok(_) => Ok(name.to_owned().leak()),
        Err(error) => Err(Failure::input(format!("--book {}: {error}; {REMEDY}", excerpt(name)))),
    }
}

/// Serves until it is told to end.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    memory::return_to_system();
    let listeners = listen::bind(&arguments.listen, guide::PTN_NINJA_PORT, guide::note)?;
    let server = Arc::new(Server::new(arguments)?);
    guide::welcome(&listeners, server.profile.announce).map_err(Failure::outside)?;
    for listener in listeners {
        let server = Arc::clone(&server);
        let accepting = thread::Builder::new().spawn(move || accept(&listener, &server));
        accepting.map_err(Failure::outside)?;
    }
    interrupt::wait();
    server.clients.disconnect_all();
    Ok(())
}

/// Accepts all connections, each in a thread of its own.
fn accept(listener: &TcpListener, server: &Arc<Server>) {
    /// How long to wait after a failure, such as too many open files.
    const PAUSE: Duration = Duration::from_millis(100);
    loop {
        let Ok((stream, _)) = listener.accept() else {
            thread::sleep(PAUSE);
            continue;
        };
        let stream = Arc::new(stream);
        let pending = server.pending.add(&stream);
        let server = Arc::clone(server);
        // If no thread can be started, the connection is closed; there is nothing else to do.
        let _ = thread::Builder::new().spawn(move || server.receive(&stream, &pending));
    }
}
