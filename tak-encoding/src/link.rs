//! Links to ptn.ninja.
//!
//! The path of a link up to the first `&` is the PTN of one game, packed as
//! [`lz`] says. A path with other letters than the packed form has
//! is plain PTN, with escapes like `%20`. `&key=value` pairs follow: `name` is
//! a title and `targetBranch` a side line, both packed; `ply` is the ply that is
//! shown, 0 for the first, with a `!` after it if it has been played; what else
//! there is sets up the view. Under `/s/` are short links and under `/game/`
//! games that are still played: both name a game that only the site knows.
//!
//! The PTN needs a `Size` or a `TPS` tag. Without a name the site makes one from the tags, so none
//! is written here.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

mod lz;

const SITE: &str = "https://ptn.ninja/";

/// A link to ptn.ninja, which holds a game.
///
/// ```
/// use tak_encoding::Link;
///
/// let link: Link = "https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA&ply=0!".parse()?;
/// assert_eq!(link.ptn, "[Size \"5\"]\n\n1. a1 e5\n");
/// assert_eq!(link.plies, Some(1));
/// # Ok::<(), tak_encoding::LinkError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Link {
    /// The game, as it is written.
    pub ptn: String,
    /// How many plies have been played in the position that it shows.
    pub plies: Option<usize>,
    /// Whether it shows a side line. One that is written never does.
    pub side_line: bool,
}

/// Why a text is not a link with a game in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkError {
    /// A short link, which only the site can read.
    Short,
    /// A game still being played.
    Online,
    /// There is no game in it.
    Empty,
    /// Escapes that are not UTF-8.
    Escapes,
    /// A letter is missing or wrong.
    Damaged,
    /// The game would take more than 1 MiB.
    TooLong,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short => {
                "a short link, which only the site can read; open it and copy the long one"
            }
            Self::Online => "a game that is played online, expected a link with the game in it",
            Self::Empty => "a link without a game",
            Self::Escapes => "escapes like `%20` that are no text in UTF-8",
            Self::Damaged => "the game in the link is invalid: damaged or cut short",
            Self::TooLong => "the game in the link is invalid: it unfolds to more than 1 MiB",
        })
    }
}

impl Error for LinkError {}

impl fmt::Display for Link {
    /// The URL.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SITE}{}", lz::compress(self.ptn.as_str()))?;
        match self.plies {
            None => Ok(()),
            Some(0) => f.write_str("&ply=0"),
            Some(plies) => write!(f, "&ply={}!", plies - 1),
        }
    }
}

impl Link {
    /// A link that shows the game after this many plies, or wherever the site chooses.
    pub fn new(ptn: String, plies: Option<usize>) -> Self {
        Self { ptn, plies, side_line: false }
    }
}

impl FromStr for Link {
    type Err = LinkError;

    /// Reads a link, or the path of one.
    fn from_str(text: &str) -> Result<Self, LinkError> {
        let path = path(text.trim());
        let (game, parameters) = path.split_once('&').unwrap_or((path, ""));
        if game.starts_with("s/") {
            return Err(LinkError::Short);
        }
        if game.starts_with("game/") {
            return Err(LinkError::Online);
        }
        let game = unescape(game).ok_or(LinkError::Escapes)?;
        let ptn = if lz::is_alphabet(&game) { lz::decompress(&game)? } else { game };
        if ptn.trim().is_empty() {
            return Err(LinkError::Empty);
        }
        let mut link = Self::new(ptn, None);
        for parameter in parameters.split('&') {
            match parameter.split_once('=') {
                Some(("ply", shown)) => link.plies = plies(&unescape(shown).unwrap_or_default()),
                Some(("targetBranch", branch)) => link.side_line = !branch.is_empty(),
                _ => {}
            }
        }
        Ok(link)
    }
}

/// Whether a word looks like a link: a URL, or the path of one.
pub(crate) fn is_link(word: &str) -> bool {
    word.contains("://")
        || word.starts_with("ptn.ninja/")
        || word.len() > 12 && lz::is_alphabet(word)
}

/// What follows the site of a link; older links have a `#` there.
fn path(text: &str) -> &str {
    let (address, known) = match text.split_once("://") {
        Some((_, address)) => (address, true),
        None => (text, text.starts_with("ptn.ninja/")),
    };
    let path = match address.split_once('/') {
        Some((_, path)) if known => path,
        None if known => "",
        _ => address,
    };
    path.trim_start_matches(['#', '/'])
}

/// The plies that `7` (shown before it is played) or `7!` stand for.
fn plies(shown: &str) -> Option<usize> {
    match shown.strip_suffix('!') {
        Some(index) => index.parse::<usize>().ok()?.checked_add(1),
        None => shown.parse().ok(),
    }
}

/// Replaces escapes like `%20`; invalid ones stay.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let byte = match tail {
            [high, low, ..] if *first == b'%' => hex(*high).zip(hex(*low)),
            _ => None,
        };
        (bytes, rest) = match byte {
            Some((high, low)) => (push(bytes, high << 4 | low), &tail[2..]),
            None => (push(bytes, *first), tail),
        };
    }
    String::from_utf8(bytes).ok()
}

fn push(mut bytes: Vec<u8>, byte: u8) -> Vec<u8> {
    bytes.push(byte);
    bytes
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Link, LinkError> {
        text.parse()
    }

    const PTN: &str = "[Size \"5\"]\n\n1. a1 e5\n";
    const PACKED: &str = "NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA";

    #[test]
    fn links_come_back() {
        for plies in [None, Some(0), Some(1), Some(300)] {
            let link = Link::new(PTN.to_owned(), plies);
            assert_eq!(link.to_string().parse(), Ok(link));
        }
        assert_eq!(read(PACKED).unwrap().to_string(), format!("{SITE}{PACKED}"));
    }

    #[test]
    fn links_are_read_in_all_their_forms() {
        for text in [
            PACKED.to_owned(),
            format!(" https://ptn.ninja/{PACKED}\n"),
            format!("ptn.ninja/{PACKED}"),
            format!("http://localhost:8081/#/{PACKED}"),
            format!("https://ptn.ninja/{PACKED}&name=IZA&showPTN=false"),
            format!("https://ptn.ninja/{}", PACKED.replace('N', "%4e")),
            "https://ptn.ninja/[Size%20%225%22]%0A%0a1. a1 e5%0A".to_owned(),
        ] {
            assert_eq!(read(&text).map(|link| link.ptn).as_deref(), Ok(PTN), "{text}");
        }
        let link = read(&format!("ptn.ninja/{PACKED}&ply=1%21&targetBranch=IZA")).unwrap();
        assert_eq!((link.plies, link.side_line), (Some(2), true));
        for ply in ["", "!", "x", "-1", "18446744073709551615!", "%ff"] {
            let link = read(&format!("ptn.ninja/{PACKED}&ply={ply}")).unwrap();
            assert_eq!(link.plies, None, "{ply}");
        }
    }

    #[test]
    fn what_is_no_game_says_why() {
        for (text, why) in [
            ("https://ptn.ninja/s/abc", "a short link"),
            ("https://ptn.ninja/game/123", "played online"),
            ("https://ptn.ninja/", "without a game"),
            ("https://ptn.ninja", "without a game"),
            ("https://ptn.ninja/Q", "without a game"),
            ("https://ptn.ninja/NoZQlgXg", "cut short"),
            ("https://ptn.ninja/%ff", "UTF-8"),
            ("", "without a game"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
        assert_eq!(unescape("%4%zz%é%"), Some("%4%zz%é%".to_owned()));
    }
}
