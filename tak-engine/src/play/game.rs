//! The game being played: who plays, from where, with which moves.

use tak_encoding::{
    AnyGame, AnyMove, AnyPosition, Color, GameResult, IllegalMove, OneHash, Outcome, Tag,
    with_position,
};
use tak_pictures::Diagram;
use tak_search::engine::Setup;

/// A game between a person and the engine, or between two people.
pub(super) struct Game {
    /// The start, the moves, and the tags of the file that it was read from.
    record: AnyGame,
    /// What the engine would search now.
    setup: Setup,
    /// The side of the engine; none where two people play.
    pub(super) engine: Option<Color>,
    /// The names under which people play White and Black, if they are known.
    pub(super) names: [Option<String>; 2],
    /// How it ended, where the board does not say so.
    pub(super) early: Option<EarlyEnd>,
}

/// How a game ends that could go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EarlyEnd {
    /// By this side.
    Resignation(Color),
    /// Of this side.
    Time(Color),
    /// Two people agree on a draw.
    Draw,
}

impl EarlyEnd {
    /// What the tag `Termination` says, in the words of PGN where it has some.
    pub(super) fn termination(self) -> Option<&'static str> {
        match self {
            Self::Resignation(_) => Some("resignation"),
            Self::Time(_) => Some("time forfeit"),
            Self::Draw => None,
        }
    }
}

impl Game {
    /// Continues a game from its end.
    pub(super) fn new(record: AnyGame, engine: Option<Color>, names: [Option<String>; 2]) -> Self {
        let start = record.start().rehashed();
        let mut game = Self { setup: Setup::new(start), record, engine, names, early: None };
        for mv in game.moves() {
            // The record holds legal moves only.
            let _ = game.setup.play(mv);
        }
        game
    }

    /// A new game of the same players from this position.
    pub(super) fn again(&self, start: &AnyPosition) -> Self {
        Self::new(AnyGame::new(*start), self.engine, self.names.clone())
    }

    /// The position at the start.
    pub(super) fn start(&self) -> AnyPosition {
        self.record.start()
    }

    /// The tags of the file that it was read from.
    pub(super) fn tags(&self) -> &[Tag] {
        self.record.tags()
    }

    /// The position and its history, for the engine.
    pub(super) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position on the board.
    pub(super) fn position(&self) -> &AnyPosition<OneHash> {
        &self.setup.position
    }

    /// The moves so far.
    pub(super) fn moves(&self) -> Vec<AnyMove> {
        self.record.moves()
    }

    /// What the board shows.
    pub(super) fn diagram(&self) -> Diagram {
        Diagram::of_any(self.position(), self.moves().last().copied())
    }

    /// Plays a move for the side to move.
    pub(super) fn play(&mut self, mv: AnyMove) -> Result<(), IllegalMove> {
        self.record.push(mv)?;
        self.setup.play(mv)
    }

    /// Takes back moves until it is a person's turn to play another one, and
    /// returns them; none if nobody but the engine has moved yet.
    pub(super) fn undo(&mut self) -> Vec<AnyMove> {
        let mut moves = self.moves();
        let first = self.start().side_to_move();
        let side_at = |index: usize| {
            if index.is_multiple_of(2) { first } else { !first }
        };
        let is_engines = |index| self.engine == Some(side_at(index));
        let Some(last) = (0..moves.len()).rev().find(|&index| !is_engines(index)) else {
            return Vec::new();
        };
        let mut record = AnyGame::new(self.start());
        for tag in self.tags() {
            record.push_tag(&tag.name, &tag.value);
        }
        for &mv in &moves[..last] {
            // It was legal before.
            let _ = record.push(mv);
        }
        *self = Self::new(record, self.engine, std::mem::take(&mut self.names));
        moves.split_off(last)
    }

    /// Whether who has moved could complete a road with another move: then players say “Tak!”.
    pub(super) fn is_tak(&self) -> bool {
        let position = self.position();
        if self.result().is_some() || position.is_opening() {
            return false;
        }
        with_position!(position, position => {
            let mut passed = *position;
            passed.pass();
            passed.road_move().is_some()
        })
    }

    /// Whether it is the engine's turn.
    pub(super) fn waits_for_engine(&self) -> bool {
        self.result().is_none() && self.engine == Some(self.position().side_to_move())
    }

    /// How it ended, if it did.
    pub(super) fn result(&self) -> Option<GameResult> {
        if let Some(outcome) = self.position().outcome() {
            return Some(GameResult::Outcome(outcome));
        }
        Some(match self.early? {
            EarlyEnd::Resignation(loser) | EarlyEnd::Time(loser) => GameResult::Win(!loser),
            EarlyEnd::Draw => GameResult::Outcome(Outcome::Draw),
        })
    }

    /// Who is told to play a move of this side.
    pub(super) fn who_plays(&self, side: Color) -> String {
        match self.engine {
            None => format!("{} plays", name(side)),
            Some(engine) if engine == side => "The engine plays".to_owned(),
            Some(_) => "You play".to_owned(),
        }
    }

    /// How it ended, in words.
    pub(super) fn ending(&self) -> Option<String> {
        let result = self.result()?;
        let (winner, how) = match result {
            GameResult::Outcome(Outcome::Road(color)) => (Some(color), "by a road"),
            GameResult::Outcome(Outcome::Flats(color)) => (Some(color), "on flats"),
            GameResult::Win(color) => match self.early {
                Some(EarlyEnd::Time(_)) => (Some(color), "on time"),
                _ => (Some(color), "by resignation"),
            },
            GameResult::Outcome(Outcome::Draw) if self.early == Some(EarlyEnd::Draw) => {
                return Some(format!("A draw by agreement ({result})."));
            }
            GameResult::Outcome(Outcome::Draw) | GameResult::Unfinished => (None, ""),
        };
        let Some(winner) = winner else {
            let komi = if self.start().half_komi().0 == 0 { "" } else { ", komi included" };
            return Some(format!(
                "A draw: both sides have the same number of flats{komi} ({result})."
            ));
        };
        let name = name(winner);
        let whose = match self.engine {
            None => "",
            Some(engine) if engine == winner => ": the engine wins",
            Some(_) => ": you win",
        };
        Some(format!("{name} wins {how} ({result}){whose}."))
    }

    /// Parses a move that is legal now. Players may use upper or lower case, as in `A1` or `SC3`,
    /// but text that is a move as written is taken as such.
    pub(super) fn read_move(&self, text: &str) -> Result<AnyMove, tak_encoding::MoveError> {
        let position = self.position();
        position.parse_move(text).or_else(|error| {
            let standard = in_standard_case(text);
            match AnyMove::parse(position.size(), &standard) {
                Ok(_) => position.parse_move(&standard),
                Err(_) => Err(error),
            }
        })
    }
}

/// A move in lower case, except for the letter of its piece: `SC3` is `Sc3`.
fn in_standard_case(text: &str) -> String {
    let mut text = text.to_ascii_lowercase();
    let names_piece = matches!(text.as_bytes(), [b'f' | b's' | b'c', b'a'..=b'h', ..]);
    if let Some(letter) = text.get_mut(..1).filter(|_| names_piece) {
        letter.make_ascii_uppercase();
    }
    text
}

/// The name of a side.
pub(super) fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_any_case() {
        let tps = "x5/x5/x2,1,x2/x5/x5 1 4";
        let position: AnyPosition = tps.parse().unwrap();
        let game = Game::new(AnyGame::new(position), None, Default::default());
        for (typed, meant) in [
            ("c4", "c4"),
            ("C4", "c4"),
            ("cc4", "Cc4"),
            ("CC4", "Cc4"),
            ("Cc4", "Cc4"),
            ("sC4", "Sc4"),
            ("FC4", "c4"),
            ("1C3>1", "c3>"),
        ] {
            assert_eq!(game.read_move(typed).unwrap().to_string(), meant, "{typed}");
        }
        let error = game.read_move("SC3").unwrap_err().to_string();
        assert!(error.starts_with("move `Sc3`: illegal here"), "{error}");
        let error = game.read_move("Zz").unwrap_err().to_string();
        assert!(error.starts_with("move `Zz`: expected"), "{error}");
    }
}
