//! How long it takes to fill and search a database of games, as its user sees it.
//!
//! `cargo bench -p tak-tools --bench games -- 500000` makes an archive of this many games in the
//! format of playtak.com, imports it twice, and searches it. With a second argument the archive is
//! kept there, or reused if it is there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use fastrand::Rng;
use tak_book::games::{Database, Query};
use tak_encoding::AnyPosition;

mod archive;

use archive::{at, make, tell};

/// The games in a run without arguments.
const FEW: usize = 2_000;

fn main() {
    let mut arguments = env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let games = arguments.next().and_then(|games| games.parse().ok()).unwrap_or(FEW);
    let folder = tempfile::tempdir().expect("a folder");
    let archive = arguments.next().map_or_else(|| folder.path().join("games.db"), PathBuf::from);
    if !archive.exists() {
        let plies = time("made the archive", || make(&archive, games));
        println!("{games} games, {plies} plies, {} bytes", length(&archive));
    }
    let database = folder.path().join("all.gamedb");
    let import = || {
        let output = Command::new(env!("CARGO_BIN_EXE_tak-tools"))
            .args(["games", "import"])
            .args([&database, &archive])
            .output()
            .expect("the program");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).trim().to_owned()
    };
    println!("{}", time("imported", import));
    println!("{} bytes", length(&database));
    println!("{}", time("imported again", import));
    search(&database);
}

fn time<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = run();
    println!("{what} in {:.1} s", start.elapsed().as_secs_f64());
    done
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Searches positions of games in the middle of the database: a new connection each,
/// then one connection for all.
fn search(path: &Path) {
    let all = Database::open(path).expect("a database");
    let mut random = Rng::with_seed(3);
    let count = all.games().expect("a number") as i64;
    let positions: Vec<_> = (0..200)
        .map(|_| {
            let record = all.game(random.i64(0..count)).expect("a game").expect("a game");
            let ply = random.usize(2..record.game.plies().max(3));
            at(&record.game, ply)
        })
        .collect();
    let find = |database: &Database, position: &AnyPosition| {
        let query = Query { position: Some(*position), ..Query::default() };
        let mut found = 0;
        let start = Instant::now();
        let searched = database.search(&query, |_| {
            found += 1;
            found < 20
        });
        searched.expect("a search");
        assert!(found > 0);
        start.elapsed()
    };
    let cold = positions.iter().map(|position| {
        let start = Instant::now();
        find(&Database::open(path).expect("a database"), position);
        start.elapsed()
    });
    tell("a position with a new connection", cold.collect());
    for position in &positions {
        find(&all, position);
    }
    tell("a position, warm", positions.iter().map(|position| find(&all, position)).collect());
}
