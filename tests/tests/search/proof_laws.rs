//! Laws of certificates: those from the solver are valid and are written as they are read, and a
//! spoiled one is valid only if what it claims is true.

use std::fmt::Write;

use fastrand::Rng;
use proptest::collection::vec;
use proptest::prelude::*;
use tak_encoding::{
    Color, HalfKomi, OneHash, Opening, Outcome, Playable, Position, Rules, Size, with_size,
};
use tak_search::solve::{Aim, Effort, Mode, Solver};

use tak_tests::spoil::spoil;
use tak_verify::{Certificate, Checked, Wrong, check, start};

const PROOF: &str = include_str!("../../../tak-verify/tests/proof.txt");

/// A certificate as the solver writes it.
fn written(certificate: &Certificate<'_>) -> String {
    let Certificate { tps, half_komi, pieces, opening, winner, plies, .. } = certificate;
    let [flats, caps, black_flats, black_caps] = pieces;
    let mut text = format!(
        "tak certificate 1\ntps {tps}\nkomi {half_komi}\npieces {flats} {caps} {black_flats} \
         {black_caps}\nopening {opening}\nwinner {}\nby {}\nplies {plies}\npositions {}\n",
        winner.to_string().to_lowercase(),
        if certificate.by_road { "road" } else { "any" },
        certificate.entries.len(),
    );
    for (number, entry) in (1..).zip(&certificate.entries) {
        write!(text, "{number} {} |", entry.attack.unwrap_or("-")).unwrap();
        for (answer, next) in &entry.answers {
            write!(text, " {answer} {next} |").unwrap();
        }
        match &entry.last_moves {
            None => text += " #\n",
            Some(moves) => {
                let moves = moves.iter().map(|mv| format!(" {mv}"));
                writeln!(text, " else{}", moves.collect::<String>()).unwrap();
            }
        }
    }
    text
}

/// What is read and written again reads the same, and proves the same.
fn is_kept(text: &str) -> Result<Option<Checked>, TestCaseError> {
    let Ok(certificate) = Certificate::read(text) else {
        prop_assert!(check(text).is_err());
        return Ok(None);
    };
    let again = written(&certificate);
    let read = Certificate::read(&again);
    let read = read.map_err(|Wrong { line, why }| TestCaseError::fail(format!("{line}: {why}")))?;
    prop_assert_eq!(written(&read), again.as_str());
    let checked = check(text).ok();
    let facts = |checked: &Checked| (checked.plies, checked.positions, checked.answers);
    prop_assert_eq!(checked.as_ref().map(facts), check(&again).ok().as_ref().map(facts));
    Ok(checked)
}

/// A certificate for a position of a random game, if it is won.
fn proof<const N: usize>(case: &Case) -> Option<String>
where
    Size<N>: Playable,
{
    let Case { half_komi, opening, winner, mode, choices } = case;
    let rules = Rules::with_komi(HalfKomi(*half_komi)).with_opening(*opening).ok()?;
    let mut position = Position::<N, OneHash>::with_rules(rules);
    for choice in choices {
        let moves = position.legal_moves();
        let next = position.after(moves[usize::from(*choice) % moves.len()]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    let aim = Aim { attacker: *winner, mode: *mode };
    let solution = Solver::new(aim, 1).ok()?.solve(&position, &Effort::nodes(2_000));
    let proof = solution.proof?;
    let text = proof.certificate();
    let checked =
        check(&text).unwrap_or_else(|Wrong { line, why }| panic!("{line}: {why}\n{text}"));
    assert_eq!((checked.plies, checked.winner), (proof.plies(), *winner), "{text}");
    assert_eq!(written(&Certificate::read(&text).ok()?), text);
    Some(text)
}

#[derive(Clone, Debug)]
struct Case {
    half_komi: i16,
    opening: Opening,
    winner: Color,
    mode: Mode,
    choices: Vec<u16>,
}

fn cases() -> impl Strategy<Value = Case> {
    let one_of = (
        -2..=4_i16,
        prop::sample::select(Opening::ALL.to_vec()),
        prop::sample::select(Color::ALL.to_vec()),
        prop::sample::select(Mode::ALL.to_vec()),
    );
    (one_of, vec(any::<u16>(), 4..14)).prop_map(|((half_komi, opening, winner, mode), choices)| {
        Case { half_komi, opening, winner, mode, choices }
    })
}

/// What is proven holds when every move is tried, where that does not take too long.
fn is_true(text: &str, checked: &Checked) -> bool {
    let certificate = Certificate::read(text).unwrap_or_else(|wrong| panic!("{}", wrong.why));
    with_size!(certificate.size, N => {
        let most = if N == 3 { 5 } else { 3 };
        let start = start::<N>(&certificate).unwrap_or_else(|wrong| panic!("{}", wrong.why));
        checked.plies > most || is_forced(&start, checked, checked.plies)
    })
}

fn is_forced<const N: usize>(position: &Position<N>, checked: &Checked, plies: u32) -> bool
where
    Size<N>: Playable,
{
    if let Some(outcome) = position.outcome() {
        let Checked { winner, by_road, .. } = *checked;
        return if by_road {
            outcome == Outcome::Road(winner)
        } else {
            outcome.winner() == Some(winner)
        };
    }
    let mut moves = position.legal_moves().into_iter();
    let forces = |mv| is_forced(&position.after(mv), checked, plies - 1);
    plies > 0
        && if position.side_to_move() == checked.winner {
            moves.any(forces)
        } else {
            moves.all(forces)
        }
}

fn spoiled_is_false_or_true(text: &str, seed: u64) -> Result<(), TestCaseError> {
    let spoiled = spoil(text.as_bytes(), PROOF.as_bytes(), &mut Rng::with_seed(seed));
    let spoiled = String::from_utf8_lossy(&spoiled);
    if let Some(checked) = is_kept(&spoiled)? {
        prop_assert!(is_true(&spoiled, &checked), "{}", spoiled);
    }
    Ok(())
}

fn is_proven_and_spoiled_only_if_true(case: &Case, seed: u64) -> Result<(), TestCaseError> {
    for text in [proof::<3>(case), proof::<4>(case)].iter().flatten() {
        spoiled_is_false_or_true(text, seed)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn proofs_are_proven_and_spoiled_ones_only_if_true(case in cases(), seed in any::<u64>()) {
        is_proven_and_spoiled_only_if_true(&case, seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "second tier: four times as many proofs"]
    fn so_are_many_in_release(case in cases(), seed in any::<u64>()) {
        is_proven_and_spoiled_only_if_true(&case, seed)?;
    }

    #[test]
    fn a_known_proof_is_spoiled(seed in any::<u64>()) {
        spoiled_is_false_or_true(PROOF, seed)?;
    }

    #[test]
    fn any_text_can_be_read(
        text in "(tak certificate 1\n)?(tps x3/x3/x3 1 1\nkomi 0\npieces 10 0 10 0\nopening swap\n)?\\PC{0,80}",
    ) {
        is_kept(&text)?;
    }
}
