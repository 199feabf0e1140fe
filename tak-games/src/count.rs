//! How often an entry occurred, where it says so: a list or a position after a tab, a game in PTN in
//! the tag `Count`.

use tak_encoding::{AnyGame, Notation, excerpt};

/// The PTN tag with the number of occurrences.
pub const COUNT_TAG: &str = "Count";

/// Splits the count off a line; it is 1 if none is written.
///
/// ```
/// use tak_encoding::Notation;
/// use tak_games::count;
///
/// assert_eq!(count::split("a1 e5\t12", Notation::Moves), Ok(("a1 e5", 12)));
/// assert_eq!(count::split("a1 e5", Notation::Moves), Ok(("a1 e5", 1)));
/// assert!(count::split("a1 e5\t0", Notation::Moves).is_err());
/// ```
///
/// # Errors
///
/// If it is no such number.
pub fn split(line: &str, notation: Notation) -> Result<(&str, u64), String> {
    // A fast path, because most lines have no tab.
    if !line.as_bytes().contains(&b'\t') {
        return Ok((line, 1));
    }
    let (text, count) = line.rsplit_once('\t').unwrap_or((line, ""));
    let digits = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    // The fields of a TPS may be separated by tabs too.
    let part_of_tps = notation == Notation::Tps && text.split_ascii_whitespace().count() < 3;
    if digits && !part_of_tps { Ok((text, read(count)?)) } else { Ok((line, 1)) }
}

/// The count in a game's tags, if there is one.
///
/// # Errors
///
/// If it is no such number.
pub fn of_game(game: &AnyGame) -> Result<Option<u64>, String> {
    let mut tags = game.tags().iter();
    let tag = tags.find(|tag| tag.name.eq_ignore_ascii_case(COUNT_TAG));
    tag.map(|tag| read(&tag.value)).transpose()
}

fn read(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| {
        let found = excerpt(text);
        format!("count {found}: expected a number, at least 1")
    })
}
