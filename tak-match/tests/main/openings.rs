//! `tak-match openings`: books of random openings.

use tak_testing::program::failure;

use crate::MATCH;

#[test]
fn openings_are_drawn_once_each_and_the_same_for_the_same_seed() {
    let draw = |words: &[&str]| {
        MATCH.stdout(&[&["openings", "--size", "4", "--count", "12"], words].concat())
    };
    let all = draw(&["--komi", "2"]);
    let mut lines: Vec<_> = all.lines().collect();
    assert_eq!(lines.len(), 12);
    // Six plies: White's fourth move is next.
    assert!(lines.iter().all(|line| line.ends_with(" 1 4")), "{all}");
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 12);
    assert_eq!(draw(&["--komi", "2"]), all);
    assert_ne!(draw(&["--komi", "2", "--seed", "2"]), all);
    let told = MATCH.error(2, &["openings", "--size", "3", "--plies", "1", "--count", "9"]);
    assert!(told.contains("found only 3 openings of 1 ply"), "{told}");
    let output = MATCH.run(&["openings", "--size", "9"]);
    assert!(failure(2, &output).contains("--size"));
}
