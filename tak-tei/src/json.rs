//! JSON, as far as web pages need it: strings and objects. By hand, to keep the module that pages
//! load small.

use std::fmt::{Display, Write};
use std::iter::Peekable;
use std::str::Chars;

/// An object being written, on one line.
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self("{".to_owned())
    }

    /// Adds a member whose value is already JSON: a number, an array, an object.
    pub(crate) fn with(mut self, name: &str, value: impl Display) -> Self {
        let comma = if self.0.len() > 1 { "," } else { "" };
        let _ = write!(self.0, "{comma}{}:{value}", text(name));
        self
    }

    /// Adds a member that is a string.
    pub(crate) fn with_text(self, name: &str, value: impl Display) -> Self {
        self.with(name, text(&value.to_string()))
    }

    pub(crate) fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// An array of values that are already JSON.
pub(crate) fn array(values: impl IntoIterator<Item: Display>) -> String {
    let values: Vec<_> = values.into_iter().map(|value| value.to_string()).collect();
    format!("[{}]", values.join(","))
}

/// A string, or `null`.
pub(crate) fn text_or_null(value: Option<impl Display>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| text(&value.to_string()))
}

/// A string in quotes. Nothing in it ends a line, not even for readers that break lines where
/// Unicode does.
pub(crate) fn text(value: &str) -> String {
    let mut json = String::with_capacity(value.len() + 2);
    json.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(json, "\\u{:04x}", u32::from(c));
            }
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

/// Reads a string in quotes and nothing else; `None` if it is something else.
pub(crate) fn read_text(json: &str) -> Option<String> {
    let inside = json.trim_ascii().strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(inside.len());
    let mut chars = inside.chars().peekable();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => escaped(&mut chars)?,
            '"' => return None,
            c if c.is_ascii_control() => return None,
            c => c,
        });
    }
    Some(text)
}

/// The character that an escape after a backslash stands for.
fn escaped(chars: &mut Peekable<Chars<'_>>) -> Option<char> {
    Some(match chars.next()? {
        c @ ('"' | '\\' | '/') => c,
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'u' => {
            // A surrogate pair stands for what does not fit one escape.
            let first = code_unit(chars)?;
            let mut units = vec![first];
            if matches!(first, 0xd800..0xdc00) {
                (chars.next()? == '\\' && chars.next()? == 'u').then_some(())?;
                units.push(code_unit(chars)?);
            }
            char::decode_utf16(units).next()?.ok()?
        }
        _ => return None,
    })
}

fn code_unit(chars: &mut Peekable<Chars<'_>>) -> Option<u16> {
    (0..4).try_fold(0, |unit, _| Some(unit << 4 | chars.next()?.to_digit(16)? as u16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for value in ["", "a1", "a \"b\" \\ /", "line\r\n\tnext\u{1}\u{7f}", "é 𝄞 \u{2028}"] {
            let json = text(value);
            assert!(json.lines().count() == 1 && !json.contains('\u{2028}'), "{json}");
            assert_eq!(read_text(&json).as_deref(), Some(value));
        }
        assert_eq!(read_text(r#" "\u00e9\ud834\udd1e\/\b" "#).as_deref(), Some("é𝄞/\u{8}"));
        for bad in
            ["", "\"", "a1", "\"a\"b\"", "\"\\\"", "\"\\x\"", r#""\u12""#, r#""\ud834""#, "\"\t\""]
        {
            assert_eq!(read_text(bad), None, "{bad}");
        }
    }

    #[test]
    fn objects_are_one_line() {
        let object = Object::new().with("size", 5).with_text("a \"b\"", "c\nd");
        let object = object.with("none", text_or_null(None::<&str>)).with("all", array([1, 2]));
        let expected = r#"{"size":5,"a \"b\"":"c\nd","none":null,"all":[1,2]}"#;
        assert_eq!(object.end(), expected);
        assert_eq!(Object::new().end(), "{}");
    }
}
