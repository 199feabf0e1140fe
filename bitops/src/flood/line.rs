//! The fills, for anything that can shift its bits.

/// A row of places, each of them set or not: bits from the lowest on.
///
/// A fill needs only these operations. A positive stride leads to higher places, and a negative one
/// to lower places. Places past either end are walls.
pub trait Line: Clone {
    /// Whether a step is so slow that it pays to check whether it changed anything.
    const IS_LONG: bool;

    /// The number of places.
    fn places(&self) -> usize;

    /// The places without a wall. Every fill begins with this.
    ///
    /// # Panics
    /// If the lines differ in length, which is possible only for a [`BitString`](super::BitString).
    /// The same is true of [`step`](Self::step) and the carries.
    fn open(&self, walls: &Self) -> Self;

    /// Sets every open place that is one stride from a set one, and returns whether any of them is
    /// new.
    fn step(&mut self, stride: isize, open: &Self) -> bool;

    /// Keeps only those set places that are one stride from a set one.
    fn narrow(&mut self, stride: isize);

    /// Adds the places of another line of the same length.
    ///
    /// # Panics
    /// If the lines differ in length.
    fn join(&mut self, other: &Self);

    /// [`fill_up`], by an addition.
    fn carry_up(&self, walls: &Self) -> Self;

    /// [`fill_down`], by an addition of reversed bits or by an equally fast method.
    fn carry_down(&self, walls: &Self) -> Self;
}

/// When the single steps of a gallop are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pace {
    /// First, so that the gallop moves whole runs, as long as its step.
    Accelerate,
    /// Last, to fill the places between the hoofprints.
    Decelerate,
}

/// Fills lines of any stride by the fastest method that works for all strides.
///
/// `length` is the number of places on a line. The fill reaches at least `length − 1` places, and
/// possibly more, so places that must not be reached have to be behind a wall or past the last
/// place.
///
/// ```
/// use bitops::flood::fill;
/// assert_eq!(fill(&0b1, &0b10_0000_u64, 1, 64), 0b1_1111);
/// // With stride 2, the wall at place 5 is on another line, and that at 8 stops the piece.
/// assert_eq!(fill(&0b1, &0b1_0010_0000_u64, 2, 4), 0b101_0101);
/// ```
#[inline]
pub fn fill<L: Line>(pieces: &L, walls: &L, stride: isize, length: usize) -> L {
    gallop_recursive(pieces, walls, stride, length, 2)
}

/// Fills one line toward higher places, by the carry of a single addition.
///
/// ```text
/// open      . x x x . x        (lowest place at the left)
/// pieces    . o . o . .
/// sum       . . . x x x        the carry clears all from the first piece on,
///                              but a later piece is set again
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
    pieces.carry_up(walls)
}

/// Fills one line toward lower places, by the same carry through the reversed bits if the CPU
/// reverses them fast.
///
/// ```text
/// walls     . . # . . . .
/// pieces    . . . . . o .
/// filled    . . . x x x .
/// ```
///
/// ```
/// use bitops::flood::fill_down;
/// assert_eq!(fill_down(&0b1000_0000, &0b1000_u64), 0b1111_0000);
/// ```
#[inline]
pub fn fill_down<L: Line>(pieces: &L, walls: &L) -> L {
    pieces.carry_down(walls)
}

/// Fills by at most `length − 1` single steps. On [long](Line::IS_LONG) lines it stops when nothing
/// changes.
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

/// Fills by steps of `speed` places, with `speed − 1` single steps before or after them.
///
/// ```text
/// speed 3     o . . . . . . . # .
/// smeared     . . . . . . . . # # #    each wall covers three places
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
/// Like [`fill`], it may reach more than `length − 1` places, but by less than `speed`.
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
    }
    take_steps(&mut reached, &wide, far, gallops);
    if pace == Pace::Decelerate {
        take_steps(&mut reached, &open, stride, single);
    }
    reached
}

/// The speed at which [`gallop`] takes nearly the fewest steps, the square root of the number of
/// places.
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

/// Fills by gallops that accelerate each other: each speed is `factor` times the previous one.
///
/// A factor of 2, which [`fill`] uses, takes the fewest steps.
///
/// ```text
/// start      o . . . . . . . . # .
/// by one     x x . . . . . . . # .
/// by two     x x x x . . . . . # .    each wall covers two places
/// by four    x x x x x x x x . # .    each wall covers four
/// by eight   x x x x x x x x x # .    each wall covers eight
/// ```
///
/// The steps add up to one less than the next power of the factor, so it may reach more than
/// `length − 1` places.
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
    // A larger factor would only take more steps.
    let factor = factor.min(length.max(2));
    let mut speed = 1;
    // All places within `speed − 1` steps are reached, and a place is `open` if a
    // step of `speed` to it meets no wall.
    while speed < length {
        let far = times(stride, speed);
        let has_grown = reached.step(far, &open);
        // If no step of this length reaches a new place, no longer one does.
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

/// Takes steps, on a long line only while they change anything.
#[inline(always)]
fn take_steps<L: Line>(reached: &mut L, open: &L, stride: isize, steps: usize) {
    for _ in 0..steps {
        let has_grown = reached.step(stride, open);
        if L::IS_LONG && !has_grown {
            break;
        }
    }
}

/// Closes every place that has a wall among the `speed − 1` places before it, by doubling.
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
