//! How programs end: every kind of trouble has its exit code, whichever command meets it.

use std::fs;
use std::os::unix::fs::symlink;
use std::thread;

use tak_terminal::failure::Ending;
use tempfile::TempDir;

use crate::shell;

/// A folder with games, a book, a database, and a file that is no text.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let game = "[Size \"5\"]\n[Player1 \"Ann\"]\n\n1. a1 e5 2. c3 c2 3. b2 d4\n";
    fs::write(path("game.ptn"), game).unwrap();
    let won = "[TPS \"2,x2,2S,12/2,1,11C,1S,1S/1S,21S,221,2S,1S/2,1,x,2,x/2S,1S,1,1,2C 1 20\"]\n";
    fs::write(path("won.ptn"), won).unwrap();
    fs::write(path("binary"), b"\x7fELF\x02\x01\x01\0\0\0\xff\xfe\xfd a1\n".repeat(50)).unwrap();
    fs::write(path("empty"), "").unwrap();
    fs::write(path("other.ptn"), "[Size \"5\"]\n\n1. a1 e5 2. c4\n").unwrap();
    for line in ["games import all.gamedb game.ptn", "book build game.ptn -o my.book"] {
        let output = shell::run(&format!("tak-tools {line}"), folder.path(), "");
        assert!(output.status.success(), "{line}: {output:?}");
    }
    // Databases that cannot be written, even by the one who may write everything: there is no
    // place for a journal.
    for (name, locked) in [("all.gamedb", "locked.gamedb"), ("my.book", "locked.book")] {
        fs::copy(path(name), path(locked)).unwrap();
        for journal in ["journal", "wal"] {
            symlink("/nowhere/at/all", path(&format!("{locked}-{journal}"))).unwrap();
        }
    }
    folder
}

/// Checks that a line ends so, with one error on its last line.
fn check(folder: &TempDir, line: &str, ending: Ending, phrase: &str) {
    let output = shell::run(line, folder.path(), "");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(ending as i32), "{line}: {told}");
    let last = told.lines().last().unwrap_or_default();
    assert!(told.contains("error: ") && told.contains(phrase), "{line}: {last}");
}

#[test]
fn what_cannot_be_written_is_told_as_that() {
    let folder = folder();
    // Each writes to FILE.
    for line in [
        "tak-tools slides -o FILE",
        "tak-tools zobrist --size 5 --format c -o FILE",
        "tak-tools canon game.ptn -o FILE",
        "tak-tools convert --to url game.ptn -o FILE",
        "tak-tools render game.ptn --format svg -o FILE",
        "tak-tools puzzles find won.ptn --ptn FILE",
        "tak-tools book build game.ptn -o FILE",
        "tak-tools book merge my.book -o FILE",
        "tak-tools book dedup game.ptn -o FILE",
        "tak-tools book keys game.ptn -o FILE",
        "tak-tools book expand --size 3 --plies 1 -o FILE",
        "tak-tools book export my.book --to csv -o FILE",
        "tak-tools book export my.book --to parquet -o FILE",
        "tak-tools book export my.book --to ptn -o FILE",
        "tak-tools book random --size 3 --plies 1 --count 1 -o FILE",
        "tak-tools games export all.gamedb -o FILE",
        "tak-tools games import FILE game.ptn",
        "tak-tools completions bash -o FILE",
        "tak-engine analyze game.ptn --nodes 10 --ptn FILE",
        "tak-engine analyze game.ptn --nodes 10 --svg FILE",
        "tak-engine analyze game.ptn --nodes 10 --html FILE",
        "tak-engine solve won.ptn --ptn FILE",
        "tak-engine solve won.ptn --certificate FILE",
        "tak-match openings --size 3 --plies 1 --count 1 -o FILE",
        "tak-match tournament --size 3 --games 2 --folder duels --engine 'name=a nodes=5' \
         --engine 'name=b nodes=5' -o FILE",
    ] {
        for file in ["/dev/full", "/proc/none/file"] {
            // The first takes bytes and then fails, the second is in no folder.
            check(&folder, &line.replace("FILE", file), Ending::Failed, "cannot write ");
        }
    }
    for line in [
        "tak-engine play --save /proc/none/game.ptn",
        "tak-engine analyze game.ptn --nodes 10 --resume /proc/none/file",
        "tak-match play --size 3 --games 1 --nodes 10 --state /proc/none/file",
        "tak-match play --size 3 --games 1 --nodes 10 -o /proc/none/file",
        "tak-train datagen --size 3 --games 1 --nodes 10 -o /proc/none/file",
        "tak-tools games export all.gamedb --folder /proc/none/folder",
        "tak-tools man -o /proc/none/folder",
        "tak-tools solve-board --size 3 --folder /proc/none/folder",
        "tak-match tournament --size 3 --folder /proc/none/folder --engine nodes=5 \
         --engine 'name=b nodes=5'",
        "tak-tools games import locked.gamedb other.ptn",
        "tak-tools games players locked.gamedb --bot Ann",
        "tak-tools book score locked.book --nodes 10",
    ] {
        check(&folder, line, Ending::Failed, "cannot write ");
    }
}

#[test]
fn standard_output_that_cannot_be_written_is_told_too() {
    let folder = folder();
    for line in [
        "tak-tools perft --size 3 --depth 1",
        "tak-tools book stats my.book",
        "tak-tools games search all.gamedb",
        "tak-tools --help",
        "tak-engine bench --size 3 --deeper -9",
        "tak-engine analyze game.ptn --nodes 10",
        "tak-engine solve won.ptn",
        "tak-engine play game.ptn",
        "tak-match play --size 3 --games 1 --nodes 10",
        "tak-train man",
    ] {
        check(&folder, &format!("{line} > /dev/full"), Ending::Failed, "cannot write the output");
    }
}

#[test]
fn what_cannot_be_read_is_bad_input() {
    let folder = folder();
    // Each reads FILE.
    for line in [
        "tak-tools canon FILE",
        "tak-tools convert --to url FILE",
        "tak-tools render FILE --format svg",
        "tak-tools verify FILE",
        "tak-tools puzzles find FILE",
        "tak-tools puzzles check FILE",
        "tak-tools book build FILE -o new.book",
        "tak-tools book lookup FILE --size 5",
        "tak-tools book stats FILE",
        "tak-tools book merge FILE -o new.book",
        "tak-tools book score FILE",
        "tak-tools book serve FILE --listen 0",
        "tak-tools book dedup FILE --size 5 -o new.txt",
        "tak-tools book keys FILE --size 5 -o new.parquet",
        "tak-tools book export FILE -o new.csv",
        "tak-tools games import new.gamedb FILE",
        "tak-tools games search FILE",
        "tak-tools games export FILE -o new.ptn",
        "tak-tools games duplicates FILE",
        "tak-tools games players FILE",
        "tak-tools games players FILE --bot Ann",
        "tak-engine analyze FILE --nodes 10",
        "tak-engine solve FILE",
        "tak-engine play FILE",
        "tak-match play --size 5 --games 1 --nodes 10 --book FILE",
        "tak-train datagen --size 5 --games 1 --nodes 10 --book FILE -o new.games",
        "tak-train merge FILE -o new.games",
        "tak-train network --size 5 FILE -o new.net",
        "tak-train tune --size 5 FILE -o new.rs",
        "tak-train wdl --size 5 FILE",
    ] {
        for file in ["missing", "binary", "empty"] {
            check(&folder, &line.replace("FILE", file), Ending::Bad, file);
        }
    }
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let new: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with("new.")).collect();
    assert!(new.is_empty(), "left behind: {new:?}");
}

#[test]
fn arguments_that_do_not_fit_are_bad() {
    let folder = folder();
    for line in [
        "tak-tools prft",
        "tak-tools perft",
        "tak-engine analyze",
        "tak-engine play --sise 5",
        "tak-match play --size 9",
        "tak-train wdl --size 5 --flat game.ptn",
    ] {
        check(&folder, line, Ending::Bad, "; try '");
    }
}

/// A server that was told to end has done its work; what is not done is interrupted. A shell lets
/// programs in the background ignore the signal until they handle it themselves, so the test waits.
#[test]
fn an_interrupt_ends_what_is_not_done() {
    let folder = folder();
    let calls = [
        ("tak-engine serve --listen 0", Ending::Done),
        ("tak-tools book serve my.book --listen 0", Ending::Done),
        (
            "tak-tools book random --size 6 --plies 12 --count 1000000000 -o new",
            Ending::Interrupted,
        ),
        ("tak-tools book score my.book --nodes 2000000", Ending::Interrupted),
        ("tak-match play --size 6 --games 1000 --nodes 1000", Ending::Interrupted),
        ("tak-train datagen --size 6 --games 100000 -o new.games", Ending::Interrupted),
    ];
    thread::scope(|scope| {
        for (number, (line, ending)) in calls.into_iter().enumerate() {
            let (folder, signal) = (&folder, ["INT", "TERM"][number % 2]);
            // The bit of the signal among those that a process handles, where Linux tells them.
            let bit = [1 << 1, 1 << 14][number % 2];
            scope.spawn(move || {
                let caught = "sed -n 's/^SigCgt:.//p' /proc/$!/status 2> /dev/null || echo ffff";
                let line = format!(
                    "{line} > told{number} & sleep 3; for _ in {{1..600}}; do \
                     ((0x$({caught}) & {bit})) && break; sleep 0.1; done; kill -{signal} $!; wait $!"
                );
                let output = shell::run(&line, folder.path(), "");
                assert_eq!(output.status.code(), Some(ending as i32), "{line}: {output:?}");
            });
        }
    });
}
