//! Runs the examples in every `--help` as printed, in a folder with the files that they name.

use std::fs;
use std::path::Path;
use std::process::Command;

use tak_terminal::failure::EXIT_CODES;
use tak_tests::corpus::workspace;
use tak_tests::programs::PROGRAMS;
use tempfile::TempDir;

use crate::shell;

/// Examples that are not run, by a part of them, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("tak-engine serve", "serves until it is interrupted"),
    ("tak-engine playtak", "needs the server of playtak.com"),
    ("curl ", "needs a network"),
    ("tak-match play --size 6", "plays games for minutes"),
    ("tak-match play --size 5 --komi 2 --games 1000", "needs two versions of the engine"),
    ("tak-match tournament --size 6", "needs other engines"),
    ("tak-match tournament --size 5", "plays games for minutes"),
    ("tak-train", "plays games for minutes, or needs them"),
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

/// What makes examples short that think for seconds, by their first words.
const SHORTENED: &[(&str, &str)] =
    &[("tak-engine analyze", "--nodes 300"), ("tak-engine solve", "--movetime 300")];

/// The files that the examples read.
const TEXTS: &[(&str, &str)] = &[
    (
        "tournament.ptn",
        "[Size \"6\"]\n[Player1 \"Ann\"]\n[Player2 \"Tiltak\"]\n[Date \"2024.05.01\"]\n[Rating1 \"1700\"]\n\
         [Rating2 \"1800\"]\n\n1. a1 f6\n2. d3 c3 1/2-1/2\n\n\
         [Size \"5\"]\n[Player1 \"Ann\"]\n[Player2 \"Talbot\"]\n\n1. a1 e5\n2. c3 c4\n",
    ),
    ("my-games/one.ptn", "[Size \"5\"]\n1. a1 e5\n2. c3 c4\n"),
    ("openings.txt", "a1 e5 c3\ne1 a5 c3 d3\n"),
    ("positions.txt", "x6/x6/x6/x6/x6/x5,2 2 1\nx3/x3/2,x2 2 1\n"),
    (
        "puzzles.json",
        "{\"tps\":\"2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20\",\"plies\":7,\"move\":\"c2\"}\n",
    ),
    (
        "my-puzzles/one.ptn",
        "[TPS \"2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20\"]\n\n20. c2\n",
    ),
    ("puzzles.txt", "2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20|7|c2\n"),
    ("my-puzzles.txt", "x4/x4/1,1,1,x/2,2,x,2 1 5|1|d2|tinuë|700|0\n"),
    ("book.txt", "a1 f6 c3\nf6 a1 d4\n"),
    ("old.tps", "x6/x6/x6/x6/x6/x5,2 2 1\n"),
    ("new.tps", "x6/x6/x6/x6/x6/2,x5 2 1\n"),
    ("huge.tps", "x6/x6/x6/x6/x6/2,x5 2 1\n"),
];

/// Books that the examples read.
const BOOKS: &[&str] = &["my.book", "humans.book", "2024.book", "2025.book", "old.book"];

fn help(program: &str, command: &[String]) -> String {
    let line = format!("{program} {} --help", command.join(" "));
    let output = shell::run(&line, Path::new("."), "");
    assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The examples of a command and of all below it.
fn collect(program: &str, command: &[String], examples: &mut Vec<String>) {
    let help = help(program, command);
    let is_long =
        |line: &&str| line.starts_with(&format!("  {program} ")) && line.chars().count() > 80;
    let long = help.lines().find(is_long);
    assert_eq!(long, None, "a terminal would break it where a shell does not go on");
    let help: Vec<_> = help.split("\\\n").map(str::trim).collect();
    let help = help.join(" ");
    let lines = help.lines().map(str::trim);
    let is_example = |line: &&str| {
        line.starts_with(&format!("{program} ")) || line.contains(&format!("| {program} "))
    };
    let lines = lines.skip_while(|line| !line.contains("Examples:")).filter(is_example);
    // What stands behind two spaces explains the line.
    examples.extend(lines.map(|line| line.split("  ").next().unwrap().to_owned()));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    for line in commands.take_while(|line| !line.is_empty()) {
        // A name stands two columns in; what explains it further.
        let name = line.strip_prefix("  ").filter(|name| !name.starts_with(' '));
        let name = name.and_then(|line| line.split_whitespace().next());
        if let Some(name) = name.filter(|&name| name != "help") {
            collect(program, &[command, &[name.to_owned()]].concat(), examples);
        }
    }
}

/// A folder with everything that an example may read.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["my-games", "my-puzzles"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let read = |path: &str| fs::read_to_string(workspace().join(path)).unwrap();
    let long = read("tak-engine/tests/data/game.ptn");
    // Without its end, since there is nothing to solve in a finished game.
    let open = long.split("29.").next().unwrap();
    let games = read("tools/assets/game.ptn").repeat(3);
    let proof = read("tak-verify/tests/proof.txt");
    let [five, six] = [5, 6].map(|size| read(&format!("tak-engine/records/levels-{size}.json")));
    let own = [("game.ptn", open), ("games.ptn", &games), ("proof.txt", &proof)];
    let records = [("five.json", five.as_str()), ("six.json", &six)];
    for (name, text) in own.iter().chain(&records).chain(TEXTS) {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let books = BOOKS.iter().map(|book| format!("tak-tools book build games.ptn -o {book}"));
    let others = [
        "gzip -c games.ptn > games.ptn.gz",
        "gzip -c games.ptn > more.ptn.gz",
        "tak-tools games import all.gamedb games.ptn tournament.ptn",
    ];
    for line in books.chain(others.map(str::to_owned)) {
        let output = shell::run(&line, folder.path(), "");
        assert!(output.status.success(), "{line}: {output:?}");
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    let status = Command::new("cp").arg("-r").arg(from.join(".")).arg(to).status();
    assert!(status.unwrap().success());
}

/// An example as it is run.
fn shortened(line: &str) -> String {
    let rule = SHORTENED.iter().find(|(start, _)| line.starts_with(start));
    let limit = rule.map(|(_, limit)| *limit).unwrap_or_default();
    let has = |word: &str| line.contains(word);
    let is_limited = ["--nodes", "--depth", "--movetime"].into_iter().any(has);
    if limit.is_empty() || is_limited && !has("--movetime 5000") {
        return line.to_owned();
    }
    format!("{line} {limit}")
}

/// One table for all programs.
#[test]
fn help_and_readme_tell_the_exit_codes() {
    let folders = ["tak-engine", "tak-match", "tools", "tak-train"];
    for (program, folder) in PROGRAMS.into_iter().zip(folders) {
        assert!(help(program, &[]).trim_end().ends_with(EXIT_CODES), "{program}");
        let readme = fs::read_to_string(workspace().join(folder).join("README.md")).unwrap();
        for row in EXIT_CODES.lines().skip(1) {
            let (code, meaning) = row.trim().split_once(' ').unwrap();
            let row = format!("| {code} | {} |", meaning.trim());
            assert!(readme.contains(&row), "{folder}: {row}");
        }
    }
}

#[test]
#[ignore = "second tier: runs a hundred commands"]
fn every_example_works_in_release() {
    let mut examples = Vec::new();
    for program in PROGRAMS {
        collect(program, &[], &mut examples);
    }
    examples.sort();
    examples.dedup();
    assert!(examples.len() > 80, "only {}", examples.len());
    for (part, why) in LEFT_OUT {
        let named = examples.iter().any(|line| line.contains(part));
        assert!(named, "no example has {part}, which {why}");
    }
    let is_left_out = |line: &String| LEFT_OUT.iter().any(|(part, _)| line.contains(part));
    let full = folder();
    let mut failures = Vec::new();
    for line in examples.iter().filter(|line| !is_left_out(line)) {
        let fresh = tempfile::tempdir().unwrap();
        copy(full.path(), fresh.path());
        let output = shell::run(&format!("set -o pipefail; {}", shortened(line)), fresh.path(), "");
        if !output.status.success() {
            failures.push(format!("{line}\n{}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
