//! The built program, and folders to run it in.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tak_testing::program::{self, Program};
pub(crate) use tak_testing::program::{failure, run_with_input, success, text, workspace};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_tak-tools");
const TOOLS: Program = Program(PROGRAM);

pub(crate) fn run(arguments: &[&str]) -> Output {
    TOOLS.run(arguments)
}

pub(crate) fn stdout(arguments: &[&str]) -> String {
    TOOLS.stdout(arguments)
}

pub(crate) fn json(arguments: &[&str]) -> Value {
    TOOLS.json(arguments)
}

pub(crate) fn error(code: i32, arguments: &[&str]) -> String {
    TOOLS.error(code, arguments)
}

/// A folder to try a command in.
pub(crate) struct Folder(program::Folder);

impl Folder {
    /// An empty folder.
    pub(crate) fn new(command: &'static str) -> Self {
        Self(TOOLS.folder(command))
    }

    /// With these files, each a name and a text.
    pub(crate) fn with(command: &'static str, files: &[(&str, &str)]) -> Self {
        Self(TOOLS.folder_with(command, files))
    }
}

impl Deref for Folder {
    type Target = program::Folder;

    fn deref(&self) -> &program::Folder {
        &self.0
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
