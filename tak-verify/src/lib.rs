#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use tak_encoding::{AnyRules, Color, HalfKomi, Opening, Playable, Position, Size, with_size};

mod certificate;
mod replay;

use certificate::TPS_LINE;
pub use certificate::{Certificate, Entry, Wrong};

/// What a certificate proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The position that it begins with.
    pub tps: String,
    /// Its komi.
    pub half_komi: HalfKomi,
    /// Flats and capstones of White, then of Black, before the game.
    pub pieces: [u8; 4],
    /// Whether they are as usual on a board of that size.
    pub is_usual: bool,
    /// How the first two plies are played.
    pub opening: Opening,
    /// The player who wins.
    pub winner: Color,
    /// Whether every way ends in a road.
    pub by_road: bool,
    /// Plies to the end against the longest defence.
    pub plies: u32,
    /// Positions in the certificate.
    pub positions: usize,
    /// Answers that were replayed.
    pub answers: u64,
}

/// Reads and replays a certificate. The format is described in `certificate.rs` of the solver.
///
/// # Errors
///
/// What is wrong with it, and on which line.
pub fn check(text: &str) -> Result<Checked, Wrong> {
    let certificate = Certificate::read(text)?;
    with_size!(certificate.size, N => {
        let start = start::<N>(&certificate)?;
        replay::replay(&certificate, start)
    })
}

/// The position that is said to be won.
///
/// # Errors
///
/// If there is no such position.
pub fn start<const N: usize>(certificate: &Certificate<'_>) -> Result<Position<N>, Wrong>
where
    Size<N>: Playable,
{
    let wrong = |why: String| Wrong { line: TPS_LINE, why };
    let mut rules = AnyRules::with_komi(certificate.half_komi);
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

    const PROOF: &str = include_str!("../tests/proof.txt");

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
