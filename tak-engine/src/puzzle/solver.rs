//! What the solver is asked about a try.

use std::time::Duration;

use tak_encoding::{AnyPosition, OneHash};
use tak_games::puzzles::{Kind, Puzzle};
use tak_search::solve::{Aim, Answer, Effort, Mode, Question, Verdict};
use tak_terminal::failure::Failure;

/// How far the answer to another move than the solution is searched.
pub(super) const NODES: u64 = 200_000;

/// How long a win by another move than the solution's is looked for, and in how many plies after the
/// move, as on the page.
const PATIENCE: Duration = Duration::from_millis(1500);
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
    let answer = ask_patiently(puzzle, after, mode, puzzle.plies.max(LATEST))?;
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
    Ok(match ask_patiently(puzzle, after, Mode::Win, LATEST)?.verdict {
        Verdict::Won { plies, .. } => Some(plies + 1),
        Verdict::NotWon | Verdict::Unknown => None,
    })
}

/// Whether the solver of the puzzle wins, as far as is found in time.
fn ask_patiently(
    puzzle: &Puzzle,
    after: &AnyPosition<OneHash>,
    mode: Mode,
    latest: u32,
) -> Result<Answer, Failure> {
    let mut question = Question::new(Aim { attacker: puzzle.solver(), mode });
    question.effort.plies = Some(latest);
    question.total = Some(PATIENCE);
    question.answer(after).map_err(Failure::input)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    /// Nothing is forced in an open position, and to show that would take the solver hours.
    #[test]
    fn nobody_waits_long_for_the_solver() {
        let puzzle = "x6/x6/x2,2,x3/x3,1,x2/x6/x6 1 2|3|c3 d4 b3|best|1500|0";
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let mut after = puzzle.position;
        after.play(puzzle.line[0]).unwrap();
        let start = Instant::now();
        assert!(still_won(&puzzle, &after).unwrap().is_none());
        assert_eq!(wins_later(&puzzle, &after).unwrap(), None);
        assert!(start.elapsed() < 5 * PATIENCE, "{:?}", start.elapsed());
    }
}
