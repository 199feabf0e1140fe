//! Claims on jobs. A run that works on a job holds the lock of the job's file, so that a run that
//! is killed leaves its job to others.
//!
//! The file is removed only when its job is settled. Otherwise one run could lock the removed file,
//! which it had opened before, while another locks a new file of the same name.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::PathBuf;

use crate::failure::{Failure, printable};
use crate::remark;

/// The exclusive right to work on a job, until it is dropped.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    file: File,
    /// Whether the file is removed along with the claim.
    goes: bool,
}

impl Claim {
    /// Claims the job of a file, unless another run is working on it.
    ///
    /// On a file system without locks, the run that creates the file has the job, and the user must
    /// remove the file of a run that was killed.
    pub(super) fn take(path: PathBuf) -> Result<Option<Self>, Failure> {
        Self::take_by(path, File::try_lock, remark::once)
    }

    fn take_by(
        path: PathBuf,
        lock: impl Fn(&File) -> Result<(), TryLockError>,
        note: impl FnOnce(&str),
    ) -> Result<Option<Self>, Failure> {
        let unusable = |error| Failure::File(path.clone(), error);
        let (file, is_new) = match File::create_new(&path) {
            Ok(file) => (file, true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                match OpenOptions::new().write(true).open(&path) {
                    Ok(file) => (file, false),
                    // Another run has just settled the job.
                    Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                    Err(error) => return Err(unusable(error)),
                }
            }
            Err(error) => return Err(unusable(error)),
        };
        let goes = match lock(&file) {
            Ok(()) => false,
            Err(TryLockError::Error(_)) if is_new => true,
            Err(TryLockError::Error(_)) => {
                let name = printable(&path.display().to_string());
                note(&format!(
                    "{name}: job skipped, because its folder has no locks to tell whether a run \
                     is still working on it; if none is, remove the file"
                ));
                return Ok(None);
            }
            Err(TryLockError::WouldBlock) => return Ok(None),
        };
        Ok(Some(Self { path, file, goes }))
    }

    /// Ends the claim. If the job is settled, its file is removed.
    pub(super) fn end(mut self, is_settled: bool) {
        self.goes |= is_settled;
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if self.goes {
            // The user may have removed it already.
            let _ = fs::remove_file(&self.path);
        }
        // Closing the file releases the lock too, but on some systems not at once.
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Error;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn a_job_is_one_callers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("job.begun");
        let (at_it, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    while taken.load(Ordering::Relaxed) < 2_000 {
                        let Some(claim) = Claim::take(path.clone()).unwrap() else { continue };
                        assert_eq!(at_it.fetch_add(1, Ordering::SeqCst), 0);
                        taken.fetch_add(1, Ordering::Relaxed);
                        at_it.fetch_sub(1, Ordering::SeqCst);
                        claim.end(false);
                    }
                });
            }
        });
        assert!(path.exists());
        Claim::take(path.clone()).unwrap().unwrap().end(true);
        assert!(!path.exists());
    }

    #[test]
    fn without_locks_the_file_itself_is_the_claim() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("job.begun");
        let mut remark = String::new();
        let mut take = || {
            remark.clear();
            let none = |_: &File| Err(TryLockError::Error(Error::from(ErrorKind::Unsupported)));
            Claim::take_by(path.clone(), none, |text| remark.push_str(text)).unwrap()
        };
        let claim = take().unwrap();
        assert!(take().is_none());
        drop(claim);
        take().unwrap().end(false);
        assert!(!path.exists());
        // The file of a run that was killed.
        File::create_new(&path).unwrap();
        assert!(take().is_none());
        assert!(remark.contains("job.begun: job skipped") && remark.ends_with("remove the file"));
    }
}
