//! TEI over pipes where the system runs out of something.

use std::process::Stdio;

use crate::program::{engine, success, text, type_into};

/// Every thread asks for more memory than there is.
#[test]
fn without_threads_there_is_an_answer() {
    let mut command = engine(&["stdio"]);
    command.env("RUST_MIN_STACK", (1_u64 << 60).to_string());
    let lines = "setoption name Threads value 8\ngo depth 3\ngo infinite\nstop\nisready\n";
    let text = success(&type_into(command.stdout(Stdio::piped()), lines));
    let answers = text.lines().filter(|line| line.starts_with("bestmove "));
    assert_eq!(answers.count(), 2, "{text}");
    assert_eq!(text.lines().last(), Some("readyok"));
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_do_not_fit_on_the_disk_are_reported() {
    for end in ["", "quit\n"] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let output = type_into(engine(&[]).stdout(full), format!("isready\n{end}"));
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.starts_with("error: cannot write the output: No space"), "{errors}");
    }
}

#[test]
fn when_its_reader_leaves_it_ends_without_a_word() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = type_into(engine(&[]).stdout(writer), "isready\nquit\n");
    assert_eq!(output.status.code(), Some(141));
    assert!(output.stderr.is_empty(), "{output:?}");
}
