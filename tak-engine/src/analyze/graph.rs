//! A graph of White's chances over the game.

use clap::ValueEnum;
use tak_pictures::{Graph, GraphMark, GraphPoint, Severity, Theme};
use tak_search::mark::Mark;

use super::report::{Point, Report};

/// The value of `--theme`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum ThemeChoice {
    /// As set in the reader's browser
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

/// All games, one below the other, as SVG.
pub(crate) fn svg(reports: &[Report<'_>], theme: ThemeChoice) -> String {
    let graphs: Vec<_> = reports.iter().map(graph).collect();
    let theme = match theme {
        ThemeChoice::Auto => None,
        ThemeChoice::Light => Some(Theme::Light),
        ThemeChoice::Dark => Some(Theme::Dark),
    };
    Graph::svg(&graphs, theme)
}

fn graph(report: &Report<'_>) -> Graph {
    let subject = report.subject;
    let befores = std::iter::once(None).chain(report.points.iter().map(Some));
    let points = report.points.iter().zip(befores);
    let marks = report.worst().into_iter().filter_map(|(before, played)| {
        let mark = played.mark?;
        Some(GraphMark {
            point: before.index - subject.window.start() + 1,
            severity: match mark {
                Mark::Mistake => Severity::Mistake,
                Mark::Blunder => Severity::Blunder,
            },
            caption: format!("{}{}", played.caption, mark.text()),
        })
    });
    Graph {
        players: subject.players().join(" – "),
        facts: subject.facts(),
        points: points
            .map(|(point, before)| GraphPoint {
                ply: subject.setups[point.index].position.ply(),
                chance: point.worth.chance() as f32,
                tip: tip(point, before),
            })
            .collect(),
        marks: marks.collect(),
    }
}

/// The move to a position, what it is worth, and what would have been better.
fn tip(point: &Point, before: Option<&Point>) -> String {
    let worth = point.worth;
    let played = before.and_then(|before| before.played.as_ref());
    let Some(played) = played else {
        return worth.to_string();
    };
    let best = before.and_then(|before| before.found.as_ref()?.line.first());
    match best.filter(|_| !played.is_best) {
        Some(best) => format!("{}: {worth}, best was {best}", played.caption),
        None => format!("{}: {worth}", played.caption),
    }
}
