//! `tak-match play`: two engines against each other, or one against itself.

use std::path::PathBuf;

use clap::Args;
use tak_match::engine::EngineSpec;
use tak_match::statistics::Sprt;
use tak_terminal::failure::Failure;
use tak_terminal::output::{print, print_json, refuse_twice};

use crate::terms::Terms;

/// Play a match between two engines, or let one play against itself
///
/// An engine is described by words: cmd=PROGRAM (or path=), arg=ARGUMENTS, name=NAME,
/// option.NAME=VALUE, dir=FOLDER to run it in, delay=MS to leave it alone after its moves, and its
/// limits: tc=SECONDS+INCREMENT, nodes=N, movetime=MS or depth=N, with timemargin=MS of its own.
/// Without a cmd it is this project's own engine, which runs inside this process and has the
/// options Hash, Threads, `EvalFile` and Level; at a level it needs no limits.
///
/// Two engines play each opening twice, with colours exchanged; one engine, or none, plays each
/// opening once against itself, which shows White's advantage. An engine that crashes, hangs, plays
/// an illegal move or oversteps its time loses the game and is restarted. A threefold repetition is
/// a draw, and so is a game of 1000 plies; nothing else is adjudicated unless --adjudicate asks for
/// it.
///
/// With --state, the same command continues after Ctrl-C or a crash, and a larger --games extends a
/// finished match. With fixed nodes, the same seed gives the same games.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-match play --size 3 --games 10 --nodes 100
  tak-match play --size 3 --games 4 --engine nodes=100 --engine nodes=200 \\
      -o duel.ptn
  tak-match play --size 6 --opening swap,double-black-stack --games 400 \\
      --nodes 4000 --state six.match
  tak-match play --size 5 --komi 2 --games 1000 --threads 8 --book book.txt \\
      --engine 'cmd=target/release/tak-engine name=new' \\
      --engine 'cmd=old/tak-engine name=old' --sprt 0,5 --tc 5+0.05 \\
      --state new.match -o new.ptn
  tak-match play --size 6 --games 200 --engine nodes=4000 \\
      --engine 'cmd=tiltak arg=tei option.Hash=64 tc=5+0.05'")]
pub(crate) struct Arguments {
    /// An engine, described by words; at most two
    #[arg(long, value_name = "WORDS")]
    engine: Vec<EngineSpec>,

    #[command(flatten)]
    terms: Terms,

    /// Stop when a sequential test decides between these two Elo differences, like 0,5
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Keep the games in this file, to continue the match later
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Write the games as PTN to this file
    #[arg(short, long, visible_alias = "ptnout", value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Plays and reports.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let plan = self.terms.plan(self.engines()?)?;
        let files = [self.state.as_deref(), self.output.as_deref()];
        for output in files.into_iter().flatten() {
            self.terms.refuse_as_output(output)?;
        }
        refuse_twice(&files)?;
        let table = self.terms.play(&plan, files, self.sprt)?;
        let report = table.report();
        if self.json { print_json(&report.json()) } else { print(&report.text()) }
    }

    /// One engine or two, with different names and a limit for each.
    fn engines(&self) -> Result<Vec<EngineSpec>, Failure> {
        let usage = |why: &str| Err(Failure::Usage(why.to_owned()));
        let mut engines = self.engine.clone();
        if engines.is_empty() {
            engines.push(EngineSpec::default());
        }
        self.terms.limit(&mut engines)?;
        match &mut engines[..] {
            [_] if self.sprt.is_some() => return usage("--sprt: expected two engines to compare"),
            [_] => {}
            [one, two] => {
                self.terms.require_pairs()?;
                one.tell_apart(two);
            }
            _ => return usage("--engine: expected it at most twice; `tournament` takes more"),
        }
        Ok(engines)
    }
}
