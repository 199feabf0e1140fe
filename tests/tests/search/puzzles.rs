//! The shipped puzzles: each has the one solution that it claims.

use tak_encoding::{AnyPosition, Color, OneHash, Outcome};
use tak_games::puzzles::{self, Kind, Puzzle};
use tak_search::solve::{Aim, Effort, Mode, Question, Verdict};

const SHIPPED: &str = include_str!("../../../tak-engine/board/puzzles.txt");

/// More than any of them needs.
const NODES: u64 = 200_000;

/// How an end of the game counts for the attacker.
fn is_won(outcome: Outcome, aim: Aim) -> bool {
    outcome.winner() == Some(aim.attacker)
        && (aim.mode == Mode::Win || matches!(outcome, Outcome::Road(_)))
}

/// Whether the attacker wins, within so many plies if they are given.
fn wins(position: &AnyPosition<OneHash>, aim: Aim, plies: Option<u32>) -> bool {
    if let Some(outcome) = position.outcome() {
        return is_won(outcome, aim);
    }
    if plies == Some(0) {
        return false;
    }
    let mut question = Question::new(aim);
    question.hash = 4;
    question.effort = Effort::nodes(NODES);
    question.effort.shortest = false;
    question.effort.plies = plies;
    match question.answer(position).unwrap().verdict {
        Verdict::Won { .. } => true,
        Verdict::NotWon => false,
        Verdict::Unknown => panic!("{position}: more nodes are needed"),
    }
}

/// The legal moves after which this holds.
fn moves_with(puzzle: &Puzzle, holds: impl Fn(&AnyPosition<OneHash>) -> bool) -> Vec<String> {
    let moves = puzzle.position.legal_moves().into_iter();
    let after = moves.map(|mv| {
        let mut after = puzzle.position;
        after.play(mv).unwrap();
        (mv, after)
    });
    after.filter(|(_, after)| holds(after)).map(|(mv, _)| mv.to_string()).collect()
}

/// The first moves that do what a puzzle asks for.
fn solutions(puzzle: &Puzzle) -> Vec<String> {
    let (us, them): (Color, Color) = (puzzle.solver(), !puzzle.solver());
    let aim = |attacker, mode| Aim { attacker, mode };
    let plies = puzzle.plies;
    match puzzle.kind {
        Kind::Tinue => moves_with(puzzle, |after| wins(after, aim(us, Mode::Strict), None)),
        Kind::Avoidance => moves_with(puzzle, |after| !wins(after, aim(them, Mode::Strict), None)),
        Kind::Best if puzzle.line.len() == 1 => {
            moves_with(puzzle, |after| !wins(after, aim(them, Mode::Win), Some(plies)))
        }
        Kind::Flats | Kind::Best => {
            moves_with(puzzle, |after| wins(after, aim(us, Mode::Win), Some(plies - 1)))
        }
    }
}

/// How the main line ends, if it does.
fn end(puzzle: &Puzzle) -> Option<Outcome> {
    let mut position = puzzle.position;
    for &mv in &puzzle.line {
        position.play(mv).unwrap();
    }
    position.outcome()
}

fn check(puzzle: &Puzzle) {
    let first = puzzle.line[0].to_string();
    assert_eq!(solutions(puzzle), [first], "{}", puzzle.position);
    let us = puzzle.solver();
    match puzzle.kind {
        Kind::Tinue => assert_eq!(end(puzzle), Some(Outcome::Road(us)), "{}", puzzle.position),
        Kind::Flats => assert_eq!(end(puzzle), Some(Outcome::Flats(us)), "{}", puzzle.position),
        Kind::Avoidance => assert_eq!(puzzle.line.len(), 1),
        Kind::Best => {
            assert!(puzzle.line.len() == 1 || end(puzzle).and_then(Outcome::winner) == Some(us));
        }
    }
    if puzzle.line.len() > 1 {
        assert_eq!(puzzle.line.len() as u32, puzzle.plies, "{}", puzzle.position);
    }
}

fn check_every(step: usize) {
    let all = puzzles::read(SHIPPED).unwrap();
    all.iter().step_by(step).for_each(check);
}

#[test]
fn some_puzzles_have_one_solution() {
    check_every(200);
}

#[test]
#[ignore = "second tier: solves every move of a thousand positions"]
fn every_puzzle_has_one_solution_in_release() {
    check_every(1);
}
