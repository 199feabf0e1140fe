//! `tak-tools chess crosscheck`: every way to know what a slider attacks gives
//! the same answer for every subset of blockers.

use std::fmt::Write;

use clap::Args;
use serde_json::{Map, json};

use super::attacks::Attacks;
use super::magic::SEED;
use super::methods::{Diagonals, Gallop, Magics, Method, Walk};
use super::rays::{Slider, subsets};
use super::square::{Square, Squares};
use crate::failure::Failure;
use crate::output::{print, print_json};

/// Compare four ways to know what rooks and bishops attack
///
/// For all 64 squares and every subset of the blockers that matter: the magic
/// tables, the galloping fill, the operations on 8×8 diagonals and a plain walk
/// along the rays.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools chess crosscheck
  tak-tools chess crosscheck --json

Exit code 1, and the boards that differ, if the ways do not agree.")]
pub(crate) struct Arguments {
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// Two methods that do not agree, and where.
struct Disagreement {
    slider: Slider,
    square: Square,
    blockers: Squares,
    names: [&'static str; 2],
    attacks: [Squares; 2],
}

impl Arguments {
    /// Compares and prints.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let attacks = Attacks::new(SEED);
        let diagonals = Diagonals::new();
        self.compare(&[&Walk, &Magics(&attacks), &Gallop, &diagonals])
    }

    fn compare(&self, methods: &[&dyn Method]) -> Result<(), Failure> {
        let mut agreed = Vec::new();
        for slider in Slider::ALL {
            match agreement(slider, methods) {
                Ok(subsets) => agreed.push((slider, subsets)),
                Err(disagreement) => {
                    if !self.json {
                        print(&disagreement.boards())?;
                    }
                    return Err(Failure::Disagreement(disagreement.line()));
                }
            }
        }
        let total: u64 = agreed.iter().map(|(_, subsets)| subsets).sum();
        let names: Vec<_> = methods.iter().map(|method| method.name()).collect();
        if self.json {
            let agreed = agreed
                .iter()
                .map(|&(slider, subsets)| (slider.name().to_owned(), subsets.into()));
            let agreed: Map<_, _> = agreed.collect();
            return print_json(&json!({ "methods": names, "agreed": agreed, "total": total }));
        }
        let mut text = format!("methods {}\n", names.join(" "));
        for (slider, subsets) in agreed {
            let _ = writeln!(text, "{} {subsets} subsets agree", slider.name());
        }
        let _ = writeln!(text, "total {total}");
        print(&text)
    }
}

/// The number of subsets for which all methods agree with the first, if they do.
fn agreement(slider: Slider, methods: &[&dyn Method]) -> Result<u64, Disagreement> {
    let Some((first, others)) = methods.split_first() else {
        return Ok(0);
    };
    let mut agreed = 0;
    for square in Square::all() {
        for blockers in subsets(slider.mask(square)) {
            let expected = first.attacks(slider, square, blockers);
            for other in others {
                let found = other.attacks(slider, square, blockers);
                if found != expected {
                    let names = [first.name(), other.name()];
                    let attacks = [expected, found];
                    return Err(Disagreement {
                        slider,
                        square,
                        blockers,
                        names,
                        attacks,
                    });
                }
            }
            agreed += 1;
        }
    }
    Ok(agreed)
}

impl Disagreement {
    fn line(&self) -> String {
        let Self {
            slider,
            square,
            names: [first, second],
            ..
        } = self;
        format!(
            "{first} and {second} disagree on a {} on {square}",
            slider.name()
        )
    }

    /// The blockers and both answers, side by side.
    fn boards(&self) -> String {
        const WIDTH: usize = 8 * 2 - 1;
        let titles = ["blockers", self.names[0], self.names[1]];
        let boards = [self.blockers, self.attacks[0], self.attacks[1]];
        let pictures = boards.map(|board| board.to_string());
        let mut columns = pictures.each_ref().map(|picture| picture.lines());
        let [a, b, c] = titles;
        let mut text = format!("{a:<WIDTH$}   {b:<WIDTH$}   {c}\n");
        for _ in 0..8 {
            let row = columns
                .each_mut()
                .map(|lines| lines.next().unwrap_or_default());
            let _ = writeln!(text, "{}", row.join("   "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk that forgets one square in one case.
    struct Forgetful;

    impl Method for Forgetful {
        fn name(&self) -> &'static str {
            "forgetful"
        }

        fn attacks(&self, slider: Slider, square: Square, blockers: Squares) -> Squares {
            let attacked = slider.walk(square, blockers);
            let d4 = Square::from_name("d4").unwrap();
            let is_case = slider == Slider::Bishop && square == d4 && blockers.count() == 9;
            if is_case {
                attacked - Squares::from_square(18)
            } else {
                attacked
            }
        }
    }

    #[test]
    fn one_wrong_square_in_one_case_is_found() {
        let methods: [&dyn Method; 2] = [&Walk, &Forgetful];
        assert!(matches!(agreement(Slider::Rook, &methods), Ok(102_400)));
        let found = agreement(Slider::Bishop, &methods).err().unwrap();
        assert_eq!(
            found.line(),
            "walk and forgetful disagree on a bishop on d4"
        );
        let boards = "\
            blockers          walk              forgetful\n\
            . . . . . . . .   . . . . . . . .   . . . . . . . .\n\
            . . . . . . X .   . . . . . . . .   . . . . . . . .\n\
            . X . . . X . .   . . . . . . . .   . . . . . . . .\n\
            . . X . X . . .   . . X . X . . .   . . X . X . . .\n\
            . . . . . . . .   . . . . . . . .   . . . . . . . .\n\
            . . X . X . . .   . . X . X . . .   . . . . X . . .\n\
            . X . . . X . .   . . . . . . . .   . . . . . . . .\n\
            . . . . . . . .   . . . . . . . .   . . . . . . . .\n";
        assert_eq!(found.boards(), boards);
    }
}
