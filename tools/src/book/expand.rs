//! `tak-tools book expand`: every opening of a number of plies, up to symmetry.

use std::path::PathBuf;

use clap::{Args, value_parser};
use tak_encoding::{BoardSize, Game, Move, Opening, Playable, Position, Rules, Size, with_size};
use tak_games::start::board_size;

use super::format::Format;
use super::memory_size;
use super::seen::Seen;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

/// Write one opening for each class of symmetric positions after N plies
///
/// Positions in which the game ended earlier are included. The first opening that reaches a class
/// is the one that is written.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book expand --size 5 --plies 2
  tak-tools book expand --size 6 --plies 4 --to tps -o all.tps")]
pub(crate) struct Arguments {
    /// The size of the board
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// How the first two plies are played: swap, no-swap or "double black stack"
    #[arg(long, value_name = "OPENING", default_value = "swap")]
    opening: Opening,

    /// Plies to play, 1 to 100
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u8).range(1..=100))]
    plies: u8,

    /// What to write for each opening
    #[arg(long, value_enum, default_value = "moves")]
    to: Format,

    /// The most memory for the classes, at least 16MiB
    #[arg(long, value_name = "SIZE", value_parser = memory_size, default_value = "2GiB")]
    memory: u64,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
}

impl Arguments {
    /// Writes the openings.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut output = Output::create(&self.output)?;
        with_size!(self.size, N => {
            let rules = Rules::default().with_opening(self.opening).map_err(Failure::input)?;
            let tree = Tree::<N>::grow(Position::with_rules(rules), self.plies, self.memory)?;
            tree.write(self.to, &mut output)?;
        });
        output.finish()
    }
}

/// An opening: its last move, and the index of the opening without that move.
#[derive(Clone, Copy)]
struct Node<const N: usize> {
    parent: u32,
    mv: Move<N>,
}

/// One opening of each class, ply by ply.
struct Tree<const N: usize>
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

impl<const N: usize> Tree<N>
where
    Size<N>: Playable,
{
    fn grow(start: Position<N>, plies: u8, memory: u64) -> Result<Self, Failure> {
        let (open, finished) = (vec![Vec::new()], vec![Vec::new()]);
        let mut tree = Self { open, finished, ends: Seen::new(), memory, start };
        for _ in 0..plies {
            tree.add_ply()?;
        }
        Ok(tree)
    }

    fn add_ply(&mut self) -> Result<(), Failure> {
        let ply = self.open.len();
        let parents = if ply == 1 { 1 } else { self.open[ply - 1].len() };
        let progress = Progress::things(Some(parents as u64), &format!("openings to ply {ply}"));
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
                return Err(self.too_large(ply, open.len()));
            }
            if parent.is_multiple_of(64) {
                progress.set(u64::from(parent));
            }
        }
        self.open.push(open);
        self.finished.push(finished);
        Ok(())
    }

    fn nodes(&self) -> usize {
        self.open.iter().chain(&self.finished).map(Vec::len).sum()
    }

    fn too_large(&self, ply: usize, classes: usize) -> Failure {
        Failure::Input(format!(
            "ply {ply} has more than {classes} classes, which do not fit {} MiB: \
             expected fewer --plies or more --memory",
            self.memory >> 20
        ))
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

    /// Writes the openings that end the game early, and then the others.
    fn write(&self, to: Format, output: &mut Output) -> Result<(), Failure> {
        let mut text = String::new();
        let finished = self.finished.iter().enumerate();
        let open = self.open.iter().enumerate().skip(self.open.len() - 1);
        for (ply, nodes) in finished.chain(open) {
            for &node in nodes {
                let mut game = Game::new(self.start);
                for mv in self.moves(ply, node) {
                    // The move was generated, so it is legal.
                    let _ = game.push(mv);
                }
                text.clear();
                to.write(&game, &mut text);
                output.write(text.trim_end().as_bytes())?;
                output.write(to.separator().as_bytes())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tak_encoding::Symmetry;

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
        let Ok(tree) = Tree::<N>::grow(start, plies, 1 << 30) else { panic!("too large") };
        let mut found = HashSet::new();
        let last = tree.open.len() - 1;
        let open = tree.open[last].iter().map(|&node| (last, node));
        let finished = tree.finished.iter().enumerate();
        let finished = finished.flat_map(|(ply, nodes)| nodes.iter().map(move |&node| (ply, node)));
        for (ply, node) in open.chain(finished) {
            let mut position = start;
            for mv in tree.moves(ply, node) {
                position.play(mv).unwrap();
            }
            assert!(found.insert(class(&position)), "{position} came twice");
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
        assert!(Tree::<5>::grow(Position::new(), 6, 16 << 20).is_err());
    }
}
