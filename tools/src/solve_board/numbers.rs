//! Proof and disproof numbers, as the file of a job holds them, and those of earlier positions that
//! follow from them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The proof and disproof numbers of the question whether a player wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    /// The disproof number of a proven position, and the proof number of a disproven one.
    const INFINITE: u32 = 1 << 30;

    /// The numbers of a solver.
    pub(super) fn of((proof, disproof): (u32, u32)) -> Self {
        Self { proof, disproof }
    }

    /// The numbers of a question that is settled.
    pub(super) fn settled(is_won: bool) -> Self {
        let (proof, disproof) = if is_won { (0, Self::INFINITE) } else { (Self::INFINITE, 0) };
        Self { proof, disproof }
    }

    /// The numbers of a position, from those after its moves.
    pub(super) fn before(is_attack: bool, after: impl Iterator<Item = Self> + Clone) -> Self {
        let proofs = after.clone().map(|numbers| numbers.proof);
        let disproofs = after.map(|numbers| numbers.disproof);
        if is_attack {
            Self { proof: least(proofs), disproof: sum(disproofs) }
        } else {
            Self { proof: sum(proofs), disproof: least(disproofs) }
        }
    }
}

impl Default for Numbers {
    /// The numbers of a question that has not been started.
    fn default() -> Self {
        Self { proof: 1, disproof: 1 }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: u32| match number {
            Self::INFINITE.. => "∞".to_owned(),
            number => number.to_string(),
        };
        write!(f, "{}:{}", number(self.proof), number(self.disproof))
    }
}

fn least(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.min().unwrap_or(Numbers::INFINITE)
}

fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.fold(0, |sum, number| sum.saturating_add(number).min(Numbers::INFINITE))
}
