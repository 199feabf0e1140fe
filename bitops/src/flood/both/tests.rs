//! Compares lanes with fills of one board in one direction at a time.

use proptest::prelude::*;

use super::*;
use crate::flood::GuardedBoard;

fn check<const N: usize>(pieces: [u128; 2], walls: [u128; 2]) {
    let squares = GuardedBoard::<N>::SQUARES.low;
    let pieces = pieces.map(|pieces| pieces & squares);
    let walls = walls.map(|walls| walls | !squares);
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        let expected: [u128; 2] = from_fn(|player| {
            GuardedBoard::<N>::slides(&pieces[player], &walls[player], connectivity)
        });
        let found = [
            slides::<N>(pieces, walls, connectivity),
            match connectivity {
                Connectivity::Four => slide::<N, 4, Portable<4>>(pieces, walls),
                Connectivity::Eight => slide::<N, 8, Portable<8>>(pieces, walls),
            },
        ];
        assert_eq!(found, [expected; 2], "{N}×{N}, {connectivity:?}");
    }
}

proptest! {
    #![proptest_config(crate::property_tests())]

    #[test]
    fn both_slide_as_each_does(
        few: [u128; 2],
        fewer: [u128; 2],
        walls: [u128; 2],
        more: [u128; 2],
        fewest in any::<[u128; 2]>(),
    ) {
        let pieces = from_fn(|player| few[player] & fewer[player] & fewest[player]);
        let walls = [walls[0] & more[0], walls[1] & more[1] & fewest[0]];
        check::<1>(pieces, walls);
        check::<2>(pieces, walls);
        check::<3>(pieces, walls);
        check::<4>(pieces, walls);
        check::<5>(pieces, walls);
        check::<6>(pieces, walls);
        check::<7>(pieces, walls);
        check::<8>(pieces, walls);
        check::<9>(pieces, walls);
        check::<10>(pieces, walls);
    }
}

#[test]
fn open_boards_are_crossed() {
    for square in 0..100 {
        let piece = 1 << GuardedBoard::<10>::place(square);
        check::<10>([piece, 1], [0; 2]);
    }
}
