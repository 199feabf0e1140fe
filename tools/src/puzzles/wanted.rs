//! Which positions are puzzles of the kinds that are looked for.

use clap::ValueEnum;
use tak_encoding::{AnyPosition, OneHash, Playable, Position, Size, with_position};
use tak_games::puzzles::Kind;
use tak_search::solve::{Aim, Mode, Verdict};

use super::judge::{Judge, Judged, Task};
use super::puzzle::Puzzle;
use crate::failure::Failure;

/// The moves by which a road is forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Scope {
    /// Each threatens one.
    Strict,
    /// Any.
    Full,
}

/// What is looked for.
pub(super) struct Wanted {
    pub(super) judge: Judge,
    pub(super) kinds: Vec<Kind>,
    /// For a tinuë.
    pub(super) scope: Scope,
    pub(super) min_plies: u32,
    /// For flats and best: the longest wins.
    pub(super) within: u32,
}

/// What a position was found to be.
pub(super) enum Looked {
    Puzzle(Box<Puzzle>),
    Nothing,
    /// A limit was reached first.
    Open,
}

impl Wanted {
    /// Looks at a position where the game is not over. If it is a puzzle of several kinds, the first
    /// of [`Kind::ALL`] counts.
    pub(super) fn look_at(&self, position: &AnyPosition<OneHash>) -> Result<Looked, Failure> {
        let mut is_open = false;
        for kind in Kind::ALL.into_iter().filter(|kind| self.kinds.contains(kind)) {
            let found = match kind {
                Kind::Tinue => self.tinue(position)?,
                Kind::Avoidance => self.avoidance(position)?,
                Kind::Flats => self.win(position, Kind::Flats)?,
                Kind::Best => match self.win(position, Kind::Best)? {
                    Looked::Nothing => self.hold(position)?,
                    found => found,
                },
            };
            match found {
                Looked::Puzzle(puzzle) => return Ok(Looked::Puzzle(puzzle)),
                Looked::Open => is_open = true,
                Looked::Nothing => {}
            }
        }
        Ok(if is_open { Looked::Open } else { Looked::Nothing })
    }

    fn tinue(&self, position: &AnyPosition<OneHash>) -> Result<Looked, Failure> {
        let (mode, task) = match self.scope {
            Scope::Strict => (Mode::Strict, Task::Strict),
            Scope::Full => (Mode::Tinue, Task::Full),
        };
        match self.ours(position, mode, None)? {
            Verdict::Unknown => Ok(Looked::Open),
            Verdict::Won { plies, .. } if plies >= self.min_plies => self.judge(position, task),
            Verdict::Won { .. } | Verdict::NotWon => Ok(Looked::Nothing),
        }
    }

    fn avoidance(&self, position: &AnyPosition<OneHash>) -> Result<Looked, Failure> {
        self.defend(position, Mode::Strict, None, Task::Avoid)
    }

    /// A win of any kind, on flats or by another way.
    fn win(&self, position: &AnyPosition<OneHash>, kind: Kind) -> Result<Looked, Failure> {
        let may_end = with_position!(position, position => may_fill_up(position, self.within));
        if kind == Kind::Flats && !may_end {
            return Ok(Looked::Nothing);
        }
        match self.ours(position, Mode::Win, Some(self.within))? {
            Verdict::Unknown => return Ok(Looked::Open),
            Verdict::NotWon => return Ok(Looked::Nothing),
            Verdict::Won { .. } => {}
        }
        match self.ours(position, Mode::Strict, None)? {
            Verdict::Unknown => return Ok(Looked::Open),
            Verdict::Won { .. } => return Ok(Looked::Nothing),
            Verdict::NotWon => {}
        }
        let found = self.judge(position, Task::Win(self.within))?;
        Ok(match found {
            Looked::Puzzle(puzzle) if puzzle.kind != kind => Looked::Nothing,
            found => found,
        })
    }

    fn hold(&self, position: &AnyPosition<OneHash>) -> Result<Looked, Failure> {
        self.defend(position, Mode::Win, Some(self.within), Task::Hold(self.within))
    }

    /// The only move against a win that a pass would allow, where there is no win of one's own.
    fn defend(
        &self,
        position: &AnyPosition<OneHash>,
        mode: Mode,
        plies: Option<u32>,
        task: Task,
    ) -> Result<Looked, Failure> {
        let Some(passed) = with_position!(position, position => passed(position)) else {
            return Ok(Looked::Nothing);
        };
        let theirs = Aim { attacker: !position.side_to_move(), mode };
        match self.judge.verdict(&passed, theirs, plies)? {
            Verdict::Unknown => return Ok(Looked::Open),
            Verdict::NotWon => return Ok(Looked::Nothing),
            Verdict::Won { .. } => {}
        }
        match self.ours(position, mode, plies)? {
            Verdict::Unknown => Ok(Looked::Open),
            Verdict::Won { .. } => Ok(Looked::Nothing),
            Verdict::NotWon => self.judge(position, task),
        }
    }

    /// Whether the player to move wins.
    fn ours(
        &self,
        position: &AnyPosition<OneHash>,
        mode: Mode,
        plies: Option<u32>,
    ) -> Result<Verdict, Failure> {
        let aim = Aim { attacker: position.side_to_move(), mode };
        self.judge.verdict(position, aim, plies)
    }

    /// The puzzle, if it has one solution and is long enough.
    fn judge(&self, position: &AnyPosition<OneHash>, task: Task) -> Result<Looked, Failure> {
        Ok(match self.judge.judge(position, task)? {
            Judged::Open => Looked::Open,
            Judged::Solved(solved) if solved.is_open() => Looked::Open,
            Judged::Solved(solved)
                if solved.is_unique() && solved.puzzle.plies >= self.min_plies =>
            {
                Looked::Puzzle(solved.puzzle)
            }
            Judged::Solved(_) | Judged::Unsolvable => Looked::Nothing,
        })
    }
}

/// The position with the other player to move, unless the opening says what is placed, or the game
/// could be over.
fn passed<const N: usize>(position: &Position<N, OneHash>) -> Option<AnyPosition<OneHash>>
where
    Size<N>: Playable,
    AnyPosition<OneHash>: From<Position<N, OneHash>>,
{
    let mut passed = *position;
    passed.pass();
    let is_usual = !position.is_opening() && !passed.is_opening();
    is_usual.then(|| passed.into())
}

/// Whether so many placements could end the game.
fn may_fill_up<const N: usize>(position: &Position<N, OneHash>, plies: u32) -> bool
where
    Size<N>: Playable,
{
    let pieces = |color| {
        let reserve = position.reserve(color);
        u32::from(reserve.flats) + u32::from(reserve.caps)
    };
    let mover = position.side_to_move();
    position.empty().count() <= plies
        || pieces(mover) <= plies.div_ceil(2)
        || pieces(!mover) <= plies / 2
}
