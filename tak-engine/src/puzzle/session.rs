//! Puzzles one after the other: the conversation with the player.

use std::collections::VecDeque;

use tak_encoding::{AnyMove, AnyPosition, BoardSize, OneHash};
use tak_games::puzzles::{Kind, Puzzle};
use tak_pictures::{Coordinates, Diagram, Style, TextBoard};
use tak_search::engine::Setup;
use tak_search::limits::Limits;
use tak_search::solve::{Aim, Mode};
use tak_terminal::conversation::{Conversation, Typed};
use tak_terminal::counted::counted;
use tak_terminal::failure::Failure;
use tak_terminal::interrupt::leave;
use tak_terminal::output::{terminal_height, terminal_width};
use tak_terminal::wrap::print_wrapped;

use super::Order;
use super::progress::Progress;
use super::proof::Proof;
use super::solver::{NODES, ask, still_won, wins_later};
use crate::think::{Thinker, text_of};

/// The lines that stand around a board: number, kind and rating, what is looked for in two lines, the
/// prompt, and spaces.
const AROUND: usize = 7;

/// The plies of a first puzzle.
const SHORT: u32 = 3;

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

/// Whether more puzzles are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
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

pub(super) struct Session {
    pub(super) queue: Vec<(usize, Puzzle)>,
    pub(super) order: Order,
    pub(super) progress: Progress,
    pub(super) style: Style,
    pub(super) thinker: Thinker,
    /// Whether the puzzle was tried before: only the first try counts.
    pub(super) is_counted: bool,
    pub(super) solved: u64,
    pub(super) tried: u64,
}

impl Session {
    /// The next puzzle.
    pub(super) fn next(&mut self) -> Option<(usize, Puzzle)> {
        let progress = &self.progress;
        let rating = match self.order {
            Order::OfFile => None,
            Order::Rated(rating) => Some(rating),
            Order::ByPlayer => Some(progress.player.rating),
        };
        // Newcomers begin with short ones on small boards, as on the page.
        let is_late = |puzzle: &Puzzle| {
            let is_short = puzzle.plies <= SHORT;
            let is_small = puzzle.position.size() <= BoardSize::Five;
            progress.is_new() && matches!(self.order, Order::ByPlayer) && !(is_short && is_small)
        };
        // Among equals the first.
        let place = |puzzle: &Puzzle| {
            let distance =
                |rating: f64| (progress.rating_of(puzzle).rating - rating).abs() as u32 / 50;
            rating.map(|rating| (progress.is_done(puzzle), is_late(puzzle), distance(rating)))
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

    pub(super) fn show(&self, number: usize, puzzle: &Puzzle) -> String {
        let board = self.board(&puzzle.position, None);
        let rating = self.progress.rating_of(puzzle).rating.round();
        format!(
            "\nNo. {number}, {}, rated {rating}\n\n{board}{}\n",
            puzzle.kind.name(),
            task(puzzle)
        )
    }

    /// Lets the player try until the puzzle is solved or left.
    pub(super) fn solve(
        &mut self,
        puzzle: &Puzzle,
        conversation: &mut Conversation,
    ) -> Result<Flow, Failure> {
        let (mut position, mut line) = (puzzle.position, VecDeque::from(puzzle.line.clone()));
        // What the first try is worth.
        let mut score = 1.0_f64;
        self.tried += 1;
        loop {
            let prompt = format!("{}> ", puzzle.solver());
            let Some(typed) = read_line(conversation, &prompt)? else { return Ok(Flow::Quit) };
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
            let prompt = format!("{them} defends> ");
            let Some(typed) = read_line(conversation, &prompt)? else { return Ok(Flow::Quit) };
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

/// The next line that is a text; `None` at the end.
fn read_line(conversation: &mut Conversation, prompt: &str) -> Result<Option<String>, Failure> {
    loop {
        match conversation.read(prompt)? {
            Typed::Line(typed) => return Ok(Some(typed)),
            Typed::End => return Ok(None),
            Typed::Interrupted => leave(),
            Typed::Bad(why) => {
                print_wrapped(&format!("{why}; `help` says what you can type\n"))?;
            }
        }
    }
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

    /// Of five plies three are the solver's: not two and a half.
    #[test]
    fn distances_are_whole() {
        let told = |kind: &str| {
            task(&format!("x4/x4/1,1,1,x/2,2,x,2 1 5|5|a3 a4 d2|{kind}|700|0").parse().unwrap())
        };
        assert!(told("tinuë").starts_with("White forces a road in 3 moves, "));
        assert!(told("flats").ends_with("Only one move does so within 3 moves."));
        assert_eq!(told("best"), "Only one move of White wins within 3 moves.");
    }
}
