//! `puzzle`: positions of which one move is looked for.

use std::collections::VecDeque;
use std::path::PathBuf;

use clap::{Args, value_parser};
use fastrand::Rng;
use tak_encoding::{AnyMove, AnyPosition, BoardSize, OneHash};
use tak_games::puzzles::{self, Kind, Puzzle};
use tak_games::start::board_size;
use tak_pictures::{Coordinates, Diagram, Style, TextBoard};
use tak_search::engine::Setup;
use tak_search::limits::Limits;
use tak_search::solve::{Aim, Answer, Effort, Mode, Question};
use tak_terminal::color::When;
use tak_terminal::conversation::{Conversation, Typed};
use tak_terminal::counted::counted;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::interrupt::{leave, leave_when_terminated};
use tak_terminal::output::{terminal_height, terminal_width};
use tak_terminal::text::Text;
use tak_terminal::wrap::print_wrapped;

use crate::think::{Thinker, text_of};

/// The puzzles that come with the program and the page.
const SHIPPED: &str = include_str!("../board/puzzles.txt");

/// How far the answer to another move than the solution is searched.
const NODES: u64 = 200_000;

/// The lines that stand around a board: number, kind and rating, what is looked for in two lines, the
/// prompt, and spaces.
const AROUND: usize = 7;

/// What `help` says.
const HELP: &str = "\
a move        in PTN: what you would play
hint          where to look
show          the solution
next          another puzzle
quit          leave
";

/// Solve puzzles in the terminal
///
/// Of each position one move is looked for: it forces a road, prevents one, wins on flats, or is
/// the only good one. The solver has shown that there is no other. A wrong move is answered.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-engine puzzle
  tak-engine puzzle --kind flats --size 5
  tak-engine puzzle --number 812
  tak-engine puzzle my-puzzles.txt")]
pub(crate) struct Arguments {
    /// Puzzles of your own, one a line: TPS|plies|line|kind|rating|half komi
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

    /// About as hard as this; by default from easy to hard
    #[arg(long, value_name = "RATING")]
    rating: Option<u32>,

    /// Whether the board is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,

    /// With the same seed the same puzzles come, where --rating is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Shows puzzles until the player leaves.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    leave_when_terminated();
    let mut session = Session {
        queue: arguments.queue()?,
        style: Style::colored_if(arguments.color.is_colored(true)),
        thinker: Thinker::new(1, 64),
        solved: 0,
        tried: 0,
    };
    let mut conversation = Conversation::start();
    while let Some((number, puzzle)) = session.queue.pop_front() {
        print_wrapped(&session.show(number, &puzzle))?;
        if session.solve(&puzzle, &mut conversation)? == Flow::Quit {
            break;
        }
    }
    let solved = counted(session.solved, "puzzle");
    print_wrapped(&format!("{solved} solved at the first try, of {}.\n", session.tried))
}

impl Arguments {
    /// The puzzles that are wanted, with their numbers, in the order in which they come.
    fn queue(&self) -> Result<VecDeque<(usize, Puzzle)>, Failure> {
        let text = match &self.file {
            None => SHIPPED.to_owned(),
            Some(path) => Text::read(&Source::File(path.clone()))?.as_str().to_owned(),
        };
        let all = puzzles::read(&text).map_err(|(line, error)| {
            let name =
                self.file.as_ref().map_or("puzzles".into(), |path| path.display().to_string());
            Failure::input(format_args!("{name}, line {line}: {error}"))
        })?;
        let is_wanted = |puzzle: &Puzzle| {
            self.kind.is_none_or(|kind| kind == puzzle.kind)
                && self.size.is_none_or(|size| size == puzzle.position.size())
        };
        let first = self.number.map_or(0, |number| number as usize);
        let numbered = (1..).zip(all).filter(|(number, _)| *number >= first);
        let mut queue: Vec<_> = numbered.filter(|(_, puzzle)| is_wanted(puzzle)).collect();
        if let Some(rating) = self.rating {
            let mut random = self.seed.map_or_else(Rng::new, Rng::with_seed);
            random.shuffle(&mut queue);
            // Among equals the order is random.
            queue.sort_by_key(|(_, puzzle)| puzzle.rating.abs_diff(rating) / 50);
        }
        if queue.is_empty() {
            return Err(Failure::input("there is no such puzzle"));
        }
        Ok(queue.into())
    }
}

/// Whether more puzzles are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Quit,
}

struct Session {
    queue: VecDeque<(usize, Puzzle)>,
    style: Style,
    thinker: Thinker,
    solved: u64,
    tried: u64,
}

impl Session {
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
        let rating = puzzle.rating;
        format!(
            "\nNo. {number}, {}, rated {rating}\n\n{board}{}\n",
            puzzle.kind.name(),
            task(puzzle)
        )
    }

    /// Lets the player try until the puzzle is solved or left.
    fn solve(&mut self, puzzle: &Puzzle, conversation: &mut Conversation) -> Result<Flow, Failure> {
        let (mut position, mut line) = (puzzle.position, VecDeque::from(puzzle.line.clone()));
        let mut is_first_try = true;
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
                    is_first_try = false;
                    print_wrapped(&line.front().copied().map(hint).unwrap_or_default())?;
                }
                "show" => {
                    is_first_try = false;
                    print_wrapped(&format!("{}\n", text_of(&puzzle.line)))?;
                }
                _ => match position.parse_move(typed.trim()) {
                    Err(error) => {
                        print_wrapped(&format!("{error}; `help` says what you can type\n"))?;
                    }
                    Ok(mv) if !self.follow(puzzle, &mut position, &mut line, mv)? => {
                        is_first_try = false;
                    }
                    Ok(_) if line.is_empty() => {
                        self.solved += u64::from(is_first_try);
                        print_wrapped("That is it!\n")?;
                        return Ok(Flow::Next);
                    }
                    Ok(_) => {}
                },
            }
        }
    }

    /// Plays a move and its answer if it is a right one, else says what is wrong with it.
    fn follow(
        &mut self,
        puzzle: &Puzzle,
        position: &mut AnyPosition<OneHash>,
        line: &mut VecDeque<AnyMove>,
        mv: AnyMove,
    ) -> Result<bool, Failure> {
        let mut after = *position;
        if after.play(mv).is_err() {
            return Ok(false);
        }
        let is_first = *position == puzzle.position;
        if line.front() == Some(&mv) {
            line.pop_front();
        } else if after.outcome().is_some_and(|end| end.winner() == Some(puzzle.solver())) {
            line.clear();
        } else {
            // Later in the line there may be other ways to win.
            let answer = if is_first { None } else { still_won(puzzle, &after)? };
            let Some(answer) = answer else {
                print_wrapped(&self.refute(&after, mv)?)?;
                return Ok(false);
            };
            *line = answer.line.into();
        }
        if let Some(defence) = line.pop_front() {
            let _ = after.play(defence);
            print_wrapped(&format!("\n{}", self.board(&after, Some(defence))))?;
        }
        *position = after;
        Ok(true)
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

/// What is looked for.
fn task(puzzle: &Puzzle) -> String {
    let (us, them) = (puzzle.solver(), !puzzle.solver());
    let moves = counted(u64::from(puzzle.plies.div_ceil(2)), "move");
    let komi = puzzle.position.half_komi();
    let komi = if komi.0 == 0 { String::new() } else { format!(" Komi {komi}.") };
    match puzzle.kind {
        Kind::Tinue => format!("{us} forces a road in {moves}, whatever {them} does."),
        Kind::Avoidance => format!("{them} threatens to force a road. Only one move prevents it."),
        Kind::Flats => format!("{us} wins on flats in {moves}, by one move only.{komi}"),
        Kind::Best if puzzle.line.len() > 1 => {
            format!("Only one move of {us} wins, in {moves}.{komi}")
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
