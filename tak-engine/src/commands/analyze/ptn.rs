//! The analysis as comments in the game's own file.
//!
//! The comments are those that PTN Ninja writes and shows: behind each move what
//! the position after it is worth and the best line from there, like
//! `{name:"tak-engine" +0.305/12 cp:63 51342 nodes pv> c3 d4}`. The value is
//! White's expected result from -1 to +1; `score:R5` is a road in five plies. A
//! mark in the comment stands behind the move too, and was put there by us.

use std::fmt::Write;
use std::ops::Range;

use tak_encoding::Outcome;
use tak_engine::score;

use super::report::{Found, Played, Point, Report};
use super::subject::Subject;
use super::worth::Mark;
use crate::commands::think::plies_to_win;

/// How our comments begin, and how they are known again.
const NAME: &str = "name:\"tak-engine\"";

/// The file with the games annotated; all the rest as it was.
pub(crate) fn annotated(text: &str, reports: &[Report<'_>]) -> String {
    let mut changes = Changes {
        text,
        list: Vec::new(),
    };
    for report in reports {
        changes.annotate(report);
    }
    changes.apply()
}

/// What is to be put in the place of parts of a text.
struct Changes<'a> {
    text: &'a str,
    list: Vec<(Range<usize>, String)>,
}

impl Changes<'_> {
    fn annotate(&mut self, report: &Report<'_>) {
        let subject = report.subject;
        let mut played: Option<&Played> = None;
        for point in &report.points {
            match point.index.checked_sub(1) {
                None => self.annotate_start(subject, &comment(subject, point, None)),
                Some(ply) => self.annotate_move(subject, ply, point, played),
            }
            played = point.played.as_ref();
        }
    }

    /// A line of its own before the first move.
    fn annotate_start(&mut self, subject: &Subject<'_>, comment: &str) {
        let line_end = if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let tags_end = subject.placed.tags_end;
        for place in self.own_comments(subject, tags_end) {
            let rest = &self.text[place.end..];
            let end = place.end + rest.len() - rest.trim_start().len();
            self.list.push((place.start..end, String::new()));
        }
        let place = subject.placed.next_word(tags_end);
        let before = self.text[..place].ends_with(char::is_whitespace);
        let gap = if before { "" } else { line_end };
        self.list
            .push((place..place, format!("{gap}{comment}{line_end}")));
    }

    /// Right behind the move, which gets its mark.
    fn annotate_move(
        &mut self,
        subject: &Subject<'_>,
        ply: usize,
        point: &Point,
        played: Option<&Played>,
    ) {
        let place = subject.placed.moves[ply].clone();
        let own = self.own_comments(subject, place.end);
        let word = &self.text[place.clone()];
        let old_marks = own.iter().find_map(|own| mark_in(&self.text[own.clone()]));
        let unmarked = match old_marks {
            Some(mark) => word.strip_suffix(mark.text()).unwrap_or(word),
            None => word,
        };
        let mark = played.and_then(|played| played.mark);
        let mark = mark.filter(|_| !unmarked.contains(['?', '!']));
        let comment = comment(subject, point, mark);
        let next = self.text[place.end..].chars().next();
        let gap = match next {
            Some(next) if !next.is_whitespace() => " ",
            _ => "",
        };
        let mark = mark.map_or("", Mark::text);
        let written = format!("{unmarked}{mark} {comment}{gap}");
        self.list.push((place, written));
        for place in own {
            let before = self.text[..place.start].trim_end_matches(' ').len();
            self.list.push((before..place.end, String::new()));
        }
    }

    /// Where comments of an earlier analysis stand behind a place.
    fn own_comments(&self, subject: &Subject<'_>, offset: usize) -> Vec<Range<usize>> {
        let mut comments = subject.placed.comments_behind(offset);
        comments.retain(|place| self.text[place.clone()][1..].starts_with(NAME));
        comments
    }

    /// The text with the changes, which are in order.
    fn apply(self) -> String {
        let mut changed = String::new();
        let mut done = 0;
        for (place, text) in self.list {
            changed.push_str(&self.text[done..place.start]);
            changed.push_str(&text);
            done = place.end;
        }
        changed.push_str(&self.text[done..]);
        changed
    }
}

/// The mark that a comment of ours says to have put behind the move.
fn mark_in(comment: &str) -> Option<Mark> {
    let mut words = comment.split_ascii_whitespace();
    let second = words.nth(1)?;
    [Mark::Mistake, Mark::Blunder]
        .into_iter()
        .find(|mark| mark.text() == second)
}

/// What is said about a position.
fn comment(subject: &Subject<'_>, point: &Point, mark: Option<Mark>) -> String {
    let mut text = format!("{{{NAME}");
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
        text.push('}');
        return text;
    };
    add(&format!("{expected}/{}", found.depth));
    add(&format!("cp:{}", found.eval));
    if score::is_decided(found.eval) {
        let way = way_to_win(subject, point, found);
        add(&format!("score:{way}{}", plies_to_win(found.eval)));
    }
    add(&format!("{} nodes", found.nodes));
    let _ = write!(text, " pv> {}}}", found.line.join(" "));
    text
}

/// `R` for a road and `F` for a flat count, `W` where the line does not tell.
fn way_to_win(subject: &Subject<'_>, point: &Point, found: &Found) -> char {
    let mut position = subject.setups[point.index].position;
    for mv in &found.line {
        if position.play_ptn(mv).is_err() {
            return 'W';
        }
    }
    match position.outcome() {
        Some(Outcome::Road(_)) => 'R',
        Some(Outcome::Flats(_)) => 'F',
        _ => 'W',
    }
}
