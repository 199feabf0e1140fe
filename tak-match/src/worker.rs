//! What OpenBench's worker is told about a match: the lines of fastchess and cutechess. It reads
//! ASCII, finds words by position, and stops at an empty line.

use crate::plan::Plan;
use crate::record::Record;
use crate::report::Report;
use crate::standing::Standing;
use crate::verdict::{plain, reason, result};

/// The line for a game that begins.
pub(crate) fn started(plan: &Plan, game: u64) -> String {
    format!("Started game {} of {} ({})\n", game + 1, plan.total, sides(plan, game))
}

/// The line for a finished game. The text after the first colon says how it ended: the worker looks
/// for `on time`, `illegal`, `disconnect` and `stalls` in it.
pub(crate) fn finished(plan: &Plan, record: &Record) -> String {
    let (number, sides) = (record.game + 1, sides(plan, record.game));
    format!("Finished game {number} ({sides}): {} {{{}}}\n", result(record), reason(record))
}

/// The score of the match, for the first engine.
pub(crate) fn score(plan: &Plan, standing: &Standing) -> String {
    let [one, two] = plan.pair().map(|engine| plain(&engine.name()));
    let games = standing.games();
    let Standing { wins, losses, draws, .. } = standing;
    let share = (*wins as f64 + *draws as f64 / 2.0) / (games.max(1) as f64);
    format!("Score of {one} vs {two}: {wins} - {losses} - {draws}  [{share:.3}] {games}\n")
}

/// The lines for the end of the match, with the pairs of games by their points.
pub fn ended(report: &Report<'_>) -> String {
    let pairs = report.pairs().0.map(|count| count.to_string()).join(", ");
    format!("Ptnml(0-2): {pairs}\nFinished match\n")
}

fn sides(plan: &Plan, game: u64) -> String {
    let [white, black] = plan.sides(game).map(|engine| plain(&engine.name()));
    format!("{white} vs {black}")
}
