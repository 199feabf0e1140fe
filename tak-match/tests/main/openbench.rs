//! `tak-fastchess`: what OpenBench's worker orders is played, and reported in the form that
//! it reads; and its own code, if available, has 20 games played.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::thread;

use serde_json::Value;
use tak_encoding::AnyGame;
use tak_testing::program::{Program, failure, text};
use tempfile::TempDir;

use crate::{MATCH, fake};

use worker::{Order, Tally, games};

mod real;
mod worker;

const FASTCHESS: Program = Program(env!("CARGO_BIN_EXE_tak-fastchess"));

/// Twenty openings, drawn once.
fn book() -> &'static str {
    static BOOK: OnceLock<String> = OnceLock::new();
    BOOK.get_or_init(|| MATCH.stdout(&["openings", "--size", "4", "--plies", "3", "--count", "20"]))
}

/// The folder of a worker, with a book and two engines that play in given ways.
struct Client {
    folder: TempDir,
}

impl Client {
    fn new([dev, base]: [&str; 2]) -> Self {
        let client = Self { folder: tempfile::tempdir().unwrap() };
        for name in ["Engines", "Books", "PGNs"] {
            fs::create_dir(client.folder.path().join(name)).unwrap();
        }
        for (way, engine) in [(dev, Order::DEV), (base, Order::BASE)] {
            let file = client.folder.path().join("Engines").join(engine);
            fs::write(&file, format!("#!/bin/sh\nexec {}\n", fake::command(way))).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        fs::write(client.folder.path().join("Books").join(Order::BOOK), book()).unwrap();
        symlink(FASTCHESS.0, client.folder.path().join("fastchess-ob")).unwrap();
        client
    }

    /// Runs the very line that a worker would.
    fn runs(&self, order: &Order) -> Output {
        let words = worker::split(&order.line());
        Command::new(&words[0]).current_dir(self.folder.path()).args(&words[1..]).output().unwrap()
    }

    /// What the worker reads from the output and the file of a match.
    fn tally(&self, order: &Order) -> (Tally, Vec<String>) {
        let output = self.runs(order);
        assert!(output.status.success(), "{output:?}");
        let tally = Tally::read(&output.stdout);
        let file = fs::read_to_string(self.folder.path().join(Order::PGN)).unwrap();
        (tally, games(&file).into_iter().map(|game| game.termination).collect())
    }
}

#[test]
fn the_runner_says_a_version() {
    let client = Client::new(["combo", "combo"]);
    let runner = client.folder.path().join("fastchess-ob");
    let output = Command::new(runner).arg("--version").output().unwrap();
    assert_eq!(text(&output.stdout), format!("tak-fastchess {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn twenty_games_are_read_as_they_were_played() {
    let client = Client::new(["good", "good"]);
    let order = Order { rounds: 10, concurrency: 2, ..Order::default() };
    let (tally, terminations) = client.tally(&order);
    // Both play the same moves: each wins one game of a pair.
    assert_eq!(tally.pentanomial, [0, 0, 10, 0, 0], "{tally:?}");
    assert_eq!(tally.trinomial.iter().sum::<u64>(), 20);
    assert_eq!(tally.trinomial[0], tally.trinomial[2]);
    assert_eq!((tally.crashes, tally.time_losses, tally.illegals), (0, 0, 0));
    assert_eq!(terminations, ["normal"; 20]);
}

#[test]
fn what_an_engine_does_wrong_is_read_as_that() {
    let loses = |way, base_time| {
        let order = Order { rounds: 1, concurrency: 2, base_time, ..Order::default() };
        let (tally, ends) = Client::new(["good", way]).tally(&order);
        assert_eq!(tally.pentanomial, [0, 0, 0, 0, 1], "{way}: {tally:?}");
        (tally, ends)
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            let (tally, ends) = loses("illegal", Order::default().base_time);
            assert_eq!(tally.illegals, 2, "{tally:?}");
            assert!(ends.iter().all(|end| end.contains("illegal")), "{ends:?}");
            let (tally, ends) = loses("crash", Order::default().base_time);
            assert_eq!(tally.crashes, 2, "{tally:?}");
            assert_eq!(ends, ["abandoned"; 2]);
        });
        for base_time in ["tc=0.30+0.00 timemargin=250", "st=0.30 timemargin=250"] {
            scope.spawn(move || {
                let (tally, ends) = loses("slow", base_time);
                assert_eq!(tally.time_losses, 2, "{tally:?}");
                assert_eq!(ends, ["time forfeit"; 2]);
            });
        }
    });
}

#[test]
fn each_opening_is_played_twice_and_no_other_runner_of_the_workload_plays_it() {
    let client = Client::new(["good", "good"]);
    let starts = |start| {
        let order = Order { rounds: 5, start, ..Order::default() };
        client.tally(&order);
        let file = client.folder.path().join(Order::PGN);
        let found = games(&fs::read_to_string(&file).unwrap());
        fs::remove_file(file).unwrap();
        let mut found: Vec<_> = found.into_iter().map(|game| (game.start, game.white)).collect();
        found.sort();
        found
    };
    let (one, two) = (starts(1), starts(6));
    assert_eq!((one.len(), two.len()), (10, 10));
    for found in [&one, &two] {
        for pair in found.chunks(2) {
            assert_eq!(pair[0].0, pair[1].0);
            assert_eq!([&pair[0].1, &pair[1].1], ["tak-engine-base", "tak-engine-dev"]);
        }
    }
    assert!(one.iter().all(|(start, _)| two.iter().all(|(other, _)| start != other)));
    // The same seed shuffles alike on every machine; after the end comes the start.
    assert_eq!(starts(21), one);
}

#[test]
fn the_games_are_ptn_too() {
    let client = Client::new(["good", "illegal"]);
    client.tally(&Order { rounds: 2, ..Order::default() });
    let pgn = client.folder.path().join(Order::PGN);
    let games = AnyGame::read_all(&fs::read_to_string(pgn).unwrap()).unwrap();
    let count = |name, value| games.iter().filter(|game| game.tag(name) == Some(value)).count();
    assert_eq!((count("Komi", "2"), count("Player1", "tak-engine-dev")), (4, 2));
}

#[test]
fn an_order_that_cannot_be_carried_out_is_told_and_leaves_no_games() {
    let client = Client::new(["good", "good"]);
    for (order, told) in [
        (
            Order { options: "NoSuchOption=1", ..Order::default() },
            "it has no option 'NoSuchOption'",
        ),
        (Order { variant: "fischerandom", ..Order::default() }, "expected standard"),
        (Order { dev_time: "tc=0.00+0.00", ..Order::default() }, "tc: found '0.00+0.00'"),
    ] {
        let line = failure(2, &client.runs(&order));
        assert!(line.contains(told), "{line}");
        assert!(!client.folder.path().join(Order::PGN).exists());
    }
    let engines = ["-engine", "cmd=a", "tc=1", "-engine", "cmd=b", "tc=1"];
    for (words, told) in [
        (&["-rounds", "1"][..], "-engine: found 0, expected two"),
        (&["rounds", "1"], "found 'rounds', expected one of -engine"),
        (&["-sprt", "elo0=0"], "found '-sprt', expected one of -engine"),
        (&["-rounds", "0"], "-rounds: found '0', expected a number from 1"),
        (&["-games", "3"], "-games: found '3', expected a number from 1 to 2"),
        (&["-concurrency"], "-concurrency: found '', expected one number"),
        (&["-engine", "cmd=a"], "expected what it may use too"),
        (&["-engine", "tc=1"], "expected its program too"),
        (&["-engine", "cmd=a", "tc=1", "proto=xboard"], "expected proto=tei"),
        (&["-engine", "cmd=a", "tc=1", "restart=on"], "expected cmd, dir"),
        (&["-resign", "movecount=0", "score=400"], "expected movecount=NUMBER, from 1 on"),
        (
            &["-resign", "movecount=3", "score=-9223372036854775808"],
            "expected score=NUMBER, from 1",
        ),
        (&["-draw", "movenumber=1", "movecount=0", "score=5"], "expected movecount=NUMBER, from 1"),
        (&["-resign", "movecount=3"], "expected score=NUMBER"),
        (&["-draw", "movecount=3", "score=5"], "expected movenumber=NUMBER"),
        (&["-openings", "file=a", "start=0"], "expected a number from 1"),
        (&["-openings", "file=a", "order=best"], "expected file=FILE"),
        (&["-pgnout", "nodes=true"], "expected file=FILE"),
        (&engines, "expected a book"),
        (
            &[&engines[..], &["option.HalfKomi=4", "-openings", "file=no-such-file"]].concat(),
            "expected the same for both engines",
        ),
        (&[&engines[..], &["-openings", "file=no-such-file"]].concat(), "no-such-file"),
    ] {
        let line = FASTCHESS.error(2, words);
        assert!(line.contains(told), "{words:?}: {line}");
    }
}

#[test]
fn a_book_is_for_one_size() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.tps");
    let file = format!("file={}", book.display());
    let line = ["-engine", "cmd=a", "tc=1", "-engine", "cmd=b", "tc=1", "-openings"];
    for (text, told) in [
        ("", "no openings in it"),
        (
            "x4/x4/x4/1,x2,2 1 2\nx5/x5/x5/x5/1,x3,2 1 2\n",
            "openings for 4×4, swap, komi 0 and for 5×5",
        ),
        ("x4/x4/x4/1,x2,2 1 two\n", "book.tps, line 1: TPS, move number"),
    ] {
        fs::write(&book, text).unwrap();
        let line = FASTCHESS.error(2, &[&line[..], &[&file]].concat());
        assert!(line.contains(told), "{line}");
    }
}

/// The checksum of a book is in its settings, and a worker finds the book in the zip beside it.
#[test]
fn the_books_are_those_of_their_settings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("openbench");
    let engine = read_json(&folder.join("Engines/tak-engine.json"));
    for size in [5, 6] {
        let name = format!("tak-{size}x{size}-komi-2.epd");
        let book = folder.join("Books").join(&name);
        let settings = read_json(&folder.join(format!("Books/{name}.json")));
        let source = settings["source"].as_str().unwrap();
        assert!(
            source.ends_with(&format!("/main/tak-match/openbench/Books/{name}.zip")),
            "{source}"
        );
        let sum = Command::new("sha256sum").arg(&book).output().unwrap();
        assert!(text(&sum.stdout).starts_with(settings["sha"].as_str().unwrap()), "{name}");
        let zip = book.with_extension("epd.zip");
        let zipped = Command::new("unzip").arg("-p").arg(zip).output().unwrap();
        assert!(zipped.stdout == fs::read(&book).unwrap(), "{name}");
        let presets = engine["test_presets"].as_object().unwrap().values();
        assert!(presets.into_iter().any(|preset| preset["book_name"] == name.as_str()), "{name}");
    }
    let manifest = fs::read_to_string(folder.join("../../Cargo.toml")).unwrap();
    let compiler = engine["build"]["compilers"][0].as_str().unwrap();
    let version = compiler.strip_prefix("cargo>=").unwrap().strip_suffix(".0").unwrap();
    assert!(manifest.contains(&format!("rust-version = \"{version}\"")), "{compiler}");
    let source = engine["source"].as_str().unwrap();
    assert!(manifest.contains(&format!("repository = \"{source}\"")), "{source}");
}

fn read_json(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}
