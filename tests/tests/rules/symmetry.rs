//! The eight orientations of every position of both data files, and the hashes
//! of random games against the definition.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use tak_encoding::{BoardSize, EightHashes, Move, OneHash, Playable, Size, Symmetry, with_size};
use tak_tests::corpus::{Row, own, rows, shared_rows};
use tak_tests::games::{Hashed, plies, random_choices};

fn check<const N: usize>(row: &Row)
where
    Size<N>: Playable,
{
    let place = &row.place;
    let position = Hashed::<N>::from_tps(row.text(2)).unwrap();
    let canonical = position.canonical();
    let (mut boards, mut hashes) = (HashSet::new(), HashSet::new());
    for symmetry in Symmetry::ALL {
        let tps = row.text(2 + symmetry.index());
        let turned = Hashed::<N>::from_tps(tps).unwrap();
        assert_eq!(position.transform(symmetry), turned, "{place} {symmetry:?}");
        assert_eq!(position.transform(symmetry).to_tps(), tps, "{place}");
        assert_eq!(turned.canonical(), canonical, "{place} {symmetry:?}");
        let back = turned.transform(symmetry.inverse());
        assert_eq!(back, position, "{place} {symmetry:?}");
        boards.insert(tps);
        hashes.insert(turned.hashes().get()[0]);
    }
    assert_eq!(boards.len(), row.value::<usize>(10), "{place}");
    assert_eq!(hashes.len(), boards.len(), "{place}");
    assert!(boards.contains(canonical.to_tps().as_str()), "{place}");
    if row.text(11) != "-" {
        check_moves(row, &position);
    }
}

/// The images of the sample move, and that turning and playing commute.
fn check_moves<const N: usize>(row: &Row, position: &Hashed<N>)
where
    Size<N>: Playable,
{
    let texts: Vec<&str> = row.text(11).split(',').collect();
    assert_eq!(texts.len(), 8, "{}", row.place);
    let sample = position.parse_move(texts[0]).unwrap();
    for (symmetry, text) in Symmetry::ALL.into_iter().zip(texts) {
        let turned = position.transform(symmetry);
        let mv: Move<N> = turned.parse_move(text).unwrap();
        assert_eq!(sample.transform(symmetry), mv, "{} {symmetry:?}", row.place);
        assert_eq!(position.after(sample).transform(symmetry), turned.after(mv));
    }
}

fn check_row(row: &Row) {
    let size: BoardSize = row.value(1);
    with_size!(size, N => check::<N>(row));
}

#[test]
fn shared_rows_turn() {
    shared_rows("symmetry.txt", 12).iter().for_each(check_row);
}

#[test]
fn own_rows_turn() {
    rows(&own("symmetry.txt"), 12).iter().for_each(check_row);
}

/// The hashes after a move: kept incrementally, from scratch, and by their definition.
pub(crate) fn check_hashes<const N: usize>(before: &Hashed<N>, mv: Move<N>, after: &Hashed<N>)
where
    Size<N>: Playable,
{
    check_images(after);
    let one = before.rehashed::<OneHash>().after(mv);
    assert_eq!(one.hash(), after.hashes().get()[0], "{after}");
    assert_eq!(one.rehashed::<EightHashes>(), *after, "{after}");
}

/// The hashes of a position and of its eight images.
pub(crate) fn check_images<const N: usize>(position: &Hashed<N>)
where
    Size<N>: Playable,
{
    let hashes = *position.hashes();
    assert_eq!(hashes, position.fresh_hashes(), "{position}");
    for symmetry in Symmetry::ALL {
        let turned = position.transform(symmetry);
        let lane = hashes.get()[symmetry.index()];
        assert_eq!(lane, turned.hashes().get()[0], "{position} {symmetry:?}");
        assert_eq!(turned.hashes().canonical(), hashes.canonical(), "{position}");
        assert_eq!(turned.canonical(), position.canonical(), "{position}");
        assert_eq!(turned.transform(symmetry.inverse()), *position, "{position}");
    }
}

#[test]
fn hashes_keep_up_with_random_games() {
    for size in BoardSize::ALL {
        with_size!(size, N => {
            let mut random = Rng::with_seed(N as u64);
            for _ in 0..10 {
                for ply in plies(Hashed::<N>::new(), &random_choices(&mut random, 150)) {
                    check_hashes(&ply.before, ply.played, &ply.after);
                }
            }
        });
    }
}

/// In this many games on each board.
fn check_equal_boards(games: u32) {
    for size in BoardSize::ALL {
        with_size!(size, N => {
            let mut random = Rng::with_seed(100 + N as u64);
            let (mut boards, mut canonical) = (HashMap::new(), HashMap::new());
            for _ in 0..games {
                for ply in plies(Hashed::<N>::new(), &random_choices(&mut random, 150)) {
                    let hashes = ply.after.hashes();
                    let board = without_move_number(&ply.after);
                    let known = boards.entry(hashes.get()[0]).or_insert_with(|| board.clone());
                    assert_eq!(*known, board);

                    let smallest = without_move_number(&ply.after.canonical());
                    let known = canonical.entry(hashes.canonical()).or_insert_with(|| smallest.clone());
                    assert_eq!(*known, smallest);
                }
            }
            // No two hashes for one board either.
            let distinct: HashSet<_> = boards.values().collect();
            assert_eq!(distinct.len(), boards.len());
            assert!(canonical.len() <= boards.len() && boards.len() > 10 * games as usize);
        });
    }
}

#[test]
fn only_equal_boards_share_a_hash() {
    check_equal_boards(30);
}

#[test]
#[ignore = "second tier: six hundred games"]
fn only_equal_boards_of_many_games_share_a_hash() {
    check_equal_boards(100);
}

fn without_move_number<const N: usize>(position: &Hashed<N>) -> String
where
    Size<N>: Playable,
{
    let tps = position.to_tps();
    tps.rsplit_once(' ').unwrap().0.to_owned()
}
