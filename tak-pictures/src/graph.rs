//! The course of a game as an SVG picture: who was ahead when, and which moves lost most.
//!
//! The height of the curve is White's expected share of the result, so that a flat
//! counts for a lot in a level game and for little in a decided one.

use std::fmt::Write;

use crate::scene::Point;
use crate::svg::{self, Escaped, Number};
use crate::theme::Theme;
use labels::Labels;

mod labels;

/// The course of a game, drawn by [`Graph::svg`].
///
/// ```
/// use tak_pictures::{Graph, GraphMark, GraphPoint, Severity, Theme};
///
/// let point = |ply, chance, tip: &str| GraphPoint { ply, chance, tip: tip.to_owned() };
/// let game = Graph {
///     players: "Ada – Eve".to_owned(),
///     facts: vec!["6×6".to_owned(), "R-0".to_owned()],
///     points: vec![point(0, 0.5, "level"), point(1, 0.55, "1. a1"), point(2, 0.9, "1... f6")],
///     marks: vec![GraphMark { point: 2, severity: Severity::Blunder, caption: "1... f6??".to_owned() }],
/// };
/// let svg = Graph::svg(&[game], Some(Theme::Dark));
/// assert!(svg.contains("Ada – Eve"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    /// Who played.
    pub players: String,
    /// What else is worth mentioning: the size, the result, the date.
    pub facts: Vec<String>,
    /// The positions, in order.
    pub points: Vec<GraphPoint>,
    /// The moves that lost most, the worst first; only a dozen are labelled.
    pub marks: Vec<GraphMark>,
}

/// A position of a [`Graph`].
#[derive(Clone, PartialEq, Debug)]
pub struct GraphPoint {
    /// The plies from the empty board to it, increasing from point to point.
    pub ply: u32,
    /// White's expected share of the result, from 0 to 1.
    pub chance: f32,
    /// What a browser shows under the mouse; for a single point it is written beside it.
    pub tip: String,
}

/// A bad move in a [`Graph`].
#[derive(Clone, PartialEq, Debug)]
pub struct GraphMark {
    /// The index of the point that it led to.
    pub point: usize,
    /// How bad it was.
    pub severity: Severity,
    /// Its number and name, like `12. c3??`.
    pub caption: String,
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// The size of one game's picture, in pixels.
const WIDTH: f32 = 1200.0;
const HEIGHT: f32 = 570.0;

/// The part of it that the curve runs through.
const LEFT: f32 = 92.0;
const RIGHT: f32 = 1168.0;
const TOP: f32 = 110.0;
const BOTTOM: f32 = 510.0;
const MIDDLE: f32 = f32::midpoint(TOP, BOTTOM);

/// How far the background extends above and below the curve.
const MARGIN: f32 = 12.0;

/// The most moves that are labelled in the picture.
const NAMED: usize = 12;

/// The height at which White's chance is drawn, from the top.
fn chance_y(chance: f32) -> f32 {
    BOTTOM - chance * (BOTTOM - TOP)
}

/// A line at every quarter, with its percentage on the left.
fn scale() -> String {
    let [left, right, names, middle] = [LEFT, RIGHT, LEFT - 12.0, MIDDLE].map(Number);
    let mut text = String::new();
    for percent in [0_u8, 25, 50, 75, 100] {
        let y = Number(chance_y(f32::from(percent) / 100.0));
        let class = if percent == 50 { "middle" } else { "grid" };
        let _ = writeln!(
            text,
            "<path class=\"{class}\" d=\"M{left} {y}H{right}\"/>\
             <text class=\"scale\" x=\"{names}\" y=\"{y}\" dy=\"5\">{percent} %</text>"
        );
    }
    let _ = writeln!(
        text,
        "<text class=\"axis\" transform=\"translate(28 {middle}) rotate(-90)\">White’s chances</text>"
    );
    for (name, y) in [("White", TOP + 16.0), ("Black", BOTTOM - 4.0)] {
        let [x, y] = [LEFT + 12.0, y].map(Number);
        let _ = writeln!(text, "<text class=\"side\" x=\"{x}\" y=\"{y}\">{name}</text>");
    }
    text
}

impl Graph {
    /// The pictures of several games, one below the other; without a theme they follow the reader's
    /// browser, light or dark; other themes have one of these two.
    ///
    /// It contains no scripts and no fonts, and the same games always give the same bytes.
    ///
    /// # Panics
    ///
    /// If a mark's point is not among the points.
    pub fn svg(graphs: &[Self], theme: Option<Theme>) -> String {
        let [width, height] = [WIDTH, HEIGHT * graphs.len().max(1) as f32].map(Number);
        let titles =
            graphs.iter().map(|graph| format!("{}, {}", graph.players, graph.facts.join(", ")));
        let titles = titles.collect::<Vec<_>>().join("; ");
        let mut text = svg::start(WIDTH, HEIGHT * graphs.len().max(1) as f32, 1.0, &titles);
        let _ = writeln!(text, "<style>\n{}</style>", style_sheet(theme));
        let _ = writeln!(text, "<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>");
        for (index, graph) in graphs.iter().enumerate() {
            let offset = Number(HEIGHT * index as f32);
            let _ = writeln!(text, "<g transform=\"translate(0 {offset})\">\n{}</g>", graph.draw());
        }
        text + "</svg>\n"
    }

    fn draw(&self) -> String {
        let [x, y, width, height] =
            [LEFT, TOP - MARGIN, RIGHT - LEFT, BOTTOM - TOP + 2.0 * MARGIN].map(Number);
        let plot = format!(
            "<rect class=\"plot\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n"
        );
        let (heading, areas, numbers) = (self.heading(), self.areas(), self.numbers());
        [heading, plot, areas, scale(), numbers, self.curve(), self.spots(), self.tips()].concat()
    }

    fn heading(&self) -> String {
        const LONGEST: usize = 60;
        let mut players: String = self.players.chars().take(LONGEST).collect();
        if players != self.players {
            players.push('…');
        }
        let (x, players, facts) = (Number(LEFT), Escaped(&players), self.facts.join(" · "));
        let facts = Escaped(&facts);
        let mut text = format!(
            "<text class=\"title\" x=\"{x}\" y=\"46\">{players}</text>\n\
             <text class=\"facts\" x=\"{x}\" y=\"76\">{facts}</text>\n"
        );
        let key =
            [("mistake", "? cost 5 % of the chances", 367.0), ("blunder", "?? cost 12.5 %", 125.0)];
        for (class, words, from_right) in key {
            let [spot, words_x] = [RIGHT - from_right, RIGHT - from_right + 13.0].map(Number);
            let _ = writeln!(
                text,
                "<circle class=\"{class}\" cx=\"{spot}\" cy=\"71\" r=\"6\"/>\
                 <text class=\"key\" x=\"{words_x}\" y=\"76\">{words}</text>"
            );
        }
        text
    }

    /// How far right a point is; a single one is in the middle.
    fn x(&self, steps: f32) -> f32 {
        match self.points.len() {
            0 | 1 => f32::midpoint(LEFT, RIGHT),
            points => LEFT + (RIGHT - LEFT) * steps / (points - 1) as f32,
        }
    }

    fn at(&self, step: usize) -> Point {
        Point { x: self.x(step as f32), y: chance_y(self.points[step].chance) }
    }

    fn curve_points(&self) -> Vec<Point> {
        (0..self.points.len()).map(|step| self.at(step)).collect()
    }

    /// The areas of White's lead above the middle and Black's below.
    fn areas(&self) -> String {
        let points = with_crossings(&self.curve_points());
        let [_, .., end] = &points[..] else { return String::new() };
        let [left, right, middle] = [LEFT, end.x, MIDDLE].map(Number);
        let area = |class: &str, side: fn(f32, f32) -> f32| {
            let edge =
                points.iter().map(|at| format!("L{}", Point { y: side(at.y, MIDDLE), ..*at }));
            let edge = edge.collect::<Vec<_>>().concat();
            format!("<path class=\"{class}\" d=\"M{left} {middle}{edge}L{right} {middle}Z\"/>\n")
        };
        area("white", f32::min) + &area("black", f32::max)
    }

    /// The numbers of the moves, each below White's ply, as many as there is room for.
    fn numbers(&self) -> String {
        let mut text = String::new();
        let [Some(first), Some(last)] = [self.points.first(), self.points.last()] else {
            return text;
        };
        let (first, last) = (first.ply, last.ply);
        let moves = (last - first) / 2 + 1;
        let steps = [1, 2, 5, 10, 20, 50, 100];
        let step = steps.into_iter().find(|step| moves / step <= 20).unwrap_or(500);
        let [top, bottom, y] = [TOP - MARGIN, BOTTOM + MARGIN, BOTTOM + MARGIN + 22.0].map(Number);
        for number in first.div_ceil(2).max(1)..=last.div_ceil(2) {
            let ply = 2 * number - 1;
            let named = number.is_multiple_of(step) || number == 1 && step > 2;
            if ply >= first && named {
                let x = Number(self.x((ply - first) as f32));
                let _ = writeln!(
                    text,
                    "<path class=\"grid\" d=\"M{x} {top}V{bottom}\"/>\
                     <text class=\"number\" x=\"{x}\" y=\"{y}\">{number}</text>"
                );
            }
        }
        text
    }

    /// The line through all points; a single point is a spot with its tip beside it.
    fn curve(&self) -> String {
        if let [point] = &self.points[..] {
            let Point { x, y } = self.at(0);
            let ([x, y, beside], tip) = ([x, y, x + 18.0].map(Number), Escaped(&point.tip));
            return format!(
                "<circle class=\"spot\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/>\
                 <text class=\"only\" x=\"{beside}\" y=\"{y}\" dy=\"6\">{tip}</text>\n"
            );
        }
        let line: Vec<_> = self.curve_points().iter().map(Point::to_string).collect();
        let start = if line.is_empty() { "" } else { "M" };
        format!("<path class=\"curve\" d=\"{start}{}\"/>\n", line.join("L"))
    }

    /// A spot after each bad move, and the labels of the worst.
    fn spots(&self) -> String {
        let spots = self.marks.iter().map(|mark| self.at(mark.point)).collect();
        let mut labels = Labels::around(self.curve_points(), spots);
        let mut text = String::new();
        for (rank, mark) in self.marks.iter().enumerate() {
            let spot = self.at(mark.point);
            if rank < NAMED {
                labels.add(spot, mark.caption.replace("... ", "… "));
            }
            let class = match mark.severity {
                Severity::Mistake => "mistake",
                Severity::Blunder => "blunder",
            };
            let [x, y] = [spot.x, spot.y].map(Number);
            let _ = writeln!(text, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>");
        }
        text + &labels.draw()
    }

    /// What a browser shows under the mouse.
    fn tips(&self) -> String {
        let width = match self.points.len() {
            0 | 1 => RIGHT - LEFT,
            _ => self.x(1.0) - LEFT,
        };
        let tips = self.points.iter().enumerate().map(|(step, point)| {
            let [x, y, width, height] =
                [self.x(step as f32) - width / 2.0, TOP, width, BOTTOM - TOP].map(Number);
            let tip = Escaped(&point.tip);
            format!(
                "<rect class=\"tip\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">\
                 <title>{tip}</title></rect>\n"
            )
        });
        tips.collect::<Vec<_>>().concat()
    }
}

/// The same line, with a point wherever it crosses the middle.
fn with_crossings(points: &[Point]) -> Vec<Point> {
    let mut line: Vec<Point> = Vec::new();
    for &point in points {
        if let Some(&last) = line.last() {
            let (above, below) = (last.y - MIDDLE, point.y - MIDDLE);
            if above * below < 0.0 {
                let part = above / (above - below);
                line.push(Point { x: last.x + (point.x - last.x) * part, y: MIDDLE });
            }
        }
        line.push(point);
    }
    line
}

/// The style sheet of the picture.
fn style_sheet(theme: Option<Theme>) -> String {
    match theme {
        None => format!("{SHAPES}{LIGHT}@media (prefers-color-scheme: dark) {{\n{DARK}}}\n"),
        Some(Theme::Light | Theme::Wood) => format!("{SHAPES}{LIGHT}"),
        Some(Theme::Dark | Theme::Contrast) => format!("{SHAPES}{DARK}"),
    }
}

const SHAPES: &str = "\
text { font-family: system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
.title { font-size: 28px; font-weight: 600; }
.facts { font-size: 17px; }
.scale { font-size: 15px; text-anchor: end; }
.number, .axis { font-size: 15px; text-anchor: middle; }
.side { font-size: 15px; font-weight: 600; }
.key { font-size: 15px; }
.label { text-anchor: middle; font-size: 16px; font-weight: 600; }
.plate { fill-opacity: 0.9; }
.grid, .middle, .curve, .leader { fill: none; }
.grid { stroke-width: 1px; stroke-opacity: 0.18; }
.middle { stroke-width: 1.5px; }
.curve { stroke-width: 3px; stroke-linejoin: round; stroke-linecap: round; }
.leader { stroke-width: 1.5px; }
.only { font-size: 17px; font-weight: 600; }
.mistake, .blunder { stroke-width: 2.5px; }
.tip { fill-opacity: 0; }
";

const LIGHT: &str = "\
.page, .plate { fill: #faf6ec; }
.plot { fill: #d9cbac; }
.white { fill: #fffdf8; }
.black { fill: #3d3832; }
.grid, .middle { stroke: #6d5f45; }
.curve { stroke: #e07b1a; }
.spot { fill: #e07b1a; }
.title, .facts, .scale, .axis, .number, .side, .key { fill: #4a4131; }
.label, .only { fill: #2e281d; }
.leader { stroke: #e07b1a; }
.mistake { fill: #f2b705; stroke: #fffdf8; }
.blunder { fill: #d3302f; stroke: #fffdf8; }
";

const DARK: &str = "\
.page, .plate { fill: #1b2126; }
.plot { fill: #47545d; }
.white { fill: #e4eaee; }
.black { fill: #12171b; }
.grid, .middle { stroke: #a9b7c0; }
.curve { stroke: #f5a142; }
.spot { fill: #f5a142; }
.title, .facts, .scale, .axis, .number, .side, .key { fill: #d3dce1; }
.label, .only { fill: #f4f7f9; }
.leader { stroke: #f5a142; }
.mistake { fill: #f7c948; stroke: #1b2126; }
.blunder { fill: #ef5350; stroke: #1b2126; }
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_meet_where_the_lead_changes_hands() {
        let at = Point::new;
        let line = with_crossings(&[
            at(0.0, MIDDLE - 30.0),
            at(40.0, MIDDLE + 10.0),
            at(50.0, MIDDLE),
            at(60.0, MIDDLE + 5.0),
        ]);
        assert_eq!(line.len(), 5);
        assert_eq!(line[1], at(30.0, MIDDLE));
    }

    #[test]
    fn a_late_game_has_the_numbers_of_its_own_moves() {
        let at = |ply| GraphPoint { ply, chance: 0.5, tip: String::new() };
        let graph = Graph {
            players: String::new(),
            facts: Vec::new(),
            points: vec![at(2_000_000_000), at(2_000_000_002)],
            marks: Vec::new(),
        };
        assert_eq!(graph.numbers().matches("<text").count(), 1, "{}", graph.numbers());
    }

    #[test]
    fn white_is_above() {
        assert!(chance_y(0.6) < MIDDLE);
        assert!((chance_y(0.0) - BOTTOM).abs() < 0.01);
    }
}
