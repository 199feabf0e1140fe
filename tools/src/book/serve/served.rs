//! A file that is served: opened as often as it is asked at the same time.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use tak_book::{BookError, Filter};

use super::super::known::Known;
use crate::failure::Failure;

/// A book or a database of games.
pub(super) struct Served {
    path: PathBuf,
    /// Whether it is a book, which has no games to choose among.
    pub(super) is_book: bool,
    /// Those that nobody is reading just now.
    idle: Mutex<Vec<Known>>,
}

/// Tells the states of a file apart.
pub(super) type Stamp = (u64, Option<SystemTime>);

impl Served {
    pub(super) fn open(path: &Path, chosen: &Filter) -> Result<Self, Failure> {
        let known = Known::open(path)?;
        known.check(path, chosen)?;
        let is_book = matches!(known, Known::Book(_));
        Ok(Self { path: path.to_owned(), is_book, idle: Mutex::new(vec![known]) })
    }

    /// The name of the file, without its folder.
    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// Reads something. Whoever reads holds an opened file of their own.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Known) -> Result<T, BookError>,
    ) -> Result<T, String> {
        let idle = self.idle().pop();
        let known = match idle {
            Some(known) => known,
            None => Known::open(&self.path).map_err(|failure| failure.to_string())?,
        };
        let result = read(&known).map_err(|error| format!("{}: {error}", self.name()))?;
        self.idle().push(known);
        Ok(result)
    }

    /// Changes when the file does.
    pub(super) fn stamp(&self) -> Stamp {
        let data = fs::metadata(&self.path).ok();
        data.map_or((0, None), |data| (data.len(), data.modified().ok()))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Known>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
