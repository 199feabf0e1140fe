//! `serve`: TEI over WebSocket, for PTN Ninja and other pages.
//!
//! | file | subject |
//! |---|---|
//! | `serve/listen.rs` | addresses |
//! | `serve/guide.rs` | what the terminal tells |
//! | `serve/handshake.rs` | who may come in |
//! | `serve/origin.rs` | which pages may |
//! | `serve/strangers.rs` | who has not asked yet |
//! | `serve/clients.rs` | who is in |
//! | `serve/connection.rs` | one client's conversation |
//! | `serve/outbox.rs` | what is on its way to a client |
//! | `serve/patient.rs` | deadlines |
//! | `serve/memory.rs` | what the allocator keeps |
//!
//! Each client has a thread that reads and holds the session, one that writes,
//! and those of its search. Blocking sockets do for so few.

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use tak_engine::engine::EngineOptions;
use tak_engine::tei::profile::{Announce, Profile, Trust};

use super::Outcome;

mod clients;
mod connection;
mod guide;
mod handshake;
mod listen;
mod memory;
mod origin;
mod outbox;
mod patient;
mod strangers;

use clients::Clients;
use listen::Place;
use origin::{AllowedOrigin, Origins};
use strangers::{Stranger, Strangers};

/// Lets pages in the browser, PTN Ninja above all, analyse with this engine.
///
/// Speaks TEI over WebSocket, with a session of its own for each connection.
/// Only programs on this machine can connect, and of the pages in its browsers
/// only those of ptn.ninja and of localhost.
#[derive(clap::Args)]
#[command(after_help = "\
Ctrl-C ends it. Examples:

  tak-engine serve                          then follow what the terminal tells
  tak-engine serve --threads 4 --hash 1024  stronger analysis
  tak-engine serve --multipv 3              three suggestions in PTN Ninja
  tak-engine serve --listen 7732            another port
  tak-engine serve --allow-origin https://tak.example

Memory: each client has a table of its own, --hash MiB once it is full, and some MiB
for each of its threads; with 8 clients and the default of 64 MiB that is about 600 MiB.

There is no TLS in here: a reverse proxy in front does that, see tak-engine/README.md.")]
pub(crate) struct Arguments {
    /// A port on both loopback addresses, or one address; can be repeated
    /// [default: 7731]
    ///
    /// The default is the one that PTN Ninja tries. Port 0 takes any free port
    /// and tells which.
    #[arg(long, value_name = "PORT|ADDRESS:PORT")]
    listen: Vec<Place>,
    /// Threads of each client's search, the most that it can ask for
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The transposition table of each client in MiB, the largest that it can
    /// ask for
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=32_768))]
    hash: u32,
    /// Lines of play to report, the best first; more than 1 implies --options
    #[arg(long, default_value_t = 1, value_name = "LINES", value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    /// Announce threads, table and lines as options, to be set in the page
    ///
    /// PTN Ninja then waits for a click on "Apply Options" after each connect.
    #[arg(long)]
    options: bool,
    /// Another page that may connect, by scheme and host; can be repeated
    ///
    /// `*` lets every page connect, also those that you never asked for.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<AllowedOrigin>,
    /// Clients at a time; one more is sent away
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    max_clients: u16,
    /// Seconds without a sign of life after which a client counts as gone
    ///
    /// It is asked for one after a third and two thirds of that time; browsers
    /// answer by themselves.
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    idle_timeout: u32,
}

/// What all connections share.
struct Server {
    origins: Origins,
    strangers: Arc<Strangers>,
    clients: Clients,
    profile: Profile,
    idle_timeout: Duration,
}

impl Server {
    fn new(arguments: &Arguments) -> Self {
        let options = EngineOptions {
            hash: arguments.hash as usize,
            threads: usize::from(arguments.threads),
            lines: usize::from(arguments.multipv),
            ..EngineOptions::default()
        };
        let profile = Profile {
            options,
            // PTN Ninja shows one line unless it knows the option.
            announce: if arguments.options || arguments.multipv > 1 {
                Announce::Engine
            } else {
                Announce::Game
            },
            trust: Trust::Guest,
        };
        Self {
            origins: Origins::new(arguments.allow_origin.clone()),
            strangers: Arc::default(),
            clients: Clients::new(usize::from(arguments.max_clients)),
            profile,
            idle_timeout: Duration::from_secs(arguments.idle_timeout.into()),
        }
    }

    /// One connection from its first byte to its last.
    fn receive(&self, stream: &Arc<TcpStream>, stranger: &Stranger) {
        let Some((client, page)) = handshake::admit(stream, self, stranger) else {
            return;
        };
        let (number, most) = (client.number(), self.clients.most());
        guide::note(&format!(
            "client {number} has come, from {page}; {} of {most}",
            self.clients.count()
        ));
        connection::converse(stream, self, |end| {
            drop(client);
            guide::note(&format!(
                "client {number} has left: {end}; {} of {most}",
                self.clients.count()
            ));
        });
    }
}

/// Serves until it is interrupted.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    memory::give_back();
    let listeners = listen::bind(&arguments.listen)?;
    let server = Arc::new(Server::new(arguments));
    let (interrupt, interrupted) = channel();
    ctrlc::set_handler(move || interrupt.send(()).unwrap_or_default())?;
    guide::welcome(&listeners, server.profile.announce)?;
    for listener in listeners {
        let server = Arc::clone(&server);
        thread::Builder::new().spawn(move || accept(&listener, &server))?;
    }
    interrupted.recv()?;
    server.clients.send_away();
    Ok(())
}

/// Takes all connections, each to a thread of its own.
fn accept(listener: &TcpListener, server: &Arc<Server>) {
    /// After a failure, out of file descriptors for example.
    const REST: Duration = Duration::from_millis(100);
    loop {
        let Ok((stream, _)) = listener.accept() else {
            thread::sleep(REST);
            continue;
        };
        let stream = Arc::new(stream);
        let stranger = server.strangers.meet(&stream);
        let server = Arc::clone(server);
        // Without a thread the connection is closed, which is all there is to do.
        let _ = thread::Builder::new().spawn(move || server.receive(&stream, &stranger));
    }
}
