//! `tak-match tournament`: many engines, each against each other.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use tak_match::engine::EngineSpec;
use tak_match::tournament::{Schedule, Tournament};
use tak_terminal::failure::{Failure, printable};
use tak_terminal::output::{Output, make_folder, print, print_json, refuse_twice};

use crate::terms::Terms;

/// Play a tournament of several engines, each against each other, and rate them
///
/// An engine is described by words, as `play --help` lists them. Two engines play each opening
/// twice, with colours exchanged; all pairs of engines play the same openings. The ratings are those
/// under which the results are likeliest; their mean is 0.
///
/// The games are kept in a folder, a file and a PTN for each two engines: the same command
/// continues after Ctrl-C or a crash, more engines and a larger --games extend it, and a smaller
/// --games shows the list so far.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-match tournament --size 3 --games 4 --folder three \\
      --engine 'name=one nodes=50' --engine 'name=two nodes=100' \\
      --engine 'name=three nodes=200'
  tak-match tournament --size 6 --komi 2 --games 60 --tc 5+0.05 --threads 2 \\
      --folder six -o six.md --engine name=ours \\
      --engine 'cmd=tiltak arg=tei' --engine 'cmd=syntaks delay=20'
  tak-match tournament --size 5 --games 200 --folder levels --ladder \\
      --engine 'name=1 option.Level=1' --engine 'name=2 option.Level=2' \\
      --engine 'name=3 option.Level=3'")]
pub(crate) struct Arguments {
    /// An engine, described by words; at least two, with different names
    #[arg(long, value_name = "WORDS", required = true)]
    engine: Vec<EngineSpec>,

    #[command(flatten)]
    terms: Terms,

    /// Let only the first engine play against each other
    #[arg(long)]
    gauntlet: bool,

    /// Let each engine play only the next
    #[arg(long, conflicts_with = "gauntlet")]
    ladder: bool,

    /// Keep the games in this folder, to continue later
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,

    /// Write the tables to this file too, as Markdown
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Plays all duels and rates the engines.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let engines = self.engines()?;
        if let Some(output) = &self.output {
            self.terms.refuse_as_output(output)?;
        }
        let schedule = self.schedule().duels(engines.len());
        let kept: Vec<_> = schedule.iter().flat_map(|&duel| self.files(duel, &engines)).collect();
        let files = kept.iter().map(|file| Some(&**file)).chain([self.output.as_deref()]);
        refuse_twice(&files.collect::<Vec<_>>())?;
        make_folder(&self.folder)?;
        // What cannot be written must be told before the games.
        let page = self.output.as_deref().map(Output::create).transpose()?;
        let mut tournament = Tournament::new(self.terms.heading(), &engines);
        for (number, &duel) in schedule.iter().enumerate() {
            let [one, two] = duel.map(|engine| printable(&engines[engine].name()));
            if io::stderr().is_terminal() {
                eprintln!("duel {} of {}: {one} against {two}", number + 1, schedule.len());
            }
            self.play(duel, &engines, &mut tournament)?;
        }
        if let Some(mut page) = page {
            page.write(tournament.markdown(1).as_bytes())?;
            page.finish()?;
        }
        if self.json { print_json(&tournament.json()) } else { print(&tournament.text()) }
    }

    fn schedule(&self) -> Schedule {
        match (self.gauntlet, self.ladder) {
            (true, _) => Schedule::Gauntlet,
            (_, true) => Schedule::Ladder,
            _ => Schedule::All,
        }
    }

    /// The state and the PTN of a duel.
    fn files(&self, duel: [usize; 2], engines: &[EngineSpec]) -> [PathBuf; 2] {
        let name = duel.map(|engine| file_name(&engines[engine].name())).join("-");
        ["match", "ptn"].map(|kind| self.folder.join(format!("{name}.{kind}")))
    }

    /// Plays what is left of a duel, and counts it.
    fn play(
        &self,
        duel: [usize; 2],
        engines: &[EngineSpec],
        tournament: &mut Tournament,
    ) -> Result<(), Failure> {
        let pair = duel.map(|engine| engines[engine].clone());
        let plan = self.terms.plan(pair.to_vec())?;
        let files = self.files(duel, engines);
        let table = self.terms.play(&plan, files.each_ref().map(|file| Some(&**file)), None)?;
        tournament.add(duel, &table.report());
        Ok(())
    }

    /// The engines, with a name of its own and a limit for each.
    fn engines(&self) -> Result<Vec<EngineSpec>, Failure> {
        let usage = |why: String| Err(Failure::Usage(why));
        let mut engines = self.engine.clone();
        self.terms.limit(&mut engines)?;
        if engines.len() < 2 {
            return usage("--engine: expected it at least twice".to_owned());
        }
        self.terms.require_pairs()?;
        let names: Vec<_> = engines.iter().map(|engine| file_name(&engine.name())).collect();
        let twice = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name));
        if let Some((index, _)) = twice {
            let name = printable(&engines[index].name());
            return usage(format!(
                "--engine: found two called '{name}', expected different names: name=NAME"
            ));
        }
        Ok(engines)
    }
}

/// A name as part of the name of a file on any system, the same for names that some systems do not
/// tell apart.
fn file_name(name: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || c == '.' || c == '_';
    name.chars().map(|c| if fits(c) { c } else { '_' }).collect::<String>().to_lowercase()
}
