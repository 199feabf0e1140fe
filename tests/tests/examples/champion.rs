//! `tak-train champion`: the programs that make a network, together.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::Value;
use tak_tests::programs::folder;

/// Two generations, small enough for a test.
fn champion(place: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(folder().join("tak-train"));
    command.args(["champion", "--size", "3", "--nodes", "10", "--width", "64", "--epochs", "1"]);
    command.args(["--match-games", "4", "--match-nodes", "20", "--match-tc", "0.2+0.01"]);
    command.args(["--generations", "2", "--folder", "run"]).args(more).current_dir(place);
    command
}

fn success(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn machines_that_share_a_folder_make_the_same_networks() {
    let place = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let output =
            champion(place.path(), &[&["--games", "100"], more].concat()).output().unwrap();
        (success(&output), String::from_utf8(output.stderr).unwrap())
    };
    let parts = ["1/2", "2/2"].map(|part| ["--part", part]);
    let told = thread::scope(|scope| {
        let machines = parts.each_ref().map(|part| scope.spawn(|| run(part)));
        machines.map(|machine| machine.join().unwrap())
    });
    let [(page, first), (other, second)] = told;
    assert_eq!(page, other);
    assert_eq!([&first, &second].map(|told| told.matches("$ tak-train datagen").count()), [2, 2]);
    assert_eq!([&first, &second].map(|told| told.matches("$ tak-match play").count()), [4, 0]);
    assert_eq!(page.lines().count(), 4, "{page}");
    let file = |name: &str| fs::read(place.path().join("run").join(name));
    let log: Value = serde_json::from_slice(&file("log.json").unwrap()).unwrap();
    let accepted = log.as_array().unwrap().iter().rfind(|row| row["is_accepted"] == true);
    let best = accepted.map(|row| file(&format!("{}/network.net", row["number"])).unwrap());
    assert_eq!(file("champion.net").ok(), best);
    // Nothing is done twice, and another run does not begin in the same folder.
    assert_eq!(run(&parts[0]), (page, String::new()));
    let output = champion(place.path(), &["--games", "101", "--part", "1/2"]).output().unwrap();
    let line = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(line.contains("settings.json: found --games 100, not 101"), "{line}");
}

#[test]
fn a_champion_goes_on_where_it_was_interrupted() {
    let place = tempfile::tempdir().unwrap();
    let more = ["--games", "600"];
    // As Ctrl-C in a terminal does, to the programs that it has started too.
    let mut child = champion(place.path(), &more);
    let mut child = child.process_group(0).stderr(Stdio::null()).spawn().unwrap();
    let games = place.path().join("run/1/1.games");
    let begun = Instant::now();
    while fs::metadata(&games).map_or(0, |file| file.len()) < 1000 {
        assert!(begun.elapsed() < Duration::from_mins(1), "no games");
        thread::sleep(Duration::from_millis(5));
    }
    let _ = Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let kept = fs::metadata(&games).unwrap().len();
    assert!(!place.path().join("run/log.json").exists());
    let page = success(&champion(place.path(), &more).output().unwrap());
    assert!(page.lines().count() == 4 && fs::metadata(&games).unwrap().len() > kept, "{page}");
}
