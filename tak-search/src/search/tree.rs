//! The tree below a node, from its window to its cut-off.

use tak_encoding::{
    Bitboard, Color, Kind, Move, OneHash, Outcome, Playable, Position, Size, Square,
};

use super::history::Shape;
use super::key::TableKey;
use super::node::{Node, Statics};
use super::order::{Hints, MovePicker, Picked};
use super::pruning::{self, is_too_late, may_reduce, reduction};
use super::{Searcher, proven};
use crate::evaluation::Evaluator;
use crate::score::{self, INFINITE, LARGEST_ESTIMATE, MAX_PLY, Score};
use crate::table::{Bound, Entry};

impl<const N: usize, E: Evaluator<N>> Searcher<'_, N, E>
where
    Size<N>: Playable,
{
    /// The score of an unfinished position for the side to move: exact within the window, otherwise
    /// a bound. Meaningless once the search is stopped.
    pub(super) fn search(&mut self, position: &mut Position<N, OneHash>, mut node: Node) -> Score {
        let ply = node.ply;
        self.plies.lines[ply].clear();
        self.count_node();
        self.selective_depth = self.selective_depth.max(ply);
        if ply > 0 {
            if self.stopped {
                return 0;
            }
            if self.plies.path.is_draw() {
                return self.draw_score(ply);
            }
            // Mate distance pruning: nothing here beats a shorter win found elsewhere.
            node.beta = node.beta.min(score::win_at(ply + 1));
            node.alpha = node.alpha.max(-score::win_at(ply + 2));
            if node.alpha >= node.beta {
                return node.alpha;
            }
        }
        if (ply > 0 || self.is_root_open())
            && let Some(mv) = position.road_move().or_else(|| winning_last_piece(position))
        {
            self.plies.lines[ply].push(mv);
            return score::win_at(ply + 1);
        }
        if ply >= MAX_PLY {
            return score::clamp_estimate(self.evaluator.evaluate(position));
        }
        if node.depth <= 0 {
            return self.evaluate(position).1;
        }
        let opponent = !position.side_to_move();
        let reach = position.road_reach(opponent);
        let threats = reach.joining() & position.empty();
        let spread = || position.road_spread_within(opponent, &reach).is_some();
        let threatened = !threats.is_empty() || spread();
        self.search_interior(position, node, threats, threatened)
    }

    /// A node that tries moves, unless the table or the evaluation cuts it off.
    fn search_interior(
        &mut self,
        position: &mut Position<N, OneHash>,
        mut node: Node,
        threats: Bitboard<N>,
        threatened: bool,
    ) -> Score {
        let ply = node.ply;
        let key = TableKey::of(position, self.salt);
        let known = self.table.probe::<N>(key.key, ply);
        let known = known.map(|entry| key.turn_back(entry));
        if let Some(entry) = known
            && ply > 0
            && !node.is_pv()
            && entry.depth as i32 >= node.depth
            && node.is_decided_by(entry)
        {
            return entry.score;
        }
        let proven = known.filter(|&entry| ply > 0 && proven::is_proven(entry));
        if let Some(entry) = proven {
            node.narrow(entry);
            if node.alpha >= node.beta {
                return entry.score;
            }
        }
        let statics = self.statics(position, known, threatened, ply);
        if let Some(score) = self.prune_node(position, node, &statics) {
            return score;
        }
        let table_move = known.and_then(|entry| entry.best);
        let table_move = match ply {
            0 if self.is_root_open() || known.is_some_and(proven::is_proven) => {
                table_move.or(self.root.previous_best)
            }
            // A root that skips moves is not stored in the table.
            0 => self.root.previous_best.or(table_move),
            _ => table_move,
        };
        // Without a table move the order is poor: search less deeply, and leave a move for the next
        // visit (internal iterative reduction).
        if table_move.is_none() && node.depth >= 5 {
            node.depth -= 1;
        }
        let hints = Hints { table_move, threats, ply, previous: self.previous_moves(ply) };
        let mut picker = MovePicker::new(position, &hints, &self.moves);
        let found = self.try_moves(position, &mut picker, &hints, node, &statics);
        picker.end(&mut self.moves);
        if let Some(entry) = proven.filter(|&entry| proven::says_more(entry, found.score)) {
            self.plies.lines[ply].clear();
            return entry.score;
        }
        // A root that skips moves does not know what the position is worth.
        if !self.stopped && (ply > 0 || self.is_root_open()) {
            self.learn(position, &statics, found);
            self.table.store(key.key, ply, key.turn(found));
        }
        found.score
    }

    /// What a draw is worth for the side to move at `ply`: the player at the root may want more.
    fn draw_score(&self, ply: usize) -> Score {
        let contempt = self.task.limits.contempt;
        if ply.is_multiple_of(2) { -contempt } else { contempt }
    }

    /// The static evaluation, raw and corrected.
    fn evaluate(&mut self, position: &Position<N, OneHash>) -> (Score, Score) {
        let key = position.hash() ^ self.salt;
        let evals = &mut self.experience.evals;
        let evaluate = || score::clamp_estimate(self.evaluator.evaluate(position));
        let raw = evals.get_or_insert_with(key, evaluate);
        let correction = self.experience.corrections.value(position);
        (raw, score::clamp_estimate(raw + correction))
    }

    fn statics(
        &mut self,
        position: &Position<N, OneHash>,
        known: Option<Entry<N>>,
        threatened: bool,
        ply: usize,
    ) -> Statics {
        let (raw_eval, mut eval) = self.evaluate(position);
        self.plies.static_evals[ply] = eval;
        let improving = ply >= 2 && eval > self.plies.static_evals[ply - 2];
        if let Some(entry) = known
            && entry.bound.corrects(entry.score, eval)
        {
            eval = entry.score;
        }
        Statics { threatened, raw_eval, eval, improving }
    }

    /// The score of a null-window node that need not try its moves.
    fn prune_node(
        &mut self,
        position: &mut Position<N, OneHash>,
        node: Node,
        statics: &Statics,
    ) -> Option<Score> {
        let Node { depth, beta, .. } = node;
        if node.is_pv() || node.ply == 0 || statics.threatened || score::is_decided(beta) {
            return None;
        }
        let margin = pruning::reverse_futility_margin(depth, statics.improving);
        if depth <= 6 && statics.eval - margin >= beta && !score::is_decided(statics.eval) {
            return Some(statics.eval);
        }
        if depth >= 3 && statics.eval >= beta && node.expect_cut && self.may_pass(position, node) {
            return self.null_move(position, node, statics);
        }
        None
    }

    /// Whether to try a null move: not twice in a row, and not when the game may soon
    /// end on flats.
    fn may_pass(&self, position: &Position<N, OneHash>, node: Node) -> bool {
        let flats = |color| position.reserve(color).flats;
        self.plies.played[node.ply - 1].is_some()
            && Color::ALL.into_iter().all(|color| flats(color) > 2)
            && position.empty().count() > 3
            && !position.is_opening()
    }

    /// Null-move pruning: a node that fails high even when the opponent moves
    /// twice would fail high with a real move too.
    fn null_move(
        &mut self,
        position: &mut Position<N, OneHash>,
        node: Node,
        statics: &Statics,
    ) -> Option<Score> {
        let Node { depth, beta, ply, .. } = node;
        let reduced = depth - 1 - pruning::null_move_reduction(depth, statics.eval - beta);
        position.pass();
        self.plies.path.push(position.hash() ^ self.salt, false);
        self.plies.played[ply] = None;
        let child =
            Node { depth: reduced, alpha: -beta, beta: 1 - beta, ply: ply + 1, expect_cut: false };
        let score = -self.search(position, child);
        self.plies.path.pop();
        position.unpass();
        if self.stopped {
            return Some(0);
        }
        if score < beta || (is_near_end(position) && !self.verify(position, node, reduced)) {
            return None;
        }
        // A win found after a pass may not be one after a move.
        Some(if score::is_decided(score) { beta } else { score })
    }

    /// Whether a search of real moves, as deep as the null-move search, fails high
    /// as well.
    fn verify(&mut self, position: &mut Position<N, OneHash>, node: Node, depth: i32) -> bool {
        // Not expected to fail high, so that it does not pass in turn.
        let real = Node { depth: depth.max(1), alpha: node.beta - 1, expect_cut: false, ..node };
        self.search(position, real) >= node.beta
    }

    /// Tries moves one by one until one fails high.
    fn try_moves(
        &mut self,
        position: &mut Position<N, OneHash>,
        moves: &mut MovePicker<N>,
        hints: &Hints<N>,
        mut node: Node,
        statics: &Statics,
    ) -> Entry<N> {
        let Node { depth, beta, ply, .. } = node;
        let mut found =
            Entry { best: None, score: -INFINITE, depth: depth as u32, bound: Bound::Upper };
        let mut searched = 0;
        loop {
            let history = &self.experience.history;
            let Some(picked) = moves.next(position, hints, history, &mut self.moves) else {
                break;
            };
            if ply == 0 && !is_root_move(picked.mv, &self.task.root_moves, &self.root.excluded) {
                continue;
            }
            // Later moves are no better: what rules out this one rules them out too.
            if found.score > -LARGEST_ESTIMATE && is_too_late(node, statics, picked, searched) {
                break;
            }
            let score = self.try_move(position, picked, node, statics, searched);
            searched += 1;
            if self.stopped {
                break;
            }
            if score > found.score {
                (found.score, found.best) = (score, Some(picked.mv));
            }
            if score > node.alpha {
                node.alpha = score;
                found.bound = Bound::Exact;
                self.extend_line(ply, picked.mv);
                self.root.has_move |= ply == 0;
            }
            if node.alpha >= beta {
                found.bound = Bound::Lower;
                self.reward(position, node, picked.mv, moves);
                break;
            }
        }
        if found.bound == Bound::Upper && found.score == -INFINITE {
            // No move was searched: the search is stopped, or none is legal.
            found.score = node.alpha;
        }
        found
    }

    /// The history learns which move caused the cut-off and which did not.
    fn reward(
        &mut self,
        position: &Position<N, OneHash>,
        node: Node,
        best: Move<N>,
        picker: &MovePicker<N>,
    ) {
        let at = (node.ply, self.previous_moves(node.ply));
        let tried = picker.tried(&self.moves);
        // At the root, moves that were handed out may have been left out.
        let (wanted, excluded) = (&self.task.root_moves, &self.root.excluded);
        let tried = tried.filter(|&mv| node.ply > 0 || is_root_move(mv, wanted, excluded));
        let history = &mut self.experience.history;
        history.reward(position.side_to_move(), at, node.depth, best, tried);
    }

    /// Plays one move, searches the resulting position, and takes the move back.
    fn try_move(
        &mut self,
        position: &mut Position<N, OneHash>,
        picked: Picked<N>,
        node: Node,
        statics: &Statics,
        index: usize,
    ) -> Score {
        let ply = node.ply;
        let mv = picked.mv;
        // Counted only where the reduction needs it.
        let flats_won = if mv.is_spread() && may_reduce(node, statics, index) {
            position.flats_won(mv)
        } else {
            1
        };
        let (mover, reversible) = (position.side_to_move(), position.is_reversible(mv));
        let undo = position.play_unchecked(mv);
        let score = if position.is_over_after(mv) {
            self.plies.lines[ply + 1].clear();
            final_score(position, mover, ply + 1).unwrap_or(self.draw_score(ply))
        } else {
            let key = position.hash() ^ self.salt;
            self.experience.evals.prefetch(key);
            // Nodes at the horizon do not probe the table.
            if node.depth > 1 {
                self.table.prefetch(key);
            }
            self.plies.path.push(key, reversible);
            self.plies.played[ply] = Some(Shape::of(mv));
            let mut reduction = reduction(node, picked, statics, index, flats_won);
            // A threat leaves few replies: whether it works is soon seen.
            if reduction > 0 && !position.road_placements(mover).is_empty() {
                reduction = 0;
            }
            let score = self.search_child(position, node, index, reduction);
            self.plies.path.pop();
            score
        };
        position.undo(undo);
        score
    }

    /// The score of the position after a move, for the player who made it:
    /// principal variation search. The first move gets the full window, the later
    /// ones a null window and less depth, until they prove to be better.
    fn search_child(
        &mut self,
        child: &mut Position<N, OneHash>,
        node: Node,
        index: usize,
        reduction: i32,
    ) -> Score {
        let Node { depth, alpha, beta, .. } = node;
        let mut search = |depth, alpha: Score, beta: Score, expect_cut| {
            let node = Node { depth, alpha: -beta, beta: -alpha, ply: node.ply + 1, expect_cut };
            -self.search(child, node)
        };
        if index == 0 {
            return search(depth - 1, alpha, beta, !node.is_pv() && !node.expect_cut);
        }
        let mut score = search(depth - 1 - reduction, alpha, alpha + 1, true);
        if score > alpha && reduction > 0 {
            score = search(depth - 1, alpha, alpha + 1, !node.expect_cut);
        }
        if score > alpha && score < beta {
            score = search(depth - 1, alpha, beta, false);
        }
        score
    }

    /// Uses the score to correct the evaluation of similar positions.
    fn learn(&mut self, position: &Position<N, OneHash>, statics: &Statics, found: Entry<N>) {
        if found.bound.corrects(found.score, statics.raw_eval)
            && !statics.threatened
            && !score::is_decided(found.score)
        {
            let error = found.score - statics.raw_eval;
            let corrections = &mut self.experience.corrections;
            corrections.learn(position, found.depth as i32, error);
        }
    }

    /// Makes the best line from here this move and the best line after it.
    fn extend_line(&mut self, ply: usize, mv: Move<N>) {
        let (before, after) = self.plies.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}

/// Whether the root searches a move: only the wanted ones, if any are given, and none that begins a
/// better line.
fn is_root_move<const N: usize>(mv: Move<N>, wanted: &[Move<N>], excluded: &[Move<N>]) -> bool {
    (wanted.is_empty() || wanted.contains(&mv)) && !excluded.contains(&mv)
}

/// Whether so few pieces or squares are left that moving may be worse than passing (zugzwang).
/// Otherwise, an extra move hardly ever hurts in Tak.
fn is_near_end<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    let few = |flats: u8| usize::from(flats) <= N;
    let reserves = position.reserves();
    reserves.into_iter().any(|reserve| few(reserve.flats)) || position.empty().count() as usize <= N
}

/// A placement of the last piece, or on the last square, that wins the game on flats.
fn winning_last_piece<const N: usize>(position: &Position<N, OneHash>) -> Option<Move<N>>
where
    Size<N>: Playable,
{
    let mover = position.side_to_move();
    let reserve = position.reserve(mover);
    let pieces = u16::from(reserve.flats) + u16::from(reserve.caps);
    let last_square = position.empty().count() == 1;
    if pieces == 0 || (pieces > 1 && !last_square) || position.is_opening() {
        return None;
    }
    let square = position.empty().first()?;
    let kind = if reserve.flats > 0 { Kind::Flat } else { Kind::Capstone };
    let mv = Move::place(kind, Square::new(square)?);
    let winner = position.after(mv).outcome().and_then(Outcome::winner);
    (winner == Some(mover)).then_some(mv)
}

/// The score of a finished game for a player, `ply` plies from the root; `None` for a draw.
pub(super) fn final_score<const N: usize>(
    position: &Position<N, OneHash>,
    player: Color,
    ply: usize,
) -> Option<Score>
where
    Size<N>: Playable,
{
    let winner = position.outcome().and_then(Outcome::winner)?;
    Some(if winner == player { score::win_at(ply) } else { -score::win_at(ply) })
}
