//! `puzzle`: positions of which one move is looked for.

mod glicko;
mod progress;
mod proof;
mod session;
mod solver;

use std::path::PathBuf;

use clap::{Args, value_parser};
use fastrand::Rng;
use tak_encoding::BoardSize;
use tak_games::puzzles::{self, Kind, Puzzle, Theme};
use tak_games::start::board_size;
use tak_pictures::Style;
use tak_terminal::color::When;
use tak_terminal::conversation::Conversation;
use tak_terminal::counted::counted;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::interrupt::leave_when_terminated;
use tak_terminal::text::Text;
use tak_terminal::wrap::print_wrapped;

use self::progress::Progress;
use self::session::{Flow, Session};
use crate::day;
use crate::think::Thinker;

/// The puzzles that come with the program and the page.
const SHIPPED: &str = include_str!("../board/puzzles.txt");

/// Solve puzzles in the terminal
///
/// Of each position one move is looked for: it forces a road, prevents one, wins on flats, or is
/// the only good one. The solver has shown that no other does so within the moves that are told. A
/// wrong move is answered. The first try at a puzzle moves your rating, which is kept in your folder
/// for data; what comes next is about as hard as you are good, new ones first.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-engine puzzle
  tak-engine puzzle --kind flats --size 5
  tak-engine puzzle --theme capstone --plies 3
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

    /// Only where the first move is of this theme: a spread, places a wall, is by the capstone, or
    /// flattens a wall (crush)
    #[arg(long, value_name = "THEME")]
    theme: Option<Theme>,

    /// Only those that take so many plies
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    plies: Option<u32>,

    /// Only boards of this size
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// Begin with the puzzle of this number, as the page numbers them
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    number: Option<u32>,

    /// The puzzle of the day, by UTC: the same for everybody, as on the page
    #[arg(long, conflicts_with_all = ["file", "kind", "theme", "plies", "size", "number", "rating"])]
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
        let count = all.len();
        if self.daily {
            let number = daily(day::today(), all.len());
            all.retain(|&(other, _)| other == number);
        }
        let first = self.number.map_or(1, |number| number as usize);
        if first > count {
            let why = format_args!("--number {first}: expected 1 to {count}");
            return Err(Failure::input(why));
        }
        all.retain(|(number, puzzle)| {
            *number >= first
                && self.kind.is_none_or(|kind| kind == puzzle.kind)
                && self.theme.is_none_or(|theme| theme.is_of(puzzle))
                && self.plies.is_none_or(|plies| plies == puzzle.plies)
                && self.size.is_none_or(|size| size == puzzle.position.size())
        });
        if !matches!(self.order(), Order::OfFile) {
            self.seed.map_or_else(Rng::new, Rng::with_seed).shuffle(&mut all);
        }
        if all.is_empty() { Err(self.too_choosy(count)) } else { Ok(all) }
    }

    /// Why none of so many puzzles is chosen.
    fn too_choosy(&self, count: usize) -> Failure {
        let conditions = [
            self.number.map(|number| format!("--number {number} or later")),
            self.kind.map(|kind| format!("--kind {}", kind.name())),
            self.theme.map(|theme| format!("--theme {}", theme.name())),
            self.plies.map(|plies| format!("--plies {plies}")),
            self.size.map(|size| format!("--size {size}")),
        ];
        let conditions: Vec<_> = conditions.into_iter().flatten().collect();
        let (of, all) = (counted(count, "puzzle"), conditions.join(" and "));
        Failure::input(format_args!("none of {of} is one for {all}; expected fewer conditions"))
    }

    /// The puzzles of the file, or those that come with the program.
    fn read(&self) -> Result<Vec<Puzzle>, Failure> {
        let Some(path) = &self.file else {
            return puzzles::read(SHIPPED).map_err(|(_, error)| Failure::input(error));
        };
        let source = Source::File(path.clone());
        let text = Text::read(&source)?;
        let puzzles = puzzles::read(text.as_str());
        let puzzles = puzzles.map_err(|(line, error)| source.failure_at(line as u64, error))?;
        if puzzles.is_empty() { Err(source.failure("it contains no puzzles")) } else { Ok(puzzles) }
    }
}

/// The number of the puzzle of that day, as `dailyPuzzle` of the page chooses it.
fn daily(day: u64, puzzles: usize) -> usize {
    (day * 7919 % puzzles.max(1) as u64) as usize + 1
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
        // The page finds as many of each theme: scenario `themed`.
        let of_theme = |theme: Theme| all.iter().filter(|puzzle| theme.is_of(puzzle)).count();
        assert_eq!(Theme::ALL.map(of_theme), [831, 96, 133, 32]);
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
