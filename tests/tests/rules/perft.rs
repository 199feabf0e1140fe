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

/// Counts up to this are recomputed at once, the others in the second tier.
const QUICK: u64 = 1_500_000;

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

/// Two tests for each check of one of our own counts, which counts many times over: for counts up
/// to 50 000, and in the second tier for those up to 3 000 000.
macro_rules! own_counts {
    ($($name:ident: $check:ident;)*) => {
        $(
            #[test]
            fn $name() {
                each_own_count(50_000, $check);
            }
        )*

        mod deeper {
            use super::*;

            $(
                #[test]
                #[ignore = "second tier: counts up to three millions"]
                fn $name() {
                    each_own_count(3_000_000, $check);
                }
            )*
        }
    };
}

own_counts! {
    own_rows_count_in_every_orientation: in_every_orientation;
    own_rows_count_with_colors_exchanged: with_colors_exchanged;
    threads_change_nothing: with_threads;
    merging_changes_nothing: merged;
    division_adds_up: divided;
    hashes_change_nothing: by_definition;
    fast_tak_counts_the_same: by_fast_tak;
}

fn each_own_count(most: u64, check: impl Fn(&Case, u8, u64)) {
    for case in own_cases() {
        for (depth, leaves) in case.counts_up_to(most) {
            check(&case, depth, leaves);
        }
    }
}

fn check_counts(cases: &[Case], most: u64) {
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    for case in cases {
        for (depth, leaves) in case.counts_up_to(most) {
            let found = with_position!(&case.position, position => {
                Perft::new().threads(threads).count(position, depth).unwrap()
            });
            assert_eq!(found, leaves, "{} at depth {depth}", case.id);
        }
    }
}

fn shared_cases() -> Vec<Case> {
    shared_rows("perft.txt", 7).iter().map(Case::read).collect()
}

#[test]
fn shared_rows_count() {
    check_counts(&shared_cases(), QUICK);
}

#[test]
fn own_rows_count() {
    check_counts(&own_cases(), QUICK);
}

#[test]
#[ignore = "second tier: billions of positions"]
fn deep_rows_count() {
    check_counts(&shared_cases(), u64::MAX);
    check_counts(&own_cases(), u64::MAX);
}

fn in_every_orientation(case: &Case, depth: u8, leaves: u64) {
    for symmetry in Symmetry::ALL {
        let found = with_position!(&case.position, position => {
            perft(&position.transform(symmetry), depth)
        });
        assert_eq!(found, leaves, "{} {symmetry:?} depth {depth}", case.id);
    }
}

fn with_colors_exchanged(case: &Case, depth: u8, leaves: u64) {
    // In the opening the players place each other's flats, White first.
    if with_position!(&case.position, position => position.ply() < 2) {
        return;
    }
    let tps = swap_colors(&case.position.to_string()).unwrap();
    let swapped: AnyPosition<NoHash> = tps.parse().unwrap();
    let found = with_position!(&swapped, position => perft(position, depth));
    assert_eq!(found, leaves, "{}, {tps}, depth {depth}", case.id);
}

fn with_threads(case: &Case, depth: u8, leaves: u64) {
    for threads in [1, 2, 3, 16] {
        let found = with_position!(&case.position, position => {
            Perft::new().threads(threads).count(position, depth).unwrap()
        });
        assert_eq!(found, leaves, "{}, {threads} threads", case.id);
    }
}

/// Boards reached by several games are visited once, however few are kept.
fn merged(case: &Case, depth: u8, leaves: u64) {
    for boards in [1, 1_000, 1_000_000] {
        let found = with_position!(&case.position, position => {
            Perft::new().threads(2).merge(boards).count(position, depth).unwrap()
        });
        assert_eq!(found, leaves, "{}, {boards} boards", case.id);
    }
}

fn divided(case: &Case, depth: u8, leaves: u64) {
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
}

fn by_definition(case: &Case, depth: u8, leaves: u64) {
    with_position!(&case.position, position => {
        assert_eq!(naive(&position.rehashed::<OneHash>(), depth), leaves, "{}", case.id);
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

fn by_fast_tak(case: &Case, depth: u8, leaves: u64) {
    with_position!(&case.position, position => by_fast_tak_at_size(case, position, depth, leaves));
}

fn by_fast_tak_at_size<const N: usize>(
    case: &Case,
    position: &Position<N, NoHash>,
    depth: u8,
    leaves: u64,
) where
    Size<N>: Playable,
    Reserves<N>: Default,
{
    // It looks at the move number alone; we also ask whether stones are missing.
    if position.ply() < 2 && !position.is_opening() {
        return;
    }
    let game = their_game::<N, 0>(&position.to_tps()).unwrap();
    assert_eq!(perf_count(&game, depth.into()) as u64, leaves, "{} at depth {depth}", case.id);
}
