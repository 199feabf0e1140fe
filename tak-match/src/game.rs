//! A game being played.

use tak_encoding::{
    AnyMove, AnyPosition, Color, GameResult, IllegalMove, OneHash, Opening, Outcome, with_position,
};
use tak_games::beginnings::{Beginning, LONGEST_GAME};
use tak_search::engine::Setup;

use crate::record::End;

/// After these plies nothing distinguishes the openings.
const PLIES_OF_OPENING: usize = 2;

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

    /// The game after the moves of a beginning.
    pub(crate) fn begun(beginning: &Beginning) -> Result<Self, String> {
        let mut game = Self::new(&beginning.start);
        for &mv in &beginning.moves {
            game.play(mv).map_err(|why| format!("{mv}: {why}"))?;
        }
        Ok(game)
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
