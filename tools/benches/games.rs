//! How long a database of games takes to fill and to search, as its user sees it.
//!
//! `cargo bench -p tak-tools --bench games -- 500000` makes an archive of so many games
//! in the format of playtak.com's, imports it twice, and searches it. With a second
//! argument the archive is kept there, or used if it is there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use fastrand::Rng;
use rusqlite::{Connection, params};
use tak_book::games::{Database, Query};
use tak_encoding::{AnyPosition, BoardSize, Game, Playable, Position, Size, with_size};

/// Games of a run that nobody asked for more of.
const FEW: usize = 2_000;

const TABLE: &str = "CREATE TABLE games (id INTEGER PRIMARY KEY, date INT, size INT, \
    player_white VARCHAR(20), player_black VARCHAR(20), notation TEXT, result VARCHAR(10), \
    timertime INT DEFAULT 0, timerinc INT DEFAULT 0, rating_white INT DEFAULT 1000, \
    rating_black INT DEFAULT 1000, unrated INT DEFAULT 0, tournament INT DEFAULT 0, \
    komi INT DEFAULT 0, pieces INT DEFAULT -1, capstones INT DEFAULT -1)";

fn main() {
    let mut arguments = env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let games = arguments.next().and_then(|games| games.parse().ok()).unwrap_or(FEW);
    let folder = tempfile::tempdir().expect("a folder");
    let archive = arguments.next().map_or_else(|| folder.path().join("games.db"), PathBuf::from);
    if !archive.exists() {
        let plies = time("made the archive", || make(&archive, games));
        println!("{games} games, {plies} plies, {} bytes", length(&archive));
    }
    let database = folder.path().join("all.games");
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
    tell("with a new connection", cold.collect());
    for position in &positions {
        find(&all, position);
    }
    tell("warm", positions.iter().map(|position| find(&all, position)).collect());
}

fn tell(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let median = times[times.len() / 2].as_secs_f64() * 1e3;
    let [most, longest] =
        [times.len() * 95 / 100, times.len() - 1].map(|index| times[index].as_secs_f64() * 1e3);
    println!(
        "a position {what}: median {median:.3} ms, 95 % within {most:.3} ms, longest {longest:.3} ms"
    );
}

fn at(game: &tak_encoding::AnyGame, ply: usize) -> AnyPosition {
    tak_encoding::with_game!(game, game => {
        let mut position = *game.start();
        for &mv in game.moves().iter().take(ply) {
            position.play_unchecked(mv);
        }
        position.into()
    })
}

/// Writes an archive of games that nobody played; the number of their plies.
fn make(path: &Path, games: usize) -> usize {
    let mut connection = Connection::open(path).expect("a file");
    connection.execute_batch(TABLE).expect("a table");
    let transaction = connection.transaction().expect("a transaction");
    let insert = "INSERT INTO games (id, date, size, player_white, player_black, notation, result, \
                  timertime, timerinc, rating_white, rating_black, unrated, tournament, komi) \
                  VALUES (?, ?, ?, ?, ?, ?, ?, 900, 10, ?, ?, ?, 0, ?)";
    let mut random = Rng::with_seed(1);
    let mut plies = 0;
    let mut statement = transaction.prepare(insert).expect("a statement");
    for id in 1..=games as i64 {
        let size = [5, 6, 6, 6, 5, 6, 5, 4, 7, 6][random.usize(..10)];
        let size = BoardSize::new(size).expect("a size");
        let (notation, count, result) = with_size!(size, N => {
            let game = play::<N>(&mut random);
            let result = game.end().outcome().map_or("0-1".to_owned(), |end| end.to_string());
            (game.to_playtak(), game.moves().len(), result)
        });
        plies += count;
        // Few play much.
        let mut player = || format!("player{}", (random.f64().powi(3) * 5000.0) as u32);
        let (white, black) = (player(), player());
        let date = 1_461_430_800_000 + id * 600_000;
        let [white_rating, black_rating] = [(); 2].map(|()| random.u32(900..2000));
        let row = params![
            id,
            date,
            size as u8,
            white,
            black,
            notation,
            result,
            white_rating,
            black_rating,
            random.bool(),
            [0, 4][random.usize(..2)]
        ];
        statement.execute(row).expect("a row");
    }
    drop(statement);
    transaction.commit().expect("a commit");
    plies
}

/// A game in which openings recur and boards fill.
fn play<const N: usize>(random: &mut Rng) -> Game<N>
where
    Size<N>: Playable,
{
    let mut game = Game::new(Position::<N>::new());
    let length = random.usize(20..80);
    while game.moves().len() < length {
        let moves = game.end().legal_moves();
        if moves.is_empty() || game.end().outcome().is_some() {
            break;
        }
        // The farther into the game, the more choices.
        let most = (3 + game.moves().len() * 4).min(moves.len());
        let first = random.usize(..most);
        // A spread now and then: they come last.
        let choice = if random.u8(..4) == 0 { moves.len() - 1 - first } else { first };
        if game.push(moves[choice]).is_err() {
            break;
        }
    }
    game
}
