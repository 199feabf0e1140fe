//! The built program, and what all its commands have in common.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use tak_testing::program::{self, Program};
pub(crate) use tak_testing::program::{success, text};
use tempfile::TempDir;

/// Two engines of level 4, with some blunders.
pub(crate) const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/game.ptn");

const ENGINE: Program = Program(env!("CARGO_BIN_EXE_tak-engine"));

/// A call that is yet to be made.
pub(crate) fn engine(arguments: &[&str]) -> Command {
    ENGINE.command(arguments)
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    ENGINE.run(arguments)
}

/// Types these lines into a call.
pub(crate) fn type_into(command: &mut Command, lines: impl AsRef<[u8]>) -> Output {
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may leave before the last line.
    let _ = child.stdin.take().unwrap().write_all(lines.as_ref());
    child.wait_with_output().unwrap()
}

/// The one line of a call that must fail with that exit code.
pub(crate) fn failure(code: i32, output: &Output) -> String {
    let line = program::failure(code, output);
    line.strip_prefix("error: ").unwrap().to_owned()
}

/// Writes a file, and returns its name.
pub(crate) fn written(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A call on a terminal of that width, or `None` where there is none.
#[cfg(target_os = "linux")]
pub(crate) fn on_terminal(width: usize, arguments: &str) -> Option<Command> {
    let program = env!("CARGO_BIN_EXE_tak-engine");
    // Without `exec` some shells would answer Ctrl-C with an end of their own.
    line_on_terminal(width, &format!("exec '{program}' {arguments}"))
}

/// A line of a shell on a terminal of that width, which `script` of util-linux plays; `None`
/// where that is not installed.
#[cfg(target_os = "linux")]
pub(crate) fn line_on_terminal(width: usize, line: &str) -> Option<Command> {
    let call = format!("stty rows 24 cols {width}; {line}");
    let mut command = Command::new("script");
    if command.arg("--version").output().is_err() {
        eprintln!("skipped: there is no `script` here");
        return None;
    }
    let mut command = Command::new("script");
    command.args(["-qec", &call, "/dev/null"]).env("TERM", "xterm");
    Some(command)
}

/// One that cannot move its cursor would show each step of a bar as a line of signs.
#[cfg(target_os = "linux")]
#[test]
fn a_dumb_terminal_gets_no_bars() {
    let program = env!("CARGO_BIN_EXE_tak-engine");
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/game.ptn");
    for (terminal, has_bars) in [("xterm", true), ("dumb", false)] {
        let line = format!("TERM={terminal} '{program}' analyze --nodes 200 '{game}' >/dev/null");
        let Some(mut command) = line_on_terminal(80, &line) else { return };
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.contains('\u{1b}'), has_bars, "{text:?}");
    }
}

#[test]
fn a_typo_gets_a_hint_on_the_one_line() {
    for (arguments, hint) in [
        (&["analyse"][..], "(did you mean 'analyze'?); try 'tak-engine --help'"),
        (&["play", "--levle", "3"], "(did you mean '--level'?); try 'tak-engine play --help'"),
        (&["play", "--sise", "5"], "(did you mean '--size'?); try 'tak-engine play --help'"),
        (&["play", "--side", "wite"], "(did you mean 'white'?); try 'tak-engine play --help'"),
    ] {
        let line = failure(2, &run(arguments));
        assert!(line.ends_with(hint), "{line}");
    }
}

#[test]
fn there_are_completions_and_manual_pages() {
    let script = success(&run(&["completions", "bash"]));
    for word in ["analyze", "--movetime", "play", "--side"] {
        assert!(script.contains(word), "{word}");
    }
    let folder = tempfile::tempdir().unwrap();
    success(&run(&["man", "-o", folder.path().to_str().unwrap()]));
    for page in ["tak-engine.1", "tak-engine-analyze.1", "tak-engine-play.1"] {
        assert!(folder.path().join(page).is_file(), "{page}");
    }
}
