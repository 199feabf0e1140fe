//! The analysis as JSON, for programs.

use serde::Serialize;
use serde_json::{Map, Value};
use tak_search::json::{self, side_name};
use tak_search::mark::Mark;
use tak_search::review::Moment;
use tak_search::score;
use tak_search::tinue::{Standing, Threat};
use tak_search::wdl::Chances;

use super::effort::Effort;
use super::report::{Played, Point, Report};
use super::worth::Worth;
use crate::think::plies_to_win;

#[derive(Serialize)]
struct Document {
    program: &'static str,
    version: &'static str,
    settings: Settings,
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Settings {
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: u16,
    hash: u32,
}

#[derive(Serialize)]
struct Game {
    number: usize,
    /// `null` for what is not in a file.
    file: Option<String>,
    tags: Map<String, Value>,
    size: usize,
    half_komi: i16,
    opening: String,
    result: Option<String>,
    accuracy: Accuracy,
    /// `null` unless the game was lost on flats before its end, as far as the solver knows.
    lost_on_flats: Option<LostOnFlats>,
    /// What the last position comes to; `null` unless the count is near and known.
    ending: Option<Value>,
    moments: Vec<Told>,
    positions: Vec<Position>,
}

#[derive(Serialize)]
struct LostOnFlats {
    side: &'static str,
    /// The first position in which every defence loses, and all after it.
    ply: usize,
}

/// In percent; `null` for a player without moves.
#[derive(Serialize)]
struct Accuracy {
    white: Option<f64>,
    black: Option<f64>,
}

/// A moment that decided the game.
#[derive(Serialize)]
struct Told {
    ply: usize,
    tps: String,
    side: &'static str,
    #[serde(rename = "move")]
    played: String,
    sentence: String,
    proven: bool,
    better: Vec<String>,
    chance_loss: f64,
}

#[derive(Serialize)]
struct Position {
    ply: usize,
    tps: String,
    side: &'static str,
    eval: i32,
    chance: f64,
    /// White's wins, draws and losses in 1000 games.
    wdl: [u16; 3],
    win_in: Option<u32>,
    result: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<u64>,
    best: Option<String>,
    line: Vec<String>,
    #[serde(rename = "move")]
    played: Option<String>,
    /// What the clock of the player showed after that, in milliseconds, if a comment tells it.
    clock: Option<u64>,
    loss: Option<i32>,
    chance_loss: Option<f64>,
    mark: Option<&'static str>,
    /// `'` or `"`.
    threat: Option<&'static str>,
    /// Who has a strict tinuë; `null` if nobody has, or if that is not known.
    tinue: Option<Value>,
    /// Whether that is known.
    tinue_is_known: bool,
    /// Whether the move let it go.
    missed: Option<bool>,
}

/// One object on one line.
pub(crate) fn json(reports: &[Report<'_>], effort: &Effort) -> String {
    let document = Document {
        program: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        settings: Settings {
            movetime: effort.movetime(),
            nodes: effort.nodes,
            depth: effort.depth,
            threads: effort.threads,
            hash: effort.hash,
        },
        games: reports.iter().map(game).collect(),
    };
    // Numbers and text only, which JSON can always hold.
    serde_json::to_string(&document).unwrap_or_default() + "\n"
}

fn game(report: &Report<'_>) -> Game {
    let subject = report.subject;
    let mut tags = Map::new();
    for tag in subject.game().tags() {
        // Of tags with the same name, the first counts.
        let value = || tag.value.clone().into();
        tags.entry(&tag.name).or_insert_with(value);
    }
    let [white, black] = report.review.accuracy.map(|it| it.map(rounded));
    let positions = report.points.iter();
    Game {
        number: subject.number,
        file: subject.file(),
        tags,
        size: subject.game().size().squares_per_side(),
        half_komi: subject.half_komi().0,
        opening: subject.opening().to_string(),
        result: subject.result(),
        accuracy: Accuracy { white, black },
        lost_on_flats: report
            .lost
            .map(|lost| LostOnFlats { side: side_name(lost.loser), ply: lost.from }),
        ending: report.ending.map(json::ending),
        moments: report.review.moments.iter().map(|moment| told(report, moment)).collect(),
        positions: positions.map(|point| position(report, point)).collect(),
    }
}

fn told(report: &Report<'_>, moment: &Moment) -> Told {
    Told {
        ply: report.subject.window.start() + moment.index,
        tps: moment.position.to_string(),
        side: side_name(moment.position.side_to_move()),
        played: moment.played.to_string(),
        sentence: moment.sentence.clone(),
        proven: moment.is_proven,
        better: moment.better.iter().map(ToString::to_string).collect(),
        chance_loss: rounded(moment.loss),
    }
}

fn position(report: &Report<'_>, point: &Point) -> Position {
    let position = &report.subject.setups[point.index].position;
    let found = point.found.as_ref();
    let played = point.played.as_ref();
    let line = found.map_or(&[][..], |found| &found.line);
    let line: Vec<_> = line.iter().map(ToString::to_string).collect();
    let eval = point.worth.eval();
    let Chances { win, draw, loss } = point.worth.chances();
    let result = match point.worth {
        Worth::Over(outcome) => Some(outcome.to_string()),
        Worth::Searched(..) => None,
    };
    Position {
        ply: point.index,
        tps: position.to_string(),
        side: side_name(position.side_to_move()),
        eval,
        chance: rounded(point.worth.chance()),
        wdl: [win, draw, loss],
        win_in: score::is_decided(eval).then(|| plies_to_win(eval)),
        result,
        depth: found.map(|found| found.depth),
        nodes: found.map(|found| found.nodes),
        time: found.map(|found| found.time),
        best: line.first().cloned(),
        line,
        played: played.map(|played| played.mv.to_string()),
        clock: clock_after(report, point),
        loss: played.and_then(|played| played.loss.centiflats),
        chance_loss: played.map(|played: &Played| rounded(played.loss.chance)),
        mark: played.and_then(|played| played.mark).map(Mark::text),
        threat: played.and_then(|played| played.threat).map(Threat::text),
        tinue: match &point.standing {
            Standing::Won(tinue) => Some(json::tinue(tinue)),
            _ => None,
        },
        tinue_is_known: point.standing != Standing::Open,
        missed: played.map(|played| played.missed.is_some()),
    }
}

/// What a comment on the move that was played from a position tells of the clock.
fn clock_after(report: &Report<'_>, point: &Point) -> Option<u64> {
    let record = &report.subject.record;
    let left = record.clock(*record.main_line().get(point.index)?)?;
    u64::try_from(left.as_millis()).ok()
}

/// More than four decimals would mean nothing.
fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}
