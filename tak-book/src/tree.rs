//! The tree of the moves played from a position.

use std::collections::HashMap;

use tak_encoding::{AnyMove, AnyPosition, PackedBoard};

use crate::error::BookError;
use crate::filter::Filter;
use crate::played::Played;
use crate::scores::Value;
use crate::tally::Tally;

/// The limits of a tree.
pub struct Bounds {
    /// The depth in plies.
    pub plies: u32,
    /// Moves played in fewer games are left out.
    pub min_games: u64,
}

/// A move and what was played after it.
pub struct Branch {
    /// The move.
    pub mv: AnyMove,
    /// The games in which it was played.
    pub tally: Tally,
    /// The engine's score of the move, for the player who makes it.
    pub value: Option<Value>,
    /// What followed.
    pub after: After,
}

/// The continuation of a move.
pub enum After {
    /// The moves, the most played first.
    Moves(Vec<Branch>),
    /// The position is already in the tree, after these moves from the first position.
    Elsewhere(Vec<AnyMove>),
}

/// A tree being built.
struct Tree<'a> {
    played: &'a Played,
    filter: &'a Filter,
    bounds: &'a Bounds,
    /// The moves that first led to each position, by board and depth.
    met: HashMap<(PackedBoard, usize), Vec<AnyMove>>,
    /// The moves to the current position.
    path: Vec<AnyMove>,
}

/// The tree of what was played from a position. The continuation of a position that is reached in
/// several ways is listed where it first occurs.
///
/// # Errors
///
/// If the file is damaged.
pub fn tree(
    played: &Played,
    position: &AnyPosition,
    filter: &Filter,
    bounds: &Bounds,
) -> Result<Vec<Branch>, BookError> {
    let (met, path) = (HashMap::new(), Vec::new());
    Tree { played, filter, bounds, met, path }.branches(position)
}

impl Tree<'_> {
    fn branches(&mut self, position: &AnyPosition) -> Result<Vec<Branch>, BookError> {
        if self.path.len() >= self.bounds.plies as usize || position.outcome().is_some() {
            return Ok(Vec::new());
        }
        let explored = self.played.explore(position, self.filter, 0)?;
        let mut branches = Vec::new();
        for (mv, tally) in explored.moves {
            if tally.games < self.bounds.min_games {
                continue;
            }
            let mut after = *position;
            if after.play(mv).is_err() {
                continue;
            }
            let value = self.played.value(&after)?.map(Value::before);
            self.path.push(mv);
            let place = (after.canonical_board().into_board(), self.path.len());
            let after = if let Some(path) = self.met.get(&place) {
                After::Elsewhere(path.clone())
            } else {
                self.met.insert(place, self.path.clone());
                After::Moves(self.branches(&after)?)
            };
            self.path.pop();
            branches.push(Branch { mv, tally, value, after });
        }
        Ok(branches)
    }
}
