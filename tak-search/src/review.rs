//! A review of a game: how well each player did, and the moments that decided it, each in a sentence.
//!
//! ```
//! use tak_encoding::AnyPosition;
//! use tak_search::review::{Review, Seen};
//! use tak_search::tinue::Standing;
//! use tak_search::wdl::Chances;
//!
//! // White could complete a road on the first rank, and does not.
//! let start: AnyPosition<_> = "x3/2,2,x/1,1,x 1 3".parse()?;
//! let moves = [start.parse_move("a3")?];
//! let seen = [
//!     Seen { chances: Chances::WON, line: vec![start.parse_move("c1")?] },
//!     Seen { chances: Chances::DRAWN, line: Vec::new() },
//! ];
//! let standings = [Standing::Open, Standing::Open];
//! let review = Review::new(&start, &moves, &seen, &standings);
//! let moment = &review.moments[0];
//! assert_eq!(moment.sentence, "White could complete a road at once, by c1.");
//! assert!(moment.is_proven);
//! assert_eq!(review.accuracy, [Some(0.0), None]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | subject |
//! |---|---|
//! | `review/situation.rs` | a move of the game with all that is known around it |
//! | `review/words.rs` | the sentences, and when each is true |

use std::error::Error;
use std::fmt;

use tak_encoding::{AnyMove, AnyPosition, Color, OneHash};

use crate::tinue::{self, Standing};
use crate::wdl::Chances;

mod situation;
mod words;

use situation::Situation;

/// What a search has found in a position. It does not matter where the game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Of the side to move.
    pub chances: Chances,
    /// The best line.
    pub line: Vec<AnyMove>,
}

/// A game whose positions have been searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reviewed {
    /// The first position.
    pub start: AnyPosition<OneHash>,
    /// The legal moves played from there.
    pub moves: Vec<AnyMove>,
    /// What was found in the first position and after each move.
    pub seen: Vec<Seen>,
}

/// Not as many findings as positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongCount {
    found: usize,
    expected: usize,
}

impl fmt::Display for WrongCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions found, expected {}", self.found, self.expected)
    }
}

impl Error for WrongCount {}

impl Reviewed {
    /// A game of legal moves, and what was found in the first position and after each move: the
    /// chances of the side to move, and a line in PTN, which is read up to its first bad move, as a
    /// cut one may have.
    ///
    /// # Errors
    ///
    /// If not just each position has been searched.
    pub fn read<'a>(
        start: AnyPosition<OneHash>,
        moves: Vec<AnyMove>,
        found: impl ExactSizeIterator<Item = (Chances, impl IntoIterator<Item = &'a str>)>,
    ) -> Result<Self, WrongCount> {
        let count = WrongCount { found: found.len(), expected: moves.len() + 1 };
        if count.found != count.expected {
            return Err(count);
        }
        let mut position = start;
        let seen = found.enumerate().map(|(index, (chances, line))| {
            let seen = Seen { chances, line: read_line(position, line) };
            if let Some(&mv) = moves.get(index) {
                let _ = position.play(mv);
            }
            seen
        });
        let seen = seen.collect();
        Ok(Self { start, moves, seen })
    }

    /// The review. The solver looks for tinuës in every position, until `must_stop` returns true.
    pub fn review(&self, must_stop: &dyn Fn() -> bool) -> Review {
        let Self { start, moves, seen } = self;
        Review::new(start, moves, seen, &tinue::known(start, moves, must_stop))
    }
}

fn read_line<'a>(
    mut position: AnyPosition<OneHash>,
    line: impl IntoIterator<Item = &'a str>,
) -> Vec<AnyMove> {
    let moves = line.into_iter().map_while(|text| {
        let mv = position.parse_move(text).ok()?;
        position.play(mv).ok()?;
        Some(mv)
    });
    moves.collect()
}

/// What is to be said about a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// White's and Black's [accuracy]; `None` for a player without moves.
    pub accuracy: [Option<f64>; 2],
    /// At most [`MOST`], in the order of the game.
    pub moments: Vec<Moment>,
}

/// A move that decided the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// Its index among the moves.
    pub index: usize,
    /// The position before it.
    pub position: AnyPosition<OneHash>,
    /// The move.
    pub played: AnyMove,
    /// What is to be said about it.
    pub sentence: String,
    /// Whether the rules or the solver prove the sentence; else a search has judged so.
    pub is_proven: bool,
    /// The better line, at least one move.
    pub better: Vec<AnyMove>,
    /// What the mover could expect before it, 0 to 1.
    pub chance: f64,
    /// What the move lost of the expected result, 0 to 1.
    pub loss: f64,
}

impl Moment {
    /// `proven` or `judged`.
    pub fn mark(&self) -> &'static str {
        if self.is_proven { "proven" } else { "judged" }
    }
}

/// How many moments are told at most.
pub const MOST: usize = 7;

/// How many are told if there are so many, and the loss from which on a move counts then.
const FEW: (usize, f64) = (3, 0.02);

/// The loss of a [mistake](crate::mark::Mark::Mistake).
const LOSS: f64 = 0.05;

/// The loss from which on a move is worth nothing: two blunders.
const ALL_LOST: f64 = 0.25;

/// How accurate moves are that lost so much of the expected result, in percent: a move counts 100 if
/// it lost nothing, 0 if it lost a quarter of a win or more, in proportion between, and accuracy is
/// the mean.
///
/// ```
/// use tak_search::review::accuracy;
///
/// assert_eq!(accuracy(&[0.0, 0.0, 0.125, 0.9]), Some(62.5));
/// assert_eq!(accuracy(&[]), None);
/// ```
pub fn accuracy(losses: &[f64]) -> Option<f64> {
    let kept = losses.iter().map(|loss| 1.0 - (loss / ALL_LOST).clamp(0.0, 1.0));
    (!losses.is_empty()).then(|| 100.0 * kept.sum::<f64>() / losses.len() as f64)
}

impl Review {
    /// The review of a game of legal moves. What was seen, and who has a tinuë, is told of the first
    /// position and of those after each move; moves without are left out.
    pub fn new(
        start: &AnyPosition<OneHash>,
        moves: &[AnyMove],
        seen: &[Seen],
        standings: &[Standing],
    ) -> Self {
        let situations = Situation::all(start, moves, seen, standings);
        let accuracy = Color::ALL.map(|color| {
            let own = situations.iter().filter(|each| each.mover() == color);
            accuracy(&own.map(Situation::loss).collect::<Vec<_>>())
        });
        Self { accuracy, moments: moments(&situations) }
    }
}

/// Those that lost most and of which there is something to say. There are few: a sort would cost
/// browsers more to load than it saves.
fn moments(situations: &[Situation<'_>]) -> Vec<Moment> {
    let mut losses: Vec<_> = situations.iter().map(Situation::loss).collect();
    let mut told: Vec<_> = situations.iter().map(|_| None).collect();
    let (few, least) = FEW;
    let mut count = 0;
    while count < MOST {
        let worst = losses.iter().enumerate().rev().max_by(|one, other| one.1.total_cmp(other.1));
        let Some((index, &loss)) = worst else { break };
        if loss < if count < few { least } else { LOSS } {
            break;
        }
        losses[index] = 0.0;
        let situation = &situations[index];
        told[index] = words::tell(situation).map(|words| Moment {
            index,
            position: situation.before,
            played: situation.played,
            sentence: words.sentence,
            is_proven: words.is_proven,
            better: words.better,
            chance: situation.chances()[0],
            loss,
        });
        count += usize::from(told[index].is_some());
    }
    told.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which every move but the first loses so much, in thousandths.
    fn reviewed(losses: &[u16]) -> Review {
        let start = AnyPosition::new(tak_encoding::BoardSize::Five);
        let (mut position, mut moves) = (start, Vec::new());
        // The chances of the side to move: what it loses the other has.
        let mut chances = vec![500];
        for loss in losses {
            let mv = position.legal_moves()[0];
            position.play(mv).unwrap();
            moves.push(mv);
            chances.push(1000 - (chances[chances.len() - 1] - loss));
        }
        let line = vec![AnyMove::parse(tak_encoding::BoardSize::Five, "e5").unwrap()];
        let seen = chances.into_iter().map(|win| Seen {
            chances: Chances { win, draw: 0, loss: 1000 - win },
            line: line.clone(),
        });
        let seen: Vec<_> = seen.collect();
        let standings = vec![Standing::Level; seen.len()];
        Review::new(&start, &moves, &seen, &standings)
    }

    fn told(losses: &[u16]) -> Vec<usize> {
        reviewed(losses).moments.iter().map(|moment| moment.index).collect()
    }

    #[test]
    fn the_moves_that_lost_most_are_told_in_the_order_of_the_game() {
        assert_eq!(told(&[0, 100, 0, 300, 60, 49]), [1, 3, 4]);
        let many = [60, 70, 80, 90, 100, 110, 120, 130, 140];
        assert_eq!(told(&many), [2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn small_losses_count_only_where_there_are_few() {
        assert_eq!(told(&[19, 21, 0, 30]), [1, 3]);
        assert_eq!(told(&[21, 22, 23, 24]), [1, 2, 3]);
        assert_eq!(told(&[0, 10]), [0; 0]);
    }

    #[test]
    fn each_player_has_an_accuracy_of_their_own() {
        let review = reviewed(&[0, 125, 0, 250]);
        assert_eq!(review.accuracy.map(|each| each.unwrap().round() as u32), [100, 25]);
        assert_eq!(reviewed(&[]).accuracy, [None, None]);
    }
}
