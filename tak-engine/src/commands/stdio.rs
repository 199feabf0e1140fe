//! TEI on standard input and output.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tak_cli::failure::Failure;
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
    let output = Arc::new(Mutex::new(Output::default()));
    let mut session = Session::new(Arc::clone(&output));
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
            break;
        }
    }
    session.end();
    let failure = output
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .failure
        .take();
    failure.map_or(Ok(()), |error| Err(Failure::Output(error).into()))
}

/// Standard output, and why it first failed. The conversation ends with its
/// input all the same; what became of its answers is told then.
#[derive(Default)]
struct Output {
    failure: Option<io::Error>,
}

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        io::stdout()
            .write(text)
            .inspect_err(|error| self.keep(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush().inspect_err(|error| self.keep(error))
    }
}

impl Output {
    fn keep(&mut self, error: &io::Error) {
        let copy = || {
            error
                .raw_os_error()
                .map_or(error.kind().into(), io::Error::from_raw_os_error)
        };
        self.failure.get_or_insert_with(copy);
    }
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
