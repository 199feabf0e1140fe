//! Reads the selected games of all inputs, in every format.

use std::collections::BTreeMap;

use serde_json::Value;
use tak_book::{Addition, Facts, Filter, Record};
use tak_games::entries::Board;
use tak_games::records::{self, How, Records, Taker};

use crate::counted::counted;
use crate::failure::Failure;
use crate::filter::FilterArguments;
use crate::input::Source;
use crate::ledger::Ledger;

/// Takes a game that occurred this many times, and returns whether it was added.
pub(super) type Take<'a> = dyn FnMut(&Record, u64) -> Result<Addition, Failure> + 'a;

/// Reads the games that the arguments select. What cannot be read is counted. Fails if no game was
/// taken.
pub(super) fn read(
    sources: Vec<Result<Source, Failure>>,
    arguments: &FilterArguments,
    ledger: &mut Ledger,
    take: &mut Take<'_>,
) -> Result<Taken, Failure> {
    let FilterArguments { size, opening, .. } = *arguments;
    let mut selected = Selected { filter: arguments.filter(), take, taken: Taken::default() };
    let how = How { lists: Some(Board { size, opening }), keeps_text: false };
    for source in sources {
        let mut records = Records { how, ledger, taker: &mut selected };
        let read = source.and_then(|source| records.read(&source));
        ledger.go_on_after(read)?;
    }
    ledger.require_some("openings")?;
    let taken = selected.taken;
    if taken.games == 0 {
        return Err(Failure::Input(taken.nothing(ledger.good)));
    }
    Ok(taken)
}

/// The number of games taken, and the numbers of those left out by reason.
#[derive(Default)]
pub(super) struct Taken {
    pub(super) games: u64,
    left_out: BTreeMap<&'static str, u64>,
}

impl Taken {
    /// The numbers of games left out, as text that ends in a comma and a space; empty if there are
    /// none.
    pub(super) fn left_out(&self) -> String {
        let reasons = self.left_out.iter();
        let reasons: Vec<_> = reasons.map(|(why, games)| format!("{why} {games}")).collect();
        if reasons.is_empty() {
            return String::new();
        }
        format!("left out ({}), ", reasons.join(", "))
    }

    /// The same as JSON.
    pub(super) fn left_out_json(&self) -> Value {
        let reasons = self.left_out.iter();
        let reasons = reasons.map(|(why, &games)| (why.replace(' ', "_"), games.into()));
        reasons.collect::<serde_json::Map<_, _>>().into()
    }

    fn nothing(&self, games: u64) -> String {
        let left_out = self.left_out();
        format!(
            "none of {} is selected: {}",
            counted(games, "game"),
            left_out.trim_end_matches(", ")
        )
    }
}

/// Takes the games that pass a filter.
struct Selected<'a, 'b> {
    filter: Filter,
    take: &'a mut Take<'b>,
    taken: Taken,
}

impl Selected<'_, '_> {
    fn leave_out(&mut self, why: &'static str) {
        *self.taken.left_out.entry(why).or_default() += 1;
    }
}

impl Taker for Selected<'_, '_> {
    fn wants(&mut self, facts: &Facts) -> bool {
        let refusal = self.filter.refusal(facts);
        refusal.inspect(|why| self.leave_out(why)).is_none()
    }

    fn take(&mut self, record: Record, times: u64) -> Result<records::Taken, Failure> {
        if !self.wants(&record.facts) {
            return Ok(records::Taken::Good);
        }
        match (self.take)(&record, times)? {
            Addition::Added => self.taken.games += 1,
            Addition::OtherPieces => self.leave_out("other pieces"),
            Addition::NoMoves => self.leave_out("no moves"),
        }
        Ok(records::Taken::Good)
    }
}
