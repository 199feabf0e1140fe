//! The queries of the explorer and their answers in JSON.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tak_book::archive::SITE;
use tak_book::games::{self, Explored, Found};
use tak_book::{BookError, Facts, Filter, Origin, Played, Record};
use tak_encoding::{AnyPosition, AnyRules, BoardSize};

use super::served::{Served, Stamp};
use super::settings::Settings;
use crate::failure::Failure;

/// The most games returned with a position, which is what the page shows.
const MOST_GAMES: usize = 20;

/// Answers that took longer are cached.
const LONG: Duration = Duration::from_millis(2);

/// The number of the first game that is not from playtak.com. The page takes any number for an id
/// of playtak.com, but those are far smaller.
const FIRST_OTHER: i64 = 1 << 40;

/// The most bytes of cached answers.
const MOST_KEPT: usize = 32 << 20;

/// All files that are served.
pub(super) struct Explorer {
    files: Vec<Served>,
    databases: Vec<Database>,
    filter: Filter,
    kept: Mutex<Kept>,
}

/// The games of one size of one file.
struct Database {
    /// The index of the file.
    file: usize,
    size: BoardSize,
    games: u64,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Problem {
    /// The query is invalid.
    Bad(String),
    /// What was asked for does not exist.
    Unknown(String),
    /// A file cannot be read.
    Broken(String),
}

/// A cache of slow answers, each valid until its file changes.
#[derive(Default)]
struct Kept {
    answers: HashMap<String, (Vec<Stamp>, Vec<u8>)>,
    bytes: usize,
}

impl Explorer {
    /// Opens all files. Databases serve only the games that the filter takes.
    pub(super) fn open(paths: &[PathBuf], filter: Filter) -> Result<Self, Failure> {
        let files = paths.iter().map(|path| Served::open(path, &filter));
        let files = files.collect::<Result<Vec<_>, _>>()?;
        let wanted = filter.size;
        let mut databases = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let sizes = file.read(Played::sizes).map_err(Failure::Input)?;
            let sizes = sizes.into_iter().filter(|&(size, _)| wanted.is_none_or(|one| one == size));
            databases.extend(sizes.map(|(size, games)| Database { file: number, size, games }));
        }
        if databases.is_empty() {
            return Err(Failure::Input("there are no games of this size to serve".to_owned()));
        }
        Ok(Self { files, databases, filter, kept: Mutex::default() })
    }

    /// The databases, as text for the terminal.
    pub(super) fn describe(&self) -> String {
        let mut text = "database  size     games  file\n".to_owned();
        for (number, Database { file, size, games }) in self.databases.iter().enumerate() {
            let size = size.squares_per_side();
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{number:>8}   {size}×{size} {games:>9}  {}",
                self.files[*file].name()
            );
        }
        text
    }

    /// The databases, as JSON for the page.
    pub(super) fn databases(&self) -> Value {
        self.databases.iter().map(|database| self.config(database)).collect()
    }

    fn config(&self, database: &Database) -> Value {
        let file = &self.files[database.file];
        json!({
            "include_bot_games": !self.filter.no_bots,
            "min_rating": self.filter.min_rating.unwrap_or(0),
            "size": database.size.squares_per_side(),
            "name": file.name(),
            "games": database.games,
        })
    }

    /// The moves played in a position, from the database with this number. `body` holds the
    /// settings of the page.
    pub(super) fn opening(&self, number: &str, tps: &str, body: &[u8]) -> Result<Vec<u8>, Problem> {
        let database = number.parse().ok().and_then(|number: usize| self.databases.get(number));
        let database = database.ok_or_else(|| {
            Problem::Unknown(format!(
                "there is no database {number}: /api/v1/databases lists all {}",
                self.databases.len()
            ))
        })?;
        let mut rules = AnyRules::default();
        rules.opening = self.filter.opening.unwrap_or_default();
        let position = AnyPosition::from_tps_with(tps, rules);
        let position = position.map_err(|error| Problem::Bad(error.to_string()))?;
        if position.size() != database.size {
            return Err(Problem::Bad(format!(
                "database {number} has games of size {}, the position is one of size {}",
                database.size,
                position.size()
            )));
        }
        let settings = Settings::read(body, &self.filter).map_err(Problem::Bad)?;
        let file = &self.files[database.file];
        let applied = settings.json(file.is_book);
        let explore = || {
            let explored = if settings.is_impossible && !file.is_book {
                Explored::default()
            } else {
                let filter = &settings.filter;
                file.read(|known| known.explore(&position, filter, MOST_GAMES))?
            };
            let moves = &explored.moves[..explored.moves.len().min(settings.most_moves)];
            let moves: Vec<_> = moves
                .iter()
                .map(|(mv, tally)| {
                    json!({
                        "ptn": mv.to_string(),
                        "white": tally.white_wins,
                        "black": tally.black_wins,
                        "draw": tally.draws,
                        "games": tally.games,
                        "average_rating": tally.average_rating(),
                    })
                })
                .collect();
            Ok(json!({
                "config": self.config(database),
                "settings": applied,
                "white": explored.total.white_wins,
                "black": explored.total.black_wins,
                "draw": explored.total.draws,
                "moves": moves,
                "games": explored.games.iter().map(|game| self.game_json(database, game)).collect::<Value>(),
            }))
        };
        let question = format!("{number} {position} {} {applied}", settings.is_impossible);
        self.kept_or(&question, &[database.file], explore).map_err(Problem::Broken)
    }

    fn game_json(&self, database: &Database, Found { id, facts, at }: &Found) -> Value {
        let player = |color: usize| {
            json!({
                "name": facts.players[color].as_deref().unwrap_or("?"),
                "rating": facts.ratings[color],
            })
        };
        let date = facts
            .date
            .map(|date| format!("{}T{}", date.to_string().replace('.', "-"), date.time()));
        json!({
            "playtak_id": playtak_id(facts).unwrap_or_else(|| self.number_of(database.file, *id)),
            "result": facts.result.map(|result| result.to_string()),
            "white": player(0),
            "black": player(1),
            "date": date,
            "komi": f64::from(facts.half_komi.0) / 2.0,
            "tournament": facts.is_tournament(),
            "next_move": at.as_ref().and_then(|at| at.next).map(|mv| mv.to_string()),
        })
    }

    /// The number of a game that is not from playtak.com, unique over all files.
    fn number_of(&self, file: usize, id: i64) -> i64 {
        // A file from another source may have any numbers.
        let number = id.saturating_mul(self.files.len() as i64);
        number.saturating_add(FIRST_OTHER + file as i64)
    }

    /// A game by its number in answers, which is its id at playtak.com or one of our own.
    fn record(&self, number: i64) -> Result<Option<Record>, String> {
        let read =
            |file: usize, find: &dyn Fn(&games::Database) -> Result<Option<Record>, BookError>| {
                let record = self.files[file].read(|known| match known {
                    Played::Book(_) => Ok(None),
                    Played::Games(games) => find(games),
                })?;
                Ok(record.filter(|record| self.filter.takes(&record.facts)))
            };
        if let Some(number) = number.checked_sub(FIRST_OTHER).filter(|&number| number >= 0) {
            let files = self.files.len() as i64;
            return read((number % files) as usize, &|games| games.game(number / files));
        }
        let origin = Origin { site: SITE.to_owned(), id: number.to_string() };
        let by_origin = |games: &games::Database| match games.id_of(&origin)? {
            Some(id) => games.game(id),
            None => Ok(None),
        };
        for file in 0..self.files.len() {
            if let Some(record) = read(file, &by_origin)? {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }

    /// The game with this number.
    pub(super) fn game(&self, number: &str) -> Result<Vec<u8>, Problem> {
        let unknown = || Problem::Unknown("game not found".to_owned());
        let number: i64 = number.parse().ok().filter(|&id| id >= 0).ok_or_else(unknown)?;
        let record = self.record(number).map_err(Problem::Broken)?;
        let Record { facts, .. } = record.as_ref().ok_or_else(unknown)?;
        let object = json!({
            "id": number,
            "ptn": record.as_ref().map(Record::to_ptn),
            "size": facts.size.squares_per_side(),
            "player_white": facts.players[0],
            "player_black": facts.players[1],
            "rating_white": facts.ratings[0],
            "rating_black": facts.ratings[1],
            "komi": f64::from(facts.half_komi.0) / 2.0,
            "result": facts.result.map(|result| result.to_string()),
            "date": facts.date.map(tak_book::Date::millis),
        });
        Ok(bytes(&object))
    }

    /// The names of all players.
    pub(super) fn players(&self) -> Result<Vec<u8>, Problem> {
        let all: Vec<_> = (0..self.files.len()).collect();
        let players = || {
            let mut names = [BTreeSet::new(), BTreeSet::new()];
            for file in &self.files {
                let more = file.read(|known| match known {
                    Played::Book(_) => Ok([Vec::new(), Vec::new()]),
                    Played::Games(games) => games.players_by_color(),
                })?;
                names.iter_mut().zip(more).for_each(|(names, more)| names.extend(more));
            }
            let [white, black] = names;
            Ok(json!({ "white": white, "black": black }))
        };
        self.kept_or("players", &all, players).map_err(Problem::Broken)
    }

    /// The answer to a query, from the cache if possible.
    fn kept_or(
        &self,
        question: &str,
        files: &[usize],
        answer: impl FnOnce() -> Result<Value, String>,
    ) -> Result<Vec<u8>, String> {
        let stamps: Vec<_> = files.iter().map(|&file| self.files[file].stamp()).collect();
        if let Some((known, answer)) = self.kept().answers.get(question)
            && *known == stamps
        {
            return Ok(answer.clone());
        }
        let start = Instant::now();
        let answer = bytes(&answer()?);
        if start.elapsed() > LONG {
            self.kept().keep(question, stamps, answer.clone());
        }
        Ok(answer)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn keep(&mut self, question: &str, stamps: Vec<Stamp>, answer: Vec<u8>) {
        self.bytes += question.len() + answer.len();
        if self.bytes > MOST_KEPT {
            self.answers.clear();
            self.bytes = question.len() + answer.len();
        }
        self.answers.insert(question.to_owned(), (stamps, answer));
    }
}

/// The id that playtak.com gave a game.
fn playtak_id(facts: &Facts) -> Option<i64> {
    let origin = facts.origin.as_ref().filter(|origin| origin.site == SITE)?;
    let id = origin.id.parse().ok()?;
    // The id must be in canonical form, so that its number finds the game again.
    (0..FIRST_OTHER).contains(&id).then_some(id).filter(|id| id.to_string() == origin.id)
}

/// JSON with a line end.
fn bytes(value: &Value) -> Vec<u8> {
    format!("{value}\n").into_bytes()
}
