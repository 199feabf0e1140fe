//! `tak-tools book build`: makes a book of positions and moves from games.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, value_parser};
use serde_json::json;
use tak_book::archive::{Archive, Entry};
use tak_book::{Addition, BookBuilder};
use tak_encoding::{AnyGame, BoardSize};

use super::format::Format;
use super::opening::opening_of;
use super::report::Report;
use super::source::{Books, Opening, Trouble, files};
use crate::failure::Failure;
use crate::input::Source;
use crate::output::{OutputFile, print_json};
use crate::progress::Progress;
use crate::start::board_size;

/// Build a book of positions and their moves from games
///
/// For each position of the first plies it holds the moves that were played, in
/// how many games, who won them, and the average rating of the players.
/// Symmetric positions count as one. The book is an SQLite file: `book lookup`
/// queries it, and the engine plays from it.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book build games.ptn -o my.book
  tak-tools book build games_anon.db --size 6 --min-rating 1500 --plies 20 -o strong.book
  tak-tools book build games_anon.db --opening 'double black stack' -o black-stack.book
  tak-tools book build my-games/ openings.txt --size 5 -o five.book

Bad games do not keep the others out of the book. They are reported on standard
error, the first 20 with file and line or the id in the archive, and the exit
code is 2.")]
pub(crate) struct Arguments {
    /// PTN files, folders of them, move lists, or the SQLite file of
    /// playtak.com's archive
    #[arg(value_name = "IN", required = true)]
    paths: Vec<PathBuf>,

    /// The book to write
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,

    /// Take only games of this size; required for move lists, which do not say
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// Take only games by this opening: swap, no-swap or "double black stack"; move
    /// lists are read by it
    #[arg(long, value_name = "OPENING")]
    opening: Option<tak_encoding::Opening>,

    /// The depth of the book: it holds the moves of the first N plies
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = value_parser!(u32).range(1..=200), allow_negative_numbers = true)]
    plies: u32,

    /// Take only games in which both players have this rating or a higher one
    #[arg(long, value_name = "R")]
    min_rating: Option<u32>,

    /// Take only games of the archive that counted for the ratings
    #[arg(long)]
    rated: bool,

    /// Report as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// How many games were added, and how many were left out for what reason.
#[derive(Default)]
struct Counts {
    added: u64,
    other_size: u64,
    other_opening: u64,
    other_pieces: u64,
    no_moves: u64,
    low_rating: u64,
    unrated: u64,
}

impl Counts {
    fn left_out(&self) -> [(&'static str, u64); 6] {
        [
            ("other size", self.other_size),
            ("other opening", self.other_opening),
            ("other pieces", self.other_pieces),
            ("no moves", self.no_moves),
            ("low or no rating", self.low_rating),
            ("unrated", self.unrated),
        ]
    }
}

/// A book that is being built.
struct Build<'a> {
    arguments: &'a Arguments,
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
        let mut build = Build { arguments: self, output, builder, counts: Counts::default() };
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
                .left_out()
                .map(|(why, games)| (why.replace(' ', "_"), games.into()))
                .into_iter()
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
    let reasons = counts.left_out().into_iter().filter(|&(_, games)| games > 0);
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
            Source::File(path) if Archive::is_one(path) => self.add_archive(&source, path, report),
            _ => self.add_text(source, report),
        }
    }

    fn add_text(&mut self, source: Source, report: &mut Report) -> Result<(), Failure> {
        let mut books = Books::open(vec![Ok(source)], None, None, None)?;
        // Games say their own size and opening; others are left out, not bad.
        if books.find(Format::Moves).is_some() {
            books = books.of_size(self.arguments.size).by_opening(self.arguments.opening);
        }
        books.read(report, &mut |opening: &Opening<'_>| {
            let Some(game) = opening.form.game() else {
                return Err(Trouble::Bad("a TPS has no moves, expected games".to_owned()));
            };
            Ok(self.add(&game, ratings(&game), true, opening.count)?)
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
                    self.add(&entry.game, entry.ratings, entry.is_rated, 1)
                }
                Err(reason) => {
                    report.bad_game(source, &id, reason.to_string());
                    Ok(())
                }
            }
        })
    }

    fn add(
        &mut self,
        game: &AnyGame,
        ratings: [Option<u32>; 2],
        is_rated: bool,
        times: u64,
    ) -> Result<(), Failure> {
        let Arguments { size, opening, min_rating, rated, .. } = self.arguments;
        let played = opening_of(game);
        let low = |least| ratings.iter().any(|rating| rating.is_none_or(|rating| rating < least));
        let counts = &mut self.counts;
        let count = if size.is_some_and(|size| size != game.size()) {
            &mut counts.other_size
        } else if opening.is_some_and(|opening| opening != played) {
            &mut counts.other_opening
        } else if *rated && !is_rated {
            &mut counts.unrated
        } else if min_rating.is_some_and(low) {
            &mut counts.low_rating
        } else {
            let added = self.builder.add_repeated(game, ratings, times);
            match added.map_err(|error| self.output.failure(error))? {
                Addition::Added => &mut counts.added,
                Addition::OtherPieces => &mut counts.other_pieces,
                Addition::NoMoves => &mut counts.no_moves,
            }
        };
        *count += 1;
        Ok(())
    }
}

/// The ratings in a game's tags, White's first.
fn ratings(game: &AnyGame) -> [Option<u32>; 2] {
    ["Rating1", "Rating2"].map(|name| {
        let mut tags = game.tags().iter();
        let tag = tags.find(|tag| tag.name.eq_ignore_ascii_case(name))?;
        tag.value.trim().parse().ok().filter(|&rating| rating > 0)
    })
}
