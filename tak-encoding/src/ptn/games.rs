//! Splits a file into games.
//!
//! A game consists of its tags and all that follows up to the tags of the next game. So a tag after
//! moves begins a game; inside a variation, this holds only at the start of a line. Comments before
//! the tags belong to the previous game.
//!
//! If a game has no moves, the next one must be recognized by its tags alone:
//!
//! - A game has one board, which is given by `Size` or `TPS`. Such a tag after the board is known
//!   belongs to another game.
//! - That game begins with its first tag, which is the one after the last empty line or, if there
//!   is none, the first that repeats a tag that occurs only once in a game, like `Player1`. Many
//!   programs write players and result before the size.
//! - Tags begin another game only if one of them gives its board.
//!
//! A damaged game must not spoil others. So a tag after an empty line also begins a game if a
//! previous tag is damaged or a comment is not closed, and so does a word after an empty line that
//! cannot be a move.

use std::ops::Range;

use super::error::PtnError;
use super::lexer::{Token, TokenKind, comment_end, tokens};
use crate::moves::Move;

/// One game of a file, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameText<'a> {
    /// The whole text, including white space and comments at its end.
    pub text: &'a str,
    /// The byte offset in the file.
    pub offset: usize,
    /// The line that it begins on, counted from 1.
    pub line: usize,
    /// The character of that line that it begins with, counted from 1.
    pub column: usize,
}

/// The games of a file; see [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    rest: GameText<'a>,
    /// How many bytes of the rest the splitter has seen.
    seen: usize,
    /// The next offsets where games begin.
    starts: std::vec::IntoIter<usize>,
    /// The next offsets where the file is damaged.
    damaged: std::iter::Peekable<std::vec::IntoIter<usize>>,
    splitter: Splitter,
}

/// Splits a file into games. Together their texts are the whole file, unless it has no games at
/// all.
///
/// A tag after moves begins a game. Games without moves are recognized by the tag that gives the
/// board, `Size` or `TPS`.
///
/// ```
/// use tak_encoding::ptn::games;
///
/// let file = "[Size \"5\"]\n1. a1 e5\n\n[TPS \"x3/x3/x3 1 1\"]\n[TPS \"x4/x4/x4/x4 1 1\"]\n";
/// let games: Vec<_> = games(file).collect();
/// assert_eq!(games.len(), 3);
/// assert_eq!((games[2].line, games[2].read()?.plies()), (5, 0));
/// # Ok::<(), tak_encoding::PtnError>(())
/// ```
pub fn games(text: &str) -> Games<'_> {
    Games {
        rest: GameText { text, offset: 0, line: 1, column: 1 },
        seen: 0,
        starts: Vec::new().into_iter(),
        damaged: Vec::new().into_iter().peekable(),
        splitter: Splitter::default(),
    }
}

impl<'a> Iterator for Games<'a> {
    type Item = GameText<'a>;

    fn next(&mut self) -> Option<GameText<'a>> {
        loop {
            if let Some(start) = self.starts.next() {
                return Some(self.cut(start - self.rest.offset));
            }
            let unseen = &self.rest.text[self.seen..];
            if unseen.is_empty() {
                let last = self.splitter.has_game();
                self.splitter = Splitter::default();
                return last.then(|| self.cut(self.seen));
            }
            let end = unseen.bytes().position(|byte| byte == b'\n');
            let line = &unseen[..end.map_or(unseen.len(), |end| end + 1)];
            self.seen += line.len();
            let end = self.rest.offset + self.seen;
            let mut is_damaged = false;
            while self.damaged.next_if(|&at| at < end).is_some() {
                is_damaged = true;
            }
            let starts = if is_damaged {
                self.splitter.push_damaged(line)
            } else {
                self.splitter.push(line)
            };
            self.starts = starts.into_iter();
        }
    }
}

impl<'a> Games<'a> {
    /// The games of a text that was damaged at these byte offsets, in ascending order. Damage
    /// affects only the game in which it occurs.
    ///
    /// ```
    /// use tak_encoding::ptn::games;
    ///
    /// let file = "[Size \"5\"]\n1. a1 e5\n\n?Size \"5\"]\n1. a1 e5\n\n[Size \"5\"]\n";
    /// let games: Vec<_> = games(file).damaged_at([21]).map(|game| game.text).collect();
    /// assert_eq!(games, ["[Size \"5\"]\n1. a1 e5\n\n", "?Size \"5\"]\n1. a1 e5\n\n", "[Size \"5\"]\n"]);
    /// ```
    pub fn damaged_at(self, offsets: impl IntoIterator<Item = usize>) -> Self {
        let damaged = Vec::from_iter(offsets).into_iter().peekable();
        Self { damaged, ..self }
    }

    fn cut(&mut self, length: usize) -> GameText<'a> {
        let (text, rest) = self.rest.text.split_at(length);
        let game = GameText { text, ..self.rest };
        self.rest.text = rest;
        self.rest.offset += length;
        self.rest.line += text.bytes().filter(|&byte| byte == b'\n').count();
        self.rest.column = match text.rsplit_once('\n') {
            Some((_, line)) => line.chars().count() + 1,
            None => game.column + text.chars().count(),
        };
        self.seen -= length;
        game
    }
}

impl<'a> GameText<'a> {
    /// The game of a file that has no other.
    ///
    /// # Errors
    ///
    /// Where another game begins.
    pub fn only(text: &'a str) -> Result<Self, PtnError> {
        let mut games = games(text);
        // If there are none, the reader reports what is missing.
        let game = games.next().unwrap_or(games.rest);
        let Some(second) = games.next() else {
            return Ok(game);
        };
        let found = second.text.split_whitespace().next().unwrap_or_default();
        let expected = match tokens(second.text).next() {
            Some(token) if matches!(token.kind, TokenKind::Move) => "a move or a tag",
            _ => "one game in the file, but a second one starts here",
        };
        let offset = game.text.len();
        Err(PtnError::new(text, offset, found, expected))
    }

    /// Its range of bytes in the file.
    pub fn span(&self) -> Range<usize> {
        self.offset..self.offset + self.text.len()
    }
}

/// Finds where games begin in a text that is read line by line, as [`games`] does for a whole text.
///
/// ```
/// use tak_encoding::ptn::Splitter;
///
/// let mut splitter = Splitter::default();
/// assert_eq!(splitter.push("[Size \"5\"] 1. a1\n"), []);
/// assert_eq!(splitter.push("e5 [Size \"6\"]\n"), [20]);
/// ```
#[derive(Clone, Default, Debug)]
pub struct Splitter {
    /// The number of bytes taken so far.
    offset: usize,
    after_empty_line: bool,
    in_comment: bool,
    game: GameSoFar,
}

/// What is known about the current game.
#[derive(Clone, Default, Debug)]
struct GameSoFar {
    tags: TagSet,
    /// Where the next game begins if one of its tags gives the board, and its tags so far.
    next: Option<(usize, TagSet)>,
    has_moves: bool,
    has_bad_tag: bool,
    /// The number of open variations.
    depth: usize,
    /// Whether an empty line separates the previous word from the next.
    is_divided: bool,
}

impl Splitter {
    /// Takes the next line with its line end. Returns the byte offsets at which games are now known
    /// to begin, which may be before this line. The start of the text, where the first game begins,
    /// is not returned.
    pub fn push(&mut self, line: &str) -> Vec<usize> {
        let mut starts = Vec::new();
        let mut at = 0;
        if self.in_comment {
            let (is_closed, length) = comment_end(line, self.after_empty_line);
            self.in_comment = !is_closed && length > 0;
            at = length;
        }
        let mut is_first = true;
        // A fast path, because most lines have moves and nothing else.
        if self.game.has_moves && !self.game.is_divided && !self.in_comment {
            let says_more = |byte| matches!(byte, b'{' | b'(' | b')' | b'[');
            let is_plain = !line.bytes().fold(false, |more, byte| more | says_more(byte));
            at = if is_plain { line.len() } else { at };
        }
        for token in tokens(&line[at..]) {
            let offset = self.offset + at + token.start;
            match token.kind {
                TokenKind::OpenComment => self.in_comment = true,
                kind if kind.is_trivia() => {}
                _ => {
                    starts.extend(self.game.add(token, offset, is_first));
                    is_first = false;
                }
            }
        }
        self.after_empty_line = line.trim_start().is_empty();
        self.game.is_divided |= self.after_empty_line && !self.in_comment;
        self.offset += line.len();
        starts
    }

    /// Takes a line that was damaged. It is treated as if it had an empty line before it and,
    /// unless it is a tag among tags, one after it.
    pub fn push_damaged(&mut self, line: &str) -> Vec<usize> {
        (self.after_empty_line, self.game.is_divided) = (true, true);
        let starts = self.push(line);
        (self.after_empty_line, self.game.is_divided) = (true, self.game.has_moves);
        starts
    }

    /// Whether anything but white space and comments follows the last start of a game.
    pub fn has_game(&self) -> bool {
        self.game.has_moves || self.game.has_bad_tag || self.game.tags.is_some
    }
}

impl GameSoFar {
    /// Takes a word or a tag, and returns where a game begins if that is now known.
    fn add(&mut self, token: Token<'_>, offset: usize, is_first_on_line: bool) -> Option<usize> {
        let is_divided = std::mem::take(&mut self.is_divided);
        match token.kind {
            TokenKind::Tag if self.depth == 0 || is_first_on_line => {
                let (name, _) = token.tag()?;
                if self.has_moves || self.has_bad_tag && is_divided {
                    *self = Self::default();
                    self.tags.insert(TagSet::of(name));
                    return Some(offset);
                }
                self.add_tag(name, offset, is_divided)
            }
            TokenKind::BadTag if is_first_on_line => {
                let start = self.has_moves.then_some(offset);
                if self.has_moves {
                    *self = Self::default();
                }
                self.has_bad_tag = true;
                start
            }
            kind => {
                let is_foreign = || token.text.parse::<Move<8>>().is_err();
                let starts =
                    self.has_moves && is_divided && kind == TokenKind::Move && is_foreign();
                if starts {
                    *self = Self::default();
                }
                match kind {
                    TokenKind::VariationStart => self.depth += 1,
                    TokenKind::VariationEnd => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                self.has_moves = true;
                starts.then_some(offset)
            }
        }
    }

    /// Takes a tag of a game without moves so far.
    fn add_tag(&mut self, name: &str, offset: usize, is_divided: bool) -> Option<usize> {
        let tag = TagSet::of(name);
        let is_repeated = self.next.is_none() && self.tags.once & tag.once != 0;
        if self.tags.say_board() && (is_divided || is_repeated) {
            self.next = Some((offset, TagSet::default()));
        }
        let Some((start, tags)) = &mut self.next else {
            self.tags.insert(tag);
            return None;
        };
        tags.insert(tag);
        if !tags.say_board() {
            return None;
        }
        let start = *start;
        (self.tags, self.next) = (*tags, None);
        Some(start)
    }
}

/// Those tags of a game that occur only once in it.
#[derive(Clone, Copy, Default, Debug)]
struct TagSet {
    once: u32,
    /// Whether there is any tag.
    is_some: bool,
}

impl TagSet {
    /// The first two give the board.
    const ONCE: [&str; 16] = [
        "Size", "TPS", "Player1", "Player2", "Result", "Site", "Event", "Date", "Time", "Round",
        "Clock", "Komi", "Opening", "Rating1", "Rating2", "Points",
    ];

    fn of(name: &str) -> Self {
        let index = Self::ONCE.iter().position(|once| once.eq_ignore_ascii_case(name));
        Self { once: index.map_or(0, |index| 1 << index), is_some: true }
    }

    fn insert(&mut self, tag: Self) {
        self.once |= tag.once;
        self.is_some = true;
    }

    fn say_board(self) -> bool {
        self.once & 0b11 != 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    fn texts(file: &str) -> Vec<&str> {
        games(file).map(|game| game.text).collect()
    }

    /// Checks how a file is split. `§` marks where its games begin.
    fn check(games: &str) {
        let games: Vec<_> = games.split('§').collect();
        assert_eq!(texts(&games.concat()), games);
    }

    #[test]
    fn tags_behind_moves_begin_a_game() {
        check(
            "{first} [Size \"5\"]\n[Event \"a]b\"]\n\n1.a1 e5! {c3\n[b\n} (2. c4 [x \"y\"]) ; {\n\
            R-0\n\n§[size \"3\"] 1. a1 {\n\n[no tag\n} §[Site \"x\"][Size \"6\"]\n\n\n1. a1 f6\n\n\
            2. c3\n(2. d3\n§[Player1 \"x\"]\n\n{comment}\n[Size \"6\"]\n\n[Komi \"2\"]\n\n2.",
        );
        assert_eq!(texts("{nothing}\n ; here"), [""; 0]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn games_without_moves_stay_apart() {
        check("[TPS \"x\"]\n§[TPS \"y\"]\n{White wins}\n§[tps \"z\"]\n");
        check("[Size \"5\"]§[Size \"6\"]\n\n[Komi \"2\"]\n\n§[TPS \"y\"]\n[Size \"3\"]");
        // Players and result come before the size, with and without empty lines.
        let playtak =
            "[Site \"s\"]\n[Player1 \"a\"]\n[Player2 \"b\"]\n[Result \"0\"]\n[Size \"5\"]\n";
        check(&format!("{playtak}§{playtak}§{playtak}\n1.\n"));
        check(&format!("[Size \"5\"]\n[Id \"1\"]\r\n\r\n§{playtak}"));
        // Without a board there is no game, and some tags occur twice.
        check(
            "[Size \"5\"]\n[Move \"3\"]\n[Move \"4\"]\n[Date \"x\"]\n[Date \"y\"]\n\n\
            [Round \"1\"]\n1. a1",
        );
    }

    #[test]
    fn a_damaged_game_costs_no_other() {
        let good = "[Size \"5\"]\n1. a1 e5\n\n";
        for damaged in [
            "[Size \"5\"]\n1. a1 {oh\n\n",
            "[Size \"5\"]\n1. a1 (oh\n",
            "[Size \"5\n1. a1\n",
            "[Size 5]\n[Komi 2]\n\n",
            "hello\nworld\n",
            "Size \"5\"]\n1. a1 e5\n",
            "\u{1}[\n",
        ] {
            check(&format!("{good}§{damaged}§{good}"));
        }
        for more in "2. c3|{x}|; x|(2. c3)|c3|e5{x}|R-0|0|2-1.2. d4|--".split('|') {
            check(&format!("{good}{more}\n§{good}"));
        }
    }

    #[test]
    fn games_know_where_they_begin() {
        let file = "[Size \"5\"]\n1. é1 [Size \"6\"] 1. z9";
        let places = games(file).map(|game| {
            let error = game.read().unwrap_err();
            (game.line, game.column, error.line(), error.column())
        });
        assert_eq!(places.collect::<Vec<_>>(), [(1, 1, 2, 4), (2, 7, 2, 21)]);
    }

    /// Tags in any order, perhaps moves, and an empty line.
    fn game() -> impl Strategy<Value = String> {
        let tag = select(&["Player1", "Player2", "Result", "Date", "Move", "Note"]);
        let board = select(&["Size", "TPS"]);
        let moves = select(&["", "{c}\n", "1.\n", "1. a1 c3 {x}\n\n2. b2\n", "a1\n0\n"]);
        let end = select(&["\n", "\r\n", " \n\n"]);
        (btree_set(tag, 0..4), board, 0..4_usize, moves, end).prop_map(
            |(tags, board, at, moves, end)| {
                let mut tags = Vec::from_iter(tags);
                tags.insert(at.min(tags.len()), board);
                let tags = tags.iter().map(|name| format!("[{name} \"3\"]\n"));
                tags.collect::<String>() + moves + end
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn games_that_are_put_together_come_apart(games in vec(game(), 0..6)) {
            let file = games.concat();
            prop_assert_eq!(texts(&file), games);
        }

        #[test]
        fn nothing_is_lost(
            parts in vec(select(&["[Size \"5\"]", "[a", "\n", "{", "}", "(", "a1", "é", "1."]), 0..30),
        ) {
            let file = parts.concat();
            let games = texts(&file);
            prop_assert!(games.is_empty() || games.concat() == file);
        }
    }
}
