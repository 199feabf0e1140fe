//! Many engines: who plays whom, and the list of their ratings.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};
use tak_terminal::counted::counted;
use tak_terminal::failure::printable;

use crate::engine::EngineSpec;
use crate::ratings::{Duel, ratings};
use crate::report::{Report, aligned, elo_text, estimate_json, points, with_effort};
use crate::statistics::Estimate;

/// The duels of engines that have been played.
pub struct Tournament<'a> {
    engines: &'a [EngineSpec],
    duels: Vec<Played>,
    faults: BTreeMap<(String, &'static str), u64>,
}

/// A duel, as the first of its engines has it.
struct Played {
    duel: Duel,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// Who plays whom: all with all, or in a gauntlet the first with each other.
pub fn schedule(engines: usize, is_gauntlet: bool) -> Vec<[usize; 2]> {
    let ones = if is_gauntlet { engines.min(1) } else { engines };
    (0..ones).flat_map(|one| (one + 1..engines).map(move |two| [one, two])).collect()
}

impl<'a> Tournament<'a> {
    /// A tournament of these engines.
    pub fn new(engines: &'a [EngineSpec]) -> Self {
        Self { engines, duels: Vec::new(), faults: BTreeMap::new() }
    }

    /// Counts the duel of two of them, by their numbers.
    pub fn add(&mut self, engines: [usize; 2], report: &Report<'_>) {
        let mut played =
            Played { duel: Duel { engines, pairs: report.pairs() }, wins: 0, draws: 0, losses: 0 };
        for standing in report.standings {
            played.wins += standing.wins;
            played.draws += standing.draws;
            played.losses += standing.losses;
        }
        self.duels.push(played);
        for (fault, count) in report.faults() {
            *self.faults.entry(fault).or_default() += count;
        }
    }

    /// The engines by their ratings, the best first.
    fn list(&self) -> Vec<(usize, Estimate)> {
        let duels: Vec<_> = self.duels.iter().map(|played| played.duel).collect();
        let mut list: Vec<_> =
            ratings(self.engines.len(), &duels).into_iter().enumerate().collect();
        list.sort_by(|(_, one), (_, two)| two.value.total_cmp(&one.value));
        list
    }

    /// Wins, draws and losses of an engine, in all games or against another one.
    fn record(&self, engine: usize, other: Option<usize>) -> [u64; 3] {
        let mut sum = [0; 3];
        for Played { duel, wins, draws, losses } in &self.duels {
            let [one, two] = duel.engines;
            let is_wanted = |opponent| other.is_none_or(|other| other == opponent);
            let counts = match engine {
                _ if engine == one && is_wanted(two) => [wins, draws, losses],
                _ if engine == two && is_wanted(one) => [losses, draws, wins],
                _ => continue,
            };
            for (sum, count) in sum.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        sum
    }

    fn name(&self, engine: usize) -> String {
        printable(&self.engines[engine].name())
    }

    /// The list, a row for each engine.
    fn ranks(&self, list: &[(usize, Estimate)]) -> Vec<Vec<String>> {
        let heads = ["engine", "Elo", "games", "score"].map(str::to_owned);
        let row = |&(engine, elo): &(usize, Estimate)| {
            let [wins, draws, losses] = self.record(engine, None);
            let games = wins + draws + losses;
            let share = 100.0 * points(wins, draws) / games.max(1) as f64;
            let name = with_effort(&self.engines[engine]);
            vec![name, elo_text(elo), games.to_string(), format!("{share:.1} %")]
        };
        [heads.to_vec()].into_iter().chain(list.iter().map(row)).collect()
    }

    /// Who did what against whom: wins, draws and losses of the engine of the row.
    fn crosses(&self, list: &[(usize, Estimate)]) -> Vec<Vec<String>> {
        let names = list.iter().map(|&(engine, _)| self.name(engine));
        let heads = ["wins-draws-losses".to_owned()].into_iter().chain(names).collect();
        let cell = |engine, other| match self.record(engine, Some(other)) {
            [0, 0, 0] => "·".to_owned(),
            counts => counts.map(|count| count.to_string()).join("-"),
        };
        let row = |&(engine, _): &(usize, Estimate)| {
            let cells = list.iter().map(|&(other, _)| cell(engine, other));
            [self.name(engine)].into_iter().chain(cells).collect()
        };
        [heads].into_iter().chain(list.iter().map(row)).collect()
    }

    /// Who lost how often other than on the board.
    fn fault_lines(&self) -> impl Iterator<Item = String> {
        let faults = self.faults.iter();
        faults.map(|((name, fault), count)| format!("{} lost by {fault}: {count}", printable(name)))
    }

    /// The tables.
    pub fn text(&self) -> String {
        let list = self.list();
        let mut text = aligned(&self.ranks(&list)) + "\n" + &aligned(&self.crosses(&list));
        for line in self.fault_lines() {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// The tables as a page of Markdown, under a heading that says what was played.
    pub fn markdown(&self, heading: &str) -> String {
        let list = self.list();
        let games: u64 =
            self.duels.iter().map(|played| played.wins + played.draws + played.losses).sum();
        let mut text = format!("# {heading}\n\n");
        let _ = writeln!(
            text,
            "{} between {}. The mean of the ratings is 0; in parentheses the ends of the 95 % interval.\n",
            counted(games, "game"),
            counted(self.engines.len(), "engine"),
        );
        text += &table(&self.ranks(&list));
        text.push('\n');
        text += &table(&self.crosses(&list));
        for line in self.fault_lines() {
            let _ = write!(text, "\n{line}\n");
        }
        text
    }

    /// The same as one object.
    pub fn json(&self) -> Value {
        let engines = self.list().into_iter().map(|(engine, elo)| {
            let [wins, draws, losses] = self.record(engine, None);
            json!({
                "name": self.engines[engine].name(),
                "effort": self.engines[engine].effort.to_string(),
                "elo": estimate_json(Some(elo)),
                "wins": wins,
                "draws": draws,
                "losses": losses,
            })
        });
        let duels = self.duels.iter().map(|Played { duel, wins, draws, losses }| {
            json!({
                "engines": duel.engines.map(|engine| self.engines[engine].name()),
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "pairs": duel.pairs.0,
                "elo": estimate_json(duel.pairs.elo()),
            })
        });
        let faults = self.faults.iter().map(
            |((engine, fault), count)| json!({"engine": engine, "fault": fault, "games": count}),
        );
        json!({
            "engines": engines.collect::<Vec<_>>(),
            "duels": duels.collect::<Vec<_>>(),
            "faults": faults.collect::<Vec<_>>(),
        })
    }
}

/// Rows as a table of Markdown: the first column is left, the others are right.
fn table(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let cells: Vec<_> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        if index == 0 {
            let _ = writeln!(text, "|---|{}", "--:|".repeat(row.len() - 1));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_play_all_or_one_plays_all() {
        assert_eq!(schedule(3, false), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(schedule(3, true), [[0, 1], [0, 2]]);
        assert!(schedule(1, false).is_empty() && schedule(0, true).is_empty());
    }

    #[test]
    fn a_name_does_not_break_a_table() {
        let rows = [vec!["engine".to_owned(), "Elo".to_owned()], vec!["a|b".into(), "1".into()]];
        assert_eq!(table(&rows), "| engine | Elo |\n|---|--:|\n| a\\|b | 1 |\n");
    }
}
