//! `tak-tools book export`: writes a book as text or as a table for other programs.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use tak_book::{Book, BookError, BookRow, Bounds, EngineScore, Filter, Value, tree};
use tak_encoding::{AnyMove, AnyPosition, AnyRules, BoardSize, Opening, with_position};
use tak_games::start::board_size;

use super::known;
use crate::failure::Failure;
use crate::input::Source;
use crate::output::{Output, refuse_as_output};
use crate::progress::Progress;
use crate::remark;

mod parquet;
mod ptn;

/// Write a book as a tree of games in PTN, or as a table in CSV or Parquet
///
/// PTN has one game for each size and opening: the main line follows the most played moves, other
/// moves are variations, and the counts are comments. A table has one row for each move of each
/// position, in the book's orientation.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book export my.book --plies 6 -o my.ptn
  tak-tools book export my.book -o my.csv
  tak-tools book export my.book -o my.parquet
  tak-tools book export my.book --to csv -o - | head

The columns: size, ply, opening (in the first two plies), tps, move, games, white_wins, draws, black_wins, average_rating; and
where `book score` was there, score (flats for the side to move), wins_in (plies of a forced
win, negative for a loss), best, depth, nodes and komi, which are those of the position.")]
pub(super) struct Arguments {
    /// A book written by `book build`
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// The format [default: by the extension of the file]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// Only this size
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// Only the first plies [default: 8 in PTN, otherwise all]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = value_parser!(u32).range(1..=200), allow_negative_numbers = true)]
    plies: Option<u32>,

    /// Leave out moves that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    min_games: u64,
}

/// The output formats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Games with variations.
    Ptn,
    /// Comma-separated values.
    Csv,
    /// A Parquet table.
    Parquet,
}

/// A row of the table.
struct Exported {
    move_of_book: BookRow,
    tps: String,
    score: Option<EngineScore<AnyMove>>,
}

impl Arguments {
    /// Reads and writes.
    pub(super) fn run(&self) -> Result<(), Failure> {
        refuse_as_output(std::slice::from_ref(&self.book), &self.output)?;
        match self.format()? {
            Format::Ptn => self.write_ptn(),
            Format::Csv => {
                let mut output = Output::create(&self.output)?;
                output.write(HEAD.as_bytes())?;
                self.for_each(|row| output.write(row.csv().as_bytes()))?;
                output.finish()
            }
            Format::Parquet => {
                let output = Output::create(&self.output)?;
                let mut table = super::table::Table::create(output, parquet::GROUP)?;
                self.for_each(|row| table.push(row))?;
                table.finish().map(drop)
            }
        }
    }

    fn format(&self) -> Result<Format, Failure> {
        let ending = self.output.extension().and_then(|ending| ending.to_str());
        let by_name = ending.and_then(|ending| Format::from_str(ending, true).ok());
        self.to.or(by_name).ok_or_else(|| {
            let name = self.output.display();
            Failure::Input(format!("{name}: expected --to, or a name like book.ptn or book.csv"))
        })
    }

    /// Visits all wanted rows.
    fn for_each(
        &self,
        mut visit: impl FnMut(Exported) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let source = Source::from(self.book.as_path());
        let broken = |error| source.failure(error);
        let book = Book::open(&self.book).map_err(broken)?;
        let progress = Progress::things(Some(book.moves().map_err(broken)?), "moves");
        // The rows of a position are adjacent.
        let mut last: Option<(AnyPosition, String, Option<EngineScore<AnyMove>>)> = None;
        let mut read = 0;
        let bad = book.for_each(|row| {
            read += 1;
            if read % 1024 == 0 {
                progress.set(read);
            }
            let is_wanted = self.size.is_none_or(|size| size == row.position.size())
                && self.plies.is_none_or(|plies| row.ply < plies)
                && row.tally.games >= self.min_games;
            if !is_wanted {
                return Ok(());
            }
            if last.as_ref().is_none_or(|(position, ..)| *position != row.position) {
                let score = score(&book, &row.position)?;
                last = Some((row.position, row.position.to_string(), score));
            }
            let (tps, score) = match &last {
                Some((_, tps, score)) => (tps.clone(), score.clone()),
                None => return Ok(()),
            };
            visit(Exported { move_of_book: row, tps, score }).map_err(Stop::Write)
        });
        let bad = bad.map_err(|stop| match stop {
            Stop::Read(error) => source.failure(error),
            Stop::Write(failure) => failure,
        })?;
        drop(progress);
        if bad > 0 {
            remark::tell(&format!("{bad} bad rows skipped"));
        }
        Ok(())
    }

    fn write_ptn(&self) -> Result<(), Failure> {
        let source = Source::from(self.book.as_path());
        let broken = |error| source.failure(error);
        let played = known::open(&self.book)?;
        let sizes = played.sizes().map_err(broken)?;
        let bounds = Bounds { plies: self.plies.unwrap_or(8), min_games: self.min_games };
        let mut output = Output::create(&self.output)?;
        let mut is_empty = true;
        for (size, _) in sizes {
            if self.size.is_some_and(|wanted| wanted != size) {
                continue;
            }
            for opening in Opening::ALL {
                let mut rules = AnyRules::default();
                rules.opening = opening;
                let start = AnyPosition::with_rules(size, rules).map_err(Failure::input)?;
                let branches = tree(&played, &start, &Filter::default(), &bounds);
                let branches = branches.map_err(broken)?;
                if branches.is_empty() {
                    continue;
                }
                let blank = if is_empty { "" } else { "\n" };
                is_empty = false;
                output.write(format!("{blank}{}", ptn::game(&start, &branches)).as_bytes())?;
            }
        }
        if is_empty {
            return Err(source.failure("it contains nothing that was asked for"));
        }
        output.finish()
    }
}

/// Why reading a book ends early.
enum Stop {
    Read(BookError),
    Write(Failure),
}

impl From<BookError> for Stop {
    fn from(error: BookError) -> Self {
        Self::Read(error)
    }
}

/// The engine's score of a position.
fn score(book: &Book, position: &AnyPosition) -> Result<Option<EngineScore<AnyMove>>, BookError> {
    with_position!(position, position => {
        let score = book.score(position)?;
        Ok(score.map(|score| score.map_best(AnyMove::from)))
    })
}

const HEAD: &str = "size,ply,opening,tps,move,games,white_wins,draws,black_wins,average_rating,score,wins_in,\
                    best,depth,nodes,komi\n";

impl Exported {
    /// The opening, while it makes a difference.
    fn opening(&self) -> Option<String> {
        let position = &self.move_of_book.position;
        position.is_opening().then(|| position.opening().to_string())
    }

    /// The row as CSV. Only the TPS is quoted, because no other value has commas.
    fn csv(&self) -> String {
        let BookRow { position, ply, mv, tally } = &self.move_of_book;
        let size = position.size();
        let rating =
            tally.average_rating().map_or_else(String::new, |rating| format!("{rating:.1}"));
        let score = self.score.as_ref().map_or_else(
            || ",,,,,".to_owned(),
            |score| {
                let value = match score.value {
                    Value::Centiflats(value) => format!("{:.2},", f64::from(value) / 100.0),
                    Value::WinIn(plies) => format!(",{plies}"),
                    Value::LossIn(plies) => format!(",-{plies}"),
                };
                let EngineScore { best, half_komi, depth, nodes, .. } = score;
                format!("{value},{best},{depth},{nodes},{half_komi}")
            },
        );
        format!(
            "{size},{ply},{},\"{}\",{mv},{},{},{},{},{rating},{score}\n",
            self.opening().unwrap_or_default(),
            self.tps,
            tally.games,
            tally.white_wins,
            tally.draws,
            tally.black_wins
        )
    }
}
