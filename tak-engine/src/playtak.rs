//! `playtak`: a bot on playtak.com.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use tak_encoding::{BoardSize, HalfKomi, Opening, Reserve, with_size};
use tak_terminal::failure::{Ending, Failure};

use self::account::Account;
use self::connection::{Connection, Endpoint, Lost, TrustedCertificates};
use self::game::Resources;
use self::lobby::{Accept, Lobby, Plan, Trouble};
use self::protocol::{FromServer, Terms, ToServer};
use self::strength::Choice;

mod account;
mod chat;
mod connection;
mod game;
mod lobby;
mod protocol;
mod strength;

/// Run a bot that plays on playtak.com
///
/// Posts a seek and plays whoever accepts it or challenges the bot by name; rematches are accepted
/// too. After losing the connection it reconnects and resumes its games. Players can send it
/// commands: !level 3, !help.
#[derive(Args)]
#[command(after_help = "\
Name and password are those of an account on the server: in PLAYTAK_USERNAME and
PLAYTAK_PASSWORD, or in the two lines of a file that only you can read. Ctrl-C ends
the bot after the running game, a second Ctrl-C at once. Examples:

  tak-engine playtak --guest --size 5 --games 1
  tak-engine playtak --account bot.txt --level rating --time 900 --increment 10
  tak-engine playtak --account bot.txt --accept anyone --level full --threads 4
  tak-engine playtak --guest --opening 'double black stack' --komi 0
  tak-engine playtak --guest --url tcp://localhost:10000")]
pub(crate) struct Arguments {
    /// Log in as a guest, with a name chosen by the server
    #[arg(long, conflicts_with = "account")]
    guest: bool,

    /// A file with a name and, on its second line, a password; only you may read it (mode 600)
    #[arg(long, value_name = "FILE")]
    account: Option<PathBuf>,

    /// The playing strength: a level from 1 or its name (`play --help` lists them), `full`, or
    /// `rating` for the level that matches the opponent's rating
    #[arg(long, value_name = "LEVEL", default_value = "5")]
    level: Choice,

    /// Squares per side, in the seeks of the bot
    #[arg(long, value_name = "3..8", default_value = "6")]
    size: BoardSize,

    /// Points added to Black's flats, from 0 to 4
    #[arg(long, value_name = "POINTS", default_value = "2")]
    komi: HalfKomi,

    /// Seconds for each player
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(10..=86_400))]
    time: u32,

    /// Seconds added with each move
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=3600))]
    increment: u32,

    /// How the first two moves are played: `swap` or `double black stack`
    #[arg(long, default_value = "swap")]
    opening: Opening,

    /// Seek games that do not count for ratings
    #[arg(long)]
    unrated: bool,

    /// Whose seeks to accept
    #[arg(long, value_enum, default_value = "named")]
    accept: Accept,

    /// Leave after this many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Leave when the connection is lost, instead of reconnecting
    #[arg(long)]
    once: bool,

    /// Threads for the search of each game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// The transposition table of each game, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=32_768))]
    hash: u32,

    /// The server: wss and tls are encrypted, ws and tcp are not
    #[arg(long, default_value = "wss://playtak.com/ws")]
    url: Endpoint,

    /// The service that provides ratings, for `--level rating`
    #[arg(long, value_name = "URL", default_value = "https://api.playtak.com/v1/ratings")]
    ratings: Endpoint,

    /// Certificates to trust besides the usual ones, in PEM
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
}

/// Plays until nothing is left to do.
pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let (endpoint, once) = (arguments.url.clone(), arguments.once);
    if !endpoint.is_for_games() {
        return Err(Failure::input("--url: expected wss, tls, ws or tcp before the ://"));
    }
    if !arguments.guest && endpoint.is_exposed() {
        note(&format!(
            "note: {endpoint} is not encrypted; others may read the password in transit"
        ));
    }
    let plan = arguments.plan()?;
    let trust = plan.trust.clone();
    let mut lobby = Lobby::new(plan, Instant::now());
    let interrupted = watch_for_interrupts()?;
    let mut pauses = Pauses::default();
    let mut has_connected = false;
    loop {
        let trouble = match Connection::open(&endpoint, &trust) {
            Ok(connection) => {
                has_connected = true;
                let talked = converse(connection, &mut lobby, &interrupted);
                if lobby.is_settled() {
                    pauses = Pauses::default();
                }
                match talked {
                    Ok(()) => break,
                    Err(trouble) => trouble,
                }
            }
            Err(lost) => Trouble::Lost(lost),
        };
        let Lost(why) = match trouble {
            Trouble::Final(failure) => return Err(failure),
            Trouble::Lost(lost) => lost,
        };
        if once || !has_connected {
            return Err(Failure::Failed(format!("{endpoint}: {why}")));
        }
        let is_done = |lobby: &mut Lobby| {
            lobby.is_leaving |= interrupted.load(Ordering::Relaxed);
            lobby.is_done()
        };
        if is_done(&mut lobby) {
            break;
        }
        let pause = pauses.next();
        note(&format!("lost the server: {why}; trying again in {} s", pause.as_secs()));
        rest(pause, &interrupted);
        if is_done(&mut lobby) {
            break;
        }
    }
    note(&lobby.farewell());
    Ok(())
}

/// Talks to the server until all is done.
fn converse(
    mut connection: Connection,
    lobby: &mut Lobby,
    interrupted: &AtomicBool,
) -> Result<(), Trouble> {
    lobby.connect(Instant::now());
    loop {
        let line = connection.receive()?;
        let now = Instant::now();
        if let Some(line) = line {
            lobby.hear(FromServer::read(&line), now)?;
        }
        lobby.is_leaving |= interrupted.load(Ordering::Relaxed);
        lobby.tick(now)?;
        for message in lobby.outbox.drain(..) {
            connection.send(message)?;
        }
        if lobby.is_done() {
            return Ok(connection.send(ToServer::Quit)?);
        }
    }
}

impl Arguments {
    fn plan(self) -> Result<Plan, Failure> {
        let account = match &self.account {
            _ if self.guest => Account::guest()?,
            Some(path) => Account::from_file(path)?,
            None => Account::from_environment()?,
        };
        Ok(Plan {
            account,
            terms: self.terms()?,
            accept: self.accept,
            choice: self.level,
            resources: Resources { threads: self.threads.into(), hash: self.hash as usize },
            games: self.games,
            trust: TrustedCertificates::new(self.certificates.as_deref())?,
            ratings: self.ratings,
        })
    }

    /// The terms of the bot's own seeks.
    fn terms(&self) -> Result<Terms, Failure> {
        if !(0..=8).contains(&self.komi.0) {
            return Err(Failure::input(format_args!(
                "--komi: found {}, expected 0 to 4 as on playtak.com",
                self.komi
            )));
        }
        if self.opening == Opening::NoSwap {
            return Err(Failure::input("--opening: playtak.com has no opening without a swap"));
        }
        let reserve = with_size!(self.size, N => Reserve::standard::<N>());
        Ok(Terms {
            size: self.size,
            time: Duration::from_secs(self.time.into()),
            increment: Duration::from_secs(self.increment.into()),
            increment_grows: false,
            half_komi: self.komi,
            flats: reserve.flats,
            caps: reserve.caps,
            is_rated: !self.unrated,
            opening: self.opening,
        })
    }
}

/// Ctrl-C lets the running game end; a second Ctrl-C does not.
fn watch_for_interrupts() -> Result<Arc<AtomicBool>, Failure> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&interrupted);
    let on_interrupt = move || {
        if seen.swap(true, Ordering::Relaxed) {
            process::exit(Ending::Interrupted as i32);
        }
        note("no more games; Ctrl-C again abandons the running one");
    };
    ctrlc::set_handler(on_interrupt).map_err(Failure::outside)?;
    Ok(interrupted)
}

/// The pauses between attempts to reach the server, each twice as long as the last.
struct Pauses(Duration);

impl Default for Pauses {
    fn default() -> Self {
        Self(Duration::from_secs(1))
    }
}

impl Pauses {
    const LONGEST: Duration = Duration::from_mins(1);

    fn next(&mut self) -> Duration {
        let pause = self.0;
        self.0 = (pause * 2).min(Self::LONGEST);
        pause
    }
}

/// Sleeps until the pause is over or an interrupt comes. One that has come before ends no pause: a game
/// still runs.
fn rest(pause: Duration, interrupted: &AtomicBool) {
    let start = Instant::now();
    let is_told = || interrupted.load(Ordering::Relaxed);
    let was_told = is_told();
    while start.elapsed() < pause && is_told() == was_told {
        thread::sleep(Duration::from_millis(50));
    }
}

/// Prints a line. It does not matter if nobody reads it.
fn note(text: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}
