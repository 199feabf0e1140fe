//! Results of games, as counts that can be added.

use std::ops::AddAssign;

use tak_encoding::{AnyGame, Color, GameResult};

/// The results of a number of games.
///
/// ```
/// use tak_book::Tally;
/// use tak_encoding::{Color, GameResult};
///
/// let mut tally = Tally::of_game(GameResult::read("R-0"), [Some(1600), Some(1700)]);
/// tally += Tally::of_game(GameResult::read("1/2-1/2"), [None, Some(1500)]);
/// tally += Tally::of_game(None, [None, None]);
/// assert_eq!((tally.games, tally.white_wins, tally.draws), (3, 1, 1));
/// assert_eq!(tally.finished(), 2);
/// assert_eq!(tally.average_rating(), Some(1600.0));
/// assert_eq!(tally.score(Color::Black), Some(0.25));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// All games, including those without a result.
    pub games: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// The sum of all known ratings, of both players.
    pub rating_sum: u64,
    /// The number of known ratings: up to two a game.
    pub ratings: u64,
}

impl Tally {
    /// One game with this result and White's and Black's ratings.
    pub fn of_game(result: Option<GameResult>, ratings: [Option<u32>; 2]) -> Self {
        let mut tally = Self { games: 1, ..Self::default() };
        let winner = match result {
            Some(GameResult::Win(color)) => Some(Some(color)),
            Some(GameResult::Outcome(outcome)) => Some(outcome.winner()),
            Some(GameResult::Unfinished) | None => None,
        };
        match winner {
            Some(Some(Color::White)) => tally.white_wins = 1,
            Some(Some(Color::Black)) => tally.black_wins = 1,
            Some(None) => tally.draws = 1,
            None => {}
        }
        for rating in ratings.into_iter().flatten() {
            tally.rating_sum += u64::from(rating);
            tally.ratings += 1;
        }
        tally
    }

    /// One game with White's and Black's ratings. If it has no recorded result, that of the final
    /// position counts.
    pub fn of(game: &AnyGame, ratings: [Option<u32>; 2]) -> Self {
        let claimed = game.result().filter(|&result| result != GameResult::Unfinished);
        let result = claimed.or_else(|| game.end().outcome().map(GameResult::Outcome));
        Self::of_game(result, ratings)
    }

    /// Whether the counts are possible: at least one game, and no more wins, draws and ratings than
    /// the games can have.
    #[cfg(feature = "write")]
    pub(crate) fn is_possible(&self) -> bool {
        let most_ratings = self.games.saturating_mul(2);
        let has_ratings = self.ratings > 0 || self.rating_sum == 0;
        (self.finished().max(1)..).contains(&self.games)
            && self.ratings <= most_ratings
            && has_ratings
    }

    /// All counts multiplied by `times`.
    pub fn times(self, times: u64) -> Self {
        Self::of_counts(self.counts().map(|count| count.saturating_mul(times)))
    }

    /// The games that have a result.
    pub fn finished(&self) -> u64 {
        let decided = self.white_wins.saturating_add(self.black_wins);
        decided.saturating_add(self.draws)
    }

    /// The player's share of the points in the finished games, from 0 to 1; `None` if there are
    /// none.
    pub fn score(&self, color: Color) -> Option<f64> {
        let wins = match color {
            Color::White => self.white_wins,
            Color::Black => self.black_wins,
        };
        let finished = self.finished();
        (finished > 0).then(|| (wins as f64 + self.draws as f64 / 2.0) / finished as f64)
    }

    /// The average of all known ratings.
    pub fn average_rating(&self) -> Option<f64> {
        (self.ratings > 0).then(|| self.rating_sum as f64 / self.ratings as f64)
    }

    /// The counts in the order of [`COLUMNS`](crate::schema::COLUMNS).
    #[cfg(feature = "write")]
    pub(crate) fn to_columns(self) -> [i64; 6] {
        let counts = self.counts();
        counts.map(|count| i64::try_from(count).unwrap_or(i64::MAX))
    }

    pub(crate) fn counts(self) -> [u64; 6] {
        [self.games, self.white_wins, self.black_wins, self.draws, self.rating_sum, self.ratings]
    }

    /// The inverse of [`to_columns`](Self::to_columns); `None` if a count is negative.
    pub(crate) fn from_columns(columns: [i64; 6]) -> Option<Self> {
        let mut counts = [0; 6];
        for (count, column) in counts.iter_mut().zip(columns) {
            *count = u64::try_from(column).ok()?;
        }
        Some(Self::of_counts(counts))
    }

    pub(crate) fn of_counts(
        [games, white_wins, black_wins, draws, rating_sum, ratings]: [u64; 6],
    ) -> Self {
        Self { games, white_wins, black_wins, draws, rating_sum, ratings }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        let mut sums = self.counts();
        for (sum, count) in sums.iter_mut().zip(other.counts()) {
            *sum = sum.saturating_add(count);
        }
        *self = Self::of_counts(sums);
    }
}
