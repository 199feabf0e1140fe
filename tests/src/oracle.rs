//! Glue to `fast-tak`, an independent implementation of Tak that shares no code with ours and must
//! give the same answers.

use fast_tak::takparse::{self, MoveKind, Piece, Tps, WinReason};
use fast_tak::{Game, Reserves};
use tak_encoding::{Action, Color, Direction, Kind, Move, Outcome};

/// Our move as theirs.
///
/// # Panics
///
/// If it places two flats at once, which they cannot express.
pub fn their_move<const N: usize>(mv: Move<N>) -> takparse::Move {
    let square = takparse::Square::new(mv.square().file() as u8, mv.square().rank() as u8);
    let kind = match mv.action() {
        Action::Place(Kind::Flat, _) => MoveKind::Place(Piece::Flat),
        Action::Place(Kind::Wall, _) => MoveKind::Place(Piece::Wall),
        Action::Place(Kind::Capstone, _) => MoveKind::Place(Piece::Cap),
        Action::PlaceTwo(_) => panic!("they place one flat at a time"),
        Action::Spread(_, direction, slide) => {
            MoveKind::Spread(their_direction(direction), slide.drops().collect())
        }
    };
    takparse::Move::new(square, kind)
}

fn their_direction(direction: Direction) -> takparse::Direction {
    match direction {
        Direction::Up => takparse::Direction::Up,
        Direction::Right => takparse::Direction::Right,
        Direction::Down => takparse::Direction::Down,
        Direction::Left => takparse::Direction::Left,
    }
}

/// Their legal moves, sorted.
pub fn their_moves<const N: usize, const HALF_KOMI: i8>(
    game: &Game<N, HALF_KOMI>,
) -> Vec<takparse::Move> {
    let mut moves = Vec::new();
    game.possible_moves(&mut moves);
    moves.sort_unstable();
    moves
}

/// Their result as ours.
pub fn their_outcome<const N: usize, const HALF_KOMI: i8>(
    game: &Game<N, HALF_KOMI>,
) -> Option<Outcome> {
    let result = takparse::GameResult::try_from(game.result()).ok()?;
    let (color, reason) = match result {
        takparse::GameResult::Draw => return Some(Outcome::Draw),
        takparse::GameResult::White(reason) => (Color::White, reason),
        takparse::GameResult::Black(reason) => (Color::Black, reason),
    };
    Some(match reason {
        WinReason::Road => Outcome::Road(color),
        WinReason::Flat | WinReason::Other => Outcome::Flats(color),
    })
}

/// Their position for a TPS.
///
/// # Errors
///
/// Their error, if they cannot read the text.
pub fn their_game<const N: usize, const HALF_KOMI: i8>(
    tps: &str,
) -> Result<Game<N, HALF_KOMI>, takparse::ParseTpsError>
where
    Reserves<N>: Default,
{
    Ok(tps.parse::<Tps>()?.into())
}

/// The TPS of their position.
pub fn their_tps<const N: usize, const HALF_KOMI: i8>(game: &Game<N, HALF_KOMI>) -> String {
    Tps::from(game.clone()).to_string()
}
