//! `tak-tools solve-board`: solves a whole board, job by job.

mod claim;
mod found;
mod job;
mod numbers;
mod tables;
mod tree;

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, value_parser};
use tak_encoding::{
    AnyRules, BoardSize, Color, HalfKomi, OneHash, Opening, Playable, Position, Size, with_size,
};
use tak_games::start::board_size;
use tak_search::solve::{Aim, Effort, Mode, Solution, Solver, Verdict};

use crate::failure::Failure;
use crate::interrupt::finish_when_interrupted;
use crate::ledger::Ledger;
use crate::output::{self, print};
use crate::progress::Progress;
use crate::remark;
use claim::Claim;
use found::{Found, read};
use job::Job;
use numbers::Numbers;
use tree::Tree;

/// How long a question is searched before what was reached is saved for the first time.
const FIRST_PART: Duration = Duration::from_mins(5);

/// Solve a board: who wins after each first move, and how soon
///
/// Each position after the first move, or after the first --plies, is a separate job for every
/// komi and opening. The result and the proof of a job are files in a folder, and each run
/// continues where the last one stopped, even if that was killed. The tables of a job that is
/// still open, or whose win may not be the shortest, are kept in one file for each player that
/// might win, and --retry continues from there.
///
/// Several runs, on several machines too, can share the jobs of a folder. Each holds a lock on
/// the file NAME.begun of its current job, and the lock of a run that was killed is released. On
/// a file system without locks, the file itself keeps other runs away, and if its run was killed
/// you must remove it. Machines that share a folder must share its locks. On NFS they do, unless
/// it is mounted with nolock.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools solve-board --size 3 --komi 0 --opening swap --folder solved
  tak-tools solve-board --size 3 --komi 0,0.5,1,1.5,2,2.5,3 --folder solved
  tak-tools solve-board --size 4 --plies 2 --folder solved-4 --seconds 3600 \\
      --retry

Exit codes: 0 every job has been worked on, by this run or another, 2 a file of a job cannot be
read, 130 interrupted; the results so far are kept.")]
pub(crate) struct Arguments {
    /// Size of the board
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Points added to Black's flats, or several values separated by commas
    #[arg(long, value_name = "POINTS", default_value = "0", value_delimiter = ',')]
    #[arg(allow_hyphen_values = true)]
    komi: Vec<HalfKomi>,

    /// swap, no-swap or "double black stack"; by default all three
    #[arg(long, value_name = "OPENING")]
    opening: Option<Opening>,

    /// The folder with the files of the jobs
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,

    /// One job for each position after this many plies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=4))]
    plies: u32,

    /// Seconds for each of the two questions of a job: does White win, and does Black?
    #[arg(long, value_name = "S", value_parser = value_parser!(u64).range(1..=1_000_000))]
    seconds: Option<u64>,

    /// Memory in MiB: nine sixteenths for the table of the proof-number search, half as much
    /// for that of the shortest win, and the rest to confirm a "no". The tables of each open
    /// question are also kept on disk; --retry loads as much of them as fits
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = value_parser!(u32).range(1..=262_144))]
    hash: u32,

    /// Continue jobs that reached a limit
    #[arg(long)]
    retry: bool,
}

impl Arguments {
    /// Works on the jobs that are left and prints the results of all jobs.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        output::make_folder(&self.folder)?;
        let interrupted = finish_when_interrupted();
        with_size!(self.size, N => {
            let trees = self.trees::<N>()?;
            let count = trees.iter().map(|tree| tree.jobs().len() as u64).sum();
            let progress = Progress::things(Some(count), "jobs");
            let mut ledger = Ledger::telling();
            for (done, job) in (0..).zip(trees.iter().flat_map(Tree::jobs)) {
                progress.set(done);
                ledger.count(self.work_on(job, interrupted))?;
            }
            drop(progress);
            self.print_table(&trees)?;
            ledger.finish("jobs")
        })
    }

    /// One tree for each opening and komi.
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

    /// Works on a job, unless it is done or another run is working on it.
    fn work_on<const N: usize>(&self, job: &Job<N>, interrupted: &AtomicBool) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        if self.is_done(job)? {
            // A run that was killed may have left them.
            if read(job, &self.folder)?.is_some_and(|known| known.is_finished()) {
                tables::remove(job, &self.folder);
            }
            return Ok(());
        }
        let Some(claim) = Claim::take(job.file(&self.folder, "begun"))? else { return Ok(()) };
        // Another run may just have finished it.
        if !self.is_done(job)? {
            let found = self.solve(job, interrupted)?;
            self.keep(job, &found)?;
            if found.is_finished() {
                tables::remove(job, &self.folder);
            }
        }
        let known = read(job, &self.folder)?;
        claim.end(known.is_some_and(|known| known.is_finished() && self.is_proven(job, &known)));
        if interrupted.load(Ordering::Relaxed) {
            let why = format!("{}: the results so far are kept", job.name);
            return Err(Failure::Interrupted(why));
        }
        Ok(())
    }

    /// Writes the result of a job.
    fn keep<const N: usize>(&self, job: &Job<N>, found: &Found) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let text = serde_json::to_string(found).unwrap_or_default() + "\n";
        output::write(&job.result(&self.folder), text.as_bytes())
    }

    /// Writes what is known in the middle of a job: if this run is killed, the next one goes on.
    fn keep_so_far<const N: usize>(&self, job: &Job<N>, found: &Found) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let mut found = found.clone();
        found.interrupted = true;
        found.leave_open();
        self.keep(job, &found)
    }

    /// Whether there is a result that this run should not try to improve. A win without its proof
    /// is none.
    fn is_done<const N: usize>(&self, job: &Job<N>) -> Result<bool, Failure>
    where
        Size<N>: Playable,
    {
        let Some(known) = read(job, &self.folder)? else { return Ok(false) };
        let is_enough = known.is_finished() || !(self.retry || known.interrupted);
        Ok(is_enough && self.is_proven(job, &known))
    }

    /// Whether the proof of a win is there.
    fn is_proven<const N: usize>(&self, job: &Job<N>, known: &Found) -> bool
    where
        Size<N>: Playable,
    {
        !known.is_won() || job.file(&self.folder, "proof.txt").exists()
    }

    /// Searches for a win of White and, if there is none, for one of Black. Where the winner is
    /// known already, only a shorter win is left to search for.
    fn solve<const N: usize>(
        &self,
        job: &Job<N>,
        interrupted: &AtomicBool,
    ) -> Result<Found, Failure>
    where
        Size<N>: Playable,
    {
        let known = read(job, &self.folder)?;
        let is_proven = known.as_ref().is_some_and(|known| self.is_proven(job, known));
        let mut found = Found::so_far(job, known, is_proven);
        for attacker in found.questions() {
            if interrupted.load(Ordering::Relaxed) {
                found.leave_open();
                break;
            }
            let solution = self.ask(job, attacker, interrupted, &mut found)?;
            if solution.is_short_of_memory {
                let name = &job.name;
                remark::once(&format!("{name}: out of memory; a larger --hash helps"));
            }
            match solution.verdict {
                Verdict::NotWon => {}
                Verdict::Unknown => found.leave_open(),
                Verdict::Won { .. } => self.keep_win(job, attacker, &solution, &mut found)?,
            }
            if found.is_won() {
                break;
            }
            self.keep_so_far(job, &found)?;
        }
        found.interrupted = interrupted.load(Ordering::Relaxed);
        Ok(found)
    }

    /// Searches for a win of one player, continuing from the saved tables. What was reached is
    /// saved again and again, so that a kill costs no more than half of the time since the last run,
    /// and at the end, unless the shortest win was found.
    fn ask<const N: usize>(
        &self,
        job: &Job<N>,
        attacker: Color,
        interrupted: &AtomicBool,
        found: &mut Found,
    ) -> Result<Solution<N>, Failure>
    where
        Size<N>: Playable,
    {
        let aim = Aim { attacker, mode: Mode::Win };
        let mut solver = Solver::new(aim, self.hash as usize).map_err(Failure::input)?;
        let path = tables::path(job, &self.folder, attacker);
        tables::restore(&mut solver, &path)?;
        let must_stop = || interrupted.load(Ordering::Relaxed);
        let mut left = self.seconds.map(Duration::from_secs);
        // What takes long, such as confirming a proof, begins anew in each part: they grow.
        let mut part = FIRST_PART;
        loop {
            let mut effort = Effort::default();
            let time = left.map_or(part, |left| left.min(part));
            effort.time = Some(time);
            let solution = solver.solve_until(&job.position, &effort, &must_stop);
            found.nodes = found.nodes.saturating_add(solution.nodes);
            found.seconds += solution.time.as_secs_f64();
            found.numbers[attacker.index()] = Numbers::of(solver.numbers(&job.position));
            let is_shortest = matches!(solution.verdict, Verdict::Won { is_shortest: true, .. });
            if !is_shortest {
                tables::save(&solver, &path)?;
            }
            left = left.map(|left| left.saturating_sub(part));
            let is_over = is_shortest || solution.verdict == Verdict::NotWon;
            let gives_up = solution.time < time;
            if is_over || gives_up || left == Some(Duration::ZERO) || must_stop() {
                return Ok(solution);
            }
            self.keep_win(job, attacker, &solution, found)?;
            self.keep_so_far(job, found)?;
            part *= 2;
        }
    }

    /// Notes a win, and writes its proof if it is the shortest so far.
    fn keep_win<const N: usize>(
        &self,
        job: &Job<N>,
        attacker: Color,
        solution: &Solution<N>,
        found: &mut Found,
    ) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let Verdict::Won { plies, is_shortest } = solution.verdict else { return Ok(()) };
        let is_better = found.win(attacker, self.plies + plies, is_shortest);
        if let Some(proof) = solution.proof.as_ref().filter(|_| is_better) {
            let path = job.file(&self.folder, "proof.txt");
            output::write(&path, proof.certificate().as_bytes())?;
        }
        Ok(())
    }

    /// Prints one row for each opening and komi, with one column for each first move.
    fn print_table<const N: usize>(&self, trees: &[Tree<N>]) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let mut text = String::new();
        for tree in trees {
            let start = tree.start();
            // Writing to a string cannot fail.
            let _ = write!(text, "| {} | {} |", start.opening(), start.half_komi());
            for (mv, value) in tree.first_moves(&self.folder) {
                let _ = write!(text, " {mv}: {value} |");
            }
            text.push('\n');
        }
        print(&text)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::found::Winner;
    use super::*;

    /// One job for each first move with swap and komi 0.
    fn arguments(size: BoardSize, folder: &Path) -> Arguments {
        Arguments {
            size,
            komi: vec![HalfKomi::default()],
            opening: Some(Opening::Swap),
            folder: folder.to_owned(),
            plies: 1,
            seconds: None,
            hash: 64,
            retry: false,
        }
    }

    #[test]
    fn an_open_job_claims_nothing_and_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let arguments = arguments(BoardSize::Four, folder.path());
        let arguments = Arguments { seconds: Some(0), hash: 1, retry: true, ..arguments };
        let trees = arguments.trees::<4>().unwrap();
        let job = &trees[0].jobs()[0];
        let found = arguments.solve(job, &AtomicBool::new(false)).unwrap();
        assert_eq!((found.winner, found.plies, found.shortest), (Winner::Open, None, false));
        assert!(tables::path(job, folder.path(), Color::White).exists());
        // An interrupted job is continued even without --retry.
        let interrupted = AtomicBool::new(true);
        assert!(arguments.work_on(job, &interrupted).is_err());
        let arguments = Arguments { retry: false, ..arguments };
        assert!(!arguments.is_done(job).unwrap());
        arguments.work_on(job, &AtomicBool::new(false)).unwrap();
        assert!(arguments.is_done(job).unwrap());
    }

    #[test]
    fn a_win_that_may_not_be_the_shortest_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let arguments = arguments(BoardSize::Three, folder.path());
        let trees = arguments.trees::<3>().unwrap();
        let job = trees[0].jobs().iter().find(|job| job.moves == "b2").unwrap();
        let mut found = Found::nothing(job);
        assert!(found.win(Color::White, 15, false));
        found.leave_open();
        assert_eq!(found.value().to_string(), "White in at most 15");
        arguments.keep(job, &found).unwrap();
        output::write(&job.file(folder.path(), "proof.txt"), b"some proof").unwrap();
        let ongoing = AtomicBool::new(false);
        arguments.work_on(job, &ongoing).unwrap();
        assert_eq!(read(job, folder.path()).unwrap().unwrap().plies, Some(15));

        // Without time, the tables are kept and what is known stands.
        let retry = Arguments { retry: true, seconds: Some(0), ..arguments };
        retry.work_on(job, &ongoing).unwrap();
        let known = read(job, folder.path()).unwrap().unwrap();
        assert_eq!(known.value().to_string(), "White in at most 15");
        let tables = tables::path(job, folder.path(), Color::White);
        assert!(tables.exists());

        let retry = Arguments { seconds: None, ..retry };
        retry.work_on(job, &ongoing).unwrap();
        let known = read(job, folder.path()).unwrap().unwrap();
        assert_eq!(known.value().to_string(), "White in 13");
        assert!(!tables.exists() && retry.is_done(job).unwrap());
        let proof = job.file(folder.path(), "proof.txt");
        let text = std::fs::read_to_string(&proof).unwrap();
        assert!(tak_verify::check(&text).is_ok_and(|checked| checked.plies == 12));

        // Without its proof it is asked again, and the result of another job is none.
        std::fs::remove_file(&proof).unwrap();
        assert!(!retry.is_done(job).unwrap());
        let other = trees[0].jobs().iter().find(|job| job.moves == "a1").unwrap();
        std::fs::copy(job.result(folder.path()), other.result(folder.path())).unwrap();
        assert!(
            matches!(retry.is_done(other), Err(Failure::Input(why)) if why.contains("another"))
        );
    }
}
