//! The escapes of `bad-input.txt`, by which a line of text can hold any bytes.

use std::iter::repeat_n;

/// Replaces the escapes of a column:
///
/// | written               | means                                          |
/// |-----------------------|------------------------------------------------|
/// | `\n` `\r` `\t` `\\`   | as in Rust                                     |
/// | `\xNN`                | one byte, which may make the whole not UTF-8   |
/// | `\u{H}`               | one character                                  |
/// | `{REPEAT:text:count}` | the text that many times, its escapes replaced |
/// | `<EOF…>`              | the input ends here                            |
pub fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if let Some(repeat) = rest.strip_prefix("{REPEAT:") {
            let (repeat, after) = split(repeat, "}");
            let (text, count) = repeat.rsplit_once(':').expect("a count after the text");
            let count = count.parse().expect("a count in digits");
            bytes.extend(repeat_n(unescape(text), count).flatten());
            rest = after;
        } else if let Some(escape) = rest.strip_prefix('\\') {
            rest = push_escape(escape, &mut bytes);
        } else if rest.starts_with("<EOF") {
            break;
        } else {
            let (plain, after) = rest.split_at(next.len_utf8());
            bytes.extend(plain.bytes());
            rest = after;
        }
    }
    bytes
}

/// Appends what stands after a backslash, and returns the text behind it.
fn push_escape<'a>(escape: &'a str, bytes: &mut Vec<u8>) -> &'a str {
    let (letter, after) = escape.split_at(1);
    match letter {
        "n" => bytes.push(b'\n'),
        "r" => bytes.push(b'\r'),
        "t" => bytes.push(b'\t'),
        "\\" => bytes.push(b'\\'),
        "x" => {
            let (digits, after) = after.split_at(2);
            bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
            return after;
        }
        "u" => {
            let (digits, after) = split(after.strip_prefix('{').expect("a brace"), "}");
            let number = u32::from_str_radix(digits, 16).expect("hexadecimal digits");
            let character = char::from_u32(number).expect("a character");
            bytes.extend(character.to_string().bytes());
            return after;
        }
        other => panic!("there is no escape \\{other}"),
    }
    after
}

fn split<'a>(text: &'a str, end: &str) -> (&'a str, &'a str) {
    text.split_once(end).unwrap_or_else(|| panic!("no {end} in {text}"))
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn every_escape() {
        assert_eq!(unescape(r"a\n\r\t\\\x7c\xff"), b"a\n\r\t\\|\xff");
        assert_eq!(unescape(r"\u{ff11}\u{1f600}é"), "１😀é".as_bytes());
        assert_eq!(unescape(r"{REPEAT:x6/:3}x6 {a}"), b"x6/x6/x6/x6 {a}");
        assert_eq!(unescape(r"{REPEAT:\x41::2}"), b"A:A:");
        assert_eq!(unescape("stop<EOF after this>x"), b"stop");
    }
}
