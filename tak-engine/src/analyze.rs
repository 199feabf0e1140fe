//! `analyze`: what each position of a game is worth, and where it was lost.

use std::path::PathBuf;

use clap::Args;
use tak_encoding::with_position;
use tak_engine::resume::Found;
use tak_games::collection::Collection;
use tak_games::game_files::{EXTENSIONS, sources};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::interrupt::{hold, is_raised, leave};
use tak_terminal::ledger::Ledger;
use tak_terminal::progress::Progress;
use tak_terminal::text::Text;

use self::effort::Effort;
use self::report::{Interrupted, Report};
use self::resume::Resume;
use self::subject::{Input, Selection, Subject};
use self::target::{Kind, Target};
use crate::think::Thinker;
use tak_search::endgame::{self, Lost};
use tak_search::solve::{self, Ending};
use tak_search::tinue::{self, Standing};

mod effort;
mod graph;
mod html;
mod json;
mod ptn;
mod report;
mod resume;
pub(crate) mod subject;
mod table;
mod target;
mod worth;

pub(crate) use self::table::Page;

/// How far each position is searched where a game that has just been played is reviewed.
const NODES_OF_REVIEW: u64 = 50_000;

/// Show what each position of a game is worth, and which moves lost most
///
/// Prints a table, or writes the game with comments that PTN Ninja shows, a graph, a page with the
/// review, or JSON. Values
/// are from White's point of view, in flats: +1.25 is a lead of a flat and a quarter, komi
/// included. `White wins in 3` counts plies, including the last one. `?` and `??` are moves that
/// lost 5 or 12.5 percent of the chances, as in PTN Ninja. `'` is Tak, a threat to complete a road;
/// `"` is tinuë: a road can no longer be prevented by any defence.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-engine analyze game.ptn
  tak-engine analyze game.ptn --ptn analyzed.ptn --svg game.svg
  tak-engine analyze game.ptn --html review.html
  tak-engine analyze game.ptn --ptn game.ptn --movetime 5000 \\
      --resume game.resume
  tak-engine analyze games.ptn --game 3 --first 12 --last 20b
  tak-engine analyze my-games/ more.ptn.gz --nodes 100000
  tak-engine analyze --tps 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4' --depth 8
  curl -s https://example.org/game.ptn | tak-engine analyze - --json")]
pub(crate) struct Arguments {
    /// Files with games in PTN, a TPS or a link to ptn.ninja, also compressed by gzip; folders with
    /// .ptn and .tps files; links themselves; - is standard input
    #[arg(value_name = "FILE", required_unless_present = "tps")]
    files: Vec<PathBuf>,

    /// Analyse a single position
    #[arg(long, value_name = "TPS", conflicts_with_all = ["files", "game", "first", "last", "svg", "html"])]
    tps: Option<String>,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten, next_help_heading = "How hard to search")]
    effort: Effort,

    #[command(flatten, next_help_heading = "Where the results go")]
    target: Target,
}

/// Reads the games, searches every position, writes the results. Bad games are reported and
/// skipped.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { effort, target, selection, .. } = arguments;
    let mut ledger = Ledger::telling();
    let inputs = arguments.inputs(&mut ledger)?;
    let mut subjects = Vec::new();
    for subject in inputs.iter().flat_map(|input| input.subjects(selection)) {
        ledger.count(subject.map(|subject| subjects.push(subject)))?;
    }
    for left_out in subjects.iter().flat_map(|subject| &subject.left_out) {
        ledger.warn(left_out);
    }
    if subjects.is_empty() {
        return ledger.finish("games");
    }
    target.check(&arguments.files)?;
    let outputs = target.open()?;
    let mut resume = match &target.resume {
        Some(path) => Some(Resume::open(path, effort, &subjects)?),
        None => None,
    };
    let mut thinker = Thinker::new(usize::from(effort.threads), effort.hash as usize);
    let (reports, interrupted) = reports(&mut subjects, effort, &mut thinker, resume.as_mut())?;
    // What was wanted whole is not written in part.
    let outputs = if interrupted.is_some() { outputs.of_table() } else { outputs };
    outputs.write(|kind| match kind {
        Kind::Ptn => {
            let texts: Vec<_> =
                inputs.iter().map(|input| ptn::annotated(input, &reports)).collect();
            texts.join(&b'\n')
        }
        Kind::Svg => graph::svg(&reports, target.theme).into_bytes(),
        Kind::Html => html::html(&reports, target.theme).into_bytes(),
        Kind::Json => json::json(&reports, effort).into_bytes(),
        Kind::Table => table::table(&reports, interrupted, target.page()).into_bytes(),
    })?;
    match (interrupted, resume) {
        (None, _) => ledger.finish("games"),
        // It says what it keeps.
        (Some(_), Some(_)) => leave(),
        (Some(interrupted), None) => {
            Err(Failure::Interrupted(format!("{interrupted}; `--resume FILE` keeps them")))
        }
    }
}

/// Searches the games, and compares what was found. An interrupt, of which it tells, leaves what was
/// found out before.
fn reports<'a>(
    subjects: &'a mut [Subject<'a>],
    effort: &Effort,
    thinker: &mut Thinker,
    resume: Option<&mut Resume>,
) -> Result<(Vec<Report<'a>>, Option<Interrupted>), Failure> {
    let total = subject::count(subjects);
    let (reports, is_interrupted) = hold(|| {
        let found = search(subjects, effort, thinker, resume)?;
        for (subject, found) in subjects.iter_mut().zip(&found) {
            subject.shorten(found.len());
        }
        let searched = subjects.iter().zip(found).filter(|(_, found)| !found.is_empty());
        let reports = searched.map(|(subject, found)| {
            let standings = standings(subject, effort)?;
            let lost = lost(subject, effort)?;
            let ending = ending(subject, effort)?;
            Ok(Report::new(subject, found, standings, lost, ending))
        });
        reports.collect::<Result<Vec<_>, Failure>>()
    });
    let reports = reports?;
    let done = reports.iter().map(Report::searched).sum();
    Ok((reports, is_interrupted.then_some(Interrupted { done, total })))
}

/// The table of a single game, which takes a few seconds; an interrupt ends it early.
pub(crate) fn review(ptn: String, page: Page) -> Result<String, Failure> {
    let source = Source::Argument("the game", ptn);
    let input = Input { games: Collection::of_ptn(Text::read(&source)?), first: 1 };
    let effort = Effort::nodes(NODES_OF_REVIEW);
    let subjects = input.subjects(&Selection::whole_games(None, None)).into_iter();
    let mut subjects = subjects.collect::<Result<Vec<_>, Failure>>()?;
    let mut thinker = Thinker::new(usize::from(effort.threads), effort.hash as usize);
    let (reports, interrupted) = reports(&mut subjects, &effort, &mut thinker, None)?;
    Ok(table::table(&reports, interrupted, page))
}

impl Arguments {
    /// The texts to read; those that cannot be read are counted.
    fn inputs(&self, ledger: &mut Ledger) -> Result<Vec<Input>, Failure> {
        let read = match &self.tps {
            Some(tps) => vec![Input::of_tps(tps, self.selection.komi)],
            None => sources(&self.files, &EXTENSIONS)
                .into_iter()
                .map(|source| source.and_then(|source| Input::read(&source)))
                .collect(),
        };
        let (mut inputs, mut first) = (Vec::new(), 1);
        for input in read {
            match input {
                Ok(input) => {
                    let count = input.games.len();
                    inputs.push(Input { first, ..input });
                    first += count;
                }
                Err(failure) => ledger.count(Err(failure))?,
            }
        }
        Ok(inputs)
    }
}

/// Searches all positions of all games except those that `resume` knows; `None` if the game is
/// over. An interrupt ends it before the position that it came in.
fn search(
    subjects: &[Subject<'_>],
    effort: &Effort,
    thinker: &mut Thinker,
    mut resume: Option<&mut Resume>,
) -> Result<Vec<Vec<Option<Found>>>, Failure> {
    let total = subject::count(subjects);
    let progress = Progress::things(Some(total as u64), "positions");
    let mut done = 0;
    let mut games = Vec::new();
    for subject in subjects {
        if is_raised() {
            break;
        }
        // The results for a game must not depend on the games before it.
        thinker.new_game();
        let mut found = Vec::new();
        for index in subject.window.clone() {
            progress.set(done);
            if subject.is_over(index) {
                found.push(None);
                continue;
            }
            let resume = resume.as_deref_mut();
            let position = look_at(subject, index, effort, thinker, resume)?;
            if is_raised() {
                break;
            }
            found.push(position);
            done += 1;
        }
        games.push(found);
    }
    Ok(games)
}

/// Who has a strict tinuë in each position of the window. After an interrupt nobody is asked.
fn standings(subject: &Subject<'_>, effort: &Effort) -> Result<Vec<Standing>, Failure> {
    let (first, last) = (*subject.window.start(), *subject.window.end());
    match effort.of_tinues() {
        Some(effort) => {
            let (start, moves) = (&subject.setups[first].position, &subject.moves[first..last]);
            tinue::standings(start, moves, &effort, &is_raised).map_err(Failure::input)
        }
        None => Ok(vec![Standing::Open; subject.window.clone().count()]),
    }
}

/// Where the game was lost on flats, if it was in the window. After an interrupt nobody is asked.
fn lost(subject: &Subject<'_>, effort: &Effort) -> Result<Option<Lost>, Failure> {
    let (first, last) = (*subject.window.start(), *subject.window.end());
    let Some(effort) = effort.of_tinues().filter(|_| !is_raised()) else { return Ok(None) };
    let (start, moves) = (&subject.setups[first].position, &subject.moves[first..last]);
    let found = endgame::lost(start, moves, &effort).map_err(Failure::input)?;
    Ok(found.map(|lost| Lost { from: first + lost.from, ..lost }))
}

/// What the last position of the window comes to, if the count is near. After an interrupt nobody is
/// asked.
fn ending(subject: &Subject<'_>, effort: &Effort) -> Result<Option<Ending>, Failure> {
    const HASH: usize = 16;
    /// The question is asked once, those about tinuës in each position.
    const TIMES: u64 = 8;
    let Some(effort) = effort.of_tinues().filter(|_| !is_raised()) else { return Ok(None) };
    let effort =
        solve::Effort::nodes(effort.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(TIMES)));
    let position = &subject.setups[*subject.window.end()].position;
    let found = with_position!(position, position => solve::ending(position, &effort, HASH));
    found.map_err(Failure::input)
}

/// Takes a position from `resume`, or searches it and writes it there.
fn look_at(
    subject: &Subject<'_>,
    index: usize,
    effort: &Effort,
    thinker: &mut Thinker,
    resume: Option<&mut Resume>,
) -> Result<Option<Found>, Failure> {
    let setup = &subject.setups[index];
    let mut resume = resume;
    let known = resume.as_mut().and_then(|resume| resume.take(subject.number, index));
    if known.is_some() {
        return Ok(known);
    }
    let mover = setup.position.side_to_move();
    let lines = thinker.think(setup.clone(), effort.limits());
    // A bug in the program, not in the game.
    let lines = lines.map_err(|broken_off| Failure::Disagreement(broken_off.to_string()))?;
    let found = lines.into_iter().next().map(|info| report::found(info, mover));
    if is_raised() {
        return Ok(None);
    }
    if let (Some(resume), Some(found)) = (resume, &found) {
        resume.keep(subject.number, index, found)?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::process::ExitCode;

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        arguments: Arguments,
    }

    #[test]
    fn where_every_search_panics_it_says_so_and_exits_with_1() {
        let Program { arguments } = Program::parse_from(["analyze", "--tps", "x3/x3/x3 1 1"]);
        let inputs = arguments.inputs(&mut Ledger::telling()).unwrap();
        let subjects = inputs[0].subjects(&arguments.selection);
        let subjects: Vec<_> = subjects.into_iter().map(Result::unwrap).collect();
        let found = search(&subjects, &arguments.effort, &mut Thinker::broken(), None);
        let Err(failure) = found else { panic!("a result without a search") };
        assert!(failure.to_string().contains("bug in this program"), "{failure}");
        assert_eq!(failure.report::<Program>(), ExitCode::from(1));
    }
}
