//! `tak-match play`: engines that misbehave, interrupted matches, results.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::Duration;

use serde_json::Value;
use tak_encoding::Link;

use crate::{MATCH, fake};

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The words for an engine that misbehaves.
fn fake(way: &str, effort: &str) -> String {
    let command = fake::command(way);
    let (program, arguments) = command.split_once(' ').unwrap();
    format!("cmd={program} name=fake arg={arguments} {effort}")
}

/// A short match of our engine against another, as JSON.
fn duel(other: &str, arguments: &str) -> (Value, String) {
    let line = format!("play --size 4 --json {arguments} --engine nodes=30 --engine");
    let output = MATCH.run(&[&words(&line)[..], &[other]].concat());
    assert!(output.status.success(), "{other}: {output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), told)
}

#[test]
fn who_misbehaves_loses_and_the_match_goes_on() {
    let ways = [
        ("crash", "nodes=9", Some("crash"), "exit status: 3: out of ideas"),
        ("illegal", "nodes=9", Some("illegal move"), "z9"),
        ("mute", "nodes=9", Some("illegal move"), "bestmove without a move"),
        ("hang", "nodes=9", Some("hang"), "no answer within 3 s"),
        ("endless", "movetime=400", Some("time"), "no answer within 0.45 s"),
        ("slow", "movetime=400", Some("time"), "no answer within 0.45 s"),
        ("slow", "tc=0.4+0.4", Some("time"), "no answer within"),
        ("deaf", "tc=0.3+0.1", Some("time without a word"), "not a word within"),
        ("deaf", "nodes=9", Some("hang"), "not a word within 3 s since it was asked"),
        // It hears nothing for a while after its move.
        ("hasty", "tc=0.3+0.1 delay=120", None, ""),
        ("hasty", "tc=0.3+0.1", Some("time without a word"), "not a word within"),
        ("second_dialect", "nodes=9", None, ""),
        ("combo", "nodes=9", None, ""),
    ];
    // Most of the time is waited for.
    thread::scope(|scope| {
        for ways in ways.chunks(4) {
            scope.spawn(|| ways.iter().for_each(misbehaves));
        }
    });
}

/// A match against an engine that plays in such a way: what it does wrong, and what is told of it.
fn misbehaves(&(way, words, fault, told): &(&str, &str, Option<&str>, &str)) {
    // The engine does not know the opening, but the games begin after it.
    let opening = if way == "combo" { "double-black-stack" } else { "swap" };
    let arguments = "--games 4 --komi 2 --timeout 3 --threads 2 --random-plies 3 --opening";
    let (result, lines) = duel(&fake(way, words), &format!("{arguments} {opening}"));
    let row = &result["results"][0];
    assert_eq!(row["games"], 4, "{way}: {result}");
    let faults = result["faults"].as_array().unwrap();
    assert_eq!(faults.is_empty(), fault.is_none(), "{way}: {result}");
    for found in faults {
        assert_eq!((&found["engine"], &found["fault"]), (&"fake".into(), &fault.into()), "{way}");
        // It was restarted each time.
        assert_eq!((&found["games"], &row["wins"]), (&4.into(), &4.into()), "{way}: {result}");
        assert!(lines.contains(told), "{way}: {lines}");
    }
}

/// The lines of a state, in any order.
fn games(state: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(state).unwrap_or_default();
    text.lines().skip(1).map(str::to_owned).collect()
}

fn start(folder: &Path, line: &str) -> Child {
    let mut command = MATCH.command(&words(line));
    command.current_dir(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_match_goes_on_where_it_was() {
    break_and_go_on(24, 100);
}

#[test]
#[ignore = "second tier: half a minute"]
fn a_longer_match_goes_on_where_it_was() {
    break_and_go_on(60, 300);
}

#[test]
fn a_match_that_is_not_kept_says_its_score_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let line = "play --size 3 --games 9999 --nodes 50 -o games.ptn --engine depth=2";
    let child = start(folder.path(), line);
    let ptn = || fs::read_to_string(folder.path().join("games.ptn")).unwrap_or_default();
    while ptn().matches("[Event").count() < 3 {
        sleep(Duration::from_millis(2));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains(" of 9999 games were played: White +"), "{told}");
}

fn break_and_go_on(count: usize, nodes: u32) {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let rest = format!(
        "play --size 4 --games {count} --nodes {nodes} --engine depth=4 --engine nodes={nodes} --seed 7"
    );
    let whole = format!("{rest} --state whole -o whole.ptn");
    let table = start(folder.path(), &whole).wait_with_output().unwrap();
    assert!(table.status.success(), "{table:?}");
    let broken = format!("{rest} --threads 2 --state broken -o broken.ptn");
    for (signal, code) in [("-INT", Some(130)), ("-KILL", None), ("-TERM", Some(130))] {
        let before = games(&place("broken")).len();
        let child = start(folder.path(), &broken);
        while games(&place("broken")).len() < before + 5 {
            sleep(Duration::from_millis(2));
        }
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), code, "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            told.contains(&format!("{count} games are kept in broken")),
            code.is_some(),
            "{told}"
        );
        assert_eq!(told.contains(": +"), code.is_some(), "the score so far: {told}");
        // A line that was cut off counts for nothing.
        let mut state = OpenOptions::new().append(true).open(place("broken")).unwrap();
        write!(state, "{{\"game\":{},\"moves\":\"a1", count - 1).unwrap();
    }
    let again = start(folder.path(), &broken).wait_with_output().unwrap();
    assert_eq!(again.stdout, table.stdout);
    // At fixed nodes and depth the games are the same.
    assert_eq!(games(&place("broken")), games(&place("whole")));
    let ptn = |name| fs::read_to_string(place(name)).unwrap();
    let sorted = |text: String| text.split("[Event").map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(ptn("broken.ptn").len(), ptn("whole.ptn").len());
    assert_eq!(sorted(ptn("broken.ptn")), sorted(ptn("whole.ptn")));
    // A finished match is reported again, and nothing is played.
    let over = start(folder.path(), &whole).wait_with_output().unwrap();
    assert_eq!(over.stdout, table.stdout);
    assert_eq!(games(&place("whole")).len(), count);
    fs::write(place("notes"), "mine\nwithout an end").unwrap();
    for (line, told) in [
        (whole.replace("--seed 7", "--seed 8"), "begun with --seed 7, now --seed 8"),
        (whole.replace("depth=4", "depth=5"), "begun with --engine"),
        (whole.replace("--state whole ", ""), "whole.ptn: it is not empty"),
        (whole.replace("--state whole ", "--state notes "), "not written by --state"),
    ] {
        let output = start(folder.path(), &line).wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let line = String::from_utf8(output.stderr).unwrap();
        assert!(line.contains(told), "{line}");
    }
    assert_eq!(ptn("notes"), "mine\nwithout an end");
}

#[test]
fn games_are_not_written_over_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let line = "play --size 3 --games 2 --nodes 9 --state";
    let kept = start(folder.path(), &format!("{line} kept")).wait_with_output().unwrap();
    assert!(kept.status.success(), "{kept:?}");
    fs::write(folder.path().join("notes"), "mine").unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name));
    let before = read("kept").unwrap();
    for (files, code, told) in [
        ("kept -o kept", 2, "kept: it is named for two outputs"),
        ("new -o ./new", 2, "new: it is named for two outputs"),
        ("new -o notes", 2, "notes: it is not empty; expected a new name"),
        ("kept -o notes", 2, "notes: it does not hold the games of a match"),
        ("new -o sub/../new", 2, "new: it is named for two outputs"),
        ("new -o -", 2, "-o -: expected the name of a file"),
        ("new -o .", 1, "cannot write .: is a directory"),
    ] {
        let output = start(folder.path(), &format!("{line} {files}")).wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{files}: {output:?}");
        let line = String::from_utf8(output.stderr).unwrap();
        assert!(line.contains(told), "{files}: {line}");
        assert_eq!(
            (read("kept").unwrap(), read("notes").unwrap()),
            (before.clone(), "mine".into())
        );
        assert!(read("new").is_err(), "{files}");
    }
}

#[test]
fn a_game_that_cannot_be_is_refused_by_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let line = "play --size 3 --games 2 --nodes 20 --engine name=a --engine name=b --state kept";
    let whole = start(folder.path(), line).wait_with_output().unwrap();
    assert!(whole.status.success(), "{whole:?}");
    let path = folder.path().join("kept");
    let kept = fs::read_to_string(&path).unwrap();
    let game: Value = serde_json::from_str(kept.lines().nth(1).unwrap()).unwrap();
    let won = if game["result"].as_str().unwrap().ends_with("-0") { "0-R" } else { "R-0" };
    for (key, value) in [
        ("result", "maybe".into()),
        ("result", "*".into()),
        ("result", won.into()),
        ("moves", "a1 a1".into()),
        ("tps", "x4/x4 1 1".into()),
        ("plies", 99.into()),
    ] {
        let mut spoiled = game.clone();
        spoiled[key] = value;
        let lines = kept.replace(kept.lines().nth(1).unwrap(), &spoiled.to_string());
        fs::write(&path, &lines).unwrap();
        let output = start(folder.path(), line).wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{spoiled}: {told}");
        assert!(told.contains("kept, line 2: expected a game"), "{spoiled}: {told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), lines, "{spoiled}");
    }
}

#[test]
fn a_game_that_both_call_lost_ends_there_if_asked() {
    let folder = tempfile::tempdir().unwrap();
    let line = "play --size 4 --games 4 --nodes 60 --engine name=a --engine name=b -o";
    for adjudicate in [None, Some("1,1"), Some("0,5")] {
        let path = folder.path().join(adjudicate.unwrap_or("all"));
        let mut call = [&words(line)[..], &[path.to_str().unwrap()]].concat();
        call.extend(adjudicate.into_iter().flat_map(|by| ["--adjudicate", by]));
        if adjudicate == Some("0,5") {
            assert!(MATCH.error(2, &call).contains("expected moves and a score: 4,500"));
            continue;
        }
        assert!(MATCH.run(&call).status.success());
        let games = fs::read_to_string(&path).unwrap();
        let ended = games.matches("[Termination \"adjudicated: both engines agreed\"]").count();
        assert_eq!(ended > 0, adjudicate.is_some(), "{games}");
    }
}

#[test]
fn each_opening_is_played_with_both_colors() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (book, ptn) = (place("book.txt"), place("games.ptn"));
    fs::write(&book, "# two\n1. a1 e5 2. c3\n\nx5/x5/x2,1,x2/x5/2,x3,1 2 2\n").unwrap();
    let line = "play --size 5 --games 4 --depth 1 --engine name=A --engine name=B --book";
    MATCH.stdout(&[&words(line)[..], &[&book, "-o", &ptn]].concat());
    let text = fs::read_to_string(&ptn).unwrap();
    let games: Vec<_> = text.split("[Event").skip(1).collect();
    let has = |game: usize, all: &[&str]| all.iter().all(|part| games[game].contains(part));
    assert_eq!(games.len(), 4);
    assert!(has(0, &["Player1 \"A\"", "Round \"1.1\"", "1. a1 e5\n2. c3 "]), "{text}");
    assert!(has(1, &["Player1 \"B\"", "Round \"1.2\"", "1. a1 e5\n2. c3 "]), "{text}");
    assert!(has(2, &["Player1 \"A\"", "[TPS \"x5/x5/x2,1,x2", "2. -- "]), "{text}");
    assert!(has(3, &["Player1 \"B\"", "[TPS \"x5/x5/x2,1,x2", "2. -- "]), "{text}");
}

#[test]
fn a_book_may_be_ptn() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (book, ptn) = (place("book.ptn"), place("games.ptn"));
    // The komi and the result of such a game do not belong to the match.
    let games = "[Size \"5\"]\n[Komi \"3\"]\n1. a1 e5 {corners} 2. c3 (2. d4) 1-0\n\n\
                 [Size \"5\"]\n[Opening \"double black stack\"]\n1. 2a1 e1 2. e5\n\n\
                 [TPS \"x5/x5/x2,1,x2/x5/2,x3,1 2 2\"]\n2. -- c4\n";
    fs::write(&book, games).unwrap();
    let line = "play --size 5 --games 2 --depth 1 --opening swap,dbs --book";
    let arguments = [&words(line)[..], &[&book, "-o", &ptn]].concat();
    MATCH.stdout(&arguments);
    let text = fs::read_to_string(&ptn).unwrap();
    let begins = |part: &str| text.matches(part).count();
    assert_eq!(begins("\n1. a1 e5\n2. c3 "), 1, "{text}");
    assert_eq!(begins("1. 2a1 e1\n2. e5 "), 1, "{text}");
    // A position after the opening fits either.
    assert_eq!(begins("[TPS \"x5/x5/x2,1,x2/x5/2,x3,1 2 2\"]\n"), 2, "{text}");
    assert_eq!(begins("\n2. -- c4\n"), 2, "{text}");
    assert_eq!(begins("[Komi \"0\"]"), 4, "{text}");

    let address = Link::new("[Size \"5\"] 1. a1 e5 2. c3".to_owned(), None).to_string();
    MATCH.stdout(
        &[&words("play --size 5 --games 1 --depth 1 --book")[..], &[address.as_str()]].concat(),
    );
    for (text, told) in [
        ("[Size \"6\"]\n1. a1 f6\n", "line 1: expected a position on 5×5, found one on 6×6"),
        ("[Size \"5\"]\n1. a1 e5\n\n[Size \"5\"]\n1. a1 z9\n", "line 5, column 7: "),
        ("[Opening \"no-swap\"]\n[Size \"5\"]\n", "of the opening swap, found no-swap"),
        ("[TPS \"2,2,2,2,2/x5/x5/x5/1,1,1,1,x 1 5\"]\n", "the game is over here"),
    ] {
        fs::write(&book, text).unwrap();
        let line = MATCH.error(2, &["play", "--size", "5", "--depth", "1", "--book", &book]);
        assert!(line.contains(told), "{line}");
    }
}

#[test]
fn a_match_ends_when_its_test_is_decided() {
    let line = "play --size 4 --games 5000 --sprt 0,200 --json";
    let engines = ["--engine", "nodes=1000", "--engine", "depth=1"];
    let result = MATCH.stdout(&[&words(line)[..], &engines].concat());
    let result: Value = serde_json::from_str(&result).unwrap();
    assert_eq!(result["sprt"]["accepted"], true, "{result}");
    assert!(result["results"][0]["games"].as_u64().unwrap() < 500, "{result}");
    let line = "play --size 4 --games 5000 --sprt 0,200";
    let table = MATCH
        .stdout(&[&words(line)[..], &["--engine", "depth=1", "--engine", "nodes=1000"]].concat());
    assert!(table.contains("of 5000 games: Elo 0 accepted, 200 rejected (LLR -"), "{table}");
}

/// The same position gets the same answer: threads play the games that one alone plays.
#[test]
fn levels_need_no_limits() {
    let folder = MATCH.folder("play --size 4 --games 6 --json");
    let play = |more: &str| {
        let line = format!("{more} --engine 'name=low option.Level=1' --engine option.level=4");
        let result: Value = serde_json::from_str(&folder.stdout(&line)).unwrap();
        result["results"].clone()
    };
    let result = play("--state one");
    assert!(result[0]["wins"].as_u64() < result[0]["losses"].as_u64(), "{result}");
    assert_eq!(play("--threads 3 --state two"), result);
    assert_eq!(games(&folder.path().join("one")), games(&folder.path().join("two")));
}

#[test]
fn what_cannot_be_played_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    fs::write(&book, "a1 e5\na1 e5 e5\n").unwrap();
    let (short, other) = (folder.path().join("short.txt"), folder.path().join("other.txt"));
    fs::write(&short, "2a1 d4 b2\n2b1\n").unwrap();
    fs::write(&other, "x4/x4/x4/22,x3 2 1\n").unwrap();
    let (short, other) = (short.to_str().unwrap(), other.to_str().unwrap());
    let leaves_a_ply =
        format!("--size 4 --nodes 9 --opening double-black-stack --book {short} --engine");
    let second = fake("second_dialect", "");
    let combo = fake("combo", "");
    let option = fake("combo", "option.Contempt=3");
    for (line, last, told) in [
        ("--size 5 --engine", "depth=0", "depth: found '0', expected a number from 1"),
        ("--size 5 --engine", "cmd=x", "x: expected what it may use for a move: --nodes 4000"),
        ("--size 5 --nodes 9 --engine", "cmd=/none/such", "such: cannot start /none/such: "),
        ("--size 5 --nodes 9 --engine", "option.Ponder=1", "option Ponder: the engine inside"),
        ("--size 5 --nodes 9 --engine", "option.EvalFile=Cargo.toml", "expected a network that"),
        ("--size 5 --engine", "option.Level=17", "option Level: found `17`, expected a level"),
        ("--size 4 --nodes 9 --komi 1 --engine", &combo, "fake: it does not play with a komi of 1"),
        (
            "--size 4 --nodes 9 --opening no-swap --random-plies 1 --engine",
            &combo,
            "fake: it has no option for the opening no-swap; expected a book or random plies",
        ),
        (
            "--size 4 --nodes 9 --komi 1 --engine",
            &second,
            "fake: it does not play with a komi of 1",
        ),
        (
            "--size 4 --nodes 9 --komi 2 --opening no-swap --random-plies 1 --engine",
            &second,
            "fake: it has no option for the opening no-swap",
        ),
        (&leaves_a_ply, &combo, "fake: it has no option for the opening double black stack"),
        (
            "--size 4 --nodes 9 --book",
            other,
            "line 1: expected a position of the opening swap, found double black stack",
        ),
        ("--size 4 --nodes 9 --komi -1,1,-1.0 --engine", "depth=1", "--komi: found -1 twice"),
        ("--size 4 --nodes 9 --komi", "--json", "invalid value '--json' for '--komi"),
        ("--size 4 --nodes 9 --komi 2,1,2.0 --engine", "depth=1", "--komi: found 2 twice"),
        ("--size 4 --nodes 9 --opening swap,swap --engine", "depth=1", "found swap twice"),
        ("--size 4 --nodes 9 --opening dwarf --engine", "depth=1", "opening"),
        (
            "--size 4 --nodes 9 --engine",
            &option,
            "fake: it has no option 'Contempt'; it has: HalfKomi",
        ),
        ("--size 5 --nodes 9 --engine", "a=1", "found 'a=1', expected words like cmd=PATH"),
        ("--size 5 --nodes 9 --engine name=a --engine name=b --engine", "name=c", "at most twice"),
        (
            "--size 5 --nodes 9 --games 3 --engine name=a --engine",
            "name=b",
            "expected an even number",
        ),
        ("--size 5 --nodes 9 --sprt", "5,0", "expected two Elo, the lower first"),
        ("--size 5 --nodes 9 --sprt", "0,5", "expected two engines"),
        ("--size 5 --nodes 9 --book", book.to_str().unwrap(), "line 2: number 3: move `e5`"),
    ] {
        let line = format!("play {line}");
        let line = MATCH.error(2, &[&words(&line)[..], &[last]].concat());
        assert!(line.contains(told), "{line}");
    }
}
