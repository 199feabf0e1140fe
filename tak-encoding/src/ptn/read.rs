//! Reads the games of a PTN file.

use std::ops::Range;

use super::any::AnyGame;
use super::error::PtnError;
use super::game::{Game, GameResult, Tag, find};
use super::header::{Header, HeaderError};
use super::tokens::{Token, TokenKind, Tokens};
use crate::moves::Move;
use crate::piece::Color;
use crate::size::{Playable, Size};
use crate::with_size;

/// Reads games one after the other, one token ahead.
pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    pub(super) token: Option<Token<'a>>,
    /// Where the tags of the last game end.
    pub(super) tags_end: usize,
    /// Where its moves stand.
    pub(super) moves: Vec<Range<usize>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, PtnError> {
        let mut tokens = Tokens::new(text);
        let token = tokens.next()?;
        Ok(Self {
            text,
            tokens,
            token,
            tags_end: 0,
            moves: Vec::new(),
        })
    }

    fn advance(&mut self) -> Result<(), PtnError> {
        self.token = self.tokens.next()?;
        Ok(())
    }

    pub(super) fn error(&self, token: Token<'_>, expected: &str) -> PtnError {
        let found = match token.kind {
            TokenKind::Tag(name, _) => name,
            TokenKind::Word(word) => word,
            TokenKind::MoveNumber(_) | TokenKind::BranchNumber => "a move number",
        };
        PtnError::new(self.text, token.offset, found, expected)
    }

    pub(super) fn game(&mut self) -> Result<AnyGame, PtnError> {
        let start = self.token.map_or(self.text.len(), |token| token.offset);
        self.moves.clear();
        let (tags, offsets) = self.tags()?;
        let located = |error: HeaderError| {
            let tag = tags
                .iter()
                .position(|tag| tag.name.eq_ignore_ascii_case(error.tag));
            let offset = tag.map_or(start, |tag| offsets[tag]);
            PtnError::with_problem(self.text, offset, error.problem)
        };
        let header = Header::read(&tags).map_err(located)?;
        with_size!(header.size, N => {
            let mut game = Game::<N>::new(header.start().map_err(located)?);
            for Tag { name, value } in &tags {
                game.push_tag(name, value);
            }
            self.moves(&mut game)?;
            Ok(game.into())
        })
    }

    /// The tags of one game and where they stand. A second `Size` belongs to the
    /// next game, which starts there if this one has no moves.
    fn tags(&mut self) -> Result<(Vec<Tag>, Vec<usize>), PtnError> {
        let (mut tags, mut offsets) = (Vec::new(), Vec::new());
        while let Some(Token {
            kind: TokenKind::Tag(name, value),
            offset,
        }) = self.token
        {
            if name.eq_ignore_ascii_case("Size") && find(&tags, name).is_some() {
                break;
            }
            tags.push(Tag {
                name: name.to_owned(),
                value: value.to_owned(),
            });
            offsets.push(offset);
            self.tags_end = self.tokens.offset();
            self.advance()?;
        }
        Ok((tags, offsets))
    }

    /// The moves of the main line, up to the end or the tags of the next game.
    fn moves<const N: usize>(&mut self, game: &mut Game<N>) -> Result<(), PtnError>
    where
        Size<N>: Playable,
    {
        let mut first = None;
        while let Some(token) = self.token {
            match token.kind {
                TokenKind::Tag(..) => return Ok(()),
                TokenKind::BranchNumber => return self.other_lines::<N>(),
                TokenKind::MoveNumber(number) => {
                    let first = *first.get_or_insert((number, game.end().move_number()));
                    if number < due(first, game) {
                        return self.other_lines::<N>();
                    }
                }
                TokenKind::Word(word) => self.word(token, word, game)?,
            }
            self.advance()?;
        }
        Ok(())
    }

    fn word<const N: usize>(
        &mut self,
        token: Token<'_>,
        word: &str,
        game: &mut Game<N>,
    ) -> Result<(), PtnError>
    where
        Size<N>: Playable,
    {
        let text = self.text;
        let problem = |problem| PtnError::with_problem(text, token.offset, problem);
        if game.is_complete() {
            return Err(self.error(token, "nothing after the result"));
        }
        let position = game.end();
        let no_white_move = matches!(word, "--" | "...")
            && game.moves().is_empty()
            && position.side_to_move() == Color::Black;
        if no_white_move {
            return Ok(());
        }
        if let Some(result) = GameResult::read(word) {
            game.set_result(result);
            return Ok(());
        }
        let mv = position
            .parse_move(word)
            .map_err(|error| problem(error.to_string()))?;
        if let Some(outcome) = position.outcome() {
            return Err(problem(format!(
                "move {mv}: the game has ended before it with {outcome}"
            )));
        }
        game.push(mv).map_err(|error| problem(error.to_string()))?;
        self.moves.push(token.offset..token.offset + word.len());
        Ok(())
    }

    /// Skips the other lines of play, which come after the main line. They hold
    /// moves too, or else the file is damaged.
    fn other_lines<const N: usize>(&mut self) -> Result<(), PtnError> {
        while let Some(token) = self.token {
            match token.kind {
                TokenKind::Tag(..) => return Ok(()),
                TokenKind::Word(word) => {
                    let known = matches!(word, "--" | "...") || GameResult::read(word).is_some();
                    if let (false, Err(error)) = (known, word.parse::<Move<N>>()) {
                        let problem = error.to_string();
                        return Err(PtnError::with_problem(self.text, token.offset, problem));
                    }
                }
                TokenKind::MoveNumber(_) | TokenKind::BranchNumber => {}
            }
            self.advance()?;
        }
        Ok(())
    }
}

/// The number that the next move of the main line has, counted from the first
/// number in the file and the move that it stood before: real files start
/// anywhere. A smaller number starts another line of play; after a result that
/// goes for the number of the last move too.
fn due<const N: usize>((number, move_number): (u32, u32), game: &Game<N>) -> u32
where
    Size<N>: Playable,
{
    let plies = game.end().ply() + u32::from(game.is_complete());
    number.saturating_add(plies / 2 + 1 - move_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_moves_stay_apart() {
        let text = "[Size \"5\"]\n\n1.\n[Size \"5\"]\n\n[Size \"6\"]\n1. a1 R-0 {1-1}\n1. b1";
        let games = AnyGame::read_all(text).unwrap();
        let plies: Vec<_> = games.iter().map(AnyGame::plies).collect();
        assert_eq!(plies, [0, 0, 1]);
        assert!(text.parse::<AnyGame>().is_err(), "one game is expected");
        assert_eq!(AnyGame::read_all(" \n"), Ok(Vec::new()));
    }

    #[test]
    fn numbers_that_come_again_start_another_line() {
        let plies = |moves: &str| {
            let game: AnyGame = format!("[Size \"5\"]\n{moves}").parse().unwrap();
            game.plies()
        };
        assert_eq!(plies("1. a1 1... e5 2. c3"), 3);
        assert_eq!(plies("7. a1 e5 8. c3 c2"), 4);
        assert_eq!(plies("1. a1 e5 2. c3 c2\n{1-1}\n2. d4 d3"), 4);
        assert_eq!(plies("1. a1 e5 2. c3 c2\n2. d4 d3"), 4);
        assert_eq!(plies("1. a1 e5 2. c3 c2\n1-1.2. d4 d3"), 4);
        // A slip of the pen is not another line.
        assert_eq!(plies("1. a1 e5 22. b2 b3 3. c3 c4"), 6);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for moves in [
            "7. a1 e5 3. garbage here",
            "1. a1 e5\n2. b2 b3\n2. zz zz",
            "1. a1 e5 0-1. b2",
            "99999999999. a1 e5",
            "1. a1 e5 R-0 c3",
            "1. a5 e1 2. d1 a4 3. c1 a3 4. b1 a2 5. a1 d5",
        ] {
            let game = format!("[Size \"5\"]\n{moves}").parse::<AnyGame>();
            assert!(game.is_err(), "{moves}: {game:?}");
        }
    }

    #[test]
    fn errors_stand_where_the_tag_does() {
        for (tag, column) in [("[Komi \"-\"]", 11), ("[Opening \"none\"]", 11)] {
            let text = format!("\n[Size \"5\"]{tag}\n1. a1");
            let error = text.parse::<AnyGame>().unwrap_err();
            assert_eq!((error.line(), error.column()), (2, column), "{error}");
        }
    }
}
