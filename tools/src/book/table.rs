//! Writes a Parquet file in row groups of bounded size.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::failure::Failure;
use crate::output::Output;

/// A row of a table.
pub(super) trait TableRow: Sized {
    /// The columns, as a schema in the notation of Parquet.
    const SCHEMA: &'static str;

    /// Writes the columns in the order of the schema.
    fn write(rows: &mut [Self], columns: &mut Columns<'_>) -> Result<(), ParquetError>;
}

/// A table being written.
pub(super) struct Table<R: TableRow> {
    writer: SerializedFileWriter<Sink>,
    /// The current row group.
    group: Vec<R>,
    group_size: usize,
}

/// The columns of a group of rows, one by one.
pub(super) struct Columns<'a> {
    group: SerializedRowGroupWriter<'a, Sink>,
}

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
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let sink = Sink { output: Some(output), failure: None };
        let schema = parse_message_type(R::SCHEMA).map_err(internal)?;
        let writer = SerializedFileWriter::new(sink, Arc::new(schema), Arc::new(properties));
        Ok(Self { writer: writer.map_err(internal)?, group: Vec::new(), group_size })
    }

    /// Appends a row.
    pub(super) fn push(&mut self, row: R) -> Result<(), Failure> {
        self.group.push(row);
        if self.group.len() < self.group_size {
            return Ok(());
        }
        self.write_group()
    }

    /// Writes the last rows and moves the file into place. Returns its size in bytes.
    pub(super) fn finish(mut self) -> Result<u64, Failure> {
        self.write_group()?;
        let finished = self.writer.finish().map(drop);
        self.check(finished)?;
        let bytes = self.writer.bytes_written() as u64;
        if let Some(output) = self.writer.inner_mut().output.take() {
            output.finish()?;
        }
        Ok(bytes)
    }

    fn write_group(&mut self) -> Result<(), Failure> {
        if self.group.is_empty() {
            return Ok(());
        }
        let written = self.writer.next_row_group().and_then(|group| {
            let mut columns = Columns { group };
            R::write(&mut self.group, &mut columns)?;
            columns.group.close().map(drop)
        });
        self.group.clear();
        self.check(written)
    }

    /// Prefers the original failure of the output to the Parquet writer's error.
    fn check(&mut self, result: Result<(), ParquetError>) -> Result<(), Failure> {
        result.map_err(|error| {
            let failure = self.writer.inner_mut().failure.take();
            failure.unwrap_or_else(|| internal(error))
        })
    }
}

impl Columns<'_> {
    /// Writes the next column.
    pub(super) fn write<T: DataType>(
        &mut self,
        values: impl Iterator<Item = T::T>,
    ) -> Result<(), ParquetError> {
        self.write_with_levels::<T>(values, None)
    }

    /// Writes the next column, in which values may be missing.
    pub(super) fn write_some<T: DataType>(
        &mut self,
        values: impl Iterator<Item = Option<T::T>>,
    ) -> Result<(), ParquetError> {
        let values: Vec<_> = values.collect();
        let levels: Vec<_> = values.iter().map(|value| value.is_some().into()).collect();
        self.write_with_levels::<T>(values.into_iter().flatten(), Some(&levels))
    }

    /// Writes a column. The definition levels say which rows of an optional one have a value.
    fn write_with_levels<T: DataType>(
        &mut self,
        values: impl Iterator<Item = T::T>,
        levels: Option<&[i16]>,
    ) -> Result<(), ParquetError> {
        let Some(mut column) = self.group.next_column()? else {
            return Ok(());
        };
        let values: Vec<_> = values.collect();
        column.typed::<T>().write_batch(&values, levels, None)?;
        column.close()
    }
}

/// An error of the Parquet writer that the output did not cause.
fn internal(error: ParquetError) -> Failure {
    Failure::Output(io::Error::other(error))
}
