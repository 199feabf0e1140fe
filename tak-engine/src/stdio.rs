//! TEI on standard input and output.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{env, fs};

use tak_tei::{Flow, Profile, Session, not_text};
use tak_terminal::failure::Failure;
use tak_terminal::input::{Line, Lines};

/// Speaks TEI until the input ends or says `quit`.
pub(crate) fn run() -> Result<(), Failure> {
    if io::stdin().is_terminal() {
        greet();
    }
    let failure = Arc::new(Mutex::new(None));
    let mut profile = Profile::default();
    profile.largest_hash = largest_hash(profile.largest_hash);
    #[cfg(feature = "book")]
    {
        profile.open_book = Some(crate::book::open);
    }
    let mut session = Session::new(profile, write_lines(Arc::clone(&failure)));
    let mut input = Lines::typed();
    while let Some(line) = input.next()? {
        let flow = match line {
            Line::Text(line) => session.line(line),
            Line::Bad(why, bytes) => {
                // The line may also be too long.
                let is_text = str::from_utf8(bytes).is_ok();
                session.complain(&if is_text { why.to_owned() } else { not_text(bytes) });
                Flow::Continue
            }
        };
        if flow == Flow::Quit {
            break;
        }
    }
    session.end();
    let failure = lock(&failure).take();
    failure.map_or(Ok(()), |error| Err(Failure::Output(error)))
}

/// Says to a person at a terminal what may be wanted instead; a pipe sees nothing of it.
fn greet() {
    let program = env::args_os().next().unwrap_or_else(|| "tak-engine".into());
    let program = program.display();
    let version = env!("CARGO_PKG_VERSION");
    eprintln!("Tak engine {version}, waiting for TEI: `help` lists its commands, `quit` ends it.");
    eprintln!("  {program} play     starts a game in the terminal");
    if cfg!(feature = "serve") {
        eprintln!("  {program} serve    shows a board in the browser, to play and analyse");
    }
}

/// Half the memory of the machine, or of its container if that is less, in MiB; at most `most`.
fn largest_hash(most: usize) -> usize {
    let read = |path: &str| fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| {
        let mut lines = text.lines();
        let kibibytes = lines.find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kibibytes: usize = kibibytes.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes >> 10)
    });
    let container = read("/sys/fs/cgroup/memory.max");
    let container = container.and_then(|bytes| Some(bytes.trim().parse::<usize>().ok()? >> 20));
    let total = machine.into_iter().chain(container).min();
    total.map_or(most, |mebibytes| (mebibytes / 2).clamp(64, most))
}

/// Writes each line to standard output and keeps the first failure: the session
/// goes on until its input ends, and the failure is reported then.
fn write_lines(failure: Arc<Mutex<Option<io::Error>>>) -> impl FnMut(&str) {
    move |line| {
        let mut stdout = io::stdout().lock();
        let written = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
        if let Err(error) = written {
            lock(&failure).get_or_insert(error);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
