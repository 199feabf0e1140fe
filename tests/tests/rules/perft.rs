//! Perft counts of both data files, and of our own positions in every orientation, with colours
//! exchanged, on several threads, counted naively and by `fast-tak`.

use fast_tak::{Reserves, perf_count};
use tak_encoding::{
    AnyPosition, AnyRules, HalfKomi, Hashing, NoHash, OneHash, Perft, Playable, Position, Size,
    Symmetry, perft, with_position,
};
use tak_tests::colors::swap_colors;
use tak_tests::corpus::{Row, own, rows, shared_rows};
use tak_tests::games::play;
use tak_tests::oracle::their_game;

/// Counts up to these are recomputed: once in each test, or many times over. Debug builds check
/// every position from scratch and would take too long.
const ONCE: u64 = if cfg!(debug_assertions) { 3_000_000 } else { u64::MAX };
const MANY_TIMES: u64 = if cfg!(debug_assertions) { 100_000 } else { 3_000_000 };

/// A row of a perft file.
struct Case {
    id: String,
    position: AnyPosition<NoHash>,
    /// Depth and number of leaves.
    counts: Vec<(u8, u64)>,
}

impl Case {
    fn read(row: &Row) -> Self {
        let rules = AnyRules::with_komi(HalfKomi(row.value(2)));
        let mut position = match row.text(3) {
            "startpos" => AnyPosition::with_rules(row.value(1), rules).unwrap(),
            tps => AnyPosition::from_tps_with(tps, rules).unwrap(),
        };
        for mv in row.text(4).split_whitespace() {
            play(&mut position, mv);
        }
        let counts = row.text(5).split(',').map(|count| {
            let (depth, leaves) = count.split_once(':').unwrap();
            (depth.parse().unwrap(), leaves.parse().unwrap())
        });
        Self { id: row.text(0).to_owned(), position, counts: counts.collect() }
    }

    /// The counts that are small enough.
    fn counts_up_to(&self, most: u64) -> impl Iterator<Item = (u8, u64)> {
        let counts = self.counts.iter().copied();
        counts.filter(move |&(_, leaves)| leaves <= most)
    }
}

fn own_cases() -> Vec<Case> {
    rows(&own("perft.txt"), 7).iter().map(Case::read).collect()
}

/// Calls a check with each of our own counts that is quickly recomputed.
fn each_own_count(check: impl Fn(&Case, u8, u64)) {
    for case in own_cases() {
        for (depth, leaves) in case.counts_up_to(MANY_TIMES) {
            check(&case, depth, leaves);
        }
    }
}

fn check_counts(cases: &[Case]) {
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    for case in cases {
        for (depth, leaves) in case.counts_up_to(ONCE) {
            let found = with_position!(&case.position, position => {
                Perft::new().threads(threads).count(position, depth).unwrap()
            });
            assert_eq!(found, leaves, "{} at depth {depth}", case.id);
        }
    }
}

#[test]
fn shared_rows_count() {
    let cases: Vec<_> = shared_rows("perft.txt", 7).iter().map(Case::read).collect();
    check_counts(&cases);
}

#[test]
fn own_rows_count() {
    check_counts(&own_cases());
}

#[test]
fn own_rows_count_in_every_orientation() {
    each_own_count(|case, depth, leaves| {
        for symmetry in Symmetry::ALL {
            let found = with_position!(&case.position, position => {
                perft(&position.transform(symmetry), depth)
            });
            assert_eq!(found, leaves, "{} {symmetry:?} depth {depth}", case.id);
        }
    });
}

#[test]
fn own_rows_count_with_colors_exchanged() {
    for case in own_cases() {
        // In the opening the players place each other's flats, White first.
        if with_position!(&case.position, position => position.ply() < 2) {
            continue;
        }
        let tps = swap_colors(&case.position.to_string()).unwrap();
        let swapped: AnyPosition<NoHash> = tps.parse().unwrap();
        for (depth, leaves) in case.counts_up_to(MANY_TIMES) {
            let found = with_position!(&swapped, position => perft(position, depth));
            assert_eq!(found, leaves, "{}, {tps}, depth {depth}", case.id);
        }
    }
}

#[test]
fn threads_change_nothing() {
    each_own_count(|case, depth, leaves| {
        for threads in [1, 2, 3, 16] {
            let found = with_position!(&case.position, position => {
                Perft::new().threads(threads).count(position, depth).unwrap()
            });
            assert_eq!(found, leaves, "{}, {threads} threads", case.id);
        }
    });
}

/// Boards reached by several games are visited once, however few are kept.
#[test]
fn merging_changes_nothing() {
    each_own_count(|case, depth, leaves| {
        for boards in [1, 1_000, 1_000_000] {
            let found = with_position!(&case.position, position => {
                Perft::new().threads(2).merge(boards).count(position, depth).unwrap()
            });
            assert_eq!(found, leaves, "{}, {boards} boards", case.id);
        }
    });
}

#[test]
fn division_adds_up() {
    each_own_count(|case, depth, leaves| {
        let over = case.position.outcome().is_some();
        with_position!(&case.position, position => {
            let parts = Perft::new().threads(2).divide(position, depth).unwrap();
            assert_eq!(parts.is_empty(), over, "{}", case.id);
            let sum: u64 = parts.iter().map(|(_, part)| part).sum();
            assert_eq!(sum, if over { 0 } else { leaves }, "{} depth {depth}", case.id);
            for (mv, part) in parts {
                assert_eq!(part, perft(&position.after(mv), depth - 1), "{} {mv}", case.id);
            }
        });
    });
}

#[test]
fn hashes_change_nothing() {
    each_own_count(|case, depth, leaves| {
        with_position!(&case.position, position => {
            assert_eq!(naive(&position.rehashed::<OneHash>(), depth), leaves, "{}", case.id);
        });
    });
}

/// Perft by its definition: every move is checked and played, and every position is checked for the
/// end of the game.
fn naive<const N: usize, H: Hashing>(position: &Position<N, H>, depth: u8) -> u64
where
    Size<N>: Playable,
{
    if depth == 0 || position.outcome().is_some() {
        return 1;
    }
    let children = position.legal_moves().into_iter().map(|mv| {
        let mut child = *position;
        child.play(mv).unwrap();
        naive(&child, depth - 1)
    });
    children.sum()
}

#[test]
fn fast_tak_counts_the_same() {
    let mut compared = 0;
    for case in own_cases() {
        with_position!(&case.position, position => compared += compare(&case, position));
    }
    assert!(compared >= 100, "only {compared} counts compared");
}

/// Returns how many counts were compared.
fn compare<const N: usize>(case: &Case, position: &Position<N, NoHash>) -> usize
where
    Size<N>: Playable,
    Reserves<N>: Default,
{
    // It looks at the move number alone; we also ask whether stones are missing.
    if position.ply() < 2 && !position.is_opening() {
        return 0;
    }
    let game = their_game::<N, 0>(&position.to_tps()).unwrap();
    let counts = case.counts_up_to(MANY_TIMES.min(1_000_000));
    counts
        .inspect(|&(depth, leaves)| {
            let theirs = perf_count(&game, depth as usize) as u64;
            assert_eq!(theirs, leaves, "{} at depth {depth}", case.id);
        })
        .count()
}
