//! Games of the engine against itself, as bytes: what `tak-train datagen` writes for those who learn.
//!
//! | bytes | what, little-endian |
//! |---|---|
//! | 4 | the number of the game |
//! | 2 | the komi in half points, signed |
//! | 1 | the opening, in bits 0 and 1, and White's share in half points, in bits 2 and 3 |
//! | 2 | the number of plies |
//! | 4 each ply | the [move](Move::bits), and the score of the search for White in centiflats, −32 768 where none was searched |
//! | 4 | a checksum of all that |

use tak_encoding::{HalfKomi, Move, Opening, Playable, Rules, Size};

/// White's share of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// Black won.
    Nothing,
    /// A draw.
    Half,
    /// White won.
    All,
}

impl Share {
    const ALL: [Self; 3] = [Self::Nothing, Self::Half, Self::All];

    /// 0, 0.5 or 1.
    pub fn value(self) -> f64 {
        f64::from(self as u8) / 2.0
    }
}

/// A game, and the scores of its positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Game<const N: usize>
where
    Size<N>: Playable,
{
    /// Its number among those of one command.
    pub number: u32,
    /// Komi and opening; the reserves are those of the size.
    pub rules: Rules<N>,
    /// How it ended.
    pub share: Share,
    /// Each move, with the score of the position before it for White in centiflats.
    pub plies: Vec<(Move<N>, Option<i16>)>,
}

/// The most plies of one game.
pub const MOST_PLIES: usize = 1000;

const HEADER: usize = 9;
const PLY: usize = 4;
const CHECKSUM: usize = 4;
const NO_SCORE: i16 = i16::MIN;

impl<const N: usize> Game<N>
where
    Size<N>: Playable,
{
    /// The record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + PLY * self.plies.len() + CHECKSUM);
        let flags = self.rules.opening() as u8 | (self.share as u8) << 2;
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.rules.half_komi().0.to_le_bytes());
        bytes.push(flags);
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for &(mv, score) in &self.plies {
            bytes.extend(mv.bits().to_le_bytes());
            bytes.extend(score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the first record of the bytes, and returns it with its length; `None` if the bytes end
    /// before it does.
    ///
    /// # Errors
    ///
    /// Why the bytes are no record.
    pub fn from_bytes(bytes: &[u8]) -> Option<Result<(Self, usize), &'static str>> {
        let (header, rest) = bytes.split_first_chunk::<HEADER>()?;
        let [n0, n1, n2, n3, k0, k1, flags, p0, p1] = *header;
        let count = usize::from(u16::from_le_bytes([p0, p1]));
        if count > MOST_PLIES {
            return Some(Err("a game is too long"));
        }
        let (moves, rest) = rest.split_at_checked(count * PLY)?;
        let (&told, _) = rest.split_first_chunk::<CHECKSUM>()?;
        let whole = HEADER + moves.len();
        if u32::from_le_bytes(told) != checksum(&bytes[..whole]) {
            return Some(Err("the checksum of a game is wrong"));
        }
        let komi = HalfKomi(i16::from_le_bytes([k0, k1]));
        let game = Self::of_parts(u32::from_le_bytes([n0, n1, n2, n3]), komi, flags, moves);
        let game = game.ok_or("a game has an invalid move, opening or result");
        Some(game.map(|game| (game, whole + CHECKSUM)))
    }

    fn of_parts(number: u32, komi: HalfKomi, flags: u8, moves: &[u8]) -> Option<Self> {
        let opening = *Opening::ALL.get(usize::from(flags & 0b11))?;
        let share = *Share::ALL.get(usize::from(flags >> 2))?;
        let rules = Rules::with_komi(komi).with_opening(opening).ok()?;
        let plies = moves.as_chunks::<PLY>().0.iter().map(|&[m0, m1, s0, s1]| {
            let score = i16::from_le_bytes([s0, s1]);
            let mv = Move::from_bits(u16::from_le_bytes([m0, m1]))?;
            Some((mv, (score != NO_SCORE).then_some(score)))
        });
        Some(Self { number, rules, share, plies: plies.collect::<Option<_>>()? })
    }
}

/// FNV-1a (Fowler, Noll and Vo, 1991): good enough to detect a write that was cut short.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn games() -> impl Strategy<Value = Game<6>> {
        let moves: Vec<_> = (0..=u16::MAX).filter_map(Move::<6>::from_bits).collect();
        let mv = proptest::sample::select(moves);
        let score = proptest::option::of(-9_999..=9_999_i16);
        let plies = proptest::collection::vec((mv, score), 0..40);
        let rules = (any::<i16>(), 0..3_usize).prop_map(|(komi, opening)| {
            Rules::with_komi(HalfKomi(komi)).with_opening(Opening::ALL[opening]).unwrap()
        });
        (any::<u32>(), rules, 0..3_usize, plies).prop_map(|(number, rules, share, plies)| Game {
            number,
            rules,
            share: Share::ALL[share],
            plies,
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(game in games(), after in any::<[u8; 3]>()) {
            let mut bytes = game.to_bytes();
            let length = bytes.len();
            prop_assert_eq!(length, HEADER + 4 * game.plies.len() + CHECKSUM);
            bytes.extend(after);
            prop_assert_eq!(Game::from_bytes(&bytes), Some(Ok((game, length))));
        }

        #[test]
        fn a_record_that_was_cut_short_is_none(game in games(), cut in any::<prop::sample::Index>()) {
            let bytes = game.to_bytes();
            prop_assert_eq!(Game::<6>::from_bytes(&bytes[..cut.index(bytes.len())]), None);
        }

        #[test]
        fn a_changed_byte_is_noticed(game in games(), at in any::<prop::sample::Index>(), by in 1..=255_u8) {
            let mut bytes = game.to_bytes();
            let at = at.index(bytes.len());
            bytes[at] ^= by;
            prop_assert!(!matches!(Game::<6>::from_bytes(&bytes), Some(Ok(_))));
        }

        #[test]
        fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Game::<6>::from_bytes(&bytes);
        }
    }
}
