//! Counts of the moves played in a position.

use std::cmp::Reverse;
use std::collections::HashMap;

use tak_encoding::{AnyMove, AnyPosition};

use super::database::Database;
use super::search::{Found, Query};
use crate::error::BookError;
use crate::filter::Filter;
use crate::tally::Tally;

/// The moves played in a position, and some of the games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Explored {
    /// All games that passed through the position, including those that ended there.
    pub total: Tally,
    /// The moves, in the orientation of the given position, the most played first. Of moves
    /// that are equivalent by a symmetry of the position, the first stands for all. A game counts
    /// once, with the move played when it first reached the position.
    pub moves: Vec<(AnyMove, Tally)>,
    /// The games of the strongest players.
    pub games: Vec<Found>,
}

impl Database {
    /// Counts the moves played in a position, in the games that the filter takes and that reached
    /// it in any orientation and by any order of moves. Also returns the `most_games` games with
    /// the highest ratings.
    ///
    /// It decodes each of these games, which takes some microseconds.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    ///
    /// # Examples
    ///
    /// ```
    /// use tak_book::games::{Database, Importer};
    /// use tak_book::{Filter, Record};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("my.games");
    /// let mut importer = Importer::open(&path)?;
    /// for text in ["1. a1 e5 2. c3 R-0", "1. e1 a5 2. c3 0-R", "1. a1 e5 2. Cc3 R-0"] {
    ///     importer.add(&Record::from_ptn(format!("[Size \"5\"]\n{text}").parse()?, None));
    /// }
    /// importer.commit()?;
    ///
    /// let database = Database::open(&path)?;
    /// let position = "1,x4/x5/x5/x5/x4,2 1 2".parse()?;
    /// let explored = database.explore(&position, &Filter::default(), 2)?;
    /// let (mv, tally) = &explored.moves[0];
    /// assert_eq!((mv.to_string().as_str(), tally.games, tally.white_wins), ("c3", 2, 1));
    /// assert_eq!((explored.total.games, explored.games.len()), (3, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explore(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        most_games: usize,
    ) -> Result<Explored, BookError> {
        let query = Query { position: Some(*position), filter: filter.clone() };
        let mut moves: HashMap<AnyMove, Tally> = HashMap::new();
        let mut explored = Explored::default();
        self.search(&query, |found| {
            let tally = Tally::of_game(found.facts.result, found.facts.ratings);
            explored.total += tally;
            if let Some(next) = found.at.as_ref().and_then(|at| at.next) {
                *moves.entry(next).or_default() += tally;
            }
            explored.games.push(found);
            if explored.games.len() >= 2 * most_games + 100 {
                keep_strongest(&mut explored.games, most_games);
            }
            true
        })?;
        keep_strongest(&mut explored.games, most_games);
        explored.moves = moves.into_iter().collect();
        explored.moves.sort_by_cached_key(|(mv, tally)| (Reverse(tally.games), mv.to_string()));
        Ok(explored)
    }
}

/// Keeps the games of the strongest players and, of equally strong ones, the latest.
fn keep_strongest(games: &mut Vec<Found>, most: usize) {
    let strength = |game: &Found| {
        let [white, black] = game.facts.ratings.map(|rating| u64::from(rating.unwrap_or(0)));
        Reverse((white + black, game.id))
    };
    games.sort_by_cached_key(strength);
    games.truncate(most);
}
