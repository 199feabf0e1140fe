//! An index of the games that passed through a position, at about five bytes for each ply.
//!
//! A position is identified by 28 bits of a hash of its canonical board, the highest 12 of which
//! select a list. Games are divided into groups of 32 768, each with lists of its own, so that a
//! list stays short and is only written to while its group is being filled. An entry of a list is a
//! number:
//!
//! | bits | what |
//! |---|---|
//! | 24–39 | the lower 16 bits of the hash |
//! | 9–23 | the number of the game in its group |
//! | 0–8 | the ply; 511 stands for that and any later one |
//!
//! The entries are sorted, and each is stored as its difference from the previous one, in LEB128:
//! seven bits a byte, lowest first, with the eighth bit set on all bytes but the last. The id of a
//! list's row is the number of the group, shifted left by 12 bits, plus the number of the list.

use tak_encoding::PackedBoard;

/// The number of games in a group.
pub(super) const GROUP: i64 = 1 << LOCAL_BITS;

const LIST_BITS: u32 = 12;
const TAG_BITS: u32 = 16;
const LOCAL_BITS: u32 = 15;
const PLY_BITS: u32 = 9;

/// The bits of a stored entry.
const NUMBER_BITS: u32 = TAG_BITS + LOCAL_BITS + PLY_BITS;

/// This ply is not distinguished from later ones.
pub(super) const LAST_PLY: u32 = (1 << PLY_BITS) - 1;

/// The group that a row belongs to.
pub(super) fn group(row: i64) -> i64 {
    row >> LIST_BITS
}

/// The part of a board's hash that is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(u32);

/// A game at a ply in one of the lists of its group, ordered by list and then by stored number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Entry(u64);

impl Mark {
    /// The mark of a canonical board. It is stored, so it must never change.
    pub(super) fn of(board: &PackedBoard) -> Self {
        let mut hash = 0_u64;
        for chunk in board.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            // Fibonacci hashing, then the high bits are mixed into the low ones.
            hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        let hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Self((hash >> (64 - LIST_BITS - TAG_BITS)) as u32)
    }

    /// The row of its list in a group.
    pub(super) fn row(self, group: i64) -> i64 {
        (group << LIST_BITS) | i64::from(self.0 >> TAG_BITS)
    }

    /// The entry of a game, by its number from the start of the group.
    pub(super) fn entry(self, game: i64, ply: u32) -> Entry {
        let game = (game % GROUP) as u64;
        let ply = u64::from(ply.min(LAST_PLY));
        Entry((u64::from(self.0) << (LOCAL_BITS + PLY_BITS)) | (game << PLY_BITS) | ply)
    }

    /// The games in a list with this mark and their plies, in order.
    pub(super) fn find(self, group: i64, list: &[u8]) -> Vec<(i64, u32)> {
        let tag = u64::from(self.0) & ((1 << TAG_BITS) - 1);
        let tag_of = |entry: u64| entry >> (LOCAL_BITS + PLY_BITS);
        let same = Reader::new(list)
            .skip_while(|&entry| tag_of(entry) < tag)
            .take_while(|&entry| tag_of(entry) == tag);
        let place = |entry: u64| {
            let game = group * GROUP + ((entry >> PLY_BITS) as i64) % GROUP;
            (game, entry as u32 & LAST_PLY)
        };
        same.map(place).collect()
    }
}

impl Entry {
    /// The row of the list that it belongs to.
    pub(super) fn row(self, group: i64) -> i64 {
        let list = self.0 >> NUMBER_BITS;
        (group << LIST_BITS) | list as i64
    }

    /// The number stored for it.
    fn number(self) -> u64 {
        self.0 & ((1 << NUMBER_BITS) - 1)
    }
}

/// A list with these entries added, which must be sorted.
pub(super) fn merged(old: &[u8], new: &[Entry]) -> Vec<u8> {
    let mut numbers: Vec<u64> = Reader::new(old).collect();
    let is_longer = !numbers.is_empty();
    numbers.extend(new.iter().map(|entry| entry.number()));
    if is_longer {
        numbers.sort_unstable();
        numbers.dedup();
    }
    let mut bytes = Vec::with_capacity(numbers.len() * 5);
    let mut last = 0;
    for number in numbers {
        let mut rest = number - last;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        last = number;
    }
    bytes
}

/// Reads the numbers of a list up to the first invalid one.
struct Reader<'a> {
    bytes: std::slice::Iter<'a, u8>,
    last: u64,
}

impl<'a> Reader<'a> {
    fn new(list: &'a [u8]) -> Self {
        Self { bytes: list.iter(), last: 0 }
    }
}

impl Iterator for Reader<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let (mut more, mut shift) = (0, 0);
        loop {
            let &byte = self.bytes.next()?;
            more |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
            shift += 7;
            if shift > 35 {
                return None;
            }
        }
        self.last = self.last.checked_add(more).filter(|&number| number < 1 << NUMBER_BITS)?;
        Some(self.last)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn what_goes_in_is_found_again_however_it_came() {
        let mut random = Rng::with_seed(7);
        // Few lists and tags, so that some of them coincide.
        let mut all: Vec<_> = (0..3000)
            .map(|_| {
                let mark = Mark((random.u32(..3) << TAG_BITS) | (random.u32(..200) * 300));
                (mark, random.i64(0..GROUP), random.u32(..600))
            })
            .collect();
        let group = 5;
        let mut lists = std::collections::BTreeMap::<i64, Vec<u8>>::new();
        let mut at_once = lists.clone();
        let put = |lists: &mut std::collections::BTreeMap<i64, Vec<u8>>,
                   part: &[(Mark, i64, u32)]| {
            let mut entries: Vec<_> = part
                .iter()
                .map(|&(mark, game, ply)| mark.entry(group * GROUP + game, ply))
                .collect();
            entries.sort_unstable();
            entries.dedup();
            for same in entries.chunk_by(|a, b| a.row(group) == b.row(group)) {
                let list = lists.entry(same[0].row(group)).or_default();
                *list = merged(list, same);
            }
        };
        for part in all.chunks(700) {
            put(&mut lists, part);
        }
        put(&mut at_once, &all);
        assert_eq!(lists, at_once);
        all.sort_by_key(|&(mark, game, ply)| (mark.0, game, ply));
        for same in all.chunk_by(|a, b| a.0 == b.0) {
            let mut expected: Vec<_> = same
                .iter()
                .map(|&(_, game, ply)| (group * GROUP + game, ply.min(LAST_PLY)))
                .collect();
            expected.dedup();
            let mark = same[0].0;
            assert_eq!(mark.find(group, &lists[&mark.row(group)]), expected);
        }
    }

    #[test]
    fn damaged_lists_end_early() {
        for list in [&[0xff; 20][..], &[0x80], &[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1]] {
            assert!(Reader::new(list).count() < 3);
            Mark(0).find(0, list);
        }
    }
}
