//! What is to be proven: which player wins, in what way, and with which moves.

use tak_encoding::{Color, OneHash, Outcome, Playable, Position, Size};

/// Which wins count, and which moves the winner may try.
///
/// The numbers are part of the keys of saved tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// *Strict tinuë*: a road, forced by moves that each threaten one. If the defender can end the
    /// game on flats, there is no tinuë, whoever has more of them.
    #[default]
    Strict = 0,
    /// *Tinuë*: a road, forced by any moves, quiet ones too.
    Tinue = 3,
    /// The moves of a strict tinuë, but a win on flats counts too.
    Threats = 1,
    /// Any win by any moves.
    Win = 2,
}

impl Mode {
    /// All modes. A win in one is a win in [`Win`](Self::Win), and a strict tinuë is one in all.
    pub const ALL: [Self; 4] = [Self::Strict, Self::Tinue, Self::Threats, Self::Win];

    /// The name that programs and pages know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Tinue => "tinue",
            Self::Threats => "threats",
            Self::Win => "win",
        }
    }

    /// Whether the winner must threaten a road with every move.
    pub const fn is_forcing(self) -> bool {
        matches!(self, Self::Strict | Self::Threats)
    }

    /// Whether a win on flats counts.
    pub const fn counts_flats(self) -> bool {
        matches!(self, Self::Threats | Self::Win)
    }
}

/// The player who should win, and in what way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The player who should win, the *attacker*.
    pub attacker: Color,
    /// Which wins count.
    pub mode: Mode,
}

impl Aim {
    /// Whether this outcome is a win that counts.
    pub fn is_met_by(self, outcome: Outcome) -> bool {
        match self.mode {
            Mode::Strict | Mode::Tinue => outcome == Outcome::Road(self.attacker),
            Mode::Threats | Mode::Win => outcome.winner() == Some(self.attacker),
        }
    }

    /// Xored into the position's hash to make a transposition key. It covers what the hash does not:
    /// the aim, komi, and the reserves at the start of the game.
    pub(super) fn salt<const N: usize>(self, position: &Position<N, OneHash>) -> u64
    where
        Size<N>: Playable,
    {
        let mut salt = N as u64;
        let mut add = |fact: u64| {
            salt = (salt ^ fact).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        };
        add(self.attacker.index() as u64 * 4 + self.mode as u64);
        add(position.half_komi().0 as u64);
        for reserve in position.rules().reserves() {
            add(u64::from(reserve.flats) << 8 | u64::from(reserve.caps));
        }
        salt
    }
}
