//! Many engines: who plays whom, and what became of it.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tak_terminal::failure::printable;

use crate::engine::EngineSpec;
use crate::ratings::{Duel, ratings};
use crate::report::{Report, aligned, elo_text, estimate_json, points, with_effort};
use crate::statistics::{Estimate, Pairs};

/// The duels of engines that have been played.
pub struct Tournament {
    pub(crate) title: String,
    pub(crate) engines: Vec<Entrant>,
    duels: Vec<Played>,
    faults: BTreeMap<(String, String), u64>,
}

/// An engine of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Entrant {
    name: String,
    /// What it may use for a move; empty if nothing limits it but its options.
    effort: String,
}

/// A duel, as the first of its engines has it.
struct Played {
    duel: Duel,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// Which engines play each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// All with all.
    All,
    /// The first with each other.
    Gauntlet,
    /// Each with the next.
    Ladder,
}

impl Schedule {
    /// The duels of so many engines, by their numbers.
    pub fn duels(self, engines: usize) -> Vec<[usize; 2]> {
        let all = (0..engines).flat_map(|one| (one + 1..engines).map(move |two| [one, two]));
        let is_played = |&[one, two]: &[usize; 2]| match self {
            Self::All => true,
            Self::Gauntlet => one == 0,
            Self::Ladder => one + 1 == two,
        };
        all.filter(is_played).collect()
    }
}

/// What [`Tournament::json`] writes, as far as it cannot be computed from the rest.
#[derive(Deserialize)]
struct Written {
    title: String,
    engines: Vec<Entrant>,
    duels: Vec<WrittenDuel>,
    faults: Vec<WrittenFault>,
}

#[derive(Deserialize)]
struct WrittenDuel {
    engines: [String; 2],
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
}

#[derive(Deserialize)]
struct WrittenFault {
    engine: String,
    fault: String,
    games: u64,
}

impl Tournament {
    /// A tournament of these engines; the title says what is played.
    pub fn new(title: String, engines: &[EngineSpec]) -> Self {
        let entrant = |engine: &EngineSpec| Entrant {
            name: engine.name(),
            effort: engine.effort.to_string(),
        };
        let engines = engines.iter().map(entrant).collect();
        Self { title, engines, duels: Vec::new(), faults: BTreeMap::new() }
    }

    /// Reads what [`Tournament::json`] has written.
    pub fn read(text: &str) -> Result<Self, String> {
        let written: Written = serde_json::from_str(text).map_err(|why| why.to_string())?;
        let number = |name: &String| {
            let number = written.engines.iter().position(|engine| engine.name == *name);
            number.ok_or_else(|| format!("a duel of '{}', which is no engine", printable(name)))
        };
        let duel = |duel: &WrittenDuel| {
            let &WrittenDuel { ref engines, wins, draws, losses, pairs } = duel;
            let engines = [number(&engines[0])?, number(&engines[1])?];
            Ok(Played { duel: Duel { engines, pairs: Pairs(pairs) }, wins, draws, losses })
        };
        let duels = written.duels.iter().map(duel).collect::<Result<_, String>>()?;
        let faults = written.faults.into_iter();
        let faults = faults.map(|WrittenFault { engine, fault, games }| ((engine, fault), games));
        Ok(Self { title: written.title, faults: faults.collect(), duels, engines: written.engines })
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
        for ((engine, fault), count) in report.faults() {
            *self.faults.entry((engine, fault.to_owned())).or_default() += count;
        }
    }

    /// All games.
    pub(crate) fn games(&self) -> u64 {
        self.duels.iter().map(|played| played.wins + played.draws + played.losses).sum()
    }

    /// The engines by their ratings, the best first.
    pub(crate) fn list(&self) -> Vec<(usize, Estimate)> {
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
        printable(&self.engines[engine].name)
    }

    /// `new (nodes=4000)`
    pub(crate) fn entrant(&self, engine: usize) -> String {
        let Entrant { name, effort } = &self.engines[engine];
        with_effort(name, effort)
    }

    /// The list, a row for each engine.
    pub(crate) fn ranks(&self, list: &[(usize, Estimate)]) -> Vec<Vec<String>> {
        let heads = ["engine", "Elo", "games", "score"].map(str::to_owned);
        let row = |&(engine, elo): &(usize, Estimate)| {
            let [wins, draws, losses] = self.record(engine, None);
            let games = wins + draws + losses;
            let share = 100.0 * points(wins, draws) / games as f64;
            let share = if games > 0 { format!("{share:.1} %") } else { "-".to_owned() };
            vec![self.entrant(engine), elo_text(elo), games.to_string(), share]
        };
        [heads.to_vec()].into_iter().chain(list.iter().map(row)).collect()
    }

    /// Who did what against whom: wins, draws and losses of the engine of the row.
    pub(crate) fn crosses(&self, list: &[(usize, Estimate)]) -> Vec<Vec<String>> {
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
    pub(crate) fn fault_lines(&self) -> impl Iterator<Item = String> {
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

    /// The same as one object, which [`Tournament::read`] reads.
    pub fn json(&self) -> Value {
        let engines = self.list().into_iter().map(|(engine, elo)| {
            let [wins, draws, losses] = self.record(engine, None);
            json!({
                "name": self.engines[engine].name,
                "effort": self.engines[engine].effort,
                "elo": estimate_json(Some(elo)),
                "wins": wins,
                "draws": draws,
                "losses": losses,
            })
        });
        let duels = self.duels.iter().map(|Played { duel, wins, draws, losses }| {
            json!({
                "engines": duel.engines.map(|engine| &self.engines[engine].name),
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
            "title": self.title,
            "engines": engines.collect::<Vec<_>>(),
            "duels": duels.collect::<Vec<_>>(),
            "faults": faults.collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_play_all_or_one_plays_all_or_each_the_next() {
        assert_eq!(Schedule::All.duels(3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(Schedule::Gauntlet.duels(3), [[0, 1], [0, 2]]);
        assert_eq!(Schedule::Ladder.duels(4), [[0, 1], [1, 2], [2, 3]]);
        assert!(Schedule::All.duels(1).is_empty() && Schedule::Ladder.duels(0).is_empty());
    }

    #[test]
    fn what_is_written_is_read() {
        let engines = ["a", "b nodes=5"].map(|words| format!("name={words}").parse().unwrap());
        let mut tournament = Tournament::new("4×4".to_owned(), &engines);
        let duel = Duel { engines: [0, 1], pairs: Pairs([1, 0, 2, 0, 3]) };
        tournament.duels.push(Played { duel, wins: 7, draws: 2, losses: 3 });
        tournament.faults.insert(("a".to_owned(), "time".to_owned()), 2);
        let written = tournament.json().to_string();
        assert_eq!(Tournament::read(&written).unwrap().json(), tournament.json());
        let stranger = written.replacen(r#""engines":["a""#, r#""engines":["c""#, 1);
        let told = Tournament::read(&stranger).err();
        assert_eq!(told.as_deref(), Some("a duel of 'c', which is no engine"));
        assert!(Tournament::read("{}").is_err() && Tournament::read("no JSON").is_err());
    }
}
