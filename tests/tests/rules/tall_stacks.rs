//! Numerical limits: the tallest stack that the pieces of a game can form, and games of more plies
//! than one or two bytes can count.

use tak_encoding::{
    Action, BoardSize, Color, Direction, Kind, Move, Playable, Position, Size, Square, Symmetry,
    with_size,
};
use tak_tests::games::Hashed;

use crate::symmetry::{check_hashes, check_images};

/// All flats of both players and, where there is one, a capstone on top, with
/// colours in no simple order so that no shift of the stack equals itself.
fn tallest<const N: usize>() -> String
where
    Size<N>: Playable,
{
    let mut left = [Size::<N>::FLATS; 2];
    let mut stack = String::new();
    let mut random = fastrand::Rng::with_seed(1);
    while left != [0, 0] {
        let color = random.usize(..2);
        let color = if left[color] > 0 { color } else { 1 - color };
        left[color] -= 1;
        stack.push(['1', '2'][color]);
    }
    if Size::<N>::CAPS > 0 {
        stack.push_str("1C");
    }
    stack
}

/// A board with nothing but that stack on one square, its owner to move.
fn board_with<const N: usize>(stack: &str, square: Square<N>) -> String {
    let row = |rank: usize| -> String {
        let squares = (0..N).map(|file| {
            let here = (file, rank) == (square.file(), square.rank());
            if here { stack } else { "x" }
        });
        squares.collect::<Vec<_>>().join(",")
    };
    let rows: Vec<String> = (0..N).rev().map(row).collect();
    let owner = if stack.trim_end_matches('C').ends_with('1') { 1 } else { 2 };
    format!("{} {owner} 77", rows.join("/"))
}

/// The pieces of a square, bottom first.
fn pieces<const N: usize>(position: &Hashed<N>, square: Square<N>) -> String
where
    Size<N>: Playable,
{
    format!("{:?}", position.stack(square))
}

/// A spread done with text: what is on the squares of its path afterwards.
fn spread_text<const N: usize>(stack: &str, mv: Move<N>) -> Vec<(Square<N>, String)> {
    let Action::Spread(square, direction, slide) = mv.action() else {
        panic!("{mv} is no spread");
    };
    let carried = slide.carried() as usize;
    let (rest, mut hand) = stack.split_at(stack.len() - carried);
    let mut result = vec![(square, rest.to_owned())];
    let mut target = square;
    for drop in slide.drops() {
        target = target.step(direction).unwrap();
        let (dropped, left) = hand.split_at(drop as usize);
        result.push((target, dropped.to_owned()));
        hand = left;
    }
    result
}

/// Reads, writes, turns and hashes the stack, and plays all its spreads.
fn check_stack<const N: usize>(stack: &str, square: Square<N>)
where
    Size<N>: Playable,
{
    let colors = stack.trim_end_matches('C');
    let position = Hashed::<N>::from_tps(&board_with(stack, square)).unwrap();
    assert_eq!(position.stack(square).height(), colors.len());
    assert_eq!(pieces(&position, square), colors);
    let tps = position.to_tps();
    assert!(tps.contains(stack), "{tps}");
    assert_eq!(Position::from_tps(&tps).as_ref(), Ok(&position));
    check_images(&position);
    for symmetry in Symmetry::ALL {
        let turned = position.transform(symmetry);
        assert_eq!(pieces(&turned, square.transform(symmetry)), colors);
    }

    let mut spreads = position.legal_moves();
    spreads.retain(|mv| mv.is_spread());
    assert_eq!(spreads.len(), spreads_on_empty_board(square));
    for mv in spreads {
        let after = position.after(mv);
        for (square, text) in spread_text(colors, mv) {
            assert_eq!(pieces(&after, square), text, "{mv}");
        }
        check_hashes(&position, mv, &after);
        assert_eq!(Position::from_tps(&after.to_tps()), Ok(after), "{mv}");
        check_return(&after, mv, colors);
    }
}

/// How many spreads a stack higher than the carry limit has: of the compositions of 1 to N pieces,
/// those with no more parts than squares.
fn spreads_on_empty_board<const N: usize>(square: Square<N>) -> usize {
    let rooms = [square.file(), square.rank(), N - 1 - square.file(), N - 1 - square.rank()];
    let within = |room: usize| -> usize {
        let patterns = (1..=N).flat_map(|carried| 0..1_u32 << (carried - 1));
        patterns.filter(|pattern| pattern.count_ones() < room as u32).count()
    };
    rooms.into_iter().map(within).sum()
}

/// A hand that landed whole on one square goes back onto the stack.
fn check_return<const N: usize>(after: &Hashed<N>, mv: Move<N>, colors: &str)
where
    Size<N>: Playable,
{
    let Action::Spread(square, direction, slide) = mv.action() else {
        return;
    };
    if slide.length() != 1 {
        return;
    }
    let back = Direction::ALL[(direction as usize + 2) % 4];
    let target = square.step(direction).unwrap();
    let back = Move::spread(target, back, slide).unwrap();
    // The same player moves again after a ply of the other.
    let mut position = *after;
    let reply = position.legal_moves().into_iter().find(|reply| {
        let beside = reply.square() != square && reply.square() != target;
        !reply.is_spread() && beside
    });
    if let Some(reply) = reply {
        position.play(reply).unwrap();
        let before = position;
        position.play(back).unwrap();
        assert_eq!(pieces(&position, square), colors);
        check_hashes(&before, back, &position);
    }
}

#[test]
fn the_tallest_stack_loses_nothing() {
    let heights = [20, 30, 43, 61, 81, 101];
    for (size, height) in BoardSize::ALL.into_iter().zip(heights) {
        with_size!(size, N => {
            let stack = tallest::<N>();
            assert_eq!(stack.trim_end_matches('C').len(), height);
            let middle = N / 2 * (N + 1);
            for square in [0, middle, N * N - 1] {
                check_stack::<N>(&stack, Square::new(square).unwrap());
            }
            // One flat fewer leaves its owner a reply, so that spreads can come back.
            for missing in ['1', '2'] {
                check_stack::<N>(&stack.replacen(missing, "", 1), Square::new(middle).unwrap());
            }
        });
    }
}

#[test]
fn every_piece_of_a_tall_stack_counts_for_the_hash() {
    for size in BoardSize::ALL {
        with_size!(size, N => {
            let stack = tallest::<N>();
            let square = Square::<N>::new(N + 1).unwrap();
            let original = Hashed::<N>::from_tps(&board_with(&stack, square)).unwrap();
            let colors = stack.trim_end_matches('C').as_bytes();
            // Two neighbours exchanged: the same pieces at other heights.
            for height in 1..colors.len() - 1 {
                let mut changed = stack.clone().into_bytes();
                changed.swap(height - 1, height);
                let changed = String::from_utf8(changed).unwrap();
                let position = Hashed::<N>::from_tps(&board_with(&changed, square)).unwrap();
                let same = changed == stack;
                let lanes = original.hashes().get().into_iter().zip(position.hashes().get());
                for (lane, changed_lane) in lanes {
                    assert_eq!(lane == changed_lane, same, "{changed}");
                }
            }
        });
    }
}

#[test]
fn ply_counts_pass_one_and_two_bytes() {
    for (number, ply) in [(128, 254), (32_768, 65_534)] {
        let tps = format!("x5/x5/2,x4/1,x4/x5 1 {number}");
        let mut position = Hashed::<5>::from_tps(&tps).unwrap();
        assert_eq!(position.ply(), ply);
        for (mv, tps) in [
            ("a2>", format!("x5/x5/2,x4/x,1,x3/x5 2 {number}")),
            ("Cc5", format!("x2,2C,x2/x5/2,x4/x,1,x3/x5 1 {}", number + 1)),
            ("b2>", format!("x2,2C,x2/x5/2,x4/x2,1,x2/x5 2 {}", number + 1)),
            ("a3-", format!("x2,2C,x2/x5/x5/2,x,1,x2/x5 1 {}", number + 2)),
        ] {
            let (before, mv) = (position, position.parse_move(mv).unwrap());
            position.play(mv).unwrap();
            assert_eq!(position.to_tps(), tps);
            assert_eq!(Position::from_tps(&tps), Ok(position));
            check_hashes(&before, mv, &position);
        }
        assert_eq!((position.ply(), position.move_number()), (ply + 4, number + 2));
        assert_eq!(position.side_to_move(), Color::White);
        assert!(!position.is_opening());
    }
}

#[test]
fn a_game_of_seventy_thousand_plies() {
    let mut position = Hashed::<5>::new();
    for mv in ["a1", "e5"] {
        position.play(position.parse_move(mv).unwrap()).unwrap();
    }
    let start = position;
    let round = ["e5-", "a1+", "e4+", "a2-"];
    for _ in 0..70_000 / round.len() {
        for mv in round {
            position.play(position.parse_move(mv).unwrap()).unwrap();
        }
        assert_eq!(position.hashes(), start.hashes());
        assert_eq!(position.outcome(), None);
    }
    assert_eq!(position.ply(), 70_002);
    assert_eq!(position.to_tps(), "x4,1/x5/x5/x5/2,x4 1 35002");
    let corner = Square::new(0).unwrap();
    assert_eq!(position.top(corner), Some((Color::Black, Kind::Flat)));
}
