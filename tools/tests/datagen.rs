//! `tak-tools datagen`, and what is fitted to its positions: `wdl` and `tune`.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::{error, run, text};

/// Standard output; what is told on the way there goes to standard error.
fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    text(&output.stdout)
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Some short games on the smallest board.
fn games() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three.tsv");
    let few = "datagen --size 3 --games 12 --nodes 60 --random-plies 2 -o";
    let few: Vec<_> = few.split(' ').chain([name(&path)]).collect();
    stdout(&few);
    (folder, path)
}

/// Once no end was found to the search for such an opening.
#[test]
fn openings_longer_than_games_become_shorter() {
    let long = "datagen --size 3 --games 2 --nodes 20 --random-plies 100 --seed 6";
    let lines = stdout(&long.split(' ').collect::<Vec<_>>());
    assert!(lines.lines().count() > 2, "{lines}");
    assert!(lines.lines().all(|line| line.split('\t').count() == 4));
}

#[test]
fn chances_are_fitted_to_games() {
    let (_folder, path) = games();
    let lines = fs::read_to_string(&path).unwrap().lines().count();
    let report = stdout(&["wdl", "--size", "3", name(&path)]);
    let mut report = report.lines();
    assert_eq!(report.next().unwrap(), format!("{lines} positions of 3×3"));
    let surprise = |line: &str, start: &str| {
        let numbers = line.strip_prefix(start).unwrap_or_else(|| panic!("{line}"));
        let nats = numbers.rsplit(", ").next().unwrap().split(' ').next().unwrap();
        nats.parse::<f64>().unwrap()
    };
    let [used, fitted] =
        ["in use: curve([", "fitted: curve(["].map(|start| surprise(report.next().unwrap(), start));
    assert!(fitted <= used, "{fitted} and {used}");
    // Every position is in one row of the table.
    let rows = report.skip(1);
    let counts = rows.map(|row| row.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap());
    assert_eq!(counts.sum::<usize>(), lines);
}

#[test]
fn weights_are_fitted_to_games() {
    let (_folder, path) = games();
    let source = stdout(&["tune", "--size", "3", "--epochs", "1", name(&path)]);
    assert!(source.starts_with("//! Weights of 3×3, "), "{source}");
    assert!(source.contains("], // TEMPO\n") && source.ends_with("];\n"));
}

#[test]
fn bad_positions_are_named_by_their_line() {
    let (folder, path) = games();
    let mut lines = fs::read_to_string(&path).unwrap();
    let count = lines.lines().count();
    lines.push_str("x3/x3/x3 1 1\t0\t0\n");
    let cut = folder.path().join("cut.tsv");
    fs::write(&cut, lines).unwrap();
    let empty = folder.path().join("empty.tsv");
    fs::write(&empty, "").unwrap();
    for command in ["wdl", "tune"] {
        let said = error(2, &[command, "--size", "3", name(&cut)]);
        let place = format!("cut.tsv, line {}: expected TPS, half komi, ", count + 1);
        assert!(said.contains(&place), "{said}");
        let said = error(2, &[command, "--size", "5", name(&path)]);
        assert!(said.contains("three.tsv, line 1: "), "{said}");
        let said = error(2, &[command, "--size", "3", name(&empty)]);
        assert!(said.contains("no positions to fit"), "{said}");
        let missing = folder.path().join("missing.tsv");
        assert!(error(2, &[command, "--size", "3", name(&missing)]).contains("missing.tsv"));
    }
}
