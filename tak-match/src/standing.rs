//! The results of the games under one set of conditions, counted.

use tak_encoding::Color;

use crate::record::Record;
use crate::statistics::Pairs;

/// The results of the games under one set of conditions.
#[derive(Clone, Default, Debug)]
pub(crate) struct Standing {
    /// Won by White.
    pub(crate) white: u64,
    /// Drawn.
    pub(crate) draws: u64,
    /// Won by Black.
    pub(crate) black: u64,
    /// Won by the first engine.
    pub(crate) wins: u64,
    /// Lost by the first engine.
    pub(crate) losses: u64,
    /// The pairs of games with colours exchanged.
    pub(crate) pairs: Pairs,
}

impl Standing {
    /// How many games there are.
    pub(crate) fn games(&self) -> u64 {
        self.white + self.draws + self.black
    }

    /// Counts a game in which the first engine had this colour, with the other game of its pair if
    /// that is already known.
    pub(crate) fn add(&mut self, record: &Record, first: Color, partner: Option<&Record>) {
        let winner = record.winner();
        match winner {
            Some(Color::White) => self.white += 1,
            Some(Color::Black) => self.black += 1,
            None => self.draws += 1,
        }
        match winner {
            Some(winner) if winner == first => self.wins += 1,
            Some(_) => self.losses += 1,
            None => {}
        }
        let half_points = |record: &Record, first| match record.winner() {
            Some(winner) if winner == first => 2,
            Some(_) => 0,
            None => 1,
        };
        if let Some(partner) = partner {
            self.pairs.0[half_points(record, first) + half_points(partner, !first)] += 1;
        }
    }
}
