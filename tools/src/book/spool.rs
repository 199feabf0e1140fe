//! Texts that wait on disk until it is known what becomes of them.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Where temporary files go.
#[derive(Clone)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A folder that is there.
    pub(crate) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// The folder of a file that will be written; that of the system where the
    /// output is no file.
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

    /// A file without a name: it is gone when it is closed, however that comes.
    pub(crate) fn file(&self) -> Result<File, Failure> {
        tempfile::tempfile_in(&self.0).map_err(|error| self.failure(error))
    }

    /// What went wrong with such a file.
    pub(crate) fn failure(&self, error: std::io::Error) -> Failure {
        Failure::File(self.0.join("(temporary file)"), error)
    }
}

/// Takes texts.
pub(crate) struct Spool {
    folder: Folder,
    writer: BufWriter<File>,
}

impl Spool {
    /// An empty one.
    pub(crate) fn new(folder: &Folder) -> Result<Self, Failure> {
        Ok(Self {
            folder: folder.clone(),
            writer: BufWriter::with_capacity(1 << 16, folder.file()?),
        })
    }

    /// Appends a text.
    pub(crate) fn push(&mut self, text: &str) -> Result<(), Failure> {
        let length = (text.len() as u64).to_le_bytes();
        let result = self.writer.write_all(&length);
        let result = result.and_then(|()| self.writer.write_all(text.as_bytes()));
        result.map_err(|error| self.folder.failure(error))
    }

    /// Gives the texts back, from the first one on.
    pub(crate) fn read(self) -> Result<Texts, Failure> {
        let folder = self.folder;
        let file = self
            .writer
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error);
        let file = file.and_then(|mut file| {
            file.rewind()?;
            Ok(file)
        });
        Ok(Texts {
            reader: BufReader::with_capacity(1 << 16, file.map_err(|error| folder.failure(error))?),
            folder,
            text: Vec::new(),
        })
    }
}

/// Gives texts back in the order in which they came.
pub(crate) struct Texts {
    folder: Folder,
    reader: BufReader<File>,
    text: Vec<u8>,
}

impl Texts {
    /// The next text.
    pub(crate) fn next(&mut self) -> Result<&[u8], Failure> {
        let length = self.length()?;
        self.text.resize(length as usize, 0);
        let result = self.reader.read_exact(&mut self.text);
        result.map_err(|error| self.folder.failure(error))?;
        Ok(&self.text)
    }

    /// Passes over the next text.
    pub(crate) fn skip(&mut self) -> Result<(), Failure> {
        let length = self.length()?;
        let result = self.reader.seek_relative(length as i64);
        result.map_err(|error| self.folder.failure(error))
    }

    fn length(&mut self) -> Result<u64, Failure> {
        let mut length = [0; 8];
        let result = self.reader.read_exact(&mut length);
        result.map_err(|error| self.folder.failure(error))?;
        Ok(u64::from_le_bytes(length))
    }
}
