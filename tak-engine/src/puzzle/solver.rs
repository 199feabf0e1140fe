//! What the solver is asked about a try.

use std::time::Duration;

use tak_encoding::{AnyPosition, OneHash};
use tak_games::puzzles::{Kind, Puzzle};
use tak_search::solve::{Aim, Answer, Effort, Mode, Question, Verdict};
use tak_terminal::failure::Failure;

/// How far the answer to another move than the solution is searched.
pub(super) const NODES: u64 = 200_000;

/// How long a later win than the solution's is looked for, and in how many plies after the move.
const PATIENCE: Duration = Duration::from_secs(1);
const LATEST: u32 = 12;

/// The answer to one question.
pub(super) fn ask(position: &AnyPosition<OneHash>, aim: Aim) -> Result<Answer, Failure> {
    let mut question = Question::new(aim);
    question.effort = Effort::nodes(NODES);
    question.answer(position).map_err(Failure::input)
}

/// The answer about a position that the solver of the puzzle still wins, as the puzzle asks for it.
pub(super) fn still_won(
    puzzle: &Puzzle,
    after: &AnyPosition<OneHash>,
) -> Result<Option<Answer>, Failure> {
    let mode = if puzzle.kind == Kind::Tinue { Mode::Strict } else { Mode::Win };
    let answer = ask(after, Aim { attacker: puzzle.solver(), mode })?;
    Ok(Some(answer).filter(|answer| answer.verdict.is_won()))
}

/// In how many plies a first move wins that leads there, where other moves than the solution may
/// win, only later.
pub(super) fn wins_later(
    puzzle: &Puzzle,
    after: &AnyPosition<OneHash>,
) -> Result<Option<u32>, Failure> {
    if !matches!(puzzle.kind, Kind::Flats | Kind::Best) || after.outcome().is_some() {
        return Ok(None);
    }
    let mut question = Question::new(Aim { attacker: puzzle.solver(), mode: Mode::Win });
    question.effort.plies = Some(LATEST);
    question.total = Some(PATIENCE);
    Ok(match question.answer(after).map_err(Failure::input)?.verdict {
        Verdict::Won { plies, .. } => Some(plies + 1),
        Verdict::NotWon | Verdict::Unknown => None,
    })
}
