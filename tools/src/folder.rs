//! Folders for what is written.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// Makes a folder and all above it, where they are missing.
pub(crate) fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::File(folder.to_owned(), error))
}
