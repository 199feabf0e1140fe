//! Text in lines that fit a terminal.

use crate::failure::Failure;
use crate::output::{print, terminal_width};

/// Prints text, on a terminal with no line longer than fits.
pub fn print_wrapped(text: &str) -> Result<(), Failure> {
    match terminal_width() {
        Some(width) => print(&wrapped(text, width)),
        None => print(text),
    }
}

/// Text with its long lines broken between words. What follows stands below the second column of
/// the line, if it has two, or as far in as the line. Coloured lines are drawings, which stay.
///
/// ```
/// use tak_terminal::wrap::wrapped;
///
/// assert_eq!(wrapped("undo  take back a move\n", 18), "undo  take back a\n      move\n");
/// ```
pub fn wrapped(text: &str, width: usize) -> String {
    let mut broken = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.trim_end().chars().count() <= width || line.contains('\x1b') {
            broken.push_str(line);
        } else {
            break_line(line, width, &mut broken);
        }
    }
    broken
}

fn break_line(line: &str, width: usize, broken: &mut String) {
    let margin = margin(line);
    // Where the words would be too narrow, they begin at the left.
    let margin = if margin > width / 2 { 0 } else { margin };
    let (mut column, mut gap) = (0, "");
    for word in line.split(' ') {
        let length = word.trim_end().chars().count();
        if column > margin && column + gap.len() + length > width {
            broken.truncate(broken.trim_end_matches(' ').len());
            broken.push('\n');
            broken.extend(std::iter::repeat_n(' ', margin));
            (column, gap) = (margin, "");
            if word.is_empty() {
                continue;
            }
        }
        broken.push_str(gap);
        broken.push_str(word);
        column += gap.len() + length;
        gap = " ";
    }
}

/// The column below which a broken line goes on.
fn margin(line: &str) -> usize {
    let indented = line.len() - line.trim_start_matches(' ').len();
    let text = &line[indented..];
    let Some((first, rest)) = text.split_once("  ").filter(|_| indented == 0) else {
        return indented;
    };
    let gap = rest.len() - rest.trim_start_matches(' ').len();
    first.chars().count() + 2 + gap
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        for (text, width, expected) in [
            ("a1 b2 c3\n", 8, "a1 b2 c3\n"),
            ("a1 b2 c3\n", 7, "a1 b2\nc3\n"),
            ("  a1 b2 c3", 7, "  a1 b2\n  c3"),
            // A word that is too long stays whole.
            ("a1 capstones b2", 5, "a1\ncapstones\nb2"),
            ("level N     how well it plays", 24, "level N     how well it\n            plays"),
            ("\x1b[1ma1 b2 c3\x1b[0m\n", 5, "\x1b[1ma1 b2 c3\x1b[0m\n"),
            ("größer größer", 6, "größer\ngrößer"),
            ("", 1, ""),
            ("\n\n", 0, "\n\n"),
        ] {
            assert_eq!(wrapped(text, width), expected);
        }
    }
}
