//! How many slides there are: by length, and within a distance.

use std::fmt::Write;

use serde_json::{Value, json};
use tak_encoding::Slide;

/// `rows[n - 1][l - 1]`: slides that carry `n` and cover `l` squares.
fn by_length(height: usize) -> Vec<Vec<usize>> {
    let row = |carried: usize| {
        let of_length = |length| count(height, |slide| is(slide, carried, length));
        (1..=carried).map(of_length).collect()
    };
    (1..=height).map(row).collect()
}

fn is(slide: Slide, carried: usize, length: usize) -> bool {
    (slide.carried() as usize, slide.length() as usize) == (carried, length)
}

/// `rows[h - 1][d - 1]`: slides of a stack of height `h` with `d` free squares.
fn free(height: usize) -> Vec<Vec<usize>> {
    by_distance(height, |slide, distance| slide.length() as usize <= distance)
}

/// The same for the slides that end with a crush on square `d`.
fn crush(height: usize) -> Vec<Vec<usize>> {
    by_distance(height, |slide, distance| slide.length() as usize == distance && slide.may_crush())
}

fn by_distance(height: usize, belongs: fn(Slide, usize) -> bool) -> Vec<Vec<usize>> {
    let row = |hand| {
        let within = |distance| count(hand, |slide| belongs(slide, distance));
        (1..=height).map(within).collect()
    };
    (1..=height).map(row).collect()
}

fn count(height: usize, belongs: impl Fn(Slide) -> bool) -> usize {
    Slide::of_height(height).filter(|&slide| belongs(slide)).count()
}

pub(super) fn table(height: usize) -> String {
    let mut text = String::new();
    let parts = [
        (
            "Slides that carry n and cover l squares: row n of Pascal's triangle.",
            "n \\ l",
            by_length(height),
        ),
        ("Slides of a stack of height h with d free squares before it.", "h \\ d", free(height)),
        (
            "Slides of a stack of height h that end with a crush, the wall on square d.",
            "h \\ d",
            crush(height),
        ),
    ];
    for (index, (title, corner, rows)) in parts.into_iter().enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        let _ = write!(text, "{gap}{title}\n{corner}");
        let line = |text: &mut String, numbers: &mut dyn Iterator<Item = usize>| {
            for number in numbers {
                let _ = write!(text, "{number:>5}");
            }
            text.push('\n');
        };
        line(&mut text, &mut (1..=height));
        for (row, counts) in rows.iter().enumerate() {
            let _ = write!(text, "{:>5}", row + 1);
            line(&mut text, &mut counts.iter().copied());
        }
    }
    let _ = writeln!(text, "\n{} slides in all.", Slide::of_height(height).len());
    text
}

pub(super) fn json(height: usize) -> Value {
    json!({
        "height": height,
        "slides": Slide::of_height(height).len(),
        "by_carried_and_length": by_length(height),
        "by_height_and_distance": free(height),
        "crushes_by_height_and_distance": crush(height),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binomial(n: usize, k: usize) -> usize {
        (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
    }

    #[test]
    fn lengths_are_rows_of_pascals_triangle() {
        for (row, counts) in by_length(8).iter().enumerate() {
            let expected: Vec<_> = (0..=row).map(|k| binomial(row, k)).collect();
            assert_eq!(*counts, expected);
        }
    }

    #[test]
    fn distances_are_sums_of_binomials() {
        let (free, crush) = (free(8), crush(8));
        for hand in 1..=8 {
            for distance in 1..=8 {
                let sum: usize = (1..=distance.min(hand)).map(|l| binomial(hand, l)).sum();
                assert_eq!(free[hand - 1][distance - 1], sum);
                // The last piece falls alone: the others cover one square less.
                let others: usize = (1..hand)
                    .filter(|&n| n + 1 >= distance && distance > 1)
                    .map(|n| binomial(n - 1, distance - 2))
                    .sum();
                let expected = if distance == 1 { 1 } else { others };
                assert_eq!(crush[hand - 1][distance - 1], expected);
            }
        }
    }
}
