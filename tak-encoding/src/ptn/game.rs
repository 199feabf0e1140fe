//! A game: tags, moves and a result.

use std::fmt::{self, Write};

use bitops::Symmetry;

use super::tags::{in_quotes, result};
use crate::move_text::MoveError;
use crate::moves::Move;
use crate::opening::Opening;
use crate::outcome::GameResult;
use crate::piece::Color;
use crate::position::{IllegalMove, Position};
use crate::rules::{HalfKomi, Reserve};
use crate::size::{BoardSize, Playable, Size};

/// `[Name "value"]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name as written. Case is ignored in comparisons.
    pub name: String,
    /// The text between the quotes.
    pub value: String,
}

/// A game on an N×N board: tags, a start, legal moves from there, and a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game<const N: usize>
where
    Size<N>: Playable,
{
    tags: Vec<Tag>,
    start: Position<N>,
    moves: Vec<Move<N>>,
    end: Position<N>,
    /// Whether the last move ended the game.
    is_over: bool,
    /// The result after the moves.
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
            is_over: start.outcome().is_some(),
            result: None,
        }
    }

    /// A game without moves or result.
    pub(super) fn with_tags(tags: Vec<Tag>, start: Position<N>) -> Self {
        Self { tags, ..Self::new(start) }
    }

    /// Plays a move at the end of the game.
    ///
    /// # Errors
    ///
    /// If it is illegal, or if the game has ended.
    pub fn push(&mut self, mv: Move<N>) -> Result<(), IllegalMove> {
        if self.is_over
            && let Some(outcome) = self.end.outcome()
        {
            return Err(IllegalMove::GameOver(outcome));
        }
        self.end.play(mv)?;
        self.moves.push(mv);
        self.is_over = self.end.is_over_after(mv);
        Ok(())
    }

    /// Plays a move written in PTN at the end of the game.
    ///
    /// # Errors
    ///
    /// If it is not a move on this size or is illegal, or if the game has ended.
    pub fn push_ptn(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = text.parse()?;
        self.push(mv).map_err(|why| MoveError::illegal(text, why))
    }

    /// Takes the last move back, and the result with it; `None` if there is no move.
    ///
    /// ```
    /// use tak_encoding::Game;
    ///
    /// let mut game: Game<3> = "[Size \"3\"] 1. a1 c3 2. c2 b1 3. c1 R-0".parse()?;
    /// assert_eq!(game.pop(), "c1".parse().ok());
    /// assert_eq!((game.is_over(), game.result()), (false, None));
    /// game.push_ptn("b2")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pop(&mut self) -> Option<Move<N>> {
        let last = self.moves.pop()?;
        self.end = self.start;
        for &mv in &self.moves {
            self.end.play_unchecked(mv);
        }
        (self.is_over, self.result) = (false, None);
        self.retain_tags(|tag| !tag.name.eq_ignore_ascii_case("Result"));
        Some(last)
    }

    /// The same game on a rotated or reflected board.
    pub fn transform(&self, symmetry: Symmetry) -> Self {
        let mut turned = self.clone();
        turned.start = self.start.transform(symmetry);
        turned.end = self.end.transform(symmetry);
        for mv in &mut turned.moves {
            *mv = mv.transform(symmetry);
        }
        let mut tags = turned.tags.iter_mut();
        let tps = tags.find(|tag| tag.name.eq_ignore_ascii_case("TPS"));
        if let Some(tag) = tps.filter(|tag| !tag.value.trim().is_empty()) {
            tag.value = turned.start.to_tps();
        }
        turned
    }

    /// Appends a tag. Its name is one word, as PTN has it; what its value cannot have in PTN, quotes
    /// and line ends, is written as `'` and blanks.
    pub fn push_tag(&mut self, name: &str, value: &str) {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.tags.push(Tag { name, value });
    }

    /// Removes the tags for which `keep` returns false.
    pub fn retain_tags(&mut self, keep: impl FnMut(&Tag) -> bool) {
        self.tags.retain(keep);
    }

    /// Sets the result of the game.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = Some(result);
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        Size::<N>::BOARD_SIZE
    }

    /// The number of plies.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Whether the game has ended by the rules, so that no move can follow.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// All tags in order, including repeated ones.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The value of the tag with this name, ignoring case. Of several, the last counts that is not
    /// blank, as in PTN Ninja.
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

    /// The result after the moves, or else that of the `Result` tag.
    pub fn result(&self) -> Option<GameResult> {
        self.result.or_else(|| self.tag("Result").and_then(result))
    }

    /// The result as written after the moves.
    pub fn written_result(&self) -> Option<GameResult> {
        self.result
    }

    /// Whether only the first move shows the opening, because there is no tag for it.
    pub(super) fn lacks_opening_tag(&self) -> bool {
        self.start.opening() != Opening::Swap
            && self.start.occupied().is_empty()
            && is_blank(self.tag("Opening"))
    }

    /// Sets the opening that the first move shows.
    pub(super) fn begin_with(&mut self, first: &str) {
        self.start = self.start.begun_by(first);
        self.end = self.start;
    }
}

/// The game as a PTN file: its tags, further ones that the start needs, two plies on each line, and
/// the result, unless it is that there is none: other readers know no `0`.
impl<const N: usize> fmt::Display for Game<N>
where
    Size<N>: Playable,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Tag { name, value } in self.needed_tags() {
            writeln!(f, "[{name} \"{}\"]", in_quotes(&value))?;
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
        if let Some(result) = self.result.filter(|&result| result != GameResult::Unfinished) {
            write!(f, "\n{result}")?;
        }
        f.write_char('\n')
    }
}

impl<const N: usize> Game<N>
where
    Size<N>: Playable,
{
    /// The tags, with further ones without which a reader would start from another position. A tag
    /// with a blank value counts as missing.
    pub(super) fn needed_tags(&self) -> Vec<Tag> {
        let mut tags = self.tags.clone();
        // A tag is not needed if another one has the same effect.
        let mut add = |name: &str, instead: &str, value: String| {
            if ![name, instead].iter().all(|name| is_blank(self.tag(name))) {
                return;
            }
            match tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
                Some(blank) => blank.value = value,
                None => tags.push(Tag { name: name.to_owned(), value }),
            }
        };
        let start = &self.start;
        add("Size", "TPS", N.to_string());
        if !start.occupied().is_empty() || start.ply() > 0 {
            add("TPS", "TPS", start.to_tps());
        }
        if self.lacks_opening_tag() {
            add("Opening", "Opening", start.opening().to_string());
        }
        if start.half_komi() != HalfKomi(0) {
            add("Komi", "Komi", start.half_komi().to_string());
        }
        let standard = Reserve::standard::<N>();
        let reserves = start.rules().reserves();
        let names = [("Flats1", "Caps1"), ("Flats2", "Caps2")];
        for (Reserve { flats, caps }, (flats_tag, caps_tag)) in reserves.into_iter().zip(names) {
            if flats != standard.flats {
                add(flats_tag, "Flats", flats.to_string());
            }
            if caps != standard.caps {
                add(caps_tag, "Caps", caps.to_string());
            }
        }
        tags
    }
}

/// Whether a tag has no value.
fn is_blank(value: Option<&str>) -> bool {
    value.is_none_or(|value| value.trim().is_empty())
}

/// The tag with this name that counts, ignoring case: the last that is not blank.
pub(super) fn find<'a>(tags: &'a [Tag], name: &str) -> Option<&'a Tag> {
    let mut named = tags.iter().rev().filter(|tag| tag.name.eq_ignore_ascii_case(name));
    let last = named.next()?;
    let mut all = std::iter::once(last).chain(named);
    Some(all.find(|tag| !is_blank(Some(&tag.value))).unwrap_or(last))
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
        game.push_tag("Event", "a \"friendly\" game\nof two");
        for text in ["Cc4", "c2", "c4-"] {
            let mv = game.end().parse_move(text).unwrap();
            game.push(mv).unwrap();
        }
        let wrong = game.moves()[1];
        assert!(game.push(wrong).is_err());
        game.set_result(GameResult::Win(Color::White));
        let again: crate::AnyGame = game.to_string().parse().unwrap();
        let crate::AnyGame::Five(again) = again else { panic!("another size") };
        assert_eq!((again.start(), again.moves()), (game.start(), game.moves()));
        assert_eq!(again.result(), game.result());
        assert_eq!(again.to_string(), game.to_string());
        assert_eq!(again.tag("Event"), Some("a 'friendly' game of two"));
    }

    #[test]
    fn a_game_without_its_last_move_has_no_result() {
        let text = "[Size \"3\"]\n[Result \"R-0\"]\n\n1. a1 c3 2. c2 b1 3. c1 R-0";
        let mut game: Game<3> = text.parse().unwrap();
        assert!(game.result().is_some());
        game.pop();
        assert_eq!((game.result(), game.tag("Result")), (None, None));
    }

    #[test]
    fn blank_tags_are_filled_in() {
        for text in ["[Size \"5\"]\n[opening \" \"]\n\n1. 2a1 e5\n", "[Size \"5\"]\n\n1. 2a1 e5\n"]
        {
            let game: crate::AnyGame = text.parse().unwrap();
            let again: crate::AnyGame = game.to_string().parse().unwrap();
            assert!(game.remark().is_some() && again.remark().is_none(), "{again}");
            assert_eq!(
                (again.end().to_string(), again.tags().len()),
                (game.end().to_string(), 2),
                "{again}"
            );
        }
        let rules = Rules::<5>::with_komi(HalfKomi(4));
        let start = Position::from_tps_with("x5/x5/x2,12S,x2/x5/2,x4 2 7", rules).unwrap();
        let mut game = Game::new(start);
        for name in ["Size", "tps", "Komi", "Opening"] {
            game.push_tag(name, "");
        }
        let again: crate::AnyGame = game.to_string().parse().unwrap();
        let crate::AnyGame::Five(again) = again else { panic!("another size") };
        assert_eq!((again.start(), again.tags().len()), (&start, 4), "{again}");
    }
}
