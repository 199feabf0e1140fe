//! A network as the bytes of a file.
//!
//! | bytes | what, little-endian |
//! |---|---|
//! | 8 | `tak-net`, and a line break |
//! | 4 | the version of the format, the squares per side, the [`Width`], [`BUCKETS`] |
//! | 2 | the number of inputs |
//! | 2 | the scale |
//! | 8 | the hash of all that follows |
//! | 2 each | the biases of the sums, the rows of the inputs, the rows of the second layer |
//! | 4 each | the biases |

use std::fmt;

use tak_encoding::BoardSize;

use super::{BUCKETS, MOST_SUMS, Network, Parts, PerSum, Width, input_count};

/// Bytes that are no network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NetworkError {
    /// They do not begin like a network.
    Foreign,
    /// The format has another version, or its layers another width.
    Version,
    /// Too few or too many for the inputs of the size.
    Length,
    /// The hash in the header is not that of the numbers.
    Hash,
    /// A number is too large, or beyond the width.
    Range,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "expected a network that `tak-train network` wrote",
            Self::Version => "expected a network of this version of the program",
            Self::Length => "the network has the wrong length: perhaps it was cut short",
            Self::Hash => "its numbers do not match the hash in its header: it is damaged",
            Self::Range => "a number is larger than it may be, or beyond the width",
        })
    }
}

impl std::error::Error for NetworkError {}

const LETTERS: [u8; 8] = *b"tak-net\n";
/// The version of the files that are read.
const VERSION: u8 = 1;
const HEADER: usize = 24;

impl Network {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = LETTERS.to_vec();
        let [squares, width] = [self.size.squares_per_side(), self.width.sums()];
        bytes.extend([VERSION, squares as u8, width as u8, BUCKETS as u8]);
        bytes.extend((input_count(self.size) as u16).to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(self.hash.to_le_bytes());
        bytes.extend(self.numbers());
        bytes
    }

    /// Whether bytes begin like a network that this version reads.
    pub(super) const fn may_be_in(bytes: &[u8]) -> bool {
        let mut index = 0;
        while index < LETTERS.len() {
            if bytes.len() < HEADER || bytes[index] != LETTERS[index] {
                return false;
            }
            index += 1;
        }
        let [version, _, width, buckets] = [bytes[8], bytes[9], bytes[10], bytes[11]];
        let is_width = width == Width::Narrow.sums() as u8 || width == Width::Wide.sums() as u8;
        version == VERSION && is_width && buckets == BUCKETS as u8
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// If they are not a network of this version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(&LETTERS).ok_or(NetworkError::Foreign)?;
        let (header, numbers) =
            rest.split_first_chunk::<{ HEADER - LETTERS.len() }>().ok_or(NetworkError::Length)?;
        let [version, squares, width, buckets, i0, i1, s0, s1, hash @ ..] = *header;
        let size = BoardSize::new(squares.into()).ok_or(NetworkError::Foreign)?;
        let inputs = usize::from(u16::from_le_bytes([i0, i1]));
        let width = Width::new(width.into()).ok_or(NetworkError::Version)?;
        if [version, buckets] != [VERSION, BUCKETS as u8] || inputs != input_count(size) {
            return Err(NetworkError::Version);
        }
        let mut reader = Numbers { bytes: numbers, width };
        let start = reader.row()?;
        let rows = (0..inputs).map(|_| reader.row()).collect::<Result<_, _>>()?;
        let mut outputs = [[[0; MOST_SUMS]; 2]; BUCKETS];
        for row in outputs.as_flattened_mut() {
            *row = reader.row()?;
        }
        let mut biases = [0; BUCKETS];
        for bias in &mut biases {
            *bias = i32::from_le_bytes(reader.take()?);
        }
        if !reader.bytes.is_empty() {
            return Err(NetworkError::Length);
        }
        let scale = i16::from_le_bytes([s0, s1]);
        let parts = Parts { width, start, rows, outputs, biases, scale };
        let network = Self::new(size, parts)?;
        if network.hash != u64::from_le_bytes(hash) {
            return Err(NetworkError::Hash);
        }
        Ok(network)
    }

    pub(super) fn numbers(&self) -> Vec<u8> {
        let sums = self.width.sums();
        let outputs = self.outputs.as_flattened().iter().map(|row| &row[..sums]);
        let rows = [&self.start[..sums], self.inputs()].into_iter().chain(outputs);
        let mut bytes: Vec<u8> = rows.flatten().flat_map(|number| number.to_le_bytes()).collect();
        bytes.extend(self.biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }
}

struct Numbers<'a> {
    bytes: &'a [u8],
    width: Width,
}

impl Numbers<'_> {
    fn take<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], NetworkError> {
        let (first, rest) = self.bytes.split_first_chunk().ok_or(NetworkError::Length)?;
        self.bytes = rest;
        Ok(*first)
    }

    fn row(&mut self) -> Result<PerSum, NetworkError> {
        let mut row = [0; MOST_SUMS];
        for number in &mut row[..self.width.sums()] {
            *number = i16::from_le_bytes(self.take()?);
        }
        Ok(row)
    }
}

/// FNV-1a (Fowler, Noll and Vo, 1991).
pub(in crate::evaluation) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network::tests::random_network;

    #[test]
    fn files_hold_what_was_written() {
        for seed in [3, 4] {
            let network = random_network::<4>(seed);
            // Without printing all its numbers.
            assert!(Network::from_bytes(&network.to_bytes()) == Ok(network));
        }
        let bytes = random_network::<4>(5).to_bytes();
        let damaged = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            Network::from_bytes(&bytes)
        };
        assert_eq!(damaged(0), Err(NetworkError::Foreign));
        assert_eq!(damaged(8), Err(NetworkError::Version));
        assert_eq!(damaged(16), Err(NetworkError::Hash));
        assert_eq!(damaged(bytes.len() / 2), Err(NetworkError::Hash));
        assert_eq!(Network::from_bytes(&bytes[..bytes.len() - 1]), Err(NetworkError::Length));
        assert_eq!(Network::from_bytes(&[]), Err(NetworkError::Foreign));
    }
}
