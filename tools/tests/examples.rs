//! Runs the examples in every `--help` exactly as printed, in a folder with the
//! files that they name.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::program::{PROGRAM, stdout};

/// Examples that are not run, by a part of them, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("--count 10000000", "writes ten million lines"),
    ("perft --size 6 --depth 5", "counts for minutes"),
    ("chess perft --depth 6", "counts for minutes"),
    ("chess magics", "searches for minutes"),
    ("chess crosscheck", "compares for minutes"),
    ("solve-board --size 3 --komi 0,0.5", "solves for minutes"),
    ("solve-board --size 4", "solves for hours"),
    ("book serve", "serves until it is interrupted"),
    ("old-games.zip", "needs an archive of another program"),
    ("games_anon.db", "needs the archive of playtak.com"),
    ("--from-parquet grouped/", "needs tables that a database has grouped"),
];

/// The files that the examples read.
const GAME: &str = include_str!("../assets/game.ptn");
const TEXTS: &[(&str, &str)] = &[
    ("game.ptn", GAME),
    ("games.ptn", GAME),
    (
        "tournament.ptn",
        "[Size \"6\"]\n[Player1 \"Ann\"]\n[Player2 \"Tiltak\"]\n[Date \"2024.05.01\"]\n[Rating1 \"1700\"]\n\
         [Rating2 \"1800\"]\n\n1. a1 f6\n2. d3 c3 1/2-1/2\n\n\
         [Size \"5\"]\n[Player1 \"Ann\"]\n[Player2 \"Talbot\"]\n\n1. a1 e5\n2. c3 c4\n",
    ),
    ("my-games/one.ptn", "[Size \"5\"]\n1. a1 e5\n2. c3 c4\n"),
    ("openings.txt", "a1 e5 c3\ne1 a5 c3 d3\n"),
    ("positions.txt", "x6/x6/x6/x6/x6/x5,2 2 1\nx3/x3/2,x2 2 1\n"),
    ("proof.txt", crate::proofs::PROOF),
    (
        "puzzles.json",
        "{\"tps\":\"2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20\",\"plies\":7,\"move\":\"c2\"}\n",
    ),
    (
        "my-puzzles/one.ptn",
        "[TPS \"2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20\"]\n\n20. c2\n",
    ),
    ("puzzles.txt", "2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20|7|c2\n"),
    ("book.txt", "a1 f6 c3\nf6 a1 d4\n"),
    ("old.tps", "x6/x6/x6/x6/x6/x5,2 2 1\n"),
    ("new.tps", "x6/x6/x6/x6/x6/2,x5 2 1\n"),
    ("huge.tps", "x6/x6/x6/x6/x6/2,x5 2 1\n"),
];

/// Books that the examples read.
const BOOKS: &[&str] = &["my.book", "humans.book", "2024.book", "2025.book", "old.book"];

fn help(command: &[String]) -> String {
    let words: Vec<_> = command.iter().map(String::as_str).collect();
    stdout(&[&words[..], &["--help"]].concat())
}

/// The examples of a command and of all below it.
fn collect(command: &[String], examples: &mut Vec<String>) {
    let help = help(command);
    let lines = help.lines().map(str::trim);
    examples.extend(lines.filter(|line| line.starts_with("tak-tools ")).map(str::to_owned));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    for line in commands.take_while(|line| !line.is_empty()) {
        // A name stands two columns in; what explains it further.
        let name = line.strip_prefix("  ").filter(|name| !name.starts_with(' '));
        let name = name.and_then(|line| line.split_whitespace().next());
        if let Some(name) = name.filter(|&name| name != "help") {
            collect(&[command, &[name.to_owned()]].concat(), examples);
        }
    }
}

/// Runs a line in a shell that finds the program, with a home of its own.
fn run(line: &str, folder: &Path) -> Output {
    let programs = Path::new(PROGRAM).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&path)));
    Command::new("bash")
        .args(["-o", "pipefail", "-c", line])
        .current_dir(folder)
        .env("HOME", folder)
        .env("PATH", path.unwrap())
        .output()
        .unwrap()
}

/// A folder with everything that an example may read.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["my-games", "my-puzzles"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    for (name, text) in TEXTS {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for book in BOOKS {
        let line = format!("tak-tools book build games.ptn -o {book}");
        let output = run(&line, folder.path());
        assert!(output.status.success(), "{line}: {output:?}");
    }
    for line in [
        "gzip -c games.ptn > games.ptn.gz",
        "tak-tools games import all.games games.ptn tournament.ptn",
    ] {
        let output = run(line, folder.path());
        assert!(output.status.success(), "{line}: {output:?}");
    }
    folder
}

#[test]
fn every_example_works() {
    if Command::new("bash").arg("--version").output().is_err() {
        eprintln!("skipped: there is no bash");
        return;
    }
    let mut examples = Vec::new();
    collect(&[], &mut examples);
    examples.sort();
    examples.dedup();
    assert!(examples.len() > 60, "only {}", examples.len());
    for (part, why) in LEFT_OUT {
        let named = examples.iter().any(|line| line.contains(part));
        assert!(named, "no example has {part}, which {why}");
    }
    let is_left_out = |line: &String| LEFT_OUT.iter().any(|(part, _)| line.contains(part));
    let mut failures = Vec::new();
    for line in examples.iter().filter(|line| !is_left_out(line)) {
        let output = run(line, folder().path());
        if !output.status.success() {
            failures.push(format!("{line}\n{}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
