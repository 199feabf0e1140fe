//! The record of a finished game.

use serde::{Deserialize, Serialize};
use tak_encoding::{Color, GameResult};

use crate::thought::Comment;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// By a road, or by flats.
    Rules,
    /// A position occurred for the third time.
    Repetition,
    /// It was too long.
    Length,
    /// The engines agreed on the result.
    Adjudicated,
    /// The loser's move was illegal.
    Illegal,
    /// The loser ran out of time.
    Time,
    /// The loser ran out of time and had not said a word.
    Silence,
    /// The loser's program ended.
    Crash,
    /// The loser said nothing for too long.
    Hang,
}

impl End {
    /// What the loser did wrong, if it was not simply beaten.
    pub(crate) fn fault(self) -> Option<&'static str> {
        Some(match self {
            Self::Rules | Self::Repetition | Self::Length | Self::Adjudicated => return None,
            Self::Illegal => "illegal move",
            Self::Time => "time",
            Self::Silence => "time without a word",
            Self::Crash => "crash",
            Self::Hang => "hang",
        })
    }
}

/// A finished game, as kept in the state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the match, from 0.
    pub game: u64,
    /// The TPS that it began from; `None` for the empty board.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tps: Option<String>,
    /// All moves in PTN, separated by spaces.
    pub moves: String,
    /// How many of the moves belong to the opening.
    pub plies: usize,
    /// As PTN writes it.
    pub result: String,
    /// Why it ended.
    pub end: End,
    /// What the loser did wrong.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
    /// The engines' comments on the moves after the opening; the state does not keep them.
    #[serde(skip)]
    pub(crate) comments: Vec<Comment>,
}

impl Record {
    /// Who won, `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match GameResult::read(&self.result)? {
            GameResult::Outcome(outcome) => outcome.winner(),
            GameResult::Win(color) => Some(color),
            GameResult::Unfinished => None,
        }
    }
}
