//! Writing to a database of games.

use std::collections::HashMap;
use std::fs;
use std::ops::AddAssign;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};
use tak_encoding::{Game, Playable, Size, with_game};

use super::database::prepare;
use super::moves;
use super::positions::{self, Entry, GROUP, Mark};
use super::row::{self, site_id};
use super::schema;
use crate::error::BookError;
use crate::record::{Facts, Origin, Record};
use crate::sqlite;

/// How long to wait for another program before returning [`BookError::Busy`].
const PATIENCE: Duration = Duration::from_secs(2);

/// The most bytes of pending games.
const MOST_BYTES: usize = 64 << 20;

/// Adds games to a database, which is created if it does not exist.
///
/// Games are kept in memory until [`commit`](Self::commit) writes all of them or none, even if the
/// program is killed. Several programs may write to one database in turn.
pub struct Importer {
    connection: Connection,
    pending: Vec<Pending>,
    pending_bytes: usize,
    /// The number of games that still fit in the last group.
    room: usize,
}

/// A game to be written.
struct Pending {
    facts: Facts,
    moves: Vec<u8>,
    tags: Option<String>,
    ptn: Option<String>,
    /// The marks of all positions, including the first and the last.
    marks: Vec<Mark>,
}

/// The numbers of games that were added and of those that were not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Imported {
    /// New games.
    pub added: u64,
    /// Games that were in the database already.
    pub known: u64,
}

impl AddAssign for Imported {
    fn add_assign(&mut self, other: Self) {
        self.added += other.added;
        self.known += other.known;
    }
}

impl Importer {
    /// Opens a database to add games, or creates an empty one.
    ///
    /// # Errors
    ///
    /// If the file is something else, cannot be written, or is being written by another program.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let is_new = fs::metadata(path).map_or(true, |file| file.len() == 0);
        if !is_new && !sqlite::is_database(path)? {
            return Err(BookError::NotADatabase);
        }
        let mut connection = Connection::open(path).map_err(writing)?;
        prepare(&connection)?;
        connection.busy_timeout(PATIENCE)?;
        if is_new {
            connection.pragma_update(None, "page_size", schema::PAGE)?;
        }
        let transaction = begin(&mut connection)?;
        schema::create(&transaction)?;
        let room = room(&transaction)?;
        transaction.commit().map_err(writing)?;
        // 64 MiB of pages, so that a group of games is written at once.
        connection.pragma_update(None, "cache_size", -65_536)?;
        Ok(Self { connection, pending: Vec::new(), pending_bytes: 0, room })
    }

    /// Whether the database has a game with this id.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn knows(&self, origin: &Origin) -> Result<bool, BookError> {
        Ok(row::find(&self.connection, origin)?.is_some())
    }

    /// Adds a game to those that the next [`commit`](Self::commit) writes. A game that is in the
    /// database already is recognized by its id or, if it has none, by its tags and moves.
    pub fn add(&mut self, record: &Record) {
        let (mut moves, mut marks) = (Vec::new(), Vec::new());
        with_game!(&record.game, game => {
            moves::pack(game.moves(), &mut moves);
            marks.reserve_exact(game.moves().len() + 1);
            mark(game, &mut marks);
        });
        let (tags, ptn) = (record.header(), record.text.clone());
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        self.pending_bytes += moves.len() + 4 * marks.len() + text(&tags) + text(&ptn);
        self.pending.push(Pending { facts: record.facts.clone(), moves, tags, ptn, marks });
    }

    /// Whether so many games are pending that it is time to [`commit`](Self::commit).
    pub fn is_full(&self) -> bool {
        self.pending.len() >= self.room || self.pending_bytes >= MOST_BYTES
    }

    /// Writes all pending games or none of them.
    ///
    /// # Errors
    ///
    /// [`BookError::Busy`] if another program is writing: the games remain pending, so this can be
    /// retried. Any other error if the file cannot be written.
    pub fn commit(&mut self) -> Result<Imported, BookError> {
        let transaction = begin(&mut self.connection)?;
        let mut counts = Imported::default();
        let mut writer = Writer::new(&transaction)?;
        for game in &self.pending {
            let is_new = writer.add(game).map_err(writing)?;
            *(if is_new { &mut counts.added } else { &mut counts.known }) += 1;
        }
        writer.finish().map_err(writing)?;
        let room = room(&transaction)?;
        transaction.commit().map_err(writing)?;
        (self.room, self.pending_bytes) = (room, 0);
        self.pending.clear();
        Ok(counts)
    }

    /// Sets whether a player is a program. Returns whether there is a player of this name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn set_bot(&mut self, name: &str, is_bot: bool) -> Result<bool, BookError> {
        let update = "UPDATE players SET is_bot = ? WHERE name = ?";
        let changed = self.connection.execute(update, params![is_bot, name]).map_err(writing)?;
        Ok(changed > 0)
    }
}

/// The marks of all positions of a game.
fn mark<const N: usize>(game: &Game<N>, marks: &mut Vec<Mark>)
where
    Size<N>: Playable,
{
    let mut position = *game.start();
    marks.push(Mark::of(&position.pack_canonical()));
    for &mv in game.moves() {
        position.play_unchecked(mv);
        marks.push(Mark::of(&position.pack_canonical()));
    }
}

fn begin(connection: &mut Connection) -> Result<rusqlite::Transaction<'_>, BookError> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(writing)
}

/// The number of games that still fit in the last group.
fn room(connection: &Connection) -> Result<usize, BookError> {
    let last = "SELECT max(id) FROM games";
    let last: Option<i64> = connection.query_row(last, [], |row| row.get(0))?;
    let next = last.map_or(0, |last| last + 1);
    Ok((GROUP - next.rem_euclid(GROUP)) as usize)
}

fn writing(error: rusqlite::Error) -> BookError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => BookError::Busy,
        Some(ErrorCode::NotADatabase) => BookError::NotADatabase,
        _ => BookError::Write(error),
    }
}

/// Writes games within a transaction.
struct Writer<'a> {
    connection: &'a Connection,
    next: i64,
    players: HashMap<String, i64>,
    sites: HashMap<String, i64>,
    /// The entries of the current group that are not written yet.
    entries: Vec<Entry>,
}

impl<'a> Writer<'a> {
    fn new(connection: &'a Connection) -> Result<Self, BookError> {
        let last = "SELECT max(id) FROM games";
        let last: Option<i64> = connection.query_row(last, [], |row| row.get(0))?;
        let next = last.map_or(0, |last| last + 1);
        let (players, sites) = (HashMap::new(), HashMap::new());
        Ok(Self { connection, next, players, sites, entries: Vec::new() })
    }

    /// Writes a game, unless it is in the database already. Returns whether it was written.
    fn add(&mut self, game: &Pending) -> rusqlite::Result<bool> {
        let content = match game.facts.origin {
            Some(_) => None,
            None => Some(hash(game)),
        };
        if let Some(content) = content
            && self.has(game, content)?
        {
            return Ok(false);
        }
        if !self.insert(game, content)? {
            return Ok(false);
        }
        let id = self.next;
        self.entries.extend((0..).zip(&game.marks).map(|(ply, mark)| mark.entry(id, ply)));
        self.next += 1;
        if self.next % GROUP == 0 {
            self.write_positions(id / GROUP)?;
        }
        Ok(true)
    }

    fn has(&self, game: &Pending, content: i64) -> rusqlite::Result<bool> {
        let query =
            "SELECT 1 FROM games WHERE content = ? AND moves = ? AND tags IS ? AND ptn IS ?";
        let mut statement = self.connection.prepare_cached(query)?;
        let found =
            statement.query_row(params![content, game.moves, game.tags, game.ptn], |_| Ok(()));
        Ok(found.optional()?.is_some())
    }

    /// Returns false if there is already a game with this id.
    fn insert(&mut self, game: &Pending, content: Option<i64>) -> rusqlite::Result<bool> {
        let insert = "INSERT INTO games (id, site, site_id, size, half_komi, opening, result, \
                      plies, white, black, white_rating, black_rating, is_rated, date, clock, \
                      event, content, moves, tags, ptn) \
                      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
                      ON CONFLICT DO NOTHING";
        let facts = &game.facts;
        let site = facts.origin.as_ref().map(|origin| self.site(&origin.site)).transpose()?;
        if let (Some(site), Some(origin)) = (site, &facts.origin) {
            let query = "SELECT 1 FROM games WHERE site = ? AND site_id = ?";
            let mut statement = self.connection.prepare_cached(query)?;
            let found = statement.query_row(params![site, site_id(&origin.id)], |_| Ok(()));
            if found.optional()?.is_some() {
                return Ok(false);
            }
        }
        let mut players = [None; 2];
        for (player, (name, is_bot)) in players.iter_mut().zip(facts.players.iter().zip(facts.bots))
        {
            *player = name.as_ref().map(|name| self.player(name, is_bot)).transpose()?;
        }
        let [white, black] = players;
        let [white_rating, black_rating] = facts.ratings;
        let mut statement = self.connection.prepare_cached(insert)?;
        let rows = statement.execute(params![
            self.next,
            site,
            facts.origin.as_ref().map(|origin| site_id(&origin.id)),
            facts.size as u8,
            facts.half_komi.0,
            facts.opening.to_string(),
            facts.result.map(|result| result.to_string()),
            facts.plies,
            white,
            black,
            white_rating,
            black_rating,
            facts.is_rated,
            facts.date.map(crate::date::Date::millis),
            facts.clock,
            facts.event,
            content,
            game.moves,
            game.tags,
            game.ptn,
        ])?;
        Ok(rows > 0)
    }

    fn player(&mut self, name: &str, is_bot: bool) -> rusqlite::Result<i64> {
        if let Some(&id) = self.players.get(name) {
            return Ok(id);
        }
        let insert = "INSERT INTO players (name, is_bot) VALUES (?, ?) ON CONFLICT DO NOTHING";
        self.connection.execute(insert, params![name, is_bot])?;
        let query = "SELECT id FROM players WHERE name = ?";
        let id = self.connection.query_row(query, [name], |row| row.get(0))?;
        self.players.insert(name.to_owned(), id);
        Ok(id)
    }

    fn site(&mut self, name: &str) -> rusqlite::Result<i64> {
        if let Some(&id) = self.sites.get(name) {
            return Ok(id);
        }
        let insert = "INSERT INTO sites (name) VALUES (?) ON CONFLICT DO NOTHING";
        self.connection.execute(insert, [name])?;
        let query = "SELECT id FROM sites WHERE name = ?";
        let id = self.connection.query_row(query, [name], |row| row.get(0))?;
        self.sites.insert(name.to_owned(), id);
        Ok(id)
    }

    fn finish(mut self) -> rusqlite::Result<()> {
        if self.entries.is_empty() {
            return Ok(());
        }
        self.write_positions((self.next - 1) / GROUP)
    }

    /// Writes the entries of a group, merged with those that it has already.
    fn write_positions(&mut self, group: i64) -> rusqlite::Result<()> {
        let mut entries = std::mem::take(&mut self.entries);
        entries.sort_unstable();
        entries.dedup();
        let mut old =
            self.connection.prepare_cached("SELECT entries FROM positions WHERE id = ?")?;
        let write = "INSERT INTO positions (id, entries) VALUES (?, ?) \
                     ON CONFLICT (id) DO UPDATE SET entries = excluded.entries";
        let mut write = self.connection.prepare_cached(write)?;
        for same in entries.chunk_by(|one, other| one.row(group) == other.row(group)) {
            let id = same[0].row(group);
            let list: Option<Vec<u8>> = old.query_row([id], |row| row.get(0)).optional()?;
            let list = positions::merged(&list.unwrap_or_default(), same);
            write.execute(params![id, list])?;
        }
        // The next group reuses the memory.
        entries.clear();
        self.entries = entries;
        Ok(())
    }
}

/// A hash (FNV-1a) of all that identifies a game without an id.
fn hash(game: &Pending) -> i64 {
    let text = |text: &'_ Option<String>| text.clone().unwrap_or_default().into_bytes();
    let bytes = [game.moves.clone(), text(&game.tags), text(&game.ptn)].concat();
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash as i64
}
