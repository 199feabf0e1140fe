//! A PTN file cut into its games, so that a damaged one does not cost the others.

/// The most bytes of one game: a file without any game must not fill the memory.
const LONGEST_GAME: usize = 16 << 20;

/// One game as it is written.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct GameText {
    /// Where it starts in the file, 1 for the first line.
    pub(super) line: u64,
    /// The text, or the line that is wrong and why.
    pub(super) text: Result<String, (u64, &'static str)>,
}

/// Takes lines and gives games. A game starts at a tag that follows moves.
#[derive(Default)]
pub(super) struct Cutter {
    line: u64,
    text: String,
    wrong: Option<(u64, &'static str)>,
    in_comment: bool,
    has_moves: bool,
    after_empty: bool,
}

impl Cutter {
    /// Takes one line. Answers with the game that ended before it.
    pub(super) fn push(
        &mut self,
        number: u64,
        line: Result<&str, &'static str>,
    ) -> Option<GameText> {
        let text = line.unwrap_or_default();
        // Nobody writes this inside a comment: the end of that one is missing.
        if self.in_comment && self.after_empty && is_tag(text) {
            self.in_comment = false;
            self.has_moves = true;
        }
        let starts = !self.in_comment && self.has_moves && text.trim_start().starts_with('[');
        let ended = if starts { self.finish() } else { None };
        if self.line == 0 {
            self.line = number;
        }
        if let Err(why) = line {
            self.wrong.get_or_insert((number, why));
        }
        if self.text.len() + text.len() > LONGEST_GAME {
            let why = "expected at most 16 MiB for one game";
            self.wrong.get_or_insert((self.line, why));
        }
        if self.wrong.is_none() {
            self.text.push_str(text);
            self.text.push('\n');
        }
        self.after_empty = text.trim().is_empty();
        self.look_through(text);
        ended
    }

    /// The last game, if anything is left.
    pub(super) fn finish(&mut self) -> Option<GameText> {
        let ended = std::mem::take(self);
        if ended.wrong.is_none() && ended.text.trim().is_empty() {
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
                Some(b'[') => rest = after_tag(rest),
                Some(_) => {
                    self.has_moves = true;
                    rest = &rest[rest.find(['{', ';']).unwrap_or(rest.len())..];
                }
            }
        }
    }
}

/// What follows a tag; its value may hold any bracket.
fn after_tag(text: &str) -> &str {
    let mut quotes = text.match_indices('"').map(|(index, _)| index);
    let value_end = quotes.nth(1).unwrap_or(0);
    text[value_end..]
        .split_once(']')
        .map_or("", |(_, after)| after)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<(u64, String)> {
        let mut cutter = Cutter::default();
        let mut games = Vec::new();
        for (index, line) in text.lines().enumerate() {
            games.extend(cutter.push(index as u64 + 1, Ok(line)));
        }
        games.extend(cutter.finish());
        let games = games.into_iter();
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
    fn what_is_wrong_is_kept_once() {
        let mut cutter = Cutter::default();
        assert_eq!(cutter.push(1, Err("bad")), None);
        let long = "1. a1 ".repeat(1 << 17);
        for number in 2..100 {
            assert_eq!(cutter.push(number, Ok(&long)), None);
        }
        assert!(cutter.text.len() <= LONGEST_GAME);
        let game = cutter.push(100, Ok("[Size \"5\"]")).unwrap();
        assert_eq!((game.line, game.text), (1, Err((1, "bad"))));
    }
}
