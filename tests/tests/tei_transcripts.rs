//! Conversations as real clients have them, from the files in `data/tei`.

use std::fs;

use tak_encoding::{AnyRules, BoardSize, Reserve};
use tak_tests::client::{Client, Info, read_position_with};
use tak_tests::corpus::own;
use tak_tests::escapes::unescape;

/// Has the conversation of a file: `>>` goes to the engine, `<<` must come from
/// it. Of the lines that come only the first word is given; all `info` lines
/// before a `bestmove` belong to it and are checked with it.
fn converse(name: &str) {
    let text = fs::read_to_string(own("tei").join(name)).unwrap();
    let mut client = Client::start();
    let mut size = BoardSize::Six;
    let mut position = "position startpos".to_owned();
    // Flats and capstones of each player, where the client sets both.
    let mut pieces: Option<(u8, u8)> = None;
    let (mut searched, mut heard) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if line == ">> <EOF>" {
            client.end_input();
            let last_words = client.exit();
            let answers = last_words.iter().filter(|line| line.starts_with("best"));
            assert_eq!(answers.count(), searched.len(), "{last_words:?}");
            return;
        }
        if let Some(sent) = line.strip_prefix(">> ") {
            let sent = String::from_utf8(unescape(sent)).unwrap();
            if let Some(game) = sent.strip_prefix("teinewgame ") {
                let number = game.trim_start_matches("size ").split(' ').next();
                size = number.unwrap().parse().unwrap();
            } else if let Some(count) = sent.strip_prefix("setoption name Flatstones value ") {
                pieces.get_or_insert((0, 0)).0 = count.parse().unwrap();
            } else if let Some(count) = sent.strip_prefix("setoption name Capstones value ") {
                pieces.get_or_insert((0, 0)).1 = count.parse().unwrap();
            } else if sent.starts_with("position ") {
                position.clone_from(&sent);
            } else if sent.starts_with("go") {
                let rules = AnyRules {
                    reserves: pieces.map(|(flats, caps)| [Reserve { flats, caps }; 2]),
                    ..AnyRules::default()
                };
                searched.push(read_position_with(&position, size, rules));
            }
            client.send(&sent);
        } else if line == "<< bestmove" {
            let mut answer = client.answer();
            answer.infos.splice(..0, heard.drain(..));
            answer.check(&searched.remove(0));
        } else {
            let passed = client.until(line.strip_prefix("<< ").unwrap());
            assert!(!passed.iter().any(|line| line.starts_with("best")));
            heard.extend(passed.iter().filter_map(|line| Info::read(line)));
        }
    }
    assert_eq!(client.exit(), Vec::<String>::new());
}

#[test]
fn ptn_ninja_with_sizes() {
    converse("ptn-ninja-new.tei");
}

#[test]
fn ptn_ninja_without_sizes() {
    converse("ptn-ninja-old.tei");
}

#[test]
fn ptn_ninja_with_its_own_engine() {
    converse("ptn-ninja-worker.tei");
}

#[test]
fn racetrack() {
    converse("racetrack.tei");
}

#[test]
fn playtak_tei() {
    converse("playtak-tei.tei");
}

#[test]
fn taktician() {
    converse("taktician.tei");
}
