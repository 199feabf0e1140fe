//! Games that passed through a position.

use tak_encoding::{
    AnyMove, AnyPosition, Game, Move, Playable, Position, Size, with_game, with_position,
};

use super::database::Database;
use super::moves;
use super::positions::{self, LAST_PLY, Mark};
use super::row::{self, COLUMNS};
use crate::error::BookError;
use crate::filter::Filter;
use crate::key::Key;
use crate::record::Facts;

/// What to search for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Query {
    /// A position that the games passed through, in any orientation. Komi, move number and reserves
    /// are ignored.
    pub position: Option<AnyPosition>,
    /// Other conditions.
    pub filter: Filter,
}

/// A game that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its number in the database.
    pub id: i64,
    /// What is known about it.
    pub facts: Facts,
    /// Where it reached the position of the query, if there is one.
    pub at: Option<At>,
}

/// Where a game first reached a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct At {
    /// The number of moves played before.
    pub ply: u32,
    /// The next move, in the orientation of the position in the query. Of moves that are equivalent
    /// by a symmetry of the position, it is the first. `None` at the end of the game.
    pub next: Option<AnyMove>,
}

impl Database {
    /// Visits the games found, the latest first, until the visitor returns false.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn search(
        &self,
        query: &Query,
        mut visit: impl FnMut(Found) -> bool,
    ) -> Result<(), BookError> {
        match &query.position {
            Some(position) => {
                let key = with_position!(position, position => Key::of_board(position));
                self.search_position(&key, &query.filter, &mut visit)
            }
            None => self.search_all(&query.filter, &mut visit),
        }
    }

    fn search_all(
        &self,
        filter: &Filter,
        visit: &mut dyn FnMut(Found) -> bool,
    ) -> Result<(), BookError> {
        let query = format!("SELECT {COLUMNS} FROM games ORDER BY id DESC");
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            let facts = row::facts(row, &self.names(&self.connection));
            let Some(facts) = facts.filter(|facts| filter.takes(facts)) else { continue };
            if !visit(Found { id: row.get(0)?, facts, at: None }) {
                break;
            }
        }
        Ok(())
    }

    fn search_position(
        &self,
        key: &Key,
        filter: &Filter,
        visit: &mut dyn FnMut(Found) -> bool,
    ) -> Result<(), BookError> {
        let mark = Mark::of(key.board());
        let last = "SELECT max(id) FROM positions";
        let last: Option<i64> = self.connection.query_row(last, [], |row| row.get(0))?;
        let groups = last.map_or(0, |row| positions::group(row) + 1);
        let mut entries =
            self.connection.prepare_cached("SELECT entries FROM positions WHERE id = ?")?;
        let game = format!("SELECT {COLUMNS} FROM games WHERE id = ?");
        let mut game = self.connection.prepare_cached(&game)?;
        for group in (0..groups).rev() {
            let mut rows = entries.query([mark.row(group)])?;
            let found = match rows.next()? {
                Some(row) => mark.find(group, row.get_ref(0)?.as_blob().unwrap_or_default()),
                None => continue,
            };
            for same in found.chunk_by(|(one, _), (other, _)| one == other).rev() {
                let id = same[0].0;
                let mut rows = game.query([id])?;
                let Some(row) = rows.next()? else { continue };
                let facts = row::facts(row, &self.names(&self.connection));
                let Some(facts) = facts.filter(|facts| filter.takes(facts)) else { continue };
                let plies: Vec<_> = same.iter().map(|&(_, ply)| ply).collect();
                let at = row::head(row, &facts).zip(row::packed(row)).and_then(
                    |(head, moves)| with_game!(&head, head => meet(head, moves, &plies, key)),
                );
                if at.is_some() && !visit(Found { id, facts, at }) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Where a game first has this board, trying only these plies.
fn meet<const N: usize>(head: &Game<N>, packed: &[u8], plies: &[u32], key: &Key) -> Option<At>
where
    Size<N>: Playable,
{
    let (mut position, mut rest): (Position<N>, _) = (*head.start(), packed);
    let mut ply = 0;
    let last = plies.last().copied()?;
    loop {
        if plies.contains(&ply.min(LAST_PLY)) {
            let here = Key::of_board(&position);
            if here.board() == key.board() {
                let next = moves::unpack(&mut rest);
                let next = next.map(|mv: Move<N>| key.to_asked(here.to_stored(mv)).into());
                return Some(At { ply, next });
            }
        }
        if ply >= last && last < LAST_PLY {
            return None;
        }
        position.play(moves::unpack(&mut rest)?).ok()?;
        ply += 1;
    }
}
