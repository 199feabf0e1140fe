//! Readers of the data files: one row a line, `|` between the columns, `#` in
//! front of a comment.
//!
//! The package has small files of its own under `data/`, enough to prove the
//! rules. Larger ones are shared by several projects and lie outside the
//! repository; a test that does not find them says so and passes.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{env, fs};

/// A file or folder of this package's own data, which is always there.
pub fn own(name: &str) -> PathBuf {
    package().join("data").join(name)
}

/// A file or folder of the shared data. Where it is missing, this prints the place,
/// and the test has nothing to do.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = package().join("../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: there is no {}", path.display());
    None
}

/// The folder that holds all packages of the workspace.
pub fn workspace() -> PathBuf {
    package().join("..")
}

/// Where this package lies, as cargo says at run time, so that a test program built
/// elsewhere still finds its data.
fn package() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), Into::into)
}

/// One row of a data file.
#[derive(Clone, Debug)]
pub struct Row {
    /// File and line, for messages.
    pub place: String,
    columns: Vec<String>,
}

impl Row {
    /// The text of a column, 0 for the first.
    pub fn text(&self, column: usize) -> &str {
        self.columns.get(column).unwrap_or_else(|| panic!("{}: no column {column}", self.place))
    }

    /// The value of a column.
    pub fn value<T: FromStr<Err: Debug>>(&self, column: usize) -> T {
        let text = self.text(column);
        text.parse()
            .unwrap_or_else(|error| panic!("{}: column {column}, {text}: {error:?}", self.place))
    }
}

/// All rows of a file; the last column keeps any further `|`.
pub fn rows(path: &Path, columns: usize) -> Vec<Row> {
    let text = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    let rows: Vec<Row> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| Row {
            place: format!("{}:{}", path.display(), index + 1),
            columns: line.splitn(columns, '|').map(str::to_owned).collect(),
        })
        .collect();
    assert!(!rows.is_empty(), "no rows in {}", path.display());
    for row in &rows {
        let found = row.columns.len();
        assert_eq!(found, columns, "{}: columns", row.place);
    }
    rows
}

/// All rows of a shared file, none where the file is missing.
pub fn shared_rows(name: &str, columns: usize) -> Vec<Row> {
    shared(name).map_or_else(Vec::new, |path| rows(&path, columns))
}
