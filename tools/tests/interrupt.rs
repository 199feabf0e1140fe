//! What is left when a long command is interrupted: nothing.

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
