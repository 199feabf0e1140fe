//! TEI over pipes where the system has nothing to give.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const ENGINE: &str = env!("CARGO_BIN_EXE_tak-engine");

fn converse(command: &mut Command, lines: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    child.wait_with_output().unwrap()
}

/// Every thread asks for more memory than there is.
#[test]
fn without_threads_there_is_an_answer() {
    let mut command = Command::new(ENGINE);
    command.env("RUST_MIN_STACK", (1_u64 << 60).to_string());
    let lines = "setoption name Threads value 8\ngo depth 3\ngo infinite\nstop\nisready\n";
    let output = converse(command.stdout(Stdio::piped()), lines);
    let text = String::from_utf8(output.stdout).unwrap();
    let answers = text.lines().filter(|line| line.starts_with("bestmove "));
    assert_eq!(answers.count(), 2, "{text}");
    assert_eq!(text.lines().last(), Some("readyok"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_do_not_fit_the_disk_are_told() {
    for end in ["", "quit\n"] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let output = converse(Command::new(ENGINE).stdout(full), &format!("isready\n{end}"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.starts_with("error: cannot write the output: No space"), "{errors}");
    }
}

#[test]
fn a_reader_who_leaves_ends_it_without_a_word() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = converse(Command::new(ENGINE).stdout(writer), "isready\nquit\n");
    assert_eq!(output.status.code(), Some(141));
    assert!(output.stderr.is_empty(), "{output:?}");
}
