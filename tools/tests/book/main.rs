//! `tak-tools book` as a user runs it.

mod bad_input;
mod build;
mod dedup;
mod games;
mod keys;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

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
        let mut command = Command::new(env!("CARGO_BIN_EXE_tak-tools"));
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
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input).unwrap();
        drop(stdin);
        child.wait_with_output().unwrap()
    }

    /// A call that must succeed.
    fn good(&self, arguments: &str) -> Output {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {output:?}");
        output
    }

    /// What it writes on standard output.
    fn stdout(&self, arguments: &str) -> String {
        String::from_utf8(self.good(arguments).stdout).unwrap()
    }

    /// What it tells on standard error.
    fn told(&self, arguments: &str) -> String {
        String::from_utf8(self.good(arguments).stderr).unwrap()
    }

    /// What it tells a program.
    fn json(&self, arguments: &str) -> Value {
        let text = self.stdout(&format!("{arguments} --json"));
        assert_eq!(text.lines().count(), 1, "{text}");
        serde_json::from_str(&text).unwrap()
    }

    /// The one line of a call that must fail with that exit code.
    fn error(&self, arguments: &str, code: i32) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {output:?}");
        assert!(output.stdout.is_empty(), "{arguments}: {output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        let line = text.strip_suffix('\n').unwrap();
        let line = line.strip_prefix("error: ").unwrap();
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(line.len() < 300, "{line}");
        line.to_owned()
    }
}
