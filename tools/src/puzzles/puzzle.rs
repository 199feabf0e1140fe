//! A puzzle: a position in which only one move forces a road.

use std::fmt;

use tak_encoding::ptn::for_others;
use tak_encoding::{AnyPosition, OneHash, Playable, Position, Size, with_position};
use tak_search::solve::{Aim, Effort, Mode, Proof, Solver, Verdict};

use super::claim::SHORTEST;
use super::themes::themes;
use crate::failure::Failure;

/// What is known about a position as a puzzle.
pub(super) enum Judged {
    Won(Won),
    /// There is no forced road.
    NotWon,
    /// A limit was reached first.
    Open,
}

/// A forced road, and the moves that win: those that threaten a road, and quiet ones after which
/// every answer loses to threats.
pub(super) struct Won {
    pub(super) puzzle: Box<Puzzle>,
    /// At most two: a second one settles that the puzzle has several solutions.
    pub(super) winners: Vec<Winner>,
    /// How many moves a limit has left open, if there are fewer than two winners.
    pub(super) open: usize,
}

/// A move that wins.
pub(super) struct Winner {
    mv: String,
    plies: u32,
    is_shortest: bool,
}

impl Won {
    /// Whether exactly one move wins.
    pub(super) fn is_unique(&self) -> bool {
        self.winners.len() == 1 && self.open == 0
    }

    /// Whether a limit was reached before that could be told.
    pub(super) fn is_open(&self) -> bool {
        self.winners.len() < 2 && self.open > 0
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = if self.is_shortest { "" } else { "≤ " };
        write!(f, "{} ({most}{})", self.mv, self.plies)
    }
}

/// A puzzle and its solution.
pub(super) struct Puzzle {
    pub(super) position: AnyPosition<OneHash>,
    pub(super) plies: u32,
    /// Whether no shorter line of threats wins.
    pub(super) is_shortest: bool,
    pub(super) line: Vec<String>,
    /// The solution with all defences.
    pub(super) ptn: String,
    pub(super) certificate: String,
    pub(super) themes: Vec<&'static str>,
    /// The nodes until the win was found.
    pub(super) nodes: u64,
}

impl Puzzle {
    /// How hard it is, by the nodes that a solver needs: doubling them adds 100 points.
    pub(super) fn rating(&self) -> u32 {
        (800.0 + 100.0 * (self.nodes.max(1) as f64).log2()).round() as u32
    }
}

/// Judges unfinished positions, with limited work for each question.
#[derive(Clone, Copy)]
pub(super) struct Judge {
    effort: Effort,
    /// The memory of a solver, in MiB.
    hash: usize,
}

impl Judge {
    /// With this many nodes for a question, and tables of this many MiB.
    pub(super) fn new(nodes: u64, hash: u32) -> Self {
        Self { effort: Effort::nodes(nodes), hash: hash as usize }
    }

    /// The same without asking for the shortest win.
    fn quick(&self) -> Effort {
        let mut effort = self.effort;
        effort.shortest = false;
        effort
    }

    /// Whether there is a forced road, and the proof of one.
    pub(super) fn verdict(&self, position: &AnyPosition<OneHash>) -> Result<Verdict, Failure> {
        with_position!(position, position => {
            Ok(self.solver(position)?.solve(position, &self.quick()).verdict)
        })
    }

    /// Looks at every legal move, until two of them win.
    pub(super) fn judge(&self, position: &AnyPosition<OneHash>) -> Result<Judged, Failure> {
        with_position!(position, position => self.judge_sized(position))
    }

    fn solver<const N: usize>(&self, position: &Position<N, OneHash>) -> Result<Solver<N>, Failure>
    where
        Size<N>: Playable,
    {
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
        Solver::new(aim, self.hash).map_err(Failure::input)
    }

    fn judge_sized<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
    ) -> Result<Judged, Failure>
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        let mut solver = self.solver(position)?;
        let solution = solver.solve(position, &self.effort);
        let (proof, plies, is_shortest) = match (solution.proof, solution.verdict) {
            (Some(proof), Verdict::Won { plies, is_shortest }) => (proof, plies, is_shortest),
            (_, Verdict::Unknown) => return Ok(Judged::Open),
            _ => return Ok(Judged::NotWon),
        };
        let (winners, open) = self.winners(&mut solver, position);
        let nodes = solution.nodes_to_verdict;
        let puzzle = Box::new(puzzle(position, &proof, plies, is_shortest, nodes));
        Ok(Judged::Won(Won { puzzle, winners, open }))
    }

    /// The moves that win, at most two, and how many are open if there are fewer. Each round has ten
    /// times the nodes of the last: a second winner is often found before the hardest move is settled.
    fn winners<const N: usize>(
        &self,
        solver: &mut Solver<N>,
        position: &Position<N, OneHash>,
    ) -> (Vec<Winner>, usize)
    where
        Size<N>: Playable,
    {
        const FIRST_ROUND: u64 = 1000;
        let most = self.effort.nodes.unwrap_or(u64::MAX);
        let (mut winners, mut open) = (Vec::new(), position.legal_moves());
        let mut round = self.quick();
        let mut nodes = FIRST_ROUND.min(most);
        loop {
            round.nodes = Some(nodes);
            let mut left = Vec::new();
            for mv in open {
                let first = solver.first_move(position, mv, &round);
                match first.solution.verdict {
                    Verdict::Won { plies, is_shortest } => {
                        winners.push(Winner { mv: mv.to_string(), plies, is_shortest });
                    }
                    Verdict::Unknown => left.push(mv),
                    Verdict::NotWon => {}
                }
                if winners.len() > 1 {
                    return (winners, left.len());
                }
            }
            if left.is_empty() || nodes == most {
                return (winners, left.len());
            }
            open = left;
            nodes = nodes.saturating_mul(10).min(most);
        }
    }
}

fn puzzle<const N: usize>(
    position: &Position<N, OneHash>,
    proof: &Proof<N>,
    plies: u32,
    is_shortest: bool,
    nodes: u64,
) -> Puzzle
where
    Size<N>: Playable,
    AnyPosition<OneHash>: From<Position<N, OneHash>>,
{
    let tag = if is_shortest { String::new() } else { format!("[{SHORTEST} \"false\"]\n") };
    Puzzle {
        position: (*position).into(),
        plies,
        is_shortest,
        line: proof.line().iter().map(ToString::to_string).collect(),
        ptn: tag + &for_others(proof.ptn()),
        certificate: proof.certificate(),
        themes: themes(proof),
        nodes,
    }
}
