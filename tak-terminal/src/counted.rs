//! Numbers of things, in words.

use std::fmt::Display;

/// A number and what is counted, in the singular or the plural.
///
/// ```
/// use tak_terminal::counted::counted;
///
/// assert_eq!([0, 1, 2].map(|plies| counted(plies, "ply")), ["0 plies", "1 ply", "2 plies"]);
/// assert_eq!(counted(240, "bad game"), "240 bad games");
/// assert_eq!(counted(2, "class"), "2 classes");
/// ```
pub fn counted(count: impl Display, one: &str) -> String {
    let count = count.to_string();
    let (stem, ending) = match one.strip_suffix('y') {
        _ if count == "1" => (one, ""),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => (stem, "ies"),
        _ if one.ends_with(['s', 'x']) || one.ends_with("ch") => (one, "es"),
        _ => (one, "s"),
    };
    format!("{count} {stem}{ending}")
}

/// A part of what is counted with its verb, in the singular if either is one.
///
/// ```
/// use tak_terminal::counted::part;
///
/// let told = |kept, all| part(kept, all, "game", ["is", "are"]);
/// assert_eq!(told(0, 1), "0 of 1 game is");
/// assert_eq!(told(1, 3), "1 of 3 games is");
/// assert_eq!(told(2, 3), "2 of 3 games are");
/// ```
pub fn part(part: u64, all: u64, one: &str, [singular, plural]: [&str; 2]) -> String {
    let verb = if part == 1 || all == 1 { singular } else { plural };
    format!("{part} of {} {verb}", counted(all, one))
}
