//! Says that a file is compressed: the program was built without `archives`.

use std::convert::Infallible;
use std::io::{self, Cursor, Read};
use std::path::Path;

pub(super) fn gzip(_packed: impl Read) -> Box<dyn Read> {
    Box::new(Refused("gunzip"))
}

pub(super) fn zstd(_packed: impl Read) -> Box<dyn Read> {
    Box::new(Refused("unzstd"))
}

/// Names the program that unpacks it.
struct Refused(&'static str);

impl Read for Refused {
    fn read(&mut self, _bytes: &mut [u8]) -> io::Result<usize> {
        let Self(program) = self;
        let why = format!("it is compressed, and only plain files are read here; try {program}");
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    }
}

/// A file in a zip: there are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member(Infallible);

impl Member {
    /// Its path in the zip.
    pub fn name(&self) -> &str {
        match self.0 {}
    }

    pub(crate) fn open(&self, _zip: &Path) -> io::Result<Cursor<Vec<u8>>> {
        match self.0 {}
    }
}
