//! `solve`: whether a player can force a win, how soon, and by which moves.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::Value;
use tak_encoding::ptn::for_others;
use tak_encoding::{
    AnyPosition, Color, HalfKomi, MoveName, OneHash, Outcome, Whole, with_position,
};
use tak_games::collection::game_number;
use tak_games::game_files::{EXTENSIONS, sources};
use tak_search::solve::{self, Aim, Answer, Ending, Mode, Question, Verdict};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::ledger::Ledger;
use tak_terminal::output::{self, print, refuse_as_output, refuse_twice};
use tak_terminal::progress::Progress;
use tak_terminal::remark;

use self::limits::Limits;
use crate::analyze::subject::{Input, Selection, Subject};
use tak_search::tinue::{self, Tinue};

mod json;
mod limits;
mod text;

/// Prove that a player can force a win, or that there is no such win
///
/// A tinuë is a road that cannot be stopped. In a strict one every move of the winner completes a
/// road or threatens to; otherwise some moves are quiet. The strict scope is settled first, within
/// half of the limits; then the search goes on with quiet moves. Every legal defence is considered,
/// including those that end the game on flats. Both `yes` and `no` are replayed position by
/// position before they are reported; only the claim that no win is shorter, or within --max-plies,
/// rests on the search alone.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-engine solve --tps 'x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5'
  tak-engine solve game.ptn --after 28b --all
  tak-engine solve game.ptn --all --total-time 60000
  tak-engine solve game.ptn --origin
  tak-engine solve game.ptn --ptn tree.ptn --certificate proof.txt
  tak-engine solve game.ptn --mode win --max-plies 5 --movetime 60000
  tak-engine solve game.ptn --json")]
pub(crate) struct Arguments {
    /// A game in PTN, a TPS or a link to ptn.ninja in a file; a link itself; - is standard input
    #[arg(value_name = "FILE", required_unless_present = "tps")]
    file: Option<PathBuf>,

    /// Solve this position
    #[arg(long, value_name = "TPS", conflicts_with_all = ["file", "game", "after", "origin"])]
    tps: Option<String>,

    /// Only this game of a file with several, counted from 1
    #[arg(long, value_name = "N")]
    #[arg(value_parser = game_number, allow_negative_numbers = true)]
    game: Option<std::num::NonZeroUsize>,

    /// Solve the position after this move, like 12 or 12b; by default the last one
    #[arg(long, value_name = "MOVE", conflicts_with = "origin")]
    after: Option<MoveName>,

    /// Points added to Black's flats, like 2 or 2.5; by default the game's Komi tag, or none
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<HalfKomi>,

    /// Who is to win; by default the player to move, or with --origin the winner of the
    /// game
    #[arg(long, value_name = "PLAYER")]
    winner: Option<Player>,

    /// Which wins count
    #[arg(long, value_name = "MODE", default_value = "tinue")]
    mode: ModeChoice,

    /// Solve every legal first move, each within the limits: which ones win, and is there only one?
    /// All moves after the first must threaten a road, unless with --mode win
    #[arg(long)]
    all: bool,

    /// Find the last move of a game before which there was no win, and strict tinuës that were missed
    #[arg(long, conflicts_with_all = ["all", "ptn", "certificate"])]
    origin: bool,

    #[command(flatten, next_help_heading = "How hard to search")]
    limits: Limits,

    /// Write the proof as a game with variations
    #[arg(long, value_name = "FILE", help_heading = "Where the results go")]
    ptn: Option<PathBuf>,

    /// Write the proof for `tak-tools verify`, which checks it without a search
    #[arg(long, value_name = "FILE", help_heading = "Where the results go")]
    certificate: Option<PathBuf>,

    /// Print one JSON object on one line for each position
    #[arg(long, help_heading = "Where the results go")]
    json: bool,
}

/// A player on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum Player {
    White,
    Black,
}

impl From<Player> for Color {
    fn from(player: Player) -> Self {
        match player {
            Player::White => Self::White,
            Player::Black => Self::Black,
        }
    }
}

/// A [`Mode`] on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum ModeChoice {
    /// A road by any moves; winning on flats does not count
    Tinue,
    /// A road by moves that each threaten one
    Strict,
    /// The same moves, but a win on flats counts too
    Threats,
    /// Any win by any moves: far more work
    Win,
}

impl From<ModeChoice> for Mode {
    fn from(choice: ModeChoice) -> Self {
        match choice {
            ModeChoice::Tinue => Self::Tinue,
            ModeChoice::Strict => Self::Strict,
            ModeChoice::Threats => Self::Threats,
            ModeChoice::Win => Self::Win,
        }
    }
}

/// Solves a position, or one of each game.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let input = arguments.input()?;
    arguments.check_outputs()?;
    let selection = Selection::whole_games(arguments.game, arguments.komi);
    let (mut subjects, mut ledger) = (Vec::new(), Ledger::telling());
    for subject in input.subjects(&selection) {
        ledger.count(subject.map(|subject| subjects.push(subject)))?;
    }
    for left_out in subjects.iter().flat_map(|subject| &subject.left_out) {
        ledger.warn(left_out);
    }
    let several = subjects.len() > 1;
    if several && (arguments.ptn.is_some() || arguments.certificate.is_some()) {
        let why =
            format!("expected one game for a proof, found {}: choose with --game", subjects.len());
        return Err(input.games.source().failure(why));
    }
    for subject in &subjects {
        if several && !arguments.json {
            print(&format!("Game {}\n", subject.number))?;
        }
        if arguments.origin {
            arguments.solve_origin(subject, input.games.source())?;
        } else {
            arguments.solve_one(subject, input.games.source())?;
        }
    }
    ledger.finish("games")
}

impl Arguments {
    fn input(&self) -> Result<Input, Failure> {
        match (&self.tps, &self.file) {
            (Some(tps), _) => Input::of_tps(tps, self.komi),
            (None, Some(path)) => {
                Input::read(&only(sources(std::slice::from_ref(path), &EXTENSIONS))?)
            }
            (None, None) => Err(Failure::Usage("expected a file or --tps".to_owned())),
        }
    }

    /// Refuses to overwrite inputs.
    fn check_outputs(&self) -> Result<(), Failure> {
        let inputs: Vec<_> = self.file.iter().cloned().collect();
        for path in [&self.ptn, &self.certificate].into_iter().flatten() {
            refuse_as_output(&inputs, path)?;
        }
        refuse_twice(&[self.ptn.as_deref(), self.certificate.as_deref()])
    }

    /// Answers a question, and shows how many first moves are solved.
    fn solve(&self, position: &AnyPosition<OneHash>, aim: Aim) -> Result<Answer, Failure> {
        let mut question = self.limits.question(aim);
        question.all = self.all;
        // Only first moves are told.
        let progress = OnceLock::new();
        let tell = |done, total| {
            let bar = progress.get_or_init(|| Progress::things(Some(0), "first moves"));
            bar.set_part(done, total);
        };
        let mut answer = question.answer_telling(position, &tell).map_err(Failure::input)?;
        answer.tree = answer.tree.map(for_others);
        Ok(answer)
    }

    fn aim(&self, position: &AnyPosition<OneHash>) -> Aim {
        let attacker = self.winner.map_or(position.side_to_move(), Color::from);
        Aim { attacker, mode: self.mode.into() }
    }

    /// Solves the position asked for.
    fn solve_one(&self, subject: &Subject<'_>, source: &Source) -> Result<(), Failure> {
        let start = subject.setups[0].position.ply() as usize;
        let index = match self.after {
            None => subject.moves.len(),
            Some(name) => {
                let ply = name.ply(start, subject.moves.len(), Whole::Last);
                ply.map_err(|why| source.failure(format!("--after {name}: {why}")))? + 1
            }
        };
        let position = &subject.setups[index].position;
        if let Some(outcome) = position.outcome() {
            let mut why =
                format!("the game is over there ({outcome}): expected an earlier position");
            if self.tps.is_none() {
                why += "; choose it with --after, or ask for the --origin of the win";
            }
            return Err(source.failure(why));
        }
        let aim = self.aim(position);
        if self.all && aim.attacker != position.side_to_move() {
            remark::once(&format!("--all: {} is not to move and has no first moves", aim.attacker));
        }
        let answer = self.solve(position, aim)?;
        for (path, proof) in [(&self.ptn, &answer.tree), (&self.certificate, &answer.certificate)] {
            match (path, proof) {
                (Some(path), Some(proof)) => output::write(path, proof.as_bytes())?,
                // An older proof in the file does not answer this question.
                (Some(path), None) => {
                    remark::once(&format!("{}: not written, there is no proof", path.display()));
                }
                (None, _) => {}
            }
        }
        let ending = self.ending(position, &answer)?;
        print(&if self.json {
            let mut told = tak_search::json::answer(&answer);
            if answer.aim.mode == Mode::Win {
                told["ending"] = ending.map_or(Value::Null, tak_search::json::ending);
            }
            format!("{told}\n")
        } else {
            text::answer(&answer, ending)
        })
    }

    /// Where any win counts, what a late position comes to, unless the verdict is unknown or one about
    /// some plies only.
    fn ending(
        &self,
        position: &AnyPosition<OneHash>,
        answer: &Answer,
    ) -> Result<Option<Ending>, Failure> {
        const HASH: usize = 16;
        const NODES: u64 = 200_000;
        let is_known = answer.max_plies.is_none() && answer.verdict != Verdict::Unknown;
        if answer.aim.mode != Mode::Win || !is_known {
            return Ok(None);
        }
        let mut effort = self.limits.question(answer.aim).effort;
        effort.nodes = Some(effort.nodes.unwrap_or(NODES).min(NODES));
        with_position!(position, position => solve::ending(position, &effort, HASH))
            .map_err(Failure::input)
    }

    /// Solves a game's positions, the last one first, down to the first that is not won.
    fn back_from_the_end(
        &self,
        subject: &Subject<'_>,
        aim: Aim,
    ) -> Result<Vec<(usize, Answer)>, Failure> {
        let end = &subject.setups[subject.moves.len()].position;
        let last =
            if end.outcome().is_some() { subject.moves.len() } else { subject.moves.len() + 1 };
        let progress = Progress::things(Some(last as u64), "positions");
        let begun = Instant::now();
        let solve = |index: usize, shortest, parts| {
            let mut question = self.limits.question(aim);
            question.effort.shortest = shortest;
            let left = |total: Duration| total.saturating_sub(begun.elapsed()) / parts;
            question.total = question.total.map(left);
            question.answer(&subject.setups[index].position).map_err(Failure::input)
        };
        let mut found = Vec::new();
        for (done, index) in (0..last).rev().enumerate() {
            progress.set(done as u64);
            let answer = solve(index, false, 2)?;
            let is_won = answer.verdict.is_won();
            found.push((index, answer));
            if !is_won {
                break;
            }
        }
        // Only there it is told how long the win is.
        if let [.., (index, won), (_, before)] = &mut found[..]
            && before.is_excluded()
        {
            let answer = solve(*index, true, 1)?;
            if answer.verdict.is_won() {
                *won = answer;
            }
        }
        Ok(found)
    }

    /// Looks for the last position of a game without a win.
    fn solve_origin(&self, subject: &Subject<'_>, source: &Source) -> Result<(), Failure> {
        let end = &subject.setups[subject.moves.len()].position;
        let winner = end.outcome().and_then(Outcome::winner);
        let attacker = self.winner.map(Color::from).or(winner).unwrap_or(end.side_to_move());
        let aim = Aim { attacker, mode: self.mode.into() };
        let begun = Instant::now();
        let found = self.back_from_the_end(subject, aim)?;
        if found.is_empty() {
            return Err(source.failure("there is no move to look at"));
        }
        let name = |index: usize| {
            let name = MoveName::of_ply(subject.setups[index].position.ply() as usize);
            subject.moves.get(index).map(|mv| format!("{} {mv}", name.in_ptn()))
        };
        let misses = self.misses(subject, begun)?;
        let text = if self.json {
            json::origin(&found, aim, &misses, name)
        } else {
            text::origin(&found, aim, name) + &text::misses(&misses, name)
        };
        print(&text)
    }

    /// The strict tinuës that either player had and let go, by the move played.
    fn misses(
        &self,
        subject: &Subject<'_>,
        begun: Instant,
    ) -> Result<Vec<(usize, Tinue)>, Failure> {
        let Subject { setups, moves, .. } = subject;
        let aim = self.aim(&setups[0].position);
        let Question { mut effort, total, .. } = self.limits.question(aim);
        effort.nodes = Some(effort.nodes.unwrap_or(tinue::NODES).min(tinue::NODES));
        let is_late = || total.is_some_and(|total| begun.elapsed() >= total);
        let standings = tinue::standings(&setups[0].position, moves, &effort, &is_late);
        let standings = standings.map_err(Failure::input)?;
        let misses = (0..moves.len()).filter_map(|index| {
            let mover = setups[index].position.side_to_move();
            let missed = standings[index].missed(mover, &standings[index + 1])?;
            Some((index, missed.clone()))
        });
        Ok(misses.collect())
    }
}

/// The only source of a list.
fn only(mut sources: Vec<Result<Source, Failure>>) -> Result<Source, Failure> {
    match sources.len() {
        1 => sources.swap_remove(0),
        count => Err(Failure::Input(format!("expected one file, found a folder with {count}"))),
    }
}
