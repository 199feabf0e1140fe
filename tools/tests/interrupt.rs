//! What is left when a long command is interrupted: nothing, or what was done.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::Folder;

#[test]
fn an_interrupted_command_leaves_no_file() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = Folder::new("book");
        let mut child = folder
            .command("random --size 6 --plies 12 --count 1000000000 -o openings.txt")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while folder.names().is_empty() {
            sleep(Duration::from_millis(5));
        }
        // The file exists a moment before signals are caught.
        sleep(Duration::from_millis(100));
        let pid = child.id().to_string();
        let kill = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert!(folder.names().is_empty(), "{signal}");
    }
}

/// Games take hours: those that are played are kept.
#[test]
fn interrupted_games_are_kept() {
    let folder = Folder::new("datagen");
    let mut child = folder
        .command("--size 3 --nodes 5 --random-plies 2 --games 1000000000 -o three.games")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let written = || folder.path().join("three.games").metadata().map_or(0, |known| known.len());
    while written() < 10_000 {
        sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(told.contains("games are kept; the same command continues"), "{told}");
    assert_eq!(folder.names(), ["three.games"]);
}
