//! What is played: by whom, under which conditions, from which openings, and in which order.

use std::time::Duration;

use tak_encoding::Color;
use tak_games::beginnings::Conditions;
use tak_terminal::failure::{Failure, printable};

use crate::adjudication::Adjudication;
use crate::engine::EngineSpec;
use crate::openings::Openings;
use crate::player::Player;
use crate::record::Record;
use crate::{pgn, ptn};

/// A match to be played.
pub struct Plan {
    /// One or two.
    pub engines: Vec<EngineSpec>,
    /// Size, opening and komi; each opening number is played under all of them.
    pub conditions: Vec<Conditions>,
    /// How the games begin.
    pub openings: Openings,
    /// How many games there are.
    pub total: u64,
    /// Whether two engines play each opening twice, with colours exchanged.
    pub in_pairs: bool,
    /// How late an answer may be.
    pub margin: Duration,
    /// How long an engine without a clock may take.
    pub patience: Duration,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Who reads about the games.
    pub audience: Audience,
}

/// Who reads about the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// A person at a terminal, who reads PTN.
    Person,
    /// OpenBench's worker, which expects the terms of chess.
    Worker,
}

impl Plan {
    /// The first engine and the second, which may be the same.
    pub(crate) fn pair(&self) -> [&EngineSpec; 2] {
        [&self.engines[0], &self.engines[self.engines.len() - 1]]
    }

    /// The place of a game: the number of its opening, that of its conditions, and the colour of
    /// the first engine.
    pub(crate) fn place(&self, game: u64) -> (u64, usize, Color) {
        let first = Color::from_parity(if self.engines.len() == 1 { 0 } else { game as u32 % 2 });
        let round = if self.in_pairs { game / 2 } else { game };
        let kinds = self.conditions.len() as u64;
        (round / kinds, (round % kinds) as usize, first)
    }

    /// The other game of its pair.
    pub(crate) fn partner(&self, game: u64) -> Option<u64> {
        self.in_pairs.then_some(game ^ 1)
    }

    /// White's engine and Black's.
    pub(crate) fn sides(&self, game: u64) -> [&EngineSpec; 2] {
        let [first, last] = self.pair();
        if self.place(game).2 == Color::White { [first, last] } else { [last, first] }
    }

    /// Starts each engine once: what is wrong from the beginning must not lose games.
    pub fn try_engines(&self) -> Result<(), Failure> {
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

    /// A game as its audience wants to read it; `None` if it cannot belong to this match.
    pub fn written(&self, record: &Record) -> Option<String> {
        match self.audience {
            Audience::Person => self.ptn(record),
            Audience::Worker => Some(self.pgn(record)),
        }
    }

    fn pgn(&self, record: &Record) -> String {
        let conditions = self.conditions[self.place(record.game).1];
        let round = self.round(record.game).unwrap_or_default();
        pgn::game(record, conditions, self.sides(record.game), &round)
    }

    fn ptn(&self, record: &Record) -> Option<String> {
        let conditions = self.conditions[self.place(record.game).1];
        ptn::game(record, conditions, self.sides(record.game), &self.round(record.game)?)
    }

    /// The number of the opening, and which of its two games it is.
    fn round(&self, game: u64) -> Option<String> {
        let (opening, _, first) = self.place(game);
        let half = if first == Color::White { 1 } else { 2 };
        let number = opening.checked_add(1)?;
        Some(if self.in_pairs { format!("{number}.{half}") } else { number.to_string() })
    }
}
