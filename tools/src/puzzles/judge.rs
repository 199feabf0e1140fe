//! Which first moves do what a puzzle asks for.

use std::fmt;

use tak_encoding::{
    AnyPosition, Color, Move, OneHash, Outcome, Playable, Position, Size, with_position,
};
use tak_games::puzzles::Kind;
use tak_search::solve::{Aim, Effort, Mode, Proof, Solver, Verdict};

use super::puzzle::Puzzle;
use crate::failure::Failure;

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// To force a road by moves that each threaten one.
    Strict,
    /// To force a road by any moves.
    Full,
    /// To leave the other player no strict tinuë.
    Avoid,
    /// To win within so many plies.
    Win(u32),
    /// Not to lose within so many plies, counted from the other player's move.
    Hold(u32),
}

impl Task {
    /// Whether it is to prevent something.
    pub(super) fn is_defence(self) -> bool {
        matches!(self, Self::Avoid | Self::Hold(_))
    }

    /// What a first move must bring about or, as a [defence](Self::is_defence), prevent; and within
    /// how many plies, that move included.
    fn aim(self, solver: Color) -> (Aim, Option<u32>) {
        let (attacker, mode, plies) = match self {
            Self::Strict | Self::Full => (solver, Mode::Strict, None),
            Self::Avoid => (!solver, Mode::Strict, None),
            Self::Win(plies) => (solver, Mode::Win, Some(plies)),
            Self::Hold(plies) => (!solver, Mode::Win, Some(plies.saturating_add(1))),
        };
        (Aim { attacker, mode }, plies)
    }
}

/// What is known about a position as a puzzle.
pub(super) enum Judged {
    Solved(Solved),
    /// No move does what is asked for.
    Unsolvable,
    /// A limit was reached first.
    Open,
}

/// A puzzle and its solutions.
pub(super) struct Solved {
    pub(super) puzzle: Box<Puzzle>,
    /// At most two first moves: a second one settles that it has several solutions.
    pub(super) solutions: Vec<Solution>,
    /// How many moves a limit has left open, if there are fewer than two solutions.
    pub(super) open: usize,
}

/// A first move that does what is asked for.
pub(super) struct Solution {
    mv: String,
    /// Of a win.
    length: Option<Length>,
}

/// Plies, and whether they are the shortest.
type Length = (u32, bool);

impl Solved {
    fn new<const N: usize>(
        puzzle: Puzzle,
        solutions: &[(Move<N>, Option<Length>)],
        open: usize,
    ) -> Self {
        let solution = |&(mv, length): &(Move<N>, _)| Solution { mv: mv.to_string(), length };
        let solutions = solutions.iter().map(solution).collect();
        Self { puzzle: Box::new(puzzle), solutions, open }
    }

    /// Whether exactly one move does it.
    pub(super) fn is_unique(&self) -> bool {
        self.solutions.len() == 1 && self.open == 0
    }

    /// Whether a limit was reached before that could be told.
    pub(super) fn is_open(&self) -> bool {
        self.solutions.len() < 2 && self.open > 0
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mv)?;
        match self.length {
            None => Ok(()),
            Some((plies, true)) => write!(f, " ({plies})"),
            Some((plies, false)) => write!(f, " (≤ {plies})"),
        }
    }
}

/// What was found out about the first moves.
struct FirstMoves<const N: usize> {
    /// At most two, wins with their lengths.
    solutions: Vec<(Move<N>, Option<Length>)>,
    /// Those that do not do it.
    others: Vec<Move<N>>,
    open: Vec<Move<N>>,
    nodes: u64,
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

    fn solver<const N: usize>(&self, aim: Aim) -> Result<Solver<N>, Failure>
    where
        Size<N>: Playable,
    {
        Solver::new(aim, self.hash).map_err(Failure::input)
    }

    /// Whether the aim is met within so many plies, if they are given, the length of the win aside.
    pub(super) fn verdict(
        &self,
        position: &AnyPosition<OneHash>,
        aim: Aim,
        plies: Option<u32>,
    ) -> Result<Verdict, Failure> {
        with_position!(position, position => {
            Ok(self.solver(aim)?.solve(position, &self.quick(plies)).verdict)
        })
    }

    /// The same without asking for the shortest win.
    fn quick(&self, plies: Option<u32>) -> Effort {
        let mut effort = self.effort;
        effort.shortest = false;
        effort.plies = plies;
        effort
    }

    /// Looks at every legal move, until two of them do what is asked for.
    pub(super) fn judge(
        &self,
        position: &AnyPosition<OneHash>,
        task: Task,
    ) -> Result<Judged, Failure> {
        with_position!(position, position => if task.is_defence() {
            self.judge_defence(position, task)
        } else {
            self.judge_win(position, task)
        })
    }

    fn judge_win<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
        task: Task,
    ) -> Result<Judged, Failure>
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        let (mut aim, plies) = task.aim(position.side_to_move());
        if task == Task::Full {
            aim.mode = Mode::Tinue;
        }
        let mut effort = self.effort;
        effort.plies = plies;
        let mut solver = self.solver(aim)?;
        let solution = solver.solve(position, &effort);
        let (proof, plies, is_shortest) = match (solution.proof, solution.verdict) {
            (Some(proof), Verdict::Won { plies, is_shortest }) => (proof, plies, is_shortest),
            (_, Verdict::Unknown) => return Ok(Judged::Open),
            _ => return Ok(Judged::Unsolvable),
        };
        let task = if let Task::Win(_) = task { Task::Win(plies) } else { task };
        if task == Task::Full {
            solver = self.solver(task.aim(position.side_to_move()).0)?;
        }
        let FirstMoves { mut solutions, mut open, .. } =
            self.first_moves(&mut solver, position, task);
        // A limit may have left open what is proven, and in the full scope the proof may have another
        // quiet move.
        if let Some(attack) = proof.attack(position) {
            open.retain(|&mv| mv != attack.mv);
            if solutions.iter().all(|&(mv, _)| mv != attack.mv) {
                let plies = Some((plies, is_shortest));
                solutions.insert(0, (attack.mv, plies));
                solutions.truncate(2);
            }
        }
        let is_quiet = task == Task::Full && !solution.strict.is_some_and(Verdict::is_won);
        let kind = match task {
            Task::Win(_) if ends_on_flats(&proof) => Kind::Flats,
            Task::Win(_) => Kind::Best,
            _ => Kind::Tinue,
        };
        let nodes = solution.nodes_to_verdict;
        let puzzle = Puzzle::with_proof(&proof, kind, is_quiet, is_shortest, nodes);
        Ok(Judged::Solved(Solved::new(puzzle, &solutions, open.len())))
    }

    fn judge_defence<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
        task: Task,
    ) -> Result<Judged, Failure>
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        let mut solver = self.solver(task.aim(position.side_to_move()).0)?;
        let FirstMoves { solutions, others, open, nodes } =
            self.first_moves(&mut solver, position, task);
        let Some(&(mv, _)) = solutions.first() else {
            return Ok(if open.is_empty() { Judged::Unsolvable } else { Judged::Open });
        };
        let (kind, length) = match task {
            Task::Hold(plies) => (Kind::Best, (plies, true)),
            _ if solutions.len() > 1 || !open.is_empty() => (Kind::Avoidance, (0, false)),
            _ => (Kind::Avoidance, self.longest_loss(&mut solver, position, &others)),
        };
        let puzzle = Puzzle::with_move(position, mv, kind, length, nodes);
        Ok(Judged::Solved(Solved::new(puzzle, &solutions, open.len())))
    }

    /// How long the longest of these moves that lose holds out, counted after it, and whether no
    /// length is too long.
    fn longest_loss<const N: usize>(
        &self,
        solver: &mut Solver<N>,
        position: &Position<N, OneHash>,
        moves: &[Move<N>],
    ) -> Length
    where
        Size<N>: Playable,
    {
        let lengths = moves.iter().map(|&mv| {
            let first = solver.first_move(position, mv, &self.effort);
            match first.solution.verdict {
                Verdict::Won { plies, is_shortest } => (plies - 1, is_shortest),
                Verdict::NotWon | Verdict::Unknown => (0, false),
            }
        });
        let longest = |(most, is_sure): Length, (plies, is_shortest): Length| {
            (most.max(plies), is_sure && is_shortest)
        };
        lengths.fold((0, true), longest)
    }

    /// What each first move does, until two do what is asked for. Each round has ten times the nodes
    /// of the last: a second solution is often found before the hardest move is settled.
    fn first_moves<const N: usize>(
        &self,
        solver: &mut Solver<N>,
        position: &Position<N, OneHash>,
        task: Task,
    ) -> FirstMoves<N>
    where
        Size<N>: Playable,
    {
        const FIRST_ROUND: u64 = 1000;
        let most = self.effort.nodes.unwrap_or(u64::MAX);
        let mut round = self.quick(task.aim(position.side_to_move()).1);
        let (solutions, others, open) = (Vec::new(), Vec::new(), position.legal_moves());
        let mut found = FirstMoves { solutions, others, open, nodes: 0 };
        let mut nodes = FIRST_ROUND.min(most);
        loop {
            round.nodes = Some(nodes);
            let mut left = Vec::new();
            for mv in std::mem::take(&mut found.open) {
                let first = solver.first_move(position, mv, &round);
                found.nodes += first.solution.nodes;
                let plies = match first.solution.verdict {
                    Verdict::Won { plies, is_shortest } => Some((plies, is_shortest)),
                    Verdict::NotWon => None,
                    Verdict::Unknown => {
                        left.push(mv);
                        continue;
                    }
                };
                if plies.is_some() == task.is_defence() {
                    found.others.push(mv);
                } else {
                    found.solutions.push((mv, plies));
                }
                if found.solutions.len() > 1 {
                    return found;
                }
            }
            found.open = left;
            if found.open.is_empty() || nodes == most {
                return found;
            }
            nodes = nodes.saturating_mul(10).min(most);
        }
    }
}

/// Whether the longest defence loses on flats.
fn ends_on_flats<const N: usize>(proof: &Proof<N>) -> bool
where
    Size<N>: Playable,
{
    let mut end = *proof.root();
    for mv in proof.line() {
        end.play_unchecked(mv);
    }
    matches!(end.outcome(), Some(Outcome::Flats(_)))
}
