//! Proofs of random positions, against an exhaustive search without any table.

use tak_encoding::{
    BoardSize, Color, HalfKomi, Move, OneHash, Outcome, Playable, Position, Reserve, Rules, Size,
    with_size,
};
use tak_search::solve::{Aim, Effort, Mode, Solver, Verdict};

/// Whether the attacker wins within this many plies, by trying everything.
fn wins<const N: usize>(aim: Aim, position: &Position<N, OneHash>, plies: u32) -> bool
where
    Size<N>: Playable,
{
    if plies == 0 {
        return false;
    }
    let is_attack = position.side_to_move() == aim.attacker;
    let leads_to_win = |mv: Move<N>| {
        let after = position.after(mv);
        match after.outcome() {
            Some(outcome) => aim.is_met_by(outcome),
            None if plies == 1 => false,
            None => {
                let allowed = !is_attack || !aim.mode.is_forcing() || threatens(&after);
                allowed && wins(aim, &after, plies - 1)
            }
        }
    };
    let mut moves = position.legal_moves().into_iter();
    if is_attack { moves.any(leads_to_win) } else { moves.all(leads_to_win) }
}

/// Whether the player who has just moved could complete a road by moving again.
fn threatens<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    let player = !position.side_to_move();
    let mut again = *position;
    again.pass();
    let mut moves = again.legal_moves().into_iter();
    moves.any(|mv| again.after(mv).outcome() == Some(Outcome::Road(player)))
}

/// A position some plies before the end of a random game, with few pieces in half of
/// them, so that games end on flats too.
pub(crate) fn random_position<const N: usize>(random: &mut fastrand::Rng) -> Position<N, OneHash>
where
    Size<N>: Playable,
{
    let komi = HalfKomi(random.i16(-4..=4));
    let mut rules = Rules::with_komi(komi);
    if random.bool() {
        let reserve = Reserve { flats: 4 + random.u8(..3 * N as u8), caps: random.u8(..2) };
        rules = Rules::new(komi, reserve, reserve).unwrap();
    }
    let mut game = vec![Position::<N, OneHash>::with_rules(rules)];
    while let Some(position) = game.last()
        && position.outcome().is_none()
        && game.len() < 150
    {
        let moves = position.legal_moves();
        let flats = position.empty().count() as usize;
        let choice = match random.u8(..3) {
            0 => random.usize(..moves.len()),
            1 => moves.len() - 1 - random.usize(..moves.len().min(40)),
            _ => random.usize(..moves.len().min(flats + 1)),
        };
        game.push(position.after(moves[choice]));
    }
    let back = 1 + random.usize(..6);
    game[game.len().saturating_sub(1 + back)]
}

/// What was seen: a test without long wins proves little.
#[derive(Default, Debug)]
struct Seen {
    positions: u64,
    /// By plies.
    wins: [u64; 6],
    not_won: u64,
    open: u64,
}

/// Compares every kind of question about a position with an exhaustive search.
fn compare<const N: usize>(position: &Position<N, OneHash>, seen: &mut Seen)
where
    Size<N>: Playable,
{
    for mode in Mode::ALL {
        for attacker in Color::ALL {
            let aim = Aim { attacker, mode };
            let most = match (mode, N) {
                // As far as trying everything goes.
                (Mode::Win, _) => {
                    let moves = position.legal_moves().len();
                    let far = (4..=5).rev().find(|&plies| moves.pow(plies) < 30_000);
                    far.unwrap_or(3).max(if N == 3 { 4 } else { 3 })
                }
                _ => 5,
            };
            let expected = (1..=most).find(|&plies| wins(aim, position, plies));
            let place = format!("{position}, {:?}, {aim:?}: {expected:?}", position.rules());
            let mut effort = Effort::nodes(if mode == Mode::Win { 300 } else { 3000 });
            let solution = Solver::new(aim, 1).unwrap().solve(position, &effort);
            match (expected, solution.verdict) {
                (Some(plies), Verdict::Won { plies: found, is_shortest: true }) => {
                    assert_eq!(found, plies, "{place}");
                    assert_eq!(solution.proof.unwrap().line().len(), plies as usize, "{place}");
                }
                (Some(plies), Verdict::Won { plies: found, .. }) => {
                    assert!(found >= plies, "{place}");
                }
                (None, Verdict::Won { plies, .. }) => assert!(plies > most, "{place}: {plies}"),
                (None, Verdict::NotWon) => seen.not_won += 1,
                (_, Verdict::Unknown) => seen.open += 1,
                (Some(_), Verdict::NotWon) => panic!("{place}"),
            }
            // The shortest win by deepening alone.
            effort.nodes = None;
            effort.plies = Some(most);
            let solution = Solver::new(aim, 1).unwrap().solve(position, &effort);
            let found = match solution.verdict {
                Verdict::Won { plies, is_shortest } => {
                    assert!(is_shortest, "{place}");
                    Some(plies)
                }
                _ => None,
            };
            assert_eq!(found, expected, "{place}");
            seen.wins[expected.unwrap_or(0) as usize] += 1;
        }
    }
    seen.positions += 1;
}

fn compare_random_positions(count: u64) {
    let mut random = fastrand::Rng::with_seed(19);
    for size in [BoardSize::Three, BoardSize::Four, BoardSize::Five] {
        let mut seen = Seen::default();
        with_size!(size, N => while seen.positions < count {
            let position = random_position::<N>(&mut random);
            if position.outcome().is_none() {
                compare(&position, &mut seen);
            }
        });
        println!("{size}×{size}: {seen:?}");
        assert!(seen.wins.iter().all(|&wins| wins > 0) && seen.not_won > 0, "{seen:?}");
    }
}

#[test]
pub(crate) fn random_positions_against_an_exhaustive_search() {
    compare_random_positions(300);
}

#[test]
#[ignore = "takes long: cargo test --release -p tak-tests --test search exhaustive -- --ignored --nocapture"]
fn many_random_positions_against_an_exhaustive_search() {
    compare_random_positions(33_400);
}
