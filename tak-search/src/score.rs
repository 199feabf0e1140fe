//! Scores: centiflats, and wins by the number of plies they take.
//!
//! A score is for the side to move. A flat is worth about 100 late in a 6×6 game, more on small
//! boards and less early on. A win `p` plies from the root is `WIN − p`, so that the search prefers
//! short wins and long losses.

/// Centiflats, or a proven win or loss close to [`WIN`] or `-WIN`.
pub type Score = i32;

/// A win at the root itself.
pub const WIN: Score = 10_000;

/// More than any score.
pub(crate) const INFINITE: Score = 20_000;

/// The longest line searched, in plies from the root.
pub(crate) const MAX_PLY: usize = 128;

/// Scores beyond this, or below its negative, are proven wins and losses.
pub const LARGEST_ESTIMATE: Score = WIN - MAX_PLY as Score - 1;

/// A win completed `ply` plies from the root.
pub const fn win_at(ply: usize) -> Score {
    WIN - ply as Score
}

/// Whether the score is a proven win or loss.
pub const fn is_decided(score: Score) -> bool {
    score.abs() > LARGEST_ESTIMATE
}

/// Keeps an evaluation out of the range of proven results.
pub fn clamp_estimate(score: Score) -> Score {
    score.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
}

/// The score of a node at `ply` as the table stores it: wins are counted from the
/// node, which may be met again at another ply.
pub(crate) const fn to_table(score: Score, ply: usize) -> i16 {
    let shift = if is_decided(score) { score.signum() * ply as Score } else { 0 };
    (score + shift) as i16
}

/// The inverse of [`to_table`].
pub(crate) const fn from_table(score: i16, ply: usize) -> Score {
    let score = score as Score;
    if is_decided(score) { score - score.signum() * ply as Score } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_keep_their_distance_through_the_table() {
        for score in [0, 150, -150, win_at(9), -win_at(9)] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        // Met three plies earlier, the same win is three plies nearer the root.
        assert_eq!(from_table(to_table(win_at(9), 5), 2), win_at(6));
        assert_eq!(from_table(to_table(-win_at(9), 5), 2), -win_at(6));
    }
}
