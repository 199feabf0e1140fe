//! What was found out about a game, whatever form it is then written in.

use tak_encoding::{AnyMove, Color, MoveName};
use tak_engine::resume::Found;
use tak_search::engine::Info;
use tak_search::mark::Mark;

use super::subject::Subject;
use super::worth::{Loss, Worth};
use crate::think::for_white;

/// The last report of a search.
pub(crate) fn found(info: Info, mover: Color) -> Found {
    Found {
        eval: for_white(info.score, mover),
        depth: info.depth,
        nodes: info.nodes,
        time: info.time.as_millis() as u64,
        line: info.line,
    }
}

/// A game with its analysis.
pub(crate) struct Report<'a> {
    pub(crate) subject: &'a Subject<'a>,
    /// The analysed positions, in order, at least one.
    pub(crate) points: Vec<Point>,
}

/// A position of a game.
pub(crate) struct Point {
    /// The plies from the start of the game.
    pub(crate) index: usize,
    pub(crate) worth: Worth,
    /// `None` if the game is over.
    pub(crate) found: Option<Found>,
    /// The move that was played, if the position after it was analysed too.
    pub(crate) played: Option<Played>,
}

/// A move of the game.
pub(crate) struct Played {
    pub(crate) mv: AnyMove,
    /// With its number: `12. c3` or, for Black, `12... c3`.
    pub(crate) caption: String,
    pub(crate) mover: Color,
    /// Whether the engine would have played it.
    pub(crate) is_best: bool,
    pub(crate) loss: Loss,
    pub(crate) mark: Option<Mark>,
}

impl<'a> Report<'a> {
    /// Compares each position with the next; `found` holds those of the window.
    pub(crate) fn new(subject: &'a Subject<'a>, found: Vec<Option<Found>>) -> Self {
        let indices = subject.window.clone();
        let mut points: Vec<Point> = indices
            .zip(found)
            .map(|(index, found)| Point {
                index,
                worth: worth(subject, index, found.as_ref()),
                found,
                played: None,
            })
            .collect();
        for next in 1..points.len() {
            let after = points[next].worth;
            let before = &mut points[next - 1];
            before.played = Some(Played::new(subject, before, after));
        }
        Self { subject, points }
    }

    /// The moves with a mark, the worst first.
    pub(crate) fn worst(&self) -> Vec<(&Point, &Played)> {
        let marked = self.points.iter().filter_map(|point| {
            let played = point.played.as_ref()?;
            played.mark.map(|_| (point, played))
        });
        let mut worst: Vec<_> = marked.collect();
        worst.sort_by(|(_, one), (_, other)| other.loss.chance.total_cmp(&one.loss.chance));
        worst
    }

    /// The value of the next position; there is one wherever a move was played.
    pub(crate) fn worth_after(&self, point: &Point) -> Worth {
        let next = self.points.iter().find(|next| next.index > point.index);
        next.map_or(point.worth, |next| next.worth)
    }
}

fn worth(subject: &Subject<'_>, index: usize, found: Option<&Found>) -> Worth {
    let position = &subject.setups[index].position;
    match position.outcome() {
        Some(outcome) => Worth::Over(outcome),
        None => Worth::searched(position, found.map_or(0, |found| found.eval)),
    }
}

impl Played {
    fn new(subject: &Subject<'_>, before: &Point, after: Worth) -> Self {
        let mv = subject.moves[before.index];
        let position = &subject.setups[before.index].position;
        let (mover, name) = (position.side_to_move(), MoveName::of_ply(position.ply() as usize));
        let best = before.found.as_ref().and_then(|found| found.line.first());
        let is_best = best == Some(&mv);
        let loss = if is_best { Loss::NOTHING } else { Loss::between(before.worth, after, mover) };
        let caption = format!("{} {mv}", name.in_ptn());
        Self { caption, mv, mover, is_best, loss, mark: loss.mark }
    }
}
