//! Every game of both collections: how it starts, how it ends, and that it survives being written
//! as PTN.

use std::fs;
use std::path::Path;

use fast_tak::Reserves;
use tak_encoding::{
    AnyGame, AnyPosition, Color, Game, GameResult, HalfKomi, Outcome, Playable, Reserve, Size,
    with_game,
};
use tak_tests::corpus::{Row, own, rows, shared};
use tak_tests::oracle::{their_game, their_move, their_tps};

fn read(path: &Path) -> AnyGame {
    let game = fs::read_to_string(path).unwrap().parse();
    game.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn own_game(name: &str) -> AnyGame {
    read(&own("games").join(name))
}

/// Compares a game with its row of the index, whose columns are file, size,
/// start, plies, result tag, result on the board, end and remarks.
fn check(row: &Row, game: &AnyGame) {
    let place = &row.place;
    assert_eq!(game.size(), row.value(1), "{place}");
    assert_eq!(game.plies(), row.value::<usize>(3), "{place}");
    let start = game.start().to_string();
    let empty: AnyPosition = AnyPosition::new(game.size());
    let expected = match row.text(2) {
        "startpos" => empty.to_string(),
        tps => tps.to_owned(),
    };
    assert_eq!(start, expected, "{place}");

    let mut tags = game.tags().iter();
    let tag = tags.find(|tag| tag.name.eq_ignore_ascii_case("Result"));
    assert_eq!(tag.map_or("-", |tag| &tag.value), row.text(4), "{place}");
    if row.text(4) != "-" {
        let result = game.result().map(|result| result.to_string());
        assert_eq!(result.as_deref(), Some(row.text(4)), "{place}");
    }
    let outcome = game.end().outcome();
    let outcome = outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.to_string());
    assert_eq!(outcome, row.text(5), "{place}");
    assert_eq!(game.end().to_string(), row.text(6), "{place}");
}

fn check_written(row: &Row, game: &AnyGame) {
    let written = game.to_string();
    assert_eq!(written.parse().as_ref(), Ok(game), "{}:\n{written}", row.place);
    // Without a move between them, the tags of two games are one header.
    if game.plies() > 0 {
        let twice = format!("{written}\n{written}");
        let both = AnyGame::read_all(&twice).unwrap();
        assert_eq!(both, [game.clone(), game.clone()], "{}", row.place);
    }
    // Every move from its text, as a reader would play it.
    with_game!(game, game => {
        let mut position = *game.start();
        for mv in game.moves() {
            position.play(position.parse_move(&mv.to_string()).unwrap()).unwrap();
        }
        assert_eq!(position, *game.end(), "{}", row.place);
    });
}

fn check_folder(folder: &Path) {
    for row in rows(&folder.join("INDEX.txt"), 8) {
        let game = read(&folder.join(row.text(0)));
        check(&row, &game);
        check_written(&row, &game);
    }
}

#[test]
fn shared_games_end_as_the_index_says() {
    if let Some(folder) = shared("games") {
        check_folder(&folder);
    }
}

#[test]
fn own_games_end_as_the_index_says() {
    check_folder(&own("games"));
}

/// The board at the end by the other implementation. It applies the opening to every move 1; we ask
/// whether both players already have a stone.
fn check_end<const N: usize>(game: &Game<N>)
where
    Size<N>: Playable,
    Reserves<N>: Default,
{
    if game.start().ply() < 2 && !game.start().is_opening() {
        return;
    }
    let mut theirs = their_game::<N, 0>(&game.start().to_tps()).unwrap();
    for &mv in game.moves() {
        theirs.play(their_move(mv)).unwrap();
    }
    assert_eq!(their_tps(&theirs), game.end().to_tps());
}

#[test]
fn fast_tak_ends_on_the_same_board() {
    for row in rows(&own("games/INDEX.txt"), 8) {
        with_game!(own_game(row.text(0)), game => check_end(&game));
    }
}

#[test]
fn the_index_of_own_games_is_complete() {
    let listed = rows(&own("games/INDEX.txt"), 8);
    let files = fs::read_dir(own("games")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    for name in names.filter(|name| name != "INDEX.txt") {
        let found = listed.iter().any(|row| row.text(0) == name);
        assert!(found, "{name} is not in the index");
    }
}

#[test]
fn tags_set_komi_and_reserves() {
    let AnyGame::Five(game) = own_game("komi-and-reserves.ptn") else {
        panic!("not 5×5");
    };
    assert_eq!(game.start().half_komi(), HalfKomi(5));
    let white = Reserve { flats: 3, caps: 1 };
    let black = Reserve { flats: 3, caps: 0 };
    assert_eq!(game.start().reserves(), [white, black]);
    // Black is out of pieces, White leads by one flat: less than the komi.
    assert_eq!(game.end().reserve(Color::Black), Reserve { flats: 0, caps: 0 });
    assert_eq!(game.end().flat_lead(), 1);
    assert_eq!(game.end().outcome(), Some(Outcome::Flats(Color::Black)));
}

#[test]
fn a_result_may_be_a_resignation() {
    let game = own_game("resigned.ptn");
    assert_eq!(game.result(), Some(GameResult::Win(Color::Black)));
    assert_eq!(game.end().outcome(), None);
}

#[test]
fn a_branch_is_not_part_of_the_game() {
    let plain: Vec<String> = moves(&own_game("plain.ptn"));
    for name in ["comments.ptn", "variations.ptn", "branches.ptn"] {
        assert_eq!(moves(&own_game(name)), plain, "{name}");
    }
}

fn moves(game: &AnyGame) -> Vec<String> {
    game.moves().iter().map(ToString::to_string).collect()
}
