//! The answer as JSON, for programs.

use serde_json::{Value, json};
use tak_search::solve::{Aim, Answer, Mode, Verdict};

fn mode_name(mode: Mode) -> &'static str {
    match mode {
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

/// One object on one line.
pub(super) fn answer(answer: &Answer) -> String {
    let mut object = verdict(answer.verdict);
    if answer.verdict == Verdict::Unknown {
        object["short_of_memory"] = answer.is_short_of_memory.into();
    }
    object["tps"] = answer.position.to_string().into();
    object["half_komi"] = answer.position.half_komi().0.into();
    object["winner"] = answer.aim.attacker.to_string().into();
    object["mode"] = mode_name(answer.aim.mode).into();
    object["max_plies"] = answer.max_plies.into();
    let names: Vec<_> = answer.line.iter().map(ToString::to_string).collect();
    object["line"] = names.into();
    let defences = answer.defences.iter();
    object["defences"] = defences
        .map(|(mv, plies)| json!({ "move": mv.to_string(), "plies": plies }))
        .collect::<Vec<_>>()
        .into();
    let names: Vec<_> = answer.lost_on_flats.iter().map(ToString::to_string).collect();
    object["lost_on_flats"] = names.into();
    if let Some(moves) = &answer.first_moves {
        let moves = moves.iter().map(|first| {
            let mut object = verdict(first.verdict);
            object["move"] = first.mv.to_string().into();
            object["threatens"] = first.is_attack.into();
            object
        });
        object["first_moves"] = moves.collect::<Vec<_>>().into();
    }
    if let Some((won, open)) = answer.winning_moves() {
        object["unique"] = match (won.len(), open) {
            // Others may win later than the limit of the search.
            (0 | 1, _) if answer.max_plies.is_some() => Value::Null,
            (1, 0) => true.into(),
            (0 | 1, 1..) => Value::Null,
            _ => false.into(),
        };
    }
    object["nodes"] = answer.nodes.into();
    object["time"] = (answer.time.as_secs_f64() * 1e3).into();
    object["ptn"] = answer.tree.clone().into();
    format!("{object}\n")
}

/// The same for where a win began.
pub(super) fn origin(
    found: &[(usize, Answer)],
    aim: Aim,
    name: impl Fn(usize) -> Option<String>,
) -> String {
    let mut object = json!({ "winner": aim.attacker.to_string(), "mode": mode_name(aim.mode) });
    object["max_plies"] = found.last().and_then(|(_, answer)| answer.max_plies).into();
    let won = found.iter().rev().find(|(_, answer)| answer.verdict.is_won());
    object["won_from"] = won.map(|(index, _)| *index).into();
    let before = found.last().filter(|(_, answer)| !answer.verdict.is_won());
    object["before"] = before.map_or(Value::Null, |(_, answer)| verdict(answer.verdict));
    object["origin"] = match (won, before) {
        (Some(_), Some((index, answer))) if answer.verdict == Verdict::NotWon => {
            name(*index).into()
        }
        _ => Value::Null,
    };
    format!("{object}\n")
}
