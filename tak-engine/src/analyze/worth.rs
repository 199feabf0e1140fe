//! What a position is worth, and how much a move gave away.

use std::fmt;

use tak_encoding::{AnyMove, AnyPosition, Color, OneHash, Outcome};
use tak_search::mark::Mark;
use tak_search::score::{self, Score};
use tak_search::wdl::Chances;

use crate::think::{for_white, in_flats};

/// What a position is worth for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Worth {
    /// The score of the search, in centiflats or a certain win, and what it says about the result.
    Searched(Score, Chances),
    /// The game is over.
    Over(Outcome),
}

impl Worth {
    /// The worth of a position with this score for White, and this line.
    pub(crate) fn searched(position: &AnyPosition<OneHash>, eval: Score, line: &[AnyMove]) -> Self {
        let mover = position.side_to_move();
        // The chances are those of the side to move, and so is the score they are computed from.
        let own = for_white(eval, mover);
        let own = Chances::of_line(position, own, line);
        Self::Searched(
            eval,
            match mover {
                Color::White => own,
                Color::Black => own.reversed(),
            },
        )
    }

    /// Centiflats; a certain win is 10 000 minus the plies to it.
    pub(crate) fn eval(self) -> Score {
        match self {
            Self::Searched(score, _) => score,
            Self::Over(outcome) => match outcome.winner() {
                Some(Color::White) => score::WIN,
                Some(Color::Black) => -score::WIN,
                None => 0,
            },
        }
    }

    /// Whether the result of the game is certain.
    pub(crate) fn is_decided(self) -> bool {
        self.chances().are_certain()
    }

    /// White's chances.
    pub(crate) fn chances(self) -> Chances {
        match self {
            Self::Searched(_, chances) => chances,
            Self::Over(outcome) => match outcome.winner() {
                Some(Color::White) => Chances::WON,
                Some(Color::Black) => Chances::LOST,
                None => Chances::DRAWN,
            },
        }
    }

    /// White's expected result, 0 to 1.
    pub(crate) fn chance(self) -> f64 {
        self.chances().expected()
    }
}

/// In flats, as a forced win or a certain draw, or as a result.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Searched(_, Chances::DRAWN) => f.pad("draw"),
            Self::Searched(score, _) => f.pad(&in_flats(*score)),
            Self::Over(outcome) => f.pad(&outcome.to_string()),
        }
    }
}

/// What a move gave away.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Loss {
    /// Centiflats; unknown if a win or a loss is certain before or after.
    pub(crate) centiflats: Option<Score>,
    /// The drop in the mover's expected result, 0 to 1.
    pub(crate) chance: f64,
    /// What that earns.
    pub(crate) mark: Option<Mark>,
}

impl Loss {
    /// The loss of the best move.
    pub(crate) const NOTHING: Self = Self { centiflats: Some(0), chance: 0.0, mark: None };

    /// The loss from one position to the next.
    pub(crate) fn between(before: Worth, after: Worth, mover: Color) -> Self {
        let sign = match mover {
            Color::White => 1,
            Color::Black => -1,
        };
        let known = !before.is_decided() && !after.is_decided();
        let lost = (before.eval() - after.eval()) * sign;
        let chance = (before.chance() - after.chance()) * f64::from(sign);
        let own = |worth: Worth| match mover {
            Color::White => worth.chances(),
            Color::Black => worth.chances().reversed(),
        };
        Self {
            centiflats: known.then_some(lost.max(0)),
            chance: chance.max(0.0),
            mark: Mark::of(own(before), own(after)),
        }
    }
}

/// In flats, or in percent of the chances where flats say nothing; empty if negligible.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.centiflats {
            Some(0..5) => f.pad(""),
            Some(lost) => f.pad(&format!("{:.2}", f64::from(lost) / 100.0)),
            None if self.chance < 0.005 => f.pad(""),
            None => f.pad(&format!("{:.0} %", self.chance * 100.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tak_encoding::Position;

    const WHITE_IN_3: Worth = Worth::Searched(score::WIN - 3, Chances::WON);
    const BLACK_IN_2: Worth = Worth::Searched(2 - score::WIN, Chances::LOST);

    /// At the start of a game on 6×6.
    fn searched(eval: Score) -> Worth {
        Worth::searched(&AnyPosition::Six(Position::new()), eval, &[])
    }

    /// With a certain share of wins, in thousandths, and no draws.
    fn chanced(eval: Score, win: u16) -> Worth {
        Worth::Searched(eval, Chances { win, draw: 0, loss: 1000 - win })
    }

    fn loss(before: Worth, after: Worth, mover: Color) -> (Option<Score>, u32) {
        let loss = Loss::between(before, after, mover);
        (loss.centiflats, (loss.chance * 100.0).round() as u32)
    }

    #[test]
    fn no_move_gains_anything() {
        // Chances of their own: the curve is fitted again with each network.
        let [level, better] = [(0, 500), (100, 640)].map(|(eval, win)| chanced(eval, win));
        assert_eq!(loss(better, level, Color::White), (Some(100), 14));
        assert_eq!(loss(better, level, Color::Black), (Some(0), 0));
        assert_eq!(loss(level, better, Color::Black), (Some(100), 14));
    }

    #[test]
    fn chances_are_white_s_whoever_is_to_move() {
        let mut after = Position::<6, OneHash>::new();
        after.play(after.parse_move("a1").unwrap()).unwrap();
        let own = Chances::of(&after, -150);
        let worth = Worth::searched(&AnyPosition::Six(after), 150, &[]);
        assert_eq!(worth.chances(), own.reversed());
        assert!(worth.chance() > 0.6, "{worth:?}");
        assert_eq!(Worth::Over(Outcome::Draw).chances(), Chances::DRAWN);
        let full: AnyPosition<_> = "1,2,1/2,1,2/1,2,x 1 5".parse().unwrap();
        let drawn = Worth::searched(&full, 0, &[full.parse_move("Sc1").unwrap()]);
        assert!(drawn.chances() == Chances::DRAWN && drawn.is_decided());
        assert_eq!(drawn.to_string(), "draw");
        let lost = Worth::Over(Outcome::Road(Color::Black));
        assert_eq!(lost.chances(), Chances::LOST);
    }

    #[test]
    fn a_win_has_no_price_in_flats() {
        let level = searched(0);
        assert_eq!(loss(WHITE_IN_3, level, Color::White), (None, 50));
        assert_eq!(loss(WHITE_IN_3, BLACK_IN_2, Color::White), (None, 100));
        assert_eq!(loss(level, WHITE_IN_3, Color::Black), (None, 50));
        assert_eq!(loss(WHITE_IN_3, searched(score::WIN - 9), Color::White), (None, 0));
        let draw = Worth::Over(Outcome::Draw);
        assert_eq!(loss(WHITE_IN_3, draw, Color::White), (None, 50));
    }

    #[test]
    fn marks_go_by_the_chances() {
        let mark = |lost: Score| Loss::between(searched(0), searched(-lost), Color::White).mark;
        assert_eq!([20, 50, 100].map(mark), [None, Some(Mark::Mistake), Some(Mark::Blunder)]);
        let mark = |win| Loss::between(chanced(0, 500), chanced(0, win), Color::White).mark;
        assert_eq!([470, 430, 370].map(mark), [None, Some(Mark::Mistake), Some(Mark::Blunder)]);
        let black = |win| Loss::between(chanced(0, 500), chanced(0, win), Color::Black).mark;
        assert_eq!([370, 570, 630].map(black), [None, Some(Mark::Mistake), Some(Mark::Blunder)]);
        // Far ahead, a flat decides nothing.
        let far = Loss::between(searched(1500), searched(1200), Color::White);
        assert_eq!(far.mark, None);
    }

    #[test]
    fn worth_is_shown_in_the_words_of_players() {
        assert_eq!(searched(-125).to_string(), "-1.25");
        assert_eq!(WHITE_IN_3.to_string(), "White wins in 3");
        assert_eq!(Worth::Over(Outcome::Flats(Color::Black)).to_string(), "0-F");
        let lost = |centiflats, chance| Loss { centiflats, chance, mark: None }.to_string();
        assert_eq!(lost(Some(3), 0.01), "");
        assert_eq!(lost(Some(135), 0.2), "1.35");
        assert_eq!(lost(None, 0.5), "50 %");
    }
}
