//! `tak-tools slides` as a user runs it.

use std::process::Command;

use serde_json::Value;

use crate::program::{Folder, run};

fn bytes(arguments: &[&str]) -> Vec<u8> {
    let output = run(&[&["slides"], arguments].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    output.stdout
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(bytes(arguments)).unwrap()
}

/// All drops of up to 8 pieces in the order of the table: by the number
/// carried, then a piece that joins the one below before a piece that does not.
fn compositions(carried: u32) -> Vec<Vec<u32>> {
    if carried == 1 {
        return vec![vec![1]];
    }
    let shorter = compositions(carried - 1);
    let longer = |grow: bool| {
        shorter.iter().map(move |drops| {
            let mut drops = drops.clone();
            if grow {
                drops[0] += 1;
            } else {
                drops.insert(0, 1);
            }
            drops
        })
    };
    longer(true).chain(longer(false)).collect()
}

#[test]
fn all_formats_tell_the_same_rows() {
    for height in 1..=8u32 {
        let expected: Vec<_> = (1..=height).flat_map(compositions).collect();
        let height = height.to_string();
        let call = |format: &str| bytes(&["--height", &height, "--format", format]);
        let objects: Vec<Value> = serde_json::from_slice(&call("json")).unwrap();
        assert_eq!(objects.len(), expected.len());
        let csv = String::from_utf8(call("csv")).unwrap();
        let table = String::from_utf8(call("table")).unwrap();
        let rust = String::from_utf8(call("rust")).unwrap();
        let binary = call("bin");
        assert_eq!(binary.len(), 4 * expected.len());
        let lines = csv.lines().zip(table.lines()).skip(1);
        let packed = rust.lines().skip(3).zip(binary.chunks(4));
        let rows = expected.iter().zip(&objects).zip(lines).zip(packed);
        for (index, (((drops, object), (csv, table)), (rust, binary))) in rows.enumerate() {
            let carried: u32 = drops.iter().sum();
            let left = height.parse::<u32>().unwrap() - carried;
            assert_eq!(object["row"], index);
            assert_eq!(object["carried"], carried);
            assert_eq!(object["left"], left);
            assert_eq!(object["drops"], Value::from(drops.clone()));
            assert_eq!(object["length"], drops.len());
            assert_eq!(object["may_crush"], drops.last() == Some(&1));

            let packed = u32::from_le_bytes(binary.try_into().unwrap());
            let digits: String = drops.iter().map(u32::to_string).collect();
            assert_eq!(format!("{packed:08x}"), format!("{digits:0<8}"));
            let hex = format!("0x{packed:08x}");
            assert_eq!(object["packed"], hex.as_str());
            assert!(rust.replace('_', "").starts_with(&format!("    {hex},")));

            let pattern = object["pattern"].as_str().unwrap();
            let spaced: Vec<_> = drops.iter().map(u32::to_string).collect();
            let spaced = spaced.join(" ");
            let (length, crush) = (drops.len(), drops.last() == Some(&1));
            let line =
                format!("{index},{carried},{left},{pattern},{spaced},{hex},{length},{crush}");
            assert_eq!(csv, line);
            let words: Vec<_> = table.split_whitespace().collect();
            assert_eq!(words[..3], [index.to_string(), carried.to_string(), left.to_string()]);
            assert_eq!(words[words.len() - 3], hex);
        }
    }
}

#[test]
fn the_example_of_the_specification() {
    let rows = text(&["--height", "4", "--format", "csv"]);
    let columns = rows.lines().skip(8).map(|row| row.split(',').collect::<Vec<_>>());
    let drops: Vec<_> = columns.map(|columns| (columns[3], columns[4])).collect();
    let expected = [
        ("000", "4"),
        ("001", "3 1"),
        ("010", "2 2"),
        ("011", "2 1 1"),
        ("100", "1 3"),
        ("101", "1 2 1"),
        ("110", "1 1 2"),
        ("111", "1 1 1 1"),
    ];
    assert_eq!(drops, expected);
}

#[test]
fn the_rust_array_compiles() {
    let folder = Folder::new("slides");
    assert!(folder.stdout("--format rust -o slides.rs").is_empty());
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(rustc)
        .args(["--crate-type", "lib", "--emit", "metadata", "-D", "warnings"])
        .arg("slides.rs")
        .current_dir(folder.path())
        .status();
    match status {
        Ok(status) => assert!(status.success()),
        Err(error) => eprintln!("skipped: no rustc to be run: {error}"),
    }
}

#[test]
fn the_summary_counts() {
    let summary = text(&["--summary", "--height", "3"]);
    assert!(summary.contains("    3    1    2    1\n"), "{summary}");
    assert!(summary.ends_with("\n7 slides in all.\n"), "{summary}");
    let object: Value =
        serde_json::from_str(&text(&["--summary", "--height", "3", "--format", "json"])).unwrap();
    assert_eq!(object["slides"], 7);
    assert_eq!(object["by_height_and_distance"][2], Value::from(vec![3, 6, 7]));
    assert_eq!(object["crushes_by_height_and_distance"][2], Value::from(vec![1, 2, 1]));
}

#[test]
fn bad_arguments_take_one_line() {
    Folder::new("slides").check_errors(
        "--height 0 | 2 | 1..=8\n\
         --height 9 | 2 | 1..=8\n\
         --height -1 | 2 | 1..=8\n\
         --format xml | 2 | possible values\n\
         --summary --format bin | 2 | --format json\n\
         -o none/slides.csv | 1 | ^cannot write none/slides.csv",
    );
}
