//! Every kind of file that our programs write, read by PTN Ninja's parser, taktician's and takparse.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;
use tak_encoding::Link;
use tak_encoding::ptn::{PtnGame, games};
use tak_tests::corpus::workspace;
use tak_tests::programs::folder;

use crate::corpus::lines;
use crate::readers::{check_takparse, check_taktician, ptn_ninja, their_lines};

/// A game with all that others refuse.
const FOREIGN: &str = "{from a book}\n[Site \"PlayTak.com\"]\n[Id \"7\"]\n[ Size  \"5\" ]\n\
    [Date \"2017.1.28\"]\n[Player1 \"A\"]\n[Player2 \"B\"]\n[Result \"1-0\"]\n\n\
    1. A1 Fe5 (1... a5 {or} 2. c3 (2. c2) d4 1-0)\n2. c3 {[%clk 0:09:45]} d4 $2 ; a mistake\n\n\
    {so far}\n3. c4 c5 4. b4 ! b5\n1-0 --\n";

/// White wins by a forced road.
const WON: &str = "x,2,1,x2/x2,1,x2/1,1,x2,2/x3,2,2/1,x4 1 6";

/// What a program writes, with this input.
fn run(place: &Path, program: &str, arguments: &str, input: &str) -> String {
    let mut command = Command::new(folder().join(program));
    command.args(arguments.split(' ').map(|word| word.replace('_', " "))).current_dir(place);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// All kinds, by the commands that write them.
fn kinds(place: &Path) -> Vec<(&'static str, String)> {
    fs::write(place.join("foreign.ptn"), FOREIGN).unwrap();
    let club = workspace().join("tools/assets/club.ptn");
    fs::copy(club, place.join("club.ptn")).unwrap();
    let tools = |arguments| run(place, "tak-tools", arguments, "");
    let engine = |arguments, input| run(place, "tak-engine", arguments, input);
    let file = |name| fs::read_to_string(place.join(name)).unwrap();
    let mut kinds = Vec::new();
    for written in
        ["canon foreign.ptn", "convert --to ptn foreign.ptn", "convert --to ptn club.ptn"]
    {
        kinds.push((written, tools(written)));
    }
    let link: Link = tools("convert --to url foreign.ptn").trim().parse().unwrap();
    kinds.push(("convert --to url", link.ptn));
    let playtak = "convert --to ptn --size 5 --text P_A1,P_E5,P_C3_W,M_A1_A2_1";
    kinds.push(("convert --to ptn --text", tools(playtak)));
    tools("games import all.gamedb foreign.ptn club.ptn");
    kinds.push(("games export", tools("games export all.gamedb -o -")));
    tools("book build foreign.ptn club.ptn -o all.book");
    tools("book export all.book -o book.ptn");
    kinds.push(("book export", file("book.ptn")));
    tools("puzzles find club.ptn --min-plies 9 --nodes 5000 --ptn puzzles.ptn");
    kinds.push(("puzzles find", file("puzzles.ptn")));
    engine("analyze foreign.ptn --nodes 200 --ptn analyzed.ptn", "");
    kinds.push(("analyze --ptn", file("analyzed.ptn")));
    fs::write(place.join("won.tps"), WON).unwrap();
    engine("solve won.tps --ptn tree.ptn", "");
    kinds.push(("solve --ptn", file("tree.ptn")));
    engine("play --size 4 --level 1 --save saved.ptn", "a1\nb2\nquit\n");
    kinds.push(("play --save", file("saved.ptn")));
    engine("play foreign.ptn --level 1 --save again.ptn", "d2\nquit\n");
    kinds.push(("play FILE --save", file("again.ptn")));
    kinds
}

#[test]
#[ignore = "second tier: builds all programs"]
fn every_kind_of_file_is_read_by_others() {
    let place = tempfile::tempdir().unwrap();
    let mut texts = Vec::new();
    for (kind, written) in kinds(place.path()) {
        let all: Vec<_> = games(&written).map(|game| (kind, game.text.to_owned())).collect();
        assert!(!all.is_empty(), "{kind}");
        texts.extend(all);
    }
    for (kind, text) in &texts {
        let game: PtnGame = text.parse().unwrap_or_else(|error| panic!("{kind}: {error}\n{text}"));
        assert_eq!(game.left_out(), [], "{kind}\n{text}");
        assert_eq!(game.for_others(), *text, "{kind}");
        check_takparse(kind, text);
    }
    check_taktician(&texts);
    let contents: Vec<_> = texts.iter().map(|(_, text)| text.clone()).collect();
    let Some(read) = ptn_ninja(&contents) else { return };
    for ((kind, text), read) in texts.iter().zip(read) {
        assert_eq!(read["errors"], json!([]), "{kind}: {text}");
        assert_eq!(read["unplayed"], json!([]), "{kind}: {text}");
        assert_eq!(their_lines(&read), lines(&text.parse().unwrap()), "{kind}: {text}");
    }
}
