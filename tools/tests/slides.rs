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
        let packed = rust.lines().skip(4).zip(binary.chunks(4));
        let rows = expected.iter().zip(&objects).zip(lines).zip(packed);
        for (index, (((drops, object), (csv, table)), (rust, binary))) in rows.enumerate() {
            let carried: u32 = drops.iter().sum();
            assert_eq!(object["row"], index);
            assert_eq!(object["code"], index + 1);
            assert_eq!(object["carried"], carried);
            assert_eq!(object["drops"], Value::from(drops.clone()));
            assert_eq!(object["length"], drops.len());
            assert_eq!(object["may_crush"], drops.last() == Some(&1));

            let packed = u32::from_le_bytes(binary.try_into().unwrap());
            let digits: String = drops.iter().map(u32::to_string).collect();
            assert_eq!(format!("{packed:08x}"), format!("{digits:0<8}"));
            let hex = format!("0x{packed:08x}");
            assert_eq!(object["packed"], packed);
            assert!(rust.replace('_', "").starts_with(&format!("    {hex},")));

            let pattern = object["pattern"].as_str().unwrap();
            let spaced: Vec<_> = drops.iter().map(u32::to_string).collect();
            let spaced = spaced.join(" ");
            let (length, crush) = (drops.len(), drops.last() == Some(&1));
            let code = index + 1;
            let line =
                format!("{index},{code},{carried},{pattern},{spaced},{hex},{length},{crush}");
            assert_eq!(csv, line);
            let words: Vec<_> = table.split_whitespace().collect();
            assert_eq!(words[..3], [index.to_string(), code.to_string(), carried.to_string()]);
            assert_eq!(words[words.len() - 3], hex);
        }
    }
}

/// The table of a lower stack is the beginning of that of a higher one.
#[test]
fn lower_stacks_have_the_first_rows() {
    for format in ["csv", "table", "bin"] {
        let high = bytes(&["--format", format]);
        for height in 1..8 {
            let low = bytes(&["--format", format, "--height", &height.to_string()]);
            assert!(high.starts_with(&low), "{format} {height}");
        }
    }
}

#[test]
fn nibbles_begin_on_either_side() {
    let objects = |more: &[&str]| -> Vec<Value> {
        serde_json::from_slice(&bytes(&[&["--format", "json"], more].concat())).unwrap()
    };
    let left = objects(&[]);
    let right = objects(&["--align", "right"]);
    for (left, right) in left.iter().zip(&right) {
        let digits = format!("{:08x}", left["packed"].as_u64().unwrap());
        let turned: String = digits.chars().rev().collect();
        assert_eq!(format!("{:08x}", right["packed"].as_u64().unwrap()), turned);
    }
    let mut sorted = left;
    sorted.sort_by_key(|row| row["packed"].as_u64());
    assert_eq!(objects(&["--order", "drops"]), sorted);
}

/// Every language reads its own file and finds the same as the others.
#[test]
fn every_language_finds_the_same() {
    let folder = Folder::new("slides");
    let rows: Vec<Value> = serde_json::from_slice(&bytes(&["--format", "json"])).unwrap();
    let lists: Value = serde_json::from_slice(&bytes(&["--format", "json", "--lists"])).unwrap();
    let mut sum = 0;
    for (row, number) in rows.iter().zip(1..) {
        sum = (sum + row["packed"].as_u64().unwrap() * number) % 1_000_003;
    }
    for name in ["by_length", "crushing_by_length"] {
        for (list, length) in lists[name].as_array().unwrap().iter().zip(1..) {
            for code in list.as_array().unwrap() {
                sum = (sum * 7 + code.as_u64().unwrap() * length) % 1_000_003;
            }
        }
    }
    let programs = [
        ("python", "slides.py", "lists.py", "main.py", PYTHON, "python3 main.py"),
        ("js", "slides.mjs", "lists.mjs", "main.mjs", JAVASCRIPT, "node main.mjs"),
        ("c", "slides.h", "lists.h", "main.c", C, "cc -Wall -Werror main.c -o main && ./main"),
        ("rust", "slides.rs", "lists.rs", "main.rs", RUST, "rustc main.rs -o main && ./main"),
        (
            "go",
            "slides.go",
            "lists.go",
            "go.mod",
            "module tak\n",
            "sed -i s/^package.tak/package\\ main/ *.go && printf '%s' \"$GO\" > main.go && go run .",
        ),
    ];
    for (format, slides, lists, main, text, command) in programs {
        let sub = folder.path().join(format);
        std::fs::create_dir(&sub).unwrap();
        folder.stdout(&format!("--format {format} -o {format}/{slides}"));
        folder.stdout(&format!("--format {format} --lists -o {format}/{lists}"));
        std::fs::write(sub.join(main), text).unwrap();
        let tool = command.split_whitespace().next().unwrap();
        let tool = if format == "go" { "go" } else { tool };
        let is_there = Command::new("sh").args(["-c", &format!("command -v {tool}")]).output();
        if !is_there.is_ok_and(|found| found.status.success()) {
            eprintln!("skipped: there is no {tool}");
            continue;
        }
        let output = Command::new("sh")
            .args(["-c", command])
            .env("GO", GO)
            .env("GOFLAGS", "-mod=mod")
            .current_dir(&sub)
            .output()
            .unwrap();
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!(found.trim(), sum.to_string(), "{format}: {output:?}");
    }
}

const PYTHON: &str = "
from slides import SLIDES
from lists import SLIDES_BY_LENGTH, CRUSHES_BY_LENGTH
total = 0
for number, packed in enumerate(SLIDES, 1):
    total = (total + packed * number) % 1000003
for lists in SLIDES_BY_LENGTH, CRUSHES_BY_LENGTH:
    for length, codes in enumerate(lists, 1):
        for code in codes:
            total = (total * 7 + code * length) % 1000003
print(total)
";

const JAVASCRIPT: &str = "
import { SLIDES } from './slides.mjs';
import { SLIDES_BY_LENGTH, CRUSHES_BY_LENGTH } from './lists.mjs';
let total = 0;
SLIDES.forEach((packed, index) => { total = (total + packed * (index + 1)) % 1000003; });
for (const lists of [SLIDES_BY_LENGTH, CRUSHES_BY_LENGTH])
  lists.forEach((codes, index) => codes.forEach((code) => {
    total = (total * 7 + code * (index + 1)) % 1000003;
  }));
console.log(total);
";

const C: &str = "
#include <stdio.h>
#include \"slides.h\"
#include \"lists.h\"
static uint64_t total;
static void add(const uint8_t *codes, int length) {
    for (; *codes; codes++) total = (total * 7 + *codes * length) % 1000003;
}
int main(void) {
    for (uint64_t i = 0; i < sizeof SLIDES / sizeof *SLIDES; i++)
        total = (total + SLIDES[i] * (i + 1)) % 1000003;
    for (int i = 0; i < 8; i++) add(SLIDES_BY_LENGTH[i], i + 1);
    for (int i = 0; i < 8; i++) add(CRUSHES_BY_LENGTH[i], i + 1);
    printf(\"%d\\n\", (int)total);
}
";

const RUST: &str = "
include!(\"slides.rs\");
include!(\"lists.rs\");
fn main() {
    let mut total = 0u64;
    for (packed, number) in SLIDES.iter().zip(1..) {
        total = (total + u64::from(*packed) * number) % 1_000_003;
    }
    for lists in [SLIDES_BY_LENGTH, CRUSHES_BY_LENGTH] {
        for (codes, length) in lists.iter().zip(1..) {
            for &code in *codes {
                total = (total * 7 + u64::from(code) * length) % 1_000_003;
            }
        }
    }
    println!(\"{total}\");
}
";

const GO: &str = "
package main

import \"fmt\"

func main() {
    total := uint64(0)
    for i, packed := range Slides {
        total = (total + uint64(packed)*uint64(i+1)) % 1000003
    }
    for _, lists := range [][8][]uint8{SlidesByLength, CrushesByLength} {
        for i, codes := range lists {
            for _, code := range codes {
                total = (total*7 + uint64(code)*uint64(i+1)) % 1000003
            }
        }
    }
    fmt.Println(total)
}
";

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
