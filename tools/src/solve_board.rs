//! `tak-tools solve-board`: a whole board solved, first move by first move.

use std::collections::HashSet;
use std::fmt::{self, Write};
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, value_parser};
use serde::{Deserialize, Serialize};
use tak_encoding::{
    AnyRules, BoardSize, Color, HalfKomi, Move, OneHash, Opening, Playable, Position, Size,
    with_size,
};
use tak_search::solve::{Aim, Effort, Mode, Solution, Solver, Verdict};

use crate::failure::Failure;
use crate::output::{self, print};
use crate::progress::Progress;
use crate::start::board_size;

/// Solve a board: who wins after each first move, and how soon
///
/// Every first move, under every komi and opening asked for, is a job of its own, with its
/// result and its proof as files in a folder. A call takes up where the last one ended,
/// whatever ended it, and several calls, on several machines too, share the jobs of one
/// folder: each locks the file of the job that it works on.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools solve-board --size 3 --komi 0 --opening swap --folder solved
  tak-tools solve-board --size 3 --komi 0,0.5,1,1.5,2,2.5,3 --folder solved
  tak-tools solve-board --size 4 --folder solved-4 --seconds 3600 --retry")]
pub(crate) struct Arguments {
    /// The board
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Points added to Black's flats, several with commas between them
    #[arg(long, value_name = "POINTS", default_value = "0", value_delimiter = ',')]
    #[arg(allow_negative_numbers = true)]
    komi: Vec<HalfKomi>,

    /// swap, no-swap or "double black stack"; else all three
    #[arg(long, value_name = "OPENING")]
    opening: Option<Opening>,

    /// The folder of the jobs
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,

    /// Seconds for each of the two questions of a job: does White win? does Black?
    #[arg(long, value_name = "S", value_parser = value_parser!(u64).range(1..=1_000_000))]
    seconds: Option<u64>,

    /// The tables, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = value_parser!(u32).range(1..=262_144))]
    hash: u32,

    /// Do jobs again that a limit ended
    #[arg(long)]
    retry: bool,
}

/// A first move under some rules.
struct Job<const N: usize>
where
    Size<N>: Playable,
{
    name: String,
    opening: Opening,
    half_komi: HalfKomi,
    mv: Move<N>,
    after: Position<N, OneHash>,
}

/// The result of a job, as its file holds it.
#[derive(Debug, Serialize, Deserialize)]
struct Found {
    opening: String,
    komi: String,
    #[serde(rename = "move")]
    mv: String,
    winner: Winner,
    /// Plies from the empty board to the end, if somebody wins.
    plies: Option<u32>,
    /// Whether no shorter win exists.
    shortest: bool,
    nodes: u64,
    seconds: f64,
}

/// Who wins, as the file of a job says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Winner {
    White,
    Black,
    #[serde(rename = "draw")]
    Nobody,
    /// A limit came first.
    #[serde(rename = "open")]
    Open,
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

impl Arguments {
    /// Does the jobs that are left, and prints a table of all.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        output::make_folder(&self.folder)?;
        with_size!(self.size, N => {
            let jobs = self.jobs::<N>()?;
            let progress = Progress::things(Some(jobs.len() as u64), "jobs");
            for (done, job) in jobs.iter().enumerate() {
                progress.set(done as u64);
                self.work_on(job)?;
            }
            drop(progress);
            self.print_table(&jobs)
        })
    }

    fn jobs<const N: usize>(&self) -> Result<Vec<Job<N>>, Failure>
    where
        Size<N>: Playable,
    {
        let mut jobs = Vec::new();
        let openings = self.opening.map_or(Opening::ALL.to_vec(), |opening| vec![opening]);
        for opening in openings {
            for &half_komi in &self.komi {
                let mut rules = AnyRules::with_komi(half_komi);
                rules.opening = opening;
                let rules = rules.at_size().map_err(Failure::input)?;
                let start = Position::<N, OneHash>::with_rules(rules);
                let mut seen = HashSet::new();
                // Of symmetric first moves one is enough.
                for mv in start.legal_moves() {
                    let after = start.after(mv);
                    if seen.insert(after.pack_canonical()) {
                        let short = opening.to_string().replace(' ', "-");
                        let name = format!("{N}-{short}-komi-{half_komi}-{mv}");
                        jobs.push(Job { name, opening, half_komi, mv, after });
                    }
                }
            }
        }
        Ok(jobs)
    }

    fn file(&self, name: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ending}"))
    }

    /// Does a job unless it is done, or somebody is at it.
    fn work_on<const N: usize>(&self, job: &Job<N>) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let (result, claim) = (self.file(&job.name, "json"), self.file(&job.name, "begun"));
        if self.is_done(&result)? {
            return Ok(());
        }
        let unusable = |error| Failure::File(claim.clone(), error);
        let lock = File::create(&claim).map_err(unusable)?;
        // The lock of a call that was killed went with it. Where the system has no locks,
        // there is no telling, and a job may be done twice.
        if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(());
        }
        // Somebody may just have finished it.
        if !self.is_done(&result)? {
            let found = self.solve(job)?;
            let text = serde_json::to_string(&found).unwrap_or_default() + "\n";
            output::write(&result, text.as_bytes())?;
        }
        // Somebody else may have taken it away.
        let _ = fs::remove_file(&claim);
        Ok(())
    }

    /// Whether there is a result that is not to be improved.
    fn is_done(&self, result: &Path) -> Result<bool, Failure> {
        let known = read(result)?;
        Ok(known.is_some_and(|known| known.winner != Winner::Open || !self.retry))
    }

    /// Asks whether White wins, and if not, whether Black does.
    fn solve<const N: usize>(&self, job: &Job<N>) -> Result<Found, Failure>
    where
        Size<N>: Playable,
    {
        let mut found = Found {
            opening: job.opening.to_string(),
            komi: job.half_komi.to_string(),
            mv: job.mv.to_string(),
            winner: Winner::Nobody,
            plies: None,
            shortest: true,
            nodes: 0,
            seconds: 0.0,
        };
        for attacker in Color::ALL {
            let solution = self.ask(job, attacker)?;
            found.nodes += solution.nodes;
            found.seconds += solution.time.as_secs_f64();
            match solution.verdict {
                Verdict::NotWon => {}
                Verdict::Unknown => (found.winner, found.shortest) = (Winner::Open, false),
                Verdict::Won { plies, is_shortest } => {
                    found.winner = attacker.into();
                    (found.plies, found.shortest) = (Some(plies + 1), is_shortest);
                    if let Some(proof) = solution.proof {
                        let path = self.file(&job.name, "proof.txt");
                        output::write(&path, proof.certificate().as_bytes())?;
                    }
                    break;
                }
            }
        }
        Ok(found)
    }

    fn ask<const N: usize>(&self, job: &Job<N>, attacker: Color) -> Result<Solution<N>, Failure>
    where
        Size<N>: Playable,
    {
        let mut effort = Effort::default();
        effort.time = self.seconds.map(Duration::from_secs);
        let aim = Aim { attacker, mode: Mode::Win };
        let mut solver = Solver::new(aim, self.hash as usize).map_err(Failure::input)?;
        Ok(solver.solve(&job.after, &effort))
    }

    /// One row for each opening and komi, one column for each first move.
    fn print_table<const N: usize>(&self, jobs: &[Job<N>]) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let mut text = String::new();
        let mut last = None;
        for job in jobs {
            let row = (job.opening, job.half_komi);
            if last != Some(row) {
                if last.is_some() {
                    text.push('\n');
                }
                // Writing to a text cannot fail.
                let _ = write!(text, "| {} | {} |", job.opening, job.half_komi);
                last = Some(row);
            }
            let found = read(&self.file(&job.name, "json"))?;
            let cell = found.map_or(Winner::Open.to_string(), |found| found.cell());
            let _ = write!(text, " {}: {cell} |", job.mv);
        }
        print(&(text + "\n"))
    }
}

impl Found {
    fn cell(&self) -> String {
        match self.plies {
            Some(plies) if self.shortest => format!("{} in {plies}", self.winner),
            Some(plies) => format!("{} in at most {plies}", self.winner),
            None => self.winner.to_string(),
        }
    }
}

/// The result in a file, if there is one.
fn read(path: &Path) -> Result<Option<Found>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::Input(format!("{}: {error}", path.display()))),
    };
    let found = serde_json::from_str(&text);
    let why = |error| format!("{}: expected a result of solve-board: {error}", path.display());
    found.map(Some).map_err(|error| Failure::Input(why(error)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::spoil::{damages, spoil};

    fn results() -> impl Strategy<Value = Found> {
        let winner = [Winner::White, Winner::Black, Winner::Nobody, Winner::Open];
        let winner = prop::sample::select(winner.to_vec());
        let effort = (any::<u64>(), 0.0..1e9);
        (winner, any::<Option<u32>>(), any::<bool>(), effort).prop_map(
            |(winner, plies, shortest, (nodes, seconds))| Found {
                opening: Opening::DoubleBlackStack.to_string(),
                komi: "-0.5".to_owned(),
                mv: "2a1".to_owned(),
                winner,
                plies,
                shortest,
                nodes,
                seconds,
            },
        )
    }

    #[test]
    fn an_open_job_claims_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let arguments = Arguments {
            size: BoardSize::Four,
            komi: vec![HalfKomi::default()],
            opening: Some(Opening::Swap),
            folder: folder.path().to_owned(),
            seconds: Some(0),
            hash: 1,
            retry: false,
        };
        let found = arguments.solve(&arguments.jobs::<4>().unwrap()[0]).unwrap();
        assert_eq!((found.winner, found.plies, found.shortest), (Winner::Open, None, false));
    }

    proptest! {
        /// What is kept is read again; a spoiled file is read as it would be written, or
        /// refused.
        #[test]
        fn a_result_is_read_as_it_is_kept(found in results(), damages in damages()) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("job.json");
            prop_assert!(read(&path).unwrap().is_none());
            let json = |found: &Found| serde_json::to_string(found).unwrap();
            fs::write(&path, json(&found)).unwrap();
            let known = read(&path).unwrap().unwrap();
            prop_assert_eq!(json(&known), json(&found));
            fs::write(&path, spoil(json(&found).into_bytes(), &damages)).unwrap();
            if let Ok(Some(known)) = read(&path) {
                known.cell();
                fs::write(&path, json(&known)).unwrap();
                prop_assert_eq!(json(&read(&path).unwrap().unwrap()), json(&known));
            }
        }
    }
}
