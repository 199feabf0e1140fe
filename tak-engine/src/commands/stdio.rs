//! TEI on standard input and output.

use std::io::{self, BufRead, IsTerminal};
use std::sync::{Arc, Mutex};

use tak_engine::tei::session::{Flow, Session, not_text};

use super::Outcome;

/// Longer lines are refused: no client writes them.
const LONGEST_LINE: usize = 1 << 20;

/// Speaks TEI until the input ends or says `quit`.
pub(crate) fn run() -> Outcome {
    if io::stdin().is_terminal() {
        eprintln!(
            "Tak engine {}, waiting for TEI commands. Try `teinewgame 6`, then \
             `go movetime 1000`; `quit` ends, `--help` tells more.",
            env!("CARGO_PKG_VERSION")
        );
    }
    let mut session = Session::new(Arc::new(Mutex::new(io::stdout())));
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while let Some(complete) = read_line(&mut input, &mut line)? {
        if !complete {
            session.complain("the line is too long");
            continue;
        }
        let Ok(text) = str::from_utf8(&line) else {
            session.complain(&not_text(&line));
            continue;
        };
        if session.line(text) == Flow::Quit {
            return Ok(());
        }
    }
    session.end();
    Ok(())
}

/// Reads the next line; `false` if it was too long to keep, `None` at the end.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let mut any = false;
    let mut fits = true;
    loop {
        let available = input.fill_buf()?;
        if available.is_empty() {
            return Ok(any.then_some(fits));
        }
        any = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        fits &= line.len() + part.len() <= LONGEST_LINE;
        if fits {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(fits));
        }
    }
}
