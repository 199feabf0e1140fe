//! Reads the games of a PTN file.

use super::any::AnyGame;
use super::error::PtnError;
use super::game::{Game, GameResult, Tag};
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
        let mut tags = Vec::new();
        while let Some(Token {
            kind: TokenKind::Tag(name, value),
            ..
        }) = self.token
        {
            tags.push(Tag {
                name: name.to_owned(),
                value: value.to_owned(),
            });
            self.advance()?;
        }
        let header = Header::read(&tags)
            .map_err(|problem| PtnError::with_problem(self.text, start, problem))?;
        with_size!(header.size, N => {
            let position = header
                .start::<N>()
                .map_err(|problem| PtnError::with_problem(self.text, start, problem))?;
            Ok(self.moves(tags, position)?.into())
        })
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
                    if numbers.goes_back(number, game.moves.len()) {
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
    fn goes_back(&mut self, number: u32, plies: usize) -> bool {
        let back = self.last.is_some_and(|(last, plies_then)| {
            number < last || (number == last && plies > plies_then + 1)
        });
        match self.last {
            Some((last, _)) if last == number => {}
            _ => self.last = Some((number, plies)),
        }
        back
    }
}
