//! The ways to fill, for whatever can shift its bits.

/// A row of places, each of them set or not: bits from the lowest on.
///
/// These few operations are all that a fill is made of. A positive stride leads
/// to higher places, a negative one to lower; places past either end are walls.
pub trait Line: Clone {
    /// Whether a step takes so long that it is worth to ask if it changed
    /// anything.
    const IS_LONG: bool;

    /// How many places there are.
    fn places(&self) -> usize;

    /// The places where no wall is. Every fill begins with this.
    ///
    /// # Panics
    /// If the two lines differ in length, as [`step`](Self::step) and
    /// [`carry`](Self::carry) do. Lines of one type and a fixed number of
    /// places never do.
    fn open(&self, walls: &Self) -> Self;

    /// Adds every open place that is one stride from a set one; answers whether
    /// any of them is new.
    fn step(&mut self, stride: isize, open: &Self) -> bool;

    /// Keeps the set places that are one stride from a set one.
    fn narrow(&mut self, stride: isize);

    /// [`fill_up`], by an addition.
    fn carry(&self, walls: &Self) -> Self;
}

/// Where the single steps of a gallop are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pace {
    /// First: a run as long as the gallop's step is moved as a whole.
    Accelerate,
    /// Last: the places between the hoofprints are filled.
    Decelerate,
}

/// The fill of a line with a stride between its places: the fastest way that
/// works for every stride.
///
/// `length` is the number of places on a line, and the fill reaches at least
/// `length − 1` places far. It may reach farther: what must not be reached is
/// behind a wall, or past the end of the word.
///
/// ```
/// use bitops::flood::fill;
/// assert_eq!(fill(&0b1, &0b10_0000_u64, 1, 64), 0b1_1111);
/// // Two steps apart: the wall at place 5 is on another line, that at 8 stops.
/// assert_eq!(fill(&0b1, &0b1_0010_0000_u64, 2, 4), 0b101_0101);
/// ```
#[inline]
pub fn fill<L: Line>(pieces: &L, walls: &L, stride: isize, length: usize) -> L {
    gallop_recursive(pieces, walls, stride, length, 2)
}

/// The fill of one line toward higher places, by the carry of one addition.
///
/// ```text
/// open      . x x x . x        (lowest place at the left)
/// pieces    . o . o . .
/// sum       . . . x x x        the carry clears from the first piece on,
///                              a later piece comes back
/// filled    . x x x . .        open places not in the sum, and all pieces
/// ```
///
/// ```
/// use bitops::flood::fill_up;
/// assert_eq!(fill_up(&0b1010_u64, &0b100_0000), 0b11_1110);
/// ```
#[doc(alias = "fill by subtraction")]
#[inline]
pub fn fill_up<L: Line>(pieces: &L, walls: &L) -> L {
    pieces.carry(walls)
}

/// The fill of one line of `length` places toward lower places. It may
/// reach farther than that, as [`fill`] may.
///
/// ```text
/// walls     . . # . . . .
/// pieces    . . . . . o .
/// filled    . . . x x x .
/// ```
///
/// ```
/// use bitops::flood::fill_down;
/// assert_eq!(fill_down(&0b1000_0000, &0b1000_u64, 64), 0b1111_0000);
/// ```
#[inline]
pub fn fill_down<L: Line>(pieces: &L, walls: &L, length: usize) -> L {
    fill(pieces, walls, -1, length)
}

/// The fill by single steps: `length − 1`, never more, and fewer if the line is
/// long and nothing changes any longer.
///
/// ```text
/// start     o . . . # .
/// one step  x x . . # .
/// two       x x x . # .
/// three     x x x x # .
/// ```
///
/// ```
/// use bitops::flood::fill_by_one;
/// assert_eq!(fill_by_one(&1, &0b1000_u64, 1, 64), 0b111);
/// ```
#[inline]
pub fn fill_by_one<L: Line>(pieces: &L, walls: &L, stride: isize, length: usize) -> L {
    let (mut reached, open) = (pieces.clone(), pieces.open(walls));
    let length = length.min(pieces.places());
    take_steps(&mut reached, &open, stride, length.saturating_sub(1));
    reached
}

/// The fill by steps of `speed` places, and `speed − 1` single ones before or
/// after them.
///
/// ```text
/// speed 3     o . . . . . . . # .
/// smeared     . . . . . . . . # # #    a wall covers three places
/// accelerate  x x x . . . . . # .      two single steps
/// gallop      x x x x x x . . # .      the whole run moves by three
/// gallop      x x x x x x x x # .      and again, as far as the walls allow
/// ```
///
/// ```
/// use bitops::flood::{Pace, gallop};
/// for pace in [Pace::Accelerate, Pace::Decelerate] {
///     assert_eq!(gallop(&1, &(1_u64 << 40), 1, 64, 6, pace), (1 << 40) - 1);
/// }
/// ```
///
/// It may reach farther than `length − 1` places, by less than `speed`, as
/// [`fill`] may.
///
/// # Panics
/// If `speed` is 0.
#[inline]
pub fn gallop<L: Line>(
    pieces: &L,
    walls: &L,
    stride: isize,
    length: usize,
    speed: usize,
    pace: Pace,
) -> L {
    assert!(speed > 0, "a gallop that stands still");
    let (mut reached, open) = (pieces.clone(), pieces.open(walls));
    let length = length.min(pieces.places());
    let mut wide = open.clone();
    smear(&mut wide, stride, speed);
    let far = times(stride, speed);
    let single = (speed - 1).min(length);
    let gallops = length.saturating_sub(1) / speed;
    if pace == Pace::Accelerate {
        take_steps(&mut reached, &open, stride, single);
        take_steps(&mut reached, &wide, far, gallops);
    } else {
        take_steps(&mut reached, &wide, far, gallops);
        take_steps(&mut reached, &open, stride, single);
    }
    reached
}

/// The speed at which a line of so many places takes close to the fewest steps:
/// the square root.
///
/// ```
/// use bitops::flood::best_speed;
/// assert_eq!([10, 64, 4096].map(best_speed), [3, 8, 64]);
/// ```
#[inline]
pub const fn best_speed(length: usize) -> usize {
    let root = length.isqrt();
    if root == 0 { 1 } else { root }
}

/// The fill by galloping recursively: each speed is `factor` times the one
/// before, and accelerates to the next.
///
/// A factor of 2 takes the fewest steps; it is what [`fill`] takes.
///
/// ```text
/// start      o . . . . . . . . # .
/// by one     x x . . . . . . . # .
/// by two     x x x x . . . . . # .    a wall covers two places
/// by four    x x x x x x x x . # .    a wall covers four
/// by eight   x x x x x x x x x # .    a wall covers eight
/// ```
///
/// The steps add up to the next power of the factor less one, so it may reach
/// farther than `length − 1` places, as [`fill`] may.
///
/// ```
/// use bitops::flood::gallop_recursive;
/// assert_eq!(gallop_recursive(&1, &(1_u64 << 40), 1, 64, 4), (1 << 40) - 1);
/// ```
///
/// # Panics
/// If `factor` is less than 2.
#[doc(alias = "Kogge-Stone")]
#[inline]
pub fn gallop_recursive<L: Line>(
    pieces: &L,
    walls: &L,
    stride: isize,
    length: usize,
    factor: usize,
) -> L {
    assert!(factor > 1, "a speed that does not grow");
    let (mut reached, mut open) = (pieces.clone(), pieces.open(walls));
    let length = length.min(pieces.places());
    // Beyond the line a faster growth changes nothing but takes its time.
    let factor = factor.min(length.max(2));
    let mut speed = 1;
    // All within `speed − 1` steps is reached, and a place is `open` if a step
    // of `speed` to it meets no wall.
    while speed < length {
        let far = times(stride, speed);
        let has_grown = reached.step(far, &open);
        // Who cannot make one step now cannot make a longer one.
        if L::IS_LONG && !has_grown {
            break;
        }
        take_steps(&mut reached, &open, far, factor - 2);
        speed = speed.saturating_mul(factor);
        if speed < length {
            (1..factor).for_each(|_| open.narrow(far));
        }
    }
    reached
}

/// Steps, and for a long line a look whether they still lead anywhere.
#[inline(always)]
fn take_steps<L: Line>(reached: &mut L, open: &L, stride: isize, steps: usize) {
    for _ in 0..steps {
        let has_grown = reached.step(stride, open);
        if L::IS_LONG && !has_grown {
            break;
        }
    }
}

/// Closes every place that has a wall among the `speed − 1` before it, by
/// doubling.
#[inline(always)]
fn smear<L: Line>(open: &mut L, stride: isize, speed: usize) {
    let mut smeared = 1;
    while smeared < speed {
        let more = smeared.min(speed - smeared);
        open.narrow(times(stride, more));
        smeared += more;
    }
}

#[inline(always)]
fn times(stride: isize, speed: usize) -> isize {
    stride.saturating_mul(isize::try_from(speed).unwrap_or(isize::MAX))
}
