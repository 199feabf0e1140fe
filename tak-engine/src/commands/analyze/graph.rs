//! The course of a game as a picture in SVG: who stood better when, and which
//! moves lost most.
//!
//! The height is White's expected part of the result, so that a flat counts much
//! in a level game and little in one that is decided. No scripts, no fonts of our
//! own, the same bytes for the same analysis.

use std::fmt::{self, Write};

use tak_cli::failure::shortened;
use tak_cli::xml::{Escaped, Number};
use tak_encoding::with_position;

use super::report::{Point, Report};
use super::worth::Mark;
use labels::Labels;
pub(crate) use style::Theme;

mod labels;
mod style;

/// One game's picture, in pixels.
const WIDTH: f32 = 1200.0;
const HEIGHT: f32 = 570.0;

/// The part of it that the curve runs through.
const LEFT: f32 = 92.0;
const RIGHT: f32 = 1168.0;
const TOP: f32 = 110.0;
const BOTTOM: f32 = 510.0;
const MIDDLE: f32 = f32::midpoint(TOP, BOTTOM);

/// How far the ground goes on above and below the curve.
const MARGIN: f32 = 12.0;

/// The moves whose names are written into the picture.
const NAMED: usize = 12;

/// All games, one below the other.
pub(crate) fn svg(reports: &[Report<'_>], theme: Theme) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_svg(&mut text, reports, theme);
    text
}

fn write_svg(text: &mut String, reports: &[Report<'_>], theme: Theme) -> fmt::Result {
    let height = HEIGHT * reports.len().max(1) as f32;
    writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" \
         viewBox=\"0 0 {0} {1}\" role=\"img\">",
        Number(WIDTH),
        Number(height)
    )?;
    let titles: Vec<_> = reports
        .iter()
        .map(|report| report.subject.title())
        .collect();
    writeln!(text, "<title>{}</title>", Escaped(&titles.join("; ")))?;
    writeln!(text, "<style>\n{}</style>", theme.css())?;
    writeln!(
        text,
        "<rect class=\"page\" width=\"{}\" height=\"{}\"/>",
        Number(WIDTH),
        Number(height)
    )?;
    for (index, report) in reports.iter().enumerate() {
        let offset = Number(HEIGHT * index as f32);
        writeln!(text, "<g transform=\"translate(0 {offset})\">")?;
        write_game(text, report)?;
        writeln!(text, "</g>")?;
    }
    text.write_str("</svg>\n")
}

fn write_game(text: &mut String, report: &Report<'_>) -> fmt::Result {
    let graph = Graph { report };
    graph.heading(text)?;
    writeln!(
        text,
        "<rect class=\"plot\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        Number(LEFT),
        Number(TOP - MARGIN),
        Number(RIGHT - LEFT),
        Number(BOTTOM - TOP + 2.0 * MARGIN)
    )?;
    graph.areas(text)?;
    scale(text)?;
    graph.numbers(text)?;
    graph.curve(text)?;
    graph.marks(text)?;
    graph.tips(text)
}

/// Lines at quarters of the chances, with their names on the left.
fn scale(text: &mut String) -> fmt::Result {
    for percent in [0_u8, 25, 50, 75, 100] {
        let y = Number(height(f32::from(percent) / 100.0));
        let class = if percent == 50 { "middle" } else { "grid" };
        writeln!(
            text,
            "<path class=\"{class}\" d=\"M{} {y}H{}\"/>\
             <text class=\"scale\" x=\"{}\" y=\"{y}\" dy=\"5\">{percent} %</text>",
            Number(LEFT),
            Number(RIGHT),
            Number(LEFT - 12.0),
        )?;
    }
    writeln!(
        text,
        "<text class=\"axis\" transform=\"translate(28 {}) rotate(-90)\">White’s chances</text>",
        Number(MIDDLE)
    )?;
    for (name, y) in [("White", TOP + 16.0), ("Black", BOTTOM - 4.0)] {
        let x = Number(LEFT + 12.0);
        writeln!(
            text,
            "<text class=\"side\" x=\"{x}\" y=\"{}\">{name}</text>",
            Number(y)
        )?;
    }
    Ok(())
}

/// A place in a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Place {
    x: f32,
    y: f32,
}

/// The height of White's chance.
fn height(chance: f32) -> f32 {
    BOTTOM - chance * (BOTTOM - TOP)
}

struct Graph<'a> {
    report: &'a Report<'a>,
}

impl Graph<'_> {
    fn heading(&self, text: &mut String) -> fmt::Result {
        let subject = self.report.subject;
        let players = shortened(&subject.players().join(" – "));
        writeln!(
            text,
            "<text class=\"title\" x=\"{0}\" y=\"46\">{1}</text>\n\
             <text class=\"facts\" x=\"{0}\" y=\"76\">{2}</text>",
            Number(LEFT),
            Escaped(&players),
            Escaped(&subject.facts().join(" · ")),
        )?;
        let key = [
            ("mistake", "? cost 10 % of the chances", 352.0),
            ("blunder", "?? cost 25 %", 110.0),
        ];
        for (class, words, from_right) in key {
            let x = RIGHT - from_right;
            writeln!(
                text,
                "<circle class=\"{class}\" cx=\"{}\" cy=\"71\" r=\"6\"/>\
                 <text class=\"key\" x=\"{}\" y=\"76\">{words}</text>",
                Number(x),
                Number(x + 13.0)
            )?;
        }
        Ok(())
    }

    /// The place of a point from left to right; one alone stands in the middle.
    fn x(&self, steps: f32) -> f32 {
        match self.report.points.len() {
            0 | 1 => f32::midpoint(LEFT, RIGHT),
            points => LEFT + (RIGHT - LEFT) * steps / (points - 1) as f32,
        }
    }

    fn place(&self, step: usize) -> Place {
        Place {
            x: self.x(step as f32),
            y: height(self.report.points[step].worth.chance() as f32),
        }
    }

    fn places(&self) -> Vec<Place> {
        (0..self.report.points.len())
            .map(|step| self.place(step))
            .collect()
    }

    /// White's lead above the middle, Black's below.
    fn areas(&self, text: &mut String) -> fmt::Result {
        let places = with_crossings(&self.places());
        if places.len() < 2 {
            return Ok(());
        }
        for class in ["white", "black"] {
            let side = if class == "white" { f32::min } else { f32::max };
            write!(
                text,
                "<path class=\"{class}\" d=\"M{} {}",
                Number(LEFT),
                Number(MIDDLE)
            )?;
            for place in &places {
                write!(
                    text,
                    "L{} {}",
                    Number(place.x),
                    Number(side(place.y, MIDDLE))
                )?;
            }
            let end = places.last().map_or(LEFT, |place| place.x);
            writeln!(text, "L{} {}Z\"/>", Number(end), Number(MIDDLE))?;
        }
        Ok(())
    }

    /// The numbers of the moves, each below White's ply, as many as have room.
    fn numbers(&self, text: &mut String) -> fmt::Result {
        let points = &self.report.points;
        let (first, last) = (self.ply(0), self.ply(points.len().saturating_sub(1)));
        let steps = [1, 2, 5, 10, 20, 50, 100];
        let moves = (last - first) / 2 + 1;
        let step = steps
            .into_iter()
            .find(|step| moves / step <= 20)
            .unwrap_or(500);
        for number in 1..=last.div_ceil(2) {
            let ply = 2 * number - 1;
            let named = number.is_multiple_of(step) || number == 1 && step > 2;
            if ply < first || !named {
                continue;
            }
            let x = Number(self.x((ply - first) as f32));
            writeln!(
                text,
                "<path class=\"grid\" d=\"M{x} {}V{}\"/><text class=\"number\" x=\"{x}\" y=\"{}\">{number}</text>",
                Number(TOP - MARGIN),
                Number(BOTTOM + MARGIN),
                Number(BOTTOM + MARGIN + 22.0)
            )?;
        }
        Ok(())
    }

    /// The plies from an empty board to a point.
    fn ply(&self, step: usize) -> u32 {
        let index = self.report.points[step].index;
        let setup = &self.report.subject.setups[index];
        with_position!(&setup.position, position => position.ply())
    }

    /// Through all points; one alone is a spot with its worth beside it.
    fn curve(&self, text: &mut String) -> fmt::Result {
        if let [point] = &self.report.points[..] {
            let Place { x, y } = self.place(0);
            return writeln!(
                text,
                "<circle class=\"spot\" cx=\"{0}\" cy=\"{1}\" r=\"7\"/>\
                 <text class=\"only\" x=\"{2}\" y=\"{1}\" dy=\"6\">{3}</text>",
                Number(x),
                Number(y),
                Number(x + 18.0),
                Escaped(&point.worth.to_string())
            );
        }
        text.write_str("<path class=\"curve\" d=\"")?;
        for (step, place) in self.places().into_iter().enumerate() {
            let letter = if step == 0 { 'M' } else { 'L' };
            write!(text, "{letter}{} {}", Number(place.x), Number(place.y))?;
        }
        text.write_str("\"/>\n")
    }

    /// A spot behind each bad move, and the names of the worst.
    fn marks(&self, text: &mut String) -> fmt::Result {
        let worst = self.report.worst();
        let first = self.report.subject.window.start();
        let places = worst
            .iter()
            .map(|(point, _)| self.place(point.index - first + 1));
        let places: Vec<_> = places.collect();
        let mut labels = Labels::around(self.places(), places.clone());
        for (rank, ((_, played), place)) in worst.into_iter().zip(places).enumerate() {
            let Some(mark) = played.mark else { continue };
            let class = match mark {
                Mark::Blunder => "blunder",
                Mark::Mistake => "mistake",
            };
            if rank < NAMED {
                let name = format!("{}{}", played.caption.replace("... ", "… "), mark.text());
                labels.add(place, name);
            }
            writeln!(
                text,
                "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"6\"/>",
                Number(place.x),
                Number(place.y)
            )?;
        }
        labels.write(text)
    }

    /// What a browser tells where the mouse points.
    fn tips(&self, text: &mut String) -> fmt::Result {
        let width = match self.report.points.len() {
            0 | 1 => RIGHT - LEFT,
            _ => self.x(1.0) - LEFT,
        };
        let mut before: Option<&Point> = None;
        for (step, point) in self.report.points.iter().enumerate() {
            let played = before.and_then(|before| before.played.as_ref());
            let mut tip = played.map_or_else(String::new, |played| format!("{}: ", played.caption));
            let _ = write!(tip, "{}", point.worth);
            let best = before.and_then(|before| before.found.as_ref()?.line.first());
            if let (Some(best), false) = (best, played.is_none_or(|played| played.is_best)) {
                let _ = write!(tip, ", best was {best}");
            }
            writeln!(
                text,
                "<rect class=\"tip\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
                Number(self.x(step as f32) - width / 2.0),
                Number(TOP),
                Number(width),
                Number(BOTTOM - TOP),
                Escaped(&tip)
            )?;
            before = Some(point);
        }
        Ok(())
    }
}

/// The same line, with a place where it passes the middle.
fn with_crossings(places: &[Place]) -> Vec<Place> {
    let mut line = Vec::new();
    let mut last: Option<Place> = None;
    for &place in places {
        if let Some(last) = last {
            let (above, below) = (last.y - MIDDLE, place.y - MIDDLE);
            if above * below < 0.0 {
                let part = above / (above - below);
                line.push(Place {
                    x: last.x + (place.x - last.x) * part,
                    y: MIDDLE,
                });
            }
        }
        line.push(place);
        last = Some(place);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::worth::Worth;
    use super::*;

    #[test]
    fn areas_meet_where_the_lead_changes_hands() {
        let place = |x, y| Place { x, y };
        let line = with_crossings(&[
            place(0.0, MIDDLE - 30.0),
            place(40.0, MIDDLE + 10.0),
            place(50.0, MIDDLE),
            place(60.0, MIDDLE + 5.0),
        ]);
        assert_eq!(line.len(), 5);
        assert_eq!(line[1], place(30.0, MIDDLE));
    }

    #[test]
    fn white_is_above() {
        assert!(height(0.6) < MIDDLE);
        let won = Worth::Over(tak_encoding::Outcome::Road(tak_encoding::Color::Black));
        assert!((height(won.chance() as f32) - BOTTOM).abs() < 0.01);
    }
}
