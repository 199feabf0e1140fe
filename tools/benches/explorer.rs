//! How fast `tak-tools book serve` answers, as fifty pages see it.
//!
//! `cargo bench -p tak-tools --bench explorer -- 500000` makes an archive of this many games, a
//! database and a book of their first 24 plies, serves both, and asks for positions of the games.
//! With a second argument the three files are kept in that folder, or reused if they are there.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use fastrand::Rng;
use tak_book::games::Database;

mod archive;

use archive::{at, make, tell};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tak-tools");

/// The games in a run without arguments.
const FEW: usize = 2_000;

/// The depth of the book.
const PLIES: usize = 24;

/// Pages that ask at once, and how many questions each of them has.
const CLIENTS: usize = 50;
const QUESTIONS: usize = 400;

fn main() {
    let mut arguments = env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let games = arguments.next().and_then(|games| games.parse().ok()).unwrap_or(FEW);
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = arguments.next().map_or_else(|| temporary.path().to_owned(), PathBuf::from);
    let [archive, database, book] =
        ["games.db", "all.gamedb", "all.book"].map(|name| folder.join(name));
    if !archive.exists() {
        make(&archive, games);
    }
    if !database.exists() {
        run(Command::new(PROGRAM).args(["games", "import"]).args([&database, &archive]));
    }
    if !book.exists() {
        let mut build = Command::new(PROGRAM);
        build.args(["book", "build", "--plies"]).arg(PLIES.to_string()).arg(&database);
        run(build.arg("-o").arg(&book));
    }
    let paths = paths(&database);
    let (server, port) = serve(&book, &database);
    // The sizes of the book come first, the smallest first.
    let sizes = Database::open(&database).and_then(|database| database.sizes()).expect("sizes");
    let number = |size: usize| sizes.iter().position(|&(of, _)| of.squares_per_side() == size);
    let target = |first: usize, (size, tps): &(usize, String)| {
        let number = first + number(*size).expect("a size of the games");
        format!("/api/v1/opening/{number}/{}", tps.replace(' ', "%20"))
    };
    let book: Vec<_> = paths.iter().map(|path| target(0, path)).collect();
    let database: Vec<_> = paths.iter().map(|path| target(sizes.len(), path)).collect();
    measure("book", port, &book, QUESTIONS);
    measure("games", port, &database, 4);
    drop(server);
}

fn run(command: &mut Command) {
    let start = Instant::now();
    let output = command.output().expect("the program");
    assert!(output.status.success(), "{output:?}");
    println!(
        "{} ({:.1} s)",
        String::from_utf8_lossy(&output.stderr).trim(),
        start.elapsed().as_secs_f64()
    );
}

/// Positions of games, early ones as pages ask for them, as size and TPS.
fn paths(database: &Path) -> Vec<(usize, String)> {
    let database = Database::open(database).expect("a database");
    let games = database.games().expect("a number") as i64;
    let mut random = Rng::with_seed(5);
    let positions = (0..1000).map(|_| {
        let record = database.game(random.i64(0..games)).expect("a game").expect("a game");
        let position = at(&record.game, random.usize(..12));
        (position.size().squares_per_side(), position.to_string())
    });
    positions.collect()
}

/// A server that ends when this is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(book: &Path, database: &Path) -> (Server, u16) {
    let mut child = Command::new(PROGRAM)
        .args(["book", "serve", "--listen", "127.0.0.1:0"])
        .args([book, database])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut lines = lines.map_while(Result::ok);
    let port = lines.find_map(|line| {
        line.trim().strip_prefix("http://127.0.0.1:")?.split('/').next()?.parse().ok()
    });
    (Server(child), port.expect("an address"))
}

/// Asks from all clients at once, each over one connection.
fn measure(what: &str, port: u16, targets: &[String], questions: usize) {
    let start = Instant::now();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let targets = targets.to_vec();
            thread::spawn(move || ask(port, &targets, client, questions))
        })
        .collect();
    let times: Vec<Duration> =
        clients.into_iter().flat_map(|client| client.join().expect("answers")).collect();
    let rate = times.len() as f64 / start.elapsed().as_secs_f64();
    println!("{what}: {rate:.0} answers a second to {CLIENTS} clients");
    tell(what, times);
}

fn ask(port: u16, targets: &[String], client: usize, questions: usize) -> Vec<Duration> {
    let mut random = Rng::with_seed(client as u64);
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_nodelay(true).expect("a socket");
    let mut buffer = vec![0; 1 << 16];
    let asked = (0..questions).map(|_| {
        let target = &targets[random.usize(..targets.len())];
        let start = Instant::now();
        write!(stream, "GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("a question");
        let mut length = 0;
        // Answers end with a line end, and contain no other.
        while length == 0 || !buffer[..length].ends_with(b"}\n") {
            let count = stream.read(&mut buffer[length..]).expect("an answer");
            assert!(count > 0, "the server has left");
            length += count;
        }
        assert!(buffer.starts_with(b"HTTP/1.1 200"), "{target}");
        start.elapsed()
    });
    asked.collect()
}
