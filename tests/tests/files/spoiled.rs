//! Spoiled files: what we make of them, PTN Ninja's own parser reads as we read them.

use fastrand::Rng;
use serde_json::json;
use tak_encoding::ptn::{PtnGame, tokens};

use crate::corpus::lines;
use crate::readers::{ptn_ninja, their_lines};
use crate::writers::forms;

/// What may stand in a file by accident or by hand.
const PIECES: &str = "\n|\r\n|\n\n|\r\n\r\n| |{so}|{a.b}|{a/b}|{ a }|{A..}|{1. }|{}|{/}|{2w1}|{2-1/3-1}|\
    {better plan}|{better plan/3b1}|{toString}|{x\n\ny}|{@A:12: hi}|\n\n{b}\n|\r\n{b}\r\n|\n\n{b/c}\n|\
    (|)|(1. b2)|(2. c4 d4)|(2... d2)|((3. c1))|1.|2.|3.|4.|2...|1-1.2.|--|..|*|x|load|R-0|1/2-1/2|1-2-1-2|\
    0|-- 0-R|!|?|''|$1|$18|; so|; so\n|c3|Sd4|b2>|c3>S|A1|\u{feff}|\u{a0}|\u{85}|\
    \n[Komi \"2\"]\n|[Player1 \"?\"]|[Result \"0\"]|[Time \"9:5:3\"]|[Date \"2021-1-2\"]";

/// A text with some of its words moved, lost, or others between them.
fn spoiled(text: &str, random: &mut Rng) -> String {
    let pieces: Vec<_> = PIECES.split('|').collect();
    let mut words: Vec<_> = tokens(text).map(|token| token.text.to_owned()).collect();
    for _ in 0..random.usize(1..5) {
        let at = random.usize(..words.len());
        let piece = pieces[random.usize(..pieces.len())].to_owned();
        match random.u32(..6) {
            0 => words[at] = piece,
            1 => drop(words.remove(at)),
            2 => words[at] = format!("{piece} "),
            3 => words.insert(at, words[random.usize(..words.len())].clone()),
            _ => words.insert(at, format!(" {piece} ")),
        }
        if words.is_empty() {
            break;
        }
    }
    words.concat()
}

/// How many texts to spoil; another number spoils other ones.
fn rounds() -> usize {
    std::env::var("TAK_SPOILED").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(300)
}

#[test]
#[ignore = "second tier: needs Node.js and PTN Ninja's sources"]
fn ptn_ninja_reads_what_we_make_of_spoiled_files() {
    let mut random = Rng::with_seed(rounds() as u64);
    let forms = forms();
    let mut games = Vec::new();
    for _ in 0..rounds() {
        let text = spoiled(&forms[random.usize(..forms.len())].text, &mut random);
        if let Ok(game) = text.parse::<PtnGame>() {
            games.push(game);
        }
    }
    assert!(games.len() > rounds() / 8, "{} of {}", games.len(), rounds());
    // What we leave as it is, since no line can hold a part of it, is not of our making.
    let is_whole = |link: &PtnGame, game: &PtnGame| {
        link.plies().len() == game.plies().len() && game.left_out().is_empty()
    };
    let links: Vec<_> = games.iter().map(PtnGame::to_ptn_ninja).collect();
    let texts = games.iter().zip(&links).flat_map(|(game, text)| {
        let link: PtnGame = text.parse().unwrap_or_else(|error| panic!("{error}\n{game}"));
        let others = is_whole(&link, game).then(|| game.for_others());
        [text.clone(), others.unwrap_or_else(|| text.clone())]
    });
    let texts: Vec<_> = texts.collect();
    let Some(read) = ptn_ninja(&texts) else { return };
    for ((game, texts), read) in games.iter().zip(texts.chunks(2)).zip(read.chunks(2)) {
        let link: PtnGame = texts[0].parse().unwrap();
        for (text, read) in texts.iter().zip(read) {
            assert_eq!(read["errors"], json!([]), "{game}\n{text}");
            assert_eq!(read["unplayed"], json!([]), "{game}\n{text}");
            assert_eq!(their_lines(read), lines(&link), "{game}\n{text}");
        }
        let is_whole = is_whole(&link, game);
        assert!(!is_whole || lines(game) == lines(&link), "{game}\n{link}");
        assert_eq!(read[0]["warnings"], json!([]), "{link}");
    }
}
