//! Strict tinuës in a game: who has one in each position, which were missed, and where the last one
//! began.

use std::iter;

use tak_encoding::{
    AnyMove, AnyPosition, Color, Move, OneHash, Outcome, Playable, Position, Size, with_position,
};

use crate::solve::{Aim, Effort, Mode, Solver, Verdict};
use crate::table::NoMemory;

/// Enough nodes for nearly every question about a strict tinuë.
pub const NODES: u64 = 5000;

/// A strict tinuë.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tinue {
    /// Who completes the road.
    pub winner: Color,
    /// To the end of the game, against the longest defence.
    pub plies: u32,
    /// Whether no strict tinuë is shorter.
    pub is_shortest: bool,
    /// The longest defence.
    pub line: Vec<AnyMove>,
}

impl Tinue {
    /// In how many plies: `3 plies`, or `at most 3 plies`.
    pub fn length(&self) -> String {
        let most = if self.is_shortest { "" } else { "at most " };
        let unit = if self.plies == 1 { "ply" } else { "plies" };
        format!("{most}{} {unit}", self.plies)
    }
}

/// What is known about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// A player has a strict tinuë.
    Won(Tinue),
    /// Neither player has one by threats alone.
    Level,
    /// A limit came first, or nothing was asked.
    Open,
    /// The game is over.
    Over(Outcome),
}

impl Standing {
    /// Whether this player has a strict tinuë, or has won.
    pub fn is_won_by(&self, player: Color) -> bool {
        match self {
            Self::Won(tinue) => tinue.winner == player,
            Self::Over(outcome) => outcome.winner() == Some(player),
            Self::Level | Self::Open => false,
        }
    }

    /// The tinuë of a player who then plays a move that leads to another position, if it is not one
    /// there.
    pub fn missed(&self, mover: Color, after: &Self) -> Option<&Tinue> {
        match self {
            Self::Won(tinue) if tinue.winner == mover => {
                Some(tinue).filter(|_| !after.is_won_by(mover) && *after != Self::Open)
            }
            _ => None,
        }
    }
}

/// The marks that players put after moves that threaten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// `'`: the next move would complete a road.
    Tak,
    /// `"`: a road can no longer be prevented.
    Tinue,
}

impl Threat {
    /// What the player who has just moved threatens.
    pub fn of(position: &AnyPosition<OneHash>, standing: &Standing) -> Option<Self> {
        let player = !position.side_to_move();
        match standing {
            Standing::Over(_) => None,
            Standing::Won(tinue) if tinue.winner == player => Some(Self::Tinue),
            _ => with_position!(position, position => is_tak(position)).then_some(Self::Tak),
        }
    }

    /// The mark as written.
    pub fn text(self) -> &'static str {
        match self {
            Self::Tak => "'",
            Self::Tinue => "\"",
        }
    }
}

/// The positions of a game of legal moves, the first one and those after each move. Each question
/// has these limits; once `must_stop` returns true, what is left stays [open](Standing::Open).
///
/// # Errors
///
/// If there is not enough memory for the tables of the solver.
pub fn standings(
    start: &AnyPosition<OneHash>,
    moves: &[AnyMove],
    effort: &Effort,
    must_stop: &dyn Fn() -> bool,
) -> Result<Vec<Standing>, NoMemory> {
    Ok(each_standing(start, moves, effort, must_stop)?.collect())
}

/// The same with as many nodes for each question as [nearly all](NODES) need. Without memory all stay
/// open.
pub fn known(
    start: &AnyPosition<OneHash>,
    moves: &[AnyMove],
    must_stop: &dyn Fn() -> bool,
) -> Vec<Standing> {
    let found = standings(start, moves, &Effort::nodes(NODES), must_stop);
    found.unwrap_or_else(|_| vec![Standing::Open; moves.len() + 1])
}

/// Like [`standings`], one after the other: each is found when it is asked for.
///
/// # Errors
///
/// If there is not enough memory for the tables of the solver.
pub fn each_standing<'a>(
    start: &AnyPosition<OneHash>,
    moves: &[AnyMove],
    effort: &Effort,
    must_stop: &'a dyn Fn() -> bool,
) -> Result<Box<dyn Iterator<Item = Standing> + 'a>, NoMemory> {
    with_position!(start, start => {
        let moves = moves.iter().filter_map(|&mv| mv.try_into().ok()).collect();
        Ok(Box::new(standings_sized(*start, moves, *effort, must_stop)?))
    })
}

fn standings_sized<const N: usize>(
    start: Position<N, OneHash>,
    moves: Vec<Move<N>>,
    effort: Effort,
    must_stop: &dyn Fn() -> bool,
) -> Result<impl Iterator<Item = Standing>, NoMemory>
where
    Size<N>: Playable,
    AnyMove: From<Move<N>>,
{
    const HASH: usize = 64;
    let solver = |attacker| Solver::<N>::new(Aim { attacker, mode: Mode::Strict }, HASH);
    let mut solvers = [solver(Color::White)?, solver(Color::Black)?];
    let (mut position, mut before) = (start, Standing::Open);
    let played = iter::once(None).chain(moves.into_iter().map(Some));
    Ok(played.map(move |played| {
        if let Some(mv) = played {
            position.play_unchecked(mv);
        }
        before = standing(&mut solvers, &position, &before, &effort, must_stop);
        before.clone()
    }))
}

/// The standing of a position after another one.
#[inline(never)] // once for each size is enough, where browsers load it
fn standing<const N: usize>(
    solvers: &mut [Solver<N>; 2],
    position: &Position<N, OneHash>,
    before: &Standing,
    effort: &Effort,
    must_stop: &dyn Fn() -> bool,
) -> Standing
where
    Size<N>: Playable,
    AnyMove: From<Move<N>>,
{
    if let Some(outcome) = position.outcome() {
        return Standing::Over(outcome);
    }
    let mover = position.side_to_move();
    // Who had none before a quiet move may have one after it.
    let likely = if before.is_won_by(!mover) { !mover } else { mover };
    let mut standing = Standing::Level;
    for winner in [likely, !likely] {
        let solution = solvers[winner.index()].solve_until(position, effort, must_stop);
        match (solution.verdict, solution.proof) {
            (Verdict::Won { plies, is_shortest }, Some(proof)) => {
                let line = proof.line().into_iter().map(AnyMove::from).collect();
                return Standing::Won(Tinue { winner, plies, is_shortest, line });
            }
            (Verdict::NotWon, _) => {}
            _ => standing = Standing::Open,
        }
    }
    standing
}

/// Whether the player who has just moved could complete a road by moving again.
fn is_tak<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    let mut again = *position;
    if again.is_opening() {
        return false;
    }
    again.pass();
    again.road_move().is_some()
}

/// The index of the position from which on a player has had a tinuë, to the end of the game.
pub fn origin(standings: &[Standing]) -> Option<(usize, &Tinue)> {
    let winner = match standings.last()? {
        Standing::Won(tinue) => tinue.winner,
        Standing::Over(Outcome::Road(winner)) => *winner,
        _ => return None,
    };
    let won = standings
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, standing)| !matches!(standing, Standing::Over(_)));
    let last = won.take_while(|(_, standing)| standing.is_won_by(winner)).last();
    match last? {
        (index, Standing::Won(tinue)) => Some((index, tinue)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(winner: Color) -> Standing {
        Standing::Won(Tinue { winner, plies: 3, is_shortest: true, line: Vec::new() })
    }

    #[test]
    fn a_tinue_is_missed_where_it_is_certainly_gone() {
        let (white, black) = (Color::White, Color::Black);
        let is_missed = |before: Standing, after: Standing| before.missed(white, &after).is_some();
        assert!(is_missed(won(white), Standing::Level));
        assert!(is_missed(won(white), won(black)));
        assert!(is_missed(won(white), Standing::Over(Outcome::Draw)));
        assert!(!is_missed(won(white), Standing::Open));
        assert!(!is_missed(won(white), won(white)));
        assert!(!is_missed(won(white), Standing::Over(Outcome::Flats(white))));
        assert!(!is_missed(won(black), Standing::Level));
    }

    #[test]
    fn a_quiet_move_can_make_a_tinue() {
        let tps = "2,2,x2,1/2,2,x,1,x/x,212,1,x2/x,1,1,x2/1,x4 2 8";
        let start = AnyPosition::from_tps(tps).unwrap();
        let quiet = start.parse_move("3b3+").unwrap();
        let known = known(&start, &[quiet], &|| false);
        assert_eq!(known[0], Standing::Level);
        assert!(known[1].is_won_by(Color::Black), "{known:?}");
    }

    #[test]
    fn a_win_began_where_it_has_stood_from_then_on() {
        let (white, black) = (Color::White, Color::Black);
        let road = Standing::Over(Outcome::Road(white));
        let game = [Standing::Level, won(white), Standing::Level, won(white), won(white), road];
        assert_eq!(origin(&game).map(|(index, _)| index), Some(3));
        assert_eq!(origin(&game[..5]).map(|(index, _)| index), Some(3));
        assert_eq!(origin(&game[..3]), None);
        let flats = [won(black), Standing::Over(Outcome::Flats(black))];
        assert_eq!(origin(&flats), None);
        assert_eq!(origin(&[]), None);
    }
}
