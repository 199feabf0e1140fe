//! A book of two games, and what it says about a position.

use tak_book::{Book, BookBuilder};
use tak_encoding::{AnyGame, Color, Position};

const GAMES: &str = "\
[Size \"5\"]
1. a1 e5 2. c3 R-0

[Size \"5\"]
1. e1 a5 2. Cc3 0-F
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::temp_dir().join(format!("example-{}.book", std::process::id()));
    let mut builder = BookBuilder::create(&path, 16)?;
    for game in AnyGame::read_all(GAMES)? {
        builder.add_game(&game, [None; 2])?;
    }
    builder.finish()?;

    // Both games have the same opening, rotated.
    let book = Book::open(&path)?;
    let position = Position::<5>::from_tps("1,x4/x5/x5/x5/x4,2 1 2")?;
    for known in book.lookup(&position)? {
        let score = known.tally.score(Color::White).unwrap_or_default();
        println!("{}: {} games, White scores {:.0} %", known.mv, known.tally.games, 100.0 * score);
    }
    drop(book);
    std::fs::remove_file(path)?;
    Ok(())
}
