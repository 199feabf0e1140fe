//! Openings and games as Parquet tables, which databases like DuckDB and Spark group; and books out
//! of what they have grouped.

mod columns;
mod grouped;
mod keys;
mod steps;
mod table;

pub use columns::{TableError, TableFile};
pub use keys::KeyRow;
pub use steps::{StepRow, step_rows};
pub use table::{Columns, Table, TableRow};
