//! Margins and reductions: what the search may leave out.

use crate::score::Score;

/// A node whose evaluation is this far above beta is assumed to fail high.
pub(super) fn reverse_futility_margin(depth: i32, improving: bool) -> Score {
    90 * depth - if improving { 60 } else { 0 } + 40
}

/// A quiet move is not expected to save a node whose evaluation is this far below alpha.
pub(super) fn futility_margin(depth: i32) -> Score {
    110 + 90 * depth
}

/// How many moves are tried before the rest are pruned.
pub(super) fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 6 + 2 * depth * depth;
    (if improving { count } else { count * 2 / 3 }) as usize
}

/// By how many plies the search after a null move is reduced. `surplus` is how far
/// the evaluation is above beta.
pub(super) fn null_move_reduction(depth: i32, surplus: Score) -> i32 {
    3 + depth / 4 + (surplus / 150).min(2)
}

/// By how many plies the first search of a late move is reduced: 0.4 + ln(depth) ·
/// ln(index) / 2.3. In integers, so that every platform agrees; indices beyond the
/// table hardly differ from its last.
pub(super) fn late_move_reduction(depth: i32, index: usize) -> i32 {
    const UNIT: i64 = 1 << 32;
    let last = LOGARITHMS.len() - 1;
    let product =
        i64::from(LOGARITHMS[(depth as usize).min(last)]) * i64::from(LOGARITHMS[index.min(last)]);
    ((UNIT * 4 / 10 + product * 10 / 23) / UNIT) as i32
}

/// The natural logarithm of each index, in units of 2^-16.
static LOGARITHMS: [i32; 1024] = {
    let mut table = [0; 1024];
    let mut number = 1;
    while number < table.len() {
        table[number] = logarithm(number as u64);
        number += 1;
    }
    table
};

/// The natural logarithm in these units: the binary logarithm, each bit of which takes
/// one squaring, times ln 2.
const fn logarithm(number: u64) -> i32 {
    const FRACTION_BITS: u32 = 24;
    const LN_2: u64 = 11_629_080; // ln 2 · 2^24
    let mut whole = number.ilog2() as u64;
    // Between one and two, with 31 bits after the point.
    let mut rest = number << 31 >> whole;
    let mut bit = 0;
    while bit < FRACTION_BITS {
        rest = (rest * rest) >> 31;
        whole <<= 1;
        if rest >= 1 << 32 {
            rest >>= 1;
            whole |= 1;
        }
        bit += 1;
    }
    ((whole * LN_2) >> 32) as i32
}

#[cfg(test)]
mod tests {
    use super::late_move_reduction;

    #[test]
    fn reductions_go_by_logarithms() {
        for depth in 1..100 {
            for index in 1..1024 {
                let product = f64::from(depth).ln() * f64::from(index).ln();
                let exact = 0.4 + product / 2.3;
                // So close to an integer, either side will do.
                if (exact - exact.round()).abs() > 1e-3 {
                    let found = late_move_reduction(depth, index as usize);
                    assert_eq!(found, exact as i32, "{depth}, {index}");
                }
            }
        }
    }
}
