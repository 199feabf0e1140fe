//! The built program, and folders to run it in.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_tak-tools");

/// The repository, of which these tests are a part.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

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

/// Standard output of a call that must succeed with nothing on standard error.
pub(crate) fn stdout(arguments: &[&str]) -> String {
    success(&run(arguments))
}

pub(crate) fn success(output: &Output) -> String {
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    text(&output.stdout)
}

/// The object that a call prints with `--json`.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let line = stdout(&[arguments, &["--json"]].concat());
    assert_eq!(line.lines().count(), 1, "{line}");
    serde_json::from_str(&line).unwrap()
}

/// The single line of a call that must fail with this exit code.
pub(crate) fn error(code: i32, arguments: &[&str]) -> String {
    failure(code, &run(arguments))
}

/// Checks that a call has failed with one short line and nothing else.
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

/// A folder to try a command in, gone at the end.
pub(crate) struct Folder {
    folder: TempDir,
    /// The first word of every call, if it is always the same.
    command: &'static str,
}

impl Folder {
    /// An empty folder.
    pub(crate) fn new(command: &'static str) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), command }
    }

    /// With these files, each a name and a text.
    pub(crate) fn with(command: &'static str, files: &[(&str, &str)]) -> Self {
        let folder = Self::new(command);
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names of all files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// A call to be made. Spaces separate its arguments, except between single quotes, as in a
    /// shell.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(PROGRAM);
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

    pub(crate) fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// A call that reads a text from a pipe.
    pub(crate) fn run_with_input(&self, arguments: &str, input: impl AsRef<[u8]>) -> Output {
        run_with_input(&mut self.command(arguments), input)
    }

    /// What a call that must succeed writes on standard output.
    pub(crate) fn stdout(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {output:?}");
        text(&output.stdout)
    }

    /// What it reports on standard error. The exit code tells whether anything was bad.
    pub(crate) fn told(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        let report = text(&output.stderr);
        let last = report.lines().last().unwrap_or_default();
        let is_bad = last.contains("bad ") && !last.contains("bad 0");
        assert_eq!(output.status.code(), Some(if is_bad { 2 } else { 0 }), "{output:?}");
        report
    }

    /// What it reports to a program, the exit code as with [`told`](Self::told).
    pub(crate) fn json(&self, arguments: &str) -> Value {
        let output = self.run(&format!("{arguments} --json"));
        let line = text(&output.stdout);
        assert_eq!(line.lines().count(), 1, "{arguments}: {output:?}");
        let report: Value = serde_json::from_str(&line).unwrap();
        let is_bad = report["bad"].as_u64().is_some_and(|bad| bad > 0);
        assert_eq!(output.status.code(), Some(if is_bad { 2 } else { 0 }), "{output:?}");
        report
    }

    /// The single line, without `error: `, of a call that must fail with this exit code.
    pub(crate) fn error(&self, arguments: &str, code: i32) -> String {
        let line = failure(code, &self.run(arguments));
        line.strip_prefix("error: ").unwrap().to_owned()
    }

    /// Checks a table: on each line arguments, the exit code, and a part of the
    /// error, which begins with `^` and ends with `$`.
    pub(crate) fn check_errors(&self, table: &str) {
        for case in table.lines() {
            let [arguments, code, why] = case.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{case}")
            };
            let line = self.error(arguments, code.parse().unwrap());
            assert!(format!("^{line}$").contains(why), "{arguments}: {line}, not {why}");
        }
    }
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
