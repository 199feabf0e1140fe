//! Scores: centiflats, and wins by the number of plies they take.
//!
//! A score is from the side to move. A flat is worth some 100 late in a 6×6
//! game, more on small boards and less early. A win in `p` plies
//! from the root is `WIN − p`, so that the search prefers the shorter way and,
//! when it is lost, the longer one.

/// In centiflats, or near [`WIN`] or `-WIN`.
pub type Score = i32;

/// A won game at the root itself.
pub const WIN: Score = 10_000;

/// More than any score.
pub const INFINITE: Score = 20_000;

/// The deepest line that the search follows, in plies from the root.
pub const MAX_PLY: usize = 128;

/// Scores beyond this are wins or losses, not estimates.
pub const LARGEST_ESTIMATE: Score = WIN - MAX_PLY as Score - 1;

/// A win that is complete `ply` plies from the root.
pub const fn win_at(ply: usize) -> Score {
    WIN - ply as Score
}

/// Whether the score says who wins.
pub const fn is_decided(score: Score) -> bool {
    score.abs() > LARGEST_ESTIMATE
}

/// A score at `ply` as the distance from there, as a table entry holds it that
/// may be met again at another ply.
pub const fn to_table(score: Score, ply: usize) -> i16 {
    let shift = if is_decided(score) {
        score.signum() * ply as Score
    } else {
        0
    };
    (score + shift) as i16
}

/// The inverse of [`to_table`].
pub const fn from_table(score: i16, ply: usize) -> Score {
    let score = score as Score;
    if is_decided(score) {
        score - score.signum() * ply as Score
    } else {
        score
    }
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
