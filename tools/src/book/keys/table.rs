//! A Parquet file, written in row groups of bounded size.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::failure::Failure;
use crate::output::Output;

const SCHEMA: &str = "message openings {
    required int64 key (INTEGER(64, false));
    required int32 size (INTEGER(8, false));
    required binary tps (STRING);
    required int32 ply (INTEGER(32, false));
    optional binary result (STRING);
    required int64 weight (INTEGER(64, false));
}";

/// Rows that are held in memory and written together.
const GROUP: usize = 1 << 16;

/// One opening.
pub(super) struct KeyRow {
    pub(super) key: u64,
    pub(super) size: u8,
    pub(super) tps: String,
    pub(super) ply: u32,
    pub(super) result: Option<String>,
    pub(super) weight: u64,
}

/// A table that is being written.
pub(super) struct Table {
    writer: SerializedFileWriter<Sink>,
    group: Vec<KeyRow>,
}

/// Keeps the failure, of which the Parquet writer would keep only the text.
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

impl Table {
    /// An empty table.
    pub(super) fn create(output: Output) -> Result<Self, Failure> {
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let sink = Sink { output: Some(output), failure: None };
        let schema = parse_message_type(SCHEMA).map_err(internal)?;
        let writer = SerializedFileWriter::new(sink, Arc::new(schema), Arc::new(properties));
        Ok(Self { writer: writer.map_err(internal)?, group: Vec::with_capacity(GROUP) })
    }

    /// Appends a row.
    pub(super) fn push(&mut self, row: KeyRow) -> Result<(), Failure> {
        self.group.push(row);
        if self.group.len() < GROUP {
            return Ok(());
        }
        self.write_group()
    }

    /// Writes what is left and puts the file in its place.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.write_group()?;
        let finished = self.writer.finish().map(drop);
        self.check(finished)?;
        match self.writer.inner_mut().output.take() {
            Some(output) => output.finish(),
            None => Ok(()),
        }
    }

    fn write_group(&mut self) -> Result<(), Failure> {
        if self.group.is_empty() {
            return Ok(());
        }
        let written = write_columns(&mut self.writer, &self.group);
        self.group.clear();
        self.check(written)
    }

    /// Prefers the failure of the file to what the Parquet writer made of it.
    fn check(&mut self, result: Result<(), ParquetError>) -> Result<(), Failure> {
        result.map_err(|error| {
            let failure = self.writer.inner_mut().failure.take();
            failure.unwrap_or_else(|| internal(error))
        })
    }
}

/// Writes the columns in the order of the schema.
fn write_columns(
    writer: &mut SerializedFileWriter<Sink>,
    rows: &[KeyRow],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    let rows = || rows.iter();
    write::<Int64Type>(&mut group, rows().map(|row| row.key as i64))?;
    write::<Int32Type>(&mut group, rows().map(|row| row.size.into()))?;
    write::<ByteArrayType>(&mut group, rows().map(|row| row.tps.as_str().into()))?;
    write::<Int32Type>(&mut group, rows().map(|row| row.ply as i32))?;
    let results = rows().filter_map(|row| row.result.as_deref().map(ByteArray::from));
    let levels: Vec<_> = rows().map(|row| row.result.is_some().into()).collect();
    write_with_levels::<ByteArrayType>(&mut group, results, Some(&levels))?;
    write::<Int64Type>(&mut group, rows().map(|row| row.weight as i64))?;
    group.close().map(drop)
}

fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Sink>,
    values: impl Iterator<Item = T::T>,
) -> Result<(), ParquetError> {
    write_with_levels::<T>(group, values, None)
}

/// Writes the next column; the levels tell which rows of an optional one have a value.
fn write_with_levels<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Sink>,
    values: impl Iterator<Item = T::T>,
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Ok(());
    };
    let values: Vec<_> = values.collect();
    column.typed::<T>().write_batch(&values, levels, None)?;
    column.close()
}

/// An error that is not the fault of the file.
fn internal(error: ParquetError) -> Failure {
    Failure::Output(io::Error::other(error))
}
