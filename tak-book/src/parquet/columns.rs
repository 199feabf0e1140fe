//! Reads chosen columns of a Parquet file, row by row.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use parquet::basic::{ConvertedType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

/// The number of rows read at a time.
const BATCH: usize = 1024;

/// A column, by name and type.
#[derive(Clone, Copy)]
pub(super) struct Column(pub(super) &'static str, pub(super) Kind);

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An integer of 32 or 64 bits.
    Integer,
    /// Text or bytes.
    Bytes,
}

/// A value in a row.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    /// Nothing.
    Null,
    /// An integer.
    Integer(i64),
    /// Text or bytes.
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    /// The number, if it fits the type.
    pub(super) fn number<T: TryFrom<i64>>(self) -> Option<T> {
        match self {
            Self::Integer(number) => number.try_into().ok(),
            _ => None,
        }
    }

    /// The bytes of a text.
    pub(super) fn bytes(self) -> Option<&'a [u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}

/// Why reading a table stopped.
#[derive(Debug)]
pub enum TableError<E> {
    /// The file is broken, or lacks a column.
    File(String),
    /// The closure that takes the rows has failed.
    Taker(E),
}

impl<E: fmt::Display> fmt::Display for TableError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(why) => f.write_str(why),
            Self::Taker(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Display + fmt::Debug> Error for TableError<E> {}

impl<E> From<ParquetError> for TableError<E> {
    fn from(error: ParquetError) -> Self {
        Self::File(told(&error))
    }
}

fn told(error: &ParquetError) -> String {
    format!("cannot be read as Parquet: {error}")
}

/// A Parquet file.
pub struct TableFile(SerializedFileReader<File>);

impl TableFile {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn open(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| format!("cannot be read: {error}"))?;
        let reader = guarded(|| SerializedFileReader::new(file));
        reader.map(Self).map_err(|error| told(&error))
    }

    /// The number of rows, according to the file.
    pub fn rows(&self) -> u64 {
        u64::try_from(self.0.metadata().file_metadata().num_rows()).unwrap_or_default()
    }

    /// Visits all rows, numbered from 1.
    ///
    /// # Errors
    ///
    /// If the file is broken, or the closure fails.
    pub(super) fn for_each<const C: usize, E>(
        &self,
        columns: &[Column; C],
        mut take: impl FnMut(u64, &[Value<'_>; C]) -> Result<(), E>,
    ) -> Result<(), TableError<E>> {
        let indices = self.find(columns).map_err(TableError::File)?;
        let mut number = 0;
        for group in 0..self.0.num_row_groups() {
            let group = guarded(|| self.0.get_row_group(group))?;
            let readers = indices.iter().map(|&index| group.get_column_reader(index));
            let mut readers = guarded(|| readers.collect::<Result<Vec<_>, _>>())?;
            loop {
                let batches = readers.iter_mut().map(Batch::read);
                let batches = guarded(|| batches.collect::<Result<Vec<_>, _>>())?;
                let rows = batches.iter().map(Batch::len).max().unwrap_or(0);
                if rows == 0 {
                    break;
                }
                for row in 0..rows {
                    number += 1;
                    let value = |column: usize| batches.get(column).map(|batch| batch.get(row));
                    let values = std::array::from_fn(|column| value(column).unwrap_or(Value::Null));
                    take(number, &values).map_err(TableError::Taker)?;
                }
            }
        }
        Ok(())
    }

    /// The indices of the columns, or what is wrong with one.
    fn find(&self, columns: &[Column]) -> Result<Vec<usize>, String> {
        let schema = self.0.metadata().file_metadata().schema_descr();
        let find = |&Column(name, kind): &Column| {
            let mut all = schema.columns().iter();
            let index = all.position(|column| column.path().parts() == [name]);
            let index = index.ok_or_else(|| format!("expected a column `{name}`"))?;
            let column = schema.column(index);
            let is_plain =
                column.max_rep_level() == 0 && column.converted_type() != ConvertedType::DECIMAL;
            let found = match column.physical_type() {
                Type::INT32 | Type::INT64 if is_plain => Some(Kind::Integer),
                Type::BYTE_ARRAY if is_plain => Some(Kind::Bytes),
                _ => None,
            };
            match kind {
                kind if found == Some(kind) => Ok(index),
                Kind::Integer => Err(format!(
                    "column `{name}`: expected integers of 32 or 64 bits, as from \
                     CAST({name} AS BIGINT)"
                )),
                Kind::Bytes => Err(format!("column `{name}`: expected bytes or text")),
            }
        };
        columns.iter().map(find).collect()
    }
}

/// Turns panics of the library, which occur with some damaged files, into errors.
fn guarded<T>(call: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    // After a panic, nothing that the call has changed is used.
    let called = panic::catch_unwind(AssertUnwindSafe(call));
    panic::set_hook(hook);
    called.unwrap_or_else(|_| Err(ParquetError::General("the file is damaged".to_owned())))
}

/// Some values of a column.
enum Batch {
    Integers(Vec<Option<i64>>),
    Bytes(Vec<Option<ByteArray>>),
}

impl Batch {
    /// The next values; empty at the end.
    fn read(reader: &mut ColumnReader) -> Result<Self, ParquetError> {
        match reader {
            ColumnReader::Int32ColumnReader(reader) => {
                let values = values(reader)?.into_iter();
                Ok(Self::Integers(values.map(|value| value.map(i64::from)).collect()))
            }
            ColumnReader::Int64ColumnReader(reader) => Ok(Self::Integers(values(reader)?)),
            ColumnReader::ByteArrayColumnReader(reader) => Ok(Self::Bytes(values(reader)?)),
            _ => Err(ParquetError::General("a column has an unknown type".to_owned())),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Integers(values) => values.len(),
            Self::Bytes(values) => values.len(),
        }
    }

    fn get(&self, row: usize) -> Value<'_> {
        match self {
            Self::Integers(values) => {
                values.get(row).copied().flatten().map_or(Value::Null, Value::Integer)
            }
            Self::Bytes(values) => {
                let bytes = values.get(row).and_then(Option::as_ref);
                bytes.map_or(Value::Null, |bytes| Value::Bytes(bytes.data()))
            }
        }
    }
}

/// The next values of a column, with nulls.
fn values<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
) -> Result<Vec<Option<T::T>>, ParquetError> {
    let (mut levels, mut present) = (Vec::new(), Vec::new());
    let (rows, ..) = reader.read_records(BATCH, Some(&mut levels), None, &mut present)?;
    let mut present = present.into_iter();
    // Without definition levels, every row has a value.
    if levels.is_empty() {
        return Ok(present.map(Some).take(rows).collect());
    }
    Ok(levels.into_iter().map(|level| if level > 0 { present.next() } else { None }).collect())
}
