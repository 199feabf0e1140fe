//! Proofs that do not depend on tables or hashes.
//!
//! The search identifies positions by their hashes, so it may have confused two of them, and its
//! tables may have lost entries. A win is therefore confirmed by a walk over one attack in every
//! position and all legal answers to it, down to the end of the game, in which positions are
//! compared in full.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use tak_encoding::{Action, Bitboard, Kind, Move, OneHash, PackedBoard, Playable, Position, Size};

use super::aim::Aim;
use super::moves::{sort_by_numbers, touched};

/// A forced win: a move for each position in which the attacker may have to move.
///
/// Positions in which the attacker can complete a road at once are left out. No line of play
/// repeats a position.
#[derive(Clone, Debug)]
pub struct Proof<const N: usize>
where
    Size<N>: Playable,
{
    aim: Aim,
    root: Position<N, OneHash>,
    attacks: HashMap<PackedBoard, Attack<N>>,
    plies: u32,
}

/// The move of the attacker in a position of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack<const N: usize> {
    /// The move.
    pub mv: Move<N>,
    /// Plies to the end against the longest defence, this one included.
    pub plies: u32,
}

/// A position of a proof, with the attack or the longest defence there and the plies to the end,
/// that move included.
pub(crate) struct Stage<const N: usize>
where
    Size<N>: Playable,
{
    pub(crate) position: Position<N, OneHash>,
    pub(crate) best: Move<N>,
    pub(crate) plies: u32,
}

/// Why a claimed win could not be confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flaw {
    /// No attack is known in a position.
    NoAttack,
    /// A position recurs.
    Circle,
    /// The game ends without a win of the attacker.
    Escape,
}

impl<const N: usize> Proof<N>
where
    Size<N>: Playable,
{
    /// Walks a claimed win from a position where the game is not over. The guide names the attack
    /// in each position where no road can be completed at once, given the number of plies that the
    /// win may still take.
    ///
    /// # Errors
    ///
    /// The first flaw in the claim.
    pub(super) fn walk(
        aim: Aim,
        root: &Position<N, OneHash>,
        most: u32,
        guide: &mut dyn FnMut(&Position<N, OneHash>, u32) -> Option<Move<N>>,
    ) -> Result<Self, Flaw> {
        let proof = Self { aim, root: *root, attacks: HashMap::new(), plies: 0 };
        let mut walk = Walk { proof, guide };
        let mut position = *root;
        walk.proof.plies = if root.side_to_move() == aim.attacker {
            walk.attack(&mut position, most)?
        } else {
            walk.answers(&mut position, most)?
        };
        Ok(walk.proof)
    }

    /// Which player wins, and in what way.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// The position at the root of the proof.
    pub fn root(&self) -> &Position<N, OneHash> {
        &self.root
    }

    /// Plies to the end against the longest defence.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The number of positions in which the attacker is to move and cannot complete a road at once.
    pub fn positions(&self) -> usize {
        self.attacks.len()
    }

    /// The attack in a position of the proof, the attacker to move.
    pub fn attack(&self, position: &Position<N, OneHash>) -> Option<Attack<N>> {
        match position.road_move() {
            Some(mv) => Some(Attack { mv, plies: 1 }),
            None => self.attacks.get(&position.pack()).copied(),
        }
    }

    /// The position after the first move if the attacker is to move at the root, otherwise the root.
    pub(super) fn after_first_attack(&self) -> Position<N, OneHash> {
        let is_attack = self.root.side_to_move() == self.aim.attacker;
        let first = self.attack(&self.root).filter(|_| is_attack);
        first.map_or(self.root, |attack| self.root.after(attack.mv))
    }

    /// The legal answers in a position of the proof, the defender to move, and how many plies each
    /// holds out, itself included, longest first.
    pub fn answers(&self, position: &Position<N, OneHash>) -> Vec<(Move<N>, u32)> {
        let answers = position.legal_moves().into_iter().map(|mv| {
            let after = position.after(mv);
            let plies = match after.outcome() {
                Some(_) => 0,
                None => self.attack(&after).map_or(0, |attack| attack.plies),
            };
            (mv, plies + 1)
        });
        let mut answers: Vec<_> = answers.collect();
        sort_by_numbers(&mut answers, |&(_, plies)| (!plies, 0, 0, 0));
        answers
    }

    /// Moves, one of which completes a road after each answer that does not meet the threats in a
    /// position of the proof, the defender to move.
    pub fn last_moves(&self, position: &Position<N, OneHash>) -> Vec<Move<N>> {
        let mut last: Vec<Move<N>> = Vec::new();
        for answer in position.legal_moves() {
            let after = position.after(answer);
            let wins =
                |mv: &Move<N>| after.is_legal(*mv) && after.after(*mv).has_road(self.aim.attacker);
            if after.outcome().is_none() && !last.iter().any(wins) {
                last.extend(after.road_move());
            }
        }
        last
    }

    /// The roads that the attacker threatens to complete in a position of the proof, the defender to
    /// move: a capstone is named only where there is no flat left.
    pub fn threats(&self, position: &Position<N, OneHash>) -> Vec<Move<N>> {
        if position.is_opening() {
            return Vec::new();
        }
        let mut passed = *position;
        passed.pass();
        let has_flats = passed.reserve(passed.side_to_move()).flats > 0;
        let is_named =
            |mv: &Move<N>| !has_flats || !matches!(mv.action(), Action::Place(Kind::Capstone, _));
        let completes = |mv: &Move<N>| passed.after(*mv).has_road(self.aim.attacker);
        passed.legal_moves().into_iter().filter(is_named).filter(completes).collect()
    }

    /// Every position of the proof once, the root first. Those in which the attacker can complete a
    /// road at once are left out.
    pub(crate) fn stages(&self) -> Vec<Stage<N>> {
        let mut stages = Vec::new();
        self.add_stages(self.root, &mut HashSet::new(), &mut stages);
        stages
    }

    fn add_stages(
        &self,
        position: Position<N, OneHash>,
        met: &mut HashSet<PackedBoard>,
        stages: &mut Vec<Stage<N>>,
    ) {
        if position.outcome().is_some() || met.contains(&position.pack()) {
            return;
        }
        let moves = if position.side_to_move() == self.aim.attacker {
            let attack = self.attack(&position).filter(|attack| attack.plies > 1);
            attack.map(|Attack { mv, plies }| (mv, plies)).into_iter().collect()
        } else {
            self.answers(&position)
        };
        let Some(&(best, plies)) = moves.first() else { return };
        met.insert(position.pack());
        stages.push(Stage { position, best, plies });
        for (mv, _) in moves {
            self.add_stages(position.after(mv), met, stages);
        }
    }

    /// The defence that people would play in a position of the proof: the longest, unless it is a
    /// *desperado*, which only throws material away to hold out two plies longer. Of equals, one that
    /// touches a road that is threatened comes first.
    pub fn natural_answer(&self, position: &Position<N, OneHash>) -> Option<Move<N>> {
        let answers = self.answers(position);
        let &(_, longest) = answers.first()?;
        let threatened = self.threats(position).into_iter().map(touched);
        let threatened = threatened.fold(Bitboard::empty(), |all, squares| all | squares);
        let rank = |&&(mv, plies): &&(Move<N>, u32)| {
            let meets = touched(mv).intersects(threatened);
            (self.is_desperado(position, mv), Reverse(plies), !meets)
        };
        let long = answers.iter().filter(|(_, plies)| plies + 2 >= longest);
        long.min_by_key(rank).map(|&(mv, _)| mv)
    }

    /// Whether a defence is a spread that, with the next attack, costs two flats or more.
    fn is_desperado(&self, position: &Position<N, OneHash>, mv: Move<N>) -> bool {
        const THROWN: i32 = -2;
        let after = position.after(mv);
        let attack = self.attack(&after).filter(|attack| attack.plies > 1);
        let reply = attack.map_or(0, |attack| after.flats_won(attack.mv));
        mv.is_spread() && position.flats_won(mv) - reply <= THROWN
    }

    /// The line of the longest defence.
    pub fn line(&self) -> Vec<Move<N>> {
        self.line_by(&|position| self.answers(position).first().map(|&(mv, _)| mv))
    }

    /// The line of the [natural](Self::natural_answer) defence.
    pub fn natural_line(&self) -> Vec<Move<N>> {
        self.line_by(&|position| self.natural_answer(position))
    }

    fn line_by(&self, answer: &dyn Fn(&Position<N, OneHash>) -> Option<Move<N>>) -> Vec<Move<N>> {
        let (mut line, mut position) = (Vec::new(), self.root);
        while position.outcome().is_none() {
            let next = if position.side_to_move() == self.aim.attacker {
                self.attack(&position).map(|attack| attack.mv)
            } else {
                answer(&position)
            };
            let Some(mv) = next else { break };
            position.play_unchecked(mv);
            line.push(mv);
        }
        line
    }
}

/// A proof that is being confirmed.
struct Walk<'a, const N: usize>
where
    Size<N>: Playable,
{
    proof: Proof<N>,
    guide: &'a mut dyn FnMut(&Position<N, OneHash>, u32) -> Option<Move<N>>,
}

/// [`Attack::plies`] while the answers are still being walked.
const OPEN: u32 = 0;

impl<const N: usize> Walk<'_, N>
where
    Size<N>: Playable,
{
    /// Never inlined, because tools that make WebAssembly suspendable look for the callers of this
    /// function.
    #[inline(never)]
    fn ask_guide(&mut self, position: &Position<N, OneHash>, most: u32) -> Option<Move<N>> {
        (self.guide)(position, most)
    }

    /// Walks a position with the attacker to move and returns the plies to the end.
    fn attack(&mut self, position: &mut Position<N, OneHash>, most: u32) -> Result<u32, Flaw> {
        if position.road_move().is_some() {
            return Ok(1);
        }
        let key = position.pack();
        match self.proof.attacks.get(&key) {
            Some(attack) if attack.plies == OPEN => return Err(Flaw::Circle),
            Some(attack) if attack.plies <= most => return Ok(attack.plies),
            // Visited before with more plies left: this attack may take too many now.
            _ => {}
        }
        let mv = self.ask_guide(position, most).ok_or(Flaw::NoAttack)?;
        position.check_legal(mv).map_err(|_| Flaw::NoAttack)?;
        self.proof.attacks.insert(key.clone(), Attack { mv, plies: OPEN });
        let undo = position.play_unchecked(mv);
        let plies = match position.outcome() {
            Some(outcome) if self.proof.aim.is_met_by(outcome) => Ok(0),
            Some(_) => Err(Flaw::Escape),
            None => self.answers(position, most.saturating_sub(1)),
        };
        position.undo(undo);
        let plies = plies? + 1;
        self.proof.attacks.insert(key, Attack { mv, plies });
        Ok(plies)
    }

    /// Walks a position with the defender to move and returns the plies to the end.
    fn answers(&mut self, position: &mut Position<N, OneHash>, most: u32) -> Result<u32, Flaw> {
        let mut longest = 0;
        for mv in position.legal_moves() {
            let undo = position.play_unchecked(mv);
            let plies = match position.outcome() {
                Some(outcome) if self.proof.aim.is_met_by(outcome) => Ok(0),
                Some(_) => Err(Flaw::Escape),
                None => self.attack(position, most.saturating_sub(1)),
            };
            position.undo(undo);
            longest = longest.max(plies?);
        }
        Ok(longest + 1)
    }
}
