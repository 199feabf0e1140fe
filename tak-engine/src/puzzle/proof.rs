//! The solution of a puzzle, played against whatever is defended with.

use std::collections::VecDeque;

use tak_encoding::{AnyMove, AnyPosition, OneHash};
use tak_games::puzzles::Puzzle;
use tak_terminal::failure::Failure;

use super::solver::still_won;

/// A proof that is gone through, up to a move of the solver's.
pub(super) struct Proof<'a> {
    puzzle: &'a Puzzle,
    pub(super) position: AnyPosition<OneHash>,
    /// The move that led to it.
    pub(super) last: Option<AnyMove>,
    /// How it goes on, the longest defence first.
    line: VecDeque<AnyMove>,
}

impl<'a> Proof<'a> {
    /// After the solution's first move.
    pub(super) fn begin(puzzle: &'a Puzzle) -> Self {
        let line = VecDeque::from(puzzle.line.clone());
        let mut proof = Self { puzzle, position: puzzle.position, last: None, line };
        proof.attack();
        proof
    }

    pub(super) fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// The defence that holds out longest, as far as is known.
    pub(super) fn defence(&self) -> Option<AnyMove> {
        self.line.front().copied()
    }

    /// Plays a legal defence and the answer to it; tells whether there is one, or the game is over.
    pub(super) fn defend(&mut self, mv: AnyMove) -> Result<bool, Failure> {
        let mut after = self.position;
        if after.play(mv).is_err() {
            return Ok(false);
        }
        let is_expected = self.line.front() == Some(&mv);
        if is_expected && self.line.len() > 1 {
            self.line.pop_front();
        } else if after.outcome().is_none() {
            let Some(answer) = still_won(self.puzzle, &after)? else {
                return Ok(false);
            };
            self.line = answer.line.into();
        }
        (self.position, self.last) = (after, Some(mv));
        self.attack();
        Ok(true)
    }

    fn attack(&mut self) {
        if !self.is_over()
            && let Some(mv) = self.line.pop_front()
            && self.position.play(mv).is_ok()
        {
            self.last = Some(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use tak_encoding::Outcome;
    use tak_games::puzzles::{self, Kind};

    use super::*;
    use crate::puzzle::SHIPPED;

    /// Every defence against the first move of a few tinuës is answered to the end.
    #[test]
    fn every_defence_loses() {
        let all = puzzles::read(SHIPPED).unwrap();
        let is_short = |puzzle: &&Puzzle| puzzle.kind == Kind::Tinue && puzzle.line.len() == 3;
        for puzzle in all.iter().filter(is_short).take(2) {
            let first = Proof::begin(puzzle);
            for mv in first.position.legal_moves() {
                let mut proof = Proof::begin(puzzle);
                assert!(proof.defend(mv).unwrap(), "{}: {mv}", puzzle.position);
                while !proof.is_over() {
                    let next = proof.defence().unwrap();
                    assert!(proof.defend(next).unwrap(), "{}: {mv}, {next}", puzzle.position);
                }
                let winner = proof.position.outcome().and_then(Outcome::winner);
                assert_eq!(winner, Some(puzzle.solver()), "{}: {mv}", puzzle.position);
            }
        }
    }
}
