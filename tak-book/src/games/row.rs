//! A game as a row of the table `games`.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};
use tak_encoding::{AnyGame, AnyRules, Game, HalfKomi, Position, with_game, with_size};

use super::moves;
use crate::book::size;
use crate::date::Date;
use crate::error::BookError;
use crate::record::{Facts, Origin};

/// The columns that are read, in this order.
pub(super) const COLUMNS: &str = "id, site, site_id, size, half_komi, opening, result, plies, white, \
     black, white_rating, black_rating, is_rated, date, clock, event, moves, tags, ptn";

const SITE_ID: usize = 2;
const MOVES: usize = 16;
const TAGS: usize = 17;
const PTN: usize = 18;

/// Finds names by their numbers in other tables.
pub(super) trait Names {
    /// The name of a player, and whether it is a program.
    fn player(&self, id: i64) -> Option<(String, bool)>;
    /// The name of a site.
    fn site(&self, id: i64) -> Option<String>;
}

/// What is known about a game; `None` if the row is invalid.
pub(super) fn facts(row: &Row<'_>, names: &impl Names) -> Option<Facts> {
    let mut bots = [false; 2];
    let mut player = |column: usize, color: usize| {
        let (name, is_bot) = names.player(row.get::<_, Option<i64>>(column).ok()??)?;
        bots[color] = is_bot;
        Some(name)
    };
    let players = [player(8, 0), player(9, 1)];
    let rating = |column: usize| row.get::<_, Option<u32>>(column).ok().flatten();
    let text = |column: usize| row.get::<_, Option<String>>(column).ok().flatten();
    Some(Facts {
        size: size(row.get(3).ok()?)?,
        half_komi: HalfKomi(row.get(4).ok()?),
        opening: row.get_ref(5).ok()?.as_str().ok()?.parse().ok()?,
        result: match row.get_ref(6).ok()? {
            ValueRef::Null => None,
            result => Some(result.as_str().ok()?.parse().ok()?),
        },
        plies: row.get(7).ok()?,
        players,
        bots,
        ratings: [rating(10), rating(11)],
        is_rated: row.get(12).ok()?,
        date: row.get::<_, Option<i64>>(13).ok()?.and_then(Date::from_millis),
        clock: text(14),
        event: text(15),
        origin: origin(row, names),
    })
}

fn origin(row: &Row<'_>, names: &impl Names) -> Option<Origin> {
    let id = match row.get_ref(SITE_ID).ok()? {
        ValueRef::Integer(id) => id.to_string(),
        id => id.as_str().ok()?.to_owned(),
    };
    Some(Origin { site: names.site(row.get(1).ok()?)?, id })
}

/// The text that the game was read from, if it has more than tags and moves.
pub(super) fn text(row: &Row<'_>) -> Option<String> {
    row.get(PTN).ok()?
}

/// The game; `None` if the row is invalid.
pub(super) fn game(row: &Row<'_>, facts: &Facts) -> Option<AnyGame> {
    let (mut game, mut rest) = (head(row, facts)?, packed(row)?);
    with_game!(&mut game, game => {
        while !rest.is_empty() {
            game.push(moves::unpack(&mut rest)?).ok()?;
        }
    });
    Some(game)
}

/// The game without its moves.
pub(super) fn head(row: &Row<'_>, facts: &Facts) -> Option<AnyGame> {
    if let Some(tags) = row.get_ref(TAGS).ok()?.as_str_or_null().ok()? {
        return tags.parse().ok();
    }
    let mut rules = AnyRules::with_komi(facts.half_komi);
    rules.opening = facts.opening;
    Some(with_size!(facts.size, N => {
        let mut game = Game::new(Position::<N>::with_rules(rules.at_size().ok()?));
        facts.result.into_iter().for_each(|result| game.set_result(result));
        game.into()
    }))
}

/// The moves as bytes.
pub(super) fn packed<'a>(row: &'a Row<'_>) -> Option<&'a [u8]> {
    row.get_ref(MOVES).ok()?.as_blob().ok()
}

/// The number of the game with this id.
pub(super) fn find(connection: &Connection, origin: &Origin) -> Result<Option<i64>, BookError> {
    let query = "SELECT id FROM games WHERE site = (SELECT id FROM sites WHERE name = ?) \
                 AND site_id = ?";
    let mut statement = connection.prepare_cached(query)?;
    let found = statement.query_row(params![origin.site, site_id(&origin.id)], |row| row.get(0));
    Ok(found.optional()?)
}

/// An id as it is stored. Numbers take less space than text, and sort numerically.
pub(super) fn site_id(id: &str) -> Value {
    match id.parse::<i64>() {
        Ok(number) if number.to_string() == id => Value::Integer(number),
        _ => Value::Text(id.to_owned()),
    }
}
