//! `tak-tools book stats`: prints statistics of a book.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, value_parser};
use serde_json::{Value, json};
use tak_book::{Book, BookError, SizeStats};
use tak_encoding::{BoardSize, Playable, Size, with_size};

use crate::counted::counted;
use crate::failure::Failure;
use crate::input::Source;
use crate::output::{print, print_json};

/// Count the games, positions and moves of a book, and list its most popular openings
///
/// Positions are counted at the earliest ply at which they occurred. An opening stands for all move
/// orders that reach its position, and its count is that of its least played move.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book stats my.book
  tak-tools book stats my.book --opening-plies 6 --top 20
  tak-tools book stats my.book --json")]
pub(crate) struct Arguments {
    /// A book that `book build` has written
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// The length of the openings listed
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = value_parser!(u32).range(1..=200), allow_negative_numbers = true)]
    opening_plies: u32,

    /// How many openings of each size to list
    #[arg(long, value_name = "K", default_value_t = 5)]
    #[arg(value_parser = value_parser!(u16).range(0..=1000), allow_negative_numbers = true)]
    top: u16,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// An opening, its moves, and the number of games in which they were played.
type Opening = (tak_encoding::Opening, String, u64);

/// The statistics of one size.
type BookOfSize = (BoardSize, SizeStats, Vec<Opening>);

impl Arguments {
    /// Counts and prints.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let source = Source::from(self.book.as_path());
        let (plies, sizes) = self.read().map_err(|error| source.failure(error))?;
        if self.json {
            let sizes: Vec<_> = sizes
                .iter()
                .map(|(size, stats, openings)| json_of(*size, stats, openings))
                .collect();
            return print_json(&json!({"plies": plies, "sizes": sizes}));
        }
        let mut text = format!("{} deep\n", counted(plies, "ply"));
        for (size, stats, openings) in &sizes {
            write_size(*size, stats, openings, &mut text);
        }
        print(&text)
    }

    fn read(&self) -> Result<(u32, Vec<BookOfSize>), BookError> {
        let book = Book::open(&self.book)?;
        let stats = book.stats()?.into_iter();
        let sizes = stats.map(|(size, stats)| {
            let openings = with_size!(size, N => self.openings::<N>(&book))?;
            Ok((size, stats, openings))
        });
        Ok((book.plies(), sizes.collect::<Result<_, BookError>>()?))
    }

    fn openings<const N: usize>(&self, book: &Book) -> Result<Vec<Opening>, BookError>
    where
        Size<N>: Playable,
    {
        if self.top == 0 {
            return Ok(Vec::new());
        }
        let openings = book.openings::<N>(self.opening_plies, usize::from(self.top))?;
        let text = |opening: tak_book::PlayedOpening<N>| {
            let moves: Vec<_> = opening.moves.iter().map(ToString::to_string).collect();
            (opening.by, moves.join(" "), opening.games)
        };
        Ok(openings.into_iter().map(text).collect())
    }
}

fn write_size(size: BoardSize, stats: &SizeStats, openings: &[Opening], text: &mut String) {
    let SizeStats { games, positions, moves, .. } = stats;
    let total: u64 = positions.values().sum();
    let unknown = games.games.saturating_sub(games.finished());
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\n{size}×{size}: {} (White won {}, Black {}, {} drawn, {unknown} without result), {}, {}",
        counted(games.games, "game"),
        games.white_wins,
        games.black_wins,
        games.draws,
        counted(total, "position"),
        counted(moves, "move"),
    );
    let _ = writeln!(text, "   ply  positions");
    for (ply, count) in positions {
        let _ = writeln!(text, "{ply:>6} {count:>10}");
    }
    if !openings.is_empty() {
        let _ = writeln!(text, " games  opening");
    }
    for (by, moves, games) in openings {
        // The first move shows the other openings.
        let by = if *by == tak_encoding::Opening::NoSwap { " (no-swap)" } else { "" };
        let _ = writeln!(text, "{games:>6}  {moves}{by}");
    }
}

fn json_of(size: BoardSize, stats: &SizeStats, openings: &[Opening]) -> Value {
    let openings = openings.iter();
    let openings: Vec<_> = openings
        .map(
            |(by, moves, games)| json!({"opening": by.to_string(), "moves": moves, "games": games}),
        )
        .collect();
    let by_ply = stats.positions.iter();
    let by_ply: Vec<_> =
        by_ply.map(|(ply, count)| json!({"ply": ply, "positions": count})).collect();
    json!({
        "size": size.squares_per_side(),
        "games": stats.games.games,
        "white_wins": stats.games.white_wins,
        "black_wins": stats.games.black_wins,
        "draws": stats.games.draws,
        "average_rating": stats.games.average_rating(),
        "positions": stats.positions.values().sum::<u64>(),
        "moves": stats.moves,
        "positions_by_ply": by_ply,
        "openings": openings,
    })
}
