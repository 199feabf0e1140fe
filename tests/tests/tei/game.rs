//! New games in both dialects, and those that are refused or mended.

use tak_encoding::BoardSize;
use tak_tests::client::{Client, read_position};

/// One square is left, White is to move and would have one flat more. That wins
/// if komi is below one flat; else White has better moves.
const LAST_SQUARE: &str = "position tps 1,2S,1/2S,1S,2S/2,2,x 1 5";

fn wins_last_square(client: &mut Client) -> bool {
    client.send(LAST_SQUARE);
    client.send("go depth 1");
    let answer = client.answer();
    answer.check(&read_position(LAST_SQUARE, BoardSize::Three));
    answer.is_win()
}

#[test]
fn komi_in_both_dialects() {
    let mut client = Client::introduced();
    let mut expect = |lines: &[&str], wins: bool| {
        for line in lines {
            client.send(line);
        }
        assert_eq!(client.ready(), Vec::<String>::new());
        assert_eq!(wins_last_square(&mut client), wins, "after {lines:?}");
    };
    expect(&[], true);
    expect(&["teinewgame size 3 halfkomi 4"], false);
    expect(&["teinewgame size 3 halfkomi 0"], true);
    expect(&["setoption name HalfKomi value 4", "teinewgame 3"], false);
    // The first dialect keeps komi, the second sets it with each game.
    expect(&["teinewgame 3"], false);
    expect(&["teinewgame size 3"], true);
    expect(&["teinewgame halfkomi 2 size 3"], false);
    expect(&["teinewgame size 3 halfkomi 1"], true);
    expect(&["teinewgame size 3 komi 3"], false);
    expect(&["teinewgame size 3 halfkomi -3"], true);
    // Some clients set it after the game has begun, or not in our spelling.
    expect(&["teinewgame 3", "setoption name halfkomi value 20"], false);
    client.quit();
}

#[test]
fn every_size_in_both_dialects() {
    let mut client = Client::introduced();
    for size in BoardSize::ALL {
        for form in [format!("{size}"), format!("size {size} halfkomi 4")] {
            client.send(&format!("teinewgame {form}"));
            assert_eq!(client.ready(), Vec::<String>::new());
            for position in ["position startpos", "position startpos moves a1 c3 b2"] {
                client.send(position);
                client.send("go depth 2");
                client.answer().check(&read_position(position, size));
            }
        }
    }
    client.quit();
}

/// What a search tells of its position, with its first line.
fn problem(client: &mut Client) -> Option<String> {
    client.send("go depth 1");
    client.answer().infos[0].note.clone()
}

#[test]
fn a_refused_game_is_told_until_there_is_another() {
    let mut client = Client::introduced();
    client.send("teinewgame 5");
    for bad in ["teinewgame 9", "teinewgame size 2 halfkomi 4"] {
        client.send(bad);
        assert_eq!(client.ready().len(), 1);
        for _ in 0..2 {
            assert!(problem(&mut client).unwrap().contains("teinewgame"));
        }
        for _ in 0..2 {
            client.send("position startpos moves a1");
            let told = client.ready();
            assert!(told.len() == 1 && told[0].contains("teinewgame"), "{told:?}");
            assert!(problem(&mut client).unwrap().contains("teinewgame"));
        }
        client.send("teinewgame 6");
        client.send("position startpos moves a1 f6");
        assert_eq!(client.ready(), Vec::<String>::new());
        assert_eq!(problem(&mut client), None);
    }
    client.quit();
}

#[test]
fn a_game_under_too_much_komi_has_its_size_and_the_most_komi() {
    let mut client = Client::introduced();
    client.send("teinewgame size 3 halfkomi 300");
    let told = client.ready();
    assert!(told.len() == 1 && told[0].contains("taken as 20"), "{told:?}");
    client.send("position startpos moves a1 c3");
    client.send("go depth 2");
    let position = read_position("position startpos moves a1 c3", BoardSize::Three);
    client.answer().check(&position);
    assert!(!wins_last_square(&mut client));
    client.quit();
}

#[test]
fn a_game_under_a_komi_that_is_no_number_has_its_size_and_none() {
    let mut client = Client::introduced();
    for komi in ["", "undefined", "0.5"] {
        client.send("teinewgame 5");
        client.send(&format!("teinewgame size 3 halfkomi {komi}"));
        let told = client.ready();
        assert!(told.len() == 1 && told[0].contains("taken as 0"), "{told:?}");
        assert!(wins_last_square(&mut client));
    }
    client.quit();
}

#[test]
fn a_game_without_a_size_is_another_of_the_same() {
    let mut client = Client::introduced();
    client.send("teinewgame 4");
    client.send("teinewgame");
    assert_eq!(client.ready(), Vec::<String>::new());
    client.send("go depth 2");
    let start = read_position("position startpos", BoardSize::Four);
    client.answer().check(&start);
    client.quit();
}

/// What is announced may be set before there is a board, and nothing that
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
            assert_eq!(client.ready(), Vec::<String>::new(), "{name} {most}");
            assert_eq!(problem(&mut client), None);
        }
        client.send("teinewgame size 6");
    }
    client.quit();
}

#[test]
fn what_was_learned_is_forgotten_when_asked() {
    let mut client = Client::introduced();
    let mut nodes = || {
        client.send("go depth 6");
        client.answer().last().nodes
    };
    let (first, again) = (nodes(), nodes());
    assert!(again < first, "{again} positions, knowing {first}");
    client.send("setoption name Clear Hash");
    client.send("go depth 6");
    assert_eq!(client.answer().last().nodes, first);

    // In mid-search too, for the next one.
    client.send("go infinite");
    client.until("info");
    client.send("setoption name clear hash");
    client.send("stop");
    client.until("bestmove");
    client.send("go depth 6");
    assert_eq!(client.answer().last().nodes, first);
    client.quit();
}
