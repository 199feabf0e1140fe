//! Proof-number search with quiet moves: lambda search (Thomsen, 2000; with df-pn: Yoshizoe,
//! Kishimoto and Müller, 2007).
//!
//! A quiet move, which does not threaten a road, is tried only if it threatens a strict tinuë: one
//! that the attacker would have if the defender passed. Of the answers only those matter that break
//! it: after each of them the same attacks are tried first, on the position itself, and then a search
//! for another strict tinuë. What is left is searched as usual.
//!
//! So a win that is found holds for all answers. That none is found says little: a pass may hurt
//! where a player would rather not move, and a quiet move may threaten no more than another one. Such
//! a disproof is never more than a conjecture.

use tak_encoding::{Move, OneHash, Playable, Position, Size};

use super::{Child, Found, INFINITE, Numbers, Prover};
use crate::solve::HAS_FULL_SCOPE;
use crate::solve::effort::Watch;
use crate::solve::moves::{Candidate, Choice, has_threat, sort_by_numbers, touched};

/// The search below one with quiet moves.
pub(super) struct Below<const N: usize> {
    /// The search for a strict tinuë.
    pub(super) prover: Prover<N>,
    /// How often a move, by its bits, broke what a quiet move threatens.
    broke: Vec<u32>,
}

/// The proof number at which a question about a strict tinuë is given up.
const ENOUGH: u32 = 32;

/// The answers that break a threat which are looked for at once.
const FEW: usize = 6;

/// The longest threat whose attacks are tried again after other answers.
const LONGEST_THREAT: u32 = 40;

impl<const N: usize> Below<N>
where
    Size<N>: Playable,
{
    pub(super) fn new(prover: Prover<N>) -> Self {
        Self { prover, broke: vec![0; 1 << 16] }
    }

    /// Whether the attacker has a strict tinuë, as far as a short search tells. A patient question
    /// is given up twice as late each time.
    fn ask(
        &mut self,
        position: &Position<N, OneHash>,
        is_patient: bool,
        watch: &mut Watch<'_>,
    ) -> Found {
        self.prover.begin(position);
        let known = self.prover.known(position);
        let most = match known.map(|found| (found, found.numbers)) {
            Some((found, numbers)) if numbers.is_proven() || numbers.is_disproven() => {
                return found;
            }
            Some((found, Numbers { proof, .. })) if proof >= ENOUGH && !is_patient => {
                return found;
            }
            Some((_, Numbers { proof, .. })) => proof.saturating_mul(2).clamp(ENOUGH, INFINITE),
            None => ENOUGH,
        };
        let limit = Numbers { proof: most, disproof: INFINITE };
        self.prover.prove_within(position, limit, watch)
    }

    /// Whether the attacks that win after a pass win after an answer too. If so, the plies to the
    /// end.
    fn holds(
        &mut self,
        after: &mut Position<N, OneHash>,
        passed: &mut Position<N, OneHash>,
        most: u32,
        watch: &mut Watch<'_>,
    ) -> Option<u16> {
        if after.road_move().is_some() {
            return Some(1);
        }
        if most == 0 || !watch.count() {
            return None;
        }
        let mv = self.prover.known_win(passed)?.0?;
        after.check_legal(mv).ok()?;
        let (undo, undo_passed) = (after.play_unchecked(mv), passed.play_unchecked(mv));
        let longest = self.all_answers_lose(after, passed, most, watch);
        after.undo(undo);
        passed.undo(undo_passed);
        let plies = longest? + 1;
        self.prover.learn_win(after, mv, plies);
        Some(plies)
    }

    fn all_answers_lose(
        &mut self,
        after: &mut Position<N, OneHash>,
        passed: &mut Position<N, OneHash>,
        most: u32,
        watch: &mut Watch<'_>,
    ) -> Option<u16> {
        let aim = self.prover.aim();
        if let Some(outcome) = after.outcome() {
            return aim.is_met_by(outcome).then_some(0);
        }
        if passed.outcome().is_some() || !has_threat(aim, after) {
            return None;
        }
        let mut answers = Vec::new();
        if let Choice::Ends(_) = self.prover.lister.answers(after, &mut answers) {
            return None;
        }
        let mut longest = 1;
        for Candidate { mv, .. } in answers {
            passed.check_legal(mv).ok()?;
            let (undo, undo_passed) = (after.play_unchecked(mv), passed.play_unchecked(mv));
            let plies = self.holds(after, passed, most - 1, watch);
            after.undo(undo);
            passed.undo(undo_passed);
            longest = longest.max(plies?);
        }
        Some(longest + 1)
    }
}

impl<const N: usize> Prover<N>
where
    Size<N>: Playable,
{
    /// Adds quiet moves to a search for a strict tinuë.
    pub(in crate::solve) fn with_quiet_moves(mut self, strict: Self) -> Self {
        self.below = Some(Box::new(Below::new(strict)));
        self
    }

    /// The search for a strict tinuë, if this is one with quiet moves.
    pub(in crate::solve) fn strict(&self) -> Option<&Self> {
        self.below.as_ref().filter(|_| HAS_FULL_SCOPE).map(|below| &below.prover)
    }

    /// Like [`expand`](Self::expand); with quiet moves it first asks for a strict tinuë, or what
    /// the last move threatens. Answers that may break that threat are left in `rest`.
    pub(super) fn expand_or_ask(
        &mut self,
        position: &mut Position<N, OneHash>,
        is_attack: bool,
        rest: &mut Vec<Candidate<N>>,
        watch: &mut Watch<'_>,
    ) -> Option<Found> {
        let Some(below) = self.below.as_mut().filter(|_| HAS_FULL_SCOPE) else {
            return self.expand(position, is_attack);
        };
        if is_attack {
            let found = below.ask(position, false, watch);
            return if found.numbers.is_proven() {
                Some(found)
            } else {
                self.expand(position, is_attack)
            };
        }
        if position.is_opening() || has_threat(self.lister.aim, position) {
            return self.expand(position, is_attack);
        }
        position.pass();
        let threat = below.ask(position, true, watch);
        let attack = below.prover.known_win(position).and_then(|(mv, _)| mv);
        position.unpass();
        if threat.numbers.is_disproven() {
            return Some(Found::CONJECTURE);
        }
        if !threat.numbers.is_proven() {
            return Some(Found::open(threat.numbers));
        }
        if let Some(found) = self.list(position, is_attack) {
            return Some(found);
        }
        rest.append(&mut self.candidates);
        if let (Some(below), Some(attack)) = (&self.below, attack) {
            let near = touched(attack);
            let near = near | near.neighbors();
            // The last one is tried first.
            sort_by_numbers(rest, |answer| {
                let is_near = touched(answer.mv).intersects(near);
                let broke = below.broke[answer.mv.bits() as usize];
                (broke + if is_near { 4 } else { 0 }, 0, 0, 0)
            });
        }
        self.add_answers(position, rest, watch);
        None
    }

    /// Appends answers to a quiet move, until a few of them break what it threatens.
    pub(super) fn add_answers(
        &mut self,
        position: &mut Position<N, OneHash>,
        rest: &mut Vec<Candidate<N>>,
        watch: &mut Watch<'_>,
    ) {
        let mut few = 0;
        while few < FEW
            && let Some(candidate) = rest.pop()
        {
            let mut found = self.look_up(candidate, false);
            if !found.numbers.is_proven()
                && !found.numbers.is_disproven()
                && let Some(won) = self.still_won(position, candidate.mv, watch)
            {
                found = won;
            }
            few += usize::from(!found.numbers.is_proven());
            self.children.push(Child { candidate, found });
        }
    }

    /// A strict tinuë after an answer to a quiet move.
    fn still_won(
        &mut self,
        position: &mut Position<N, OneHash>,
        answer: Move<N>,
        watch: &mut Watch<'_>,
    ) -> Option<Found> {
        let below = self.below.as_mut().filter(|_| HAS_FULL_SCOPE)?;
        let mut after = position.after(answer);
        let won = |below: &Below<N>, after: &Position<N, OneHash>| {
            below.prover.known(after).filter(|found| found.numbers.is_proven())
        };
        let known = below.prover.known(&after);
        if known.is_none() {
            let mut passed = *position;
            passed.pass();
            below.prover.begin(&passed);
            below.holds(&mut after, &mut passed, LONGEST_THREAT, watch);
        }
        if let Some(won) = won(below, &after) {
            return Some(won);
        }
        let found = below.ask(&after, false, watch);
        let broke = &mut below.broke[answer.bits() as usize];
        *broke = broke.saturating_add(u32::from(!found.numbers.is_proven()));
        found.numbers.is_proven().then_some(found)
    }
}
