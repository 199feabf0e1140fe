//! What we write, others read: PTN Ninja's own parser, taktician's, takparse, and we.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use fast_tak::takparse;
use serde_json::{Value, json};
use tak_encoding::ptn::PtnGame;
use tak_encoding::{Link, Opening, with_game};
use tak_tests::corpus::workspace;

use crate::corpus::lines;
use crate::writers::forms;

/// What PTN Ninja reads in each text; `None` where its sources are not to be had.
/// `TAK_PTN_NINJA_TEST` names a folder with them and with the packages that they import.
pub(crate) fn ptn_ninja(texts: &[String]) -> Option<Vec<Value>> {
    let folder = sources("TAK_PTN_NINJA_TEST")?;
    let mut node = Command::new("node");
    node.arg(workspace().join("tests/readers/ptn-ninja.mjs")).arg(folder);
    Some(answers(&mut node, texts))
}

/// What taktician reads in each text; `None` where its sources are not to be had.
/// `TAK_TAKTICIAN_TEST` names a folder with them.
pub(crate) fn taktician(texts: &[String]) -> Option<Vec<Value>> {
    let folder = sources("TAK_TAKTICIAN_TEST")?;
    let place = tempfile::tempdir().unwrap();
    let (overlay, program) = (place.path().join("overlay.json"), place.path().join("reader"));
    // One more command of taktician, without a file in its folder.
    let reader = workspace().join("tests/readers/taktician.go");
    let command = folder.join("cmd/reader/main.go");
    let files = json!({ "Replace": { command.to_str().unwrap(): reader } });
    fs::write(&overlay, files.to_string()).unwrap();
    let mut go = Command::new("go");
    go.arg("build").arg("-overlay").arg(overlay).arg("-o").arg(&program).arg("./cmd/reader");
    let built = go.current_dir(folder).status().unwrap_or_else(|error| panic!("Go: {error}"));
    assert!(built.success(), "taktician's parser");
    Some(answers(&mut Command::new(program), texts))
}

/// The folder that a variable names.
fn sources(variable: &str) -> Option<PathBuf> {
    let folder = env::var_os(variable).map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: {variable} names no folder with the sources of another reader");
    }
    folder
}

/// What a program reads in each text. It takes an array on standard input and prints another one.
fn answers(program: &mut Command, texts: &[String]) -> Vec<Value> {
    let child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{program:?}: {error}"));
    let input = json!(texts).to_string();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{program:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The lines of play that PTN Ninja reads, without the signs of crushes that it adds.
pub(crate) fn their_lines(read: &Value) -> Vec<String> {
    let lines = read["lines"].as_array().unwrap_or_else(|| panic!("{read}"));
    let mut lines: Vec<_> =
        lines.iter().map(|line| line.as_str().unwrap().replace('*', "")).collect();
    lines.retain(|line| !line.is_empty());
    lines.sort();
    lines
}

/// What we write of games from everywhere: as files, and as links.
fn ours() -> Vec<(&'static str, String, String)> {
    let forms = forms().into_iter().map(|form| {
        let read: PtnGame = form.text.parse().unwrap();
        let link = Link::new(read.to_ptn_ninja(), None).to_string();
        (form.writer, read.for_others(), link.parse::<Link>().unwrap().ptn)
    });
    forms.collect()
}

#[test]
#[ignore = "second tier: needs Node.js and PTN Ninja's sources"]
fn ptn_ninja_reads_what_we_write() {
    let ours = ours();
    let texts = ours.iter().flat_map(|(_, text, link)| [text.clone(), link.clone()]);
    let texts: Vec<_> = texts.collect();
    let Some(read) = ptn_ninja(&texts) else { return };
    for ((writer, text, link), read) in ours.iter().zip(read.chunks(2)) {
        let expected = lines(&link.parse().unwrap());
        assert_eq!(read[1]["warnings"], json!([]), "{writer}: {link}");
        assert_eq!(read[1]["errors"], json!([]), "{writer}: {link}");
        assert_eq!(read[1]["unplayed"], json!([]), "{writer}: {link}");
        assert_eq!(their_lines(&read[1]), expected, "{writer}: {link}");
        assert_eq!(read[0]["errors"], json!([]), "{writer}: {text}");
        assert_eq!(read[0]["unplayed"], json!([]), "{writer}: {text}");
        assert_eq!(their_lines(&read[0]), expected, "{writer}: {text}");
    }
}

/// takparse reads the moves of a game without branches, which it does not know. Neither does it
/// know tags without a value.
pub(crate) fn check_takparse(writer: &str, text: &str) {
    let game: PtnGame = text.parse().unwrap();
    if game.plies().len() > game.main_line().len() || text.contains("\"\"]") {
        return;
    }
    let read: takparse::Ptn =
        text.parse().unwrap_or_else(|error| panic!("{writer}: {error:?}: {text}"));
    let moves: Vec<_> = read.moves().iter().map(ToString::to_string).collect();
    let ours: Vec<_> = game.game().moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ours, "{writer}: {text}");
}

#[test]
fn takparse_reads_what_we_write() {
    for (writer, text, link) in ours() {
        check_takparse(writer, &text);
        check_takparse(writer, &link);
    }
}

/// Whether taktician can read a game: it knows the main line from the usual start only, with `Size`,
/// marks without `"`, and blanks behind numbers.
fn is_for_taktician(text: &str) -> bool {
    let game: PtnGame = text.parse().unwrap();
    let glued = |word: &str| word.split_once('.').is_some_and(|(_, mv)| !mv.is_empty());
    let moves = text.rsplit_once("]\n").map_or(text, |(_, moves)| moves);
    game.plies().len() == game.main_line().len()
        && !game.main_line().is_empty()
        && game.game().tag("Size").is_some()
        && with_game!(game.game(), game => game.start().opening()) == Opening::Swap
        && !moves.split_whitespace().any(|word| glued(word) || word.ends_with('"') || word == "--")
}

/// taktician reads the moves and the comments of games, and reaches the same positions.
pub(crate) fn check_taktician(texts: &[(&str, String)]) {
    let mut known = texts.to_owned();
    known.retain(|(_, text)| is_for_taktician(text));
    assert!(known.len() > texts.len() / 8, "{} of {}", known.len(), texts.len());
    let contents: Vec<_> = known.iter().map(|(_, text)| text.clone()).collect();
    let Some(read) = taktician(&contents) else { return };
    for ((writer, text), read) in known.iter().zip(read) {
        let game: PtnGame = text.parse().unwrap();
        let moves: Vec<_> = game.game().moves().iter().map(ToString::to_string).collect();
        assert_eq!(read["error"], "", "{writer}: {text}");
        assert_eq!(read["moves"], json!(moves), "{writer}: {text}");
        let end = with_game!(game.game(), game => game.end().to_tps());
        assert_eq!(read["end"], json!(end), "{writer}: {text}");
    }
}

#[test]
#[ignore = "second tier: needs Go and taktician's sources"]
fn taktician_reads_what_we_write() {
    let texts =
        ours().into_iter().flat_map(|(writer, text, link)| [(writer, text), (writer, link)]);
    check_taktician(&texts.collect::<Vec<_>>());
}
