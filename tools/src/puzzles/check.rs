//! `tak-tools puzzles check`: checks the puzzles of others.

use std::path::PathBuf;

use clap::{Args, value_parser};
use serde_json::{Map, Value};
use tak_encoding::{AnyPosition, AnyRules, HalfKomi, OneHash, excerpt};

use super::puzzle::{Judge, Judged};
use crate::failure::Failure;
use crate::input::{Line, Source};
use crate::output::print;
use crate::progress::Progress;

/// Check a collection of puzzles: is each a forced road of the given length, by the given move
/// alone?
///
/// A line is a JSON object with `tps` and, where known, `half_komi`, `plies` (or
/// `tinue_length`) and `move`; or the same as `TPS|plies|move`.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools puzzles check puzzles.json
  tak-tools puzzles check puzzles.txt --nodes 1000000

Exit codes: 0 all are right, 2 one is wrong or unknown.")]
pub(crate) struct Arguments {
    /// The collection, also compressed by gzip; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The most nodes for each question
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Memory of the solver, in MiB: nine sixteenths for the table of the proof-number search, half
    /// as much for that of the shortest win, and the rest to confirm a "no"
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=32_768))]
    hash: u32,
}

/// A puzzle as somebody claims it.
struct Claim {
    position: AnyPosition<OneHash>,
    plies: Option<u32>,
    mv: Option<String>,
}

/// What is not right about a claim.
enum Problem {
    Wrong(String),
    /// A limit was reached first.
    Open,
}

impl Arguments {
    /// Checks line by line.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let source = Source::from(self.file.as_path());
        let mut lines = source.lines()?;
        let progress = Progress::things(None, "puzzles");
        let (mut checked, mut wrong, mut open) = (0_u64, 0_u64, 0_u64);
        loop {
            let number = lines.number() + 1;
            let text = match lines.next()? {
                None => break,
                Some(Line::Bad(why, _)) => return Err(source.failure_at(number, why)),
                Some(Line::Text(text)) if text.trim().is_empty() || text.starts_with('#') => {
                    continue;
                }
                Some(Line::Text(text)) => text.to_owned(),
            };
            let problem = match read(&text) {
                Ok(claim) => self.problem(&claim)?,
                Err(why) => Some(Problem::Wrong(why)),
            };
            checked += 1;
            progress.set(checked);
            if let Some(problem) = problem {
                let why = match problem {
                    Problem::Open => {
                        open += 1;
                        "unknown: more than --nodes are needed".to_owned()
                    }
                    Problem::Wrong(why) => {
                        wrong += 1;
                        why
                    }
                };
                let line = source.failure_at(number, why);
                progress.hide_while(|| print(&format!("{line}\n")))?;
            }
        }
        drop(progress);
        print(&format!("{checked} puzzles: {wrong} wrong, {open} unknown\n"))?;
        if wrong + open > 0 { Err(Failure::Told) } else { Ok(()) }
    }

    /// What is wrong with a puzzle.
    fn problem(&self, claim: &Claim) -> Result<Option<Problem>, Failure> {
        let wrong = |why: String| Ok(Some(Problem::Wrong(why)));
        if let Some(outcome) = claim.position.outcome() {
            return wrong(format!("the game is over: {outcome}"));
        }
        match Judge::new(self.nodes, self.hash).judge(&claim.position)? {
            Judged::Open => Ok(Some(Problem::Open)),
            Judged::NotWon => wrong("there is no forced road".to_owned()),
            Judged::Several(moves) => {
                let moves: Vec<_> =
                    moves.iter().map(|(mv, plies)| format!("{mv} ({plies})")).collect();
                wrong(format!("several moves win: {}", moves.join(", ")))
            }
            Judged::Unique(puzzle) => {
                let found = puzzle.line.first().map_or("", String::as_str);
                match (claim.plies, &claim.mv) {
                    (_, Some(mv)) if mv != found => wrong(format!("{found} wins, not {mv}")),
                    (Some(plies), _) if plies != puzzle.plies && puzzle.is_shortest => {
                        wrong(format!("it takes {} plies, not {plies}", puzzle.plies))
                    }
                    (Some(plies), _) if plies > puzzle.plies => {
                        wrong(format!("it takes at most {} plies, not {plies}", puzzle.plies))
                    }
                    _ => Ok(None),
                }
            }
        }
    }
}

/// Reads a line.
fn read(text: &str) -> Result<Claim, String> {
    let (tps, half_komi, plies, mv) = if text.trim_start().starts_with('{') {
        let object: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let tps = text_of(&object, "tps")?.ok_or("expected `tps`")?;
        let half_komi = number_of(&object, "half_komi")?.unwrap_or(0);
        let plies = number_of(&object, "plies")?.or(number_of(&object, "tinue_length")?);
        (tps, half_komi, plies, text_of(&object, "move")?)
    } else {
        let mut parts = text.split('|').map(str::trim);
        let tps = parts.next().unwrap_or_default().to_owned();
        let plies = parts.next().filter(|plies| !plies.is_empty());
        let plies = plies.map(|plies| plies.parse().map_err(|_| format!("plies: found {plies}")));
        let mv = parts.next().filter(|mv| !mv.is_empty()).map(str::to_owned);
        (tps, 0, plies.transpose()?, mv)
    };
    let half_komi =
        i16::try_from(half_komi).map_err(|_| format!("half_komi: found {half_komi}"))?;
    let rules = AnyRules::with_komi(HalfKomi(half_komi));
    let position = AnyPosition::from_tps(&tps, rules).map_err(|error| error.to_string())?;
    let plies =
        plies.map(|plies| u32::try_from(plies).map_err(|_| format!("plies: found {plies}")));
    // In the form that the solver writes.
    let mv = mv.map(|mv| position.parse_move(&mv).map(|mv| mv.to_string()));
    let mv = mv.transpose().map_err(|error| error.to_string())?;
    Ok(Claim { position, plies: plies.transpose()?, mv })
}

/// A field that may be left out.
fn text_of(object: &Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(format!("{name}: expected a text, found {}", short(other))),
    }
}

/// A field that may be left out.
fn number_of(object: &Map<String, Value>, name: &str) -> Result<Option<i64>, String> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value
            .as_i64()
            .map(Some)
            .ok_or_else(|| format!("{name}: expected a whole number, found {}", short(value))),
    }
}

fn short(value: &Value) -> String {
    match value {
        Value::String(text) => format!("the text {}", excerpt(text)),
        other => excerpt(&other.to_string()),
    }
}
