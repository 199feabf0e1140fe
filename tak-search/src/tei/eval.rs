//! `eval`: the static evaluation, term by term.

use std::fmt::Write;

use tak_encoding::{Color, Hashing, Playable, Position, Size};

use crate::evaluation::terms::NAMES;
use crate::evaluation::{FULL_PHASE, counts, evaluate, phase, weights};
use crate::wdl::Chances;

/// A table of the terms that contribute, and their sum. No line is blank.
pub(super) fn explain<const N: usize, H: Hashing>(position: &Position<N, H>) -> String
where
    Size<N>: Playable,
{
    let counts = counts(position);
    let weights = weights::of::<N>();
    let phase = phase(position);
    let mut text = String::from(
        "Term                  count  early   late   value\n\
         (White's count minus Black's; weights and values in centiflats, for White)\n",
    );
    let mut term = 0;
    for &(name, length) in NAMES {
        for index in 0..length {
            let (count, [early, late]) = (counts[term], weights[term].map(i32::from));
            term += 1;
            if count == 0 || (early, late) == (0, 0) {
                continue;
            }
            let mixed = early * phase + late * (FULL_PHASE - phase);
            let value = f64::from(mixed * count) / f64::from(FULL_PHASE);
            let name = label(name, index, length);
            let _ = writeln!(text, "{name:18} {count:8} {early:6} {late:6} {value:+7.0}");
        }
    }
    let own = evaluate(position);
    let side = position.side_to_move();
    let white = if side == Color::White { own } else { -own };
    let percent = 100 * phase / FULL_PHASE;
    let Chances { win, draw, loss } = Chances::of(position, own);
    let _ =
        writeln!(text, "Mix: {percent} % early, {} % late, by the smaller reserve", 100 - percent);
    let _ = writeln!(text, "Sum: {white:+} for White, {own:+} for {side:?}, to move");
    let _ = write!(text, "Chances of {side:?}: {win} wins, {draw} draws, {loss} losses in 1000");
    if let Some(outcome) = position.outcome() {
        let _ = write!(text, "\nGame over: {outcome}; the sum means nothing");
    }
    text
}

/// The name of a weight, numbered if its term has several.
fn label(name: &str, index: usize, length: usize) -> String {
    let name = name.to_lowercase().replace('_', " ");
    match length {
        1 => name,
        _ => format!("{name} {index}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tak_encoding::NoHash;

    #[test]
    fn the_values_add_up() {
        for tps in [
            "x5/x2,1,x2/x,2S,12C,x2/2,1,x3/1,x3,2 1 6",
            "x5/x2,1,x2/x,2S,12C,x2/2,1,x3/1,x3,2 2 6",
            "2,2,21S,x2/x2,1,x2/x,2S,12C,x2/2,1,x3/1,1112,1,x,2 2 16",
        ] {
            let position = Position::<5, NoHash>::from_tps(tps).unwrap();
            let text = explain(&position);
            let rows = text.lines().skip(2);
            let rows = rows.take_while(|line| !line.starts_with("Mix"));
            let values = rows.map(|line| line.split(' ').next_back().unwrap());
            let sum: i32 = values.map(|value| value.parse::<i32>().unwrap()).sum();
            let white = match position.side_to_move() {
                Color::White => evaluate(&position),
                Color::Black => -evaluate(&position),
            };
            // Each row is rounded.
            assert!(white.abs_diff(sum) <= 20, "{sum} and {white}:\n{text}");
            assert!(text.contains(&format!("Sum: {white:+} for White")));
        }
    }

    #[test]
    fn a_finished_game_says_so() {
        let over = Position::<3, NoHash>::from_tps("1,1,1/2,2,x/x3 2 4").unwrap();
        assert!(explain(&over).contains("\nGame over: R-0"));
    }
}
