//! `book keys` and DuckDB find the classes that `book dedup` finds.

use crate::program::Folder;
use tak_testing::python::{DUCKDB, python, run};

/// The query of the README, and what it is to be compared with.
const QUERY: &str = "
import duckdb
rows = duckdb.sql('''SELECT size, tps, min(ply) AS ply, sum(weight) AS count
    FROM 'keys.parquet' GROUP BY key, size, tps''').fetchall()
for size, tps, ply, count in rows:
    print(tps, count, sep='\\t')
";

#[test]
fn duckdb_groups_as_dedup_does() {
    let Some(python) = python(&DUCKDB) else { return };
    let folder = Folder::new("book");
    folder.stdout("random --size 5 --plies 3 --count 100000 --to tps -o five.tps");
    folder.stdout("random --size 6 --plies 2 --count 5000 --to tps -o six.tps");
    folder.stdout("dedup five.tps six.tps five.tps --canonical --counts -o unique.tps");
    folder.stdout("keys five.tps six.tps five.tps -o keys.parquet");
    let sorted = |text: &str, number: fn(&str) -> String| {
        let mut lines: Vec<_> = text.lines().map(number).collect();
        lines.sort();
        lines
    };
    // The keys know no move numbers.
    let without_number = |line: &str| {
        let (tps, count) = line.split_once('\t').unwrap();
        format!("{} {count}", tps.rsplit_once(' ').unwrap().0)
    };
    let found = sorted(&run(folder.path(), &python, QUERY), without_number);
    let expected = sorted(&folder.read("unique.tps"), without_number);
    assert!(expected.len() > 1000, "{}", expected.len());
    assert!(found == expected, "{} {}", found.len(), expected.len());
    // A table of its own keys is the same again, with all counts.
    folder.stdout("keys unique.tps -o keys.parquet");
    assert!(sorted(&run(folder.path(), &python, QUERY), without_number) == expected);
}

#[test]
fn columns_have_their_types_and_results() {
    let Some(python) = python(&DUCKDB) else { return };
    let folder = Folder::new("book");
    let games = "[Size \"5\"]\n1. a1 e5 2. c3 0-1\n\n[Size \"5\"]\n1. a1 e5\n";
    folder.write("in.ptn", games);
    folder.write("in.tps", "1,1,1/2,2,x/x3 2 9\n");
    folder.stdout("keys in.ptn --plies 2 -o keys.parquet");
    let rows = "import duckdb
table = duckdb.sql(\"SELECT * FROM 'keys.parquet'\")
print(*table.types)
for row in table.fetchall(): print(*row[1:], sep='|')";
    let found = run(folder.path(), &python, rows);
    let (types, rows_found) = found.split_once('\n').unwrap();
    assert_eq!(types, "UBIGINT UTINYINT VARCHAR UINTEGER VARCHAR UBIGINT");
    let results: Vec<_> = rows_found.lines().map(|row| row.split('|').nth(3).unwrap()).collect();
    assert_eq!(results, ["0-1", "None"]);
    folder.stdout("keys in.tps -o keys.parquet");
    let found = run(folder.path(), &python, rows);
    let row = found.lines().nth(1).unwrap();
    assert!(row.starts_with("3|") && row.ends_with("|17|R-0|1"), "{row}");
}
