//! `tak-tools book build --from-parquet`: tables grouped elsewhere give the same book as building
//! it directly.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::RowAccessor;
use parquet::schema::parser::parse_message_type;
use rusqlite::Connection;
use rusqlite::types::Value;

use crate::program::Folder;

/// Games of two sizes with all openings and all results, some without ratings; many share their
/// first plies.
pub(super) fn make_games(folder: &Folder, count: usize) {
    let mut text = String::new();
    for (size, plies) in [(5, 3), (5, 12), (6, 5), (6, 20)] {
        let random = format!("random --size {size} --plies {plies} --count {}", count / 4);
        for (number, moves) in folder.stdout(&random).lines().enumerate() {
            // Independent of what `random` does.
            let mix = (number * 2_654_435_761) >> 7;
            let _ = writeln!(text, "[Size \"{size}\"]\n[Komi \"{}\"]", mix % 3);
            if mix % 5 > 0 {
                let _ = writeln!(text, "[Rating1 \"{}\"]", 1000 + mix % 997);
            }
            if mix % 7 > 2 {
                let _ = writeln!(text, "[Rating2 \"{}\"]", 900 + mix % 1009);
            }
            // Otherwise a moved piece may belong to the other player.
            if mix % 11 == 0 && !moves.contains(['<', '>', '+', '-']) {
                text.push_str("[Opening \"no-swap\"]\n");
            }
            let result = ["R-0", "0-F", "1/2-1/2", "0-1", "1-0", ""][mix % 6];
            let _ = writeln!(text, "\n{moves} {result}\n");
        }
    }
    folder.write("games.ptn", text);
}

/// The contents of the four tables of a book, in a fixed order.
fn content(book: &Path) -> [Vec<Vec<Value>>; 4] {
    const COUNTS: &str = "games, white_wins, black_wins, draws, rating_sum, ratings";
    let connection = Connection::open(book).unwrap();
    [
        "SELECT name, value FROM about ORDER BY name".to_owned(),
        format!("SELECT size, {COUNTS} FROM games ORDER BY size"),
        "SELECT board, size, ply, tps FROM positions ORDER BY board".to_owned(),
        format!(
            "SELECT board, move, {COUNTS} FROM moves JOIN positions ON position = id \
             ORDER BY board, move"
        ),
    ]
    .map(|query| {
        let mut statement = connection.prepare(&query).unwrap();
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| (0..columns).map(|at| row.get(at)).collect());
        rows.unwrap().collect::<Result<_, _>>().unwrap()
    })
}

pub(super) fn assert_same(folder: &Folder, one: &str, other: &str) {
    let [one, other] = [one, other].map(|name| content(&folder.path().join(name)));
    for (table, (one, other)) in
        ["about", "games", "positions", "moves"].iter().zip(one.iter().zip(&other))
    {
        assert!(!one.is_empty(), "{table}");
        let different = one.iter().zip(other).find(|(one, other)| one != other);
        assert_eq!(different, None, "{table}");
        assert_eq!(one.len(), other.len(), "{table}");
    }
}

/// A row of a grouped table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Grouped {
    size: i32,
    board: Vec<u8>,
    mv: String,
    ply: i32,
    /// Games, wins of White and Black, draws, sum of ratings, ratings.
    counts: [i64; 6],
}

const COLUMNS: [&str; 6] = ["games", "white_wins", "black_wins", "draws", "rating_sum", "ratings"];

/// Groups as the query does.
fn group(folder: &Path) -> Vec<Grouped> {
    let mut groups = BTreeMap::<_, (i32, [i64; 6])>::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none() {
            continue;
        }
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            let key = (
                row.get_int(0).unwrap(),
                row.get_bytes(2).unwrap().data().to_vec(),
                row.get_string(3).unwrap().clone(),
            );
            let result = row.get_string(8).unwrap();
            let games = row.get_long(9).unwrap();
            let won = |wanted: &str| if result == wanted { games } else { 0 };
            let counts = [
                games,
                won("white"),
                won("black"),
                won("draw"),
                row.get_long(10).unwrap(),
                row.get_long(11).unwrap(),
            ];
            let ply = row.get_int(1).unwrap();
            let (least, sums) = groups.entry(key).or_insert((ply, [0; 6]));
            *least = ply.min(*least);
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
    let rows = groups.into_iter();
    rows.map(|((size, board, mv), (ply, counts))| Grouped { size, board, mv, ply, counts })
        .collect()
}

/// Writes a grouped table as other engines do: columns in another order, that may be
/// null, and one more.
fn write_grouped(path: &Path, rows: &[Grouped]) {
    let counts: String = COLUMNS.map(|name| format!("optional int64 {name};")).concat();
    let schema = format!(
        "message grouped {{ required binary move (STRING); optional int32 more; \
         optional binary board; optional int32 size; optional int32 ply; {counts} }}"
    );
    let schema = Arc::new(parse_message_type(&schema).unwrap());
    let mut writer =
        SerializedFileWriter::new(File::create(path).unwrap(), schema, Arc::default()).unwrap();
    for rows in rows.chunks(700) {
        let mut group = writer.next_row_group().unwrap();
        let present = vec![1; rows.len()];
        let mut bytes = |values: Vec<ByteArray>, levels: Option<&[i16]>| {
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<ByteArrayType>().write_batch(&values, levels, None).unwrap();
            column.close().unwrap();
        };
        bytes(rows.iter().map(|row| row.mv.as_str().into()).collect(), None);
        let mut more = group.next_column().unwrap().unwrap();
        more.typed::<Int32Type>().write_batch(&[], Some(&vec![0; rows.len()]), None).unwrap();
        more.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let boards: Vec<ByteArray> = rows.iter().map(|row| row.board.clone().into()).collect();
        column.typed::<ByteArrayType>().write_batch(&boards, Some(&present), None).unwrap();
        column.close().unwrap();
        for number in [|row: &Grouped| row.size, |row: &Grouped| row.ply] {
            let mut column = group.next_column().unwrap().unwrap();
            let values: Vec<_> = rows.iter().map(number).collect();
            column.typed::<Int32Type>().write_batch(&values, Some(&present), None).unwrap();
            column.close().unwrap();
        }
        for index in 0..COLUMNS.len() {
            let mut column = group.next_column().unwrap().unwrap();
            let values: Vec<_> = rows.iter().map(|row| row.counts[index]).collect();
            column.typed::<Int64Type>().write_batch(&values, Some(&present), None).unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
}

#[test]
fn grouped_tables_are_the_book_again() {
    let folder = Folder::new("book");
    make_games(&folder, 4000);
    let told = folder.told("build games.ptn --plies 9 -o alone.book");
    assert!(told.starts_with("read 4000 games, added 4000, bad 0"), "{told}");
    folder.told("keys games.ptn --plies 9 --dataset steps --shards 3 --row-group-size 5000");
    let rows = group(&folder.path().join("steps"));
    write_grouped(&folder.path().join("grouped.parquet"), &rows);
    let told = folder.told("build --from-parquet grouped.parquet -o again.book");
    assert!(told.starts_with(&format!("read {} rows, bad 0; 9 plies, ", rows.len())), "{told}");
    assert_same(&folder, "alone.book", "again.book");
    // In parts, as when each shard was grouped by itself: those of games add up.
    fs::create_dir(folder.path().join("parts")).unwrap();
    let (games, steps): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.mv.is_empty());
    assert_eq!(games.len(), 2);
    for (index, steps) in steps.chunks(steps.len() / 2 + 1).enumerate() {
        let rows = [&games[index..=index], steps].concat();
        write_grouped(&folder.path().join(format!("parts/{index}.parquet")), &rows);
    }
    folder.write("parts/_SUCCESS", "");
    let report = folder.json("build parts --from-parquet -o again.book");
    assert_eq!((&report["bad"], &report["plies"]), (&0.into(), &9.into()));
    assert_same(&folder, "alone.book", "again.book");
}

#[test]
fn rows_that_make_no_sense_are_told_and_counted() {
    let folder = Folder::new("book");
    folder.write("games.ptn", "[Size \"5\"]\n\n1. a1 e5 2. c3 R-0\n");
    folder.told("build games.ptn -o alone.book");
    folder.told("keys games.ptn --dataset steps --shards 1");
    let good = group(&folder.path().join("steps"));
    assert_eq!(good.len(), 4);
    let spoil = |at: usize, spoil: fn(&mut Grouped)| {
        let mut row = good[at].clone();
        spoil(&mut row);
        row
    };
    let bad = [
        (spoil(1, |row| row.board.clear()), "packed board: expected another board size"),
        (spoil(1, |row| row.board.push(0)), "packed board: expected nothing but zero bits"),
        (spoil(1, |row| row.size = 6), "size: the board is one of 5×5"),
        (spoil(1, |row| row.size = 9), "size: expected 3 to 8"),
        (spoil(1, |row| row.mv = "Ca1".to_owned()), "move `Ca1`: "),
        (spoil(1, |row| row.mv.clear()), "move ``: "),
        (spoil(1, |row| row.ply = 16), "ply 16: expected less than 16, the depth"),
        (spoil(1, |row| row.ply = -1), "ply: expected a number, at least 0"),
        (spoil(1, |row| row.counts[0] = 0), "counts: expected one game or more"),
        (spoil(1, |row| row.counts[2] = 1), "counts: expected one game or more"),
        (spoil(1, |row| row.counts[5] = 3), "counts: expected one game or more"),
        (spoil(1, |row| row.counts[4] = -1), "rating_sum: expected a number, at least 0"),
        (spoil(0, |row| row.counts[1] = 2), "counts: expected one game or more"),
    ];
    let rows: Vec<_> = bad.iter().map(|(row, _)| row.clone()).chain(good.clone()).collect();
    write_grouped(&folder.path().join("grouped.parquet"), &rows);
    let told = folder.told("build --from-parquet grouped.parquet -o again.book");
    let mut lines = told.lines();
    for (index, (_, why)) in bad.iter().enumerate() {
        let line = lines.next().unwrap();
        let expected = format!("error: grouped.parquet, row {}: {why}", index + 1);
        assert!(line.starts_with(&expected), "{line}, not {expected}");
    }
    assert_eq!(lines.next(), Some("read 4 rows, bad 13; 16 plies, 3 positions"));
    assert_same(&folder, "alone.book", "again.book");
    let report = folder.json("build --from-parquet grouped.parquet -o again.book");
    assert_eq!((&report["bad"], &report["bad_lines"][2]["row"]), (&13.into(), &3.into()));
}

/// Inputs that cannot become a book, as a table for `check_errors`.
const BAD: &str = "\
build --from-parquet none -o b | 2 | ^none: cannot be read: 
build --from-parquet games.ptn -o b | 2 | ^games.ptn: cannot be read as Parquet: 
build --from-parquet cut.parquet -o b | 2 | ^cut.parquet: cannot be read as Parquet: 
build --from-parquet steps -o b | 2 | : expected a column `white_wins`
build --from-parquet keys.parquet -o b | 2 | ^keys.parquet: expected a column `board`
build --from-parquet nothing -o b | 2 | ^nothing: the folder holds no file that ends in .parquet
build --from-parquet - -o b | 2 | ^standard input: expected the name of a Parquet file
build --from-parquet no-games.parquet -o b | 2 | ^no-games.parquet: no row gives the number of games
build --from-parquet grouped.parquet deeper.parquet -o b | 2 | some games are 3 plies deep, others 16
build --from-parquet grouped.parquet -o grouped.parquet | 2 | cannot be the output too
build --from-parquet grouped.parquet --plies 12 -o b | 2 | cannot be used with
build --from-parquet grouped.parquet --min-rating 1500 -o b | 2 | ^--from-parquet reads whole tables";

#[test]
fn tables_of_something_else_are_one_line_and_no_book() {
    let folder = Folder::new("book");
    folder.write("games.ptn", "[Size \"5\"]\n\n1. a1 e5 2. c3 R-0\n");
    folder.told("keys games.ptn --dataset steps --plies 3 --shards 1");
    folder.told("keys games.ptn -o keys.parquet");
    fs::create_dir(folder.path().join("nothing")).unwrap();
    let mut rows = group(&folder.path().join("steps"));
    let path = |name: &str| folder.path().join(name);
    write_grouped(&path("grouped.parquet"), &rows);
    write_grouped(&path("no-games.parquet"), &rows[1..]);
    rows[0].ply = 16;
    write_grouped(&path("deeper.parquet"), &rows);
    let whole = fs::read(path("grouped.parquet")).unwrap();
    fs::write(path("cut.parquet"), &whole[..whole.len() / 2]).unwrap();
    let before = folder.names();
    folder.check_errors(BAD);
    assert_eq!(folder.names(), before);
}

#[test]
fn a_damaged_table_is_an_error_and_no_panic() {
    let folder = Folder::new("book");
    make_games(&folder, 40);
    folder.told("keys games.ptn --dataset steps --shards 1");
    write_grouped(&folder.path().join("grouped.parquet"), &group(&folder.path().join("steps")));
    let whole = fs::read(folder.path().join("grouped.parquet")).unwrap();
    for step in 0..150 {
        let mut bytes = whole.clone();
        let at = step * 7919 % bytes.len();
        bytes[at] ^= [1, 0x80, 0xff, 0x10][step % 4];
        folder.write("damaged.parquet", bytes);
        let output = folder.run("build --from-parquet damaged.parquet -o my.book");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "byte {at}: {told}");
        assert!(!told.contains("panicked"), "byte {at}: {told}");
    }
}
