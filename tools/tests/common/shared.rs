//! The data that lies beside the clone.

use std::fs;
use std::path::{Path, PathBuf};

/// The games of the shared data, none where it is missing.
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/games");
    let mut files = Vec::new();
    if folder.is_dir() {
        collect(&folder, &mut files);
    } else {
        eprintln!("skipped: there is no {}", folder.display());
    }
    files.sort();
    files
}
