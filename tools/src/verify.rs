//! `tak-tools verify`: checks that a certificate proves what it claims.
//!
//! No search and no table: every move is replayed. After each move of the winner all legal answers
//! are tried; each must be listed, or lose to one of the moves after `else`, or end the game in the
//! winner's favour. See the format in the solver's `certificate.rs`.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tak_encoding::{AnyRules, Color, HalfKomi, Opening, Playable, Position, Size, with_size};

use crate::failure::Failure;
use crate::input::{Source, files};
use crate::output::{print, print_json};
use crate::skipped::Skipped;
use crate::text::Text;

mod certificate;
#[cfg(all(test, feature = "engine"))]
mod laws;
mod replay;

use certificate::TPS_LINE;
pub(crate) use certificate::{Certificate, Wrong};

/// Check proofs of forced wins, as `tak-engine solve --certificate` writes them
///
/// Nothing is searched: every legal answer to every move of the proof is replayed to the
/// end of the game.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools verify proof.txt
  tak-tools verify proof.txt --json

Exit codes: 0 all are proofs, 2 one is not.")]
pub(crate) struct Arguments {
    /// Certificates, also compressed by gzip; folders with .txt files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Print one JSON object on one line for each
    #[arg(long)]
    json: bool,
}

/// What a certificate proves.
pub(crate) struct Checked {
    /// The position that it begins with, and its komi.
    pub(crate) tps: String,
    pub(crate) half_komi: HalfKomi,
    /// Flats and capstones of White, then of Black, before the game.
    pub(crate) pieces: [u8; 4],
    /// Whether they are as usual on a board of that size.
    pub(crate) is_usual: bool,
    pub(crate) opening: Opening,
    pub(crate) winner: Color,
    pub(crate) by_road: bool,
    /// Plies to the end against the longest defence.
    pub(crate) plies: u32,
    pub(crate) positions: usize,
    /// Answers that were replayed.
    pub(crate) answers: u64,
}

impl Arguments {
    /// Checks all of them.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut skipped = Skipped::default();
        for source in files(&self.files, &["txt"]) {
            skipped.count(source.and_then(|source| self.check_one(&source)))?;
        }
        skipped.finish("inputs")
    }

    fn check_one(&self, source: &Source) -> Result<(), Failure> {
        let text = Text::read(source)?;
        text.check_whole()?;
        let checked = check(text.as_str());
        let checked = checked.map_err(|Wrong { line, why }| source.failure_at(line, why))?;
        self.tell(source, &checked)
    }

    fn tell(&self, source: &Source, checked: &Checked) -> Result<(), Failure> {
        let Checked { tps, half_komi, winner, by_road, plies, positions, answers, .. } = checked;
        if self.json {
            return print_json(&json!({
                "file": source.whole_name(), "tps": tps, "half_komi": half_komi.0,
                "pieces": checked.pieces, "opening": checked.opening.to_string(), "winner": winner.to_string(),
                "by_road": by_road, "plies": plies, "positions": positions, "answers": answers,
            }));
        }
        let win = if *by_road { "forces a road" } else { "forces a win" };
        let opening = match checked.opening {
            opening if opening == Opening::default() => String::new(),
            opening => format!(", opening {opening}"),
        };
        let [flats, caps, black_flats, black_caps] = checked.pieces;
        let pieces = if checked.is_usual {
            String::new()
        } else {
            format!(
                ", not the usual pieces: White {flats} and {caps} capstones, Black {black_flats} \
                 and {black_caps}"
            )
        };
        print(&format!(
            "{}: proven: {winner} {win} within {plies} plies ({positions} positions, {answers} \
             answers replayed)\n  from {tps}, komi {half_komi}{opening}{pieces}\n",
            source.name()
        ))
    }
}

/// Reads and replays a certificate.
pub(crate) fn check(text: &str) -> Result<Checked, Wrong> {
    let certificate = Certificate::read(text)?;
    with_size!(certificate.size, N => {
        let start = start::<N>(&certificate)?;
        replay::replay(&certificate, start)
    })
}

/// The position that is said to be won.
fn start<const N: usize>(certificate: &Certificate<'_>) -> Result<Position<N>, Wrong>
where
    Size<N>: Playable,
{
    let wrong = |why: String| Wrong { line: TPS_LINE, why };
    let mut rules = AnyRules::with_komi(HalfKomi(certificate.half_komi.0));
    let [white_flats, white_caps, black_flats, black_caps] = certificate.pieces.map(Some);
    rules.flats = [white_flats, black_flats];
    rules.caps = [white_caps, black_caps];
    rules.opening = certificate.opening;
    let rules = rules.at_size::<N>().map_err(|error| wrong(error.to_string()))?;
    Position::from_tps_with(certificate.tps, rules).map_err(|error| wrong(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROOF: &str = include_str!("../tests/data/proof.txt");

    fn why(text: &str) -> String {
        match check(text) {
            Ok(_) => panic!("proven: {text}"),
            Err(Wrong { line, why }) => format!("{line}: {why}"),
        }
    }

    #[test]
    fn a_proof_is_a_proof() {
        let checked = check(PROOF).unwrap_or_else(|wrong| panic!("{}", wrong.why));
        assert_eq!((checked.plies, checked.answers), (3, 63));
        assert!(checked.winner == Color::Black && checked.by_road);
        assert!(check(&PROOF.replace("by road", "by any")).is_ok());
    }

    #[test]
    fn an_answer_is_listed_once() {
        let twice = "tak certificate 1\ntps x3/x,2,x/x3 2 1\nkomi 0\npieces 10 0 10 0\n\
                     opening swap\nwinner white\nby any\nplies 2\npositions 2\n\
                     1 - | a1 2 | a1 2 | else\n2 a2 | #\n";
        assert_eq!(why(twice), "10: the answer a1 is listed twice");
    }

    #[test]
    fn what_is_tampered_with_is_refused_with_words() {
        let changed = |from: &str, to: &str| why(&PROOF.replace(from, to));
        for (from, to, expected) in [
            ("certificate 1", "certificate 2", "1: expected `tak certificate 1`"),
            ("else c4 b5", "else c4", "10: nothing completes a road after"),
            ("1 b4", "1 b2", "10: nothing completes a road after"),
            ("1 b4", "1 c5", "10: b4"),
            ("1 b4", "1 z9", "10: z9: move `z9`"),
            ("1 b4 | else c4 b5", "1 b4 | #", "10: the game goes on after b4"),
            ("1 b4 |", "1 b4 | a1 2 |", "10: a1 leads to position 2, but the last one is 1"),
            ("1 b4 |", "1 b4 | a1 1 |", "10: a1 leads back to position 1"),
            ("positions 1", "positions 2", "the file ends after 1 of 2 positions"),
            ("positions 1", "positions 0", "expected 0 positions, found 1"),
            ("plies 3", "plies 1", "the defender holds out 3 plies, not 1"),
            ("winner black", "winner white", "the loser is to move: expected `-`"),
            ("komi 0", "komi x", "3: komi `x`"),
            ("pieces 21 1 21 1", "pieces 2 1 2 1", "2: "),
            ("pieces 21 1", "pieces x 21 1", "4: pieces: expected four numbers, found `x 21 1"),
            ("by road", "by magic", "7: "),
        ] {
            if from == "1 b4" && to == "1 c5" {
                assert!(changed(from, to).contains("the square is taken"));
                continue;
            }
            let found = changed(from, to);
            assert!(found.contains(expected), "{from} -> {to}: {found}");
        }
        assert!(why("").starts_with("1: "));
    }
}
