//! `tak-tools chess crosscheck`: compares four ways to compute sliding attacks, for
//! every subset of blockers.

use std::fmt::Write;

use clap::Args;
use serde_json::{Map, json};

use super::attacks::Attacks;
use super::methods::{Diagonals, gallop};
use super::rays::{Slider, subsets};
use super::square::{Bitboard, Square};
use crate::failure::Failure;
use crate::output::{print, print_json};

/// Compare four ways to compute the attacks of rooks and bishops
///
/// For all 64 squares and every subset of the blockers that matter: magic tables,
/// galloping fills, operations on 8×8 diagonals, and a walk along the rays.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools chess crosscheck
  tak-tools chess crosscheck --json

If two disagree, their boards are printed and the exit code is 1.")]
pub(crate) struct Arguments {
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// A way to compute sliding attacks, up to and including the first blocker on
/// each ray, and its name.
type Method<'a> = (&'static str, &'a dyn Fn(Slider, Square, Bitboard) -> Bitboard);

/// Where two methods disagree, and their attacks.
struct Disagreement {
    slider: Slider,
    square: Square,
    blockers: Bitboard,
    names: [&'static str; 2],
    attacks: [Bitboard; 2],
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (tables, diagonals) = (Attacks::new(), Diagonals::new());
        let magic = |slider, square, blockers| tables.slider(slider).attacks(square, blockers);
        let diagonals = |slider, square, blockers| diagonals.attacks(slider, square, blockers);
        self.compare(&[
            ("walk", &Slider::walk),
            ("magic", &magic),
            ("gallop", &gallop),
            ("diagonals", &diagonals),
        ])
    }

    fn compare(&self, methods: &[Method]) -> Result<(), Failure> {
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
        let names: Vec<_> = methods.iter().map(|&(name, _)| name).collect();
        if self.json {
            let agreed =
                agreed.iter().map(|&(slider, subsets)| (slider.name().to_owned(), subsets.into()));
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
fn agreement(slider: Slider, methods: &[Method]) -> Result<u64, Disagreement> {
    let &[(expected_by, expected), ref others @ ..] = methods else { return Ok(0) };
    let mut agreed = 0;
    for square in Square::all() {
        for blockers in subsets(slider.mask(square)) {
            let expected = expected(slider, square, blockers);
            for &(found_by, found) in others {
                let found = found(slider, square, blockers);
                if found != expected {
                    return Err(Disagreement {
                        slider,
                        square,
                        blockers,
                        names: [expected_by, found_by],
                        attacks: [expected, found],
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
        let ([first, second], slider, square) = (self.names, self.slider.name(), self.square);
        format!("{first} and {second} disagree on a {slider} on {square}")
    }

    /// The blockers and both answers, side by side.
    fn boards(&self) -> String {
        const WIDTH: usize = 8 * 2 - 1;
        let [expected_by, found_by] = self.names;
        let mut text = format!("{:<WIDTH$}   {expected_by:<WIDTH$}   {found_by}\n", "blockers");
        let pictures = [self.blockers, self.attacks[0], self.attacks[1]];
        let [blockers, expected, found] = pictures.map(|board| board.to_string());
        for ((blockers, expected), found) in
            blockers.lines().zip(expected.lines()).zip(found.lines())
        {
            let _ = writeln!(text, "{blockers}   {expected}   {found}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_square_in_one_case_is_found() {
        let d4 = Square::from_name("d4").unwrap();
        let forgetful = |slider: Slider, square, blockers: Bitboard| {
            let attacked = slider.walk(square, blockers);
            let is_case = slider == Slider::Bishop && square == d4 && blockers.count() == 9;
            if is_case { attacked - Bitboard::from_square(18) } else { attacked }
        };
        let methods: [Method; 2] = [("walk", &Slider::walk), ("forgetful", &forgetful)];
        assert!(matches!(agreement(Slider::Rook, &methods), Ok(102_400)));
        let found = agreement(Slider::Bishop, &methods).err().unwrap();
        assert_eq!(found.line(), "walk and forgetful disagree on a bishop on d4");
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
