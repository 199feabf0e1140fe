//! `tak-tools book` as a user runs it.

mod bad_input;
mod build;
mod dedup;
mod games;
mod keys;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{self, PROGRAM, failure, text};

/// A folder to try books in, gone at the end.
struct Folder(TempDir);

impl Folder {
    /// Without a file in it.
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// With these files, each a name and a text.
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names of all files, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// A call that is yet to be made. Blanks divide its arguments but between
    /// single quotes, as in a shell.
    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(self.path()).arg("book");
        for (index, part) in arguments.split('\'').enumerate() {
            if index % 2 == 1 {
                command.arg(part);
            } else {
                command.args(part.split_whitespace());
            }
        }
        command
    }

    fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// A call that reads a text from a pipe.
    fn run_with_input(&self, arguments: &str, input: &[u8]) -> Output {
        program::run_with_input(&mut self.command(arguments), input)
    }

    /// A call that must succeed.
    fn good(&self, arguments: &str) -> Output {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {output:?}");
        output
    }

    /// What it writes on standard output.
    fn stdout(&self, arguments: &str) -> String {
        text(&self.good(arguments).stdout)
    }

    /// What it reports on standard error. The exit code tells whether anything was bad.
    fn told(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        let report = text(&output.stderr);
        let last = report.lines().last().unwrap_or_default();
        let is_bad = last.contains("bad ") && !last.contains("bad 0");
        assert_eq!(output.status.code(), Some(if is_bad { 2 } else { 0 }), "{output:?}");
        report
    }

    /// What it reports to a program, the exit code as with [`told`](Self::told).
    fn json(&self, arguments: &str) -> Value {
        let output = self.run(&format!("{arguments} --json"));
        let line = text(&output.stdout);
        assert_eq!(line.lines().count(), 1, "{arguments}: {output:?}");
        let report: Value = serde_json::from_str(&line).unwrap();
        let is_bad = report["bad"].as_u64().is_some_and(|bad| bad > 0);
        assert_eq!(output.status.code(), Some(if is_bad { 2 } else { 0 }), "{output:?}");
        report
    }

    /// The one line of a call that must fail with that exit code.
    fn error(&self, arguments: &str, code: i32) -> String {
        let line = failure(code, &self.run(arguments));
        let line = line.strip_prefix("error: ").unwrap();
        line.to_owned()
    }
}
