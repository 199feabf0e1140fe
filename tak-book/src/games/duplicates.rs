//! Games that are the same up to symmetry.

use std::collections::HashMap;

use tak_encoding::{AnyGame, Game, Move, Playable, Size, Symmetry, with_game};

use super::database::Database;
use super::row;
use crate::error::BookError;
use crate::filter::Filter;
use crate::record::Facts;

/// What duplicates have in common besides their moves.
type Alike = (u8, u32, Option<[Option<String>; 2]>, Option<Option<i64>>);

/// Which games count as duplicates.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sameness {
    /// Whether the players may differ.
    pub any_players: bool,
    /// Whether the days may differ.
    pub any_date: bool,
}

impl Database {
    /// Groups of duplicates, as numbers of games: games with the same moves up to symmetry, from
    /// the same position and, unless [`Sameness`] allows more, by the same players with the same
    /// colours on the same day. Games without moves have no duplicates.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn duplicates(
        &self,
        filter: &Filter,
        sameness: Sameness,
    ) -> Result<Vec<Vec<i64>>, BookError> {
        let mut alike: HashMap<Alike, Vec<i64>> = HashMap::new();
        let query = format!("SELECT {} FROM games ORDER BY id", row::COLUMNS);
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            let facts = row::facts(row, &self.names(&self.connection));
            let Some(facts) = facts.filter(|facts| facts.plies > 0 && filter.takes(facts)) else {
                continue;
            };
            alike.entry(key(facts, sameness)).or_default().push(row.get(0)?);
        }
        let mut found = Vec::new();
        for ids in alike.into_values().filter(|ids| ids.len() > 1) {
            let mut same: HashMap<Vec<u8>, Vec<i64>> = HashMap::new();
            for id in ids {
                match self.game(id) {
                    Ok(Some(record)) => same.entry(moves(&record.game)).or_default().push(id),
                    Ok(None) | Err(BookError::BadGame(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            found.extend(same.into_values().filter(|ids| ids.len() > 1));
        }
        found.sort();
        Ok(found)
    }
}

fn key(facts: Facts, sameness: Sameness) -> Alike {
    let small = |name: Option<String>| name.map(|name| name.to_lowercase());
    let day = facts.date.map(crate::date::Date::day);
    (
        facts.size as u8,
        facts.plies,
        (!sameness.any_players).then(|| facts.players.map(small)),
        (!sameness.any_date).then_some(day),
    )
}

/// The start and the moves in a canonical orientation, so that symmetric games give equal bytes.
fn moves(game: &AnyGame) -> Vec<u8> {
    fn turned<const N: usize>(game: &Game<N>, symmetry: Symmetry) -> Vec<u8>
    where
        Size<N>: Playable,
    {
        let mut bytes = game.start().pack_turned(symmetry).as_bytes().to_vec();
        let turned = game.moves().iter().map(|mv: &Move<N>| mv.transform(symmetry));
        bytes.extend(turned.flat_map(|mv| mv.bits().to_le_bytes()));
        bytes
    }
    with_game!(game, game => {
        Symmetry::ALL.map(|symmetry| turned(game, symmetry)).into_iter().min().unwrap_or_default()
    })
}
