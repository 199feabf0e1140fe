//! The engine where the system gives it little memory: fewer threads and a smaller
//! table, never an abort.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use tak_tests::programs::engine;

const BEFORE: &str = "\
setoption name Hash value 64
setoption name Threads value 64
teinewgame 6
";

#[test]
fn sixty_four_threads_in_little_memory() {
    for mebibytes in [40, 41, 42, 44, 48, 52, 56, 64, 80, 96, 128, 160, 192, 256, 384, 512] {
        let limited = format!("ulimit -v {} && exec \"$0\"", mebibytes * 1024);
        let mut child = Command::new("sh")
            .args(["-c", &limited])
            .arg(engine())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut heard = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        input.write_all(BEFORE.as_bytes()).unwrap();
        for moves in ["a1 f6", "a1 f6 c3"] {
            writeln!(input, "position startpos moves {moves}\ngo nodes 3000").unwrap();
            let answered = heard.any(|line| line.starts_with("bestmove "));
            assert!(answered, "{mebibytes} MiB: ended without an answer");
        }
        drop(input);
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{mebibytes} MiB: {}: {errors}", output.status);
        assert!(errors.is_empty(), "{mebibytes} MiB: {errors}");
    }
}
