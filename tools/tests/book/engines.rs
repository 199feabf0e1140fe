//! DuckDB and Spark group a dataset by the query of the README, and the resulting book is the same
//! as one built directly.

use std::process::Command;

use super::grouped::{assert_same, make_games};
use crate::program::Folder;
use tak_testing::python::{DUCKDB, SPARK, python, run};

/// The games of a test.
const GAMES: usize = 20_000;

/// The query of the README.
fn query() -> &'static str {
    let readme = include_str!("../../README.md");
    let mut queries = readme.split("```sql\n").skip(1).filter_map(|rest| rest.split("```").next());
    let query = queries.find(|query| query.contains("white_wins")).expect("a query");
    query.trim()
}

/// A folder with games, the book of them, and their dataset.
fn folder() -> Folder {
    let folder = Folder::new("book");
    make_games(&folder, GAMES);
    folder.told("build games.ptn --plies 14 -o alone.book");
    folder.told("keys games.ptn --plies 14 --dataset steps --shards 4 --row-group-size 20000");
    folder.write("group.sql", query());
    folder
}

const IN_DUCKDB: &str = "
import duckdb
duckdb.sql(\"CREATE VIEW steps AS FROM 'steps/*.parquet'\")
duckdb.sql('COPY (' + open('group.sql').read() + \") TO 'grouped.parquet'\")
";

/// Each shard by itself.
const IN_PARTS: &str = "
import duckdb, glob, os
os.mkdir('grouped')
for part in glob.glob('steps/*.parquet'):
    duckdb.sql(f\"CREATE OR REPLACE VIEW steps AS FROM '{part}'\")
    duckdb.sql('COPY (' + open('group.sql').read() + f\") TO 'grouped/{os.path.basename(part)}'\")
";

#[test]
#[ignore = "second tier: needs DuckDB"]
fn duckdb_groups_to_the_same_book() {
    let Some(python) = python(&DUCKDB) else { return };
    let folder = folder();
    run(folder.path(), &python, IN_DUCKDB);
    folder.told("build --from-parquet grouped.parquet -o duckdb.book");
    assert_same(&folder, "alone.book", "duckdb.book");
    run(folder.path(), &python, IN_PARTS);
    folder.told("build --from-parquet grouped -o parts.book");
    assert_same(&folder, "alone.book", "parts.book");
    eprintln!("DuckDB has grouped {GAMES} games");
}

/// A cluster of two executors, each a process of its own with one core and 1024 MiB.
const IN_SPARK: &str = "
from pyspark.sql import SparkSession
spark = (SparkSession.builder.master('local-cluster[2,1,1024]')
    .config('spark.ui.enabled', 'false')
    .config('spark.driver.host', '127.0.0.1')
    .config('spark.driver.bindAddress', '127.0.0.1')
    .config('spark.sql.shuffle.partitions', '4')
    .getOrCreate())
spark.read.parquet('steps').createOrReplaceTempView('steps')
spark.sql(open('group.sql').read()).write.parquet('grouped')
odd = spark.sql(\"SELECT count(*) FROM steps WHERE move <> '' AND key <> xxhash64(board)\")
executors = spark.sparkContext._jsc.sc().statusTracker().getExecutorInfos()
print('executors', len(executors) - 1, 'odd keys', odd.first()[0])
spark.stop()
";

#[test]
#[ignore = "second tier: needs Spark"]
fn spark_groups_to_the_same_book() {
    let Some(python) = python(&SPARK) else { return };
    let java = Command::new("java").arg("-version").output();
    if !java.is_ok_and(|output| output.status.success()) {
        return SPARK.skip("there is no Java for Spark");
    }
    let folder = folder();
    let found = run(folder.path(), &python, IN_SPARK);
    assert_eq!(found.lines().last(), Some("executors 2 odd keys 0"), "{found}");
    folder.told("build --from-parquet grouped -o spark.book");
    assert_same(&folder, "alone.book", "spark.book");
    eprintln!("Spark has grouped {GAMES} games with 2 executors");
}
