//! The report on a match: a table or JSON at the end, one line while it runs.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};
use tak_terminal::counted::counted;
use tak_terminal::failure::printable;

use crate::engine::EngineSpec;
use crate::plan::Plan;
use crate::record::Record;
use crate::standing::Standing;
use crate::statistics::{Estimate, Pairs, Sprt, share};

/// The games so far.
pub struct Report<'a> {
    pub(crate) plan: &'a Plan,
    /// By conditions.
    pub(crate) standings: &'a [Standing],
    pub(crate) records: &'a BTreeMap<u64, Record>,
    pub(crate) sprt: Option<Sprt>,
}

impl Report<'_> {
    fn is_duel(&self) -> bool {
        self.plan.engines.len() == 2
    }

    /// The pairs of all conditions together.
    pub(crate) fn pairs(&self) -> Pairs {
        self.standings.iter().fold(Pairs::default(), |mut all, standing| {
            for (all, pairs) in all.0.iter_mut().zip(standing.pairs.0) {
                *all += pairs;
            }
            all
        })
    }

    fn log_likelihood_ratio(&self) -> Option<f64> {
        self.sprt.map(|sprt| self.pairs().log_likelihood_ratio(sprt.low, sprt.high))
    }

    /// Whether the first engine is better by the upper Elo; `None` while undecided.
    pub fn verdict(&self) -> Option<bool> {
        let ratio = self.log_likelihood_ratio()?;
        (ratio.abs() >= Sprt::BOUND).then_some(ratio > 0.0)
    }

    /// The score so far, for the progress line.
    pub(crate) fn line(&self) -> String {
        let sum = |count: fn(&Standing) -> u64| self.standings.iter().map(count).sum::<u64>();
        let draws = sum(|standing| standing.draws);
        if !self.is_duel() {
            let (white, black) = (sum(|standing| standing.white), sum(|standing| standing.black));
            return format!("White +{white} ={draws} -{black}");
        }
        let (wins, losses) = (sum(|standing| standing.wins), sum(|standing| standing.losses));
        let mut line = format!("+{wins} ={draws} -{losses}");
        if let Some(elo) = self.pairs().elo() {
            let _ = write!(line, ", Elo {}", elo_text(elo));
        }
        if let Some(ratio) = self.log_likelihood_ratio() {
            let _ = write!(line, ", LLR {ratio:.2}");
        }
        line
    }

    /// The table.
    pub fn text(&self) -> String {
        let engines = &self.plan.engines;
        let name = |engine: &EngineSpec| with_effort(&engine.name(), &engine.effort.to_string());
        let names: Vec<_> = engines.iter().map(name).collect();
        let size = self.plan.conditions[0].size;
        let mut text = match &names[..] {
            [one, two] => format!("{one} against {two} on {size}×{size}\n"),
            _ => format!("{} against itself on {size}×{size}\n", names[0]),
        };
        let mut rows = vec![self.heads()];
        rows.extend((0..self.standings.len()).map(|index| self.row(index)));
        text += &aligned(&rows);
        if self.is_duel() {
            let pairs = self.pairs();
            let counts = pairs.0.map(|count| count.to_string()).join(" ");
            let _ = writeln!(text, "pairs with 0, ½, 1, 1½, 2 points: {counts}");
            if let Some(elo) = pairs.elo().filter(|_| self.standings.len() > 1) {
                let _ = writeln!(text, "Elo of all: {}", elo_text(elo));
            }
        }
        if let (Some(sprt), Some(ratio)) = (self.sprt, self.log_likelihood_ratio()) {
            let (low, high, bound) = (sprt.low, sprt.high, Sprt::BOUND);
            let verdict = match self.verdict() {
                Some(true) => format!("Elo {high} accepted, {low} rejected"),
                Some(false) => format!("Elo {low} accepted, {high} rejected"),
                None => format!("not decided between Elo {low} and {high}"),
            };
            let games = self.records.len() as u64;
            // A state may hold more games than are asked for now.
            let total = self.plan.total.max(games);
            let _ = writeln!(
                text,
                "SPRT after {games} of {}: {verdict} (LLR {ratio:.2} of ±{bound:.2})",
                counted(total, "game"),
            );
        }
        for ((name, fault), count) in self.faults() {
            let _ = writeln!(text, "{} lost by {fault}: {count}", printable(&name));
        }
        text
    }

    fn heads(&self) -> Vec<String> {
        let heads: &[&str] = if self.is_duel() {
            &[
                "opening",
                "komi",
                "games",
                "wins",
                "draws",
                "losses",
                "score",
                "Elo",
                "White's share",
            ]
        } else {
            &["opening", "komi", "games", "White", "draws", "Black", "White's share"]
        };
        heads.iter().map(ToString::to_string).collect()
    }

    fn row(&self, index: usize) -> Vec<String> {
        let (standing, conditions) = (&self.standings[index], &self.plan.conditions[index]);
        let mut row = vec![
            conditions.opening.to_string(),
            conditions.komi.to_string(),
            standing.games().to_string(),
        ];
        if self.is_duel() {
            row.extend(
                [standing.wins, standing.draws, standing.losses].map(|count| count.to_string()),
            );
            let score = share(points(standing.wins, standing.draws), standing.games());
            let is_known = standing.games() > 0;
            row.push(if is_known {
                format!("{:.1} %", 100.0 * score.value)
            } else {
                "-".to_owned()
            });
            row.push(standing.pairs.elo().map_or("-".to_owned(), elo_text));
        } else {
            row.extend(
                [standing.white, standing.draws, standing.black].map(|count| count.to_string()),
            );
        }
        row.push(share_text(white_share(standing)));
        row
    }

    /// How often each engine lost other than on the board.
    pub(crate) fn faults(&self) -> BTreeMap<(String, &'static str), u64> {
        let mut faults = BTreeMap::new();
        for fault in self.records.values().filter_map(|record| self.plan.fault(record)) {
            *faults.entry(fault).or_default() += 1;
        }
        faults
    }

    /// The same and more as one object.
    pub fn json(&self) -> Value {
        let conditions = self.plan.conditions.iter().zip(self.standings);
        let results: Vec<_> = conditions
            .map(|(conditions, standing)| {
                let mut object = json!({
                    "opening": conditions.opening.to_string(),
                    "komi": f64::from(conditions.komi.0) / 2.0,
                    "games": standing.games(),
                    "white": standing.white,
                    "draws": standing.draws,
                    "black": standing.black,
                    "white_share": estimate_json(Some(white_share(standing))),
                });
                if self.is_duel() {
                    object["wins"] = standing.wins.into();
                    object["losses"] = standing.losses.into();
                    object["pairs"] = json!(standing.pairs.0);
                    object["elo"] = estimate_json(standing.pairs.elo());
                }
                object
            })
            .collect();
        let faults = self.faults().into_iter();
        let faults: Vec<_> = faults
            .map(|((engine, fault), count)| json!({"engine": engine, "fault": fault, "games": count}))
            .collect();
        let engines: Vec<_> = self
            .plan
            .engines
            .iter()
            .map(|engine| json!({"name": engine.name(), "effort": engine.effort.to_string()}))
            .collect();
        let mut object = json!({
            "size": self.plan.conditions[0].size.squares_per_side(),
            "engines": engines,
            "results": results,
            "faults": faults,
        });
        if self.is_duel() {
            object["pairs"] = json!(self.pairs().0);
            object["elo"] = estimate_json(self.pairs().elo());
        }
        if let (Some(sprt), Some(ratio)) = (self.sprt, self.log_likelihood_ratio()) {
            object["sprt"] = json!({
                "elo0": sprt.low,
                "elo1": sprt.high,
                "llr": ratio,
                "bound": Sprt::BOUND,
                "accepted": self.verdict(),
            });
        }
        object
    }
}

/// `new (nodes=4000)`; an engine without a limit of its own has its name alone.
pub(crate) fn with_effort(name: &str, effort: &str) -> String {
    let name = printable(name);
    if effort.is_empty() { name } else { format!("{name} ({})", printable(effort)) }
}

pub(crate) fn points(wins: u64, draws: u64) -> f64 {
    wins as f64 + draws as f64 / 2.0
}

fn white_share(standing: &Standing) -> Estimate {
    share(points(standing.white, standing.draws), standing.games())
}

/// `57.5 % (52.6 … 62.3)`
fn share_text(share: Estimate) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    format!("{value:.1} % ({low:.1} … {high:.1})")
}

/// `+24.1 (+3.0 … +45.9)`
pub(crate) fn elo_text(elo: Estimate) -> String {
    let [value, low, high] = [elo.value, elo.low, elo.high].map(|elo| {
        if elo.is_finite() {
            format!("{elo:+.1}")
        } else {
            if elo > 0.0 { "+∞" } else { "-∞" }.to_owned()
        }
    });
    format!("{value} ({low} … {high})")
}

/// `null` for what is infinite.
pub(crate) fn estimate_json(estimate: Option<Estimate>) -> Value {
    estimate.map_or(
        Value::Null,
        |estimate| json!({"value": estimate.value, "low": estimate.low, "high": estimate.high}),
    )
}

/// Columns aligned right, two spaces between them.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let cells: Vec<_> = row
            .iter()
            .enumerate()
            .map(|(column, cell)| format!("{cell:>width$}", width = width(column)))
            .collect();
        let _ = writeln!(text, "{}", cells.join("  "));
    }
    text
}
