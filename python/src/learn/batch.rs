//! Many boards of one size that take one step together.

use std::thread;

use fastrand::Rng;
use tak_encoding::{AnyPosition, Outcome, with_position};
use tak_encoding::{IllegalMove, Move, Playable, Position, Reserve, Size};

use super::planes;
use crate::actions;

/// Where a step writes what it finds, each array for all boards; what is empty is not written.
pub(crate) struct Views<'a> {
    pub(crate) planes: &'a mut [f32],
    pub(crate) masks: Masks<'a>,
    pub(crate) rewards: &'a mut [f32],
    pub(crate) ends: &'a mut [u8],
}

/// The legal actions of all boards.
pub(crate) enum Masks<'a> {
    Nothing,
    Bools(&'a mut [bool]),
    /// Eight actions in a byte, the first one lowest; each board begins a byte.
    Bits(&'a mut [u8]),
}

/// How a game stands after a step, as Python sees it.
#[derive(Clone, Copy)]
#[repr(u8)]
enum End {
    No = 0,
    /// By the rules.
    Over = 1,
    /// Cut off after the most plies.
    Cut = 2,
}

/// An action that cannot be played.
pub(crate) struct BadAction {
    pub(crate) board: usize,
    pub(crate) action: i64,
    /// `None` if the number means no move.
    pub(crate) why: Option<IllegalMove>,
}

/// Boards of a size known only at run time.
pub(crate) trait Batch: Send + Sync {
    /// Plays one action on each board and writes what follows; a game that ends begins anew.
    fn step(&mut self, actions: &[i64], threads: usize, views: Views<'_>) -> Result<(), BadAction>;
    /// Begins all games anew.
    fn reset(&mut self);
    /// Writes planes and masks as they are.
    fn look(&mut self, threads: usize, views: Views<'_>);
    /// A random legal action of each board.
    fn random_actions(&self, random: &mut Rng, actions: &mut [i64]);
    fn get(&self, board: usize) -> Option<AnyPosition>;
    /// Returns whether there is such a board of this size.
    fn set(&mut self, board: usize, position: &AnyPosition) -> bool;
}

/// So many boards that begin at this position.
pub(crate) fn batch(start: &AnyPosition, boards: usize, max_plies: u32) -> Box<dyn Batch> {
    with_position!(start, start => Box::new(Boards {
        start: *start,
        at_start: start.rules().reserves(),
        max_plies,
        positions: vec![*start; boards],
        moves: Vec::new(),
    }))
}

struct Boards<const N: usize>
where
    Size<N>: Playable,
{
    start: Position<N>,
    at_start: [Reserve; 2],
    max_plies: u32,
    positions: Vec<Position<N>>,
    /// Those of the step that is being played.
    moves: Vec<Move<N>>,
}

/// Some neighbouring boards with their part of the arrays.
struct Part<'a, const N: usize>
where
    Size<N>: Playable,
{
    positions: &'a mut [Position<N>],
    /// One for each board, or none to look only.
    moves: &'a [Move<N>],
    views: Views<'a>,
}

impl<const N: usize> Boards<N>
where
    Size<N>: Playable,
{
    /// Reads the actions, so that nothing is played unless all are legal.
    fn read(&mut self, actions: &[i64]) -> Result<(), BadAction> {
        self.moves.clear();
        for (board, (position, &action)) in self.positions.iter().zip(actions).enumerate() {
            let bad = |why| BadAction { board, action, why };
            let number = usize::try_from(action).map_err(|_| bad(None))?;
            let mv = actions::to_move(position, number).ok_or_else(|| bad(None))?;
            position.check_legal(mv).map_err(|why| bad(Some(why)))?;
            self.moves.push(mv);
        }
        Ok(())
    }

    /// Works on all boards, in as many equal parts as there are threads.
    fn share(&mut self, threads: usize, views: Views<'_>) {
        let Self { start, at_start, max_plies, positions, moves } = self;
        let game = Game { start: *start, at_start: *at_start, max_plies: *max_plies };
        let boards = positions.len().div_ceil(threads.max(1)).max(1);
        let mut rest = Part { positions, moves, views };
        thread::scope(|scope| {
            while rest.positions.len() > boards {
                let (part, others) = rest.split(boards);
                rest = others;
                scope.spawn(move || game.work(part));
            }
            game.work(rest);
        });
    }
}

impl<const N: usize> Batch for Boards<N>
where
    Size<N>: Playable,
    AnyPosition: From<Position<N>>,
{
    fn step(&mut self, actions: &[i64], threads: usize, views: Views<'_>) -> Result<(), BadAction> {
        self.read(actions)?;
        self.share(threads, views);
        Ok(())
    }

    fn reset(&mut self) {
        self.positions.fill(self.start);
    }

    fn look(&mut self, threads: usize, views: Views<'_>) {
        self.moves.clear();
        self.share(threads, views);
    }

    fn random_actions(&self, random: &mut Rng, actions: &mut [i64]) {
        let mut moves = Vec::with_capacity(256);
        for (position, action) in self.positions.iter().zip(actions) {
            moves.clear();
            position.generate(&mut moves);
            *action = random.choice(&moves).map_or(-1, |&mv| actions::of_move(mv) as i64);
        }
    }

    fn get(&self, board: usize) -> Option<AnyPosition> {
        self.positions.get(board).map(|&position| position.into())
    }

    fn set(&mut self, board: usize, position: &AnyPosition) -> bool {
        let copy = || {
            let rules = position.rules().at_size().ok()?;
            Position::from_tps_with(&position.to_tps(), rules).ok()
        };
        match (self.positions.get_mut(board), copy()) {
            (Some(place), Some(position)) => *place = position,
            _ => return false,
        }
        true
    }
}

impl<const N: usize> Part<'_, N>
where
    Size<N>: Playable,
{
    /// The first boards, and the rest.
    fn split(self, boards: usize) -> (Self, Self) {
        let (positions, other_positions) = self.positions.split_at_mut(boards);
        let (moves, other_moves) = self.moves.split_at(boards.min(self.moves.len()));
        let (views, other_views) = self.views.split(boards, N);
        let rest = Part { positions: other_positions, moves: other_moves, views: other_views };
        (Part { positions, moves, views }, rest)
    }
}

impl Views<'_> {
    fn split(self, boards: usize, size: usize) -> (Self, Self) {
        let (planes, other_planes) = cut(self.planes, boards * planes::count(size) * size * size);
        let (masks, other_masks) = match self.masks {
            Masks::Nothing => (Masks::Nothing, Masks::Nothing),
            Masks::Bools(masks) => {
                let (first, rest) = cut(masks, boards * actions::count(size));
                (Masks::Bools(first), Masks::Bools(rest))
            }
            Masks::Bits(masks) => {
                let (first, rest) = cut(masks, boards * mask_bytes(size));
                (Masks::Bits(first), Masks::Bits(rest))
            }
        };
        let (rewards, other_rewards) = cut(self.rewards, boards);
        let (ends, other_ends) = cut(self.ends, boards);
        let rest = Self {
            planes: other_planes,
            masks: other_masks,
            rewards: other_rewards,
            ends: other_ends,
        };
        (Self { planes, masks, rewards, ends }, rest)
    }
}

/// The first elements and the rest, of an array that may be empty.
fn cut<T>(array: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
    let at = at.min(array.len());
    array.split_at_mut(at)
}

/// The bytes of a mask in bits.
pub(crate) const fn mask_bytes(size: usize) -> usize {
    actions::count(size).div_ceil(8)
}

/// What all games of a batch share.
#[derive(Clone, Copy)]
struct Game<const N: usize>
where
    Size<N>: Playable,
{
    start: Position<N>,
    at_start: [Reserve; 2],
    max_plies: u32,
}

impl<const N: usize> Game<N>
where
    Size<N>: Playable,
{
    fn work(&self, part: Part<'_, N>) {
        let Part { positions, moves, views } = part;
        for ((position, &mv), (reward, end)) in
            positions.iter_mut().zip(moves).zip(views.rewards.iter_mut().zip(views.ends.iter_mut()))
        {
            let ended;
            (*reward, ended) = self.play(position, mv);
            *end = ended as u8;
        }
        let planes = views.planes.chunks_exact_mut(planes::count(N) * N * N);
        for (position, planes) in positions.iter().zip(planes) {
            planes::write(position, position.side_to_move(), self.at_start, planes);
        }
        write_masks(positions, views.masks);
    }

    /// Plays a legal move: the reward of the player who made it, and how the game stands. A game
    /// that has ended begins anew.
    fn play(&self, position: &mut Position<N>, mv: Move<N>) -> (f32, End) {
        let mover = position.side_to_move();
        position.play_unchecked(mv);
        let (reward, end) = match position.outcome() {
            Some(outcome) => (reward(outcome, mover), End::Over),
            None if position.ply() >= self.max_plies => (0.0, End::Cut),
            None => return (0.0, End::No),
        };
        *position = self.start;
        (reward, end)
    }
}

/// 1 for a win, −1 for a loss, 0 for a draw.
fn reward(outcome: Outcome, player: tak_encoding::Color) -> f32 {
    outcome.winner().map_or(0.0, |winner| if winner == player { 1.0 } else { -1.0 })
}

/// Writes the legal actions of each position.
pub(super) fn write_masks<const N: usize>(positions: &[Position<N>], masks: Masks<'_>)
where
    Size<N>: Playable,
{
    match masks {
        Masks::Nothing => {}
        Masks::Bools(masks) => {
            masks.fill(false);
            let masks = masks.chunks_exact_mut(actions::count(N));
            each_legal(positions, masks, |mask, action| mask[action] = true);
        }
        Masks::Bits(masks) => {
            masks.fill(0);
            let masks = masks.chunks_exact_mut(mask_bytes(N));
            each_legal(positions, masks, |mask, action| mask[action / 8] |= 1 << (action % 8));
        }
    }
}

/// Calls `set` for each legal action of each position.
#[inline(always)]
fn each_legal<'a, const N: usize, T: 'a>(
    positions: &[Position<N>],
    masks: impl Iterator<Item = &'a mut [T]>,
    set: impl Fn(&mut [T], usize),
) where
    Size<N>: Playable,
{
    let mut moves = Vec::with_capacity(256);
    for (position, mask) in positions.iter().zip(masks) {
        moves.clear();
        position.generate(&mut moves);
        for &mv in &moves {
            set(mask, actions::of_move(mv));
        }
    }
}
