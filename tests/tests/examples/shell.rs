//! Commands run as a reader types them.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::{env, thread};

use tak_tests::programs;

/// Starts a line in a shell that finds the programs, with a home of its own.
fn start(line: &str, folder: &Path) -> Child {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = [programs::folder().to_owned()];
    let path = env::join_paths(found.into_iter().chain(env::split_paths(&path))).unwrap();
    Command::new("bash")
        .args(["-c", line])
        .current_dir(folder)
        .env("HOME", folder)
        .env("PATH", path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs a line and types `input`.
pub(crate) fn run(line: &str, folder: &Path, input: &str) -> Output {
    let mut child = start(line, folder);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // It may end before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// What the engine answers to these lines; it may think to the end of each search.
pub(crate) fn talk(folder: &Path, input: &str) -> String {
    let mut child = start("tak-engine 2>&1", folder);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut heard = Vec::new();
    for line in input.lines() {
        writeln!(stdin, "{line}").unwrap();
        if line.starts_with("go") {
            let is_last = |line: &String| line.starts_with("bestmove");
            while !heard.last().is_some_and(is_last) {
                heard.push(answers.next().unwrap());
            }
        }
    }
    drop(stdin);
    heard.extend(answers);
    child.wait().unwrap();
    heard.join("\n")
}
