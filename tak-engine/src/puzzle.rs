//! `puzzle`: positions of which one move is looked for.

mod glicko;
mod progress;
mod proof;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, value_parser};
use fastrand::Rng;
use tak_encoding::{AnyMove, AnyPosition, BoardSize, OneHash};
use tak_games::puzzles::{self, Kind, Puzzle};
use tak_games::start::board_size;
use tak_pictures::{Coordinates, Diagram, Style, TextBoard};
use tak_search::engine::Setup;
use tak_search::limits::Limits;
use tak_search::solve::{Aim, Answer, Effort, Mode, Question, Verdict};
use tak_terminal::color::When;
use tak_terminal::conversation::{Conversation, Typed};
use tak_terminal::counted::counted;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::interrupt::{leave, leave_when_terminated};
use tak_terminal::output::{terminal_height, terminal_width};
use tak_terminal::text::Text;
use tak_terminal::wrap::print_wrapped;

use self::progress::Progress;
use self::proof::Proof;
use crate::think::{Thinker, text_of};

/// The puzzles that come with the program and the page.
const SHIPPED: &str = include_str!("../board/puzzles.txt");

/// How far the answer to another move than the solution is searched.
const NODES: u64 = 200_000;

/// How long a later win than the solution's is looked for, and in how many plies after the move.
const PATIENCE: Duration = Duration::from_secs(1);
const LATEST: u32 = 12;

/// The lines that stand around a board: number, kind and rating, what is looked for in two lines, the
/// prompt, and spaces.
const AROUND: usize = 7;

/// What `help` says.
const HELP: &str = "\
a move        in PTN: what you would play
hint          where to look
show          the solution, against any defence that you type
next          another puzzle
quit          leave
";

/// What it says where a proof is defended against.
const HELP_DEFENDING: &str = "\
a move        in PTN: what you would defend with
Enter         the longest defence
show          from the start again
next          another puzzle
quit          leave
";

/// Solve puzzles in the terminal
///
/// Of each position one move is looked for: it forces a road, prevents one, wins on flats, or is
/// the only good one. The solver has shown that there is no other. A wrong move is answered. The
/// first try at a puzzle moves your rating, which is kept in your folder for data; what comes next is
/// about as hard as you are good, new ones first.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-engine puzzle
  tak-engine puzzle --kind flats --size 5
  tak-engine puzzle --number 812
  tak-engine puzzle --daily
  tak-engine puzzle my-puzzles.txt")]
pub(crate) struct Arguments {
    /// Puzzles of your own, one a line: TPS|plies|line|kind|rating|half komi, or an object in JSON as
    /// `tak-tools puzzles find --json` writes it; they come in their order
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Only of this kind: tinuë, avoidance, flats or best
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,

    /// Only boards of this size
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// Begin with the puzzle of this number, as the page numbers them
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    number: Option<u32>,

    /// The puzzle of the day, by UTC: the same for everybody, as on the page
    #[arg(long, conflicts_with_all = ["kind", "size", "number", "rating"])]
    daily: bool,

    /// About as hard as this; by default, as you are good
    #[arg(long, value_name = "RATING")]
    rating: Option<u32>,

    /// Whether the board is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,

    /// Neither read your rating nor keep it
    #[arg(long)]
    no_record: bool,

    /// With the same seed the same puzzles come
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Shows puzzles until the player leaves.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    leave_when_terminated();
    let mut session = Session {
        queue: arguments.queue()?,
        order: arguments.order(),
        progress: if arguments.no_record { Progress::new() } else { Progress::kept()? },
        style: Style::colored_if(arguments.color.is_colored(true)),
        thinker: Thinker::new(1, 64),
        is_counted: false,
        solved: 0,
        tried: 0,
    };
    print_wrapped(&format!("{}\n", session.progress))?;
    let mut conversation = Conversation::start();
    while let Some((number, puzzle)) = session.next() {
        print_wrapped(&session.show(number, &puzzle))?;
        session.is_counted = session.progress.is_done(&puzzle);
        if session.solve(&puzzle, &mut conversation)? == Flow::Quit {
            break;
        }
    }
    let solved = counted(session.solved, "puzzle");
    let tried = session.tried;
    print_wrapped(&format!("{solved} solved at the first try, of {tried}. {}\n", session.progress))
}

/// Which puzzle comes next.
#[derive(Clone, Copy)]
enum Order {
    /// As they stand in the file.
    OfFile,
    /// About as hard as this.
    Rated(f64),
    /// About as hard as the player is good.
    ByPlayer,
}

impl Arguments {
    fn order(&self) -> Order {
        match self.rating {
            Some(rating) => Order::Rated(rating.into()),
            None if self.file.is_some() || self.number.is_some() => Order::OfFile,
            None => Order::ByPlayer,
        }
    }

    /// The puzzles that are wanted, with their numbers; in no order where that goes by rating.
    fn queue(&self) -> Result<Vec<(usize, Puzzle)>, Failure> {
        let mut all: Vec<_> = (1..).zip(self.read()?).collect();
        if self.daily {
            let number = daily(today(), all.len());
            all.retain(|&(other, _)| other == number);
        }
        let first = self.number.map_or(0, |number| number as usize);
        all.retain(|(number, puzzle)| {
            *number >= first
                && self.kind.is_none_or(|kind| kind == puzzle.kind)
                && self.size.is_none_or(|size| size == puzzle.position.size())
        });
        if !matches!(self.order(), Order::OfFile) {
            self.seed.map_or_else(Rng::new, Rng::with_seed).shuffle(&mut all);
        }
        if all.is_empty() { Err(Failure::input("there is no such puzzle")) } else { Ok(all) }
    }

    /// The puzzles of the file, or those that come with the program.
    fn read(&self) -> Result<Vec<Puzzle>, Failure> {
        let Some(path) = &self.file else {
            return puzzles::read(SHIPPED).map_err(|(_, error)| Failure::input(error));
        };
        let text = Text::read(&Source::File(path.clone()))?;
        puzzles::read(text.as_str()).map_err(|(line, error)| {
            Failure::input(format_args!("{}, line {line}: {error}", path.display()))
        })
    }
}

/// The days since 1 January 1970, by UTC.
fn today() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() / 86_400)
}

/// The number of the puzzle of that day, as `dailyPuzzle` of the page chooses it.
fn daily(day: u64, puzzles: usize) -> usize {
    (day * 7919 % puzzles.max(1) as u64) as usize + 1
}

/// Whether more puzzles are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Quit,
}

/// What a try comes to.
enum Tried {
    Right,
    /// Another move wins sooner.
    Later,
    Wrong,
}

struct Session {
    queue: Vec<(usize, Puzzle)>,
    order: Order,
    progress: Progress,
    style: Style,
    thinker: Thinker,
    /// Whether the puzzle was tried before: only the first try counts.
    is_counted: bool,
    solved: u64,
    tried: u64,
}

impl Session {
    /// The next puzzle.
    fn next(&mut self) -> Option<(usize, Puzzle)> {
        let progress = &self.progress;
        let rating = match self.order {
            Order::OfFile => None,
            Order::Rated(rating) => Some(rating),
            Order::ByPlayer => Some(progress.player.rating),
        };
        // Among equals the first.
        let place = |puzzle: &Puzzle| {
            let distance =
                |rating: f64| (progress.rating_of(puzzle).rating - rating).abs() as u32 / 50;
            rating.map(|rating| (progress.is_done(puzzle), distance(rating)))
        };
        let next = (0..self.queue.len()).min_by_key(|&index| place(&self.queue[index].1))?;
        Some(self.queue.remove(next))
    }

    /// Counts the first try, if this is it, and tells what that makes of the rating.
    fn count(&mut self, puzzle: &Puzzle, score: f64) -> String {
        if std::mem::replace(&mut self.is_counted, true) {
            return String::new();
        }
        let before = self.progress.player.rating;
        self.progress.count(puzzle, score);
        format!(" Your rating goes from {before:.0} to {:.0}.", self.progress.player.rating)
    }

    fn board(&self, position: &AnyPosition<OneHash>, last: Option<AnyMove>) -> String {
        let board = TextBoard::new(self.style, Coordinates::Shown)
            .with_width(terminal_width().unwrap_or(usize::MAX))
            .with_height(
                terminal_height().map_or(usize::MAX, |height| height.saturating_sub(AROUND)),
            );
        board.draw(&Diagram::of_any(position, last)) + "\n"
    }

    fn show(&self, number: usize, puzzle: &Puzzle) -> String {
        let board = self.board(&puzzle.position, None);
        let rating = self.progress.rating_of(puzzle).rating.round();
        format!(
            "\nNo. {number}, {}, rated {rating}\n\n{board}{}\n",
            puzzle.kind.name(),
            task(puzzle)
        )
    }

    /// Lets the player try until the puzzle is solved or left.
    fn solve(&mut self, puzzle: &Puzzle, conversation: &mut Conversation) -> Result<Flow, Failure> {
        let (mut position, mut line) = (puzzle.position, VecDeque::from(puzzle.line.clone()));
        // What the first try is worth.
        let mut score = 1.0_f64;
        self.tried += 1;
        loop {
            let typed = match conversation.read(&format!("{}> ", puzzle.solver()))? {
                Typed::Line(typed) => typed,
                Typed::Interrupted => leave(),
                Typed::Bad(_) | Typed::End => return Ok(Flow::Quit),
            };
            match typed.trim().to_lowercase().as_str() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Flow::Quit),
                "next" | "n" => return Ok(Flow::Next),
                "help" | "?" => print_wrapped(HELP)?,
                "hint" | "h" => {
                    score = score.min(0.5);
                    print_wrapped(&line.front().copied().map(hint).unwrap_or_default())?;
                }
                "show" => {
                    score = 0.0;
                    self.count(puzzle, score);
                    print_wrapped(&format!("{}\n", text_of(&puzzle.line)))?;
                    if puzzle.line.len() > 1 {
                        return self.prove(puzzle, conversation);
                    }
                }
                _ => match position.parse_move(typed.trim()) {
                    Err(error) => {
                        print_wrapped(&format!("{error}; `help` says what you can type\n"))?;
                    }
                    Ok(mv) => match self.follow(puzzle, &mut position, &mut line, mv)? {
                        Tried::Wrong => {
                            score = 0.0;
                            self.count(puzzle, score);
                        }
                        Tried::Right if line.is_empty() => {
                            self.solved += u64::from(score >= 1.0);
                            let told = self.count(puzzle, score);
                            print_wrapped(&format!("That is it!{told}\n"))?;
                            return Ok(Flow::Next);
                        }
                        Tried::Right | Tried::Later => {}
                    },
                },
            }
        }
    }

    /// Shows that the solution is one against whatever the player defends with.
    fn prove(&self, puzzle: &Puzzle, conversation: &mut Conversation) -> Result<Flow, Failure> {
        let them = !puzzle.solver();
        let mut proof = Proof::begin(puzzle);
        print_wrapped(&format!(
            "\n{}Defend as {them} as you like, or press Enter for the longest defence.\n",
            self.board(&proof.position, proof.last)
        ))?;
        loop {
            let typed = match conversation.read(&format!("{them} defends> "))? {
                Typed::Line(typed) => typed,
                Typed::Interrupted => leave(),
                Typed::Bad(_) | Typed::End => return Ok(Flow::Quit),
            };
            let defence = match typed.trim().to_lowercase().as_str() {
                "quit" | "exit" | "q" => return Ok(Flow::Quit),
                "next" | "n" => return Ok(Flow::Next),
                "help" | "?" => {
                    print_wrapped(HELP_DEFENDING)?;
                    continue;
                }
                "show" => {
                    proof = Proof::begin(puzzle);
                    print_wrapped(&format!("\n{}", self.board(&proof.position, proof.last)))?;
                    continue;
                }
                "" => proof.defence().ok_or_else(|| "No defence is known".to_owned()),
                _ => proof.position.parse_move(typed.trim()).map_err(|error| error.to_string()),
            };
            let said = match defence {
                _ if proof.is_over() => "The game is over: `show`, `next` or `quit`.\n".to_owned(),
                Err(why) => format!("{why}; `help` says what you can type\n"),
                Ok(mv) if !proof.defend(mv)? => {
                    format!("The solver has not found the win after {mv} in time.\n")
                }
                Ok(mv) => {
                    let board = self.board(&proof.position, proof.last);
                    let end = proof.position.outcome().map_or_else(String::new, |end| {
                        format!("The game ends with {end}: `show`, `next` or `quit`.\n")
                    });
                    format!("{them} plays {mv}.\n\n{board}{end}")
                }
            };
            print_wrapped(&said)?;
        }
    }

    /// Plays a move and its answer if it is a right one, else says what is wrong with it, or that
    /// it wins only later.
    fn follow(
        &mut self,
        puzzle: &Puzzle,
        position: &mut AnyPosition<OneHash>,
        line: &mut VecDeque<AnyMove>,
        mv: AnyMove,
    ) -> Result<Tried, Failure> {
        let mut after = *position;
        if after.play(mv).is_err() {
            return Ok(Tried::Wrong);
        }
        let is_first = *position == puzzle.position;
        if line.front() == Some(&mv) {
            line.pop_front();
        } else if after.outcome().is_some_and(|end| end.winner() == Some(puzzle.solver())) {
            line.clear();
        } else {
            if is_first && let Some(plies) = wins_later(puzzle, &after)? {
                print_wrapped(&format!("Wins too, in {plies} plies; look for the quicker one.\n"))?;
                return Ok(Tried::Later);
            }
            // Later in the line there may be other ways to win.
            let answer = if is_first { None } else { still_won(puzzle, &after)? };
            let Some(answer) = answer else {
                print_wrapped(&self.refute(&after, mv)?)?;
                return Ok(Tried::Wrong);
            };
            *line = answer.line.into();
        }
        if let Some(defence) = line.pop_front() {
            let _ = after.play(defence);
            print_wrapped(&format!("\n{}", self.board(&after, Some(defence))))?;
        }
        *position = after;
        Ok(Tried::Right)
    }

    /// What is wrong with a move: a tinuë of the other side, or else what the search answers.
    fn refute(&mut self, after: &AnyPosition<OneHash>, mv: AnyMove) -> Result<String, Failure> {
        let them = after.side_to_move();
        if let Some(outcome) = after.outcome() {
            return Ok(format!("Not {mv}: the game ends with {outcome}.\n"));
        }
        let answer = ask(after, Aim { attacker: them, mode: Mode::Strict })?;
        if answer.verdict.is_won() {
            let plies = counted(answer.line.len(), "ply");
            let line = text_of(&answer.line);
            return Ok(format!("Not {mv}: {them} forces a road in {plies}: {line}\n"));
        }
        let lines = self.thinker.think(Setup::new(*after), Limits::nodes(NODES));
        let lines = lines.map_err(Failure::input)?;
        let reply = lines.first().and_then(|info| info.line.first());
        Ok(reply.map_or_else(
            || format!("Not {mv}.\n"),
            |reply| format!("Not {mv}: {them} answers {reply}.\n"),
        ))
    }
}

fn ask(position: &AnyPosition<OneHash>, aim: Aim) -> Result<Answer, Failure> {
    let mut question = Question::new(aim);
    question.effort = Effort::nodes(NODES);
    question.answer(position).map_err(Failure::input)
}

/// The answer about a position that the solver of the puzzle still wins, as the puzzle asks for it.
fn still_won(puzzle: &Puzzle, after: &AnyPosition<OneHash>) -> Result<Option<Answer>, Failure> {
    let mode = if puzzle.kind == Kind::Tinue { Mode::Strict } else { Mode::Win };
    let answer = ask(after, Aim { attacker: puzzle.solver(), mode })?;
    Ok(Some(answer).filter(|answer| answer.verdict.is_won()))
}

/// In how many plies a first move wins that leads there, where other moves than the solution may
/// win, only later.
fn wins_later(puzzle: &Puzzle, after: &AnyPosition<OneHash>) -> Result<Option<u32>, Failure> {
    if !matches!(puzzle.kind, Kind::Flats | Kind::Best) || after.outcome().is_some() {
        return Ok(None);
    }
    let mut question = Question::new(Aim { attacker: puzzle.solver(), mode: Mode::Win });
    question.effort.plies = Some(LATEST);
    question.total = Some(PATIENCE);
    Ok(match question.answer(after).map_err(Failure::input)?.verdict {
        Verdict::Won { plies, .. } => Some(plies + 1),
        Verdict::NotWon | Verdict::Unknown => None,
    })
}

/// What is looked for.
fn task(puzzle: &Puzzle) -> String {
    let (us, them) = (puzzle.solver(), !puzzle.solver());
    let moves = counted(u64::from(puzzle.plies.div_ceil(2)), "move");
    let komi = puzzle.position.half_komi();
    let komi = if komi.0 == 0 { String::new() } else { format!(" Komi {komi}.") };
    match puzzle.kind {
        Kind::Tinue => format!("{us} forces a road in {moves}, whatever {them} does."),
        Kind::Avoidance => format!("{them} threatens to force a road. Only one move prevents it."),
        Kind::Flats => {
            format!("{us} wins on flats. Only one move does so within {moves}.{komi}")
        }
        Kind::Best if puzzle.line.len() > 1 => {
            format!("Only one move of {us} wins within {moves}.{komi}")
        }
        Kind::Best => {
            format!("All moves of {us} but one lose within {} plies.{komi}", puzzle.plies + 1)
        }
    }
}

/// The square on which the move begins.
fn hint(mv: AnyMove) -> String {
    let text = mv.to_string();
    let is_square = |pair: &&[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit();
    let square = text.as_bytes().windows(2).find(is_square).map(String::from_utf8_lossy);
    format!("Look at {}.\n", square.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_puzzle_of_a_day_is_that_of_the_page() {
        // By `dailyPuzzle`: 29 November 2026, and the next two days.
        assert_eq!([20_786, 20_787, 20_788].map(|day| daily(day, 1209)), [194, 859, 315]);
    }

    #[test]
    fn the_shipped_set_is_what_is_said_of_it() {
        let all = puzzles::read(SHIPPED).unwrap();
        assert!(all.len() >= 600, "{}", all.len());
        for kind in Kind::ALL {
            assert!(all.iter().filter(|puzzle| puzzle.kind == kind).count() >= 100, "{kind:?}");
        }
        for size in 4..=6 {
            let of_size = |puzzle: &&Puzzle| puzzle.position.size().squares_per_side() == size;
            assert!(all.iter().filter(of_size).count() >= 40, "{size}");
        }
        assert!(all.is_sorted_by_key(|puzzle| puzzle.rating));
        let positions: std::collections::HashSet<_> =
            all.iter().map(|puzzle| puzzle.position.canonical_board().into_board()).collect();
        // With another komi the same board is another puzzle.
        assert!(positions.len() * 50 >= all.len() * 49, "{}", positions.len());
    }
}
