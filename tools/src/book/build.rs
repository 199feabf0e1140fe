//! `tak-tools book build`: makes a book of positions and moves from games.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, value_parser};
use serde_json::json;
use tak_book::archive::{Archive, Entry};
use tak_book::games::Database;
use tak_book::{Addition, BookBuilder, BookError, Filter, Record};

use super::format::Format;
use super::source::{Books, Opening, Trouble, files};
use crate::failure::Failure;
use crate::filter::FilterArguments;
use crate::input::Source;
use crate::output::{OutputFile, print_json};
use crate::progress::Progress;
use crate::report::Report;

/// Build a book of positions and their moves from games
///
/// For each position of the first plies it holds the moves that were played, in
/// how many games, who won them, and the average rating of the players.
/// Symmetric positions count as one. The book is an SQLite file: `book lookup`
/// queries it, and the engine plays from it.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book build games.ptn -o my.book
  tak-tools book build all.games --since 2022.01.01 --no-bots -o humans.book
  tak-tools book build games_anon.db --size 6 --min-rating 1500 --plies 20 -o strong.book
  tak-tools book build games_anon.db --opening 'double black stack' -o black-stack.book
  tak-tools book build my-games/ openings.txt --size 5 -o five.book

Bad games do not keep the others out of the book. They are reported on standard
error, the first 20 with file and line or the id in the archive, and the exit
code is 2.")]
pub(crate) struct Arguments {
    /// Databases of games, PTN files, folders of them, move lists, or the SQLite
    /// file of playtak.com's archive
    #[arg(value_name = "IN", required = true)]
    paths: Vec<PathBuf>,

    /// The book to write
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,

    /// The depth of the book: it holds the moves of the first N plies
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = value_parser!(u32).range(1..=200), allow_negative_numbers = true)]
    plies: u32,

    #[command(flatten)]
    filter: FilterArguments,

    /// Report as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// How many games were added, and how many were left out for what reason.
#[derive(Default)]
struct Counts {
    added: u64,
    left_out: BTreeMap<&'static str, u64>,
}

/// A book that is being built.
struct Build<'a> {
    arguments: &'a Arguments,
    filter: Filter,
    output: OutputFile,
    builder: BookBuilder,
    counts: Counts,
}

impl Arguments {
    /// Reads, writes and reports.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        let sources = files(&self.paths, &self.output)?;
        let output = OutputFile::create(&self.output)?;
        let builder = BookBuilder::create(output.temporary(), self.plies)
            .map_err(|error| output.failure(error))?;
        let (filter, counts) = (self.filter.filter(), Counts::default());
        let mut build = Build { arguments: self, filter, output, builder, counts };
        let mut report = Report::default();
        for source in sources {
            let added = source.and_then(|source| build.add_source(source, &mut report));
            report.go_on_after(added)?;
        }
        let Build { output, builder, counts, .. } = build;
        report.require_some()?;
        if counts.added == 0 {
            return Err(Failure::Input(nothing_added(&counts, report.read)));
        }
        let positions = builder.finish().map_err(|error| output.failure(error))?;
        output.finish()?;
        self.tell(&counts, &report, positions, start)
    }

    fn tell(
        &self,
        counts: &Counts,
        report: &Report,
        positions: u64,
        start: Instant,
    ) -> Result<(), Failure> {
        if self.json {
            let mut object = report.json();
            object["added"] = counts.added.into();
            object["left_out"] = counts
                .left_out
                .iter()
                .map(|(why, &games)| (why.replace(' ', "_"), games.into()))
                .collect::<serde_json::Map<_, _>>()
                .into();
            object["plies"] = self.plies.into();
            object["positions"] = positions.into();
            object["seconds"] = json!(start.elapsed().as_secs_f64());
            print_json(&object)?;
        } else {
            let lines = report.bad_lines();
            let (read, added, bad) = (report.read, counts.added, report.bad);
            let left_out = describe_left_out(counts);
            // The book is written, even if nobody can be told.
            let _ = writeln!(
                std::io::stderr(),
                "{lines}read {read} games, added {added}, {left_out}bad {bad}; {positions} positions"
            );
        }
        report.result()
    }
}

fn describe_left_out(counts: &Counts) -> String {
    let reasons = counts.left_out.iter();
    let reasons: Vec<_> = reasons.map(|(why, games)| format!("{why} {games}")).collect();
    if reasons.is_empty() {
        return String::new();
    }
    format!("left out ({}), ", reasons.join(", "))
}

fn nothing_added(counts: &Counts, games: u64) -> String {
    let left_out = describe_left_out(counts);
    let left_out = left_out.trim_end_matches(", ");
    format!("none of {games} games is for this book: {left_out}")
}

impl Build<'_> {
    fn add_source(&mut self, source: Source, report: &mut Report) -> Result<(), Failure> {
        match &source {
            Source::File(path) if Database::is_one(path) => {
                self.add_database(&source, path, report)
            }
            Source::File(path) if Archive::is_one(path) => self.add_archive(&source, path, report),
            _ => self.add_text(source, report),
        }
    }

    fn add_text(&mut self, source: Source, report: &mut Report) -> Result<(), Failure> {
        let mut books = Books::open(vec![Ok(source)], None, None, None)?;
        // Games say their own size and opening; others are left out, not bad.
        if books.find(Format::Moves).is_some() {
            let FilterArguments { size, opening, .. } = self.arguments.filter;
            books = books.of_size(size).by_opening(opening);
        }
        books.read(report, &mut |opening: &Opening<'_>| {
            let Some(game) = opening.form.game() else {
                return Err(Trouble::Bad("a TPS has no moves, expected games".to_owned()));
            };
            Ok(self.add(&Record::from_ptn(game.into_owned(), None), opening.count)?)
        })
    }

    fn add_archive(
        &mut self,
        source: &Source,
        path: &Path,
        report: &mut Report,
    ) -> Result<(), Failure> {
        report.start(source);
        let broken = |error| source.failure(error);
        let archive = Archive::open(path).map_err(broken)?;
        let progress = Progress::things(Some(archive.rows().map_err(broken)?), "games");
        let mut rows = 0;
        archive.for_each(|entry| {
            let Entry { id, game } = entry.map_err(broken)?;
            rows += 1;
            if rows % 1024 == 0 {
                progress.set(rows);
            }
            match game {
                Ok(entry) => {
                    report.read += 1;
                    self.add(&entry, 1)
                }
                Err(reason) => {
                    report.bad_game(source, &id, reason.to_string());
                    Ok(())
                }
            }
        })
    }

    fn add_database(
        &mut self,
        source: &Source,
        path: &Path,
        report: &mut Report,
    ) -> Result<(), Failure> {
        report.start(source);
        let broken = |error| source.failure(error);
        let database = Database::open(path).map_err(broken)?;
        let games = database.games().map_err(broken)?;
        let progress = Progress::things(Some(games), "games");
        database.for_each(|stored| {
            let record = stored.and_then(|stored| {
                progress.set(stored.id.unsigned_abs());
                match self.filter.refusal(&stored.facts) {
                    Some(why) => Ok(Err(why)),
                    None => stored.record().map(Ok),
                }
            });
            match record {
                Ok(record) => {
                    report.read += 1;
                    match record {
                        Ok(record) => self.add(&record, 1),
                        Err(why) => {
                            self.leave_out(why);
                            Ok(())
                        }
                    }
                }
                Err(BookError::BadGame(id)) => {
                    let why = "its row makes no sense".to_owned();
                    report.bad_game(source, &id.to_string(), why);
                    Ok(())
                }
                Err(error) => Err(broken(error)),
            }
        })
    }

    fn add(&mut self, record: &Record, times: u64) -> Result<(), Failure> {
        let refusal = if let Some(why) = self.filter.refusal(&record.facts) {
            Some(why)
        } else {
            let added = self.builder.add_repeated(&record.game, record.facts.ratings, times);
            match added.map_err(|error| self.output.failure(error))? {
                Addition::Added => None,
                Addition::OtherPieces => Some("other pieces"),
                Addition::NoMoves => Some("no moves"),
            }
        };
        match refusal {
            Some(why) => self.leave_out(why),
            None => self.counts.added += 1,
        }
        Ok(())
    }

    fn leave_out(&mut self, why: &'static str) {
        *self.counts.left_out.entry(why).or_default() += 1;
    }
}
