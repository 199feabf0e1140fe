//! The result of a job, as its file holds it, and the values of earlier positions that follow from
//! results.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tak_encoding::{Color, Outcome, Playable, Size};

use super::job::Job;
use super::numbers::Numbers;
use crate::failure::Failure;

/// The result of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Found {
    opening: String,
    komi: String,
    /// The moves of the job.
    #[serde(rename = "move")]
    moves: String,
    pub(super) winner: Winner,
    /// Plies from the empty board to the end of a win.
    pub(super) plies: Option<u32>,
    /// Whether no shorter win exists.
    pub(super) shortest: bool,
    /// The progress of the two questions: does White win, and does Black?
    #[serde(default)]
    pub(super) numbers: [Numbers; 2],
    /// The nodes and the seconds of all runs together.
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// Whether the last run was interrupted before it reached a limit.
    #[serde(default)]
    pub(super) interrupted: bool,
}

/// Who wins, as written in the file of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Winner {
    White,
    Black,
    #[serde(rename = "draw")]
    Nobody,
    /// Not known yet.
    #[serde(rename = "open")]
    Open,
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub(super) struct Value {
    winner: Winner,
    plies: Option<u32>,
    shortest: bool,
    numbers: [Numbers; 2],
}

impl From<Color> for Winner {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
            Self::Nobody => "draw",
            Self::Open => "open",
        })
    }
}

impl Found {
    /// The result before any search: a draw, as nobody is known to win.
    pub(super) fn nothing<const N: usize>(job: &Job<N>) -> Self
    where
        Size<N>: Playable,
    {
        Self {
            opening: job.position.opening().to_string(),
            komi: job.position.half_komi().to_string(),
            moves: job.moves.clone(),
            winner: Winner::Nobody,
            plies: None,
            shortest: true,
            numbers: [Numbers::default(); 2],
            nodes: 0,
            seconds: 0.0,
            interrupted: false,
        }
    }

    /// What is known before another run: effort and progress, and a win that may not be the
    /// shortest, if its proof is there. Whether there is no win for anybody is asked again.
    pub(super) fn so_far<const N: usize>(job: &Job<N>, known: Option<Self>, is_proven: bool) -> Self
    where
        Size<N>: Playable,
    {
        match known {
            Some(known) if known.plies.is_some() && is_proven => known,
            Some(Self { numbers, nodes, seconds, .. }) => {
                Self { numbers, nodes, seconds, ..Self::nothing(job) }
            }
            None => Self::nothing(job),
        }
    }

    /// The players whose win is to be searched for: both until a win is known, then the winner,
    /// who may win sooner.
    pub(super) fn questions(&self) -> impl Iterator<Item = Color> + use<> {
        let known = self.plies.map(|_| self.winner);
        Color::ALL.into_iter().filter(move |&color| known.is_none_or(|it| it == color.into()))
    }

    /// Whether it is known who wins or that nobody does.
    pub(super) fn is_settled(&self) -> bool {
        self.winner != Winner::Open
    }

    /// Whether somebody wins.
    pub(super) fn is_won(&self) -> bool {
        matches!(self.winner, Winner::White | Winner::Black)
    }

    /// Whether nothing is left to find out: a win may still not be known to be the shortest.
    pub(super) fn is_finished(&self) -> bool {
        self.is_settled() && self.shortest
    }

    /// Notes that a question was not answered: who wins is open, unless that is known.
    pub(super) fn leave_open(&mut self) {
        if self.plies.is_none() {
            (self.winner, self.shortest) = (Winner::Open, false);
        }
    }

    /// Takes over a win of so many plies, unless a shorter one is known. Returns whether its proof
    /// is the one to keep.
    pub(super) fn win(&mut self, winner: Color, plies: u32, is_shortest: bool) -> bool {
        let is_better = self.plies.is_none_or(|known| plies <= known);
        if is_better {
            (self.winner, self.plies) = (winner.into(), Some(plies));
            self.shortest = is_shortest;
        }
        is_better
    }

    /// The value of the job's position.
    pub(super) fn value(&self) -> Value {
        let Self { winner, plies, shortest, numbers, .. } = *self;
        let value = Value::of(winner, plies, shortest);
        // In a settled job, the numbers of a question that no longer mattered may be stale.
        if self.is_settled() { value } else { Value { numbers, ..value } }
    }
}

impl Value {
    fn of(winner: Winner, plies: Option<u32>, shortest: bool) -> Self {
        let numbers = Color::ALL.map(|color| match winner {
            Winner::Open => Numbers::default(),
            winner => Numbers::settled(winner == color.into()),
        });
        Self { winner, plies, shortest, numbers }
    }

    /// The value of a job that has not been started.
    pub(super) fn open() -> Self {
        Self::of(Winner::Open, None, false)
    }

    /// The value of a game that ended after that many plies.
    pub(super) fn end(outcome: Outcome, plies: u32) -> Self {
        match outcome.winner() {
            Some(winner) => Self::of(winner.into(), Some(plies), true),
            None => Self::of(Winner::Nobody, None, true),
        }
    }

    /// The value of a position with `player` to move, from the values after its moves.
    pub(super) fn before(player: Color, after: &[Self]) -> Self {
        let won_by = |winner: Winner| after.iter().filter(move |value| value.winner == winner);
        let has = |winner| won_by(winner).next().is_some();
        let (own, other): (Winner, Winner) = (player.into(), (!player).into());
        let value = if has(own) {
            let best = won_by(own).min_by_key(|value| (value.plies, !value.shortest));
            let plies = best.and_then(|value| value.plies);
            // A move that is not settled may be a shorter win.
            let is_open = |value: &Self| {
                value.winner == Winner::Open || (value.winner == own && !value.shortest)
            };
            Self::of(own, plies, !after.iter().any(is_open))
        } else if has(Winner::Open) {
            Self::open()
        } else if has(Winner::Nobody) {
            Self::of(Winner::Nobody, None, true)
        } else {
            let plies = won_by(other).filter_map(|value| value.plies).max();
            Self::of(other, plies, after.iter().all(|value| value.shortest))
        };
        let numbers = Color::ALL.map(|attacker| {
            let after = after.iter().map(|value| value.numbers[attacker.index()]);
            Numbers::before(player == attacker, after)
        });
        Self { numbers, ..value }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { winner, plies, shortest, numbers: [white, black] } = self;
        match plies {
            Some(plies) if *shortest => write!(f, "{winner} in {plies}"),
            Some(plies) => write!(f, "{winner} in at most {plies}"),
            None if *winner == Winner::Open => {
                write!(f, "open (White wins {white}, Black wins {black})")
            }
            None => write!(f, "{winner}"),
        }
    }
}

/// The result of a job in a folder, if there is one.
pub(super) fn read<const N: usize>(job: &Job<N>, folder: &Path) -> Result<Option<Found>, Failure>
where
    Size<N>: Playable,
{
    let path = job.result(folder);
    let Some(found) = read_file(&path)? else { return Ok(None) };
    let asked = Found::nothing(job);
    let names = |found: &Found| [&found.opening, &found.komi, &found.moves].map(Clone::clone);
    if names(&found) == names(&asked) {
        return Ok(Some(found));
    }
    let why = format!(
        "{}: expected the result of {}, found that of another job; remove the file to start over",
        path.display(),
        job.name
    );
    Err(Failure::Input(why))
}

/// The result in a file, if the file exists.
fn read_file(path: &Path) -> Result<Option<Found>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::Input(format!("{}: {error}", path.display()))),
    };
    let found = serde_json::from_str(&text);
    let why = |error| {
        let path = path.display();
        format!("{path}: expected a result of solve-board: {error}; remove the file to start over")
    };
    found.map(Some).map_err(|error| Failure::Input(why(error)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tak_encoding::Opening;

    use super::*;
    use tak_testing::spoil::{damages, spoil};

    fn results() -> impl Strategy<Value = Found> {
        let winner = [Winner::White, Winner::Black, Winner::Nobody, Winner::Open];
        let winner = prop::sample::select(winner.to_vec());
        let numbers = any::<[(u32, u32); 2]>().prop_map(|pairs| pairs.map(Numbers::of));
        let effort = (any::<u64>(), 0.0..1e9, numbers);
        (winner, any::<Option<u32>>(), any::<[bool; 2]>(), effort).prop_map(
            |(winner, plies, [shortest, interrupted], (nodes, seconds, numbers))| Found {
                opening: Opening::DoubleBlackStack.to_string(),
                komi: "-0.5".to_owned(),
                moves: "2a1".to_owned(),
                winner,
                plies,
                shortest,
                numbers,
                nodes,
                seconds,
                interrupted,
            },
        )
    }

    proptest! {
        /// A result that was written is read back; a damaged file is refused, or read as a result
        /// that is written and read back.
        #[test]
        fn a_result_is_read_as_it_is_kept(found in results(), damages in damages()) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("job.json");
            prop_assert!(read_file(&path).unwrap().is_none());
            let json = |found: &Found| serde_json::to_string(found).unwrap();
            fs::write(&path, json(&found)).unwrap();
            let known = read_file(&path).unwrap().unwrap();
            prop_assert_eq!(json(&known), json(&found));
            fs::write(&path, spoil(json(&found).into_bytes(), &damages)).unwrap();
            if let Ok(Some(known)) = read_file(&path) {
                let _ = Value::before(Color::White, &[known.value(), found.value()]).to_string();
                fs::write(&path, json(&known)).unwrap();
                prop_assert_eq!(json(&read_file(&path).unwrap().unwrap()), json(&known));
            }
        }
    }

    #[test]
    fn a_position_is_worth_its_best_move() {
        let white = |plies| Value::of(Winner::White, Some(plies), true);
        let black = |plies| Value::of(Winner::Black, Some(plies), true);
        let draw = Value::of(Winner::Nobody, None, true);
        let told = |player, after: &[Value]| Value::before(player, after).to_string();
        assert_eq!(told(Color::White, &[black(8), white(9), white(7), draw.clone()]), "White in 7");
        assert_eq!(told(Color::Black, &[white(9), white(7)]), "White in 9");
        assert_eq!(told(Color::Black, &[white(9), draw]), "draw");
        // The open move may be a shorter win.
        assert_eq!(told(Color::White, &[white(9), Value::open()]), "White in at most 9");
        assert_eq!(
            told(Color::White, &[black(8), Value::open(), Value::open()]),
            "open (White wins 1:2, Black wins 2:1)"
        );
        let open =
            Value { numbers: [Numbers::of((5, 3)), Numbers::settled(false)], ..Value::open() };
        assert_eq!(told(Color::Black, &[white(9), open]), "open (White wins 5:3, Black wins ∞:0)");
    }

    #[test]
    fn what_is_settled_has_no_open_question() {
        let job = |winner, numbers: [(u32, u32); 2]| Found {
            opening: "swap".to_owned(),
            komi: "0".to_owned(),
            moves: "a1".to_owned(),
            winner,
            plies: (winner == Winner::White).then_some(7),
            shortest: true,
            numbers: numbers.map(Numbers::of),
            nodes: 0,
            seconds: 0.0,
            interrupted: false,
        };
        // White's win was found before the search for a win of Black.
        let won = job(Winner::White, [(0, 1 << 30), (1, 1)]).value();
        let open = job(Winner::Open, [(4, 4), (7, 2)]).value();
        let told = Value::before(Color::Black, &[won, open]).to_string();
        assert_eq!(told, "open (White wins 4:4, Black wins 7:2)");
    }
}
