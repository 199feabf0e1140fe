//! What a search reports, independent of any protocol.

use std::time::Duration;

use tak_encoding::{AnyMove, AnyPosition, OneHash, Outcome, Playable, Size, with_position};

use crate::book::Choice;
use crate::clock::Instant;
use crate::score::{self, Score};
use crate::search::Report;
use crate::wdl::Chances;

/// What a search reports while it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Something that the user should know; precedes all other events.
    Complaint(String),
    /// A line: a better one, or the same one at greater depth.
    Info(Info),
    /// The end of the search; `None` if there is no legal move.
    BestMove(Option<AnyMove>),
}

/// A line of play and how it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Info {
    /// Plies of full depth.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// The rank of the line, 1 for the best.
    pub rank: usize,
    /// For the side to move, see [`score`].
    pub score: Score,
    /// What the score says about the result.
    pub chances: Chances,
    /// The result, if it is proven, and how many plies away.
    pub proof: Option<(ProvenResult, u32)>,
    /// Nodes so far.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
    /// The moves, at least one.
    pub line: Vec<AnyMove>,
    /// A remark for the user.
    pub note: Option<String>,
    /// Whether every move was tried, quiet ones too, within the plies asked for: if then no win was
    /// found, there is none.
    pub tried_all: bool,
}

/// A proven result, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProvenResult {
    /// It wins.
    Win,
    /// Neither side wins.
    Draw,
    /// It loses.
    Loss,
}

impl Info {
    /// What a search of the position found.
    pub(super) fn of_report<const N: usize>(
        position: &AnyPosition<OneHash>,
        report: &Report<N>,
    ) -> Self
    where
        Size<N>: Playable,
    {
        let line: Vec<_> = report.line.iter().copied().map(AnyMove::from).collect();
        let chances = match report.outcome {
            Some(Outcome::Draw) => Chances::DRAWN,
            _ => Chances::of_line(position, report.score, &line),
        };
        let plies = score::WIN.abs_diff(report.score.abs());
        let proof = match chances {
            // A draw yet to come keeps its score, which contempt may lower.
            Chances::DRAWN => report.outcome.map(|_| (ProvenResult::Draw, 0)),
            Chances::WON => Some((ProvenResult::Win, plies)),
            Chances::LOST => Some((ProvenResult::Loss, plies)),
            _ => None,
        };
        Self {
            depth: report.depth,
            selective_depth: report.selective_depth,
            rank: report.rank,
            score: report.score,
            chances,
            proof,
            nodes: report.nodes,
            time: report.time,
            permille_full: report.permille_full,
            line,
            note: report.outcome.map(|outcome| format!("game over: {outcome}")),
            tried_all: report.tried_all,
        }
    }

    /// A move from the book, found without a search.
    pub(super) fn of_book(
        position: &AnyPosition<OneHash>,
        choice: &Choice,
        start: Instant,
    ) -> Self {
        Self {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            score: choice.score,
            chances: with_position!(position, position => Chances::of(position, choice.score)),
            proof: None,
            nodes: 1,
            time: start.elapsed(),
            permille_full: 0,
            line: vec![choice.mv],
            note: Some(choice.note.clone()),
            tried_all: false,
        }
    }
}
