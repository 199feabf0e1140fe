//! Writes a Parquet table to an output.

use std::io::{self, Write};

use parquet::errors::ParquetError;
use tak_book::parquet::{self as tables, TableRow};

use crate::failure::Failure;
use crate::output::Output;

/// A table being written.
pub(super) struct Table<R>(tables::Table<R, Sink>);

/// The output of the Parquet writer. It keeps the failure, of which the writer would keep only the
/// text.
struct Sink {
    /// Taken at the end.
    output: Option<Output>,
    failure: Option<Failure>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let output = self.output.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        match output.write(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(failure) => {
                self.failure = Some(failure);
                Err(io::ErrorKind::Other.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<R: TableRow> Table<R> {
    /// An empty table with row groups of `group_size` rows, one of which is held in memory.
    pub(super) fn create(output: Output, group_size: usize) -> Result<Self, Failure> {
        let sink = Sink { output: Some(output), failure: None };
        tables::Table::create(sink, group_size).map(Self).map_err(internal)
    }

    /// Appends a row.
    pub(super) fn push(&mut self, row: R) -> Result<(), Failure> {
        let pushed = self.0.push(row);
        self.check(pushed)
    }

    /// Writes the last rows and moves the file into place. Returns its size in bytes.
    pub(super) fn finish(mut self) -> Result<u64, Failure> {
        let finished = self.0.finish();
        let bytes = self.check(finished)?;
        if let Some(output) = self.0.output().output.take() {
            output.finish()?;
        }
        Ok(bytes)
    }

    /// Prefers the original failure of the output to the Parquet writer's error.
    fn check<T>(&mut self, result: Result<T, ParquetError>) -> Result<T, Failure> {
        result.map_err(|error| {
            let failure = self.0.output().failure.take();
            failure.unwrap_or_else(|| internal(error))
        })
    }
}

/// An error of the Parquet writer that the output did not cause.
fn internal(error: ParquetError) -> Failure {
    Failure::Output(io::Error::other(error))
}
