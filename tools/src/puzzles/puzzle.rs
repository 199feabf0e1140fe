//! A puzzle: a position in which only one move does what is asked for.

use std::fmt::Write;

use tak_encoding::ptn::for_others;
use tak_encoding::{AnyPosition, Game, Move, OneHash, Playable, Position, Size};
use tak_games::puzzles::{Kind, rating};
use tak_search::solve::Proof;

use super::themes::themes;

/// Tags of a puzzle in PTN.
pub(super) mod tag {
    /// What is asked for, unless it is a tinuë.
    pub(crate) const KIND: &str = "Kind";
    /// `full` if the road takes moves that threaten nothing.
    pub(crate) const SCOPE: &str = "Scope";
    /// How long it takes, where the main line is shorter.
    pub(crate) const PLIES: &str = "Plies";
    /// `false` if there may be a shorter solution.
    pub(crate) const SHORTEST: &str = "Shortest";
}

/// A puzzle and its solution.
pub(super) struct Puzzle {
    pub(super) position: AnyPosition<OneHash>,
    pub(super) kind: Kind,
    /// Of a tinuë, whether some of its moves threaten nothing.
    pub(super) is_quiet: bool,
    /// Against the longest defence, desperado moves included.
    pub(super) plies: u32,
    /// Whether no shorter line wins.
    pub(super) is_shortest: bool,
    /// The solution, and the natural defence.
    pub(super) line: Vec<String>,
    /// The solution with all defences.
    pub(super) ptn: String,
    /// The proof of a win.
    pub(super) certificate: Option<String>,
    pub(super) themes: Vec<&'static str>,
    /// The nodes until it was solved.
    pub(super) nodes: u64,
}

impl Puzzle {
    /// How hard it is, on the scale of the page's puzzles.
    pub(super) fn rating(&self) -> u32 {
        rating(self.nodes, self.plies)
    }

    /// Whether desperado moves, which the line leaves out, make it longer.
    pub(super) fn is_delayed(&self) -> bool {
        self.certificate.is_some() && self.line.len() != self.plies as usize
    }

    /// A puzzle that ends with a win.
    pub(super) fn with_proof<const N: usize>(
        proof: &Proof<N>,
        kind: Kind,
        is_quiet: bool,
        is_shortest: bool,
        nodes: u64,
    ) -> Self
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        // On flats, what throws flats away is no delay.
        let is_road = kind == Kind::Tinue;
        let (line, tree) = if is_road {
            (proof.natural_line(), proof.natural_ptn())
        } else {
            (proof.line(), proof.ptn())
        };
        let mut puzzle = Self {
            position: (*proof.root()).into(),
            kind,
            is_quiet,
            plies: proof.plies(),
            is_shortest,
            line: line.iter().map(ToString::to_string).collect(),
            ptn: String::new(),
            certificate: Some(proof.certificate()),
            themes: themes(proof),
            nodes,
        };
        puzzle.ptn = puzzle.tags() + &for_others(tree);
        puzzle
    }

    /// A puzzle whose solution is a move that prevents something.
    pub(super) fn with_move<const N: usize>(
        position: &Position<N, OneHash>,
        mv: Move<N>,
        kind: Kind,
        (plies, is_shortest): (u32, bool),
        nodes: u64,
    ) -> Self
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        let mut puzzle = Self {
            position: (*position).into(),
            kind,
            is_quiet: false,
            plies,
            is_shortest,
            line: vec![mv.to_string()],
            ptn: String::new(),
            certificate: None,
            themes: Vec::new(),
            nodes,
        };
        let mut game = Game::new(position.rehashed());
        let is_legal = game.push(mv).is_ok();
        debug_assert!(is_legal, "{position}: {mv}");
        puzzle.ptn = puzzle.tags() + &for_others(game.to_string());
        puzzle
    }

    /// What its moves do not tell.
    fn tags(&self) -> String {
        let mut tags = String::new();
        // Writing to a string cannot fail.
        let mut tag = |name, value: &str| _ = writeln!(tags, "[{name} \"{value}\"]");
        if self.kind != Kind::Tinue {
            tag(tag::KIND, self.kind.name());
        }
        if self.is_quiet {
            tag(tag::SCOPE, "full");
        }
        if self.line.len() != self.plies as usize {
            tag(tag::PLIES, &self.plies.to_string());
        }
        if !self.is_shortest {
            tag(tag::SHORTEST, "false");
        }
        tags
    }
}
