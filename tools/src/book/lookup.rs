//! `tak-tools book lookup`: what was played in a position.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use tak_book::{Book, BookMove, Tally};
use tak_encoding::{AnyRules, Color, with_position};

use crate::failure::Failure;
use crate::input::Source;
use crate::output::{print, print_json};
use crate::start::Start;

/// Print the moves that a book knows in a position, the most played first
///
/// White, draws and Black are percentages of the games with a result. The moves
/// are given for the board as it was asked for; where the board is symmetric, one
/// move stands for all its images.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book lookup my.book --size 6
  tak-tools book lookup my.book --size 6 --moves 'a1 f6'
  tak-tools book lookup my.book --tps 'x4,1/x5/x5/x5/2,x4 1 2' --json")]
pub(crate) struct Arguments {
    /// A book that `book build` has written
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    #[command(flatten)]
    start: Start,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Looks the position up.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(AnyRules::default())?;
        let source = Source::from(self.book.as_path());
        let moves = Book::open(&self.book).and_then(|book| {
            with_position!(&position, position => {
                Ok(book.lookup(position)?.into_iter().map(named).collect::<Vec<_>>())
            })
        });
        let moves = moves.map_err(|error| source.failure(error))?;
        if self.json {
            let moves: Vec<_> = moves.iter().map(|(mv, tally)| json_of(mv, tally)).collect();
            return print_json(&json!({
                "size": position.size().squares_per_side(),
                "tps": position.to_string(),
                "opening": position.opening().to_string(),
                "moves": moves,
            }));
        }
        if moves.is_empty() {
            // Only a hint: nothing is wrong if nobody reads it.
            let _ = writeln!(std::io::stderr(), "the book has no move of this position");
            return Ok(());
        }
        print(&table(&moves))
    }
}

fn named<const N: usize>(known: BookMove<N>) -> (String, Tally) {
    (known.mv.to_string(), known.tally)
}

fn table(moves: &[(String, Tally)]) -> String {
    let mut text = "move        games  white  draws  black  rating\n".to_owned();
    for (mv, tally) in moves {
        let percent = |games: u64| match tally.finished() {
            0 => "-".to_owned(),
            finished => format!("{:.0}%", 100.0 * games as f64 / finished as f64),
        };
        let [white, draws, black] = [tally.white_wins, tally.draws, tally.black_wins].map(percent);
        let rating = tally.average_rating();
        let rating = rating.map_or("-".to_owned(), |rating| format!("{rating:.0}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{mv:<9} {:>7}  {white:>5}  {draws:>5}  {black:>5}  {rating:>6}",
            tally.games
        );
    }
    text
}

/// A move and its counts as JSON.
fn json_of(mv: &str, tally: &Tally) -> Value {
    json!({
        "move": mv,
        "games": tally.games,
        "white_wins": tally.white_wins,
        "black_wins": tally.black_wins,
        "draws": tally.draws,
        "white_score": tally.score(Color::White),
        "average_rating": tally.average_rating(),
    })
}
