//! Reads the games of a PTN file.

use super::any::AnyGame;
use super::error::PtnError;
use super::game::{Game, GameResult, Tag, find};
use super::header::Header;
use super::tokens::{Token, TokenKind, Tokens};
use crate::piece::Color;
use crate::position::Position;
use crate::size::{Playable, Size};
use crate::with_size;

/// Reads games one after the other, one token ahead.
pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    pub(super) token: Option<Token<'a>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, PtnError> {
        let mut tokens = Tokens::new(text);
        let token = tokens.next()?;
        Ok(Self {
            text,
            tokens,
            token,
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
        let tags = self.tags()?;
        let header = Header::read(&tags)
            .map_err(|problem| PtnError::with_problem(self.text, start, problem))?;
        with_size!(header.size, N => {
            let position = header
                .start::<N>()
                .map_err(|problem| PtnError::with_problem(self.text, start, problem))?;
            Ok(self.moves(tags, position)?.into())
        })
    }

    /// The tags of one game: a second `Size` belongs to the next one, which
    /// starts there if this one has no moves.
    fn tags(&mut self) -> Result<Vec<Tag>, PtnError> {
        let mut tags = Vec::new();
        while let Some(Token {
            kind: TokenKind::Tag(name, value),
            ..
        }) = self.token
        {
            if name.eq_ignore_ascii_case("Size") && find(&tags, name).is_some() {
                break;
            }
            tags.push(Tag {
                name: name.to_owned(),
                value: value.to_owned(),
            });
            self.advance()?;
        }
        Ok(tags)
    }

    /// The moves of the main line up to the end or the tags of the next game.
    fn moves<const N: usize>(
        &mut self,
        tags: Vec<Tag>,
        start: Position<N>,
    ) -> Result<Game<N>, PtnError>
    where
        Size<N>: Playable,
    {
        let mut position = start;
        let mut game = Game {
            tags,
            start,
            moves: Vec::new(),
            result: None,
        };
        let mut numbers = Numbers::default();
        while let Some(token) = self.token {
            match token.kind {
                TokenKind::Tag(..) => break,
                TokenKind::BranchNumber => self.skip_to_next_game()?,
                TokenKind::MoveNumber(number) => {
                    let complete = game.result.is_some();
                    if numbers.goes_back(number, game.moves.len(), complete) {
                        self.skip_to_next_game()?;
                        continue;
                    }
                    self.advance()?;
                }
                TokenKind::Word(word) => {
                    self.word(token, word, &mut position, &mut game)?;
                    self.advance()?;
                }
            }
        }
        game.result = game
            .result
            .or_else(|| game.tag("Result").and_then(GameResult::read));
        Ok(game)
    }

    fn word<const N: usize>(
        &self,
        token: Token<'_>,
        word: &str,
        position: &mut Position<N>,
        game: &mut Game<N>,
    ) -> Result<(), PtnError>
    where
        Size<N>: Playable,
    {
        if game.result.is_some() {
            return Err(self.error(token, "nothing after the result"));
        }
        let no_white_move = matches!(word, "--" | "...")
            && game.moves.is_empty()
            && position.side_to_move() == Color::Black;
        if no_white_move {
            return Ok(());
        }
        if let Some(result) = GameResult::read(word) {
            game.result = Some(result);
            return Ok(());
        }
        let mv = position
            .parse_move(word)
            .map_err(|error| PtnError::with_problem(self.text, token.offset, error.to_string()))?;
        position.play_unchecked(mv);
        game.moves.push(mv);
        Ok(())
    }

    /// Other lines of play come after the main line.
    fn skip_to_next_game(&mut self) -> Result<(), PtnError> {
        while self
            .token
            .is_some_and(|token| !matches!(token.kind, TokenKind::Tag(..)))
        {
            self.advance()?;
        }
        Ok(())
    }
}

/// Watches the move numbers. They may start anywhere, but one that comes again
/// after its move is complete starts another line of play.
#[derive(Default)]
struct Numbers {
    last: Option<(u32, usize)>,
}

impl Numbers {
    /// Whether the number belongs to another line: `plies` have been played, and
    /// the main line may be `complete`, with a result.
    fn goes_back(&mut self, number: u32, plies: usize, complete: bool) -> bool {
        let back = self.last.is_some_and(|(last, plies_then)| {
            number < last || (number == last && (complete || plies > plies_then + 1))
        });
        match self.last {
            Some((last, _)) if last == number => {}
            _ => self.last = Some((number, plies)),
        }
        back
    }
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
    }
}
