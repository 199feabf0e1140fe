//! Zobrist hashes: one for each symmetry of the board, updated together.
//!
//! A hash is the exclusive or of one key for every piece at its true height, one for a wall or
//! capstone on top, one for Black to move, and one for an opening that the board does not show.
//! Lane `s` of an event on square `q` is the key of the same event on square `s(q)`, so that hash
//! `s` of a position is hash 0 of the position turned by `s`, and one event changes all eight with
//! one 512-bit exclusive or.

use std::fmt::Debug;
use std::hash::Hash;

use bitops::Symmetry;

use crate::opening::Opening;
use crate::piece::Color;

/// One key for each symmetry, in the order of [`Symmetry::ALL`].
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct EightKeys(pub(crate) [u64; 8]);

/// The keys of one board size.
#[derive(Clone, Copy, Debug)]
pub struct KeyTable {
    /// `layer * N² + square`, see [`layer_and_turn`].
    pub(crate) stones: &'static [EightKeys],
    /// Walls, then capstones, on top of each square.
    pub(crate) kinds: &'static [EightKeys],
}

/// The layer of a piece at its height, 0 at the bottom, and how many bits its
/// keys are turned to the left before they are used.
///
/// Each colour has its layers up to 7×7. On 8×8 those in use would not fit the first cache, so that
/// eight hashes cost 30 % more than one: black pieces share White's keys there, turned by one bit.
/// A key and its turned form differ in 63 independent bits; turned by 32 it would be 32.
#[inline(always)]
pub(crate) const fn layer_and_turn<const N: usize>(height: usize, color: Color) -> (usize, u32) {
    if N < 8 { (2 * height + color.index(), 0) } else { (height, color.index() as u32) }
}

/// Black is to move. The same in every orientation.
pub(crate) static BLACK_TO_MOVE: EightKeys = EightKeys([mix(u64::MAX); 8]);

/// An opening other than swap that the board does not show.
pub(crate) static NO_SWAP: EightKeys = EightKeys([mix(u64::MAX - 1); 8]);
pub(crate) static DOUBLE_BLACK_STACK: EightKeys = EightKeys([mix(u64::MAX - 2); 8]);

/// A bijective scramble of 64 bits: the finalizer of `SplitMix64` (Steele, Lea
/// and Flood, 2014). Distinct events get distinct keys.
const fn mix(event: u64) -> u64 {
    let mut z = event.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x2545_f491_4f6c_dd1d);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn images<const SQUARES: usize>(size: usize) -> [[usize; 8]; SQUARES] {
    let mut images = [[0; 8]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut lane = 0;
        while lane < 8 {
            images[square][lane] = Symmetry::ALL[lane].square(square, size);
            lane += 1;
        }
        square += 1;
    }
    images
}

/// Fills a table of keys, some layers of a board; `first` keeps the events of two tables apart.
const fn fill<const SQUARES: usize>(layers: &mut [[EightKeys; SQUARES]], size: usize, first: u64) {
    let images = images::<SQUARES>(size);
    let mut layer = 0;
    while layer < layers.len() {
        let mut keys = [0; SQUARES];
        let mut square = 0;
        while square < SQUARES {
            keys[square] = mix(first + ((size * layers.len() + layer) * SQUARES + square) as u64);
            square += 1;
        }
        square = 0;
        while square < SQUARES {
            let mut lane = 0;
            while lane < 8 {
                layers[layer][square].0[lane] = keys[images[square][lane]];
                lane += 1;
            }
            square += 1;
        }
        layer += 1;
    }
}

const NO_KEYS: EightKeys = EightKeys([0; 8]);

/// Distinguishes the events of walls and capstones from those of stones.
const KINDS: u64 = 1 << 32;

/// A layer of each height, and layers for walls and capstones.
#[cfg(not(target_family = "wasm"))]
pub(crate) struct Keys<const SQUARES: usize, const LAYERS: usize> {
    stones: [[EightKeys; SQUARES]; LAYERS],
    kinds: [[EightKeys; SQUARES]; 2],
}

#[cfg(not(target_family = "wasm"))]
impl<const SQUARES: usize, const LAYERS: usize> Keys<SQUARES, LAYERS> {
    /// The keys of a size, for a `static`.
    pub(crate) const fn new(size: usize) -> Self {
        let mut keys =
            Self { stones: [[NO_KEYS; SQUARES]; LAYERS], kinds: [[NO_KEYS; SQUARES]; 2] };
        fill(&mut keys.stones, size, 0);
        fill(&mut keys.kinds, size, KINDS);
        keys
    }

    #[inline(always)]
    pub(crate) const fn table(&'static self) -> KeyTable {
        KeyTable { stones: self.stones.as_flattened(), kinds: self.kinds.as_flattened() }
    }
}

/// The same, made when they are first needed. WebAssembly is downloaded: there the keys
/// of all sizes would be more than all the rest.
#[cfg(target_family = "wasm")]
pub(crate) fn make<const SQUARES: usize, const LAYERS: usize>(size: usize) -> KeyTable {
    let rows = |layers, first| {
        let mut rows = vec![[NO_KEYS; SQUARES]; layers];
        fill(&mut rows, size, first);
        rows.leak().as_flattened()
    };
    KeyTable { stones: rows(LAYERS, 0), kinds: rows(2, KINDS) }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::NoHash {}
    impl Sealed for super::OneHash {}
    impl Sealed for super::EightHashes {}
}

/// How many hashes a position carries: none, one, or one for each symmetry.
///
/// Perft wants [`NoHash`], a search [`OneHash`], an opening book
/// [`EightHashes`]; each pays for what it carries and no more.
pub trait Hashing:
    sealed::Sealed + Copy + Eq + Hash + Default + Debug + Send + Sync + 'static
{
    /// Whether there is anything to update.
    const ACTIVE: bool;

    /// Adds or removes one event, its keys turned left by that many bits.
    #[doc(hidden)]
    fn toggle(&mut self, keys: &EightKeys, turn: u32);

    /// Adds or removes an opening.
    #[doc(hidden)]
    fn toggle_opening(&mut self, opening: Opening) {
        match opening {
            Opening::Swap => {}
            Opening::NoSwap => self.toggle(&NO_SWAP, 0),
            Opening::DoubleBlackStack => self.toggle(&DOUBLE_BLACK_STACK, 0),
        }
    }
}

/// No hash at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct NoHash;

/// The hash of the board as it lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct OneHash(u64);

/// The hash of the board in each of its eight orientations, in the order of [`Symmetry::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(align(64))]
pub struct EightHashes([u64; 8]);

impl Hashing for NoHash {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn toggle(&mut self, _: &EightKeys, _: u32) {}
}

impl Hashing for OneHash {
    const ACTIVE: bool = true;

    #[inline(always)]
    fn toggle(&mut self, keys: &EightKeys, turn: u32) {
        self.0 ^= keys.0[0].rotate_left(turn);
    }
}

impl Hashing for EightHashes {
    const ACTIVE: bool = true;

    #[inline(always)]
    fn toggle(&mut self, keys: &EightKeys, turn: u32) {
        for (hash, key) in self.0.iter_mut().zip(&keys.0) {
            *hash ^= key.rotate_left(turn);
        }
    }
}

impl OneHash {
    /// The hash: equal to hash 0 of [`EightHashes`].
    #[inline(always)]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl EightHashes {
    /// The eight hashes, in the order of [`Symmetry::ALL`].
    #[inline(always)]
    pub const fn get(self) -> [u64; 8] {
        self.0
    }

    /// The canonical key, the smallest of the eight: the same for symmetric
    /// positions and, up to chance, for no others. It changes with the hash keys:
    /// what is stored for long is a [packed board](crate::CanonicalBoard).
    #[inline]
    pub fn canonical(self) -> u64 {
        self.0.into_iter().fold(u64::MAX, u64::min)
    }

    /// The symmetry of the smallest hash, the first one where several are equal.
    pub fn smallest(self) -> Symmetry {
        let key = self.canonical();
        let lane = self.0.iter().position(|&hash| hash == key);
        Symmetry::ALL[lane.unwrap_or(0)]
    }
}
