//! Points of a game as players name them.

use std::str::FromStr;

use tak_encoding::Color;

/// A point of a game, written `12w` or `12b`; `12` is move 12 as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveName {
    /// The full move, 1 for the first.
    pub number: u32,
    /// Whose ply of it, `None` if that was not said.
    pub color: Option<Color>,
}

impl FromStr for MoveName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (digits, color) = match text.strip_suffix(['w', 'W']) {
            Some(digits) => (digits, Some(Color::White)),
            None => match text.strip_suffix(['b', 'B']) {
                Some(digits) => (digits, Some(Color::Black)),
                None => (text, None),
            },
        };
        let number = digits.parse().ok().filter(|&number| number > 0);
        match number {
            Some(number) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Ok(Self { number, color })
            }
            _ => Err("expected a move number and `w` or `b`, like 12w or 3b".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_a_side() {
        let name = |text: &str| text.parse::<MoveName>().ok();
        let color = Some(Color::Black);
        assert_eq!(name("3b"), Some(MoveName { number: 3, color }));
        assert_eq!(name("12").map(|name| name.color), Some(None));
        for bad in ["", "w", "0w", "3x", "+3", "3 w", "99999999999"] {
            assert_eq!(name(bad), None, "{bad}");
        }
    }
}
