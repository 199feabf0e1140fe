//! `tak-tools solve-board`: a whole board solved, job by job.

mod claim;
mod found;
mod job;
mod numbers;
mod tables;
mod tree;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, value_parser};
use tak_encoding::{
    AnyRules, BoardSize, Color, HalfKomi, OneHash, Opening, Playable, Position, Size, with_size,
};
use tak_search::solve::{Aim, Effort, Mode, Solution, Solver, Verdict};

use crate::failure::Failure;
use crate::interrupt::finish_when_interrupted;
use crate::output::{self, print};
use crate::progress::Progress;
use crate::remark;
use crate::start::board_size;
use claim::Claim;
use found::{Found, Winner, read};
use job::Job;
use numbers::Numbers;
use tree::Tree;

/// Solve a board: who wins after each first move, and how soon
///
/// Every position after the first move, or after some more plies, is a job of its own under
/// every komi and opening asked for. Its result and its proof are files in a folder. A call
/// takes up where the last one ended, whatever ended it. What was found out about a job that
/// is still open is kept in a file for each player that might win; --retry goes on from there.
///
/// Several calls, on several machines too, share the jobs of one folder: each locks the file
/// NAME.begun of the job that it works on, and the lock of a call that was killed goes with
/// it. In a folder without locks the file itself keeps others away, and after a kill it is
/// for you to remove. Machines that share a folder must share its locks, as those of NFS do
/// unless it is mounted with nolock.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools solve-board --size 3 --komi 0 --opening swap --folder solved
  tak-tools solve-board --size 3 --komi 0,0.5,1,1.5,2,2.5,3 --folder solved
  tak-tools solve-board --size 4 --plies 2 --folder solved-4 --seconds 3600 --retry

Exit codes: 0 every job has been worked on, 130 interrupted, after what was found out has been
kept.")]
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

    /// A job for each position after so many plies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=4))]
    plies: u32,

    /// Seconds for each of the two questions of a job: does White win? does Black?
    #[arg(long, value_name = "S", value_parser = value_parser!(u64).range(1..=1_000_000))]
    seconds: Option<u64>,

    /// Memory in MiB: nine sixteenths for the table of the proof-number search, half as much
    /// for that of the shortest win, and the rest to confirm a "no". Each open question keeps
    /// up to that much on disk, of which --retry loads what fits
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = value_parser!(u32).range(1..=262_144))]
    hash: u32,

    /// Go on with jobs that a limit ended
    #[arg(long)]
    retry: bool,
}

impl Arguments {
    /// Does the jobs that are left, and prints a table of all.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        output::make_folder(&self.folder)?;
        let interrupted = finish_when_interrupted();
        with_size!(self.size, N => {
            let trees = self.trees::<N>()?;
            let count = trees.iter().map(|tree| tree.jobs().len() as u64).sum();
            let progress = Progress::things(Some(count), "jobs");
            for (done, job) in (0..).zip(trees.iter().flat_map(Tree::jobs)) {
                progress.set(done);
                self.work_on(job, interrupted)?;
            }
            drop(progress);
            self.print_table(&trees)
        })
    }

    /// What follows the empty board under every komi and opening.
    fn trees<const N: usize>(&self) -> Result<Vec<Tree<N>>, Failure>
    where
        Size<N>: Playable,
    {
        let mut trees = Vec::new();
        let openings = self.opening.map_or(Opening::ALL.to_vec(), |opening| vec![opening]);
        for opening in openings {
            for &half_komi in &self.komi {
                let mut rules = AnyRules::with_komi(half_komi);
                rules.opening = opening;
                let rules = rules.at_size().map_err(Failure::input)?;
                trees.push(Tree::new(Position::<N, OneHash>::with_rules(rules), self.plies));
            }
        }
        Ok(trees)
    }

    /// Does a job unless it is done, or somebody is at it.
    fn work_on<const N: usize>(&self, job: &Job<N>, interrupted: &AtomicBool) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let result = job.result(&self.folder);
        if self.is_done(&result)? {
            return Ok(());
        }
        let Some(claim) = Claim::take(job.file(&self.folder, "begun"))? else { return Ok(()) };
        // Somebody may just have finished it.
        if !self.is_done(&result)? {
            let found = self.solve(job, interrupted)?;
            let text = serde_json::to_string(&found).unwrap_or_default() + "\n";
            output::write(&result, text.as_bytes())?;
            if found.is_settled() {
                tables::remove(job, &self.folder);
            }
        }
        claim.end(read(&result)?.is_some_and(|known| known.is_settled()));
        if interrupted.load(Ordering::Relaxed) {
            let why = format!("{}: what was found out is kept", job.name);
            return Err(Failure::Interrupted(why));
        }
        Ok(())
    }

    /// Whether there is a result that is not to be improved.
    fn is_done(&self, result: &Path) -> Result<bool, Failure> {
        let known = read(result)?;
        Ok(known.is_some_and(|known| known.is_settled() || !(self.retry || known.interrupted)))
    }

    /// Asks whether White wins, and if not, whether Black does.
    fn solve<const N: usize>(
        &self,
        job: &Job<N>,
        interrupted: &AtomicBool,
    ) -> Result<Found, Failure>
    where
        Size<N>: Playable,
    {
        let mut found = Found::nothing(job);
        if let Some(known) = read(&job.result(&self.folder))? {
            (found.nodes, found.seconds) = (known.nodes, known.seconds);
            found.numbers = known.numbers;
        }
        for attacker in Color::ALL {
            if interrupted.load(Ordering::Relaxed) {
                (found.winner, found.shortest) = (Winner::Open, false);
                break;
            }
            let (solution, numbers) = self.ask(job, attacker, interrupted)?;
            found.nodes = found.nodes.saturating_add(solution.nodes);
            found.seconds += solution.time.as_secs_f64();
            found.numbers[attacker.index()] = numbers;
            match solution.verdict {
                Verdict::NotWon => {}
                Verdict::Unknown => {
                    (found.winner, found.shortest) = (Winner::Open, false);
                    if solution.is_short_of_memory {
                        let name = &job.name;
                        remark::once(&format!("{name}: out of memory; a larger --hash helps"));
                    }
                }
                Verdict::Won { plies, is_shortest } => {
                    found.winner = attacker.into();
                    (found.plies, found.shortest) = (Some(self.plies + plies), is_shortest);
                    if let Some(proof) = solution.proof {
                        let path = job.file(&self.folder, "proof.txt");
                        output::write(&path, proof.certificate().as_bytes())?;
                    }
                    break;
                }
            }
        }
        found.interrupted = interrupted.load(Ordering::Relaxed);
        Ok(found)
    }

    /// Asks whether one player wins, from where the question was left; keeps what was
    /// found out where it is left again.
    fn ask<const N: usize>(
        &self,
        job: &Job<N>,
        attacker: Color,
        interrupted: &AtomicBool,
    ) -> Result<(Solution<N>, Numbers), Failure>
    where
        Size<N>: Playable,
    {
        let mut effort = Effort::default();
        effort.time = self.seconds.map(Duration::from_secs);
        let aim = Aim { attacker, mode: Mode::Win };
        let mut solver = Solver::new(aim, self.hash as usize).map_err(Failure::input)?;
        let path = tables::path(job, &self.folder, attacker);
        tables::restore(&mut solver, &path)?;
        let must_stop = || interrupted.load(Ordering::Relaxed);
        let solution = solver.solve_until(&job.position, &effort, &must_stop);
        if !solution.verdict.is_won() {
            tables::save(&solver, &path)?;
        }
        Ok((solution, Numbers::of(solver.numbers(&job.position))))
    }

    /// One row for each opening and komi, one column for each first move.
    fn print_table<const N: usize>(&self, trees: &[Tree<N>]) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let mut text = String::new();
        for tree in trees {
            let start = tree.start();
            // Writing to a text cannot fail.
            let _ = write!(text, "| {} | {} |", start.opening(), start.half_komi());
            for (mv, value) in tree.first_moves(&self.folder)? {
                let _ = write!(text, " {mv}: {value} |");
            }
            text.push('\n');
        }
        print(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_job_claims_nothing_and_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let arguments = Arguments {
            size: BoardSize::Four,
            komi: vec![HalfKomi::default()],
            opening: Some(Opening::Swap),
            folder: folder.path().to_owned(),
            plies: 1,
            seconds: Some(0),
            hash: 1,
            retry: true,
        };
        let trees = arguments.trees::<4>().unwrap();
        let job = &trees[0].jobs()[0];
        let found = arguments.solve(job, &AtomicBool::new(false)).unwrap();
        assert_eq!((found.winner, found.plies, found.shortest), (Winner::Open, None, false));
        assert!(tables::path(job, folder.path(), Color::White).exists());
        // What was interrupted is taken up, also without --retry.
        let interrupted = AtomicBool::new(true);
        assert!(arguments.work_on(job, &interrupted).is_err());
        let arguments = Arguments { retry: false, ..arguments };
        assert!(!arguments.is_done(&job.result(folder.path())).unwrap());
        arguments.work_on(job, &AtomicBool::new(false)).unwrap();
        assert!(arguments.is_done(&job.result(folder.path())).unwrap());
    }
}
