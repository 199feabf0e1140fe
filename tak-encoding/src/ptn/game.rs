//! One game: tags, moves and a result.

use std::fmt::{self, Write};

use crate::moves::Move;
use crate::outcome::Outcome;
use crate::piece::Color;
use crate::position::{IllegalMove, Position};
use crate::rules::{HalfKomi, Reserve};
use crate::size::{Playable, Size};

/// `[Name "value"]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// As written; compared without regard to case.
    pub name: String,
    /// What stands between the quotes.
    pub value: String,
}

/// The result that a game claims, which may be a resignation or a flag fall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// By road, flats or a tie.
    Outcome(Outcome),
    /// `1-0` or `0-1`: won otherwise.
    Win(Color),
    /// `0` or `*`: not finished.
    Unfinished,
}

impl GameResult {
    /// Reads a result as PTN writes it, `None` if it is none.
    ///
    /// ```
    /// use tak_encoding::{Color, GameResult};
    ///
    /// assert_eq!(GameResult::read("0-1"), Some(GameResult::Win(Color::Black)));
    /// assert_eq!(GameResult::read("2-0"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "R-0" => Self::Outcome(Outcome::Road(Color::White)),
            "0-R" => Self::Outcome(Outcome::Road(Color::Black)),
            "F-0" => Self::Outcome(Outcome::Flats(Color::White)),
            "0-F" => Self::Outcome(Outcome::Flats(Color::Black)),
            "1/2-1/2" | "1/2" => Self::Outcome(Outcome::Draw),
            "1-0" => Self::Win(Color::White),
            "0-1" => Self::Win(Color::Black),
            "0" | "*" | "0-0" => Self::Unfinished,
            _ => return None,
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.fmt(f),
            Self::Win(Color::White) => f.write_str("1-0"),
            Self::Win(Color::Black) => f.write_str("0-1"),
            Self::Unfinished => f.write_str("0"),
        }
    }
}

/// A game on an N×N board: a start, legal moves from there, and what the tags
/// and the last word say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game<const N: usize>
where
    Size<N>: Playable,
{
    tags: Vec<Tag>,
    start: Position<N>,
    moves: Vec<Move<N>>,
    end: Position<N>,
    result: Option<GameResult>,
}

impl<const N: usize> Game<N>
where
    Size<N>: Playable,
{
    /// A game without tags, moves or result.
    ///
    /// ```
    /// use tak_encoding::{Game, Position};
    ///
    /// let mut game = Game::new(Position::<5>::new());
    /// let corner = game.end().parse_move("a1")?;
    /// game.push(corner)?;
    /// assert_eq!(game.to_string(), "[Size \"5\"]\n\n1. a1\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(start: Position<N>) -> Self {
        Self {
            tags: Vec::new(),
            start,
            moves: Vec::new(),
            end: start,
            result: None,
        }
    }

    /// Plays a move at the end of the game.
    ///
    /// # Errors
    ///
    /// If it is illegal there. That the game may be over is not asked.
    pub fn push(&mut self, mv: Move<N>) -> Result<(), IllegalMove> {
        self.end.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Adds a tag behind the others.
    pub fn push_tag(&mut self, name: &str, value: &str) {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.tags.push(Tag { name, value });
    }

    /// Says how the game ended.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = Some(result);
    }

    /// All tags in order, repeated ones too.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The value of the first tag of that name, case ignored.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name).map(|tag| tag.value.as_str())
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position<N> {
        &self.start
    }

    /// The moves of the main line.
    pub fn moves(&self) -> &[Move<N>] {
        &self.moves
    }

    /// The position after the last move.
    pub fn end(&self) -> &Position<N> {
        &self.end
    }

    /// The result at the end of the moves, or else of the `Result` tag.
    pub fn result(&self) -> Option<GameResult> {
        self.result
            .or_else(|| self.tag("Result").and_then(GameResult::read))
    }

    /// Whether a result stands at the end of the moves.
    pub(super) fn is_complete(&self) -> bool {
        self.result.is_some()
    }
}

/// The game as a PTN file: its tags, those that the start needs but nobody
/// gave, two plies a line, the result.
impl<const N: usize> fmt::Display for Game<N>
where
    Size<N>: Playable,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Tag { name, value } in self.tags.iter().chain(&self.missing_tags()) {
            // There is no way to write a quote inside quotes.
            writeln!(f, "[{name} \"{}\"]", value.replace('"', "'"))?;
        }
        let mut position = self.start;
        for (index, &mv) in self.moves.iter().enumerate() {
            match position.side_to_move() {
                Color::White => write!(f, "\n{}. {mv}", position.move_number())?,
                Color::Black if index == 0 => write!(f, "\n{}. -- {mv}", position.move_number())?,
                Color::Black => write!(f, " {mv}")?,
            }
            position.play_unchecked(mv);
        }
        if let Some(result) = self.result {
            write!(f, "\n{result}")?;
        }
        f.write_char('\n')
    }
}

impl<const N: usize> Game<N>
where
    Size<N>: Playable,
{
    /// The tags without which a reader would start from another position.
    fn missing_tags(&self) -> Vec<Tag> {
        let mut tags = Vec::new();
        // A tag is not missing where another one says the same.
        let mut add = |name: &str, instead: &str, value: String| {
            if self.tag(name).is_none() && self.tag(instead).is_none() {
                let name = name.to_owned();
                tags.push(Tag { name, value });
            }
        };
        let start = &self.start;
        add("Size", "TPS", N.to_string());
        if !start.occupied().is_empty() || start.ply() > 0 {
            add("TPS", "TPS", start.to_tps());
        }
        if start.half_komi() != HalfKomi(0) {
            add("Komi", "Komi", start.half_komi().to_string());
        }
        let standard = Reserve::standard::<N>();
        let names = [("Flats1", "Caps1"), ("Flats2", "Caps2")];
        for (color, (flats_tag, caps_tag)) in Color::ALL.into_iter().zip(names) {
            let (flats, caps) = start.pieces_on_board(color);
            let flats = flats + usize::from(start.reserve(color).flats);
            let caps = caps + usize::from(start.reserve(color).caps);
            if flats != usize::from(standard.flats) {
                add(flats_tag, "Flats", flats.to_string());
            }
            if caps != usize::from(standard.caps) {
                add(caps_tag, "Caps", caps.to_string());
            }
        }
        tags
    }
}

/// The first tag of that name, case ignored.
pub(super) fn find<'a>(tags: &'a [Tag], name: &str) -> Option<&'a Tag> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn a_game_made_by_hand_reads_back() {
        let reserve = |flats| Reserve { flats, caps: 2 };
        let rules = Rules::<5>::new(HalfKomi(-5), reserve(20), reserve(25)).unwrap();
        let tps = "x5/x5/x2,12S,x2/x5/2,x4 2 7";
        let mut game = Game::new(Position::from_tps_with(tps, rules).unwrap());
        game.push_tag("Event", "a \"friendly\" game");
        for text in ["Cc4", "c2", "c4-"] {
            let mv = game.end().parse_move(text).unwrap();
            game.push(mv).unwrap();
        }
        let wrong = game.moves()[1];
        assert!(game.push(wrong).is_err());
        game.set_result(GameResult::Win(Color::White));
        let again: crate::AnyGame = game.to_string().parse().unwrap();
        let crate::AnyGame::Five(again) = again else {
            panic!("another size")
        };
        assert_eq!((again.start(), again.moves()), (game.start(), game.moves()));
        assert_eq!(again.result(), game.result());
        assert_eq!(again.to_string(), game.to_string());
    }
}
