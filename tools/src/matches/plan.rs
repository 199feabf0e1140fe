//! What is played: by whom, under which conditions, from which openings, in which order.

use std::time::Duration;

use tak_encoding::Color;

use super::adjudication::Adjudication;
use super::engine::EngineSpec;
use super::game::{Conditions, Record};
use super::openings::Openings;
use super::player::Player;
use super::ptn;
use crate::failure::{Failure, printable};

/// A match as it is to be played.
pub(crate) struct Plan {
    /// One or two.
    pub(crate) engines: Vec<EngineSpec>,
    pub(crate) conditions: Vec<Conditions>,
    pub(crate) openings: Openings,
    pub(crate) total: u64,
    pub(crate) margin: Duration,
    pub(crate) patience: Duration,
    /// `None` plays games to their end.
    pub(crate) adjudication: Option<Adjudication>,
}

impl Plan {
    /// The first engine and the second, which may be the same.
    pub(crate) fn pair(&self) -> [&EngineSpec; 2] {
        [&self.engines[0], &self.engines[self.engines.len() - 1]]
    }

    /// Where a game belongs: the number of its opening, of its conditions, and the
    /// colour of the first engine.
    pub(crate) fn place(&self, game: u64) -> (u64, usize, Color) {
        let (round, first) = match self.engines.len() {
            1 => (game, Color::White),
            _ => (game / 2, Color::from_parity(game as u32 % 2)),
        };
        let kinds = self.conditions.len() as u64;
        (round / kinds, (round % kinds) as usize, first)
    }

    /// The other game of its pair.
    pub(crate) fn partner(&self, game: u64) -> Option<u64> {
        (self.engines.len() == 2).then_some(game ^ 1)
    }

    /// White's engine and Black's.
    pub(crate) fn sides(&self, game: u64) -> [&EngineSpec; 2] {
        let [first, last] = self.pair();
        if self.place(game).2 == Color::White { [first, last] } else { [last, first] }
    }

    /// Starts each engine once: what is wrong from the beginning is no loss of a game.
    pub(crate) fn try_engines(&self) -> Result<(), Failure> {
        for spec in &self.engines {
            for (index, &conditions) in self.conditions.iter().enumerate() {
                let with_opening = self.openings.leave_an_opening((index, conditions));
                let mut player = Player::new(spec, self.patience);
                player.new_game(conditions, with_opening).map_err(|fault| {
                    Failure::Input(format!("{}: {fault}", printable(&spec.name())))
                })?;
            }
        }
        Ok(())
    }

    /// Who did what wrong in a game.
    pub(crate) fn fault(&self, record: &Record) -> Option<(String, &'static str)> {
        let fault = record.end.fault()?;
        let loser = !record.winner()?;
        Some((self.sides(record.game)[loser.index()].name(), fault))
    }

    /// A game as PTN.
    pub(crate) fn ptn(&self, record: &Record) -> String {
        let (opening, index, first) = self.place(record.game);
        let half = if first == Color::White { 1 } else { 2 };
        let round = match self.engines.len() {
            1 => (opening + 1).to_string(),
            _ => format!("{}.{half}", opening + 1),
        };
        ptn::game(record, self.conditions[index], self.sides(record.game), &round)
    }
}
