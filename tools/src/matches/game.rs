//! A game being played, and the record of it.

use std::fmt;

use serde::{Deserialize, Serialize};
use tak_encoding::{
    AnyMove, AnyPosition, AnyRules, BoardSize, Color, GameResult, HalfKomi, IllegalMove, OneHash,
    Opening, Outcome, with_position,
};
use tak_search::engine::Setup;

use super::thought::Comment;

/// After these plies nothing distinguishes the openings.
const PLIES_OF_OPENING: usize = 2;

/// A longer game counts as a draw.
const LONGEST_GAME: usize = 1000;

/// The conditions of games: size, opening and komi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conditions {
    pub(crate) size: BoardSize,
    pub(crate) komi: HalfKomi,
    pub(crate) opening: Opening,
}

impl Conditions {
    pub(crate) fn rules(self) -> AnyRules {
        let mut rules = AnyRules::with_komi(self.komi);
        rules.opening = self.opening;
        rules
    }
}

/// `6×6, swap, komi 2`
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0}, {1}, komi {2}", self.size, self.opening, self.komi)
    }
}

/// A game, as far as it has been played.
pub(crate) struct Game {
    /// The TPS that it began from; `None` for the empty board.
    pub(crate) tps: Option<String>,
    /// All moves, including those of the opening.
    pub(crate) moves: Vec<AnyMove>,
    pub(crate) setup: Setup,
    /// Where an external engine is told to begin: a TPS, and the number of moves before it.
    told: (Option<String>, usize),
    /// Whether it begins on the empty board with an opening that not all engines know.
    has_other_opening: bool,
}

impl Game {
    /// A game that begins on the empty board or from a position.
    pub(crate) fn new(position: &AnyPosition<OneHash>) -> Self {
        let (opening, is_empty) = with_position!(position, position => {
            (position.rules().opening(), position.ply() == 0 && position.occupied().is_empty())
        });
        let tps = (!is_empty).then(|| position.to_string());
        let has_other_opening = is_empty && opening != Opening::Swap;
        let told = (tps.clone(), 0);
        let setup = Setup::new(*position);
        Self { tps, moves: Vec::new(), setup, told, has_other_opening }
    }

    /// Plays a move.
    pub(crate) fn play(&mut self, mv: AnyMove) -> Result<(), IllegalMove> {
        self.setup.play(mv)?;
        self.moves.push(mv);
        if self.moves.len() == PLIES_OF_OPENING && self.has_other_opening {
            self.told = (Some(self.setup.position.to_string()), PLIES_OF_OPENING);
        }
        Ok(())
    }

    pub(crate) fn side_to_move(&self) -> Color {
        self.setup.position.side_to_move()
    }

    /// The moves after the first `first` in PTN, separated by spaces.
    pub(crate) fn moves_text(&self, first: usize) -> String {
        let moves = self.moves[first..].iter();
        moves.map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// The position as sent to an external engine: as a TPS after an opening that the engine need
    /// not know. Some engines need the word `moves` even if there are none.
    pub(crate) fn command(&self) -> String {
        let (tps, first) = &self.told;
        let start = tps.as_ref().map_or("startpos".to_owned(), |tps| format!("tps {tps}"));
        format!("position {start} moves {}", self.moves_text(*first))
    }

    /// Whether the engines play the first plies themselves.
    pub(crate) fn begins_with_opening(&self) -> bool {
        self.setup.position.is_opening()
    }

    /// The result by the rules, or a draw by threefold repetition or length.
    pub(crate) fn end(&self) -> Option<(End, GameResult)> {
        let hash = self.setup.position.hash();
        let earlier = self.setup.reversible.iter().filter(|&&old| old == hash).count();
        let draw = GameResult::Outcome(Outcome::Draw);
        if let Some(outcome) = self.setup.position.outcome() {
            Some((End::Rules, outcome.into()))
        } else if earlier >= 2 {
            Some((End::Repetition, draw))
        } else {
            (self.moves.len() >= LONGEST_GAME).then_some((End::Length, draw))
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum End {
    Rules,
    Repetition,
    Length,
    /// The engines agreed on the result.
    Adjudicated,
    /// The loser's move was illegal.
    Illegal,
    /// The loser ran out of time.
    Time,
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
            Self::Crash => "crash",
            Self::Hang => "hang",
        })
    }
}

/// A finished game, as kept in the state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Its number in the match, from 0.
    pub(crate) game: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) tps: Option<String>,
    pub(crate) moves: String,
    /// How many of the moves belong to the opening.
    pub(crate) plies: usize,
    pub(crate) result: String,
    pub(crate) end: End,
    /// What the loser did wrong.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) why: Option<String>,
    /// The engines' comments on the moves after the opening; the state does not keep them.
    #[serde(skip)]
    pub(crate) comments: Vec<Comment>,
}

impl Record {
    /// Who won, `None` for a draw.
    pub(crate) fn winner(&self) -> Option<Color> {
        match GameResult::read(&self.result)? {
            GameResult::Outcome(outcome) => outcome.winner(),
            GameResult::Win(color) => Some(color),
            GameResult::Unfinished => None,
        }
    }
}
