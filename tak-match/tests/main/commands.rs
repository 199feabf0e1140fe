//! What every command has: completions, a manual page, a quiet end.

use crate::MATCH;

#[test]
fn there_are_completions_and_manual_pages() {
    assert!(MATCH.stdout(&["completions", "bash"]).contains("--random-plies"));
    let folder = MATCH.folder("man");
    folder.stdout("-o .");
    assert!(folder.names().contains(&"tak-match-play.1".to_owned()));
}

/// 128 and the number of SIGPIPE.
#[test]
fn nobody_need_read_the_table() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = MATCH.command(&["play", "--size", "3", "--games", "2", "--nodes", "10"]);
    let output = command.stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(141), Vec::new()));
}
