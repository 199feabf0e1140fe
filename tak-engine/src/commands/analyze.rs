//! `analyze`: what each position of a game is worth, and where it was lost.

use std::path::PathBuf;

use clap::Args;
use tak_cli::failure::Failure;
use tak_cli::input::Source;
use tak_cli::progress::Progress;

use self::effort::Effort;
use self::report::{Found, Report};
use self::resume::Resume;
use self::subject::{Selection, Subject};
use self::target::{Kind, Target};
use super::Outcome;
use super::think::Thinker;

mod effort;
mod graph;
mod json;
mod ptn;
mod report;
mod resume;
mod subject;
mod table;
mod target;
mod worth;

/// Tell what each position of a game is worth, and which moves lost most
///
/// Prints a table, or writes the game with comments that PTN Ninja shows, a
/// graph, or JSON. Values are White's, in flats: +1.25 is a lead of a flat and a
/// quarter, komi included. `White wins in 3` counts plies, the last one
/// included. `?` and `??` are moves that lost 10 or 25 per cent of the chances.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-engine analyze game.ptn
  tak-engine analyze game.ptn --ptn analyzed.ptn --svg game.svg
  tak-engine analyze game.ptn --ptn game.ptn --movetime 5000 --resume game.resume
  tak-engine analyze games.ptn --game 3 --from 12 --to 20b
  tak-engine analyze --tps 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4' --depth 8
  curl -s https://example.org/game.ptn | tak-engine analyze - --json - --nodes 100000")]
pub(crate) struct Arguments {
    /// One game or several in PTN; - is standard input
    #[arg(value_name = "FILE", required_unless_present = "tps")]
    file: Option<PathBuf>,

    /// Look at a single position
    #[arg(long, value_name = "TPS", conflicts_with_all = ["file", "game", "from", "to", "svg"])]
    tps: Option<String>,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten, next_help_heading = "How hard to look")]
    effort: Effort,

    #[command(flatten, next_help_heading = "Where the answer goes")]
    target: Target,
}

/// Reads, looks at every position, writes.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let Arguments {
        effort,
        target,
        selection,
        ..
    } = arguments;
    let (source, text) = arguments.input()?;
    let subjects = subject::read(&source, &text, selection)?;
    target.check(arguments.file.as_deref())?;
    let outputs = target.open()?;
    let mut resume = match &target.resume {
        Some(path) => Some(Resume::open(path, effort, &subjects)?),
        None => None,
    };
    let found = search(&subjects, effort, resume.as_mut())?;
    let reports: Vec<_> = subjects
        .iter()
        .zip(found)
        .map(|(subject, found)| Report::new(subject, found))
        .collect();
    outputs.write(|kind| match kind {
        Kind::Ptn => ptn::annotated(&text, &reports),
        Kind::Svg => graph::svg(&reports, target.theme),
        Kind::Json => json::json(&reports, effort),
        Kind::Table => table::table(&reports, target.page()),
    })?;
    Ok(())
}

impl Arguments {
    /// The text to read and where it comes from.
    fn input(&self) -> Result<(Source, String), Failure> {
        match (&self.file, &self.tps) {
            (Some(path), _) => {
                let source = Source::from(path.as_path());
                let text = source.read_to_string()?;
                Ok((source, text))
            }
            (None, tps) => {
                let tps = tps.clone().unwrap_or_default();
                let text = subject::text_of_tps(&tps, self.selection.komi)?;
                Ok((Source::Option("--tps", tps), text))
            }
        }
    }
}

/// Looks at all positions of all games, those of `resume` left out; nothing is
/// found where a game is over.
fn search(
    subjects: &[Subject<'_>],
    effort: &Effort,
    mut resume: Option<&mut Resume>,
) -> Result<Vec<Vec<Option<Found>>>, Failure> {
    let mut thinker = Thinker::new(usize::from(effort.threads), effort.hash as usize);
    let total = subject::count(subjects);
    let progress = Progress::things(Some(total as u64), "positions");
    let mut done = 0;
    let mut games = Vec::new();
    for subject in subjects {
        // What is found of a game must not depend on those before it.
        thinker.new_game();
        let mut found = Vec::new();
        for index in subject.window.clone() {
            progress.set(done);
            if subject.is_over(index) {
                found.push(None);
                continue;
            }
            let resume = resume.as_deref_mut();
            found.push(look_at(subject, index, effort, &mut thinker, resume)?);
            done += 1;
        }
        games.push(found);
    }
    Ok(games)
}

fn look_at(
    subject: &Subject<'_>,
    index: usize,
    effort: &Effort,
    thinker: &mut Thinker,
    resume: Option<&mut Resume>,
) -> Result<Option<Found>, Failure> {
    let setup = &subject.setups[index];
    let mut resume = resume;
    let known = resume
        .as_mut()
        .and_then(|resume| resume.take(subject.number, index));
    if known.is_some() {
        return Ok(known);
    }
    let mover = setup.position.side_to_move();
    let lines = thinker.think(setup.clone(), effort.limits(), 1);
    let found = lines.into_iter().next().map(|mut info| {
        thinker.play_out(setup, &mut info);
        Found::new(info, mover)
    });
    if let (Some(resume), Some(found)) = (resume, &found) {
        resume.keep(subject.number, index, found)?;
    }
    Ok(found)
}
