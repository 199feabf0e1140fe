//! `tak-tools puzzles check`: checks the puzzles of others.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::{Args, value_parser};
use tak_encoding::PackedBoard;
use tak_games::collection::Collection;
use tak_terminal::folders::files;
use tak_terminal::text::Text;

use super::claim::Claim;
use super::judge::{Judge, Judged, Solved, Task};
use crate::counted::counted;
use crate::failure::Failure;
use crate::input::{Line, Source};
use crate::ledger::{Ledger, REPORTED};
use crate::output::print;
use crate::progress::Progress;

/// How many puzzles are read before they are checked.
const BATCH: usize = 256;

/// Check collections of puzzles: does the given move alone do what is asked for, in the given
/// length?
///
/// A line is a JSON object with `tps` and, where known, `half_komi`, `kind` (tinuë, avoidance, flats
/// or best), `scope` (strict or full), `plies` (or `tinue_length`), `shortest` (`false` if there may
/// be a shorter solution), `move`, `line`, `line_plies`, `size` and `winner`; or a tinuë as
/// `TPS|plies|move`, or any kind as `TPS|plies|line|kind|rating|half komi`. A list of such objects is
/// read too. In PTN, each game is a puzzle: its TPS is the position, its moves are the solution, and
/// tags Kind, Scope, Plies and Shortest say the rest. Repetitions, in any orientation, are told too.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools puzzles check puzzles.json
  tak-tools puzzles check puzzles.txt --nodes 1000000 --threads 8
  tak-tools puzzles check my-puzzles/

Exit codes: 0 all are right, though some may be repeated, 2 one is wrong or unknown, or a file
cannot be read.")]
pub(crate) struct Arguments {
    /// Collections, also compressed by gzip; folders with .json, .jsonl, .txt and .ptn files; - is
    /// standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The most nodes for each question
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Memory of the solver of each thread, in MiB: nine sixteenths for the table of the
    /// proof-number search, half as much for that of the shortest win, and the rest to confirm a
    /// "no"
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=32_768))]
    hash: u32,

    /// Puzzles that are checked at the same time; by default one for each CPU
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

/// What is not right about a claim.
enum Problem {
    Wrong(String),
    /// A limit was reached first.
    Open,
}

/// A claim, or why it cannot be read, and its line.
type Read = (u64, Result<Claim, String>);

/// All puzzles so far.
struct Check<'a> {
    arguments: &'a Arguments,
    progress: Progress,
    /// Where each position was met first, in its canonical orientation.
    seen: HashMap<PackedBoard, String>,
    checked: u64,
    wrong: u64,
    /// Of the wrong ones, those that cannot be read.
    unreadable: u64,
    open: u64,
    repeated: u64,
}

impl Arguments {
    /// Checks file by file.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut check = Check {
            arguments: self,
            progress: Progress::things(None, "puzzles"),
            seen: HashMap::new(),
            checked: 0,
            wrong: 0,
            unreadable: 0,
            open: 0,
            repeated: 0,
        };
        let mut ledger = Ledger::telling();
        for source in files(&self.files, &["json", "jsonl", "txt", "ptn"]) {
            ledger.count(source.and_then(|source| check.file(&source)))?;
        }
        let Check { progress, checked, wrong, unreadable, open, repeated, .. } = check;
        drop(progress);
        if let Some(more) = unreadable.checked_sub(REPORTED).filter(|&more| more > 0) {
            print(&format!("… and {more} more that cannot be read\n"))?;
        }
        let repeated = if repeated > 0 { format!(", {repeated} repeated") } else { String::new() };
        let checked = counted(checked, "puzzle");
        print(&format!("{checked}: {wrong} wrong, {open} unknown{repeated}\n"))?;
        ledger.finish("files")?;
        if wrong + open > 0 { Err(Failure::Told) } else { Ok(()) }
    }

    fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }

    /// What is wrong with a puzzle.
    fn problem(&self, claim: &Claim) -> Result<Option<Problem>, Failure> {
        let wrong = |why: String| Ok(Some(Problem::Wrong(why)));
        if let Some(outcome) = claim.position.outcome() {
            return wrong(format!("the game is over: {outcome}"));
        }
        let task = match claim.task() {
            Ok(task) => task,
            Err(why) => return wrong(why),
        };
        match Judge::new(self.nodes, self.hash).judge(&claim.position, task)? {
            Judged::Open => Ok(Some(Problem::Open)),
            Judged::Unsolvable => wrong(unsolvable(task)),
            Judged::Solved(solved) => {
                let problems = problems(claim, task, &solved);
                if !problems.is_empty() {
                    return wrong(problems.join("; "));
                }
                // It may be as short as is claimed, but that has not been shown.
                let may_be_longer = claim.plies.is_some_and(|plies| plies < solved.puzzle.plies);
                Ok((may_be_longer || solved.is_open()).then_some(Problem::Open))
            }
        }
    }
}

/// That no move does what is asked for.
fn unsolvable(task: Task) -> String {
    match task {
        Task::Strict => "there is no forced road, each move of which threatens one".to_owned(),
        Task::Full => "there is no forced road".to_owned(),
        Task::Avoid => "every move loses to a tinuë".to_owned(),
        Task::Win(plies) => format!("there is no forced win within {}", counted(plies, "ply")),
        Task::Hold(plies) => format!("every move loses within {}", counted(plies, "ply")),
    }
}

/// What is wrong with the claim that a position is solved in a certain way.
fn problems(claim: &Claim, task: Task, solved: &Solved) -> Vec<String> {
    let Solved { puzzle, solutions, .. } = solved;
    let mut problems = Vec::new();
    // Of an avoidance, they are those within which all other moves lose.
    let is_at_most = claim.is_at_most || task == Task::Avoid;
    match claim.plies {
        // How long the others hold out is not known before only one does not.
        _ if task == Task::Avoid && !solved.is_unique() => {}
        Some(plies) if is_at_most && plies >= puzzle.plies => {}
        Some(plies) if puzzle.is_shortest && plies != puzzle.plies => {
            problems.push(format!("it takes {}, not {plies}", counted(puzzle.plies, "ply")));
        }
        Some(plies) if plies > puzzle.plies => {
            problems
                .push(format!("it takes at most {}, not {plies}", counted(puzzle.plies, "ply")));
        }
        _ => {}
    }
    let (win, wins) = if task.is_defence() { ("hold", "holds") } else { ("win", "wins") };
    if solutions.len() > 1 {
        let moves: Vec<_> = solutions.iter().map(ToString::to_string).collect();
        problems.push(format!("several moves {win}: {} and perhaps others", moves.join(", ")));
    }
    let found = puzzle.line.first();
    match &claim.mv {
        Some(mv) if solved.is_unique() && Some(mv) != found => {
            let found = found.map_or("", String::as_str);
            problems.push(format!("{found} {wins}, not {mv}"));
        }
        _ => {}
    }
    problems
}

impl Check<'_> {
    /// Checks the puzzles of a file.
    fn file(&mut self, source: &Source) -> Result<(), Failure> {
        let before = self.checked;
        let peeked = source.peek()?;
        let head = peeked.head().trim_ascii_start();
        if let Some(inside) = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).strip_prefix(b"[")
        {
            let is_json = matches!(inside.trim_ascii_start().first(), Some(b'{' | b']'));
            let text = Text::of_peeked(peeked)?;
            return if is_json { self.list(source, &text) } else { self.games(source, text) };
        }
        let mut lines = peeked.lines();
        let mut batch = Vec::new();
        loop {
            let number = lines.number() + 1;
            match lines.next()? {
                None => break,
                Some(Line::Bad(why, _)) => batch.push((number, Err(why.to_owned()))),
                Some(Line::Text(text)) if text.trim().is_empty() || text.starts_with('#') => {}
                Some(Line::Text(text)) => batch.push((number, Claim::of_line(text))),
            }
            if batch.len() == BATCH {
                self.batch(source, std::mem::take(&mut batch))?;
            }
        }
        self.batch(source, batch)?;
        if self.checked == before {
            return Err(source.failure("it contains no puzzles, expected one per line"));
        }
        Ok(())
    }

    /// Checks the objects of a list in JSON, on lines of their own or not.
    fn list(&mut self, source: &Source, text: &Text) -> Result<(), Failure> {
        text.check_whole()?;
        let text = text.as_str();
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let mut at = text.find('[').map_or(text.len(), |at| at + 1);
        let (mut line, mut counted) = (1, 0);
        let mut batch = Vec::new();
        loop {
            at += text.as_bytes()[at..].iter().take_while(|byte| is_between(byte)).count();
            if at == text.len() || text[at..].starts_with(']') {
                break;
            }
            line += text[counted..at].matches('\n').count() as u64;
            counted = at;
            let mut objects = serde_json::Deserializer::from_str(&text[at..]).into_iter();
            match objects.next() {
                Some(Ok(object)) => batch.push((line, Claim::of_object(&object))),
                // Where the next one begins is not known.
                Some(Err(error)) => {
                    batch.push((line, Err(error.to_string())));
                    break;
                }
                None => break,
            }
            at += objects.byte_offset();
            if batch.len() == BATCH {
                self.batch(source, std::mem::take(&mut batch))?;
            }
        }
        self.batch(source, batch)
    }

    /// Checks the games of a file in PTN.
    fn games(&mut self, source: &Source, text: Text) -> Result<(), Failure> {
        let games = Collection::of(text)?;
        let mut batch = Vec::new();
        for game in games.games() {
            let read = game.read().map_err(|error| error.to_string());
            batch.push((game.line as u64, read.and_then(|game| Claim::of_game(&game))));
            if batch.len() == BATCH {
                self.batch(source, std::mem::take(&mut batch))?;
            }
        }
        self.batch(source, batch)
    }

    /// Checks some puzzles on all threads, and tells what is wrong in their order.
    fn batch(&mut self, source: &Source, batch: Vec<Read>) -> Result<(), Failure> {
        let mut claims = Vec::new();
        for (number, read) in batch {
            self.checked += 1;
            match read {
                Err(why) => claims.push((number, Err(why))),
                Ok(claim) => {
                    let board = claim.position.canonical_board().into_board();
                    let here = format!("{}, line {number}", source.name());
                    if let Some(first) = self.seen.get(&board) {
                        self.repeated += 1;
                        let why = format!("the same, but for symmetry, as in {first}");
                        self.tell(source, number, &why)?;
                    } else {
                        self.seen.insert(board, here);
                    }
                    claims.push((number, Ok(claim)));
                }
            }
        }
        let problems = self.solve(&claims)?;
        for ((number, claim), problem) in claims.iter().zip(problems) {
            match problem {
                None => {}
                Some(Problem::Wrong(_)) if claim.is_err() && self.unreadable >= REPORTED => {
                    self.wrong += 1;
                    self.unreadable += 1;
                }
                Some(Problem::Open) => {
                    self.open += 1;
                    self.tell(source, *number, "unknown: more than --nodes are needed")?;
                }
                Some(Problem::Wrong(why)) => {
                    self.wrong += 1;
                    self.unreadable += u64::from(claim.is_err());
                    self.tell(source, *number, &why)?;
                }
            }
        }
        self.progress.set(self.checked);
        Ok(())
    }

    /// What is wrong with each claim.
    fn solve(&self, claims: &[Read]) -> Result<Vec<Option<Problem>>, Failure> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((_, claim)) = claims.get(index) else { break };
                let problem = match claim {
                    Ok(claim) => self.arguments.problem(claim),
                    Err(why) => Ok(Some(Problem::Wrong(why.clone()))),
                };
                found.lock().unwrap_or_else(PoisonError::into_inner).push((index, problem));
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.arguments.threads().min(claims.len()) {
                scope.spawn(work);
            }
            work();
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|&(index, _)| index);
        found.into_iter().map(|(_, problem)| problem).collect()
    }

    fn tell(&self, source: &Source, line: u64, why: &str) -> Result<(), Failure> {
        let line = source.failure_at(line, why);
        self.progress.hide_while(|| print(&format!("{line}\n")))
    }
}
