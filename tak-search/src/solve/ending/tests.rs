//! Counts of late positions, against a search that tries everything without a table.

use tak_encoding::{BoardSize, Reserve, Rules, with_size};

use super::*;
use crate::solve::Effort;

/// Tries everything.
fn forces<const N: usize>(position: &Position<N, OneHash>, claim: Claim, plies: u32) -> bool
where
    Size<N>: Playable,
{
    if let Some(outcome) = position.outcome() {
        let lead = |color| (position.tops(color) - position.blockers()).count() as i32;
        let lead = lead(claim.claimant) - lead(!claim.claimant);
        return match outcome {
            Outcome::Road(winner) => winner == claim.claimant,
            _ => lead >= claim.least,
        };
    }
    let mut moves = position.legal_moves().into_iter();
    let mut holds = |mv| forces(&position.after(mv), claim, plies - 1);
    match position.side_to_move() == claim.claimant {
        _ if plies == 0 => false,
        true => moves.any(&mut holds),
        false => moves.all(&mut holds),
    }
}

/// A position of a random game in which at most so many stones or squares are left.
fn late<const N: usize>(random: &mut fastrand::Rng, most: u32) -> Position<N, OneHash>
where
    Size<N>: Playable,
{
    loop {
        let mut reserve =
            || Reserve { flats: random.u8(3..=(N * N) as u8 / 2 + 2), caps: random.u8(0..=2) };
        let rules = Rules::new(HalfKomi(0), reserve(), reserve()).unwrap();
        let mut position = Position::with_rules(rules);
        while position.outcome().is_none() && (position.is_opening() || left(&position) > most) {
            let (mut moves, mut spreads) = (Vec::new(), Vec::new());
            position.generate_placements(&mut moves);
            position.generate_spreads(&mut spreads);
            if !position.is_opening() && !spreads.is_empty() && random.u8(..3) == 0 {
                moves = spreads;
            }
            position.play_unchecked(moves[random.usize(..moves.len())]);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// Compares all claims about some positions, one table for all of a size.
fn compare<const N: usize>(count: u32, most_plies: u32, random: &mut fastrand::Rng)
where
    Size<N>: Playable,
{
    let mut endings = Endings::<N>::new(1 << 20).unwrap();
    let mut held = [0; 2];
    for _ in 0..count {
        let most = random.u32(1..=3);
        let position = late::<N>(random, most);
        let middle = position.flat_lead();
        for claimant in Color::ALL {
            let leasts = (-3..=3).map(|more| lead_of(claimant, middle) + more);
            for least in leasts.chain([1 - ROAD, ROAD]) {
                for plies in 1..=most_plies {
                    let claim = Claim { claimant, least };
                    let mut watch = Watch::new(&Effort::default(), &|| false);
                    let found = endings.is_forced_within(&position, claim, plies, &mut watch);
                    let expected = forces(&position, claim, plies);
                    assert_eq!(found, Ok(expected), "{position} {claim:?} in {plies}");
                    held[usize::from(expected)] += 1;
                    if expected {
                        assert!(endings.is_confirmed(&position, claim, plies, &mut watch));
                        break;
                    }
                }
            }
        }
    }
    assert!(held[0] > 0 && held[1] > 0, "{held:?}");
}

#[test]
fn claims_are_what_a_search_of_everything_finds() {
    let mut random = fastrand::Rng::with_seed(1);
    compare::<3>(60, 4, &mut random);
    compare::<4>(12, 3, &mut random);
    compare::<5>(4, 3, &mut random);
}

#[test]
#[ignore = "second tier: in_release, minutes"]
fn claims_are_what_a_search_of_everything_finds_in_release() {
    let mut random = fastrand::Rng::with_seed(2);
    compare::<3>(3_000, 5, &mut random);
    compare::<4>(1_500, 4, &mut random);
    compare::<5>(1_000, 3, &mut random);
    compare::<6>(200, 3, &mut random);
}

#[test]
fn komi_says_which_lead_wins() {
    for (half_komi, white, black) in [(0, 1, 1), (1, 1, 0), (2, 2, 0), (3, 2, -1), (-3, -1, 2)] {
        let least = Color::ALL.map(|color| Claim::of_win(color, HalfKomi(half_komi)).least);
        assert_eq!(least, [white, black], "{half_komi}");
    }
    // No flats are worth that much.
    assert_eq!(Claim::of_win(Color::White, HalfKomi(i16::MAX)).least, ROAD);
    assert_eq!(Claim::of_win(Color::Black, HalfKomi(i16::MAX)).least, 1 - ROAD);
}

#[test]
fn what_is_known_is_packed_into_the_numbers_of_an_entry() {
    for (plies, least) in [(1, 1 - ROAD), (64, ROAD), (7, -1)] {
        let Known { plies: read, least: same } = Known::of_bits(Known { plies, least }.bits());
        assert_eq!((read, same), (plies, least));
    }
    assert_eq!(Known::of_bits(0).plies, 0);
}

/// Nodes and seconds of both searches for who wins, by the stones left, from random games of all
/// sizes: `cargo test --release -p tak-search by_hand -- --ignored --nocapture`.
#[test]
#[ignore = "by hand, prints nodes and times"]
fn late_positions_by_hand() {
    use crate::clock::Instant;
    use crate::solve::{Mode, Proven, Solver};
    use std::time::Duration;
    let effort =
        Effort { time: Some(Duration::from_secs(2)), shortest: false, ..Effort::default() };
    for size in [BoardSize::Four, BoardSize::Five, BoardSize::Six] {
        with_size!(size, N => for most in 1..=8 {
            let mut random = fastrand::Rng::with_seed(most.into());
            let mut told = [(0, 0, Duration::ZERO); 2];
            for _ in 0..12 {
                let position = late::<N>(&mut random, most);
                let aim = Aim { attacker: position.side_to_move(), mode: Mode::Win };
                let claim = Claim::of_win(aim.attacker, position.half_komi());
                let (begun, mut watch) = (Instant::now(), Watch::new(&effort, &|| false));
                let found = Endings::new(10 << 20).unwrap().decide(&position, claim, &mut watch);
                told[0].0 += u32::from(found.is_some());
                told[0].1 += watch.nodes;
                told[0].2 += begun.elapsed();
                let mut solver = Solver::<N>::new(aim, 64).unwrap();
                let (begun, mut watch) = (Instant::now(), Watch::new(&effort, &|| false));
                let proven = solver.prove(&position, &mut watch).unwrap_or(Proven::Open);
                told[1].0 += u32::from(proven != Proven::Open);
                told[1].1 += watch.nodes;
                told[1].2 += begun.elapsed();
                if let (Some((found, _)), Proven::Won(_) | Proven::NotWon) = (found, proven) {
                    assert_eq!(found == claim, proven != Proven::NotWon, "{position}");
                }
            }
            println!("{N} {most}: {told:?}");
        });
    }
}
