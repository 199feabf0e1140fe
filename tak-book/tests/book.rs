//! Books of random games against a plain table of canonical boards.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use tak_book::{Addition, Book, BookBuilder, BookError, Tally};
use tak_encoding::{
    AnyGame, BoardSize, Game, GameResult, Opening, Playable, Position, Size, Symmetry, with_game,
    with_size,
};

const PLIES: u32 = 9;

fn random_game<const N: usize>(random: &mut Rng) -> (AnyGame, [Option<u32>; 2])
where
    Size<N>: Playable,
    AnyGame: From<Game<N>>,
{
    let mut game = Game::new(Position::<N>::new());
    for _ in 0..random.usize(..25) {
        if game.end().outcome().is_some() {
            break;
        }
        let moves = game.end().legal_moves();
        // Few choices, so that games share positions; spreads, so that positions recur.
        let choice = random.usize(..moves.len().min(4));
        let choice = if random.bool() { choice } else { moves.len() - 1 - choice };
        game.push(moves[choice]).unwrap();
    }
    let results = ["R-0", "0-F", "1/2-1/2", "0", "1-0"];
    game.set_result(GameResult::read(results[random.usize(..5)]).unwrap());
    let ratings = [0, 1].map(|_| (random.u8(..3) > 0).then(|| random.u32(1000..1900)));
    (game.into(), ratings)
}

fn random_games(seed: u64, count: usize) -> Vec<(AnyGame, [Option<u32>; 2])> {
    let mut random = Rng::with_seed(seed);
    (0..count)
        .map(|index| {
            let size = BoardSize::ALL[index % 4];
            with_size!(size, N => random_game::<N>(&mut random))
        })
        .collect()
}

fn build(path: &Path, games: &[(AnyGame, [Option<u32>; 2])]) {
    let mut builder = BookBuilder::create(path, PLIES).unwrap();
    for (game, ratings) in games {
        let added = builder.add_game(game, *ratings).unwrap();
        assert_eq!(added == Addition::NoMoves, game.plies() == 0);
    }
    builder.finish().unwrap();
}

/// The canonical TPS without the move number: slow, and independent of the book's method.
fn canonical<const N: usize>(position: &Position<N>) -> String
where
    Size<N>: Playable,
{
    let images = Symmetry::ALL.map(|symmetry| position.transform(symmetry).to_tps());
    let images = images.map(|tps| tps.rsplit_once(' ').unwrap().0.to_owned());
    images.into_iter().min().unwrap()
}

/// The canonical boards that a game passed through, each with the one that followed.
fn passed<const N: usize>(game: &Game<N>) -> Vec<(String, String)>
where
    Size<N>: Playable,
{
    let mut position = *game.start();
    let mut found: Vec<(String, String)> = Vec::new();
    for &mv in game.moves().iter().take(PLIES as usize) {
        let before = canonical(&position);
        position.play_unchecked(mv);
        if found.iter().all(|(known, _)| *known != before) {
            found.push((before, canonical(&position)));
        }
    }
    found
}

#[test]
fn counts_equal_a_table_of_canonical_boards() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let games = random_games(1, 2_000);
    build(&path, &games);
    let mut expected: HashMap<String, HashMap<String, Tally>> = HashMap::new();
    for (game, ratings) in &games {
        // If no result is recorded, the board may show it.
        let result = match (game.result(), game.end().outcome()) {
            (Some(GameResult::Unfinished), Some(outcome)) => Some(GameResult::Outcome(outcome)),
            (result, _) => result,
        };
        let tally = Tally::of_game(result, *ratings);
        for (before, after) in with_game!(game, game => passed(game)) {
            *expected.entry(before).or_default().entry(after).or_default() += tally;
        }
    }
    let book = Book::open(&path).unwrap();
    let mut looked_up = 0;
    for (game, _) in &games {
        with_game!(game, game => {
            let mut position = *game.start();
            for &mv in game.moves() {
                if position.ply() < PLIES {
                    looked_up += 1;
                    check(&book, &position, &expected[&canonical(&position)]);
                }
                position.play_unchecked(mv);
            }
        });
    }
    assert!(looked_up > 10_000, "{looked_up}");
    let total: u64 = book.games().unwrap().iter().map(|(_, tally)| tally.games).sum();
    let with_moves = games.iter().filter(|(game, _)| game.plies() > 0).count();
    assert_eq!(total, with_moves as u64);
}

/// Compares moves by the boards they lead to: apart from moves that reach the same board in
/// different ways, two moves are equivalent exactly if their boards are.
fn check<const N: usize>(book: &Book, position: &Position<N>, expected: &HashMap<String, Tally>)
where
    Size<N>: Playable,
{
    let moves = book.lookup(position).unwrap();
    let mut found: HashMap<String, Tally> = HashMap::new();
    for known in &moves {
        let mut after = *position;
        after.play(known.mv).unwrap();
        *found.entry(canonical(&after)).or_default() += known.tally;
    }
    assert_eq!(found, *expected, "{position:?}");
    assert!(moves.windows(2).all(|two| two[0].tally.games >= two[1].tally.games));
}

#[test]
fn every_orientation_finds_the_same_moves_turned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    build(&path, &random_games(2, 400));
    let book = Book::open(&path).unwrap();
    let mut positions = 0;
    for (game, _) in random_games(2, 60) {
        with_game!(&game, game => {
            let mut position = *game.start();
            for &mv in game.moves().iter().take(PLIES as usize) {
                let moves = book.lookup(&position).unwrap();
                assert!(!moves.is_empty());
                for symmetry in Symmetry::ALL {
                    let turned = book.lookup(&position.transform(symmetry)).unwrap();
                    assert_eq!(turned.len(), moves.len());
                    for known in &moves {
                        // If the board is symmetric, another image may stand for it.
                        let found = turned.iter().any(|other| {
                            let (mut here, mut there) = (position, position.transform(symmetry));
                            here.play(known.mv).unwrap();
                            there.play(other.mv).unwrap();
                            known.tally == other.tally && canonical(&here) == canonical(&there)
                        });
                        assert!(found, "{} in {symmetry:?}", known.mv);
                    }
                }
                positions += 1;
                position.play_unchecked(mv);
            }
        });
    }
    assert!(positions > 200, "{positions}");
}

#[test]
fn most_played_openings_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    build(&path, &random_games(4, 2_000));
    let book = Book::open(&path).unwrap();
    let openings = book.openings::<5>(3, 20).unwrap();
    assert_eq!(openings.len(), 20);
    let mut reached = Vec::new();
    for opening in &openings {
        assert_eq!(opening.by, Opening::Swap);
        let mut position = Position::<5>::new();
        let mut fewest = u64::MAX;
        for &mv in &opening.moves {
            let known = book.lookup(&position).unwrap();
            let known = known.iter().find(|known| known.mv == mv).unwrap();
            fewest = fewest.min(known.tally.games);
            position.play(mv).unwrap();
        }
        assert_eq!((opening.moves.len(), opening.games), (3, fewest));
        reached.push(canonical(&position));
    }
    assert!(openings.is_sorted_by(|one, other| one.games >= other.games));
    reached.sort();
    reached.dedup();
    assert_eq!(reached.len(), openings.len(), "symmetric openings are one");

    let stats = book.stats().unwrap();
    let five = &stats[&BoardSize::Five];
    assert_eq!(five.positions[&0], 1);
    assert!(five.positions.keys().all(|&ply| ply < PLIES));
    assert!(five.moves > five.positions.values().sum());
}

fn rows(path: &Path) -> Vec<String> {
    let connection = tak_book::sqlite::open_read_only(path).unwrap();
    let query = "SELECT 'm', p.size, p.ply, p.tps, hex(p.board), m.move, m.games, m.white_wins, \
        m.black_wins, m.draws, m.rating_sum, m.ratings FROM positions p JOIN moves m \
        ON m.position = p.id UNION ALL SELECT 'g', size, 0, '', '', '', games, white_wins, \
        black_wins, draws, rating_sum, ratings FROM games UNION ALL \
        SELECT 'a', 0, 0, name, '', '', value, 0, 0, 0, 0, 0 FROM about";
    let mut statement = connection.prepare(query).unwrap();
    let rows = statement.query_map([], |row| {
        let values = (0..12).map(|column| format!("{:?}", row.get_ref(column).unwrap()));
        Ok(values.collect::<Vec<_>>().join(" "))
    });
    let mut rows: Vec<_> = rows.unwrap().map(Result::unwrap).collect();
    rows.sort();
    rows
}

#[test]
fn merging_equals_building_from_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let games = random_games(3, 900);
    build(&path("all"), &games);
    build(&path("one"), &games[..500]);
    build(&path("two"), &games[500..]);
    let mut builder = BookBuilder::create(&path("merged"), PLIES).unwrap();
    for part in ["one", "two"] {
        let book = Book::open(&path(part)).unwrap();
        assert_eq!(builder.add_book(&book).unwrap(), 0);
    }
    builder.finish().unwrap();
    let all = rows(&path("all"));
    assert!(all.len() > 1_000);
    assert_eq!(rows(&path("merged")), all);
    // Nothing is left beside the books.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);

    let mut other = BookBuilder::create(&path("other"), PLIES + 1).unwrap();
    let part = Book::open(&path("one")).unwrap();
    let error = other.add_book(&part).unwrap_err();
    assert!(matches!(error, BookError::OtherPlies { .. }), "{error}");
    assert!(matches!(BookBuilder::create(&path("one"), 3), Err(BookError::NotEmpty)));
}

#[test]
fn games_with_other_pieces_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let mut builder = BookBuilder::create(&path, PLIES).unwrap();
    for (text, addition) in [
        ("[Size \"5\"][Caps \"2\"]\n1. a1 e5", Addition::OtherPieces),
        ("[Size \"5\"]\n", Addition::NoMoves),
        ("[TPS \"x5/x5/x5/x5/2,1,x3 1 40\"]\n40. c3", Addition::NoMoves),
        ("[Size \"5\"][Komi \"2.5\"]\n1. a1 e5 2. c3", Addition::Added),
    ] {
        let game: AnyGame = text.parse().unwrap();
        assert_eq!(builder.add_game(&game, [None; 2]).unwrap(), addition, "{text}");
    }
    builder.finish().unwrap();
    let book = Book::open(&path).unwrap();
    let game: AnyGame = "[Size \"5\"][Caps \"2\"]\n1. a1".parse().unwrap();
    let AnyGame::Five(game) = game else { panic!("another size") };
    assert_eq!(book.lookup(game.end()).unwrap(), []);
    assert_eq!(book.lookup(&Position::<5>::new()).unwrap().len(), 1);
}
