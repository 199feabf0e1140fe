//! A Parquet file, written in row groups of bounded size.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
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

/// Rows that wait in memory for each other.
const GROUP: usize = 1 << 16;

/// One opening.
pub(super) struct Row {
    pub(super) key: u64,
    pub(super) size: u8,
    pub(super) tps: String,
    pub(super) ply: u32,
    pub(super) result: Option<String>,
    pub(super) weight: u64,
}

/// Takes rows.
pub(super) struct Table {
    writer: SerializedFileWriter<Sink>,
    group: Vec<Row>,
}

/// Keeps what went wrong, because the writer would make a text of it.
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
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .build();
        let sink = Sink {
            output: Some(output),
            failure: None,
        };
        let schema = parse_message_type(SCHEMA).map_err(internal)?;
        let writer = SerializedFileWriter::new(sink, Arc::new(schema), Arc::new(properties));
        Ok(Self {
            writer: writer.map_err(internal)?,
            group: Vec::with_capacity(GROUP),
        })
    }

    /// Appends a row.
    pub(super) fn push(&mut self, row: Row) -> Result<(), Failure> {
        self.group.push(row);
        if self.group.len() < GROUP {
            return Ok(());
        }
        self.write_group()
    }

    /// Puts the file in its place.
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

    /// What really went wrong, where it was the file.
    fn check(&mut self, result: Result<(), ParquetError>) -> Result<(), Failure> {
        result.map_err(|error| {
            let failure = self.writer.inner_mut().failure.take();
            failure.unwrap_or_else(|| internal(error))
        })
    }
}

fn write_columns(
    writer: &mut SerializedFileWriter<Sink>,
    rows: &[Row],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    let mut index = 0;
    while let Some(mut column) = group.next_column()? {
        match column.untyped() {
            ColumnWriter::Int32ColumnWriter(writer) => {
                let value = |row: &Row| match index {
                    1 => i32::from(row.size),
                    _ => row.ply as i32,
                };
                let values: Vec<_> = rows.iter().map(value).collect();
                writer.write_batch(&values, None, None)?;
            }
            ColumnWriter::Int64ColumnWriter(writer) => {
                let value = |row: &Row| match index {
                    0 => row.key as i64,
                    _ => row.weight as i64,
                };
                let values: Vec<_> = rows.iter().map(value).collect();
                writer.write_batch(&values, None, None)?;
            }
            ColumnWriter::ByteArrayColumnWriter(writer) if index == 2 => {
                let values = rows.iter().map(|row| ByteArray::from(row.tps.as_str()));
                writer.write_batch(&values.collect::<Vec<_>>(), None, None)?;
            }
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                let results = rows.iter().filter_map(|row| row.result.as_deref());
                let levels = rows.iter().map(|row| i16::from(row.result.is_some()));
                let values: Vec<_> = results.map(ByteArray::from).collect();
                writer.write_batch(&values, Some(&levels.collect::<Vec<_>>()), None)?;
            }
            _ => {}
        }
        column.close()?;
        index += 1;
    }
    group.close().map(drop)
}

/// What cannot be the file's fault.
fn internal(error: ParquetError) -> Failure {
    Failure::Output(io::Error::other(error))
}
