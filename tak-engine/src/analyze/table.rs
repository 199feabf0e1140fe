//! The analysis as a table for human readers.

use std::fmt::{self, Write};

use tak_encoding::Color;
use tak_engine::resume::Found;
use tak_pictures::Style;
use tak_search::mark::Mark;
use tak_search::tinue::{Standing, Threat, Tinue};

use super::report::{Interrupted, Played, Point, Report};
use crate::think::text_of;
use tak_terminal::counted::{counted, part};

/// How many moves of a line are shown.
const MOVES_OF_LINE: usize = 7;

/// How many of the worst moves are listed.
const LISTED: usize = 5;

/// The page that the table is written on.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    pub(crate) style: Style,
    /// The characters in a line, if limited.
    pub(crate) width: Option<usize>,
}

/// All games, one below the other, and whether they are all that was wanted.
pub(crate) fn table(
    reports: &[Report<'_>],
    interrupted: Option<Interrupted>,
    page: Page,
) -> String {
    let mut text = String::new();
    let is_of_several =
        reports.windows(2).any(|pair| pair[0].subject.file() != pair[1].subject.file());
    for (index, report) in reports.iter().enumerate() {
        if index > 0 {
            text.push_str("\n\n");
        }
        if reports.len() > 1 {
            let file = report.subject.file().filter(|_| is_of_several);
            let file = file.map_or_else(String::new, |file| format!(", {file}"));
            let _ = write!(text, "Game {}{file}: ", report.subject.number);
        }
        // Writing to a string cannot fail.
        let _ = write_game(&mut text, report, page);
    }
    if let Some(interrupted) = interrupted {
        let space = if reports.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{space}Interrupted: {interrupted}, and not all for tinuës.");
    }
    text
}

fn write_game(text: &mut String, report: &Report<'_>, page: Page) -> fmt::Result {
    writeln!(text, "{}\n", report.subject.title())?;
    if let [point] = &report.points[..] {
        return write_position(text, report, point);
    }
    let heading = ["move", "evaluation", "loss", "best was"];
    writeln!(text, "{}", row(heading))?;
    let mut before: Option<&Point> = None;
    for point in &report.points {
        let played = before.and_then(|before| before.played.as_ref());
        let mark = played.and_then(|played| played.mark);
        let row = row([
            &played.map_or_else(String::new, numbered),
            &point.worth.to_string(),
            &played.map_or_else(String::new, |played| played.loss.to_string()),
            &before.map_or_else(String::new, |before| best_line(before, page.room(LINE_AT))),
        ]);
        writeln!(text, "{}", painted(&row, mark, page.style))?;
        before = Some(point);
    }
    let next = before.map(|before| best_line(before, page.room(LINE_AT + 5)));
    if let Some(line) = next.filter(|line| !line.is_empty()) {
        writeln!(text, "{}", row(["", "", "", &format!("next {line}")]))?;
    }
    write_worst(text, report, page)?;
    write_tinues(text, report)?;
    write_players(text, report)
}

/// A single position, which has no moves to compare.
fn write_position(text: &mut String, report: &Report<'_>, point: &Point) -> fmt::Result {
    writeln!(text, "evaluation  {}", point.worth)?;
    if let Standing::Won(tinue) = &point.standing {
        let Tinue { winner, line, .. } = tinue;
        writeln!(text, "tinuë       {winner} in {}: {}", tinue.length(), text_of(line))?;
    }
    if let Some(ending) = report.ending {
        writeln!(text, "proven      if both do their best, {ending}")?;
    }
    if let Some(found) = &point.found {
        writeln!(text, "best line   {}", text_of(&found.line))?;
        let Found { depth, nodes, .. } = found;
        writeln!(text, "seen        {}, depth {depth}", counted(nodes, "node"))?;
    }
    Ok(())
}

impl Page {
    /// What is left of a line after this many characters.
    fn room(self, taken: usize) -> usize {
        self.width.map_or(usize::MAX, |width| width.saturating_sub(taken))
    }
}

/// Where the best line begins in a row.
const LINE_AT: usize = 20 + 18 + 7;

fn row([mv, worth, loss, line]: [&str; 4]) -> String {
    let row = format!("{mv:<20}{worth:<18}{loss:<7}{line}");
    row.trim_end().to_owned()
}

/// A move with its marks, the number aligned to the right.
fn numbered(played: &Played) -> String {
    let (number, mv) = played.caption.split_once(' ').unwrap_or_default();
    let (threat, mark) =
        (played.threat.map_or("", Threat::text), played.mark.map_or("", Mark::text));
    format!("{number:>6} {mv}{threat}{mark}")
}

/// The first moves of the line, at least one and no more than fit.
fn best_line(point: &Point, room: usize) -> String {
    let line = point.found.as_ref().map_or(&[][..], |found| &found.line);
    let mut text = String::new();
    for (index, mv) in line.iter().enumerate() {
        let dots = if index + 1 < line.len() { " …" } else { "" };
        let mv = mv.to_string();
        let width = text.len() + 1 + mv.len() + dots.chars().count();
        if index == MOVES_OF_LINE || index > 0 && width > room {
            return text + " …";
        }
        if index > 0 {
            text.push(' ');
        }
        text.push_str(&mv);
    }
    text
}

/// Mistakes in yellow, blunders in red.
fn painted(row: &str, mark: Option<Mark>, style: Style) -> String {
    match (style, mark) {
        (Style::Plain, _) | (_, None) => row.to_owned(),
        (Style::Colored, Some(Mark::Blunder)) => format!("\x1b[31m{row}\x1b[0m"),
        (Style::Colored, Some(Mark::Mistake)) => format!("\x1b[33m{row}\x1b[0m"),
    }
}

/// The columns of a change: two wins with two-digit plies, and a space.
const CHANGE: usize = 36;

fn write_worst(text: &mut String, report: &Report<'_>, page: Page) -> fmt::Result {
    let mut worst = report.worst();
    if worst.is_empty() {
        return writeln!(text, "\nNo move lost much.");
    }
    writeln!(text, "\nThe moves that lost most:")?;
    worst.truncate(LISTED);
    worst.sort_by_key(|(point, _)| point.index);
    for (point, played) in worst {
        let change = format!("{} → {}", point.worth, report.worth_after(point));
        let better = best_line(point, page.room(20 + CHANGE + "better ".len()));
        let row = format!("{:<20}{change:<CHANGE$}better {better}", numbered(played));
        writeln!(text, "{}", painted(&row, played.mark, page.style))?;
    }
    Ok(())
}

/// Where the last tinuë began, and those that were there and not played.
fn write_tinues(text: &mut String, report: &Report<'_>) -> fmt::Result {
    let mut misses = report.misses().peekable();
    if misses.peek().is_some() {
        writeln!(text, "\nTinuës that were missed:")?;
    }
    for (played, tinue) in misses {
        let line = text_of(&tinue.line);
        writeln!(text, "{:<20}{:<CHANGE$}by {line}", numbered(played), tinue.length())?;
    }
    if let Some((played, tinue)) = report.origin() {
        let Tinue { winner, .. } = tinue;
        writeln!(text, "\n{winner} has a tinuë after {}, in {}.", played.caption, tinue.length())?;
    }
    if let Some((loser, played)) = report.lost_after() {
        writeln!(text, "\n{loser} is lost on flats after {}.", played.caption)?;
    }
    if let Some(ending) = report.ending {
        writeln!(text, "\nIf both do their best from the last position on, {ending}. (proven)")?;
    }
    Ok(())
}

/// Two lines for each player: how well they did overall, and the moment that cost most.
fn write_players(text: &mut String, report: &Report<'_>) -> fmt::Result {
    writeln!(text)?;
    for (color, name) in Color::ALL.into_iter().zip(report.subject.players()) {
        let moves = report.points.iter().filter_map(|point| point.played.as_ref());
        let moves: Vec<_> = moves.filter(|played| played.mover == color).collect();
        let count = |wanted: &dyn Fn(&Played) -> bool| {
            let wanted = moves.iter().filter(|&&played| wanted(played));
            wanted.count()
        };
        let is_blunder = |played: &Played| played.mark == Some(Mark::Blunder);
        let best = count(&|played| played.is_best);
        let accuracy = report.review.accuracy[color.index()];
        let accuracy = accuracy.map_or_else(String::new, |it| format!("accuracy {it:.0} %; "));
        let best = part(best as u64, moves.len() as u64, "move", ["matches", "match"]);
        write!(text, "{name}: {accuracy}{best} the engine's")?;
        let losses: Vec<_> = moves.iter().filter_map(|played| played.loss.centiflats).collect();
        if !losses.is_empty() {
            let sum: i32 = losses.iter().sum();
            let mean = f64::from(sum) / losses.len() as f64 / 100.0;
            write!(text, "; {mean:.2} flats lost per move")?;
        }
        let mistakes = count(&|played| played.mark == Some(Mark::Mistake));
        let blunders = count(&is_blunder);
        let decisive = count(&|played| is_blunder(played) && played.loss.centiflats.is_none());
        write!(text, "; {}", counted(mistakes, "mistake"))?;
        write!(text, ", {}", counted(blunders, "blunder"))?;
        if decisive > 0 {
            write!(text, ", {decisive} of them decisive")?;
        }
        writeln!(text)?;
        let own = report.moments().filter(|(played, _)| played.mover == color);
        let worst = own.max_by(|(_, one), (_, other)| one.loss.total_cmp(&other.loss));
        if let Some((played, moment)) = worst {
            writeln!(text, "  {}: {} ({})", played.caption, moment.sentence, moment.mark())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::worth::Worth;
    use tak_encoding::{AnyMove, BoardSize, Outcome};

    #[test]
    fn lines_are_cut_where_the_terminal_ends() {
        let moves = "a1 3b2>12 c3 d4 e5 f6 a2 a3".split(' ');
        let moves = moves.map(|mv| AnyMove::parse(BoardSize::Six, mv).unwrap());
        let mut point = Point {
            index: 0,
            worth: Worth::Over(Outcome::Draw),
            found: Some(Found { eval: 0, depth: 1, nodes: 1, time: 0, line: moves.collect() }),
            standing: Standing::Level,
            played: None,
        };
        let line = |point: &Point, room| best_line(point, room);
        assert_eq!(line(&point, usize::MAX), "a1 3b2>12 c3 d4 e5 f6 a2 …");
        assert_eq!(line(&point, 15), "a1 3b2>12 c3 …");
        assert_eq!(line(&point, 14), "a1 3b2>12 c3 …");
        assert_eq!(line(&point, 13), "a1 3b2>12 …");
        assert_eq!(line(&point, 0), "a1 …");
        point.found.iter_mut().for_each(|found| found.line.truncate(2));
        assert_eq!(line(&point, 9), "a1 3b2>12");
        assert_eq!(line(&point, 8), "a1 …");
        point.found = None;
        assert_eq!(line(&point, 80), "");
    }
}
