//! A built program, and folders to run it in.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A program, by its path: `Program(env!("CARGO_BIN_EXE_tak-match"))`.
#[derive(Clone, Copy, Debug)]
pub struct Program(pub &'static str);

impl Program {
    /// A call to be made.
    pub fn command(self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.0);
        command.args(arguments);
        command
    }

    /// What a call comes to.
    pub fn run(self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Standard output of a call that must succeed with nothing on standard error.
    pub fn stdout(self, arguments: &[&str]) -> String {
        success(&self.run(arguments))
    }

    /// The object that a call prints with `--json`.
    pub fn json(self, arguments: &[&str]) -> Value {
        let line = self.stdout(&[arguments, &["--json"]].concat());
        assert_eq!(line.lines().count(), 1, "{line}");
        serde_json::from_str(&line).unwrap()
    }

    /// The single line of a call that must fail with this exit code.
    pub fn error(self, code: i32, arguments: &[&str]) -> String {
        failure(code, &self.run(arguments))
    }

    /// An empty folder to run it in, with these words, perhaps none, before those of each call.
    pub fn folder(self, command: &'static str) -> Folder {
        Folder { place: tempfile::tempdir().unwrap(), program: self, command }
    }

    /// The same with files, each a name and a text.
    pub fn folder_with(self, command: &'static str, files: &[(&str, &str)]) -> Folder {
        let folder = self.folder(command);
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }
}

/// The repository, of which the tests are a part.
pub fn workspace() -> PathBuf {
    // Where the package under test is: the repository may have been moved since it was compiled.
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let package = package.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    package.parent().unwrap().to_owned()
}

/// Runs a command that reads a text from a pipe.
pub fn run_with_input(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
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

/// Bytes that must be UTF-8.
pub fn text(bytes: &[u8]) -> String {
    str::from_utf8(bytes).unwrap().to_owned()
}

/// Standard output of a call that must have succeeded with nothing on standard error.
pub fn success(output: &Output) -> String {
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    text(&output.stdout)
}

/// Checks that a call has failed with one short line and nothing else.
pub fn failure(code: i32, output: &Output) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = text(&output.stderr);
    let line = text.strip_suffix('\n').unwrap();
    assert!(!line.contains(char::is_control), "{line:?}");
    assert!(line.starts_with("error: "), "{line:?}");
    assert!(line.len() < 300, "{line:?}");
    line.to_owned()
}

/// A folder to try a command in, gone at the end.
pub struct Folder {
    place: TempDir,
    program: Program,
    /// The first words of every call.
    command: &'static str,
}

impl Folder {
    /// Where it is.
    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    /// The text of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// A call to be made. Spaces separate its arguments, except between single quotes, as in a
    /// shell.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = self.program.command(&[]);
        command.current_dir(self.path()).args(self.command.split_whitespace());
        for (index, part) in arguments.split('\'').enumerate() {
            if index % 2 == 1 {
                command.arg(part);
            } else {
                command.args(part.split_whitespace());
            }
        }
        command
    }

    /// What a call comes to.
    pub fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// A call that reads a text from a pipe.
    pub fn run_with_input(&self, arguments: &str, input: impl AsRef<[u8]>) -> Output {
        run_with_input(&mut self.command(arguments), input)
    }

    /// What a call that must succeed writes on standard output.
    pub fn stdout(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {output:?}");
        text(&output.stdout)
    }

    /// What it reports on standard error. The exit code tells whether anything was bad.
    pub fn told(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        let report = text(&output.stderr);
        let last = report.lines().last().unwrap_or_default();
        let is_bad = last.contains("bad ") && !last.contains("bad 0");
        assert_eq!(output.status.code(), Some(if is_bad { 2 } else { 0 }), "{output:?}");
        report
    }

    /// What it reports to a program, the exit code as with [`told`](Self::told).
    pub fn json(&self, arguments: &str) -> Value {
        let output = self.run(&format!("{arguments} --json"));
        let line = text(&output.stdout);
        assert_eq!(line.lines().count(), 1, "{arguments}: {output:?}");
        let report: Value = serde_json::from_str(&line).unwrap();
        let is_bad = report["bad"].as_u64().is_some_and(|bad| bad > 0);
        assert_eq!(output.status.code(), Some(if is_bad { 2 } else { 0 }), "{output:?}");
        report
    }

    /// The single line, without `error: `, of a call that must fail with this exit code.
    pub fn error(&self, arguments: &str, code: i32) -> String {
        let line = failure(code, &self.run(arguments));
        line.strip_prefix("error: ").unwrap().to_owned()
    }

    /// Checks a table: on each line arguments, the exit code, and a part of the
    /// error, which begins with `^` and ends with `$`.
    pub fn check_errors(&self, table: &str) {
        for case in table.lines() {
            let [arguments, code, why] = case.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{case}")
            };
            let line = self.error(arguments, code.parse().unwrap());
            assert!(format!("^{line}$").contains(why), "{arguments}: {line}, not {why}");
        }
    }
}
