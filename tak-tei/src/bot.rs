//! TEI around anybody's engine: a [`Bot`] chooses moves, and [`serve`] speaks for it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use tak_encoding::{AnyMove, AnyPosition, AnyRules, BoardSize, OneHash};
use tak_search::clock::Instant;
use tak_search::limits::Limits;

use crate::command::{Command, Go, NewGame};
use crate::game::{HALF_KOMI, empty_board, opening_shown, rules_with_komi, set_up};
use crate::reply;
use crate::words::CommandError;

/// An engine of your own, for boards from 3×3 to 8×8.
pub trait Bot {
    /// What it is called, on one line.
    fn name(&self) -> String;

    /// Forgets what it has learned, for a new game.
    fn new_game(&mut self) {}

    /// A legal move, of which there is one at least. It may think until [`Turn::is_over`].
    fn choose(&mut self, turn: &Turn) -> AnyMove;
}

/// What a bot is asked.
#[derive(Debug)]
pub struct Turn {
    /// The position to find a move for.
    pub position: AnyPosition<OneHash>,
    /// All that the client has said about time, depth and nodes.
    pub limits: Limits,
    start: Instant,
    stops: Arc<AtomicUsize>,
    /// How often the client had said `stop` before it asked.
    stops_before: usize,
}

impl Turn {
    /// How much time to spend: what the client says, or of a clock a part. `None` if there is
    /// neither.
    pub fn time(&self) -> Option<Duration> {
        let share = self.limits.clock.map(|clock| {
            let most = clock.remaining.saturating_sub(clock.overhead);
            (clock.remaining / 30 + clock.increment).min(most)
        });
        share.into_iter().chain(self.limits.move_time).min()
    }

    /// Whether it is time to answer.
    pub fn is_over(&self) -> bool {
        let is_late = self.time().is_some_and(|time| self.start.elapsed() >= time);
        self.is_stopped() || is_late && !self.limits.infinite && !self.limits.ponder
    }

    fn is_stopped(&self) -> bool {
        self.stops.load(Ordering::Relaxed) > self.stops_before
    }

    /// Waits for the client, who may want the answer only when asked for it.
    fn wait(&self) {
        const PAUSE: Duration = Duration::from_millis(1);
        while (self.limits.infinite || self.limits.ponder) && !self.is_stopped() {
            thread::sleep(PAUSE);
        }
    }
}

/// Speaks TEI for a bot until the client says `quit` or leaves.
///
/// # Errors
///
/// If an answer cannot be written.
///
/// ```
/// use tak_encoding::AnyMove;
/// use tak_tei::bot::{Bot, Turn, serve};
///
/// struct First;
///
/// impl Bot for First {
///     fn name(&self) -> String {
///         "First".to_owned()
///     }
///
///     fn choose(&mut self, turn: &Turn) -> AnyMove {
///         turn.position.legal_moves()[0]
///     }
/// }
///
/// let mut answers = Vec::new();
/// let lines = "teinewgame 5\nposition startpos moves a1\ngo movetime 100\nquit\n";
/// serve(&mut First, lines.as_bytes(), &mut answers)?;
/// assert_eq!(answers, b"bestmove b1\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(
    bot: &mut impl Bot,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let stops = Arc::new(AtomicUsize::new(0));
    let mut game = Game::new(Arc::clone(&stops));
    for (line, stops_before) in read_ahead(input, stops) {
        match Command::read(&line).and_then(|command| game.answer(bot, command, stops_before)) {
            Ok(Answer::Nothing) => {}
            Ok(Answer::Text(text)) => writeln!(output, "{text}")?,
            Ok(Answer::Quit) => break,
            Err(CommandError(problem)) => writeln!(output, "{}", reply::message(&problem))?,
        }
        output.flush()?;
    }
    Ok(())
}

/// Lines, and how many of those before were `stop`. They are read while the bot thinks, so that it
/// hears of a `stop`; the end of the input is one too.
fn read_ahead(
    input: impl Read + Send + 'static,
    stops: Arc<AtomicUsize>,
) -> Receiver<(String, usize)> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(input).lines().map_while(Result::ok) {
            let stops_before = stops.load(Ordering::Relaxed);
            if ["stop", "ponderhit", "quit"].contains(&line.trim()) {
                stops.fetch_add(1, Ordering::Relaxed);
            }
            if sender.send((line, stops_before)).is_err() {
                break;
            }
        }
        stops.fetch_add(1, Ordering::Relaxed);
    });
    lines
}

enum Answer {
    Nothing,
    Text(String),
    Quit,
}

/// What the client has said so far.
struct Game {
    size: BoardSize,
    rules: AnyRules,
    position: Option<AnyPosition<OneHash>>,
    stops: Arc<AtomicUsize>,
}

impl Game {
    fn new(stops: Arc<AtomicUsize>) -> Self {
        Self { size: BoardSize::Six, rules: AnyRules::default(), position: None, stops }
    }

    fn answer(
        &mut self,
        bot: &mut impl Bot,
        command: Command<'_>,
        stops_before: usize,
    ) -> Result<Answer, CommandError> {
        match command {
            Command::Tei => return Ok(Answer::Text(introduction(&bot.name()))),
            Command::IsReady => return Ok(Answer::Text("readyok".to_owned())),
            Command::SetOption { name, value } if name.eq_ignore_ascii_case("HalfKomi") => {
                self.set_komi(value)?;
            }
            Command::NewGame(game, opening) => {
                match game {
                    NewGame::First(size) => self.size = size.unwrap_or(self.size),
                    NewGame::Second { size, half_komi } => {
                        self.size = size;
                        self.set_komi(half_komi)?;
                    }
                }
                self.rules.opening = opening.unwrap_or_default();
                self.position = None;
                bot.new_game();
            }
            Command::Position(line) => {
                let mut rules = self.rules;
                rules.opening = opening_shown(line.moves.first().unwrap_or(&""), rules.opening);
                self.position = Some(set_up(&line, self.size, rules)?.position);
            }
            Command::Go(go) => return Ok(Answer::Text(self.go(bot, &go, stops_before))),
            Command::Quit => return Ok(Answer::Quit),
            _ => {}
        }
        Ok(Answer::Nothing)
    }

    fn set_komi(&mut self, half_komi: Option<&str>) -> Result<(), CommandError> {
        let (rules, problem) = rules_with_komi(half_komi);
        self.rules.half_komi = rules.half_komi;
        problem.map_or(Ok(()), |problem| Err(CommandError(problem)))
    }

    fn go(&self, bot: &mut impl Bot, go: &Go<'_>, stops_before: usize) -> String {
        let mut position = self.position.unwrap_or_else(|| empty_board(self.size, self.rules));
        position.set_half_komi(self.rules.half_komi);
        let turn = Turn {
            position,
            limits: go.limits(position.side_to_move().index()),
            start: Instant::now(),
            stops: Arc::clone(&self.stops),
            stops_before,
        };
        let is_over = position.outcome().is_some() || position.legal_moves().is_empty();
        let best = (!is_over).then(|| bot.choose(&turn));
        turn.wait();
        reply::best_move(best)
    }
}

/// The answer to `tei`.
fn introduction(name: &str) -> String {
    let (min, max) = (HALF_KOMI.start(), HALF_KOMI.end());
    let option = format!("option name HalfKomi type spin default 0 min {min} max {max}");
    format!("id name {name}\n{}\n{option}\nteiok", reply::games())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Plays the first move, after it has thought for as long as it may.
    struct Thinker;

    impl Bot for Thinker {
        fn name(&self) -> String {
            "Thinker".to_owned()
        }

        fn choose(&mut self, turn: &Turn) -> AnyMove {
            while !turn.is_over() {
                thread::yield_now();
            }
            turn.position.legal_moves()[0]
        }
    }

    fn answers(lines: &str) -> Vec<String> {
        let mut output = Vec::new();
        serve(&mut Thinker, Cursor::new(lines.to_owned()), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn it_is_introduced_in_both_dialects() {
        let lines = answers("tei\nisready\nquit\n");
        assert_eq!(lines[0], "id name Thinker");
        assert!(lines[1].starts_with("size 3 4 5 6 7 8 halfkomi -20 "), "{lines:?}");
        assert_eq!(lines[2], "option name HalfKomi type spin default 0 min -20 max 20");
        assert_eq!(lines[3..], ["teiok", "readyok"]);
    }

    #[test]
    fn a_search_ends_by_time_by_a_clock_and_by_a_word() {
        for go in ["go movetime 5", "go wtime 100 btime 100", "go infinite\nstop", "go infinite"] {
            assert_eq!(answers(&format!("teinewgame 5\n{go}\n")), ["bestmove a1"], "{go}");
        }
    }

    #[test]
    fn bad_lines_change_nothing() {
        let lines = answers(
            "teinewgame size 5 halfkomi 4\nposition startpos moves a1\n\
             position startpos moves a1 a1\nfoo\ngo movetime 1\n",
        );
        assert!(lines[0].starts_with("info string position: move 2: "), "{lines:?}");
        assert!(lines[1].starts_with("info string unknown command"), "{lines:?}");
        assert_eq!(lines[2], "bestmove b1");
    }

    #[test]
    fn the_komi_of_either_dialect_counts() {
        struct Komi;
        impl Bot for Komi {
            fn name(&self) -> String {
                "Komi".to_owned()
            }
            fn choose(&mut self, turn: &Turn) -> AnyMove {
                turn.position.legal_moves()[turn.position.half_komi().0 as usize]
            }
        }
        let best = |lines: &'static str| {
            let mut output = Vec::new();
            serve(&mut Komi, lines.as_bytes(), &mut output).unwrap();
            String::from_utf8(output).unwrap()
        };
        assert_eq!(best("teinewgame size 5 halfkomi 3\ngo\n"), "bestmove d1\n");
        assert_eq!(best("setoption name HalfKomi value 3\nteinewgame 5\ngo\n"), "bestmove d1\n");
    }
}
