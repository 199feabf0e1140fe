//! What is left when a long command is interrupted: nothing, or what was done.

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

#[test]
fn a_search_as_long_as_the_day_did_not_hear_the_interrupt() {
    let folder = Folder::with("", &[("game.ptn", "[Size \"6\"]\n1. a1 f6\n")]);
    folder.stdout("book build game.ptn -o game.book");
    let mut score = folder.command("book score game.book --nodes 1000000000000");
    let child = score.stderr(Stdio::piped()).spawn().unwrap();
    sleep(Duration::from_millis(500));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("interrupted: kept 0 of "), "{told}");
}
