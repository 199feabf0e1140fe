//! One node of the tree.

use tak_encoding::{
    Bitboard, Color, Kind, Move, OneHash, Outcome, Playable, Position, Size, Square,
};

use super::Searcher;
use super::order::{Hints, Picker};
use crate::evaluation::evaluate;
use crate::score::{self, MAX_PLY, Score};
use crate::table::{Bound, Entry};

impl<const N: usize> Searcher<'_, N>
where
    Size<N>: Playable,
{
    /// The value of a position that is not over, for the side to move: exact
    /// inside the window, else a bound. Senseless once the search is stopped.
    pub(super) fn search(
        &mut self,
        position: &mut Position<N, OneHash>,
        depth: u32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        self.lines[ply].clear();
        self.count_node();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped && ply > 0 {
            return 0;
        }
        if ply > 0 && self.path.is_draw() {
            return 0;
        }
        if let Some(mv) = road_in_one(position) {
            self.lines[ply].push(mv);
            return score::win_at(ply + 1);
        }
        let threats = threats(position);
        // A road that the opponent threatens is answered before judging.
        let depth = if !threats.is_empty() && ply < self.extension_limit {
            depth.max(1)
        } else {
            depth
        };
        if depth == 0 || ply >= MAX_PLY {
            return evaluate(position);
        }
        self.search_moves(position, threats, depth, (alpha, beta), ply)
    }

    /// Tries the moves of a node, unless the table knows enough.
    fn search_moves(
        &mut self,
        position: &mut Position<N, OneHash>,
        threats: Bitboard<N>,
        depth: u32,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Score {
        let key = position.hash() ^ self.salt;
        let known = self.table.probe::<N>(key, ply);
        if let Some(entry) = known
            && ply > 0
            && beta - alpha == 1
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let hints = Hints {
            from_table: known.and_then(|entry| entry.best),
            threats,
            ply,
        };
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        picker.fill(position, &hints, &self.history);
        let found = self.try_all(position, &mut picker, depth, (alpha, beta), ply);
        self.pickers[ply] = picker;
        if !self.stopped {
            self.table.store(key, ply, found);
        }
        found.score
    }

    /// Tries one move after the other until one refutes.
    fn try_all(
        &mut self,
        position: &mut Position<N, OneHash>,
        picker: &mut Picker<N>,
        depth: u32,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Entry<N> {
        let mut found = Entry {
            best: None,
            score: -score::INFINITE,
            depth,
            bound: Bound::Upper,
        };
        while let Some(mv) = picker.next() {
            let index = picker.tried().len();
            let score = self.try_move(position, mv, depth, (alpha, beta), ply, index);
            if self.stopped {
                break;
            }
            if score > found.score {
                (found.score, found.best) = (score, Some(mv));
            }
            if score > alpha {
                alpha = score;
                found.bound = Bound::Exact;
                self.extend_line(ply, mv);
                self.has_move |= ply == 0;
            }
            if alpha >= beta {
                found.bound = Bound::Lower;
                let color = position.side_to_move();
                self.history.reward(color, ply, depth, mv, picker.tried());
                break;
            }
        }
        found
    }

    /// Plays one move, searches what follows, and takes it back. The first move
    /// gets the full window, later ones a null window and less depth.
    fn try_move(
        &mut self,
        position: &mut Position<N, OneHash>,
        mv: Move<N>,
        depth: u32,
        window: (Score, Score),
        ply: usize,
        index: usize,
    ) -> Score {
        let (mover, walls) = (position.side_to_move(), position.walls().count());
        let undo = position.play_unchecked(mv);
        let score = if position.is_over_after(mv) {
            self.lines[ply + 1].clear();
            final_score(position, mover, ply + 1)
        } else {
            // A placement or a crush cannot be taken back.
            let reversible = mv.is_spread() && position.walls().count() == walls;
            self.path.push(position.hash() ^ self.salt, reversible);
            let score = self.search_child(position, depth, window, ply, index);
            self.path.pop();
            score
        };
        position.undo(undo);
        score
    }

    /// The value of the position after a move for the player who made it.
    fn search_child(
        &mut self,
        child: &mut Position<N, OneHash>,
        depth: u32,
        (alpha, beta): (Score, Score),
        ply: usize,
        index: usize,
    ) -> Score {
        let mut search =
            |depth, alpha: Score, beta: Score| -self.search(child, depth, -beta, -alpha, ply + 1);
        if index == 0 {
            return search(depth - 1, alpha, beta);
        }
        let reduction = reduction(depth, index);
        let mut score = search(depth - 1 - reduction, alpha, alpha + 1);
        if score > alpha && reduction > 0 {
            score = search(depth - 1, alpha, alpha + 1);
        }
        if score > alpha && score < beta {
            score = search(depth - 1, alpha, beta);
        }
        score
    }

    /// The best line from here is this move and the best line after it.
    fn extend_line(&mut self, ply: usize, mv: Move<N>) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}

/// Whether what the table knows ends the search of a null window.
fn cuts<const N: usize>(entry: Entry<N>, alpha: Score, beta: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}

/// How much less deep a late move is searched at first.
fn reduction(depth: u32, index: usize) -> u32 {
    match (depth, index) {
        (0..=2, _) | (_, 0..=3) => 0,
        (_, 4..=11) => 1,
        _ => 2.min(depth - 2),
    }
}

/// A placement that completes a road for the side to move.
fn road_in_one<const N: usize>(position: &Position<N, OneHash>) -> Option<Move<N>>
where
    Size<N>: Playable,
{
    let color = position.side_to_move();
    let reserve = position.reserve(color);
    // A client may ask about a finished game, where nothing is left in hand.
    if position.is_opening() || reserve.is_empty() {
        return None;
    }
    let square = position.road_placements(color).first();
    let kind = if reserve.flats > 0 {
        Kind::Flat
    } else {
        Kind::Capstone
    };
    Some(Move::place(kind, Square::new(square?)?))
}

/// The squares where the opponent would complete a road if it were their turn.
fn threats<const N: usize>(position: &Position<N, OneHash>) -> Bitboard<N>
where
    Size<N>: Playable,
{
    position.road_placements(!position.side_to_move())
}

/// The value of a finished game for the player who made the last move.
fn final_score<const N: usize>(position: &Position<N, OneHash>, mover: Color, ply: usize) -> Score
where
    Size<N>: Playable,
{
    match position.outcome().and_then(Outcome::winner) {
        Some(winner) if winner == mover => score::win_at(ply),
        Some(_) => -score::win_at(ply),
        None => 0,
    }
}
