//! Records that are kept in temporary files.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, IntoInnerError, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The size of a buffer in bytes. Dozens of spools may be open at the same time.
const BUFFER: usize = 1 << 15;

/// The folder for temporary files.
#[derive(Clone)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// An existing folder.
    pub(crate) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// The folder of the output, or the system's folder for temporary files if the output is not a
    /// file.
    pub(crate) fn beside(output: &Path) -> Self {
        let device = output.metadata().is_ok_and(|known| !known.is_file());
        if output == Path::new("-") || device {
            return Self(std::env::temp_dir());
        }
        match output.parent() {
            Some(folder) if folder != Path::new("") => Self::new(folder),
            _ => Self::new(Path::new(".")),
        }
    }

    fn failure(&self, error: io::Error) -> Failure {
        Failure::File(self.0.join("(temporary file)"), error)
    }
}

/// Writes records, each with any number of bytes.
pub(crate) struct Spool {
    folder: Folder,
    writer: BufWriter<File>,
}

impl Spool {
    /// An empty spool in an unnamed file, which disappears when it is closed, even if the program
    /// is killed.
    pub(crate) fn new(folder: &Folder) -> Result<Self, Failure> {
        let file = tempfile::tempfile_in(&folder.0).map_err(|error| folder.failure(error))?;
        Ok(Self { folder: folder.clone(), writer: BufWriter::with_capacity(BUFFER, file) })
    }

    /// Appends a record made of these parts.
    pub(crate) fn push(&mut self, parts: &[&[u8]]) -> Result<(), Failure> {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let mut result = self.writer.write_all(&(length as u64).to_le_bytes());
        for part in parts {
            result = result.and_then(|()| self.writer.write_all(part));
        }
        result.map_err(|error| self.folder.failure(error))
    }

    /// Finishes writing, and returns the records for reading.
    pub(crate) fn read(self) -> Result<Records, Failure> {
        let Self { folder, writer } = self;
        let file = writer.into_inner().map_err(IntoInnerError::into_error);
        let mut records = Records {
            reader: BufReader::with_capacity(BUFFER, file.map_err(|error| folder.failure(error))?),
            folder,
            record: Vec::new(),
        };
        records.rewind()?;
        Ok(records)
    }
}

/// Reads records in the order in which they were written.
pub(crate) struct Records {
    folder: Folder,
    reader: BufReader<File>,
    record: Vec<u8>,
}

impl Records {
    /// The next record; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, Failure> {
        let Some(length) = self.length()? else {
            return Ok(None);
        };
        self.record.resize(length as usize, 0);
        let result = self.reader.read_exact(&mut self.record);
        result.map_err(|error| self.folder.failure(error))?;
        Ok(Some(&self.record))
    }

    /// Skips the next record, if there is one.
    pub(crate) fn skip(&mut self) -> Result<(), Failure> {
        let length = self.length()?.unwrap_or_default();
        let result = self.reader.seek_relative(length as i64);
        result.map_err(|error| self.folder.failure(error))
    }

    /// Starts over with the first record.
    pub(crate) fn rewind(&mut self) -> Result<(), Failure> {
        let result = self.reader.rewind();
        result.map_err(|error| self.folder.failure(error))
    }

    fn length(&mut self) -> Result<Option<u64>, Failure> {
        let mut length = [0; 8];
        match self.reader.read_exact(&mut length) {
            Ok(()) => Ok(Some(u64::from_le_bytes(length))),
            // Records are written whole, so the file ends between two of them.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(self.folder.failure(error)),
        }
    }
}
