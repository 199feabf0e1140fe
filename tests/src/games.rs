//! Games made of random numbers: the same numbers give the same game.
//!
//! A game is a list of choices, one for each ply. Removing choices leaves a game, so
//! `proptest` can cut a failing game down to its shortest form.

use fastrand::Rng;
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any};
use proptest::test_runner::RngSeed;
use tak_encoding::{
    Action, AnyPosition, Direction, EightHashes, Hashing, Kind, Move, Playable, Position, Size,
    Slide, Square,
};

/// No test follows a game any further: players that only shuffle never finish.
pub const LONGEST_GAME: usize = 400;

/// A position that keeps all its hashes, so that every game tests them too.
pub type Hashed<const N: usize> = Position<N, EightHashes>;

/// One ply of a game.
pub struct Ply<const N: usize>
where
    Size<N>: Playable,
{
    /// The position before the move.
    pub before: Hashed<N>,
    /// The move.
    pub played: Move<N>,
    /// The position after it.
    pub after: Hashed<N>,
}

/// Plays one move for each choice, until the game is over.
pub fn plies<const N: usize>(start: Hashed<N>, choices: &[u16]) -> impl Iterator<Item = Ply<N>> + '_
where
    Size<N>: Playable,
{
    let mut position = start;
    choices.iter().map_while(move |&choice| {
        if position.outcome().is_some() {
            return None;
        }
        let before = position;
        let played = pick(&before, choice);
        position.play(played).unwrap_or_else(|error| panic!("{played} in {before}: {error}"));
        Some(Ply { before, played, after: position })
    })
}

/// The position after the choices, from the empty board.
pub fn position_after<const N: usize>(choices: &[u16]) -> Hashed<N>
where
    Size<N>: Playable,
{
    let start = Position::new();
    plies(start, choices).last().map_or(start, |last| last.after)
}

/// Plays a move that is given in PTN.
pub fn play<H: Hashing>(position: &mut AnyPosition<H>, text: &str) {
    let mv = position.parse_move(text);
    let mv = mv.unwrap_or_else(|error| panic!("{position}: {error}"));
    position.play(mv).expect("what was read is legal");
}

/// The legal move that a choice stands for. Its low bits are a taste: if moves were
/// chosen evenly, walls and single steps would crowd out tall stacks, crushes and
/// full boards.
fn pick<const N: usize>(position: &Hashed<N>, choice: u16) -> Move<N>
where
    Size<N>: Playable,
{
    let (taste, index) = (choice % 16, usize::from(choice / 16));
    let mut moves = position.legal_moves();
    let suits = |mv: &Move<N>| match mv.action() {
        _ if taste >= 14 => true,
        Action::Place(Kind::Flat, _) | Action::PlaceTwo(_) => taste < 5,
        Action::Place(Kind::Wall | Kind::Capstone, _) => taste == 5,
        Action::Spread(..) if taste < 9 => taste > 5,
        Action::Spread(square, direction, slide) if taste < 12 => {
            builds(position, square, direction, slide)
        }
        Action::Spread(..) => is_crush(position, *mv),
    };
    if moves.iter().any(suits) {
        moves.retain(suits);
    }
    moves[index % moves.len()]
}

/// Whether a whole hand lands on another stack.
fn builds<const N: usize>(
    position: &Hashed<N>,
    square: Square<N>,
    direction: Direction,
    slide: Slide,
) -> bool
where
    Size<N>: Playable,
{
    let target = square.step(direction);
    slide.length() == 1 && target.is_some_and(|target| !position.stack(target).is_empty())
}

/// Whether a legal move flattens a wall.
pub fn is_crush<const N: usize>(position: &Hashed<N>, mv: Move<N>) -> bool
where
    Size<N>: Playable,
{
    let Action::Spread(mut square, direction, slide) = mv.action() else {
        return false;
    };
    for _ in 0..slide.length() {
        let Some(next) = square.step(direction) else {
            return false;
        };
        square = next;
    }
    matches!(position.top(square), Some((_, Kind::Wall)))
}

/// Choices for up to that many plies. Most games get enough choices to end; a few
/// stop early, so that early positions come last too.
pub fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    vec(any::<u16>(), 0..=4 * most).prop_map(move |mut choices| {
        choices.truncate(most);
        choices
    })
}

/// The same cases in every run, and no file of failures.
pub fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 10_000,
        ..ProptestConfig::default()
    }
}

/// Choices for a game, for tests that need no shrinking.
pub fn random_choices(random: &mut Rng, count: usize) -> Vec<u16> {
    (0..count).map(|_| random.u16(..)).collect()
}
