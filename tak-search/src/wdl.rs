//! What a score means for the result: the chances of a win, a draw and a loss.
//!
//! A logistic curve models how often the engine, playing itself, wins from a score.
//! Its `margin` and `width` depend on the game phase: early in a game the same score
//! says less. `tak-train wdl` fits the curves to games from `tak-train datagen`.

use tak_encoding::{
    AnyMove, AnyPosition, BoardSize, Hashing, OneHash, Playable, Position, Size, with_position,
};

use crate::drawn::is_drawn;
use crate::evaluation::{FULL_PHASE, phase};
use crate::score::{self, Score};

/// The chances of the side to move, in thousandths that add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Of a win for the side to move.
    pub win: u16,
    /// Of a draw.
    pub draw: u16,
    /// Of a loss.
    pub loss: u16,
}

impl Chances {
    /// A certain win.
    pub const WON: Self = Self::new(1000, 0, 0);
    /// A certain draw.
    pub const DRAWN: Self = Self::new(0, 1000, 0);
    /// A certain loss.
    pub const LOST: Self = Self::new(0, 0, 1000);

    /// The chances of the other side.
    ///
    /// ```
    /// use tak_search::wdl::Chances;
    ///
    /// assert_eq!(Chances::WON.reversed(), Chances::LOST);
    /// ```
    pub const fn reversed(self) -> Self {
        Self::new(self.loss, self.draw, self.win)
    }

    /// The expected result, 0 to 1; a draw is half a win.
    ///
    /// ```
    /// use tak_search::wdl::Chances;
    ///
    /// assert_eq!(Chances::DRAWN.expected(), 0.5);
    /// ```
    pub fn expected(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 2000.0
    }

    /// Whether the result is certain.
    pub fn are_certain(self) -> bool {
        [Self::WON, Self::DRAWN, Self::LOST].contains(&self)
    }

    const fn new(win: u16, draw: u16, loss: u16) -> Self {
        Self { win, draw, loss }
    }

    /// What a score means in a position where the game is not over, if the first move of its line is
    /// played. The line also shows whether a draw is certain, of which the score says nothing.
    ///
    /// ```
    /// use tak_encoding::AnyPosition;
    /// use tak_search::wdl::Chances;
    ///
    /// let position: AnyPosition<_> = "1,2,1/2,1,2/1,2,x 1 5".parse()?;
    /// let chances = Chances::of_line(&position, 0, &[position.parse_move("Sc1")?]);
    /// assert_eq!(chances, Chances::DRAWN);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_line(position: &AnyPosition<OneHash>, score: Score, line: &[AnyMove]) -> Self {
        if !score::is_decided(score) && is_drawn(position, line) {
            return Self::DRAWN;
        }
        with_position!(position, position => Self::of(position, score))
    }

    /// What a score means in a position where the game is not over. Only proven results
    /// are certain.
    ///
    /// ```
    /// use tak_encoding::Position;
    /// use tak_search::wdl::Chances;
    ///
    /// let chances = Chances::of(&Position::<6>::new(), 150);
    /// assert!(chances.win > chances.loss);
    /// assert_eq!(chances.win + chances.draw + chances.loss, 1000);
    /// ```
    pub fn of<const N: usize, H: Hashing>(position: &Position<N, H>, score: Score) -> Self
    where
        Size<N>: Playable,
    {
        if score::is_decided(score) {
            return if score > 0 { Self::WON } else { Self::LOST };
        }
        let early = f64::from(phase(position)) / f64::from(FULL_PHASE);
        let mut curve = Curve::of::<N>();
        if position.half_komi().0 % 2 != 0 {
            // Where komi has a half point, no flat count is a draw.
            curve.margin = [0.0; 2];
        }
        let [win, _, loss] = curve.chances(f64::from(score), early);
        let permille = |chance: f64| ((chance * 1000.0).round() as u16).min(999);
        let win = permille(win);
        let loss = permille(loss).min(1000 - win);
        Self::new(win, 1000 - win - loss, loss)
    }
}

/// How results follow from scores at one size. Each pair holds the values for full
/// reserves and for empty ones; the game phase interpolates between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The score, in centiflats, at which half of the games are won.
    pub margin: [f64; 2],
    /// This many centiflats above the margin, 73 of 100 games are won.
    pub width: [f64; 2],
}

impl Curve {
    /// The curve of a board size.
    pub fn of<const N: usize>() -> Self
    where
        Size<N>: Playable,
    {
        let curve = |margin, width| Self { margin, width };
        match Size::<N>::BOARD_SIZE {
            BoardSize::Three => curve([5.3, 317.4], [188.3, 143.3]),
            BoardSize::Four => curve([68.6, 204.2], [160.1, 81.3]),
            BoardSize::Five => curve([28.1, 93.9], [153.7, 109.0]),
            BoardSize::Six => curve([19.8, 74.0], [128.5, 161.8]),
            BoardSize::Seven => curve([15.3, 35.3], [221.5, 154.5]),
            BoardSize::Eight => curve([3.2, 40.3], [114.7, 212.1]),
        }
    }

    /// The chances of a win, a draw and a loss at a score; they add up to 1. `early`
    /// is the share of the values for full reserves, 0 to 1.
    pub fn chances(&self, score: f64, early: f64) -> [f64; 3] {
        let mix = |pair: [f64; 2]| pair[0] * early + pair[1] * (1.0 - early);
        let (margin, width) = (mix(self.margin), mix(self.width));
        let logistic = |score: f64| 1.0 / (1.0 + (-(score - margin) / width).exp());
        let (win, loss) = (logistic(score), logistic(-score));
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{LARGEST_ESTIMATE, win_at};
    use tak_encoding::{HalfKomi, NoHash, Rules, with_size};

    fn at<const N: usize>(half_komi: i16, score: Score) -> Chances
    where
        Size<N>: Playable,
    {
        let rules = Rules::with_komi(HalfKomi(half_komi));
        Chances::of(&Position::<N, NoHash>::with_rules(rules), score)
    }

    #[test]
    fn both_sides_see_the_same_chances() {
        for size in BoardSize::ALL {
            for score in [0, 1, 50, 99, 150, 400, 2000, LARGEST_ESTIMATE, win_at(3)] {
                for komi in [0, 1, 4] {
                    let own = with_size!(size, N => at::<N>(komi, score));
                    let other = with_size!(size, N => at::<N>(komi, -score));
                    assert_eq!(own.win + own.draw + own.loss, 1000, "{own:?}");
                    let away = |a: u16, b: u16| a.abs_diff(b);
                    let differ = away(own.win, other.loss) + away(own.draw, other.draw);
                    assert!(differ <= 2, "{own:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_higher_score_is_better_and_only_a_proof_is_certain() {
        let wins = [-LARGEST_ESTIMATE, -300, -50, 0, 50, 300].map(|score| at::<6>(4, score).win);
        assert!(wins.is_sorted() && wins[5] > 600, "{wins:?}");
        assert_eq!(at::<6>(4, LARGEST_ESTIMATE).win, 999);
        assert_eq!(at::<6>(4, win_at(60)), Chances::WON);
        assert_eq!(at::<6>(4, -win_at(0)), Chances::LOST);
    }

    #[test]
    fn half_a_point_leaves_no_draws() {
        assert!(at::<6>(2, 0).draw > 10);
        assert!(at::<6>(3, 0).draw <= 1);
    }
}
