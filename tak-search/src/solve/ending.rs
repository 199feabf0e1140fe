//! The last stones: with which lead in flats a late position ends, if both players do their best.
//!
//! Both players claim something: White a lead of at least so many flats, Black that White's stays
//! below. Whoever can force the end of the game as they claim, within so many plies, is right, and
//! the plies grow until one of them is. Komi only says which lead wins, so the search knows nothing
//! of it. As the plies left decrease with every move, repetition does not matter; where neither can
//! force the end, no number of plies is enough.
//!
//! Close to the last ply a claim is given up when neither a road nor the count can make it true: the
//! opponent may always place a flat, which adds nothing to the claimant's lead or roads.

use std::collections::HashMap;

use tak_encoding::{
    Color, HalfKomi, Move, OneHash, Outcome, PackedBoard, Playable, Position, Size,
};

use super::aim::{Aim, Mode};
use super::deepening::OutOfTime;
use super::effort::Watch;
use super::moves::{has_threat, may_end_on_flats, sort_by_numbers};
use super::table::{Entry, Table};
use crate::table::NoMemory;

/// A player ends the game with at least this lead in flats, without komi, or with a road.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    pub(super) claimant: Color,
    pub(super) least: i32,
}

/// More than any lead in flats: the lead of a road.
pub(super) const ROAD: i32 = 65;

impl Claim {
    /// This player wins with that komi.
    pub(super) fn of_win(claimant: Color, HalfKomi(half_komi): HalfKomi) -> Self {
        let needed = lead_of(claimant, i32::from(half_komi)).div_euclid(2) + 1;
        Self { claimant, least: needed.clamp(1 - ROAD, ROAD) }
    }

    /// What the opponent claims, if this is wrong.
    pub(super) fn denied(self) -> Self {
        Self { claimant: !self.claimant, least: 1 - self.least }
    }

    /// Whether a game that has ended is what was claimed.
    fn is_met_by<const N: usize>(self, position: &Position<N, OneHash>) -> bool
    where
        Size<N>: Playable,
    {
        let lead = match position.outcome() {
            Some(Outcome::Road(color)) => lead_of(color, ROAD),
            _ => position.flat_lead(),
        };
        lead_of(self.claimant, lead) >= self.least
    }
}

/// White's lead as this player's.
const fn lead_of(color: Color, lead: i32) -> i32 {
    match color {
        Color::White => lead,
        Color::Black => -lead,
    }
}

/// A number of plies, and the least lead that is forced or prevented within it.
#[derive(Clone, Copy, Default)]
struct Known {
    plies: u32,
    least: i32,
}

impl Known {
    const fn bits(self) -> u32 {
        self.plies << 8 | (self.least + 2 * ROAD) as u32 & 0xff
    }

    const fn of_bits(bits: u32) -> Self {
        Self { plies: bits >> 8, least: (bits & 0xff) as i32 - 2 * ROAD }
    }
}

/// The search and its table. The numbers of an entry are what the claimant is known to force, and
/// what they are known not to force; no plies where that is unknown.
pub(super) struct Endings<const N: usize> {
    table: Table,
    /// The history heuristic: how often a move by its bits settled a position, weighted by depth.
    settled: Vec<u32>,
}

impl<const N: usize> Endings<N>
where
    Size<N>: Playable,
{
    /// The most plies that are tried.
    const MOST_PLIES: u32 = 64;

    /// A search whose table may grow to that many bytes.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub(super) fn new(bytes: usize) -> Result<Self, NoMemory> {
        Ok(Self { table: Table::new(bytes)?, settled: vec![0; 1 << 16] })
    }

    /// Whether so few stones or squares are left that a count is near.
    pub(super) fn is_late(position: &Position<N, OneHash>) -> bool {
        const LATE: u32 = 5;
        !position.is_opening() && left(position) <= LATE
    }

    /// Which of a claim and its [denial](Claim::denied) is right, and within how many plies that is
    /// forced. `None` if a limit comes first, or nobody can force an end.
    pub(super) fn decide(
        &mut self,
        position: &Position<N, OneHash>,
        claim: Claim,
        watch: &mut Watch<'_>,
    ) -> Option<(Claim, u32)> {
        for plies in 1..=Self::MOST_PLIES {
            for claim in [claim, claim.denied()] {
                match self.is_forced_within(position, claim, plies, watch) {
                    Ok(true) => return Some((claim, plies)),
                    Ok(false) => {}
                    Err(OutOfTime) => return None,
                }
            }
        }
        None
    }

    /// The least and the greatest lead of White that may come of a late position: one and the same
    /// if the limits suffice, and [`ROAD`] for White's road. What it excludes is confirmed.
    pub(super) fn leads(
        &mut self,
        position: &Position<N, OneHash>,
        watch: &mut Watch<'_>,
    ) -> (i32, i32) {
        let komi = position.half_komi();
        let white = |least| Claim { claimant: Color::White, least };
        let wins = Claim::of_win(Color::White, komi).least;
        let holds = Claim::of_win(Color::Black, komi).denied().least;
        let (mut low, mut high, mut step) = (-ROAD, ROAD, 1);
        // Who wins comes first; then away from there in strides.
        let mut first = [wins, holds].into_iter();
        while low < high {
            let least = first.next().unwrap_or_else(|| {
                let middle = low + (high - low + 1) / 2;
                let near =
                    if low > -ROAD { middle.min(low + step) } else { middle.max(high + 1 - step) };
                step *= 2;
                near
            });
            if least <= low || least > high {
                continue;
            }
            let found = self.decide(position, white(least), watch);
            match found.filter(|&(claim, plies)| self.is_confirmed(position, claim, plies, watch)) {
                Some((claim, _)) if claim.claimant == Color::White => low = least,
                Some(_) => high = least - 1,
                None => break,
            }
        }
        (low, high)
    }

    /// Whether the claimant can force the end within so many plies.
    fn is_forced_within(
        &mut self,
        position: &Position<N, OneHash>,
        claim: Claim,
        plies: u32,
        watch: &mut Watch<'_>,
    ) -> Result<bool, OutOfTime> {
        let salt = salt(position, claim.claimant);
        let mut run = Run { endings: self, position: *position, claim, salt, watch };
        run.search(plies)
    }

    /// The move with which the claimant, who is to move, goes on within so many plies.
    pub(super) fn best_move(
        &mut self,
        position: &Position<N, OneHash>,
        claim: Claim,
        plies: u32,
        watch: &mut Watch<'_>,
    ) -> Option<Move<N>> {
        let plies = plies.min(Self::MOST_PLIES);
        if !self.is_forced_within(position, claim, plies, watch).ok()? {
            return None;
        }
        if let Some(mv) = position.road_move() {
            return Some(mv);
        }
        let entry = self.table.get(position.hash() ^ salt(position, claim.claimant))?;
        Move::from_bits(entry.best)
    }

    /// Whether a claim holds within so many plies, by a walk over one move of the claimant and all
    /// answers, with positions compared in full.
    pub(super) fn is_confirmed(
        &mut self,
        position: &Position<N, OneHash>,
        claim: Claim,
        plies: u32,
        watch: &mut Watch<'_>,
    ) -> bool {
        let mut met = HashMap::new();
        self.walk(position, claim, plies, &mut met, watch)
    }

    fn walk(
        &mut self,
        position: &Position<N, OneHash>,
        claim: Claim,
        plies: u32,
        met: &mut HashMap<PackedBoard, u32>,
        watch: &mut Watch<'_>,
    ) -> bool {
        if position.outcome().is_some() {
            return claim.is_met_by(position);
        }
        if plies == 0 {
            return false;
        }
        if position.side_to_move() != claim.claimant {
            let mut answers = position.legal_moves().into_iter();
            return answers.all(|mv| self.walk(&position.after(mv), claim, plies - 1, met, watch));
        }
        let key = position.pack();
        if met.get(&key).is_some_and(|&needed| needed <= plies) {
            return true;
        }
        if !watch.count() {
            return false;
        }
        let best = self.best_move(position, claim, plies, watch);
        let holds = best
            .filter(|&mv| position.is_legal(mv))
            .is_some_and(|mv| self.walk(&position.after(mv), claim, plies - 1, met, watch));
        if holds {
            met.insert(key, plies);
        }
        holds
    }
}

/// The stones of the player who has fewer, or the empty squares if they are fewer still.
fn left<const N: usize>(position: &Position<N, OneHash>) -> u32
where
    Size<N>: Playable,
{
    let [white, black] = [Color::White, Color::Black].map(|color| stones(position, color));
    white.min(black).min(position.empty().count())
}

/// The stones that a player has in hand.
fn stones<const N: usize>(position: &Position<N, OneHash>, color: Color) -> u32
where
    Size<N>: Playable,
{
    let reserve = position.reserve(color);
    u32::from(reserve.flats) + u32::from(reserve.caps)
}

/// What the hash does not cover, without komi, which is nothing to a claim.
fn salt<const N: usize>(position: &Position<N, OneHash>, claimant: Color) -> u64
where
    Size<N>: Playable,
{
    let mut without = *position;
    without.set_half_komi(HalfKomi(0));
    Aim { attacker: claimant, mode: Mode::Win }.salt(&without)
}

/// One search for a claim.
struct Run<'a, 'w, const N: usize>
where
    Size<N>: Playable,
{
    endings: &'a mut Endings<N>,
    /// The position that the moves so far have led to; the game goes on there.
    position: Position<N, OneHash>,
    claim: Claim,
    salt: u64,
    watch: &'a mut Watch<'w>,
}

impl<const N: usize> Run<'_, '_, N>
where
    Size<N>: Playable,
{
    fn search(&mut self, plies: u32) -> Result<bool, OutOfTime> {
        let is_own = self.position.side_to_move() == self.claim.claimant;
        if self.position.road_move().is_some() {
            return Ok(is_own);
        }
        if is_own && plies == 1 && !may_end_on_flats(&self.position) {
            return Ok(false);
        }
        if !self.watch.count() {
            return Err(OutOfTime);
        }
        let key = self.position.hash() ^ self.salt;
        let entry = self.endings.table.get(key).unwrap_or_default();
        let least = self.claim.least;
        let [forced, prevented] = entry.numbers.map(Known::of_bits);
        if (1..=plies).contains(&forced.plies) && forced.least >= least {
            return Ok(true);
        }
        if prevented.plies >= plies && prevented.least <= least {
            return Ok(false);
        }
        // The player to move wants their move to decide: the claimant for, the opponent against.
        let found = self.try_moves(plies, entry.best)?;
        let holds = found.is_some() == is_own;
        let [mut forced, mut prevented] = entry.numbers;
        let known = Known { plies, least }.bits();
        *(if holds { &mut forced } else { &mut prevented }) = known;
        let best = found.map_or(entry.best, Move::bits);
        let numbers = [forced, prevented];
        self.endings.table.put(key, Entry { numbers, best, work: plies, ..entry });
        Ok(holds)
    }

    /// A move of the player to move that settles the claim as they want.
    fn try_moves(&mut self, plies: u32, best: u16) -> Result<Option<Move<N>>, OutOfTime> {
        let is_own = self.position.side_to_move() == self.claim.claimant;
        let mut moves = Vec::with_capacity(128);
        self.position.generate(&mut moves);
        let mut open = Vec::with_capacity(moves.len());
        for mv in moves {
            let won = self.position.flats_won(mv);
            let undo = self.position.play_unchecked(mv);
            let ends = self.position.is_over_after(mv);
            let is_met = ends && self.claim.is_met_by(&self.position);
            let is_open = !ends && (!is_own || self.may_hold(plies - 1));
            self.position.undo(undo);
            // Where the game goes on after the last ply, the claim has failed.
            if (ends && is_met == is_own) || (!ends && !is_own && plies == 1) {
                return Ok(Some(mv));
            }
            if is_open {
                open.push((mv, won));
            }
        }
        let settled = &self.endings.settled;
        sort_by_numbers(&mut open, |&(mv, won)| {
            let bits = mv.bits();
            let rank = (64 + won) as u32 * 4 + (settled[usize::from(bits)] + 1).ilog2() * 4;
            (u32::from(bits != best), u32::MAX - rank, 0, 0)
        });
        for (mv, _) in open {
            let undo = self.position.play_unchecked(mv);
            let holds = self.search(plies - 1);
            self.position.undo(undo);
            if holds? == is_own {
                let settled = &mut self.endings.settled[usize::from(mv.bits())];
                *settled = settled.saturating_add(plies * plies);
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether the claim may hold within that many plies, the opponent to move: false only if it
    /// fails after any flat of theirs.
    fn may_hold(&self, plies: u32) -> bool {
        let (position, Claim { claimant, least }) = (&self.position, self.claim);
        let (own, theirs) = (plies / 2, plies.div_ceil(2));
        // Two moves may build a road out of nothing.
        if own > 1
            || (own == 1 && has_threat(Aim { attacker: claimant, mode: Mode::Win }, position))
        {
            return true;
        }
        let [stones, others] = [claimant, !claimant].map(|color| stones(position, color));
        let empty = position.empty().count();
        // A spread covers at most N − 1 squares, each of them worth two flats.
        let reach = N as u32 - 1;
        let fills = empty <= theirs + own * reach;
        if stones > own && others > theirs && !fills {
            return false;
        }
        let gain = match own {
            0 => 0,
            _ if empty - 1 <= reach => 2 * reach as i32 + 1,
            _ => 1,
        };
        let placed = i32::from(position.reserve(!claimant).flats > 0);
        lead_of(claimant, position.flat_lead()) - placed + gain >= least
    }
}

#[cfg(test)]
mod tests;
