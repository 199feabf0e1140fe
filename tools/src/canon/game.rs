//! Which of the eight turned games is the canonical one.
//!
//! The start is turned into its canonical position; for an empty board, all eight symmetries do
//! that. Among the symmetries that do, the one wins whose moves name the squares that come first in
//! alphabetical order: `a1` before `a2` before `b1`. The first move that distinguishes two of them
//! decides. A spread is ordered by the square that it leaves, then by the next one.
//!
//! So White's first stone goes to the lower left, on the a1–h8 diagonal or above it:
//! a corner is always `a1`. With stones on the diagonal only, the board can still be
//! mirrored about it, and the next stone off the diagonal, or the first spread that
//! leaves it, goes above it: `1. a1 f1` becomes `1. a1 a6`.

use tak_encoding::{Action, Game, Move, Playable, Position, Size, Square, Symmetry};

/// The symmetry that turns a game into its canonical form.
pub(super) fn symmetry<const N: usize>(start: &Position<N>, moves: &[Move<N>]) -> Symmetry
where
    Size<N>: Playable,
{
    let mut open = start.canonical_board().symmetries().to_vec();
    for mv in moves {
        let first = open.iter().map(|&symmetry| place(mv.transform(symmetry))).min();
        open.retain(|&symmetry| Some(place(mv.transform(symmetry))) == first);
        if open.len() == 1 {
            break;
        }
    }
    // There was at least one, and some move comes first.
    open.first().copied().unwrap_or(Symmetry::Identity)
}

/// What a move is ordered by: file and rank of its square and of the next one.
fn place<const N: usize>(mv: Move<N>) -> [usize; 4] {
    let next = match mv.action() {
        Action::Place(_, square) | Action::PlaceTwo(square) => Some(square),
        Action::Spread(square, direction, _) => square.step(direction),
    };
    let by_file = |square: Square<N>| [square.file(), square.rank()];
    let [file, rank] = by_file(mv.square());
    let [next_file, next_rank] = by_file(next.unwrap_or(mv.square()));
    [file, rank, next_file, next_rank]
}

/// The moves of a game, turned, on one line.
pub(super) fn turned_moves<const N: usize>(game: &Game<N>, symmetry: Symmetry) -> String
where
    Size<N>: Playable,
{
    let moves = game.moves().iter();
    let moves: Vec<_> = moves.map(|mv| mv.transform(symmetry).to_string()).collect();
    moves.join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseResult;
    use tak_encoding::{BoardSize, with_size};

    use super::*;

    fn canonical(moves: &str) -> String {
        let mut game = Game::new(Position::<6>::new());
        for text in moves.split(' ') {
            game.push(game.end().parse_move(text).unwrap()).unwrap();
        }
        turned_moves(&game, symmetry(game.start(), game.moves()))
    }

    #[test]
    fn openings_come_out_as_players_write_them() {
        for (moves, expected) in [
            ("a1 f6", "a1 f6"),
            ("f6 a1", "a1 f6"),
            ("f1 a6 e1", "a1 f6 a2"),
            ("a1 a6", "a1 a6"),
            ("a1 f1", "a1 a6"),
            ("f6 a6", "a1 a6"),
            ("f6 f1", "a1 a6"),
            ("c3 d4 e2", "c3 d4 b5"),
            ("c3 d4 b5", "c3 d4 b5"),
            ("b1 a1", "a2 a1"),
            ("e6 f6 f6<", "a2 a1 a1+"),
            // The whole line is on the diagonal until a stack moves off it.
            ("a1 f6 f6-", "a1 f6 f6<"),
        ] {
            assert_eq!(canonical(moves), expected, "{moves}");
        }
    }

    /// Plays the moves that the numbers choose.
    fn game<const N: usize>(start: Position<N>, choices: &[usize]) -> Game<N>
    where
        Size<N>: Playable,
    {
        let mut game = Game::new(start);
        for choice in choices {
            let moves = game.end().legal_moves();
            if game.end().outcome().is_some() || moves.is_empty() {
                break;
            }
            game.push(moves[choice % moves.len()]).unwrap();
        }
        game
    }

    fn all_eight_agree<const N: usize>(before: &[usize], choices: &[usize]) -> TestCaseResult
    where
        Size<N>: Playable,
    {
        let game = game(*game(Position::<N>::new(), before).end(), choices);
        let forms = Symmetry::ALL.map(|turn| {
            let start = game.start().transform(turn);
            let moves: Vec<_> = game.moves().iter().map(|mv| mv.transform(turn)).collect();
            let symmetry = symmetry(&start, &moves);
            let moves: Vec<_> = moves.iter().map(|mv| mv.transform(symmetry)).collect();
            (start.transform(symmetry), moves)
        });
        prop_assert!(forms.windows(2).all(|pair| pair[0] == pair[1]), "{:?}", forms);

        if before.is_empty() {
            // A spread off the diagonal breaks the mirror by where it goes.
            let squares = forms[0].1.iter().flat_map(|&mv| {
                let [file, rank, next_file, next_rank] = place(mv);
                [(file, rank), (next_file, next_rank)]
            });
            if let Some((file, rank)) = squares.clone().next() {
                prop_assert!(file <= rank && rank <= (N - 1) / 2);
            }
            let mut off_diagonal = squares.skip_while(|(file, rank)| file == rank);
            if let Some((file, rank)) = off_diagonal.next() {
                prop_assert!(file < rank, "above the diagonal");
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn all_eight_turned_games_have_one_form(
            size in 3..=8_usize,
            before in prop_oneof![Just(Vec::new()), vec(any::<usize>(), 0..6)],
            choices in vec(any::<usize>(), 0..12),
        ) {
            with_size!(BoardSize::new(size).unwrap(), N => all_eight_agree::<N>(&before, &choices))?;
        }
    }
}
