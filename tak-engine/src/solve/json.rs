//! The answer as JSON, for programs.

use serde_json::{Value, json};
use tak_encoding::AnyMove;
use tak_search::solve::{Aim, Answer, Mode, Verdict};

use crate::think::{side_name, tinue_json};
use tak_search::tinue::Tinue;

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Strict => "strict",
        Mode::Tinue => "tinue",
        Mode::Threats => "threats",
        Mode::Win => "win",
    }
}

fn verdict(verdict: Verdict) -> Value {
    match verdict {
        Verdict::Won { plies, is_shortest } => {
            json!({ "verdict": "yes", "plies": plies, "shortest": is_shortest })
        }
        Verdict::NotWon => json!({ "verdict": "no" }),
        Verdict::Unknown => json!({ "verdict": "unknown" }),
    }
}

fn names(moves: &[AnyMove]) -> Value {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().into()
}

/// The defences to the first move, the longest first.
fn defences(answer: &Answer) -> Value {
    let defence = |(mv, plies): &(AnyMove, u32)| json!({ "move": mv.to_string(), "plies": plies });
    answer.defences.iter().map(defence).collect::<Vec<_>>().into()
}

/// Whether a single move wins, if so many do for certain and so many are open.
fn unique(won: usize, open: usize) -> Value {
    match (won, open) {
        (1, 0) => true.into(),
        (0 | 1, 1..) => Value::Null,
        _ => false.into(),
    }
}

/// One object on one line.
pub(super) fn answer(answer: &Answer) -> String {
    let mut object = verdict(answer.verdict);
    if answer.verdict == Verdict::Unknown {
        object["short_of_memory"] = answer.is_short_of_memory.into();
    }
    object["tps"] = answer.position.to_string().into();
    object["half_komi"] = answer.position.half_komi().0.into();
    object["winner"] = side_name(answer.aim.attacker).into();
    object["mode"] = mode_name(answer.aim.mode).into();
    if let Some(strict) = answer.strict {
        object["strict"] = verdict(strict);
    }
    object["max_plies"] = answer.max_plies.into();
    object["line"] = names(&answer.line);
    object["defences"] = defences(answer);
    if let Some(lost) = &answer.lost {
        let mut object_of_lost = verdict(lost.verdict);
        object_of_lost["winner"] = side_name(lost.aim.attacker).into();
        object_of_lost["line"] = names(&lost.line);
        object_of_lost["defences"] = defences(lost);
        object["lost"] = object_of_lost;
    }
    object["lost_on_flats"] = names(&answer.lost_on_flats);
    if let Some(moves) = &answer.first_moves {
        let moves = moves.iter().map(|first| {
            let mut object = verdict(first.verdict);
            object["move"] = first.mv.to_string().into();
            object["threatens"] = first.threatens.into();
            if let Some(strict) = first.strict {
                object["strict"] = verdict(strict);
            }
            object
        });
        object["first_moves"] = moves.collect::<Vec<_>>().into();
    }
    if let Some((won, open)) = answer.winning_moves() {
        // Others may win later than the limit of the search.
        let open = if answer.max_plies.is_some() { open.max(1) } else { open };
        object["unique"] = unique(won.len(), open);
        if answer.strict.is_some() {
            object["unique_by_threats"] = unique(won.len(), answer.open_by_threats());
        }
    }
    object["nodes"] = answer.nodes.into();
    object["time"] = (answer.time.as_millis() as u64).into();
    object["ptn"] = answer.tree.clone().into();
    format!("{object}\n")
}

/// The same for where a win began.
pub(super) fn origin(
    found: &[(usize, Answer)],
    aim: Aim,
    misses: &[(usize, Tinue)],
    name: impl Fn(usize) -> Option<String>,
) -> String {
    let mut object = json!({ "winner": side_name(aim.attacker), "mode": mode_name(aim.mode) });
    object["max_plies"] = found.last().and_then(|(_, answer)| answer.max_plies).into();
    let won = found.iter().rev().find(|(_, answer)| answer.verdict.is_won());
    object["won_from"] = won.map(|(index, _)| *index).into();
    let before = found.last().filter(|(_, answer)| !answer.verdict.is_won());
    object["before"] = before.map_or(Value::Null, |(_, answer)| {
        let mut object = verdict(answer.verdict);
        if let Some(strict) = answer.strict {
            object["strict"] = verdict(strict);
        }
        object
    });
    object["origin"] = match (won, before) {
        (Some(_), Some((index, answer))) if answer.is_excluded() => name(*index).into(),
        _ => Value::Null,
    };
    let told = misses.iter().map(|(index, tinue)| {
        let mut object = tinue_json(tinue);
        object["ply"] = (*index).into();
        object["played"] = name(*index).into();
        object
    });
    object["missed"] = told.collect::<Vec<_>>().into();
    format!("{object}\n")
}
