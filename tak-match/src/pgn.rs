//! The games of a match as OpenBench's worker reads them: PGN with moves of Tak. Tags and moves are
//! separated by one empty line, and the termination uses the worker's words.

use std::fmt::Write;

use tak_games::beginnings::Conditions;

use crate::engine::EngineSpec;
use crate::record::{End, Record};
use crate::verdict::{plain, reason, result};

/// A game with its tags and an empty line after it. The tags of PTN are there too, so that every
/// program that reads Tak can read it.
pub(crate) fn game(
    record: &Record,
    conditions: Conditions,
    [white, black]: [&EngineSpec; 2],
    round: &str,
) -> String {
    let Conditions { size, komi, opening } = conditions;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{value}\"]"); // into a String
    };
    let (one, two) = (plain(&white.name()), plain(&black.name()));
    tag("Event", "tak-match");
    tag("Round", round);
    tag("White", &one);
    tag("Black", &two);
    tag("Player1", &one);
    tag("Player2", &two);
    tag("Result", result(record));
    if let Some(tps) = &record.tps {
        tag("FEN", tps);
        tag("SetUp", "1");
        tag("TPS", tps);
    }
    tag("Size", &size.to_string());
    tag("Komi", &komi.to_string());
    tag("Opening", &opening.to_string());
    tag("Variant", &format!("Tak {size}x{size} komi {komi}"));
    let effort = |engine: &EngineSpec| engine.effort.to_string().replace("tc=", "");
    let efforts = [effort(white), effort(black)];
    tag("TimeControl", if efforts[0] == efforts[1] { &efforts[0] } else { "different" });
    tag("Termination", &termination(record));
    text + "\n" + &moves(record) + result(record) + "\n\n"
}

/// The moves with their numbers and comments, each followed by a space.
fn moves(record: &Record) -> String {
    let start = record.tps.as_deref().unwrap_or("x 1 1");
    let mut fields = start.split_whitespace().skip(1);
    let black_begins = fields.next() == Some("2");
    let number = fields.next().and_then(|number| number.parse().ok()).unwrap_or(1usize);
    let mut text = String::new();
    let moves = record.moves.split(' ').filter(|mv| !mv.is_empty());
    for (ply, mv) in moves.enumerate() {
        let turn = ply + usize::from(black_begins);
        if turn % 2 == 0 {
            let _ = write!(text, "{}. ", number + turn / 2);
        } else if ply == 0 {
            let _ = write!(text, "{number}... ");
        }
        let _ = match ply.checked_sub(record.plies).and_then(|ply| record.comments.get(ply)) {
            Some(comment) => write!(text, "{mv} {{{comment}}} "),
            None => write!(text, "{mv} {{book}} "),
        };
    }
    text
}

/// The worker looks for `abandoned`, `stalled` and `illegal`.
fn termination(record: &Record) -> String {
    match record.end {
        End::Rules | End::Repetition | End::Length => "normal".to_owned(),
        End::Adjudicated => "adjudication".to_owned(),
        End::Time | End::Silence => "time forfeit".to_owned(),
        End::Illegal => reason(record).to_lowercase(),
        End::Crash => "abandoned".to_owned(),
        End::Hang => "stalled connection".to_owned(),
    }
}
