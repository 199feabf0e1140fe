//! `tak-engine bench`, as a testing framework reads it.

use std::process::Command;

/// The nodes and the speed of the last line.
fn bench(arguments: &[&str]) -> (u64, u64) {
    let output = Command::new(env!("CARGO_BIN_EXE_tak-engine"))
        .arg("bench")
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let words: Vec<_> = text.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else {
        panic!("{words:?}");
    };
    (nodes.parse().unwrap(), speed.parse().unwrap())
}

#[test]
fn nodes_are_a_signature() {
    let shallow = ["--deeper=-6"];
    let (nodes, speed) = bench(&shallow);
    assert!(speed > 0);
    assert_eq!(bench(&shallow).0, nodes);
    assert!(bench(&["--deeper=-5"]).0 > nodes);
}

#[test]
fn the_last_line_sums_up_the_others() {
    let output = Command::new(env!("CARGO_BIN_EXE_tak-engine"))
        .args(["bench", "--deeper=-7", "--size", "6"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let found: u64 = text
        .lines()
        .filter_map(|line| line.split_once(": ")?.1.split_whitespace().next())
        .map(|nodes| nodes.parse::<u64>().unwrap())
        .sum();
    assert_eq!(bench(&["--deeper=-7", "--size", "6"]).0, found);
    assert!(found > 0);
}

#[test]
fn the_readme_states_the_signature() {
    let readme = include_str!("../../README.md");
    let line = readme.lines().find(|line| line.ends_with(" nps")).expect("an example of bench");
    let stated: u64 = line.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(
        bench(&[]).0,
        stated,
        "search or evaluation changed: README.md, Bench, wants the new number"
    );
}
