//! A file that is served, opened once for each concurrent query.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use tak_book::{BookError, Filter, Played};

use super::super::known;
use crate::failure::Failure;

/// A book or a database of games.
pub(super) struct Served {
    path: PathBuf,
    /// Whether it is a book, which has no games to filter.
    pub(super) is_book: bool,
    idle: Mutex<Idle>,
}

/// Opened files that are not in use at the moment.
struct Idle {
    stamp: Stamp,
    opened: Vec<Played>,
}

/// Identifies the state of a file.
pub(super) type Stamp = (u64, Option<SystemTime>);

fn stamp(path: &Path) -> Stamp {
    let data = fs::metadata(path).ok();
    data.map_or((0, None), |data| (data.len(), data.modified().ok()))
}

impl Served {
    pub(super) fn open(path: &Path, chosen: &Filter) -> Result<Self, Failure> {
        let stamp = stamp(path);
        let played = known::open(path)?;
        known::check(&played, path, chosen)?;
        let is_book = matches!(played, Played::Book(_));
        Ok(Self {
            path: path.to_owned(),
            is_book,
            idle: Mutex::new(Idle { stamp, opened: vec![played] }),
        })
    }

    /// The name of the file, without its folder.
    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// Reads from the file. Each concurrent reader has a handle of its own, which is closed if the
    /// file has changed, as another file may have taken its name.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Played) -> Result<T, BookError>,
    ) -> Result<T, String> {
        let stamp = self.stamp();
        let known = match self.idle().take(stamp) {
            Some(known) => known,
            None => known::open(&self.path).map_err(|failure| failure.to_string())?,
        };
        let result = read(&known).map_err(|error| format!("{}: {error}", self.name()))?;
        self.idle().give_back(known, stamp);
        Ok(result)
    }

    /// The current state of the file.
    pub(super) fn stamp(&self) -> Stamp {
        stamp(&self.path)
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Idle {
    /// A file opened in this state.
    fn take(&mut self, stamp: Stamp) -> Option<Played> {
        if self.stamp != stamp {
            self.opened.clear();
            self.stamp = stamp;
        }
        self.opened.pop()
    }

    fn give_back(&mut self, known: Played, stamp: Stamp) {
        if self.stamp == stamp {
            self.opened.push(known);
        }
    }
}
