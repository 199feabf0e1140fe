//! `eval`: the static evaluation, term by term, and what the network adds.

use std::fmt::Write;

use tak_encoding::{AnyPosition, Color, OneHash, Playable, Position, Size, Square, with_position};
use tak_search::evaluation::network::Network;
use tak_search::evaluation::network::inputs::{self, Part};
use tak_search::evaluation::terms::{NAMES, TERMS};
use tak_search::evaluation::weights::{self, Weights};
use tak_search::evaluation::{FULL_PHASE, counts, phase, weigh_counts};
use tak_search::score::{self, Score};
use tak_search::wdl::Chances;

/// A table of the terms that contribute, what the network adds, and their sum. No line is
/// blank.
pub(crate) fn explain(position: &AnyPosition<OneHash>, network: Option<&Network>) -> String {
    let Terms { counts, weights, phase, white } =
        with_position!(position, position => Terms::of(position));
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
            let (name, value) = (label(name, index, length), value.round() as i32);
            let _ = writeln!(text, "{name:18} {count:8} {early:6} {late:6} {value:+7}");
        }
    }
    let side = position.side_to_move();
    let for_white = |own: Score| if side == Color::White { own } else { -own };
    let mut own = for_white(white); // the same the other way round
    if let Some(network) = network {
        let parts = with_position!(position, position => Parts::of(position, network));
        let _ = writeln!(text, "Terms: {:+}", for_white(own));
        let _ = writeln!(text, "Network: {:+}", for_white(parts.whole));
        explain_network(&parts, position.size().squares_per_side(), for_white, &mut text);
        own = score::clamp_estimate(own + parts.whole);
    }
    let white = for_white(own);
    let percent = 100 * phase / FULL_PHASE;
    let Chances { win, draw, loss } =
        with_position!(position, position => Chances::of(position, own));
    let _ =
        writeln!(text, "Mix: {percent} % early, {} % late, by the smaller reserve", 100 - percent);
    let _ = writeln!(text, "Sum: {white:+} for White, {own:+} for {side:?}, to move");
    let _ = write!(text, "Chances of {side:?}: {win} wins, {draw} draws, {loss} losses in 1000");
    if let Some(outcome) = position.outcome() {
        let _ = write!(text, "\nGame over: {outcome}; the sum means nothing");
    }
    text
}

/// What the weighted terms say about a position.
struct Terms {
    counts: [i32; TERMS],
    weights: &'static Weights,
    phase: i32,
    /// For White.
    white: Score,
}

impl Terms {
    fn of<const N: usize>(position: &Position<N, OneHash>) -> Self
    where
        Size<N>: Playable,
    {
        let (counts, phase) = (counts(position), phase(position));
        // Not `evaluate`, which would be compiled for every size just for this.
        let white = weigh_counts::<N>(&counts, phase);
        Self { counts, weights: weights::of::<N>(), phase, white }
    }
}

/// What the network says about a position, and what it would say without some parts.
struct Parts {
    whole: Score,
    /// Without each stack, from a1 on; `None` for an empty square.
    stacks: Vec<Option<Score>>,
    /// Without each of [`inputs::GROUP_PARTS`].
    groups: Vec<Score>,
}

impl Parts {
    fn of<const N: usize>(position: &Position<N, OneHash>, network: &Network) -> Self
    where
        Size<N>: Playable,
    {
        let without = |part| network.value_without(position, part);
        let stack = |square| position.top(square).map(|_| without(Part::Stack(square)));
        Self {
            whole: network.value(position),
            stacks: Square::all().map(stack).collect(),
            groups: inputs::GROUP_PARTS.map(|(_, part)| without(Part::Groups(part))).to_vec(),
        }
    }
}

/// How much each stack, hand and road adds to what the network says.
fn explain_network(
    parts: &Parts,
    size: usize,
    for_white: impl Fn(Score) -> Score,
    text: &mut String,
) {
    let worth = |without| for_white(parts.whole - without);
    text.push_str("(what each stack adds to it: by how much less it says without it)\n");
    for rank in parts.stacks.chunks(size).rev() {
        for stack in rank {
            match *stack {
                Some(without) => {
                    let _ = write!(text, "{:+6}", worth(without));
                }
                None => text.push_str("     ."),
            }
        }
        text.push('\n');
    }
    for ((name, _), &without) in inputs::GROUP_PARTS.iter().zip(&parts.groups) {
        let _ = writeln!(text, "{name:20} {:+}", worth(without));
    }
}

/// The name of a weight, numbered if its term has several.
fn label(name: &str, index: usize, length: usize) -> String {
    let name = name.to_ascii_lowercase().replace('_', " ");
    match length {
        1 => name,
        _ => format!("{name} {index}"),
    }
}

#[cfg(test)]
mod tests {
    use tak_search::evaluation::evaluate;

    use super::*;
    use tak_encoding::BoardSize;
    use tak_search::evaluation::network::{self, BUCKETS, LARGEST_OUTPUT, ONE, PerSum, Width};

    /// A network of numbers that mean nothing.
    fn random_network() -> Network {
        let mut random = fastrand::Rng::with_seed(7);
        let mut row =
            |largest: i16| -> PerSum { std::array::from_fn(|_| random.i16(-largest..=largest)) };
        let parts = network::Parts {
            width: Width::Wide,
            start: row(ONE),
            rows: (0..inputs::count::<5>()).map(|_| row(ONE)).collect(),
            outputs: std::array::from_fn(|_| std::array::from_fn(|_| row(LARGEST_OUTPUT))),
            biases: [0; BUCKETS],
            scale: 200,
        };
        Network::new(BoardSize::Five, parts).unwrap()
    }

    #[test]
    fn the_values_add_up() {
        for tps in [
            "x5/x2,1,x2/x,2S,12C,x2/2,1,x3/1,x3,2 1 6",
            "x5/x2,1,x2/x,2S,12C,x2/2,1,x3/1,x3,2 2 6",
            "2,2,21S,x2/x2,1,x2/x,2S,12C,x2/2,1,x3/1,1112,1,x,2 2 16",
        ] {
            let position = Position::<5, OneHash>::from_tps(tps).unwrap();
            let text = explain(&position.into(), None);
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
        let network = random_network();
        let tps = "2,2,21S,x2/x2,1,x2/x,2S,12C,x2/2,1,x3/1,1112,1,x,2 2 16";
        let position = Position::<5, OneHash>::from_tps(tps).unwrap();
        let text = explain(&position.into(), Some(&network));
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
        let over = Position::<3, OneHash>::from_tps("1,1,1/2,2,x/x3 2 4").unwrap();
        assert!(explain(&over.into(), None).contains("\nGame over: R-0"));
    }
}
