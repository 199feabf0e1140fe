//! Games with all three openings: the shared rows, and random games side by side with `fast-tak`,
//! which only knows swap and joins at the third ply.

use std::collections::HashMap;

use fast_tak::Reserves;
use fastrand::Rng;
use tak_encoding::{
    AnyPosition, AnyRules, BoardSize, EightHashes, HalfKomi, Opening, PackedBoard, Playable,
    Position, Reserve, Rules, Size, Symmetry, with_position, with_size,
};
use tak_tests::corpus::shared;
use tak_tests::games::{Hashed, LONGEST_GAME, Ply, play, plies, random_choices};
use tak_tests::oracle::{their_game, their_move, their_moves, their_outcome, their_tps};

fn empty_board(size: &str, opening: &str) -> AnyPosition<EightHashes> {
    let mut rules = AnyRules::default();
    rules.opening = opening.parse().unwrap();
    AnyPosition::with_rules(size.parse().unwrap(), rules).unwrap()
}

/// Plays moves up to the first that is refused, and says why.
fn refusal(mut position: AnyPosition<EightHashes>, moves: &str) -> Option<String> {
    moves.split(' ').find_map(|text| match position.parse_move(text) {
        Ok(mv) => position.play(mv).map(drop).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    })
}

#[test]
fn shared_rows_hold() {
    let Some(path) = shared("openings.txt") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let mut seen = [0; 3];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        match columns[..] {
            ["perft", size, depth, opening, count] => {
                let leaves = empty_board(size, opening).perft(depth.parse().unwrap());
                assert_eq!(leaves.to_string(), count, "{line}");
                seen[0] += 1;
            }
            ["tps", size, opening, moves, tps, flats] => {
                let mut position = empty_board(size, opening);
                moves.split(' ').for_each(|text| play(&mut position, text));
                assert_eq!(position.to_string(), tps);
                let reserves = with_position!(position, position => position.reserves());
                assert_eq!(
                    format!("{}, {}", reserves[0].flats, reserves[1].flats),
                    flats,
                    "{line}"
                );
                assert_eq!(tps.parse(), Ok(position), "{line}");
                seen[1] += 1;
            }
            ["bad", size, opening, moves, why] => {
                let found = refusal(empty_board(size, opening), moves);
                assert!(
                    found.as_ref().is_some_and(|found| found.contains(why)),
                    "{line}: {found:?}"
                );
                seen[2] += 1;
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!(seen, [44, 5, 8]);
}

/// What must hold in every position of a game, whatever its opening.
fn check_position<const N: usize>(position: &Hashed<N>)
where
    Size<N>: Playable,
{
    assert_eq!(position.hashes(), &position.fresh_hashes(), "{position}");
    let tps = position.to_tps();
    assert_eq!(Position::from_tps_with(&tps, position.rules()).as_ref(), Ok(position));
    if position.ply() <= 4 {
        for symmetry in Symmetry::ALL {
            let turned = position.transform(symmetry);
            assert_eq!(turned.pack_canonical(), position.pack_canonical(), "{position}");
            assert_eq!(turned.hashes().canonical(), position.hashes().canonical(), "{position}");
        }
    }
    if position.rules() != Rules::default().with_opening(position.opening()).unwrap() {
        return;
    }
    // Only an empty board does not show its opening.
    assert_eq!(tps.parse() == Ok(*position), position.ply() > 0 || is_swap(position), "{tps}");
    let packed = position.pack();
    assert_eq!(PackedBoard::from_bytes(packed.as_bytes()).as_ref(), Ok(&packed));
    let unpacked: Hashed<N> = packed.unpack().unwrap();
    assert!(unpacked.is_same_board(position), "{position}");
    assert_eq!(unpacked.hashes(), position.hashes(), "{position}");
    assert_eq!(unpacked.opening(), position.opening(), "{position}");
}

fn is_swap<const N: usize>(position: &Hashed<N>) -> bool
where
    Size<N>: Playable,
{
    position.opening() == Opening::Swap
}

/// Half of the games are played with the standard pieces.
fn random_rules<const N: usize>(half_komi: i8, opening: Opening, random: &mut Rng) -> Rules<N>
where
    Size<N>: Playable,
{
    let mut rules = Rules::with_komi(HalfKomi(half_komi.into()));
    if random.bool() {
        let mut reserve = || Reserve { flats: random.u8(1..=50), caps: random.u8(..=3) };
        rules = Rules::new(rules.half_komi(), reserve(), reserve()).unwrap_or(rules);
    }
    rules.with_opening(opening).unwrap_or(rules)
}

/// A random game; returns its plies.
fn play_both<const N: usize, const HALF_KOMI: i8>(opening: Opening, random: &mut Rng) -> u32
where
    Size<N>: Playable,
    Reserves<N>: Default,
{
    let start = Hashed::<N>::with_rules(random_rules(HALF_KOMI, opening, random));
    let choices = random_choices(random, LONGEST_GAME);
    check_position(&start);
    let (mut theirs, mut end) = (None, start);
    for Ply { mut before, played, after } in plies(start, &choices) {
        check_position(&after);
        end = after;
        let undo = before.play_unchecked(played);
        assert_eq!(before, after);
        before.undo(undo);
        assert_eq!(before.hashes(), &before.fresh_hashes(), "{played} {after}");
        let theirs = match &mut theirs {
            _ if after.ply() < 2 => continue,
            None => {
                let mut game = their_game::<N, HALF_KOMI>(&after.to_tps()).unwrap();
                let [white, black] = after.reserves();
                (game.white_reserves.stones, game.white_reserves.caps) = (white.flats, white.caps);
                (game.black_reserves.stones, game.black_reserves.caps) = (black.flats, black.caps);
                theirs.insert(game)
            }
            Some(theirs) => {
                theirs.play(their_move(played)).unwrap();
                theirs.reversible_plies = 0;
                theirs
            }
        };
        let mut moves: Vec<_> = after.legal_moves().into_iter().map(their_move).collect();
        moves.sort_unstable();
        assert_eq!(moves, their_moves(theirs), "{after}");
        assert_eq!(after.count_moves(), moves.len() as u64, "{after}");
        assert_eq!(after.outcome(), their_outcome(theirs), "{after}");
        assert_eq!(after.to_tps(), their_tps(theirs));
    }
    end.ply()
}

/// This many random games with each opening at each size, with three komi, often with nonstandard
/// pieces.
fn play_games(games: u32) {
    let mut random = Rng::with_seed(15);
    for opening in Opening::ALL {
        for size in BoardSize::ALL {
            let mut plies = 0;
            for _ in 0..games {
                plies += u64::from(with_size!(size, N => match random.u8(..3) {
                    0 => play_both::<N, 0>(opening, &mut random),
                    1 => play_both::<N, 4>(opening, &mut random),
                    _ => play_both::<N, -3>(opening, &mut random),
                }));
            }
            println!("{opening}, {size}: {games} games, {plies} plies");
            assert!(plies > u64::from(games) * 8);
        }
    }
}

#[test]
fn games_by_all_openings() {
    play_games(25);
}

#[test]
#[ignore = "by hand: takes many minutes"]
fn many_games_by_all_openings_by_hand() {
    play_games(10_000);
}

#[test]
fn the_first_two_plies_are_told_apart() {
    for size in BoardSize::ALL {
        with_size!(size, N => {
            let mut seen = HashMap::new();
            for opening in Opening::ALL {
                let rules = Rules::default().with_opening(opening).unwrap();
                let start = Hashed::<N>::with_rules(rules);
                let first = start.after(start.legal_moves()[0]);
                for position in [start, first] {
                    let key = (position.hashes().canonical(), position.pack_canonical());
                    assert!(seen.values().all(|(hash, board)| *hash != key.0 && *board != key.1));
                    seen.insert((opening, position.ply()), key);
                }
            }
            // From the third ply on the board is all.
            let end = |opening, moves: [&str; 2]| {
                let rules = Rules::default().with_opening(opening).unwrap();
                let mut position = Hashed::<N>::with_rules(rules);
                for text in moves {
                    position.play(position.parse_move(text).unwrap()).unwrap();
                }
                position
            };
            assert_eq!(end(Opening::Swap, ["a1", "b1"]), end(Opening::NoSwap, ["b1", "a1"]));
        });
    }
}

#[test]
fn odd_starts_keep_their_hashes() {
    // One colour alone in move 1, as only an editor can make it.
    let mut random = Rng::with_seed(1);
    for opening in Opening::ALL {
        let rules = Rules::<5>::default().with_opening(opening).unwrap();
        for tps in ["x5/x5/x5/x5/x5 2 1", "x5/x5/x5/x5/2,x4 1 1", "x5/x5/x5/1S,x4/1,x4 2 1"] {
            let mut position = Hashed::<5>::from_tps_with(tps, rules).unwrap();
            for _ in 0..6 {
                position.check();
                let unpacked: Hashed<5> = position.pack().unpack().unwrap();
                assert!(unpacked.is_same_board(&position), "{position}");
                let mut passed = position;
                passed.pass();
                assert_eq!(passed.hashes(), &passed.fresh_hashes());
                passed.unpass();
                assert_eq!(passed, position);
                let moves = position.legal_moves();
                assert_eq!(position.count_moves(), moves.len() as u64);
                assert!(moves.iter().all(|&mv| position.is_legal(mv)));
                position.play_unchecked(moves[random.usize(..moves.len())]);
            }
        }
    }
}

#[test]
fn short_reserves_are_refused() {
    let mut rules = AnyRules::default();
    rules.flats = [Some(5), Some(1)];
    assert!(AnyPosition::<EightHashes>::with_rules(BoardSize::Five, rules).is_ok());
    rules.opening = Opening::DoubleBlackStack;
    let error = AnyPosition::<EightHashes>::with_rules(BoardSize::Five, rules).unwrap_err();
    assert!(error.to_string().contains("two black flats"), "{error}");
}
