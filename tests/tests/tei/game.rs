//! New games in both dialects, and those that are refused or corrected.

use tak_encoding::BoardSize;
use tak_tests::client::{Client, read_position};

/// One square is left, White is to move and would be one flat ahead. That wins if
/// komi is below one flat; otherwise White has better moves.
const LAST_SQUARE: &str = "position tps 1,2S,1/2S,1S,2S/2,2,x 1 5";

fn wins_last_square(client: &mut Client) -> bool {
    client.search(LAST_SQUARE, "go depth 1").is_win()
}

#[test]
fn komi_in_both_dialects() {
    let mut client = Client::introduced();
    let mut expect = |lines: &[&str], wins: bool| {
        client.send_all(lines.iter().copied());
        assert_eq!(wins_last_square(&mut client), wins, "after {lines:?}");
    };
    expect(&[], true);
    expect(&["teinewgame size 3 halfkomi 4"], false);
    expect(&["teinewgame size 3 halfkomi 0"], true);
    expect(&["setoption name HalfKomi value 4", "teinewgame 3"], false);
    // The first dialect keeps komi, the second sets it for each game.
    expect(&["teinewgame 3"], false);
    expect(&["teinewgame size 3"], true);
    expect(&["teinewgame halfkomi 2 size 3"], false);
    expect(&["teinewgame size 3 halfkomi 1"], true);
    expect(&["teinewgame size 3 komi 3"], false);
    expect(&["teinewgame size 3 halfkomi -3"], true);
    // Some clients set it after the game has begun, or in another spelling.
    expect(&["teinewgame 3", "setoption name halfkomi value 20"], false);
}

#[test]
fn every_size_in_both_dialects() {
    let mut client = Client::introduced();
    for size in BoardSize::ALL {
        for form in [format!("{size}"), format!("size {size} halfkomi 4")] {
            client.send(&format!("teinewgame {form}"));
            client.expect_silence();
            for position in ["position startpos", "position startpos moves a1 c3 b2"] {
                client.search(position, "go depth 2");
            }
        }
    }
}

/// What the first line of a search says about its position.
fn problem(client: &mut Client) -> Option<String> {
    client.send("go depth 1");
    client.answer().infos[0].note.clone()
}

#[test]
fn a_refused_game_is_told_until_there_is_another() {
    let mut client = Client::introduced();
    client.send("teinewgame 5");
    for bad in ["teinewgame 9", "teinewgame size 2 halfkomi 4"] {
        assert!(client.complaint(bad).contains("teinewgame"));
        for line in ["position startpos moves a1", "position startpos moves a1 e5"] {
            client.send(line);
            for _ in 0..2 {
                assert!(problem(&mut client).unwrap().contains("teinewgame"));
            }
        }
        client.send_all(["teinewgame 6", "position startpos moves a1 f6"]);
        client.expect_silence();
        assert_eq!(problem(&mut client), None);
    }
}

#[test]
fn a_bad_komi_is_mended_and_the_size_kept() {
    let mut client = Client::introduced();
    for (komi, taken) in [("300", 20), ("", 0), ("undefined", 0), ("0.5", 0)] {
        client.send("teinewgame 5");
        let told = client.complaint(&format!("teinewgame size 3 halfkomi {komi}"));
        assert!(told.contains(&format!("taken as {taken}")), "{told}");
        client.search("position startpos moves a1 c3", "go depth 2");
        assert_eq!(wins_last_square(&mut client), taken == 0, "{komi}");
    }
}

#[test]
fn a_game_without_a_size_is_another_of_the_same() {
    let mut client = Client::introduced();
    client.send_all(["teinewgame 4", "teinewgame", "go depth 2"]);
    client.answer().check(&read_position("position startpos", BoardSize::Four));
}

/// An announced value may be set before there is a board, and nothing that
/// follows may fail.
#[test]
fn announced_numbers_are_taken_on_every_board() {
    let mut client = Client::introduced();
    client.send("tei");
    let lines = client.until("teiok");
    let counts = lines.iter().filter(|line| {
        let name = line.split(' ').nth(2).unwrap_or_default();
        name.starts_with("Flats") || name.starts_with("Cap")
    });
    for line in counts {
        let words: Vec<&str> = line.split(' ').collect();
        let (name, most) = (words[2], words[words.len() - 1]);
        for size in BoardSize::ALL {
            client.send(&format!("setoption name {name} value {most}"));
            client.send(&format!("teinewgame {size}"));
            client.send("position startpos moves a1 c3 b2");
            client.expect_silence();
            assert_eq!(problem(&mut client), None);
        }
        client.send("teinewgame size 6");
    }
}

#[test]
fn what_was_learned_is_forgotten_when_asked() {
    let mut client = Client::introduced();
    let mut nodes = || {
        client.send("go depth 6");
        client.answer().last().nodes
    };
    let (first, again) = (nodes(), nodes());
    assert_ne!(again, first, "the table knows the position");
    client.send("setoption name Clear Hash");
    client.send("go depth 6");
    assert_eq!(client.answer().last().nodes, first);

    // In mid-search too, for the next one.
    client.go_infinite();
    client.send("setoption name clear hash");
    client.stop();
    client.send("go depth 6");
    assert_eq!(client.answer().last().nodes, first);
}
