//! Every opening of a number of plies, up to symmetry.

use std::error::Error;
use std::fmt;

use tak_encoding::{Game, Move, Playable, Position, Size};

use crate::seen::Seen;

/// More openings than fit in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyOpenings {
    /// The ply that was reached.
    pub ply: usize,
    /// How many classes of openings it has at least.
    pub classes: usize,
    /// The bytes that they should fit in.
    pub memory: u64,
}

impl fmt::Display for TooManyOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, classes, memory } = self;
        write!(
            f,
            "ply {ply} has more than {classes} classes, which do not fit {} MiB",
            memory >> 20
        )
    }
}

impl Error for TooManyOpenings {}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expanded {
    /// The ply whose openings are collected.
    pub ply: usize,
    /// How many of the shorter openings have been extended.
    pub done: u64,
    /// How many there are.
    pub total: u64,
}

/// An opening: its last move, and the index of the opening without that move.
#[derive(Clone, Copy)]
struct Node<const N: usize> {
    parent: u32,
    mv: Move<N>,
}

/// One opening for each class of symmetric positions after a number of plies, and for each in which
/// the game ends earlier. The first opening that reaches a class stands for it.
///
/// ```
/// use tak_book::Expansion;
/// use tak_encoding::Position;
///
/// let openings = Expansion::grow(Position::<5>::new(), 2, 1 << 30, |_| {})?;
/// assert_eq!(openings.games().count(), 85);
/// # Ok::<(), tak_book::TooManyOpenings>(())
/// ```
pub struct Expansion<const N: usize>
where
    Size<N>: Playable,
{
    /// The openings that do not end the game, by ply. At ply 0 there is only the empty opening,
    /// which has no node.
    open: Vec<Vec<Node<N>>>,
    /// The openings that end the game, by ply.
    finished: Vec<Vec<Node<N>>>,
    /// The final boards of all plies, because one may be reached again at a later ply.
    ends: Seen,
    memory: u64,
    start: Position<N>,
}

impl<const N: usize> Expansion<N>
where
    Size<N>: Playable,
{
    /// All openings from this start. `watch` is told how far the work is.
    ///
    /// # Errors
    ///
    /// If they do not fit in this many bytes.
    pub fn grow(
        start: Position<N>,
        plies: u8,
        memory: u64,
        mut watch: impl FnMut(Expanded),
    ) -> Result<Self, TooManyOpenings> {
        let (open, finished) = (vec![Vec::new()], vec![Vec::new()]);
        let mut tree = Self { open, finished, ends: Seen::new(), memory, start };
        for _ in 0..plies {
            tree.add_ply(&mut watch)?;
        }
        Ok(tree)
    }

    fn add_ply(&mut self, watch: &mut impl FnMut(Expanded)) -> Result<(), TooManyOpenings> {
        let ply = self.open.len();
        let parents = if ply == 1 { 1 } else { self.open[ply - 1].len() };
        let (mut seen, mut moves) = (Seen::new(), Vec::new());
        let (mut open, mut finished) = (Vec::new(), Vec::new());
        for parent in 0..parents as u32 {
            let position = self.position(ply - 1, parent);
            moves.clear();
            position.generate(&mut moves);
            for &mv in &moves {
                let child = position.after(mv);
                let over = child.is_over_after(mv);
                let (seen, nodes) =
                    if over { (&mut self.ends, &mut finished) } else { (&mut seen, &mut open) };
                if seen.insert(child.pack_canonical().as_bytes(), 1) {
                    nodes.push(Node { parent, mv });
                }
            }
            let nodes = self.nodes() + open.len() + finished.len();
            let bytes = seen.bytes() + self.ends.bytes() + (nodes * size_of::<Node<N>>()) as u64;
            if bytes > self.memory || open.len() > u32::MAX as usize / 2 {
                let (classes, memory) = (open.len(), self.memory);
                return Err(TooManyOpenings { ply, classes, memory });
            }
            if parent.is_multiple_of(64) {
                watch(Expanded { ply, done: u64::from(parent), total: parents as u64 });
            }
        }
        self.open.push(open);
        self.finished.push(finished);
        Ok(())
    }

    fn nodes(&self) -> usize {
        self.open.iter().chain(&self.finished).map(Vec::len).sum()
    }

    /// The moves of the opening that ends with a node.
    fn moves(&self, mut ply: usize, mut node: Node<N>) -> Vec<Move<N>> {
        let mut moves = vec![node.mv];
        while ply > 1 {
            ply -= 1;
            node = self.open[ply][node.parent as usize];
            moves.push(node.mv);
        }
        moves.reverse();
        moves
    }

    /// The position that an opening reaches.
    fn position(&self, ply: usize, index: u32) -> Position<N> {
        let mut position = self.start;
        if ply > 0 {
            for mv in self.moves(ply, self.open[ply][index as usize]) {
                position.play_unchecked(mv);
            }
        }
        position
    }

    /// The openings as games: those that end early first, then the others.
    pub fn games(&self) -> impl Iterator<Item = Game<N>> {
        let finished = self.finished.iter().enumerate();
        let open = self.open.iter().enumerate().skip(self.open.len() - 1);
        finished.chain(open).flat_map(move |(ply, nodes)| {
            nodes.iter().map(move |&node| {
                let mut game = Game::new(self.start);
                for mv in self.moves(ply, node) {
                    // The move was generated, so it is legal.
                    let _ = game.push(mv);
                }
                game
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tak_encoding::{Opening, Rules, Symmetry};

    use super::*;

    /// The least TPS of the eight orientations, without the move number. It does not depend on
    /// hashes or packed boards.
    fn class<const N: usize>(position: &Position<N>) -> String
    where
        Size<N>: Playable,
    {
        let turned = Symmetry::ALL.map(|symmetry| position.transform(symmetry).to_tps());
        let board = |tps: String| tps.rsplit_once(' ').unwrap().0.to_owned();
        turned.into_iter().map(board).min().unwrap()
    }

    fn brute_force<const N: usize>(position: &Position<N>, plies: u8, classes: &mut HashSet<String>)
    where
        Size<N>: Playable,
    {
        if plies == 0 || position.outcome().is_some() {
            classes.insert(class(position));
            return;
        }
        for mv in position.legal_moves() {
            brute_force(&position.after(mv), plies - 1, classes);
        }
    }

    fn compare<const N: usize>(opening: Opening, plies: u8) -> usize
    where
        Size<N>: Playable,
    {
        let mut expected = HashSet::new();
        let start = Position::<N>::with_rules(Rules::default().with_opening(opening).unwrap());
        brute_force(&start, plies, &mut expected);
        let tree = Expansion::<N>::grow(start, plies, 1 << 30, |_| {}).unwrap();
        let mut found = HashSet::new();
        for game in tree.games() {
            assert!(found.insert(class(game.end())), "{} came twice", game.end());
        }
        assert_eq!(found, expected, "size {N}, {plies} plies");
        found.len()
    }

    #[test]
    fn all_classes_come_once_as_counted_one_by_one() {
        for opening in Opening::ALL {
            assert_eq!(compare::<5>(opening, 2), 85);
            for plies in 1..=4 {
                compare::<3>(opening, plies);
            }
        }
        compare::<3>(Opening::Swap, 5);
        for plies in 1..=3 {
            compare::<4>(Opening::Swap, plies);
            compare::<5>(Opening::DoubleBlackStack, plies);
        }
        compare::<6>(Opening::Swap, 2);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let grown = Expansion::<5>::grow(Position::new(), 6, 16 << 20, |_| {});
        let why = grown.err().unwrap().to_string();
        assert!(why.ends_with("do not fit 16 MiB"), "{why}");
    }
}
