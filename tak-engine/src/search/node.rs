//! One node of the tree.

use tak_encoding::{Bitboard, Move, OneHash, Playable, Position, Size};

use super::Searcher;
use super::ends::{final_score, last_piece};
use super::fold::Home;
use super::history::Shape;
use super::order::{Hints, Picked, Picker};
use super::pruning::{self, skips};
use super::root::is_root_move;
use crate::evaluation::Evaluator;
use crate::score::{self, MAX_PLY, Score};
use crate::table::{Bound, Entry};

/// What a node is asked: how deep, between which scores, and how far from the
/// root.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) ply: usize,
    /// Whether the node is expected to fail high, in a null window.
    pub(super) cut: bool,
}

impl Question {
    /// Whether the window leaves room for an exact score.
    pub(super) fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// What a node found out about itself before it tries moves.
pub(super) struct Facts {
    /// Whether the opponent would have a road in one move.
    pub(super) threatened: bool,
    /// What the position looks worth, by evaluation and table.
    pub(super) value: Score,
    /// What the evaluation alone says, before it is corrected.
    pub(super) raw: Score,
    pub(super) improving: bool,
}

impl<const N: usize, E: Evaluator<N>> Searcher<'_, N, E>
where
    Size<N>: Playable,
{
    /// The value of a position that is not over, for the side to move: exact
    /// inside the window, else a bound. Senseless once the search is stopped.
    pub(super) fn search(
        &mut self,
        position: &mut Position<N, OneHash>,
        mut question: Question,
    ) -> Score {
        let ply = question.ply;
        self.lines[ply].clear();
        self.count_node();
        self.selective_depth = self.selective_depth.max(ply);
        if ply > 0 {
            if self.stopped || self.path.is_draw() {
                return 0;
            }
            // Nothing found here can be better than a shorter win elsewhere.
            question.beta = question.beta.min(score::win_at(ply + 1));
            question.alpha = question.alpha.max(-score::win_at(ply + 2));
            if question.alpha >= question.beta {
                return question.alpha;
            }
        }
        if (ply > 0 || self.is_root_open())
            && let Some(mv) = position.road_move().or_else(|| last_piece(position))
        {
            self.lines[ply].push(mv);
            return score::win_at(ply + 1);
        }
        if ply >= MAX_PLY {
            return estimate(self.evaluator.evaluate(position));
        }
        if question.depth <= 0 {
            return self.corrected(position).1;
        }
        let opponent = !position.side_to_move();
        let joining = position.joining_squares(opponent);
        let threats = joining & position.empty();
        let spread = || position.road_spread_joining(opponent, joining).is_some();
        let threatened = !threats.is_empty() || spread();
        self.search_interior(position, question, threats, threatened)
    }

    /// A node that tries moves, unless table or evaluation know enough.
    fn search_interior(
        &mut self,
        position: &mut Position<N, OneHash>,
        mut question: Question,
        threats: Bitboard<N>,
        threatened: bool,
    ) -> Score {
        let Question {
            alpha, beta, ply, ..
        } = question;
        let home = Home::of(position, self.salt);
        let known = self.table.probe::<N>(home.key, ply);
        let known = known.map(|entry| home.for_position(entry));
        if let Some(entry) = known
            && ply > 0
            && !question.is_open()
            && entry.depth as i32 >= question.depth
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let facts = self.facts(position, known, threatened, ply);
        if let Some(score) = self.prune_node(position, question, &facts) {
            return score;
        }
        let from_table = known.and_then(|entry| entry.best);
        let from_table = match ply {
            0 if self.is_root_open() => from_table.or(self.best_before),
            // The table does not learn of such a root.
            0 => self.best_before.or(from_table),
            _ => from_table,
        };
        // Without a move from the table the order is poor: a shallower search
        // finds one.
        if from_table.is_none() && question.depth >= 5 {
            question.depth -= 1;
        }
        let hints = Hints {
            from_table,
            threats,
            ply,
            before: self.before(ply),
        };
        let mut moves = Picker::new(position, &hints, &self.listed);
        let found = self.try_all(position, &mut moves, &hints, question, &facts);
        moves.end(&mut self.listed);
        // A root that leaves moves out does not know what the position is worth.
        if !self.stopped && (ply > 0 || self.is_root_open()) {
            self.learn(position, &facts, found);
            self.table.store(home.key, ply, home.for_table(found));
        }
        found.score
    }

    /// What the evaluation says, as it is and corrected.
    fn corrected(&mut self, position: &Position<N, OneHash>) -> (Score, Score) {
        let key = position.hash() ^ self.salt;
        let remembered = &mut self.experience.remembered;
        let raw = remembered.or_else(key, || estimate(self.evaluator.evaluate(position)));
        let value = raw + self.experience.corrections.value(position);
        (raw, estimate(value))
    }

    fn facts(
        &mut self,
        position: &Position<N, OneHash>,
        known: Option<Entry<N>>,
        threatened: bool,
        ply: usize,
    ) -> Facts {
        let (raw, mut value) = self.corrected(position);
        self.values[ply] = value;
        let improving = ply >= 2 && value > self.values[ply - 2];
        if let Some(entry) = known
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score > value,
                Bound::Upper => entry.score < value,
            }
        {
            value = entry.score;
        }
        Facts {
            threatened,
            value,
            raw,
            improving,
        }
    }

    /// Tries one move after the other until one refutes.
    fn try_all(
        &mut self,
        position: &mut Position<N, OneHash>,
        moves: &mut Picker<N>,
        hints: &Hints<N>,
        mut question: Question,
        facts: &Facts,
    ) -> Entry<N> {
        let Question {
            depth, beta, ply, ..
        } = question;
        let mut found = Entry {
            best: None,
            score: -score::INFINITE,
            depth: depth as u32,
            bound: Bound::Upper,
        };
        let mut searched = 0;
        loop {
            let history = &self.experience.history;
            let Some(picked) = moves.next(position, hints, history, &mut self.listed) else {
                break;
            };
            if ply == 0 && !is_root_move(picked.mv, &self.task.root_moves, &self.excluded) {
                continue;
            }
            // What speaks against a move speaks against all that come later.
            if found.score > -score::LARGEST_ESTIMATE && skips(question, facts, picked, searched) {
                break;
            }
            let score = self.try_move(position, picked, question, facts, searched);
            searched += 1;
            if self.stopped {
                break;
            }
            if score > found.score {
                (found.score, found.best) = (score, Some(picked.mv));
            }
            if score > question.alpha {
                question.alpha = score;
                found.bound = Bound::Exact;
                self.extend_line(ply, picked.mv);
                self.has_move |= ply == 0;
            }
            if question.alpha >= beta {
                found.bound = Bound::Lower;
                let at = (ply, self.before(ply));
                let tried = moves.tried(&self.listed);
                // The root may have left out some that it was handed.
                let (wanted, excluded) = (&self.task.root_moves, &self.excluded);
                let tried = tried.filter(|&mv| ply > 0 || is_root_move(mv, wanted, excluded));
                let history = &mut self.experience.history;
                history.reward(position.side_to_move(), at, depth, picked.mv, tried);
                break;
            }
        }
        if found.bound == Bound::Upper && found.score == -score::INFINITE {
            // Every move was left out: none was expected to reach alpha.
            found.score = question.alpha;
        }
        found
    }

    /// Plays one move, searches what follows, and takes it back. The first move
    /// gets the full window, later ones a null window and less depth.
    fn try_move(
        &mut self,
        position: &mut Position<N, OneHash>,
        picked: Picked<N>,
        question: Question,
        facts: &Facts,
        index: usize,
    ) -> Score {
        let ply = question.ply;
        let mv = picked.mv;
        // As far as anybody asks for it.
        let gain = if mv.is_spread() && pruning::may_reduce(question, facts, index) {
            position.flats_won(mv)
        } else {
            1
        };
        let (mover, walls) = (position.side_to_move(), position.walls().count());
        let undo = position.play_unchecked(mv);
        let score = if position.is_over_after(mv) {
            self.lines[ply + 1].clear();
            final_score(position, mover, ply + 1)
        } else {
            // A placement or a crush cannot be taken back.
            let reversible = mv.is_spread() && position.walls().count() == walls;
            let key = position.hash() ^ self.salt;
            self.experience.remembered.prefetch(key);
            // Nodes at the horizon do not ask the table.
            if question.depth > 1 {
                self.table.prefetch(key);
            }
            self.path.push(key, reversible);
            self.played[ply] = Some(Shape::of(mv));
            let mut reduction = pruning::reduction(question, picked, facts, index, gain);
            // A threat has few answers: what comes of it is soon seen.
            if reduction > 0 && !position.road_placements(mover).is_empty() {
                reduction = 0;
            }
            let score = self.search_child(position, question, index, reduction);
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
        question: Question,
        index: usize,
        reduction: i32,
    ) -> Score {
        let Question {
            depth,
            alpha,
            beta,
            ply,
            cut,
        } = question;
        let mut search = |depth, alpha: Score, beta: Score, cut| {
            let question = Question {
                depth,
                alpha: -beta,
                beta: -alpha,
                ply: ply + 1,
                cut,
            };
            -self.search(child, question)
        };
        if index == 0 {
            return search(depth - 1, alpha, beta, !question.is_open() && !cut);
        }
        let mut score = search(depth - 1 - reduction, alpha, alpha + 1, true);
        if score > alpha && reduction > 0 {
            score = search(depth - 1, alpha, alpha + 1, !cut);
        }
        if score > alpha && score < beta {
            score = search(depth - 1, alpha, beta, false);
        }
        score
    }

    /// What the search found corrects the evaluation of similar positions.
    fn learn(&mut self, position: &Position<N, OneHash>, facts: &Facts, found: Entry<N>) {
        let beyond = match found.bound {
            Bound::Exact => true,
            Bound::Lower => found.score > facts.raw,
            Bound::Upper => found.score < facts.raw,
        };
        if beyond && !facts.threatened && !score::is_decided(found.score) {
            let error = found.score - facts.raw;
            self.experience
                .corrections
                .learn(position, found.depth as i32, error);
        }
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

/// Nothing that is estimated counts as proven.
fn estimate(value: Score) -> Score {
    value.clamp(-score::LARGEST_ESTIMATE, score::LARGEST_ESTIMATE)
}

/// Whether what the table knows ends the search of a null window.
fn cuts<const N: usize>(entry: Entry<N>, alpha: Score, beta: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}
