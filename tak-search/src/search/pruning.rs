//! Margins and reductions: what the search may leave out.

use super::node::{Node, Statics};
use super::order::Picked;
use crate::score::{self, Score};

/// A node whose evaluation is this far above beta is assumed to fail high.
pub(super) fn reverse_futility_margin(depth: i32, improving: bool) -> Score {
    50 * depth - if improving { 75 } else { 0 } + 30
}

/// A quiet move is not expected to save a node whose evaluation is this far below alpha.
fn futility_margin(depth: i32) -> Score {
    88 + 94 * depth
}

/// A move is quiet if its score in the ordering is lower than this.
const QUIET: i32 = 2200;

/// How many moves are tried before the rest are pruned: 8.5 + 1.6 · depth², and two thirds of that
/// where the evaluation does not improve.
fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = (136 + 26 * depth * depth) / 16;
    (if improving { count } else { count * 2 / 3 }) as usize
}

/// What a ply counts in sums of reductions: they are rounded down once, at the end.
const PLY: i32 = 1024;

/// By how many plies the search after a null move is reduced: 2.9 and a quarter of the depth, and
/// up to 2 for the `surplus`, how far the evaluation is above beta.
pub(super) fn null_move_reduction(depth: i32, surplus: Score) -> i32 {
    let surplus = (surplus * PLY / 142).min(2 * PLY);
    (2926 + depth * PLY / 4 + surplus) / PLY
}

/// By how much the first search of a late move is reduced, in 1/1024 plies: 0.44 + 0.416 ·
/// ln(depth) · ln(index). In integers, so that every platform agrees; indices beyond the table
/// hardly differ from its last.
fn late_move_reduction(depth: i32, index: usize) -> i32 {
    let last = LOGARITHMS.len() - 1;
    let product =
        i64::from(LOGARITHMS[(depth as usize).min(last)]) * i64::from(LOGARITHMS[index.min(last)]);
    450 + ((426 * product) >> 32) as i32
}

/// What changes the reduction of a late move.
mod late_move {
    use super::PLY;

    /// Less where the window has room for an exact score.
    pub(super) const IN_PV: i32 = 1050;
    /// More where a move is expected to fail high.
    pub(super) const IN_CUT_NODE: i32 = 1000;
    /// More where the evaluation does not improve.
    pub(super) const NOT_IMPROVING: i32 = 1360;
    /// More for a spread, for each flat that it wins fewer than one, up to two.
    pub(super) const PER_FLAT: i32 = 1160;

    /// Less for a good score in the ordering, more for a bad one.
    pub(super) fn by_score(score: i32) -> i32 {
        const SCORE_OF_A_PLY: i64 = 10_700;
        let plies = i64::from(score) * i64::from(PLY) / SCORE_OF_A_PLY;
        plies.clamp(i64::from(-2 * PLY), i64::from(2 * PLY)) as i32
    }
}

/// Whether a move comes so late, or looks so poor, that it and the following ones are not worth
/// searching; at least one move has been searched.
pub(super) fn is_too_late<const N: usize>(
    node: Node,
    statics: &Statics,
    picked: Picked<N>,
    index: usize,
) -> bool {
    let Node { depth, alpha, .. } = node;
    if node.ply == 0 || node.is_pv() || statics.threatened || score::is_decided(alpha) {
        return false;
    }
    if depth <= 5 && index >= late_move_count(depth, statics.improving) {
        return true;
    }
    let hopeless = statics.eval + futility_margin(depth) <= alpha;
    depth <= 4 && picked.score < QUIET && hopeless
}

/// Whether late move reduction applies to a move.
pub(super) fn may_reduce(node: Node, statics: &Statics, index: usize) -> bool {
    !statics.threatened && node.depth >= 2 && index >= 2
}

/// By how many plies the first search of a move is reduced.
pub(super) fn reduction<const N: usize>(
    node: Node,
    picked: Picked<N>,
    statics: &Statics,
    index: usize,
    flats_won: i32,
) -> i32 {
    if !may_reduce(node, statics, index) {
        return 0;
    }
    let mut reduction = late_move_reduction(node.depth, index);
    if node.is_pv() {
        reduction -= late_move::IN_PV;
    } else if node.expect_cut {
        reduction += late_move::IN_CUT_NODE;
    }
    if !statics.improving {
        reduction += late_move::NOT_IMPROVING;
    }
    // Spreads that win no flat rarely matter.
    reduction += (1 - flats_won).clamp(0, 2) * late_move::PER_FLAT;
    reduction -= late_move::by_score(picked.score);
    reduction.div_euclid(PLY).clamp(0, node.depth - 1)
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
                let exact = 450.0 + 426.0 * product;
                // So close above an integer, either side will do: the table is rounded down.
                if exact.fract() > 0.1 {
                    let found = late_move_reduction(depth, index as usize);
                    assert_eq!(found, exact as i32, "{depth}, {index}");
                }
            }
        }
    }
}
