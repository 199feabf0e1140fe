//! A made-up archive of games in the format of playtak.com.

use std::path::Path;
use std::time::Duration;

use fastrand::Rng;
use rusqlite::{Connection, params};
use tak_encoding::{AnyPosition, BoardSize, Game, Playable, Position, Size, with_size};

const TABLE: &str = "CREATE TABLE games (id INTEGER PRIMARY KEY, date INT, size INT, \
    player_white VARCHAR(20), player_black VARCHAR(20), notation TEXT, result VARCHAR(10), \
    timertime INT DEFAULT 0, timerinc INT DEFAULT 0, rating_white INT DEFAULT 1000, \
    rating_black INT DEFAULT 1000, unrated INT DEFAULT 0, tournament INT DEFAULT 0, \
    komi INT DEFAULT 0, pieces INT DEFAULT -1, capstones INT DEFAULT -1)";

/// Writes a made-up archive of games; returns the number of their plies.
pub(crate) fn make(path: &Path, games: usize) -> usize {
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
        // Few players play many games.
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
        // The further into the game, the more choices.
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

/// The position after the first plies of a game.
pub(crate) fn at(game: &tak_encoding::AnyGame, ply: usize) -> AnyPosition {
    tak_encoding::with_game!(game, game => {
        let mut position = *game.start();
        for &mv in game.moves().iter().take(ply) {
            position.play_unchecked(mv);
        }
        position.into()
    })
}

/// Prints a summary of some times.
pub(crate) fn tell(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let median = times[times.len() / 2].as_secs_f64() * 1e3;
    let [most, longest] =
        [times.len() * 95 / 100, times.len() - 1].map(|index| times[index].as_secs_f64() * 1e3);
    println!("{what}: median {median:.3} ms, 95 % within {most:.3} ms, longest {longest:.3} ms");
}
