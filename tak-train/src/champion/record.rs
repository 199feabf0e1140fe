//! What became of each generation: the log, and the page made of it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::output;

use crate::plot;

/// What `network --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Learned {
    positions: u64,
    held_out: u64,
    width: u32,
    epochs: u32,
    error: f64,
}

/// What `tak-match play --json` prints, as far as it is of use here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Duel {
    results: [Counts; 1],
    /// `None` without a pair of games.
    elo: Option<Elo>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Counts {
    wins: i64,
    draws: i64,
    losses: i64,
}

/// An Elo and its 95 % interval; `None` is infinite.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Elo {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl Duel {
    /// Games won, less those lost.
    pub(super) fn lead(&self) -> i64 {
        self.results[0].wins - self.results[0].losses
    }

    /// `+36 =20 −24, +26 [−10, +63]`
    fn text(&self) -> String {
        let [Counts { wins, draws, losses }] = &self.results;
        let elo = |elo: Option<f64>| elo.map_or("∞".to_owned(), |elo| format!("{elo:+.0}"));
        let interval = self.elo.as_ref().map(|found| {
            format!(", {} [{}, {}]", elo(found.value), elo(found.low), elo(found.high))
        });
        format!("+{wins} ={draws} −{losses}{}", interval.unwrap_or_default().replace('-', "−"))
    }
}

/// A generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Generation {
    pub(super) number: u32,
    /// Who played the games and the matches, as `--eval-file` has it.
    pub(super) champion: String,
    pub(super) learned: Learned,
    pub(super) by_nodes: Duel,
    pub(super) by_time: Duel,
    pub(super) is_accepted: bool,
}

/// All generations.
#[derive(Default)]
pub(super) struct Log(pub(super) Vec<Generation>);

impl Log {
    /// The log in this folder.
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join("log.json");
        if path.exists() { read_json(&path).map(Self) } else { Ok(Self::default()) }
    }

    /// The last network that was accepted.
    pub(super) fn champion(&self) -> Option<String> {
        let accepted = self.0.iter().rfind(|generation| generation.is_accepted);
        accepted.map(|generation| network_file(generation.number))
    }

    /// Adds a generation, and writes what follows from it; the log last, which makes it known.
    pub(super) fn add(&mut self, folder: &Path, generation: Generation) -> Result<(), Failure> {
        self.0.push(generation);
        if let Some(champion) = self.champion() {
            let copied = fs::read(folder.join(&champion));
            let copied = copied.map_err(|error| Failure::File(folder.join(&champion), error))?;
            output::write(&folder.join("champion.net"), &copied)?;
        }
        output::write(&folder.join("log.md"), self.page().as_bytes())?;
        output::write(&folder.join("elo.svg"), self.plot().as_bytes())?;
        let text = serde_json::json!(self.0).to_string() + "\n";
        output::write(&folder.join("log.json"), text.as_bytes())
    }

    /// A row for each generation, as the tables of NETWORK.md have them.
    pub(super) fn page(&self) -> String {
        let mut text =
            "| generation | played by | positions | width | epochs | error | equal nodes | \
                        equal time | |\n|---|---|---|---|---|---|---|---|---|\n"
                .to_owned();
        for generation in &self.0 {
            let Learned { positions, width, epochs, error, .. } = generation.learned;
            let champion = match generation.champion.as_str() {
                "none" => "the terms alone",
                "" => "the network that is built in",
                file => file,
            };
            let _ = writeln!(
                text,
                "| {} | {champion} | {:.2} M | {width} | {epochs} | {error:.4} | {} | {} | {} |",
                generation.number,
                positions as f64 / 1e6,
                generation.by_nodes.text(),
                generation.by_time.text(),
                if generation.is_accepted { "accepted" } else { "refused" },
            );
        }
        text
    }

    /// The Elo over the first champion after each generation, as the matches with equal nodes and
    /// with equal time add it up.
    fn plot(&self) -> String {
        let mut sums = vec![[0.0; 2]];
        for generation in &self.0 {
            let last = sums[sums.len() - 1];
            let won = [&generation.by_nodes, &generation.by_time]
                .map(|duel| duel.elo.as_ref().and_then(|elo| elo.value).unwrap_or(0.0));
            let next = [last[0] + won[0], last[1] + won[1]];
            sums.push(if generation.is_accepted { next } else { last });
        }
        let caption = format!("generations 0 to {}, Elo", self.0.len());
        plot::lines(&sums, ["equal nodes", "equal time"], &caption, 0)
    }
}

/// The file of a generation's network.
pub(super) fn network_file(number: u32) -> String {
    format!("{number}/network.net")
}

/// What a file of JSON holds.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let source = Source::File(path.to_owned());
    let bytes = fs::read(path);
    let bytes = bytes.map_err(|why| source.failure(format_args!("cannot be read: {why}")))?;
    serde_json::from_slice(&bytes).map_err(|why| source.failure(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_reads_as_a_cell_of_a_table() {
        let text = r#"{"size":5,"results":[{"wins":36,"draws":20,"losses":24,"komi":2.0}],
            "elo":{"value":52.5,"low":-10.2,"high":null}}"#;
        let duel: Duel = serde_json::from_str(text).unwrap();
        assert_eq!((duel.lead(), duel.text().as_str()), (12, "+36 =20 −24, +52 [−10, ∞]"));
    }
}
