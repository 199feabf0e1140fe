//! What a command does when nobody reads its output any longer: it ends silently, with the exit
//! code that shells know from other programs.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::program::Folder;

/// 128 and the number of SIGPIPE.
const READER_LEFT: i32 = 141;

fn folder() -> Folder {
    let game = "[Size \"5\"]\n1. a1 e5\n";
    let files = [("game.ptn", game), ("positions", "x3/x3/x3 1 1\n"), ("moves", "a1 e5\n")];
    let folder = Folder::with("", &files);
    folder.stdout("book build game.ptn -o book");
    folder
}

#[test]
fn every_command_ends_quietly() {
    let folder = folder();
    for arguments in [
        "--help",
        "--version",
        "book dedup --help",
        "perft --size 3 --depth 2 --divide",
        "perft --size 3 --depth 2 --json",
        "moves --size 8",
        "result --size 3",
        "slides",
        "slides --format bin",
        "slides --summary",
        "canon",
        "canon --size 5 --moves a1",
        "canon game.ptn",
        "convert --to url game.ptn",
        "convert --to tps -",
        "render game.ptn",
        "render game.ptn --format svg",
        "amazons --position W9/10/10/10/10/10/10/10/10/9B",
        "chess perft --depth 1",
        "chess magics",
        "chess crosscheck",
        "completions fish",
        "man",
        "book build game.ptn -o new --json",
        "book lookup book --size 5",
        "book stats book",
        "book merge book -o new --json",
        "book dedup moves --size 5",
        "book dedup moves --size 5 --memory 16MiB",
        "book dedup moves --size 5 -o new --json",
        "book keys moves --size 5 -o -",
        "book expand --size 3 --plies 1",
        "book random --size 3 --plies 1 --count 1",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let input = File::open(folder.path().join("positions")).unwrap();
        let mut command = folder.command(arguments);
        let output = command.stdin(input).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(READER_LEFT), "{arguments}: {output:?}");
        assert!(output.stderr.is_empty(), "{arguments}: {output:?}");
    }
}

#[test]
fn a_long_output_ends_where_the_reader_left() {
    let folder = folder();
    for arguments in
        ["book random --size 6 --plies 12 --count 1000000000", "book expand --size 6 --plies 3"]
    {
        let mut child = folder
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        reader.read_line(&mut first).unwrap();
        assert!(first.ends_with('\n'));
        drop(reader);
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(told, "");
        assert_eq!(child.wait().unwrap().code(), Some(READER_LEFT));
    }
}
