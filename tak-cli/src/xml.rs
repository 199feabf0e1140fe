//! Numbers and text as pictures in SVG need them.

use std::fmt::{self, Write};

/// A number with two decimals at most.
pub struct Number(pub f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Text between tags; what XML cannot hold at all becomes a question mark.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '\u{fffe}' | '\u{ffff}' => f.write_char('?')?,
                character if character.is_control() => f.write_char('?')?,
                character => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let written = [0.0, -0.001, 1.5, 12.0, 100.0, 0.126, -3.1].map(|n| Number(n).to_string());
        assert_eq!(written, ["0", "0", "1.5", "12", "100", "0.13", "-3.1"]);
    }

    #[test]
    fn text_cannot_break_out() {
        let escaped = Escaped("</text><script>\u{1}&").to_string();
        assert_eq!(escaped, "&lt;/text&gt;&lt;script&gt;?&amp;");
    }
}
