//! The analysis as comments in the game's own file.
//!
//! The comments have the form that PTN Ninja writes and shows: after each move, the value of the
//! position and the best line from there, like `{name:"tak-engine" +0.305/12 cp:63 51342 nodes pv>
//! c3 d4}`. The value is White's expected result from -1 to +1; `score:R5` is a road in five plies,
//! `score:D2` a draw in two. A mark in the comment says that we put the same mark after the move.

use std::fmt::Write;

use tak_encoding::Outcome;
use tak_encoding::ptn::{Ply, PtnGame};
use tak_engine::resume::Found;
use tak_search::mark::Mark;
use tak_search::score;

use super::report::{Played, Point, Report};
use super::subject::{Input, Subject};
use crate::think::{plies_to_win, text_of};
use tak_search::tinue::Threat;

/// How our comments begin, and how they are recognized.
const NAME: &str = "name:\"tak-engine\"";

/// An input with its games annotated and everything else unchanged, where others can read it.
pub(crate) fn annotated(input: &Input, reports: &[Report<'_>]) -> Vec<u8> {
    let games = (input.first..).zip(input.games.games());
    let annotated = games.map(|(number, game)| {
        let mut reports = reports.iter();
        let report = reports.find(|report| report.subject.number == number);
        report.map_or_else(
            || input.games.text().bytes(game.span()),
            |report| annotate(report).into_bytes(),
        )
    });
    annotated.flatten().collect()
}

fn annotate(report: &Report<'_>) -> String {
    let record = &report.subject.record;
    let mut game: PtnGame = record.for_others().parse().unwrap_or_else(|_| record.clone());
    let mut played: Option<&Played> = None;
    for point in &report.points {
        let ply = point.index.checked_sub(1).map(|ply| game.main_line()[ply]);
        let mark = ply.and_then(|ply| mark(&mut game, ply, played));
        game.remove_comments(ply, |comment| comment.starts_with(NAME));
        game.add_comment(ply, &comment(report.subject, point, mark));
        played = point.played.as_ref();
    }
    game.to_string()
}

/// Puts the marks that a move earns after it, replacing an earlier `?` or `??` of ours. Marks given
/// by people stay.
fn mark(game: &mut PtnGame, ply: Ply, played: Option<&Played>) -> Option<Mark> {
    let comments = game.comments(Some(ply)).into_iter();
    let mut ours = comments.filter(|comment| comment.starts_with(NAME));
    let old = ours.find_map(mark_in);
    let marks = game.marks(ply);
    let kept = old.and_then(|old| marks.strip_suffix(old.text()));
    let kept = kept.unwrap_or(marks).to_owned();
    let mark = played.and_then(|played| played.mark);
    let mark = mark.filter(|_| !kept.contains(['?', '!']));
    let threat = played.and_then(|played| played.threat);
    let threat = threat.filter(|_| !kept.contains(['\'', '"']));
    let marks = [threat.map_or("", Threat::text), mark.map_or("", Mark::text)];
    game.set_marks(ply, &(kept + &marks.concat()));
    mark
}

/// The mark that one of our comments announces.
fn mark_in(comment: &str) -> Option<Mark> {
    let mut words = comment.split_ascii_whitespace();
    let second = words.nth(1)?;
    [Mark::Mistake, Mark::Blunder].into_iter().find(|mark| mark.text() == second)
}

/// The comment on a position.
fn comment(subject: &Subject<'_>, point: &Point, mark: Option<Mark>) -> String {
    let mut text = NAME.to_owned();
    let mut add = |word: &str| {
        text.push(' ');
        text.push_str(word);
    };
    if let Some(mark) = mark {
        add(mark.text());
    }
    let expected = format!("{:+.3}", point.worth.chance() * 2.0 - 1.0);
    let expected = expected.trim_end_matches('0').trim_end_matches('.');
    let Some(found) = &point.found else {
        add(expected);
        return text;
    };
    add(&format!("{expected}/{}", found.depth));
    add(&format!("cp:{}", found.eval));
    if score::is_decided(found.eval) {
        let way = way_to_win(subject, point, found);
        add(&format!("score:{way}{}", plies_to_win(found.eval)));
    } else if point.worth.is_decided() {
        add(&format!("score:D{}", found.line.len()));
    }
    add(&format!("{} nodes", found.nodes));
    let _ = write!(text, " pv> {}", text_of(&found.line));
    text
}

/// `R` for a road, `F` for a flat count, `W` if the line does not show which.
fn way_to_win(subject: &Subject<'_>, point: &Point, found: &Found) -> char {
    let mut position = subject.setups[point.index].position;
    for mv in &found.line {
        if position.play(*mv).is_err() {
            return 'W';
        }
    }
    match position.outcome() {
        Some(Outcome::Road(_)) => 'R',
        Some(Outcome::Flats(_)) => 'F',
        _ => 'W',
    }
}
