//! What is left when a long command is interrupted: nothing, or what was done.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::PROGRAM;

#[test]
fn an_interrupted_command_leaves_no_file() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(PROGRAM)
            .args(["book", "random", "--size", "6", "--plies", "12"])
            .args(["--count", "1000000000", "-o"])
            .arg(folder.path().join("openings.txt"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let files = || folder.path().read_dir().unwrap().count();
        while files() == 0 {
            sleep(Duration::from_millis(5));
        }
        // The file is there before it is watched.
        sleep(Duration::from_millis(100));
        let pid = child.id().to_string();
        let kill = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(files(), 0, "{signal}");
    }
}

/// Games take hours: those that are played are kept.
#[test]
fn interrupted_games_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tsv");
    let mut child = Command::new(PROGRAM)
        .args(["datagen", "--size", "3", "--nodes", "5", "--random-plies", "2"])
        .args(["--games", "1000000000", "-o"])
        .arg(&path)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let written = || -> u64 {
        let files = folder.path().read_dir().unwrap();
        files.map(|file| file.unwrap().metadata().map_or(0, |known| known.len())).sum()
    };
    while written() == 0 {
        sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(told.contains("games are written"), "{told}");
    let lines = fs::read_to_string(&path).unwrap();
    assert!(lines.lines().count() > 100 && lines.ends_with('\n'));
    assert!(lines.lines().all(|line| line.split('\t').count() == 4));
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}
