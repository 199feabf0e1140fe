//! What the solver has found, and the review of a game, as JSON, for programs and pages.

use serde_json::{Value, json};
use tak_encoding::{AnyMove, AnyPosition, Color, OneHash};

use crate::review::{Moment, Review};
use crate::solve::{Answer, Ending, Verdict};
use crate::tinue::{Standing, Threat, Tinue};

/// The name of a player.
pub fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A verdict, and of a win its plies and whether none is shorter.
pub fn verdict(verdict: Verdict) -> Value {
    match verdict {
        Verdict::Won { plies, is_shortest } => {
            json!({ "verdict": "yes", "plies": plies, "shortest": is_shortest })
        }
        Verdict::NotWon => json!({ "verdict": "no" }),
        Verdict::Unknown => json!({ "verdict": "unknown" }),
    }
}

/// A strict tinuë.
pub fn tinue(tinue: &Tinue) -> Value {
    json!({
        "winner": side_name(tinue.winner),
        "plies": tinue.plies,
        "shortest": tinue.is_shortest,
        "line": names(&tinue.line),
    })
}

/// What a late position comes to.
pub fn ending(ending: Ending) -> Value {
    json!({
        "winner": ending.winner.map(side_name),
        "half_points": ending.half_points,
    })
}

/// Who has a strict tinuë in a position of a game, and what the move does that has led there, out of
/// another position.
pub fn standing(
    position: &AnyPosition<OneHash>,
    standing: &Standing,
    before: Option<&Standing>,
) -> Value {
    let mover = !position.side_to_move();
    let won = match standing {
        Standing::Won(won) => tinue(won),
        _ => Value::Null,
    };
    json!({
        "tinue": won,
        "tinue_is_known": *standing != Standing::Open,
        "threat": before.and_then(|_| Threat::of(position, standing)).map(Threat::text),
        "missed": before.and_then(|before| before.missed(mover, standing)).map(tinue),
    })
}

/// The same for each position of a game of legal moves.
pub fn standings(start: &AnyPosition<OneHash>, moves: &[AnyMove], standings: &[Standing]) -> Value {
    let (mut position, mut before, mut told) = (*start, None, Vec::new());
    for (index, now) in standings.iter().enumerate() {
        told.push(standing(&position, now, before));
        before = Some(now);
        if moves.get(index).is_none_or(|&mv| position.play(mv).is_err()) {
            break;
        }
    }
    told.into()
}

/// A review: percent, and thousandths.
pub fn review(review: &Review) -> Value {
    let percent = |accuracy: f64| accuracy.round() as u8;
    json!({
        "accuracy": review.accuracy.map(|accuracy| accuracy.map(percent)),
        "moments": review.moments.iter().map(moment).collect::<Vec<_>>(),
    })
}

fn moment(moment: &Moment) -> Value {
    let thousandths = |part: f64| (1000.0 * part).round() as u16;
    json!({
        "ply": moment.index,
        "tps": moment.position.to_string(),
        "side": side_name(moment.position.side_to_move()),
        "move": moment.played.to_string(),
        "sentence": moment.sentence,
        "proven": moment.is_proven,
        "better": names(&moment.better),
        "chance": thousandths(moment.chance),
        "loss": thousandths(moment.loss),
    })
}

/// The answer to a question.
pub fn answer(answer: &Answer) -> Value {
    let mut object = verdict(answer.verdict);
    if answer.verdict == Verdict::Unknown {
        object["short_of_memory"] = answer.is_short_of_memory.into();
    }
    object["tps"] = answer.position.to_string().into();
    object["half_komi"] = answer.position.half_komi().0.into();
    object["winner"] = side_name(answer.aim.attacker).into();
    object["mode"] = answer.aim.mode.name().into();
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
    object
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
