//! `tak-tools book keys --dataset`: games as a folder of tables.

use std::collections::BTreeSet;
use std::fs::{self, File};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::program::Folder;

/// Two games of one opening, turned; one whose first position recurs; one of another
/// size with a count.
const GAMES: &str = "[Size \"5\"]\n[Rating1 \"1700\"]\n[Rating2 \"1500\"]\n[Komi \"2\"]\n\n1. a1 e5 2. c3 R-0\n\n\
    [Size \"5\"]\n1. e1 a5 2. c3 0-F\n\n\
    [Size \"5\"]\n1. a1 e5 2. c3 c4 3. c3> c4> 4. d3< d4< 5. c3> 1/2-1/2\n\n\
    [Size \"6\"]\n[Count \"7\"]\n[Rating1 \"1600\"]\n[Opening \"no-swap\"]\n\n1. a1 f6\n";

/// Every row of a dataset as words, with the number of its file and of its row group.
fn rows(folder: &Folder, name: &str) -> Vec<(usize, usize, Vec<String>)> {
    let mut rows = Vec::new();
    let mut files: Vec<_> = fs::read_dir(folder.path().join(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "parquet"))
        .collect();
    files.sort();
    for (file, path) in files.iter().enumerate() {
        assert!(path.ends_with(format!("part-{file:05}.parquet")), "{}", path.display());
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        for group in 0..reader.num_row_groups() {
            for row in reader.get_row_group(group).unwrap().get_row_iter(None).unwrap() {
                let row = row.unwrap();
                let words = row.get_column_iter().map(|(_, field)| match field {
                    Field::Str(text) => text.clone(),
                    Field::Bytes(bytes) => format!("{} bytes", bytes.len()),
                    field => field.to_string(),
                });
                rows.push((file, group, words.collect()));
            }
        }
    }
    rows
}

#[test]
fn every_step_of_a_game_has_a_row() {
    let folder = Folder::with("book", &[("games.ptn", GAMES)]);
    let told = folder.told("keys games.ptn --dataset steps --shards 4 --plies 9");
    // One for each game, and none for the last position of the third, which recurs.
    let expected = "read 4 games, added 4, bad 0; 20 rows in 4 files, ";
    assert!(told.starts_with(expected), "{told}");
    assert_eq!(folder.names(), ["games.ptn", "steps"]);
    let found = rows(&folder, "steps");
    let mut shown: Vec<_> = found
        .iter()
        .map(|(file, _, row)| {
            let [size, ply, _, mv, _, shard, komi, opening, result, games, sum, ratings] = &row[..]
            else {
                panic!("{row:?}")
            };
            assert_eq!(shard, &file.to_string());
            [size, ply, mv, komi, opening, result, games, sum, ratings]
                .map(String::as_str)
                .join(" ")
        })
        .collect();
    shown.sort();
    let of_six: Vec<_> = shown.iter().filter(|row| row.starts_with('6')).collect();
    assert_eq!(
        of_six,
        [
            "6 0 a1 0 no-swap none 7 11200 7",
            "6 1 f1 0 no-swap none 7 11200 7",
            "6 9  0 no-swap none 7 11200 7"
        ]
    );
    for row in [
        "5 0 a1 4 swap white 1 3200 2",
        "5 9  4 swap white 1 3200 2",
        "5 0 a1 0 swap black 1 0 0",
        "5 2 c3 0 swap draw 1 0 0",
    ] {
        assert_eq!(shown.iter().filter(|shown| *shown == row).count(), 1, "{row} in {shown:#?}");
    }
    // Symmetric positions have the same board, key and shard.
    let third: BTreeSet<_> = found
        .iter()
        .filter(|(_, _, row)| row[0] == "5" && row[1] == "2")
        .map(|(file, _, row)| (file, &row[2], &row[3], &row[4]))
        .collect();
    assert_eq!(third.len(), 1, "{third:?}");
}

#[test]
fn shards_are_even_and_row_groups_bounded() {
    let folder = Folder::new("book");
    folder.stdout("random --size 6 --plies 9 --count 3000 -o games.txt");
    folder.told("keys games.txt --size 6 --dataset steps --shards 8 --row-group-size 1000");
    let rows = rows(&folder, "steps");
    assert_eq!(rows.len(), 3000 * 10);
    let mut keys = vec![BTreeSet::new(); 8];
    for (file, _, row) in &rows {
        keys[*file].insert(row[4].parse::<i64>().unwrap());
    }
    let all: usize = keys.iter().map(BTreeSet::len).sum();
    for (file, keys) in keys.iter().enumerate() {
        // The high bits of a key give its shard.
        assert!(keys.iter().all(|&key| (key as u64 >> 61) as usize == file));
        let share = keys.len() as f64 / all as f64;
        assert!((0.115..0.135).contains(&share), "{file}: {} of {all}", keys.len());
    }
    for file in 0..8 {
        let of_file = rows.iter().filter(|row| row.0 == file);
        let mut groups = vec![0; 64];
        of_file.for_each(|row| groups[row.1] += 1);
        let last = groups.iter().rposition(|&size| size > 0).unwrap();
        assert!(groups[..last].iter().all(|&size| size == 1000), "{groups:?}");
        assert!(groups[last] <= 1000);
    }
}

#[test]
fn games_are_chosen_as_by_build() {
    let folder = Folder::with("book", &[("games.ptn", GAMES)]);
    for chosen in ["--size 5", "--komi 2", "--result draw", "--opening no-swap", "--min-plies 4"] {
        let dataset = folder.json(&format!("keys games.ptn {chosen} --dataset steps"));
        let book = folder.json(&format!("build games.ptn {chosen} -o my.book"));
        for count in ["read", "added", "left_out", "bad"] {
            assert_eq!(dataset[count], book[count], "{chosen}");
        }
        fs::remove_dir_all(folder.path().join("steps")).unwrap();
    }
}

/// Inputs that cannot become a dataset, as a table for `check_errors`.
const BAD: &str = "\
keys games.ptn --dataset full | 2 | ^--dataset full: notes is in it; expected a new or an empty folder$
keys games.ptn --dataset broken.ptn | 2 | ^broken.ptn: it is a file; expected a folder or a new name
keys games.ptn --dataset no/such/folder --komi 7 | 2 | ^none of 4 games is selected: left out (other komi 4)$
keys broken.ptn --dataset steps | 2 | ^broken.ptn, line 2: move `zz`
keys games.ptn --dataset steps --shards 0 | 2 | invalid value '0'
keys games.ptn --dataset steps -o keys | 2 | cannot be used with
keys games.ptn --dataset steps --from ptn | 2 | cannot be used with
keys games.ptn -o keys --shards 4 | 2 | cannot be used with
keys games.ptn -o keys --row-group-size 4 | 2 | cannot be used with
keys games.ptn | 2 | --output <OUT>
keys games.ptn -o keys --komi 2 | 2 | expected --dataset for other conditions$
keys games.ptn --dataset /proc/steps | 1 | ^cannot write /proc/steps";

#[test]
fn nothing_is_left_of_what_cannot_be_written() {
    let folder =
        Folder::with("book", &[("games.ptn", GAMES), ("broken.ptn", "[Size \"6\"]\n1. zz")]);
    fs::create_dir(folder.path().join("full")).unwrap();
    folder.write("full/notes", "");
    folder.check_errors(BAD);
    assert_eq!(folder.names(), ["broken.ptn", "full", "games.ptn"]);
    // What a killed program has left does not count.
    fs::create_dir(folder.path().join("steps")).unwrap();
    folder.write("steps/.tak-a1b2c3", "half a file");
    folder.told("keys games.ptn --dataset steps --shards 1");
    let mut names: Vec<_> = fs::read_dir(folder.path().join("steps"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, [".tak-a1b2c3", "_SUCCESS", "part-00000.parquet"]);
}
