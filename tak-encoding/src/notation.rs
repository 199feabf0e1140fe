//! Which notation a text is in.

use std::borrow::Cow;

use crate::link::{Link, LinkError, is_link};

/// How games and positions are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// Games with tags.
    Ptn,
    /// A position.
    Tps,
    /// Moves as in PTN, without tags.
    Moves,
    /// Moves in the notation of playtak.com.
    Playtak,
    /// A link to ptn.ninja, with a game in it.
    Link,
}

impl Notation {
    /// The notation of a text, or of the first bytes of a file, told by its first word. Lines that
    /// start with `#` are comments.
    ///
    /// ```
    /// use tak_encoding::Notation;
    ///
    /// assert_eq!(Notation::of("[Size \"5\"] 1. a1 e5"), Notation::Ptn);
    /// assert_eq!(Notation::of("x3/x3/x3 1 1"), Notation::Tps);
    /// assert_eq!(Notation::of("# by hand\n1. a1 e5"), Notation::Moves);
    /// assert_eq!(Notation::of("P A1,P E5"), Notation::Playtak);
    /// assert_eq!(Notation::of("https://ptn.ninja/NoZQlgXgpgBARAVjgXQ"), Notation::Link);
    /// ```
    pub fn of(text: impl AsRef<[u8]>) -> Self {
        let text = text.as_ref();
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let line = lines.find(|line| !matches!(line, [] | [b'#', ..])).unwrap_or_default();
        let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        // What is not text is no link.
        let word = str::from_utf8(word).unwrap_or_default();
        match word {
            "P" | "p" | "M" | "m" => Self::Playtak,
            // A line of playtak.com's server.
            _ if word.starts_with("Game#") => Self::Playtak,
            _ if word.starts_with(['[', '{', '(', ';']) => Self::Ptn,
            _ if is_link(word) => Self::Link,
            _ if word.contains('/') => Self::Tps,
            _ => Self::Moves,
        }
    }
}

/// The PTN of a text that may be PTN, a link to ptn.ninja, several on lines of their own, or a TPS.
///
/// # Errors
///
/// The error in a link, if the text is one.
///
/// ```
/// use tak_encoding::any_to_ptn;
///
/// let game = "[Size \"5\"] 1. a1 e5";
/// assert_eq!(any_to_ptn(game)?, game);
/// assert_eq!(any_to_ptn(" x3/x3/x3 1 1\n")?, "[TPS \"x3/x3/x3 1 1\"]\n");
/// assert!(any_to_ptn("ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA")?.contains("e5"));
/// # Ok::<(), tak_encoding::LinkError>(())
/// ```
pub fn any_to_ptn(text: &str) -> Result<Cow<'_, str>, LinkError> {
    let whole = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let mut lines = whole.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_one_line = !whole.contains('\n');
    match Notation::of(whole) {
        Notation::Link if is_one_line => Ok(Cow::Owned(whole.parse::<Link>()?.ptn)),
        Notation::Link if lines.clone().all(|line| Notation::of(line) == Notation::Link) => {
            let games = lines.try_fold(String::new(), |games, line| {
                Ok(games + &line.parse::<Link>()?.ptn + "\n\n")
            });
            games.map(Cow::Owned)
        }
        Notation::Tps if is_one_line => Ok(Cow::Owned(format!("[TPS \"{whole}\"]\n"))),
        _ => Ok(Cow::Borrowed(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_tells() {
        for (text, expected) in [
            ("", Notation::Moves),
            ("[Size \"5\"]", Notation::Ptn),
            ("\n[Size \"6\"]", Notation::Ptn),
            ("{a/b} [Size \"6\"]", Notation::Ptn),
            ("x3/x3/x3 1 1", Notation::Tps),
            ("\u{feff}# a/b\r\n\r\n a1 f6\r\n", Notation::Moves),
            ("1. a1 f6 1/2-1/2", Notation::Moves),
            // The longest move is shorter than the shortest link.
            ("8h8<11111111", Notation::Moves),
            (" p a1,P B2", Notation::Playtak),
            ("M A1 A2 1", Notation::Playtak),
            ("Game#7 P A1\nGame#7 P B2", Notation::Playtak),
            ("ptn.ninja/[Size%20%225%22]", Notation::Link),
            ("http://localhost/NoZQ", Notation::Link),
            ("NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA", Notation::Link),
        ] {
            assert_eq!(Notation::of(text), expected, "{text}");
        }
        assert_eq!(Notation::of(b"\xff://x"), Notation::Moves);
    }

    #[test]
    fn links_on_lines_of_their_own_are_games() {
        let link = "ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA";
        let two = any_to_ptn(&format!("{link}\n\n {link}\n")).unwrap().into_owned();
        assert_eq!(two.matches("1. a1 e5").count(), 2);
        let mixed = format!("{link}\na1 e5");
        assert_eq!(any_to_ptn(&mixed).unwrap(), mixed);
    }
}
