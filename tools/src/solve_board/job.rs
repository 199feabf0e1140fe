//! A job: a position and the names of its files.

use std::path::{Path, PathBuf};

use tak_encoding::{OneHash, Playable, Position, Size};

/// A position after the first plies.
#[derive(Clone, Debug)]
pub(super) struct Job<const N: usize>
where
    Size<N>: Playable,
{
    pub(super) name: String,
    /// The moves from the empty board, separated by spaces.
    pub(super) moves: String,
    pub(super) position: Position<N, OneHash>,
}

impl<const N: usize> Job<N>
where
    Size<N>: Playable,
{
    /// The job of a position, which these moves lead to.
    pub(super) fn new(moves: String, position: Position<N, OneHash>) -> Self {
        let opening = position.opening().to_string().replace(' ', "-");
        let komi = position.half_komi();
        let name = format!("{N}-{opening}-komi-{komi}-{}", moves.replace(' ', "-"));
        Self { name, moves, position }
    }

    /// The path of a file of the job.
    pub(super) fn file(&self, folder: &Path, ending: &str) -> PathBuf {
        folder.join(format!("{}.{ending}", self.name))
    }

    /// The path of its result.
    pub(super) fn result(&self, folder: &Path) -> PathBuf {
        self.file(folder, "json")
    }
}
