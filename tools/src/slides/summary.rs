//! The numbers of slides: by length, and within a distance.

use std::fmt::Write;

use serde_json::{Value, json};
use tak_encoding::Slide;

/// `rows[n - 1][l - 1]`: slides that carry `n` and cover `l` squares.
fn by_length(height: usize) -> Vec<Vec<usize>> {
    let row = |carried: usize| {
        let is = |slide: Slide, length| {
            (slide.carried() as usize, slide.length() as usize) == (carried, length)
        };
        (1..=carried).map(|length| count(height, |slide| is(slide, length))).collect()
    };
    (1..=height).map(row).collect()
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
    let carried = "Slides that carry n and cover l squares: row n of Pascal's triangle.\nn \\ l";
    let within = "Slides of a stack of height h with d free squares before it.\nh \\ d";
    let crushes =
        "Slides of a stack of height h that end with a crush, the wall on square d.\nh \\ d";
    let line = |numbers: &[usize]| {
        let numbers: Vec<_> = numbers.iter().map(|number| format!("{number:>5}")).collect();
        numbers.concat() + "\n"
    };
    let mut text = String::new();
    for (title, rows) in
        [(carried, by_length(height)), (within, free(height)), (crushes, crush(height))]
    {
        text += title;
        text += &line(&(1..=height).collect::<Vec<_>>());
        for (row, counts) in (1..).zip(rows) {
            let _ = write!(text, "{row:>5}{}", line(&counts));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{} slides in all.", Slide::of_height(height).len());
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
                // The last piece is dropped alone: the others cover one square less.
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
