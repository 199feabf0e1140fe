//! Packed boards: every board survives packing, equal bytes mean equal boards, and arbitrary bytes
//! are a board or refused.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::*;
use tak_encoding::{
    BoardSize, EightHashes, PackedBoard, PackedError, Playable, Position, Size, Symmetry, with_size,
};
use tak_tests::games::{Hashed, choices, config, plies};

proptest! {
    #![proptest_config(config(200, 2))]

    #[test]
    fn every_board_of_a_game_comes_back(size in 3..=8_usize, choices in choices(160)) {
        with_size!(BoardSize::new(size).unwrap(), N => boards_come_back::<N>(&choices))?;
    }

    #[test]
    fn any_bytes_are_a_board_or_a_refusal(bytes in vec(any::<u8>(), 0..40)) {
        if let Ok(packed) = PackedBoard::from_bytes(&bytes) {
            prop_assert_eq!(packed.as_bytes(), &bytes);
        }
    }

    #[test]
    fn one_wrong_byte_is_another_board_or_a_refusal(
        choices in choices(40),
        at in any::<prop::sample::Index>(),
        flip in 1..=255_u8,
    ) {
        let position = tak_tests::games::position_after::<6>(&choices);
        let mut bytes = position.pack().as_bytes().to_vec();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        if let Ok(packed) = PackedBoard::from_bytes(&bytes) {
            prop_assert_ne!(packed, position.pack());
        }
    }
}

fn boards_come_back<const N: usize>(choices: &[u16]) -> Result<(), TestCaseError>
where
    Size<N>: Playable,
{
    let mut seen: HashMap<PackedBoard, Hashed<N>> = HashMap::new();
    for ply in plies(Hashed::<N>::new(), choices) {
        let position = ply.after;
        let packed = position.pack();
        let stored = PackedBoard::from_bytes(packed.as_bytes());
        prop_assert_eq!(stored.as_ref(), Ok(&packed));
        let again = packed.unpack::<N, EightHashes>().unwrap();
        prop_assert!(again.is_same_board(&position), "{}", position);
        prop_assert_eq!(again.reserves(), position.reserves());
        prop_assert_eq!(again.hashes(), position.hashes());
        prop_assert_eq!(again.is_opening(), position.is_opening());
        let canonical = position.canonical_board();
        let images = Symmetry::ALL.map(|symmetry| position.pack_turned(symmetry));
        prop_assert_eq!(images.iter().min(), Some(canonical.board()));
        for symmetry in Symmetry::ALL {
            let turned = position.transform(symmetry);
            let image = &images[symmetry.index()];
            let leads_there = canonical.symmetries().contains(&symmetry);
            prop_assert_eq!(leads_there, image == canonical.board());
            prop_assert_eq!(image, &turned.pack());
            prop_assert_eq!(&turned.pack_canonical(), canonical.board());
        }
        if let Some(before) = seen.insert(packed, position) {
            prop_assert!(before.is_same_board(&position));
        }
    }
    Ok(())
}

#[test]
fn bad_bytes_are_refused_by_name() {
    let refused = |bytes: &[u8]| PackedBoard::from_bytes(bytes).unwrap_err();
    assert_eq!(refused(&[]), PackedError::Size);
    assert_eq!(refused(&[0b0000_0001]), PackedError::Size);
    assert_eq!(refused(&[0b0000_0010]), PackedError::Truncated);
    // The empty 3×3 board: 3 + 1 + 9 bits.
    assert!(PackedBoard::from_bytes(&[0b0010, 0]).is_ok());
    assert_eq!(refused(&[0b0010, 0, 0]), PackedError::Trailing);
    // The opening is one of three, and nothing follows it.
    assert!(PackedBoard::from_bytes(&[0b0010, 0b0100_0000]).is_ok());
    assert_eq!(refused(&[0b0010, 0b0110_0000]), PackedError::Trailing);
    assert_eq!(refused(&[0b0010, 0b1010_0000]), PackedError::Trailing);
    // A white flat on a1, with an opening that its board shows.
    assert_eq!(refused(&[0b0001_1010, 0b0000_0000, 0b0000_0001]), PackedError::Trailing);
    // A white capstone on a1, which 3×3 does not have.
    assert_eq!(refused(&[0b0001_0010, 0b1100_0000, 0]), PackedError::Pieces);
    // A stack that never ends.
    let mut tall = vec![0xff; 64];
    tall[0] = 0b0001_0010;
    tall[1] = 0b1010_0000;
    assert_eq!(refused(&tall), PackedError::Pieces);

    let other = Position::<5>::new().pack();
    assert_eq!(other.unpack::<6, EightHashes>(), Err(PackedError::Size));
}
