//! `tak-tools datagen`, and what is fitted to its positions: `wdl` and `tune`.

use crate::program::Folder;

/// Some short games on the smallest board.
fn games() -> Folder {
    let folder = Folder::new("");
    folder.stdout("datagen --size 3 --games 12 --nodes 60 --random-plies 2 -o three.tsv");
    folder
}

/// Once no end was found to the search for such an opening.
#[test]
fn openings_longer_than_games_become_shorter() {
    let long = "datagen --size 3 --games 2 --nodes 20 --random-plies 100 --seed 6";
    let lines = Folder::new("").stdout(long);
    assert!(lines.lines().count() > 2, "{lines}");
    assert!(lines.lines().all(|line| line.split('\t').count() == 4));
}

#[test]
fn chances_are_fitted_to_games() {
    let folder = games();
    let lines = folder.read("three.tsv").lines().count();
    let report = folder.stdout("wdl --size 3 three.tsv");
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
    let source = games().stdout("tune --size 3 --epochs 1 three.tsv");
    assert!(source.starts_with("//! Weights of 3×3, "), "{source}");
    assert!(source.contains("], // TEMPO\n") && source.ends_with("];\n"));
}

#[test]
fn bad_positions_are_named_by_their_line() {
    let folder = games();
    let mut lines = folder.read("three.tsv");
    let bad = lines.lines().count() + 1;
    lines.push_str("x3/x3/x3 1 1\t0\t0\n");
    folder.write("cut.tsv", lines);
    folder.write("empty.tsv", "");
    for command in ["wdl", "tune"] {
        folder.check_errors(&format!(
            "{command} --size 3 cut.tsv | 2 | cut.tsv, line {bad}: expected TPS, half komi, \n\
             {command} --size 5 three.tsv | 2 | three.tsv, line 1: \n\
             {command} --size 3 empty.tsv | 2 | no positions to fit\n\
             {command} --size 3 missing.tsv | 2 | missing.tsv"
        ));
    }
}
