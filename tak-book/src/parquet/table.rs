//! Writes a Parquet file in row groups of bounded size.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

/// A row of a table.
pub trait TableRow: Sized {
    /// The columns, as a schema in the notation of Parquet.
    const SCHEMA: &'static str;

    /// Writes the columns in the order of the schema.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    fn write<W: Write + Send>(
        rows: &mut [Self],
        columns: &mut Columns<'_, W>,
    ) -> Result<(), ParquetError>;
}

/// A table being written.
pub struct Table<R, W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// The current row group.
    group: Vec<R>,
    group_size: usize,
}

/// The columns of a group of rows, one by one.
pub struct Columns<'a, W: Write + Send> {
    group: SerializedRowGroupWriter<'a, W>,
}

impl<R: TableRow, W: Write + Send> Table<R, W> {
    /// An empty table with row groups of `group_size` rows, one of which is held in memory.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn create(output: W, group_size: usize) -> Result<Self, ParquetError> {
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let schema = Arc::new(parse_message_type(R::SCHEMA)?);
        let writer = SerializedFileWriter::new(output, schema, Arc::new(properties))?;
        Ok(Self { writer, group: Vec::new(), group_size })
    }

    /// Appends a row.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn push(&mut self, row: R) -> Result<(), ParquetError> {
        self.group.push(row);
        if self.group.len() < self.group_size {
            return Ok(());
        }
        self.write_group()
    }

    /// Writes the last rows. Returns the size of the file in bytes.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn finish(&mut self) -> Result<u64, ParquetError> {
        self.write_group()?;
        self.writer.finish()?;
        Ok(self.writer.bytes_written() as u64)
    }

    /// What the table is written to.
    pub fn output(&mut self) -> &mut W {
        self.writer.inner_mut()
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        if self.group.is_empty() {
            return Ok(());
        }
        let mut columns = Columns { group: self.writer.next_row_group()? };
        let written = R::write(&mut self.group, &mut columns);
        let written = written.and_then(|()| columns.group.close().map(drop));
        self.group.clear();
        written
    }
}

impl<W: Write + Send> Columns<'_, W> {
    /// Writes the next column.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write<T: DataType>(
        &mut self,
        values: impl Iterator<Item = T::T>,
    ) -> Result<(), ParquetError> {
        self.write_with_levels::<T>(values, None)
    }

    /// Writes the next column, in which values may be missing.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write_some<T: DataType>(
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
