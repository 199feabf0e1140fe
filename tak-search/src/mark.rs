//! `?` and `??`: the marks of moves that gave away much of the expected result.

use std::fmt;

use crate::wdl::Chances;

/// The marks that annotators put after bad moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// What a move earns that left its player's chances like this, by PTN Ninja's thresholds: 10
    /// and 25 on a scale from −100 to 100. The move that the search itself finds earns nothing,
    /// whatever it found before and after.
    ///
    /// ```
    /// use tak_search::mark::Mark;
    /// use tak_search::wdl::Chances;
    ///
    /// assert_eq!(Mark::of(Chances::DRAWN, Chances::LOST), Some(Mark::Blunder));
    /// assert_eq!(Mark::of(Chances::DRAWN, Chances::WON), None);
    /// ```
    pub fn of(before: Chances, after: Chances) -> Option<Self> {
        // Half thousandths of the expected result: whole numbers, which nothing rounds.
        let points = |chances: Chances| 2 * i32::from(chances.win) + i32::from(chances.draw);
        match points(before) - points(after) {
            250.. => Some(Self::Blunder),
            100.. => Some(Self::Mistake),
            _ => None,
        }
    }

    /// The mark as written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_by_the_expected_result() {
        let chances = |win: u16| Chances { win, draw: 1, loss: 999 - win };
        let mark = |lost: u16| Mark::of(chances(500), chances(500 - lost));
        assert_eq!([0, 49, 50].map(mark), [None, None, Some(Mark::Mistake)]);
        assert_eq!(
            [124, 125, 500].map(mark).map(|mark| mark.map_or("", Mark::text)),
            ["?", "??", "??"]
        );
        // Half a win lost to a draw counts as much as half a draw lost to a loss.
        let drawish = Chances { win: 0, draw: 100, loss: 900 };
        assert_eq!(Mark::of(drawish, Chances::LOST), Some(Mark::Mistake));
        assert_eq!(Mark::of(Chances::LOST, Chances::WON), None);
    }
}
