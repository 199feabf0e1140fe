//! What a player's clock showed after a move, as comments tell it.

use std::time::Duration;

use crate::text::number;

/// The time left that a comment tells: `[%clk 0:09:45]`, `clock 9:45` or `9:45.3` and nothing else.
pub(super) fn clock(comment: &str) -> Option<Duration> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '=' | ',' | '%');
    let words: Vec<_> = comment.split(is_between).filter(|word| !word.is_empty()).collect();
    if let [only] = words[..]
        && let Some(left) = time(only)
    {
        return Some(left);
    }
    (0..words.len()).find_map(|index| {
        let small = words[index].to_ascii_lowercase();
        let rest = small.strip_prefix("clock").or_else(|| small.strip_prefix("clk"))?;
        match rest.trim_start_matches(':') {
            "" => time(words.get(index + 1)?),
            behind => time(behind),
        }
    })
}

/// Minutes and seconds, perhaps with hours before them and with a fraction.
fn time(text: &str) -> Option<Duration> {
    let (text, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut parts = text.split(':');
    let first = number(parts.next()?)?;
    let rest: Option<Vec<u32>> = parts
        .map(|part| number(part).filter(|&part_of_sixty| part.len() <= 2 && part_of_sixty < 60))
        .collect();
    let rest = rest.filter(|rest| matches!(rest.len(), 1 | 2) && fraction.len() <= 9)?;
    let seconds = rest.iter().fold(u64::from(first), |total, &part| total * 60 + u64::from(part));
    let nanoseconds = match fraction {
        "" => 0,
        digits => number(digits)? * 10_u32.pow(9 - digits.len() as u32),
    };
    Some(Duration::new(seconds, nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_told_in_several_ways() {
        for (comment, expected) in [
            ("[%clk 0:09:45]", Some(585_000)),
            ("good! [%clk 1:09:45.3] really", Some(4_185_300)),
            ("[%clock 0:10]", Some(10_000)),
            (" 9:45 ", Some(585_000)),
            ("clock: 120:00", Some(7_200_000)),
            ("Clk:9:05.25", Some(545_250)),
            ("clk=0:00", Some(0)),
            ("better at 9:45", None),
            ("9", None),
            ("9:75", None),
            ("1:2:3:4", None),
            ("clock", None),
            ("+0.305/12 nodes", None),
            ("9:45.", Some(585_000)),
            ("4294967295:59:59.999999999", Some(15_461_882_265_599_999)),
        ] {
            let told = clock(comment).map(|left| left.as_millis());
            assert_eq!(told, expected, "{comment}");
        }
    }
}
