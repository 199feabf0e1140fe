//! The built program, and what it is run on.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_tak-tools");

pub(crate) fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().unwrap()
}

/// Runs a command that reads a text from a pipe.
pub(crate) fn run_with_input(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // On a thread of its own: the program may write before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn text(bytes: &[u8]) -> String {
    str::from_utf8(bytes).unwrap().to_owned()
}

/// Standard output of a call that must succeed without a word on the side.
pub(crate) fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    text(&output.stdout)
}

/// The object that a call prints with `--json`.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let line = stdout(&[arguments, &["--json"]].concat());
    assert_eq!(line.lines().count(), 1, "{line}");
    serde_json::from_str(&line).unwrap()
}

/// The one line of a call that must fail with that exit code.
pub(crate) fn error(code: i32, arguments: &[&str]) -> String {
    failure(code, &run(arguments))
}

/// Checks that a call has failed as it may: with one short line, and nothing else.
pub(crate) fn failure(code: i32, output: &Output) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = text(&output.stderr);
    let line = text.strip_suffix('\n').unwrap();
    assert!(!line.contains(char::is_control), "{line:?}");
    assert!(line.starts_with("error: "), "{line:?}");
    assert!(line.len() < 300, "{line:?}");
    line.to_owned()
}

/// The path of something in the data beside the clone, `None` where it is missing.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let path = data.join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: there is no {}", path.display());
    None
}

/// The games in the shared data.
pub(crate) fn shared_games() -> Vec<PathBuf> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "ptn") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    if let Some(folder) = shared("games") {
        collect(&folder, &mut files);
    }
    files.sort();
    files
}
