//! Random games played side by side with `fast-tak`, an independent implementation: the same legal
//! moves, results and TPS at every ply, at every size.
//!
//! The games are the same in every run. A game that differs is reduced by `proptest` until no ply
//! can be left out.

use std::cell::RefCell;
use std::thread;

use fast_tak::takparse::Move as TheirMove;
use fast_tak::{Game, Reserves};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};
use tak_encoding::{Color, HalfKomi, Move, Outcome, Playable, Position, Rules, Size, Square};
use tak_tests::games::{Hashed, LONGEST_GAME, choices, config, is_crush, plies};
use tak_tests::oracle::{their_game, their_move, their_moves, their_outcome, their_tps};

/// What occurred in the games: a test without a single crush proves little.
#[derive(Default, Debug)]
struct Seen {
    games: usize,
    roads: usize,
    suicides: usize,
    double_roads: usize,
    flat_wins: usize,
    draws: usize,
    crushes: usize,
    own_walls_crushed: usize,
    /// Plies after which a stack was higher than the carry limit.
    tall: usize,
    highest: usize,
}

impl Seen {
    fn note<const N: usize>(&mut self, before: &Hashed<N>, mv: Move<N>, after: &Hashed<N>)
    where
        Size<N>: Playable,
    {
        if is_crush(before, mv) {
            self.crushes += 1;
            let walls = |position: &Hashed<N>| {
                (position.walls() & position.tops(before.side_to_move())).count()
            };
            self.own_walls_crushed += usize::from(walls(after) < walls(before));
        }
        let highest = Square::<N>::all().map(|square| after.stack(square).height());
        let highest = highest.max().unwrap_or(0);
        self.highest = self.highest.max(highest);
        self.tall += usize::from(highest > N);
        match after.outcome() {
            Some(Outcome::Road(color)) => {
                self.roads += 1;
                self.suicides += usize::from(color != before.side_to_move());
                self.double_roads += usize::from(Color::ALL.iter().all(|&c| after.has_road(c)));
            }
            Some(Outcome::Flats(_)) => self.flat_wins += 1,
            Some(Outcome::Draw) => self.draws += 1,
            None => {}
        }
    }
}

/// Whether both see the same in a position.
fn agree<const N: usize, const HALF_KOMI: i8>(
    ours: &Hashed<N>,
    theirs: &Game<N, HALF_KOMI>,
) -> TestCaseResult
where
    Size<N>: Playable,
    Reserves<N>: Default,
{
    let moves = ours.legal_moves();
    let mut as_theirs: Vec<TheirMove> = moves.iter().copied().map(their_move).collect();
    as_theirs.sort_unstable();
    prop_assert_eq!(as_theirs, their_moves(theirs), "moves in {}", ours);
    prop_assert_eq!(ours.outcome(), their_outcome(theirs), "result of {}", ours);

    let tps = ours.to_tps();
    prop_assert_eq!(&tps, &their_tps(theirs));
    let read_by_them = their_game::<N, HALF_KOMI>(&tps);
    prop_assert!(read_by_them.as_ref() == Ok(theirs), "they misread {}", tps);
    let rules = Rules::with_komi(ours.half_komi());
    let read_by_us = Position::from_tps_with(&their_tps(theirs), rules);
    prop_assert_eq!(read_by_us.as_ref(), Ok(ours));
    Ok(())
}

/// Whether both write and read a move alike.
fn agree_on_text<const N: usize>(ours: Move<N>) -> TestCaseResult {
    let theirs = their_move(ours);
    prop_assert_eq!(ours.to_string().parse(), Ok(theirs));
    prop_assert_eq!(theirs.to_string().parse(), Ok(ours));
    Ok(())
}

fn play_both<const N: usize, const HALF_KOMI: i8>(
    choices: &[u16],
    seen: &mut Seen,
) -> TestCaseResult
where
    Size<N>: Playable,
    Reserves<N>: Default,
{
    seen.games += 1;
    let ours = Hashed::<N>::with_rules(Rules::with_komi(HalfKomi(HALF_KOMI.into())));
    let mut theirs = Game::<N, HALF_KOMI>::default();
    agree(&ours, &theirs)?;
    for ply in plies(ours, choices) {
        agree_on_text(ply.played)?;
        let played = theirs.play(their_move(ply.played));
        prop_assert!(played.is_ok(), "{} in {}", ply.played, ply.before);
        // Their draw after 50 spreads is a convention of play, not a rule of Tak.
        theirs.reversible_plies = 0;
        agree(&ply.after, &theirs)?;
        seen.note(&ply.before, ply.played, &ply.after);
    }
    Ok(())
}

/// Plays this many games; a failure names the moves of the shortest one.
fn play_games<const N: usize, const HALF_KOMI: i8>(games: u32, seen: &RefCell<Seen>)
where
    Size<N>: Playable,
    Reserves<N>: Default,
{
    // Other games for another komi.
    let number = 1_000 * N as u64 + u64::from(HALF_KOMI.unsigned_abs());
    let mut runner = TestRunner::new(config(games, number));
    let result = runner.run(&choices(LONGEST_GAME), |choices| {
        play_both::<N, HALF_KOMI>(&choices, &mut seen.borrow_mut()).map_err(|error| {
            let moves = plies(Hashed::<N>::new(), &choices).map(|ply| ply.played.to_string());
            let moves: Vec<String> = moves.collect();
            TestCaseError::fail(format!("after {}: {error}", moves.join(" ")))
        })
    });
    if let Err(error) = result {
        panic!("size {N}: {error}");
    }
}

/// Half of the games without komi, half with one of 2½.
fn check_size<const N: usize>(games: u32)
where
    Size<N>: Playable,
    Reserves<N>: Default,
{
    let seen = RefCell::default();
    play_games::<N, 0>(games / 2, &seen);
    play_games::<N, 5>(games / 2, &seen);
    let seen = seen.into_inner();
    println!("size {N}: {seen:?}");
    assert!(seen.games >= games as usize);
    assert!(seen.roads > 0 && seen.flat_wins > 0, "{seen:?}");
    assert!(seen.suicides > 0, "{seen:?}");
    assert!(seen.tall > 0 && seen.highest > N, "{seen:?}");
    assert!(games < 400 || seen.highest > N + 2, "{seen:?}");
    if Size::<N>::CAPS > 0 {
        assert!(seen.crushes > 0 && seen.own_walls_crushed > 0, "{seen:?}");
    } else {
        assert_eq!(seen.crushes, 0, "a crush without a capstone: {seen:?}");
    }
}

/// This many times four games on 8×8, more on smaller boards.
fn check_every_size(times: u32) {
    thread::scope(|scope| {
        scope.spawn(|| check_size::<3>(20 * times));
        scope.spawn(|| check_size::<4>(15 * times));
        scope.spawn(|| check_size::<5>(15 * times));
        scope.spawn(|| check_size::<6>(10 * times));
        scope.spawn(|| check_size::<7>(6 * times));
        scope.spawn(|| check_size::<8>(4 * times));
    });
}

#[test]
fn every_size() {
    check_every_size(10);
}

#[test]
#[ignore = "second tier: seven thousand games"]
fn every_size_in_many_games() {
    check_every_size(100);
}
