//! Books that are damaged, missing, or impossible to write.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use crate::program::{Folder, PROGRAM};

fn folder() -> Folder {
    Folder::with("book", &[("good.txt", "a1 e5\n"), ("good.tps", "x3/x3/x3 1 1\n")])
}

#[test]
fn without_any_opening_nothing_is_written() {
    let folder = folder();
    folder.write("out", "before");
    for (text, expected) in [
        ("", "in: there are no openings in it"),
        ("\u{feff}", "in: there are no openings in it"),
        ("\r\n# nothing\r\n", "in: there are no openings in it"),
        (
            "a1 e5 e5",
            "in, line 1: number 3: move `e5`: illegal here: the square is taken; nothing else is there",
        ),
        (
            "a1 a1\nzz\n",
            "in, line 1: number 2: move `a1`: illegal here: the square is taken; all 2 are bad",
        ),
    ] {
        folder.write("in", text);
        for command in [
            "dedup in --size 5 -o out",
            "dedup in --size 5 -o out --memory 16MiB",
            "keys in --size 5 -o out",
        ] {
            assert_eq!(folder.error(command, 2), expected, "{text:?}");
            assert_eq!(folder.read("out"), "before");
        }
    }
    assert_eq!(folder.names(), ["good.tps", "good.txt", "in", "out"]);

    for name in ["in", "b", "c", "d", "e"] {
        folder.write(name, "");
    }
    for (inputs, expected) in [
        ("in b", "in, b: there are no openings in it"),
        ("in b c d e", "in, b, c and 2 more: there are no openings in it"),
        ("-", "standard input: there are no openings in it"),
    ] {
        let line = folder.error(&format!("dedup {inputs} --size 5 -o out"), 2);
        assert_eq!(line, expected);
    }
}

#[test]
fn line_ends_marks_and_bad_lines_are_no_obstacle() {
    let folder = folder();
    let mut text = b"\xef\xbb\xbfa1 e5\r\n\r\n\xff\xfe\r\na1 e5 c3 c3\r\ne5 a1".to_vec();
    folder.write("in", &text);
    let report = folder.told("dedup in --size 5 -o out");
    assert_eq!(folder.read("out"), "a1 e5\n");
    assert_eq!(
        report,
        "error: in, line 3: expected text in UTF-8\n\
        error: in, line 4: number 4: move `c3`: illegal here: the square is taken\n\
        read 2 openings, kept 1, duplicates 1, bad 2, skipped 1\n"
    );
    // Only the first bad lines are reported one by one.
    text.extend_from_slice("\nzz".repeat(30).as_bytes());
    folder.write("in", &text);
    let report = folder.told("dedup in --size 5 -o out");
    assert_eq!(report.lines().count(), 22, "{report}");
    assert!(report.contains("\nand 12 more bad lines\n"), "{report}");
}

#[test]
fn a_very_long_line_is_one_bad_line() {
    let folder = folder();
    let mut file = fs::File::create(folder.path().join("long")).unwrap();
    let part = "a1 e5 ".repeat(1 << 17);
    for _ in 0..(100 << 20) / part.len() {
        file.write_all(part.as_bytes()).unwrap();
    }
    file.write_all(b"\na1 e5\n").unwrap();
    drop(file);
    let report = folder.told("dedup long --size 5 -o out");
    assert_eq!(
        report,
        "error: long, line 1: expected at most 1 MiB on one line\n\
        read 1 opening, kept 1, duplicates 0, bad 1, skipped 0\n"
    );
    let line = folder.error("dedup long --from ptn -o out", 2);
    assert!(line.contains("long, line 1: expected at most 1 MiB"), "{line}");
}

#[test]
fn a_database_in_a_pipe_is_told() {
    let folder = folder();
    let output = folder.run_with_input("dedup - -o out", b"SQLite format 3\0...");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: standard input: expected text in UTF-8, found an SQLite database\n"
    );
}

#[test]
fn another_encoding_is_told() {
    let folder = folder();
    folder.write("wide.txt", b"\xff\xfea\x001\0\n\0");
    for command in ["dedup wide.txt -o out", "build wide.txt --size 5 -o out"] {
        let line = folder.error(command, 2);
        let why = "wide.txt: expected text in UTF-8, found UTF-16; save it as UTF-8";
        assert!(line.starts_with(why), "{line}");
    }
}

const UNREADABLE: &str = "\
dedup none.txt --size 5 -o out | 2 | ^none.txt: cannot be read: No such file
dedup . --size 5 -o out | 2 | ^.: the folder holds no file that ends in .ptn
dedup good.txt -o out | 2 | ^good.txt: a move list does not give its size: expected --size 3 to 8
dedup - - --size 5 -o out | 2 | ^standard input: expected `-` only once";

#[test]
fn what_cannot_be_read_is_named() {
    let folder = folder();
    folder.check_errors(UNREADABLE);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn one_bad_file_does_not_keep_the_others_from_being_read() {
    let folder = folder();
    fs::create_dir(folder.path().join("games")).unwrap();
    folder.write("games/a.ptn", b"\xff\xfe[\0");
    folder.write("games/b.ptn", "[Size \"5\"]\n1. a1 e5\n");
    let told = folder.told("dedup none.ptn games -o out");
    let lines: Vec<_> = told.lines().collect();
    assert!(lines[0].starts_with("error: none.ptn: cannot be read"), "{told}");
    assert!(lines[1].starts_with("error: games/a.ptn: expected text in UTF-8"), "{told}");
    assert_eq!(lines[2..], ["read 1 opening, kept 1, duplicates 0, bad 2, skipped 0"]);
    let line = folder.error("dedup games -o games/b.ptn", 2);
    assert!(line.contains("cannot be the output too"), "{line}");
}

#[test]
fn what_cannot_be_written_is_named_and_nothing_is_left() {
    let folder = folder();
    let fails = |arguments: &str, code: i32, expected: &str| {
        let line = folder.error(arguments, code);
        assert!(line.starts_with(expected), "{arguments}: {line}");
    };
    let everywhere = |arguments: &str| {
        let missing = "cannot write none/out: No such file";
        fails(&arguments.replace("OUT", "none/out"), 1, missing);
        if Path::new("/dev/full").exists() {
            let full = "cannot write /dev/full: No space left";
            fails(&arguments.replace("OUT", "/dev/full"), 1, full);
        }
    };
    for options in ["", " --counts", " --memory 16MiB"] {
        let dedup = format!("dedup good.txt --size 5 -o OUT{options}");
        everywhere(&dedup);
        fails(&dedup.replace("OUT", "."), 1, "cannot write .: is a directory");
        let same = "good.txt: it is an input, so it cannot be the output";
        fails(&dedup.replace("OUT", "good.txt"), 2, same);
    }
    everywhere("keys good.txt --size 5 -o OUT");
    everywhere("expand --size 5 --plies 2 -o OUT");
    everywhere("random --size 5 --plies 3 --count 9 -o OUT");
    fails(
        "dedup good.txt --size 5 -o out --memory 16MiB --temporary none",
        1,
        "cannot write none/(temporary file): No such file",
    );
    assert_eq!(folder.read("good.txt"), "a1 e5\n");
    assert_eq!(folder.names(), ["good.tps", "good.txt"]);
}

#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_leaves_nothing_behind() {
    let folder = folder();
    folder.stdout("random --size 6 --plies 6 --count 10000 --to tps -o big.tps");
    for (options, place) in
        [("", "out"), ("--counts", "./(temporary file)"), ("--memory 16MiB", "./(temporary file)")]
    {
        // Files cannot grow, as on a full disk.
        let limited = "ulimit -f 64; trap '' XFSZ; exec \"$0\" book dedup big.tps -o out ";
        let output = Command::new("bash")
            .current_dir(folder.path())
            .args(["-c", &(limited.to_owned() + options)])
            .arg(PROGRAM)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(told, format!("error: cannot write {place}: File too large (os error 27)\n"));
        assert_eq!(folder.names(), ["big.tps", "good.tps", "good.txt"]);
    }
}

const DO_NOT_FIT: &str = "\
dedup good.txt good.tps --size 3 -o out | 2 | ^the inputs are written in several formats: expected --to moves, tps or ptn
dedup good.tps --to moves -o out | 2 | ^good.tps: a TPS has no moves: expected --to tps or --to ptn
dedup good.tps --plies 2 -o out | 2 | ^good.tps: a TPS has no moves to count: expected no --plies, or other inputs
dedup good.tps --memory 1MiB -o out | 2 | ^invalid value '1MiB' for '--memory <SIZE>': expected at least 16MiB; try 'tak-tools book dedup --help'
expand --size 6 --plies 9 --memory 16MiB -o out | 2 | ^ply 4 has more than ";

#[test]
fn arguments_that_do_not_fit_are_told_before_work() {
    let folder = folder();
    folder.check_errors(DO_NOT_FIT);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn a_pipe_is_read_once_and_stdout_is_the_default() {
    let folder = folder();
    let lines = "a1 e5\ne5 a1\n".repeat(20_000);
    let arguments = "dedup - --size 5 --counts --json";
    let output = folder.run_with_input(arguments, lines.as_bytes());
    assert_eq!(output.stdout, b"a1 e5\t40000\n");
    let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!((&report["read"], &report["kept"]), (&40_000.into(), &1.into()));
}
