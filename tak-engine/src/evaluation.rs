//! The static evaluation: what a position is worth without looking ahead.
//!
//! A value is a sum of terms, each a count (White's minus Black's) times a
//! weight. A weight has two numbers, for a full hand of flats and for an empty
//! one; between them the value is mixed. [`terms`] says what is counted and
//! [`weights`] for how much. Counting and weighing are apart, so that a tuner
//! sees the very counts that the search weighs.

use tak_encoding::{Color, Hashing, OneHash, Playable, Position, Size};

use crate::score::{LARGEST_ESTIMATE, Score};

pub mod terms;
pub mod weights;

use terms::{TERMS, Tally};
use weights::Pairs;

/// Says what positions are worth: the one thing that a search asks of it.
///
/// The search does not know which one it works with, so that a learned network
/// can take the place of [`Weighted`] on any board. One that keeps sums of its
/// own from position to position compares with the position of its last call.
/// Each thread has a clone.
///
/// ```
/// use tak_encoding::{OneHash, Playable, Position, Size};
/// use tak_engine::evaluation::Evaluator;
/// use tak_engine::score::Score;
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
    /// The value for the side to move of a position that is not over, in
    /// centiflats.
    fn evaluate(&mut self, position: &Position<N, OneHash>) -> Score;
}

/// The evaluation by terms and weights, [`evaluate`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Weighted;

impl<const N: usize> Evaluator<N> for Weighted
where
    Size<N>: Playable,
{
    fn evaluate(&mut self, position: &Position<N, OneHash>) -> Score {
        evaluate(position)
    }
}

/// The value of the position for the side to move, in centiflats.
pub fn evaluate<const N: usize, H: Hashing>(position: &Position<N, H>) -> Score
where
    Size<N>: Playable,
{
    let mut sum = Sum {
        pairs: weights::pairs_of::<N>(),
        total: 0,
    };
    terms::count(position, &mut sum);
    let phase = phase(position);
    let [early, late] = weights::apart(sum.total);
    let white = (early * phase + late * (FULL_PHASE - phase)) / FULL_PHASE;
    let own = match position.side_to_move() {
        Color::White => white,
        Color::Black => -white,
    };
    own.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
}

/// Both hands are full of flats.
pub const FULL_PHASE: i32 = 256;

/// How much of the smaller hand is left, from [`FULL_PHASE`] down to 0.
pub fn phase<const N: usize, H: Hashing>(position: &Position<N, H>) -> i32
where
    Size<N>: Playable,
{
    let [white, black] = position.reserves().map(|reserve| i32::from(reserve.flats));
    let full = i32::from(Size::<N>::FLATS);
    (white.min(black) * FULL_PHASE / full).min(FULL_PHASE)
}

/// Weighs what is counted.
struct Sum<'a> {
    pairs: &'a Pairs,
    total: i64,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.total += self.pairs[term] * i64::from(count);
    }
}

/// Keeps the counts: what a tuner needs to know of a position.
#[derive(Clone, Debug)]
pub struct Counts(pub [i32; TERMS]);

impl Tally for Counts {
    fn add(&mut self, term: usize, count: i32) {
        self.0[term] += count;
    }
}

/// The counts of a position, White's minus Black's.
pub fn counts<const N: usize, H: Hashing>(position: &Position<N, H>) -> Counts
where
    Size<N>: Playable,
{
    let mut counts = Counts([0; TERMS]);
    terms::count(position, &mut counts);
    counts
}
