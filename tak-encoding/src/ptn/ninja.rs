//! Games as other programs read them.
//!
//! PTN Ninja reads the most of them all, and the others much less. It knows no parentheses, no
//! glyphs, no comments to the end of a line and no results in two columns. The branches stand after
//! the main line, each with its name: see [`heading`](super::heading).

use std::ptr;

use super::game::{Tag, find};
use super::games::GameText;
use super::heading::is_line_name;
use super::lexer::TokenKind;
use super::record::{Ply, PtnGame, ReadGame, Word};
use super::tags::{TAGS, readable, taken};
use crate::with_game;

mod anew;
mod reading;

use reading::is_read_alike;

/// A game as other programs read it: see [`PtnGame::for_others`]. What is not one game stays as it
/// is.
pub fn for_others(text: String) -> String {
    match GameText::only(&text).and_then(GameText::read_as_needed) {
        Ok((ReadGame::Whole(game), _)) => game.for_others(),
        Ok((ReadGame::Main(_), _)) | Err(_) => text,
    }
}

impl PtnGame {
    /// The game as other programs read it: its text as it is, or, where PTN Ninja would refuse it or
    /// read it otherwise, written anew. Then variations in parentheses are branches, comments to the
    /// end of a line are in braces, glyphs are marks or comments, and results and moves have their
    /// usual form. Nothing is lost. A game stays as it is if it has what no line can hold, or
    /// branches that are nested too deep for names or replace no move.
    ///
    /// ```
    /// use tak_encoding::ptn::PtnGame;
    ///
    /// let game: PtnGame = "[Size \"5\"]\n1. a1 e5 (1... a5) ; so\n2. B3 $1 1-0 --".parse()?;
    /// let text = "[Size \"5\"]\n\n1. a1 e5 {so}\n2. b3! 1-0\n\n{1b1}\n1. -- a5\n";
    /// assert_eq!(game.for_others(), text);
    /// # Ok::<(), tak_encoding::PtnError>(())
    /// ```
    pub fn for_others(&self) -> String {
        self.unlike_ours().unwrap_or_else(|| self.to_string())
    }

    /// The text that others read, if it is another one.
    fn unlike_ours(&self) -> Option<String> {
        if is_read_alike(self) || !self.left_out().is_empty() {
            return None;
        }
        let (text, is_whole) = self.in_braces()?.written_anew(&self.readable_tags());
        is_whole.then_some(text)
    }

    /// The game as PTN Ninja takes it without complaint, in a link: the same without the tags that it
    /// does not know. Branches that could not be read, like those nested too deep, are left out, with
    /// a comment that says so.
    ///
    /// ```
    /// use tak_encoding::ptn::PtnGame;
    ///
    /// let game: PtnGame = "[Id \"7\"][Size \"5\"]\n1. a1 e5 (1... a5 2. b1) 2. c3 $1 0".parse()?;
    /// let text = "[Size \"5\"]\n\n1. a1 e5\n2. c3!\n\n{1b1}\n1. -- a5\n2. b1\n";
    /// assert_eq!(game.to_ptn_ninja(), text);
    /// # Ok::<(), tak_encoding::PtnError>(())
    /// ```
    pub fn to_ptn_ninja(&self) -> String {
        let game = self.in_braces();
        game.as_ref().unwrap_or(self).written_anew(&self.tags_taken()).0
    }

    /// The tags as others read them.
    fn readable_tags(&self) -> Vec<(String, String)> {
        let tags = with_game!(self.game(), game => game.needed_tags());
        tags.iter().map(|tag| readable(&tag.name, &tag.value)).collect()
    }

    /// The tags that PTN Ninja takes.
    fn tags_taken(&self) -> Vec<(String, String)> {
        let mut tags = with_game!(self.game(), game => game.needed_tags());
        let tag = |name| self.game().tag(name).map(str::trim);
        if let (Some("PlayTak.com"), None, Some(id)) = (tag("Site"), tag("PlayTakID"), tag("Id")) {
            tags.push(Tag { name: "PlayTakID".to_owned(), value: id.to_owned() });
        }
        let known: Vec<_> = TAGS.iter().filter_map(|name| find(&tags, name)).collect();
        let counts = |tag: &&Tag| known.iter().any(|known| ptr::eq(*known, *tag));
        let tags = tags.iter().filter(counts).filter_map(|tag| taken(&tag.name, &tag.value));
        tags.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The same game with its tags in front and everything that is written about its moves in braces
    /// or marks; `None` if it is read as another one then.
    fn in_braces(&self) -> Option<Self> {
        let words = self.words();
        let tags_end = words.iter().rposition(|word| word.kind == TokenKind::Tag);
        let (front, moves) = words.split_at(tags_end.map_or(0, |last| last + 1));
        let (tags, others): (Vec<Word<'_>>, Vec<_>) =
            front.iter().partition(|word| word.kind == TokenKind::Tag);
        let mut text = String::new();
        for tag in tags {
            text.extend([tag.text, "\n"]);
        }
        text.push('\n');
        let (mut last_move, mut previous) = (None, TokenKind::Space);
        let rest: Vec<_> = others.into_iter().chain(moves.iter().copied()).collect();
        let mut next = None;
        let mut next_moves: Vec<_> = Vec::with_capacity(rest.len());
        for word in rest.iter().rev() {
            next_moves.push(next);
            next = if word.kind == TokenKind::Move { word.ply } else { next };
        }
        next_moves.reverse();
        for (at, word) in rest.iter().enumerate() {
            match word.kind {
                TokenKind::Marks => add_marks(word.text, previous, &mut text),
                TokenKind::Nag => match meaning(word.text) {
                    Some(marks) => add_marks(marks, previous, &mut text),
                    None => add_comment(word.text, &mut text),
                },
                TokenKind::LineComment => add_comment(word.text[1..].trim(), &mut text),
                TokenKind::BranchName if !self.begins_branch(last_move, next_moves[at]) => {
                    add_comment(word.text, &mut text);
                }
                // Some write a glyph and the next move as one word.
                TokenKind::Move if text.ends_with(['?', '!', '\'', '"']) => {
                    text.extend([" ", word.text]);
                }
                _ => text.push_str(word.text),
            }
            last_move = word.ply.or(last_move);
            if word.kind != TokenKind::Space {
                previous = word.kind;
            }
        }
        let read: Self = text.parse().ok()?;
        let line = |game: &Self, ply| (game.parent(ply), game.mv(ply).to_string());
        let is_same = read.plies().len() == self.plies().len()
            && read.main_line() == self.main_line()
            && self.plies().all(|ply| line(&read, ply) == line(self, ply));
        is_same.then_some(read)
    }

    /// Whether the next move does not just follow the last one.
    fn begins_branch(&self, last_move: Option<Ply>, next: Option<Ply>) -> bool {
        next.is_some_and(|next| self.parent(next) != last_move)
    }
}

/// What a glyph means, if there are marks for it.
fn meaning(glyph: &str) -> Option<&'static str> {
    Some(match glyph {
        "$1" => "!",
        "$2" => "?",
        "$3" => "!!",
        "$4" => "??",
        "$5" => "!?",
        "$6" => "?!",
        _ => return None,
    })
}

/// Adds marks right behind a move, or in a comment.
fn add_marks(marks: &str, previous: TokenKind, text: &mut String) {
    if previous == TokenKind::Move {
        text.truncate(text.trim_end().len());
        text.push_str(marks);
    } else {
        add_comment(marks, text);
    }
}

/// Adds a comment behind the last word, where it cannot be taken for the name of a branch.
fn add_comment(comment: &str, text: &mut String) {
    let comment = comment.replace('{', "(").replace('}', ")");
    let divider = if is_line_name(&comment) { ";" } else { "" };
    text.truncate(text.trim_end().len());
    text.extend([" {", divider, &comment, "}"]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    fn taken_text(text: &str) -> String {
        text.parse::<PtnGame>().unwrap().to_ptn_ninja()
    }

    #[test]
    fn what_is_known_stays_as_it_is() {
        for text in [
            "[Size \"5\"]\n\n1. a1 e5\n",
            "[Site \"PlayTak.com\"]\r\n[Date \"2021.03.05\"]\r\n[Size \"5\"]\r\n\r\n{so}\r\n\
             1. a1! {well} e5\r\n2. Sc3 R-0\r\n",
            "[TPS \"x5/x5/x2,12S,x2/x5/2,x4 1 7\"]\n\n7. c2\n",
        ] {
            assert_eq!(taken_text(text), text);
        }
        // But for the places of its moves.
        let text = "[TPS \"x5/x5/x2,12S,x2/x5/2,x4 1 7\"]\n7. c2";
        assert_eq!(taken_text(text), text.replace("]\n", "]\n\n") + "\n");
    }

    #[test]
    fn a_link_to_ptn_ninja_had_tags_that_it_does_not_know() {
        let text = "[Site \"PlayTak.com\"]\n[Id \"7\"]\n[Date \"2021-3-5\"]\n[Time \"9:5\"]\n\
            [Round \"1.2\"]\n[Player1 \"A {B}\"]\n[Rating1 \"?\"]\n[Result \"0\"]\n[Unrated \"1\"]\n\
            [size \"5\"]\n\n1. Fa1 e5\n2. c3 d3\n3. c3>F\n";
        let expected = "[Site \"PlayTak.com\"]\n[Date \"2021.03.05\"]\n[Time \"09:05\"]\n\
            [Player1 \"A (B)\"]\n[Size \"5\"]\n[PlayTakID \"7\"]\n\n1. a1 e5\n2. c3 d3\n3. c3>\n";
        assert_eq!(taken_text(text), expected);
        let blanks = "[ Size  \"5\" ]\n1. a1\n";
        assert_eq!(taken_text(blanks), "[Size \"5\"]\n\n1. a1\n");
    }

    #[test]
    fn a_move_behind_a_glyph_is_a_word_of_its_own() {
        let text = "[Size \"5\"]\n\n1. a1$1e5 2. c3$18d3\n";
        let expected = "[Size \"5\"]\n\n1. a1! e5\n2. c3 {$18} d3\n";
        assert_eq!(taken_text(text), expected);
    }

    #[test]
    fn variations_in_parentheses_become_branches() {
        let text = "[Size \"5\"]\n{so} 1. a1 (1. b1 {or} e1 (1... d1)) e5' (1... a5) 2. c3 ; no\n";
        let expected = "[Size \"5\"]\n\n{so}\n1. a1 e5'\n2. c3 {no}\n\n{1w1}\n1. b1 {or} e1\n\n\
            {1w1/1b1}\n1. -- d1\n\n{1b1}\n1. -- a5\n";
        assert_eq!(taken_text(text), expected);
        assert_eq!(taken_text(expected), expected);
        let named = "[Size \"5\"]\n1. a1 e5\n\n{better plan}\n1. b1\n\n{better plan}\n1. c1 c2\n\n\
            {gone/it}\n1. d1\n";
        let expected = "[Size \"5\"]\n\n1. a1 e5\n\n{better plan}\n1. b1\n\n{1w2}\n1. c1 c2\n\n\
            {gone-it}\n1. d1\n";
        assert_eq!(taken_text(named), expected);
    }

    #[test]
    fn deep_nesting_takes_no_time() {
        // Each level replaces a move of the one before.
        let (mut position, mut deep) = (Position::<8>::new(), String::from("[Size \"8\"]\n"));
        let mut levels = 0;
        while position.ply() < 150 {
            let mut moves = position.legal_moves();
            moves.retain(|&mv| {
                let mut after = position;
                after.play_unchecked(mv);
                after.outcome().is_none()
            });
            let [.., first, second] = moves[..] else { break };
            deep.extend([&first.to_string(), " {b} (", &second.to_string(), " "]);
            position.play_unchecked(second);
            levels += 1;
        }
        deep += &")".repeat(levels);
        let game: PtnGame = deep.parse().unwrap();
        assert_eq!((game.plies().len(), game.left_out().len()), (2 * levels, 0));
        assert!(
            game.to_ptn_ninja()
                .contains("{a branch is left out here, which PTN Ninja could not read}")
        );
        assert_eq!(game.for_others(), deep);
        let endless = format!("[Size \"5\"]\n{}{}", "(a1 {b} ".repeat(2_000), ")".repeat(2_000));
        assert!(taken_text(&endless).len() < 1 << 20);
    }

    #[test]
    fn nothing_is_lost_where_others_would_refuse_it() {
        for (text, expected) in [
            (
                "{first}\n[Id \"7\"] ; second\n[ Size  \"5\" ][Date \"2021-3-5\"]\n\
                 1. A1 ; {no} name\n; 2w1\n1... Fe5 ! $18 2. D3 ;\n0-0 {last}",
                "[Id \"7\"]\n[Size \"5\"]\n[Date \"2021-3-5\"]\n\n{first}\n{second}\n\
                 1. a1 {(no) name} {;2w1} e5! {$18}\n2. d3 {} {last}\n",
            ),
            (
                "[Size \"5\"]\r\n1. a1 e5\r\n\r\n{so far}\r\n2. c3 (2. c4 {why} d4 {x} 1-0)\r\n\
                 2... d3 1/2 -  1/2",
                "[Size \"5\"]\r\n\r\n1. a1 e5 {so far}\r\n2. c3 d3 1/2-1/2\r\n\r\n\
                 {2w1}\r\n2. c4 {why} d4 {x} 1-0\r\n",
            ),
            (
                "[Size \"6\"]\n[Opening \"double black stack\"]\n7. a1 f6\n8. x",
                "[Size \"6\"]\n[Opening \"double black stack\"]\n\n1. 2a1 f6\n",
            ),
        ] {
            let others = text.parse::<PtnGame>().unwrap().for_others();
            assert_eq!(others, expected);
            assert_eq!(expected.parse::<PtnGame>().unwrap().for_others(), expected);
        }
        let left_out = "[Size \"5\"]\n1. a1 (1. z9 b1) e5 ; c";
        assert_eq!(left_out.parse::<PtnGame>().unwrap().for_others(), left_out);
    }
}
