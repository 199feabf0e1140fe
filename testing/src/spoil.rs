//! Good examples, spoiled at random, for testing readers of files.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A change such as disks and typists make.
#[derive(Clone, Debug)]
pub enum Damage {
    /// The rest is missing.
    Cut(Index),
    /// A bit has the other value.
    Flip(Index, u8),
    /// There is a byte more.
    Insert(Index, u8),
    /// There is a byte less.
    Remove(Index),
    /// A part comes twice.
    Double(Index, usize),
    /// A word is replaced by another word of the text.
    Swap(Index, Index),
}

/// Up to three changes.
pub fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let index = any::<Index>;
    let swap = || (index(), index()).prop_map(|(from, to)| Damage::Swap(from, to));
    let damage = prop_oneof![
        index().prop_map(Damage::Cut),
        (index(), 0..8_u8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        (index(), any::<u8>()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        index().prop_map(Damage::Remove),
        (index(), 1..60_usize).prop_map(|(at, length)| Damage::Double(at, length)),
        swap(),
        swap(),
    ];
    vec(damage, 1..=3)
}

/// The bytes with those changes, one after another.
pub fn spoil(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        if !bytes.is_empty() {
            damage.apply(&mut bytes);
        }
    }
    bytes
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        match *self {
            Self::Cut(at) => bytes.truncate(at.index(length)),
            Self::Flip(at, bit) => bytes[at.index(length)] ^= 1 << bit,
            Self::Insert(at, byte) => bytes.insert(at.index(length), byte),
            Self::Remove(at) => drop(bytes.remove(at.index(length))),
            Self::Double(at, part) => {
                let at = at.index(length);
                let part = bytes[at..length.min(at + part)].to_vec();
                bytes.splice(at..at, part);
            }
            Self::Swap(from, to) => {
                let is_divider = |byte: &u8| byte.is_ascii_whitespace() || b",:\"".contains(byte);
                let mut words: Vec<_> = bytes.split_inclusive(is_divider).collect();
                let (from, to) = (from.index(words.len()), to.index(words.len()));
                words[from] = words[to];
                *bytes = words.concat();
            }
        }
    }
}
