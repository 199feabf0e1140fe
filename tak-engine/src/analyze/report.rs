//! What was found out about a game, whatever form it is then written in.

use std::fmt;

use tak_encoding::{AnyMove, Color, MoveName};
use tak_engine::resume::Found;
use tak_search::endgame::Lost;
use tak_search::engine::Info;
use tak_search::mark::Mark;
use tak_search::review::{Moment, Review, Seen};
use tak_search::solve::Ending;
use tak_search::tinue::{self, Standing, Threat, Tinue};
use tak_terminal::counted::part;

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

/// How far an analysis was when an interrupt ended it, in positions.
#[derive(Clone, Copy)]
pub(crate) struct Interrupted {
    pub(crate) done: usize,
    pub(crate) total: usize,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = part(self.done as u64, self.total as u64, "position", ["was", "were"]);
        write!(f, "{done} analysed")
    }
}

/// A game with its analysis.
pub(crate) struct Report<'a> {
    pub(crate) subject: &'a Subject<'a>,
    /// The analysed positions, in order, at least one.
    pub(crate) points: Vec<Point>,
    /// The moments that decided it.
    pub(crate) review: Review,
    /// Where it was lost on flats, counted from the start of the game.
    pub(crate) lost: Option<Lost>,
    /// What its last position comes to, if both do their best.
    pub(crate) ending: Option<Ending>,
}

/// A position of a game.
pub(crate) struct Point {
    /// The plies from the start of the game.
    pub(crate) index: usize,
    pub(crate) worth: Worth,
    /// `None` if the game is over.
    pub(crate) found: Option<Found>,
    /// Whether a player has a strict tinuë.
    pub(crate) standing: Standing,
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
    /// What it threatens.
    pub(crate) threat: Option<Threat>,
    /// The strict tinuë that it let go.
    pub(crate) missed: Option<Tinue>,
}

impl<'a> Report<'a> {
    /// Compares each position with the next; `found` and `standings` hold those of the window.
    pub(crate) fn new(
        subject: &'a Subject<'a>,
        found: Vec<Option<Found>>,
        standings: Vec<Standing>,
        lost: Option<Lost>,
        ending: Option<Ending>,
    ) -> Self {
        let indices = subject.window.clone();
        let mut points: Vec<Point> = indices
            .zip(found)
            .zip(standings)
            .map(|((index, found), standing)| Point {
                index,
                worth: worth(subject, index, found.as_ref()),
                found,
                standing,
                played: None,
            })
            .collect();
        let review = review(subject, &points);
        for next in 1..points.len() {
            let (before, after) = (&points[next - 1], &points[next]);
            let played = Played::new(subject, before, after);
            points[next - 1].played = Some(played);
        }
        Self { subject, points, review, lost, ending }
    }

    /// How many positions were searched.
    pub(crate) fn searched(&self) -> usize {
        self.points.iter().filter(|point| point.found.is_some()).count()
    }

    /// The moves that decided the game, in its order.
    pub(crate) fn moments(&self) -> impl Iterator<Item = (&Played, &Moment)> {
        let moments = self.review.moments.iter();
        moments.filter_map(|moment| Some((self.points[moment.index].played.as_ref()?, moment)))
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

    /// The moves that let a strict tinuë go, in the order of the game.
    pub(crate) fn misses(&self) -> impl Iterator<Item = (&Played, &Tinue)> {
        let played = self.points.iter().filter_map(|point| point.played.as_ref());
        played.filter_map(|played| Some((played, played.missed.as_ref()?)))
    }

    /// The move after which a player had a strict tinuë for good, if it is one of those analysed.
    pub(crate) fn origin(&self) -> Option<(&Played, &Tinue)> {
        let standings: Vec<_> = self.points.iter().map(|point| point.standing.clone()).collect();
        let (index, _) = tinue::origin(&standings)?;
        let played = self.points[index.checked_sub(1)?].played.as_ref()?;
        match &self.points[index].standing {
            Standing::Won(tinue) => Some((played, tinue)),
            _ => None,
        }
    }

    /// Who is lost on flats, and the move after which they are, if it is one of those analysed.
    pub(crate) fn lost_after(&self) -> Option<(Color, &Played)> {
        let lost = self.lost?;
        let point = self.points.iter().find(|point| point.index + 1 == lost.from)?;
        Some((lost.loser, point.played.as_ref()?))
    }

    /// The value of the next position; there is one wherever a move was played.
    pub(crate) fn worth_after(&self, point: &Point) -> Worth {
        let next = self.points.iter().find(|next| next.index > point.index);
        next.map_or(point.worth, |next| next.worth)
    }
}

/// The review of the positions that were analysed.
fn review(subject: &Subject<'_>, points: &[Point]) -> Review {
    let seen = points.iter().map(|point| {
        let chances = point.worth.chances();
        let found = point.found.as_ref();
        Seen {
            chances: match subject.setups[point.index].position.side_to_move() {
                Color::White => chances,
                Color::Black => chances.reversed(),
            },
            line: found.map_or_else(Vec::new, |found| found.line.clone()),
        }
    });
    let standings: Vec<_> = points.iter().map(|point| point.standing.clone()).collect();
    let (first, last) = (*subject.window.start(), *subject.window.end());
    let (start, moves) = (&subject.setups[first].position, &subject.moves[first..last]);
    Review::new(start, moves, &seen.collect::<Vec<_>>(), &standings)
}

fn worth(subject: &Subject<'_>, index: usize, found: Option<&Found>) -> Worth {
    let position = &subject.setups[index].position;
    if let Some(outcome) = position.outcome() {
        return Worth::Over(outcome);
    }
    let (eval, line) = found.map_or((0, &[][..]), |found| (found.eval, &found.line));
    Worth::searched(position, eval, line)
}

impl Played {
    fn new(subject: &Subject<'_>, before: &Point, after: &Point) -> Self {
        let mv = subject.moves[before.index];
        let position = &subject.setups[before.index].position;
        let (mover, name) = (position.side_to_move(), MoveName::of_ply(position.ply() as usize));
        let best = before.found.as_ref().and_then(|found| found.line.first());
        let is_best = best == Some(&mv);
        let loss =
            if is_best { Loss::NOTHING } else { Loss::between(before.worth, after.worth, mover) };
        let caption = format!("{} {mv}", name.in_ptn());
        let threat = Threat::of(&subject.setups[after.index].position, &after.standing);
        let missed = before.standing.missed(mover, &after.standing).cloned();
        Self { caption, mv, mover, is_best, loss, mark: loss.mark, threat, missed }
    }
}
