//! The game that is played: who, from where, by which moves.

use tak_cli::diagram::Diagram;
use tak_encoding::{
    AnyPosition, Color, GameResult, MoveError, OneHash, Outcome, Tag, with_position,
};
use tak_engine::engine::Setup;

/// A game between a person and the engine.
pub(super) struct Game {
    /// All positions so far, the start too.
    setups: Vec<Setup>,
    /// The moves between them.
    moves: Vec<String>,
    /// The side of the person, and the name.
    pub(super) human: Color,
    pub(super) name: String,
    /// Who has given up.
    pub(super) resigned: Option<Color>,
    /// What the file says about it that it was read from.
    pub(super) tags: Vec<Tag>,
}

impl Game {
    pub(super) fn new(start: &AnyPosition<OneHash>, human: Color, name: String) -> Self {
        Self {
            setups: vec![Setup::new(*start)],
            moves: Vec::new(),
            human,
            name,
            resigned: None,
            tags: Vec::new(),
        }
    }

    /// The same players begin again.
    pub(super) fn again(&self) -> Self {
        Self::new(self.start(), self.human, self.name.clone())
    }

    /// The position at the start.
    pub(super) fn start(&self) -> &AnyPosition<OneHash> {
        &self.setups[0].position
    }

    /// What there is to think about.
    pub(super) fn setup(&self) -> &Setup {
        &self.setups[self.setups.len() - 1]
    }

    /// The position on the board.
    pub(super) fn position(&self) -> &AnyPosition<OneHash> {
        &self.setup().position
    }

    /// The moves so far, in their shortest form.
    pub(super) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// What the board shows.
    pub(super) fn diagram(&self) -> Diagram {
        let last = self.moves.last().map(String::as_str);
        Diagram::of_any(self.position(), last)
    }

    /// Plays a move for whose turn it is, and answers with its shortest form.
    pub(super) fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mut setup = self.setup().clone();
        let mv = with_position!(&setup.position, position => {
            position.parse_move(text)?.to_string()
        });
        setup.play(&mv)?;
        self.setups.push(setup);
        self.moves.push(mv.clone());
        Ok(mv)
    }

    /// Takes back moves until it is the person's turn to play another one;
    /// answers how many, none where the person has not moved.
    pub(super) fn undo(&mut self) -> usize {
        let before = self.moves.len();
        let mine = |setup: &Setup| setup.position.side_to_move() == self.human;
        let movers = &self.setups[..before];
        if let Some(last) = movers.iter().rposition(mine) {
            self.setups.truncate(last + 1);
            self.moves.truncate(last);
        }
        before - self.moves.len()
    }

    /// Whether the engine has to move.
    pub(super) fn waits_for_engine(&self) -> bool {
        self.result().is_none() && self.position().side_to_move() != self.human
    }

    /// How it ended, if it did.
    pub(super) fn result(&self) -> Option<GameResult> {
        match (self.position().outcome(), self.resigned) {
            (Some(outcome), _) => Some(GameResult::Outcome(outcome)),
            (None, resigned) => resigned.map(|loser| GameResult::Win(!loser)),
        }
    }

    /// The same in words.
    pub(super) fn ending(&self) -> Option<String> {
        let result = self.result()?;
        let (winner, how) = match result {
            GameResult::Outcome(Outcome::Road(color)) => (Some(color), "by a road"),
            GameResult::Outcome(Outcome::Flats(color)) => (Some(color), "on flats"),
            GameResult::Win(color) => (Some(color), "by resignation"),
            GameResult::Outcome(Outcome::Draw) | GameResult::Unfinished => (None, ""),
        };
        let Some(winner) = winner else {
            return Some(format!("A draw: as many flats on either side ({result})."));
        };
        let name = match winner {
            Color::White => "White",
            Color::Black => "Black",
        };
        let whose = if winner == self.human {
            "you win"
        } else {
            "the engine wins"
        };
        Some(format!("{name} wins {how} ({result}): {whose}."))
    }
}
