//! What we write, others read: PTN Ninja's own parser, takparse, and we.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, thread};

use fast_tak::takparse;
use serde_json::{Value, json};
use tak_encoding::Link;
use tak_encoding::ptn::PtnGame;
use tak_tests::corpus::workspace;

use crate::corpus::lines;
use crate::writers::forms;

/// What PTN Ninja reads in each text; `None` where its sources are not to be had.
/// `TAK_PTN_NINJA_TEST` names a folder with them and with the packages that they import.
pub(crate) fn ptn_ninja(texts: &[String]) -> Option<Vec<Value>> {
    let Some(folder) = env::var_os("TAK_PTN_NINJA_TEST").map(PathBuf::from) else {
        eprintln!("skipped: TAK_PTN_NINJA_TEST names no folder with PTN Ninja's sources");
        return None;
    };
    let script = workspace().join("tests/readers/ptn-ninja.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = match node.spawn() {
        Ok(child) => child,
        Err(error) => {
            eprintln!("skipped: Node.js: {error}");
            return None;
        }
    };
    let input = json!(texts).to_string();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "PTN Ninja's parser");
    Some(serde_json::from_slice(&output.stdout).unwrap())
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
