//! The result of every position of both data files, in every orientation and
//! with colours exchanged.

use tak_encoding::{
    AnyPosition, AnyRules, Color, HalfKomi, NoHash, Outcome, Symmetry, with_position,
};
use tak_tests::colors::swap_colors;
use tak_tests::corpus::{Row, own, rows, shared_rows};

fn read(tps: &str, half_komi: i16) -> AnyPosition<NoHash> {
    let rules = AnyRules::with_komi(HalfKomi(half_komi));
    AnyPosition::from_tps_with(tps, rules).unwrap()
}

fn result(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}

fn exchanged(outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::Road(color) => Outcome::Road(!color),
        Outcome::Flats(color) => Outcome::Flats(!color),
        Outcome::Draw => Outcome::Draw,
    })
}

fn check(row: &Row) {
    let (half_komi, tps, expected) = (row.value(2), row.text(3), row.text(4));
    let position = read(tps, half_komi);
    let outcome = position.outcome();
    assert_eq!(position.size(), row.value(1), "{}", row.place);
    assert_eq!(result(outcome), expected, "{}", row.place);
    let winner = match expected {
        "R-0" | "F-0" => Some(Color::White),
        "0-R" | "0-F" => Some(Color::Black),
        _ => None,
    };
    assert_eq!(outcome.and_then(Outcome::winner), winner, "{}", row.place);

    for symmetry in Symmetry::ALL {
        let turned = with_position!(&position, position => position.transform(symmetry).outcome());
        assert_eq!(turned, outcome, "{} {symmetry:?}", row.place);
    }
    let swapped = read(&swap_colors(tps).unwrap(), -half_komi);
    let swapped = exchanged(swapped.outcome());
    assert_eq!(swapped, outcome, "{} with colours exchanged", row.place);

    // The komi may also come after the position.
    let mut position = read(tps, 0);
    with_position!(&mut position, position => {
        position.set_half_komi(HalfKomi(half_komi));
        assert_eq!(position.outcome(), outcome, "{}", row.place);
    });
}

#[test]
fn shared_rows_end_as_they_say() {
    shared_rows("results.txt", 6).iter().for_each(check);
}

#[test]
fn own_rows_end_as_they_say() {
    let rows = rows(&own("results.txt"), 6);
    rows.iter().for_each(check);
    for kind in ["R-0", "0-R", "F-0", "0-F", "1/2-1/2", "none"] {
        let found = rows.iter().any(|row| row.text(4) == kind);
        assert!(found, "no row ends {kind}");
    }
}
