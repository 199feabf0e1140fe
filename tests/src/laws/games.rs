//! Databases of games.

use std::path::Path;

use tak_book::games::{Database, Importer};
use tak_book::{BookError, Facts, Record};
use tak_encoding::ptn;

/// The games of a PTN file go into a database and come out as they are written, and again a second
/// time; each is there once, however often it is added.
///
/// # Panics
///
/// If not.
pub fn games(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let records = read(text);
    if records.is_empty() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let first = through(&folder.path().join("first"), &records);
    if first.len() == records.len() {
        let given: Vec<_> = records.iter().map(|record| &record.facts).collect();
        assert_eq!(first.iter().map(|(facts, _)| facts).collect::<Vec<_>>(), given);
    }
    let exported: String = first.iter().flat_map(|(_, ptn)| [ptn.trim(), "\n\n"]).collect();
    let second = through(&folder.path().join("second"), &read(&exported));
    let trimmed = |all: Vec<(Facts, String)>| -> Vec<_> {
        all.into_iter().map(|(facts, ptn)| (facts, ptn.trim().to_owned())).collect()
    };
    assert_eq!(trimmed(second), trimmed(first), "{exported}");
}

/// The good games.
fn read(text: &str) -> Vec<Record> {
    let games = ptn::games(text);
    let read = games.filter_map(|game| {
        let record = game.read().map(|read| Record::from_ptn(read, Some(game.text)));
        record.ok()
    });
    read.collect()
}

/// What a database holds after the games were put into it, twice.
fn through(path: &Path, records: &[Record]) -> Vec<(Facts, String)> {
    let mut importer = Importer::open(path).expect("a new database");
    for is_first in [true, false] {
        for record in records {
            importer.add(record);
        }
        let counts = importer.commit().expect("nobody else writes");
        assert!(is_first || counts.added == 0, "{counts:?}");
        assert_eq!(counts.added + counts.known, records.len() as u64);
    }
    let mut found = Vec::new();
    let read = Database::open(path).expect("a database").for_each(|stored| {
        let record = stored?.record()?;
        found.push((record.facts.clone(), record.to_ptn()));
        Ok::<_, BookError>(())
    });
    read.expect("rows that make sense");
    found
}
