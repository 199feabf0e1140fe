//! `eval`: the static evaluation, term by term, and what the network adds.

use std::fmt::Write;

use tak_encoding::{Color, Hashing, Playable, Position, Size, Square};

use crate::evaluation::network::Network;
use crate::evaluation::network::inputs::{self, Part};
use crate::evaluation::terms::NAMES;
use crate::evaluation::{FULL_PHASE, counts, evaluate, phase, weights};
use crate::score::{self, Score};
use crate::wdl::Chances;

/// A table of the terms that contribute, what the network adds, and their sum. No line is
/// blank.
pub(super) fn explain<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    network: Option<&Network>,
) -> String
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
    let side = position.side_to_move();
    let for_white = |own: Score| if side == Color::White { own } else { -own };
    let mut own = evaluate(position);
    if let Some(network) = network {
        let correction = network.value(position);
        let _ = writeln!(text, "Terms: {:+}", for_white(own));
        let _ = writeln!(text, "Network: {:+}", for_white(correction));
        explain_network(position, network, for_white, &mut text);
        own = score::clamp_estimate(own + correction);
    }
    let white = for_white(own);
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

/// What the network would say without each stack, hand and road.
fn explain_network<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    network: &Network,
    for_white: impl Fn(Score) -> Score,
    text: &mut String,
) where
    Size<N>: Playable,
{
    let whole = network.value(position);
    let worth = |part| for_white(whole - network.value_without(position, part));
    text.push_str("(what each stack adds to it: by how much less it says without it)\n");
    for rank in (0..N).rev() {
        for file in 0..N {
            let square = Square::<N>::at(file, rank);
            match square.filter(|&square| position.top(square).is_some()) {
                Some(square) => {
                    let _ = write!(text, "{:+6}", worth(Part::Stack(square)));
                }
                None => text.push_str("     ."),
            }
        }
        text.push('\n');
    }
    for (name, part) in inputs::GROUP_PARTS {
        let _ = writeln!(text, "{name:20} {:+}", worth(Part::Groups(part)));
    }
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
    use tak_encoding::NoHash;

    use super::*;
    use crate::evaluation::network::tests::random_network;

    #[test]
    fn the_values_add_up() {
        for tps in [
            "x5/x2,1,x2/x,2S,12C,x2/2,1,x3/1,x3,2 1 6",
            "x5/x2,1,x2/x,2S,12C,x2/2,1,x3/1,x3,2 2 6",
            "2,2,21S,x2/x2,1,x2/x,2S,12C,x2/2,1,x3/1,1112,1,x,2 2 16",
        ] {
            let position = Position::<5, NoHash>::from_tps(tps).unwrap();
            let text = explain(&position, None);
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
    fn the_network_is_told_by_its_parts() {
        let network = random_network::<5>(7);
        let tps = "2,2,21S,x2/x2,1,x2/x,2S,12C,x2/2,1,x3/1,1112,1,x,2 2 16";
        let position = Position::<5, NoHash>::from_tps(tps).unwrap();
        let text = explain(&position, Some(&network));
        let (own, correction) = (evaluate(&position), network.value(&position));
        assert!(correction != 0 && text.contains(&format!("\nNetwork: {:+}\n", -correction)));
        assert!(text.contains(&format!("Sum: {:+} for White", -(own + correction))), "{text}");
        let board = text.lines().skip_while(|line| !line.starts_with("(what each stack"));
        let board: Vec<_> = board.skip(1).take(5).collect();
        let stacks = |line: &str| line.split_whitespace().filter(|&word| word != ".").count();
        assert_eq!(board.iter().map(|line| stacks(line)).collect::<Vec<_>>(), [3, 1, 2, 2, 4]);
        assert!(text.contains("\nof flats in hand   "), "{text}");
    }

    #[test]
    fn a_finished_game_says_so() {
        let over = Position::<3, NoHash>::from_tps("1,1,1/2,2,x/x3 2 4").unwrap();
        assert!(explain(&over, None).contains("\nGame over: R-0"));
    }
}
