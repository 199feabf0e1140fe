//! Reads the selected games of all inputs, in every format.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use tak_book::archive::{Archive, Entry};
use tak_book::games::Database;
use tak_book::{Addition, BookError, Filter, Record};

use super::format::Format;
use super::source::{Books, Opening, Trouble};
use crate::failure::Failure;
use crate::filter::FilterArguments;
use crate::input::Source;
use crate::progress::Progress;
use crate::report::Report;

/// Takes a game that occurred this many times, and returns whether it was added.
pub(super) type Taker<'a> = dyn FnMut(&Record, u64) -> Result<Addition, Failure> + 'a;

/// Reads the games that the arguments select. What cannot be read is reported. Fails if no game was
/// taken.
pub(super) fn read(
    sources: Vec<Result<Source, Failure>>,
    arguments: &FilterArguments,
    report: &mut Report,
    take: &mut Taker<'_>,
) -> Result<Taken, Failure> {
    let (filter, taken) = (arguments.filter(), Taken::default());
    let mut reader = Reader { arguments, filter, take, taken };
    for source in sources {
        let read = source.and_then(|source| reader.read(source, report));
        report.go_on_after(read)?;
    }
    report.require_some()?;
    let taken = reader.taken;
    if taken.games == 0 {
        return Err(Failure::Input(taken.nothing(report.read)));
    }
    Ok(taken)
}

/// The number of games taken, and the numbers of those left out by reason.
#[derive(Default)]
pub(super) struct Taken {
    pub(super) games: u64,
    left_out: BTreeMap<&'static str, u64>,
}

impl Taken {
    fn leave_out(&mut self, why: &'static str) {
        *self.left_out.entry(why).or_default() += 1;
    }

    /// The numbers of games left out, as text that ends in a comma and a space; empty if there are
    /// none.
    pub(super) fn left_out(&self) -> String {
        let reasons = self.left_out.iter();
        let reasons: Vec<_> = reasons.map(|(why, games)| format!("{why} {games}")).collect();
        if reasons.is_empty() {
            return String::new();
        }
        format!("left out ({}), ", reasons.join(", "))
    }

    /// The same as JSON.
    pub(super) fn left_out_json(&self) -> Value {
        let reasons = self.left_out.iter();
        let reasons = reasons.map(|(why, &games)| (why.replace(' ', "_"), games.into()));
        reasons.collect::<serde_json::Map<_, _>>().into()
    }

    fn nothing(&self, games: u64) -> String {
        let left_out = self.left_out();
        format!("none of {games} games is selected: {}", left_out.trim_end_matches(", "))
    }
}

struct Reader<'a, 'b> {
    arguments: &'a FilterArguments,
    filter: Filter,
    take: &'a mut Taker<'b>,
    taken: Taken,
}

impl Reader<'_, '_> {
    fn read(&mut self, source: Source, report: &mut Report) -> Result<(), Failure> {
        match &source {
            Source::File(path) if Database::is_one(path) => {
                self.read_database(&source, path, report)
            }
            Source::File(path) if Archive::is_one(path) => self.read_archive(&source, path, report),
            _ => self.read_text(source, report),
        }
    }

    fn read_text(&mut self, source: Source, report: &mut Report) -> Result<(), Failure> {
        let mut books = Books::open(vec![Ok(source)], None, None, None)?;
        // Other formats give size and opening themselves, and games that do not match are not bad.
        if books.find(Format::Moves).is_some() {
            let FilterArguments { size, opening, .. } = *self.arguments;
            books = books.of_size(size).by_opening(opening);
        }
        books.read(report, &mut |opening: &Opening<'_>| {
            let Some(game) = opening.form.game() else {
                return Err(Trouble::Bad("a TPS has no moves, expected games".to_owned()));
            };
            Ok(self.take(&Record::from_ptn(game.into_owned(), None), opening.count)?)
        })
    }

    fn read_archive(
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
                    self.take(&entry, 1)
                }
                Err(reason) => {
                    report.bad_game(source, &id, reason.to_string());
                    Ok(())
                }
            }
        })
    }

    fn read_database(
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
                        Ok(record) => self.take(&record, 1),
                        Err(why) => {
                            self.taken.leave_out(why);
                            Ok(())
                        }
                    }
                }
                Err(BookError::BadGame(id)) => {
                    let why = "its row is invalid".to_owned();
                    report.bad_game(source, &id.to_string(), why);
                    Ok(())
                }
                Err(error) => Err(broken(error)),
            }
        })
    }

    fn take(&mut self, record: &Record, times: u64) -> Result<(), Failure> {
        let refusal = if let Some(why) = self.filter.refusal(&record.facts) {
            Some(why)
        } else {
            match (self.take)(record, times)? {
                Addition::Added => None,
                Addition::OtherPieces => Some("other pieces"),
                Addition::NoMoves => Some("no moves"),
            }
        };
        match refusal {
            Some(why) => self.taken.leave_out(why),
            None => self.taken.games += 1,
        }
        Ok(())
    }
}
