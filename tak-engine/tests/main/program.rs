//! What every command has in common.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tak-engine"));
    command.args(arguments).output().unwrap()
}

#[test]
fn a_typo_gets_a_hint_on_the_one_line() {
    for (arguments, hint) in [
        (&["analyse"][..], "(did you mean 'analyze'?); try 'tak-engine --help'\n"),
        (&["play", "--levle", "3"], "(did you mean '--level'?); try 'tak-engine play --help'\n"),
        (&["play", "--side", "wite"], "(did you mean 'white'?); try 'tak-engine play --help'\n"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let line = String::from_utf8(output.stderr).unwrap();
        assert!(line.starts_with("error: ") && line.ends_with(hint), "{line}");
        assert_eq!(line.lines().count(), 1, "{line}");
    }
}

#[test]
fn there_are_completions_and_manual_pages() {
    let script = run(&["completions", "bash"]);
    let script = String::from_utf8(script.stdout).unwrap();
    for word in ["analyze", "--movetime", "play", "--side"] {
        assert!(script.contains(word), "{word}");
    }
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["man", "-o", folder.path().to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    for page in ["tak-engine.1", "tak-engine-analyze.1", "tak-engine-play.1"] {
        assert!(folder.path().join(page).is_file(), "{page}");
    }
}
