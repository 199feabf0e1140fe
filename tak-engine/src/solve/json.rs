//! Where a win began as JSON, for programs.

use serde_json::{Value, json};
use tak_search::json;
use tak_search::solve::{Aim, Answer};
use tak_search::tinue::Tinue;

/// Where a win began, as one object on one line.
pub(super) fn origin(
    found: &[(usize, Answer)],
    aim: Aim,
    misses: &[(usize, Tinue)],
    name: impl Fn(usize) -> Option<String>,
) -> String {
    let mut object = json!({ "winner": json::side_name(aim.attacker), "mode": aim.mode.name() });
    object["max_plies"] = found.last().and_then(|(_, answer)| answer.max_plies).into();
    let won = found.iter().rev().find(|(_, answer)| answer.verdict.is_won());
    object["won_from"] = won.map(|(index, _)| *index).into();
    let before = found.last().filter(|(_, answer)| !answer.verdict.is_won());
    object["before"] = before.map_or(Value::Null, |(_, answer)| {
        let mut object = json::verdict(answer.verdict);
        if let Some(strict) = answer.strict {
            object["strict"] = json::verdict(strict);
        }
        object
    });
    object["origin"] = match (won, before) {
        (Some(_), Some((index, answer))) if answer.is_excluded() => name(*index).into(),
        _ => Value::Null,
    };
    let told = misses.iter().map(|(index, tinue)| {
        let mut object = json::tinue(tinue);
        object["ply"] = (*index).into();
        object["played"] = name(*index).into();
        object
    });
    object["missed"] = told.collect::<Vec<_>>().into();
    format!("{object}\n")
}
