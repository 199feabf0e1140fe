//! The static evaluation: what a position is worth without looking ahead.
//!
//! A sum of terms: each a count (White's minus Black's) times a weight. A weight is a pair, for
//! full reserves and for empty ones, interpolated by the game phase. [`terms`] says what is counted
//! and [`weights`] what it is worth; they are separate so that the tuner sees the same counts as
//! the search. A [`network`] corrects the sum.

use std::sync::Arc;

use tak_encoding::{Color, Hashing, OneHash, Playable, Position, Size};

use crate::score::{self, Score};

pub mod network;
pub mod terms;
pub mod weights;

use network::inputs::Inputs;
use network::{Network, NetworkChoice, Sums};
use terms::{Roads, TERMS, Trace};
use weights::Pairs;

/// Tells the search what a position is worth.
///
/// The search does not know which evaluator it works with: the engine's is [`Corrected`],
/// and others can take its place. An evaluator that updates sums incrementally must
/// itself compare the position with that of an earlier call. Each thread gets a clone.
///
/// ```
/// use tak_encoding::{OneHash, Playable, Position, Size};
/// use tak_search::evaluation::Evaluator;
/// use tak_search::score::Score;
///
/// /// Counts flats and nothing else.
/// #[derive(Clone)]
/// struct Flats;
///
/// impl<const N: usize> Evaluator<N> for Flats
/// where
///     Size<N>: Playable,
/// {
///     fn evaluate(&mut self, position: &Position<N, OneHash>) -> Score {
///         let lead = 100 * position.flat_lead() - 50 * Score::from(position.half_komi().0);
///         match position.side_to_move() {
///             tak_encoding::Color::White => lead,
///             tak_encoding::Color::Black => -lead,
///         }
///     }
/// }
/// ```
pub trait Evaluator<const N: usize>: Clone + Send
where
    Size<N>: Playable,
{
    /// The value of a position where the game is not over, for the side to move, in
    /// centiflats.
    fn evaluate(&mut self, position: &Position<N, OneHash>) -> Score;
}

/// The evaluator by terms and weights, corrected by a network if there is one; by default the
/// built-in one.
#[derive(Clone, Debug)]
pub struct Corrected<const N: usize>(Option<Correction<N>>);

#[derive(Clone, Debug)]
struct Correction<const N: usize> {
    network: Arc<Network>,
    sums: Sums<N>,
}

impl<const N: usize> Corrected<N>
where
    Size<N>: Playable,
{
    /// With this network, if it is for this size.
    pub fn new(network: Option<Arc<Network>>) -> Self {
        let network = network.filter(|network| network.size() == Size::<N>::BOARD_SIZE);
        Self(network.map(|network| {
            let start = Inputs::of(&Position::<N>::new());
            Correction { sums: Sums::new(&network, &start), network }
        }))
    }
}

impl<const N: usize> Default for Corrected<N>
where
    Size<N>: Playable,
{
    fn default() -> Self {
        Self::new(NetworkChoice::BuiltIn.of(Size::<N>::BOARD_SIZE))
    }
}

impl<const N: usize> Evaluator<N> for Corrected<N>
where
    Size<N>: Playable,
{
    fn evaluate(&mut self, position: &Position<N, OneHash>) -> Score {
        let roads = Roads::of(position);
        let weighed = weigh(position, &roads);
        let correction = self.0.as_mut().map_or(0, |correction| correction.value(position, &roads));
        score::clamp_estimate(weighed + correction)
    }
}

impl<const N: usize> Correction<N>
where
    Size<N>: Playable,
{
    /// For the side to move, in centiflats.
    fn value(&mut self, position: &Position<N, OneHash>, roads: &Roads) -> Score {
        let Self { network, sums } = self;
        let inputs = Inputs::with_roads(position, roads);
        let views = sums.update(network, position.ply(), &inputs);
        network.output(views, position.side_to_move(), network::bucket(position))
    }
}

/// The value of the weighted terms of a position, for the side to move, in centiflats.
pub fn evaluate<const N: usize, H: Hashing>(position: &Position<N, H>) -> Score
where
    Size<N>: Playable,
{
    score::clamp_estimate(weigh(position, &Roads::of(position)))
}

/// The sum of the weighted terms, for the side to move.
#[inline]
fn weigh<const N: usize, H: Hashing>(position: &Position<N, H>, roads: &Roads) -> Score
where
    Size<N>: Playable,
{
    let mut sum = Sum { pairs: weights::pairs_of::<N>(), total: 0 };
    terms::count(position, roads, &mut sum);
    let white = mix(sum.total, phase(position));
    match position.side_to_move() {
        Color::White => white,
        Color::Black => -white,
    }
}

/// Mixes a sum of [`Pairs`] by the phase.
#[inline]
fn mix(sum: i64, phase: i32) -> Score {
    let [early, late] = weights::unpack(sum);
    (early * phase + late * (FULL_PHASE - phase)) / FULL_PHASE
}

/// What [`evaluate`] says about a position with these [`counts`] in this [`phase`], but for White.
pub fn weigh_counts<const N: usize>(counts: &[i32; TERMS], phase: i32) -> Score
where
    Size<N>: Playable,
{
    let weighed = counts.iter().zip(weights::pairs_of::<N>());
    let sum = weighed.map(|(&count, pair)| i64::from(count) * pair).sum();
    score::clamp_estimate(mix(sum, phase))
}

/// A name for the evaluation of a board size: different names for evaluations that give different
/// values.
pub fn name<const N: usize>(network: Option<&Network>) -> String
where
    Size<N>: Playable,
{
    let numbers = weights::of::<N>().as_flattened().iter();
    let bytes: Vec<u8> = numbers.flat_map(|weight| weight.to_le_bytes()).collect();
    let weights = format!("weights {:016x}", network::fnv(&bytes));
    match network {
        Some(network) => format!("{weights}, network {:016x}", network.hash()),
        None => weights,
    }
}

/// The [`phase`] with full reserves.
pub const FULL_PHASE: i32 = 256;

/// How much is left of the smaller reserve of flats, from [`FULL_PHASE`] down to 0.
pub fn phase<const N: usize, H: Hashing>(position: &Position<N, H>) -> i32
where
    Size<N>: Playable,
{
    let [white, black] = position.reserves().map(|reserve| i32::from(reserve.flats));
    let full = i32::from(Size::<N>::FLATS);
    (white.min(black) * FULL_PHASE / full).min(FULL_PHASE)
}

/// Weighs each term as it is counted.
struct Sum<'a> {
    pairs: &'a Pairs,
    total: i64,
}

impl Trace for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.total += self.pairs[term] * i64::from(count);
    }
}

/// Keeps the counts.
struct Counts([i32; TERMS]);

impl Trace for Counts {
    fn add(&mut self, term: usize, count: i32) {
        self.0[term] += count;
    }
}

/// The count of each term, White's minus Black's: what the tuner fits weights for.
pub fn counts<const N: usize, H: Hashing>(position: &Position<N, H>) -> [i32; TERMS]
where
    Size<N>: Playable,
{
    let mut counts = Counts([0; TERMS]);
    terms::count(position, &Roads::of(position), &mut counts);
    counts.0
}
