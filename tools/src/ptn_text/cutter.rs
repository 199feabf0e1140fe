//! A PTN file cut into its games, so that a damaged one does not cost the others.

use std::borrow::Cow;

use tak_encoding::{GameResult, Move};

use crate::failure::Failure;
use crate::input::{Line, Lines};

/// The most bytes of one game: a file without any game must not fill the memory.
const LONGEST_GAME: usize = 16 << 20;

/// One game as it is written, or several that share a line.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct GameText {
    /// Where it starts in the file, 1 for the first line.
    pub(crate) line: u64,
    /// The text, or the line that is wrong and why.
    pub(crate) text: Result<String, (u64, &'static str)>,
}

/// Gives the games of a file that is read line by line.
pub(crate) struct GameTexts {
    lines: Lines,
    cutter: Cutter,
}

impl GameTexts {
    /// All games.
    pub(crate) fn new(lines: Lines) -> Self {
        let cutter = Cutter::default();
        Self { lines, cutter }
    }

    /// The games from that line on, which is the one read last.
    pub(crate) fn starting_with(line: &str, lines: Lines) -> Self {
        let mut games = Self::new(lines);
        games.cutter.push(games.lines.number(), Line::Text(line));
        games
    }

    /// The next game, `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<GameText>, Failure> {
        loop {
            let number = self.lines.number() + 1;
            let Some(line) = self.lines.next()? else {
                return Ok(self.cutter.finish());
            };
            if let Some(game) = self.cutter.push(number, line) {
                return Ok(Some(game));
            }
        }
    }

    /// What the games are read from.
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }
}

/// Takes lines and gives games. A game starts at a tag that follows moves.
#[derive(Default)]
struct Cutter {
    line: u64,
    text: String,
    wrong: Option<(u64, &'static str)>,
    in_comment: bool,
    has_moves: bool,
    after_empty: bool,
}

impl Cutter {
    /// Takes one line. Answers with the game that ended before it.
    fn push(&mut self, number: u64, line: Line<'_>) -> Option<GameText> {
        let (text, wrong) = match line {
            Line::Text(text) => (Cow::Borrowed(text), None),
            Line::Bad(why, start) => (String::from_utf8_lossy(start), Some(why)),
        };
        let ended = if self.starts_another(&text, wrong.is_some()) {
            self.finish()
        } else {
            None
        };
        self.after_empty = text.trim().is_empty();
        if self.line == 0 {
            if self.after_empty && wrong.is_none() {
                return ended;
            }
            self.line = number;
        }
        if let Some(why) = wrong {
            self.wrong.get_or_insert((number, why));
        } else if self.text.len() + text.len() > LONGEST_GAME {
            let why = "expected at most 16 MiB for one game";
            self.wrong.get_or_insert((self.line, why));
        }
        if self.wrong.is_none() {
            self.text.push_str(&text);
            self.text.push('\n');
        }
        self.look_through(&text);
        ended
    }

    /// Whether a line belongs to another game than the lines before it.
    fn starts_another(&self, line: &str, is_bad: bool) -> bool {
        // What is wrong already has nothing to lose, and nobody writes a tag
        // behind an empty line inside a comment: its end is missing.
        let lost = self.wrong.is_some();
        if self.in_comment {
            return (self.after_empty || lost) && is_tag(line);
        }
        if line.trim_start().starts_with('[') {
            return self.has_moves || lost && self.after_empty;
        }
        self.has_moves && (self.after_empty || is_bad) && !goes_on(line)
    }

    /// The last game, if anything is left.
    fn finish(&mut self) -> Option<GameText> {
        let ended = std::mem::take(self);
        if ended.line == 0 {
            return None;
        }
        let text = match ended.wrong {
            Some(wrong) => Err(wrong),
            None => Ok(ended.text),
        };
        Some(GameText {
            line: ended.line,
            text,
        })
    }

    /// Whether a comment begins or ends, and whether there are moves.
    fn look_through(&mut self, line: &str) {
        let mut rest = line.trim_start();
        loop {
            if self.in_comment {
                let Some((_, after)) = rest.split_once('}') else {
                    return;
                };
                (self.in_comment, rest) = (false, after);
            }
            rest = rest.trim_start();
            match rest.as_bytes().first() {
                None | Some(b';') => return,
                Some(b'{') => (self.in_comment, rest) = (true, &rest[1..]),
                // Of the next game, where one shares the line.
                Some(b'[') => {
                    let Some(after) = after_tag(rest) else { return };
                    (self.has_moves, rest) = (false, after);
                }
                Some(_) => {
                    self.has_moves = true;
                    rest = &rest[rest.find(['{', ';', '[']).unwrap_or(rest.len())..];
                }
            }
        }
    }
}

/// What follows a tag, if it ends; its value may hold any bracket.
fn after_tag(text: &str) -> Option<&str> {
    let mut quotes = text.match_indices('"').map(|(index, _)| index);
    let value_end = quotes.nth(1).unwrap_or(0);
    let (_, after) = text[value_end..].split_once(']')?;
    Some(after)
}

/// Whether the line is one tag and nothing else.
fn is_tag(line: &str) -> bool {
    let inside = line.trim().strip_prefix('[');
    let inside = inside.and_then(|line| line.strip_suffix("\"]"));
    inside
        .and_then(|inside| inside.split_once(" \""))
        .is_some_and(|(name, _)| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// Whether a line can stand among the moves of a game: by its first word.
fn goes_on(line: &str) -> bool {
    let Some(word) = line.split_whitespace().next() else {
        return true;
    };
    let is_number = word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    is_number
        || word.starts_with(['{', '}', '(', ')', ';', '$'])
        || matches!(word, "--" | "...")
        || GameResult::read(word).is_some()
        // The largest board knows all moves.
        || word.parse::<Move<8>>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of a file in which `BAD` is a line that cannot be read.
    fn cut(text: &str) -> Vec<GameText> {
        let mut cutter = Cutter::default();
        let mut games = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = match line.strip_prefix("BAD") {
                Some(start) => Line::Bad("bad", start.as_bytes()),
                None => Line::Text(line),
            };
            games.extend(cutter.push(index as u64 + 1, line));
        }
        games.extend(cutter.finish());
        games
    }

    fn games(text: &str) -> Vec<(u64, String)> {
        let games = cut(text).into_iter();
        games.map(|game| (game.line, game.text.unwrap())).collect()
    }

    #[test]
    fn games_end_where_tags_follow_moves() {
        let first = "[Size \"5\"]\n[Event \"{x\"] {a\n[b\n} ; {\n\n1. a1 e5 {c} ; [d]\n2. c3\n\n";
        let second = "[Size \"6\"]\n1. a1\n";
        let found = games(&format!("{first}{second}"));
        assert_eq!(found, [(1, first.to_owned()), (9, second.to_owned())]);
        assert_eq!(games("\n \n"), []);
        assert_eq!(games("1. a1 e5").len(), 1);
    }

    #[test]
    fn an_open_comment_costs_one_game() {
        let found = games("[Size \"5\"]\n1. a1 {oh\n\n[Size \"5\"]\n1. a1\n");
        let lines: Vec<_> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 4]);
    }

    #[test]
    fn a_bad_line_costs_the_game_that_it_stands_in_and_no_other() {
        let good = "[Size \"5\"]\n1. a1 e5\n";
        for (between, bad) in [
            ("BADxxxx\n", 1),
            ("\nBADxxxx\n", 1),
            ("\nBAD[[[[\n\n", 1),
            (
                "[Size \"5\"]\nBAD[Player1 \"\u{1}\"]\n[Player2 \"x\"]\n\n1. a1 e5\n",
                1,
            ),
            ("[Size \"5\"]\n1. a1 e5\nBAD2. c3 {x\n", 1),
            ("[Size \"5\"]\n1. a1 e5\n\nBAD2. c3 d4\n", 1),
            ("[Size \"5\"]\n1. a1 e5 {\nBADx\n}\n", 1),
            ("BAD[Size \"5\"] 1. a1 e5 2. c3\n", 1),
            ("\nBADxxxx\nBADyyyy\n\nBADzzzz\n", 3),
        ] {
            let found = cut(&format!("{good}{between}{good}"));
            let (good, wrong): (Vec<_>, Vec<_>) = found.iter().partition(|game| game.text.is_ok());
            assert_eq!(
                (good.len(), wrong.len()),
                (2, bad),
                "{between:?}: {found:?}"
            );
        }
    }

    #[test]
    fn what_is_no_move_does_not_belong_to_the_game_before() {
        let good = "[Size \"5\"]\n1. a1 e5\n\n";
        for strange in ["hello\nworld\n", "Size \"5\"]\n1. a1 e5\n", "\u{1}[\n"] {
            let found = games(&format!("{good}{strange}{good}"));
            let texts: Vec<_> = found.iter().map(|(_, text)| text.as_str()).collect();
            assert_eq!(texts, [good, strange, good]);
        }
        for more in [
            "2. c3",
            "{x}",
            "; x",
            "(2. c3)",
            "c3",
            "R-0",
            "0",
            "2-1.2. d4",
            "--",
        ] {
            assert_eq!(games(&format!("{good}{more}\n")).len(), 1, "{more}");
        }
    }

    #[test]
    fn games_on_one_line_stay_together() {
        // As where the first file had no line end.
        let first = "[Size \"5\"]\n1. a1 e5[Size \"6\"]\n[Komi \"2\"]\n1. a1 f6\n";
        let second = "[Size \"6\"]\n1. a1\n";
        let found = games(&format!("{first}{second}"));
        assert_eq!(found, [(1, first.to_owned()), (5, second.to_owned())]);
    }

    #[test]
    fn a_game_has_an_end() {
        let mut cutter = Cutter::default();
        let long = "1. a1 ".repeat(1 << 17);
        for number in 1..100 {
            assert_eq!(cutter.push(number, Line::Text(&long)), None);
        }
        assert!(cutter.text.len() <= LONGEST_GAME);
        let game = cutter.push(100, Line::Text("[Size \"5\"]")).unwrap();
        let why = "expected at most 16 MiB for one game";
        assert_eq!((game.line, game.text), (1, Err((1, why))));
    }
}
