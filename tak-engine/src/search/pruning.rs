//! What of the tree is left out, and by which margins.

use tak_encoding::{Color, OneHash, Playable, Position, Size};

use super::Searcher;
use super::node::{Facts, Question};
use super::order::Picked;
use crate::evaluation::Evaluator;
use crate::score::{self, Score};

/// Above beta by this much, a node is not worth a search.
fn reverse_futility_margin(depth: i32, improving: bool) -> Score {
    90 * depth - if improving { 60 } else { 0 } + 40
}

/// Below alpha by more than this, a quiet move will not help.
fn futility_margin(depth: i32) -> Score {
    110 + 90 * depth
}

/// How many moves are tried before the rest is left out.
fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 6 + 2 * depth * depth;
    (if improving { count } else { count * 2 / 3 }) as usize
}

/// How much less deep the search after a pass goes.
fn null_move_reduction(depth: i32, surplus: Score) -> i32 {
    3 + depth / 4 + (surplus / 150).min(2)
}

/// How much less deep a late move is searched at first, in plies: 0.4 and the
/// product of the logarithms of depth and index, divided by 2.3. In whole
/// numbers, so that it is the same on every platform; an index beyond the table
/// hardly differs from its last.
fn late_move_reduction(depth: i32, index: usize) -> i32 {
    const UNIT: i64 = 1 << 32;
    let last = LOGARITHMS.len() - 1;
    let product = LOGARITHMS[(depth as usize).min(last)] * LOGARITHMS[index.min(last)];
    ((UNIT * 4 / 10 + product * 10 / 23) / UNIT) as i32
}

/// The natural logarithm of each index, in units of 2^-16.
static LOGARITHMS: [i64; 1024] = {
    let mut table = [0; 1024];
    let mut number = 1;
    while number < table.len() {
        table[number] = logarithm(number as u64);
        number += 1;
    }
    table
};

/// The natural logarithm in these units: the binary one, of which each squaring
/// yields a bit, times that of two.
const fn logarithm(number: u64) -> i64 {
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
    ((whole * LN_2) >> 32) as i64
}

impl<const N: usize, E: Evaluator<N>> Searcher<'_, N, E>
where
    Size<N>: Playable,
{
    /// Whether a node in a null window is so good that it need not be searched.
    pub(super) fn prune_node(
        &mut self,
        position: &mut Position<N, OneHash>,
        question: Question,
        facts: &Facts,
    ) -> Option<Score> {
        let Question {
            depth, beta, ply, ..
        } = question;
        if question.is_open() || ply == 0 || facts.threatened || score::is_decided(beta) {
            return None;
        }
        let margin = reverse_futility_margin(depth, facts.improving);
        if depth <= 6 && facts.value - margin >= beta && !score::is_decided(facts.value) {
            return Some(facts.value);
        }
        if depth >= 3 && facts.value >= beta && question.cut && self.may_pass(position, ply) {
            return self.pass(position, question, facts);
        }
        None
    }

    /// Passing twice, or near the end of the pieces, says nothing.
    fn may_pass(&self, position: &Position<N, OneHash>, ply: usize) -> bool {
        let flats = |color| position.reserve(color).flats;
        self.played[ply - 1].is_some()
            && Color::ALL.into_iter().all(|color| flats(color) > 2)
            && position.empty().count() > 3
            && !position.is_opening()
    }

    /// Whether a search of real moves, as deep as the one after the pass, finds
    /// the node as good as that one did.
    fn holds(
        &mut self,
        position: &mut Position<N, OneHash>,
        below: Question,
        question: Question,
    ) -> bool {
        // Not expected to fail high, so that it does not pass.
        let real = Question {
            depth: below.depth.max(1),
            alpha: question.beta - 1,
            cut: false,
            ..question
        };
        self.search(position, real) >= question.beta
    }

    /// Lets the opponent move twice: who stands well even so need not look.
    fn pass(
        &mut self,
        position: &mut Position<N, OneHash>,
        question: Question,
        facts: &Facts,
    ) -> Option<Score> {
        let Question {
            depth, beta, ply, ..
        } = question;
        let reduction = null_move_reduction(depth, facts.value - beta);
        position.pass();
        self.path.push(position.hash() ^ self.salt, false);
        self.played[ply] = None;
        let below = Question {
            depth: depth - 1 - reduction,
            alpha: -beta,
            beta: 1 - beta,
            ply: ply + 1,
            cut: false,
        };
        let score = -self.search(position, below);
        self.path.pop();
        position.unpass();
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        if is_near_end(position) && !self.holds(position, below, question) {
            return None;
        }
        // What a pass wins may not be won by a move.
        Some(if score::is_decided(score) {
            beta
        } else {
            score
        })
    }
}

/// Whether so few pieces or squares are left that to move may be worse than to
/// pass: elsewhere in Tak a move more never hurts.
fn is_near_end<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    let few = |flats: u8| usize::from(flats) <= N;
    let reserves = position.reserves();
    reserves.into_iter().any(|reserve| few(reserve.flats)) || position.empty().count() as usize <= N
}

/// Whether a late move is left out, some other having been looked at.
pub(super) fn skips<const N: usize>(
    question: Question,
    facts: &Facts,
    picked: Picked<N>,
    index: usize,
) -> bool {
    let Question {
        depth, alpha, ply, ..
    } = question;
    if ply == 0 || question.is_open() || facts.threatened || score::is_decided(alpha) {
        return false;
    }
    if depth <= 5 && index >= late_move_count(depth, facts.improving) {
        return true;
    }
    depth <= 4 && picked.score < 3000 && facts.value + futility_margin(depth) <= alpha
}

/// Whether a move is one of those that may be searched less deep at first.
pub(super) fn may_reduce(question: Question, facts: &Facts, index: usize) -> bool {
    !facts.threatened && question.depth >= 2 && index >= 2
}

/// How much less deep a move is searched at first.
pub(super) fn reduction<const N: usize>(
    question: Question,
    picked: Picked<N>,
    facts: &Facts,
    index: usize,
    gain: i32,
) -> i32 {
    if !may_reduce(question, facts, index) {
        return 0;
    }
    let depth = question.depth;
    let mut reduction = late_move_reduction(depth, index);
    if question.is_open() {
        reduction -= 1;
    } else if question.cut {
        reduction += 1;
    }
    if !facts.improving {
        reduction += 1;
    }
    // Spreads that win no flat rarely matter.
    reduction += (1 - gain).clamp(0, 2);
    reduction -= (picked.score / 9000).clamp(-2, 2);
    reduction.clamp(0, depth - 1)
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
                // Where it is all but whole, either side will do.
                if (exact - exact.round()).abs() > 1e-3 {
                    let found = late_move_reduction(depth, index as usize);
                    assert_eq!(found, exact as i32, "{depth}, {index}");
                }
            }
        }
    }
}
