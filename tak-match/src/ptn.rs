//! The games of a match as PTN.

use tak_encoding::{AnyPosition, Game, GameResult, NoHash, Outcome, with_position};
use tak_games::beginnings::Conditions;

use crate::engine::EngineSpec;
use crate::record::{End, Record};

/// A game with its tags and an empty line after it; `None` if the record is invalid, as only an
/// edited state can be.
pub(crate) fn game(
    record: &Record,
    conditions: Conditions,
    [white, black]: [&EngineSpec; 2],
    round: &str,
) -> Option<String> {
    let result = GameResult::read(&record.result).filter(|&read| read != GameResult::Unfinished)?;
    let rules = conditions.rules();
    let start: AnyPosition<NoHash> = match &record.tps {
        Some(tps) => AnyPosition::from_tps_with(tps, rules).ok()?,
        None => AnyPosition::with_rules(conditions.size, rules).ok()?,
    };
    let mut tags = vec![
        ("Event", "tak-match".to_owned()),
        ("Round", round.to_owned()),
        ("Player1", white.name()),
        ("Player2", black.name()),
        ("Size", conditions.size.to_string()),
        ("Komi", conditions.komi.to_string()),
        ("Opening", conditions.opening.to_string()),
    ];
    let (one, two) = (white.effort.to_string(), black.effort.to_string());
    if !(one.is_empty() && two.is_empty()) {
        tags.push(("Clock", if one == two { one } else { format!("{one} / {two}") }));
    }
    tags.push(("Result", record.result.clone()));
    if let Some(fault) = record.end.fault() {
        tags.push((
            "Termination",
            format!("{fault}: {}", record.why.as_deref().unwrap_or_default()),
        ));
    }
    if record.end == End::Adjudicated {
        tags.push(("Termination", "adjudicated: both engines agreed".to_owned()));
    }
    with_position!(start, start => {
        let mut game = Game::new(start);
        for (name, value) in tags {
            game.push_tag(name, &value);
        }
        for mv in record.moves.split(' ').filter(|mv| !mv.is_empty()) {
            game.push_ptn(mv).ok()?;
        }
        let outcome = game.end().outcome();
        let is_result = match record.end {
            End::Rules => outcome.map(GameResult::from) == Some(result),
            End::Repetition | End::Length => result == Outcome::Draw.into(),
            _ => true,
        };
        (is_result && record.plies <= game.moves().len()).then(|| {
            game.set_result(result);
            format!("{game}\n")
        })
    })
}
