//! `tak-tools zobrist` as a user runs it.

use std::process::Command;

use serde_json::Value;
use tak_encoding::{BoardSize, OneHash, Position};

use crate::program::{Folder, stdout};

fn keys(size: usize) -> Value {
    let size = size.to_string();
    let text = stdout(&["zobrist", "--size", &size, "--format", "json"]);
    serde_json::from_str(&text).unwrap()
}

/// All formats have the keys of the hashes that the library computes.
#[test]
fn all_formats_have_the_same_keys() {
    let folder = Folder::new("zobrist");
    for size in BoardSize::ALL {
        let size = size.squares_per_side();
        let csv = folder.stdout(&format!("--size {size}"));
        let expected: Vec<_> =
            csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap()).collect();
        let object = keys(size);
        let mut found = Vec::new();
        for height in object["pieces"].as_array().unwrap() {
            found.extend(
                height.as_array().unwrap().iter().flat_map(|keys| keys.as_array().unwrap()),
            );
        }
        for name in ["walls", "capstones"] {
            found.extend(object[name].as_array().unwrap());
        }
        found.extend(["black_to_move", "no_swap", "double_black_stack"].map(|name| &object[name]));
        let found: Vec<_> = found.into_iter().map(|key| key.as_str().unwrap()).collect();
        assert_eq!(found, expected);
        for format in ["c", "go", "js", "python", "rust"] {
            let text = folder.stdout(&format!("--size {size} --format {format}"));
            let found: Vec<_> = text.split("0x").skip(1).map(|part| &part[..16]).collect();
            assert_eq!(found, expected, "{format}");
        }
    }
}

#[test]
fn a_hash_is_the_exclusive_or_of_its_keys() {
    let object = keys(6);
    let key = |key: &Value| u64::from_str_radix(key.as_str().unwrap(), 16).unwrap();
    let position = Position::<6, OneHash>::from_tps("x6/x6/x2,2,12S,x2/x6/x6/x6 2 5").unwrap();
    let pieces = &object["pieces"];
    let expected = key(&pieces[0][1][20])
        ^ key(&pieces[0][0][21])
        ^ key(&pieces[1][1][21])
        ^ key(&object["walls"][21])
        ^ key(&object["black_to_move"]);
    assert_eq!(position.hash(), expected);
}

/// The arrays are valid code.
#[test]
fn the_arrays_are_read() {
    let folder = Folder::new("zobrist");
    for (format, tool, file, command) in [
        ("python", "python3", "keys.py", "python3 -c 'import keys; print(hex(keys.NO_SWAP))'"),
        (
            "js",
            "node",
            "keys.mjs",
            "node -e 'import(\"./keys.mjs\").then((keys) => console.log(\"0x\" + keys.NO_SWAP.toString(16)))'",
        ),
        (
            "c",
            "cc",
            "keys.h",
            "printf '#include \"keys.h\"\\n#include <stdio.h>\\nint main(void) { printf(\"0x%%llx\", \
             (unsigned long long)NO_SWAP); }' > main.c && cc main.c -o main && ./main",
        ),
        (
            "rust",
            "rustc",
            "keys.rs",
            "echo 'include!(\"keys.rs\"); fn main() { println!(\"{NO_SWAP:#x}\") }' > main.rs && \
             rustc -A warnings main.rs -o main && ./main",
        ),
        (
            "go",
            "go",
            "keys.go",
            "mkdir -p go/keys && mv keys.go go/keys && cd go && echo 'module tak' > go.mod && \
             printf 'package main\n\
             import (\n\"fmt\"\n\"tak/keys\"\n)\nfunc main() { fmt.Printf(\"%%#x\", tak.NoSwap) }' \
             > main.go && GOFLAGS=-mod=mod go run .",
        ),
    ] {
        folder.stdout(&format!("--size 4 --format {format} -o {file}"));
        let has_it = Command::new("sh").args(["-c", &format!("command -v {tool}")]).output();
        if !has_it.is_ok_and(|found| found.status.success()) {
            eprintln!("skipped: there is no {tool}");
            continue;
        }
        let output =
            Command::new("sh").args(["-c", command]).current_dir(folder.path()).output().unwrap();
        let object = keys(4);
        let key = u64::from_str_radix(object["no_swap"].as_str().unwrap(), 16).unwrap();
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!(found.trim(), format!("{key:#x}"), "{format}: {output:?}");
    }
}
