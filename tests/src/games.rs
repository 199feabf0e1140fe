//! Games made of numbers: the same numbers give the same game.
//!
//! A game is a list of choices, one a ply. Removing choices leaves a game, so
//! that `proptest` can cut a failing game down to its shortest form.

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any};
use proptest::test_runner::RngSeed;
use tak_encoding::{Action, Direction, Kind, Move, Playable, Position, Size, Slide, Square};

/// No test follows a game any further: two players that only shuffle never end.
pub const LONGEST_GAME: usize = 400;

/// One ply of a game.
pub struct Ply<const N: usize>
where
    Size<N>: Playable,
{
    /// The position before the move.
    pub before: Position<N>,
    /// The move.
    pub played: Move<N>,
    /// The position after it.
    pub after: Position<N>,
}

/// Plays one move for each choice, until the game is over.
///
/// # Panics
///
/// If a generated move cannot be played, which would be a bug in the generator.
pub fn plies<const N: usize>(
    start: Position<N>,
    choices: &[u16],
) -> impl Iterator<Item = Ply<N>> + '_
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
        position
            .play(played)
            .unwrap_or_else(|error| panic!("{played} in {before}: {error}"));
        Some(Ply {
            before,
            played,
            after: position,
        })
    })
}

/// The position after the choices, from the empty board.
pub fn position_after<const N: usize>(choices: &[u16]) -> Position<N>
where
    Size<N>: Playable,
{
    let start = Position::new();
    plies(start, choices)
        .last()
        .map_or(start, |last| last.after)
}

/// The legal move that a choice stands for. Its low bits are a taste: with
/// moves chosen evenly, walls and single steps would crowd out tall stacks,
/// crushes and full boards.
fn pick<const N: usize>(position: &Position<N>, choice: u16) -> Move<N>
where
    Size<N>: Playable,
{
    let (taste, index) = (choice % 16, usize::from(choice / 16));
    let mut moves = position.legal_moves();
    let suits = |mv: &Move<N>| match mv.action() {
        _ if taste >= 14 => true,
        Action::Place(Kind::Flat, _) => taste < 5,
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
    position: &Position<N>,
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
pub fn is_crush<const N: usize>(position: &Position<N>, mv: Move<N>) -> bool
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

/// Choices for up to that many plies. Most games get choices enough to end; a
/// few stop early, so that young positions occur as last ones too.
pub fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    vec(any::<u16>(), 0..=4 * most).prop_map(move |mut choices| {
        choices.truncate(most);
        choices
    })
}

/// The same cases in every run, and no file about failures.
pub fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 10_000,
        ..ProptestConfig::default()
    }
}

/// Random numbers for tests that need no shrinking: `SplitMix64` (Steele, Lea
/// and Flood, 2014).
pub struct Random(u64);

impl Random {
    /// Each seed has its own sequence.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Choices for a game.
    pub fn choices(&mut self, count: usize) -> Vec<u16> {
        (0..count).map(|_| self.number() as u16).collect()
    }
}
