//! The first layer of the network, updated from position to position.

use tak_encoding::{Playable, Size};

use super::inputs::{self, Inputs};
use super::{Network, PerSum, Width};

/// The sums of the first layer for the last position of each ply.
///
/// A position is usually one move away from the position that the search last visited at the ply
/// before, or a few moves from a relative of it. Whatever the positions, the difference of their
/// inputs leads from one to the other.
#[derive(Clone, Debug)]
pub(in crate::evaluation) struct Sums<const N: usize> {
    slots: Vec<Slot<N>>,
    /// Kept only to reuse their memory.
    added: List,
    removed: List,
}

/// How many plies have sums of their own: a power of two.
const SLOTS: usize = 32;

#[derive(Clone, Debug)]
struct Slot<const N: usize> {
    inputs: Inputs<N>,
    /// From White's perspective, and from Black's.
    views: [PerSum; 2],
}

impl<const N: usize> Sums<N>
where
    Size<N>: Playable,
{
    /// All slots for some position.
    pub(in crate::evaluation) fn new(network: &Network, inputs: &Inputs<N>) -> Self {
        let views = network.views(inputs, |_| true);
        let slots = vec![Slot { inputs: *inputs, views }; SLOTS];
        Self { slots, added: List::new(), removed: List::new() }
    }

    /// Moves on to a position of a ply with these inputs; returns the sums from White's perspective
    /// and from Black's.
    #[inline]
    pub(in crate::evaluation) fn update(
        &mut self,
        network: &Network,
        ply: u32,
        inputs: &Inputs<N>,
    ) -> &[PerSum; 2] {
        let Self { slots, added, removed } = self;
        let indices = [ply.wrapping_sub(1), ply].map(|ply| ply as usize % SLOTS);
        let [before, slot] = slots.get_disjoint_mut(indices).expect("they are neighbours");
        (added.length, removed.length) = (0, 0);
        inputs.for_each_change(
            &before.inputs,
            |input| added.push(input),
            |input| removed.push(input),
        );
        // Most changes do both; the row of zeros stands in for what is missing.
        let length = added.length.max(removed.length);
        let nothing = inputs::count::<N>();
        let changes = [added.filled(length, nothing), removed.filled(length, nothing)];
        slot.inputs = *inputs;
        network.change(&before.views, &mut slot.views, changes);
        &slot.views
    }
}

/// Inputs that become active, or inactive.
#[derive(Clone, Debug)]
struct List {
    inputs: [u16; MOST],
    length: usize,
}

/// A power of two above the pieces of any game and the groups of inputs.
const MOST: usize = 256;

impl List {
    #[inline(always)]
    fn new() -> Self {
        Self { inputs: [0; MOST], length: 0 }
    }

    #[inline(always)]
    fn push(&mut self, input: usize) {
        self.inputs[self.length % MOST] = input as u16;
        self.length += 1;
    }

    #[inline(always)]
    fn filled(&mut self, length: usize, with: usize) -> &[u16] {
        while self.length < length {
            self.push(with);
        }
        &self.inputs[..length.min(MOST)]
    }
}

impl Network {
    /// Sums after adding the rows of some inputs and subtracting those of as many others.
    pub(super) fn change(&self, from: &[PerSum; 2], to: &mut [PerSum; 2], changes: [&[u16]; 2]) {
        match self.width {
            Width::Narrow => self.change_sums::<{ Width::Narrow.sums() }>(from, to, changes),
            Width::Wide => self.change_sums::<{ Width::Wide.sums() }>(from, to, changes),
        }
    }

    fn change_sums<const SUMS: usize>(
        &self,
        from: &[PerSum; 2],
        to: &mut [PerSum; 2],
        [added, removed]: [&[u16]; 2],
    ) {
        // Copies, so that they stay in registers.
        let [mut white, mut black] = [first::<SUMS>(&from[0]), first(&from[1])];
        for (&added, &removed) in added.iter().zip(removed) {
            let (added, removed) = (usize::from(added), usize::from(removed));
            replace(&mut white, self.row(added), self.row(removed));
            replace(&mut black, self.swapped_row(added), self.swapped_row(removed));
        }
        to[0][..SUMS].copy_from_slice(&white);
        to[1][..SUMS].copy_from_slice(&black);
    }
}

#[inline(always)]
fn first<const SUMS: usize>(row: &PerSum) -> [i16; SUMS] {
    std::array::from_fn(|index| row[index])
}

/// Adds one row and subtracts another.
#[inline(always)]
fn replace<const SUMS: usize>(sums: &mut [i16; SUMS], more: &[i16; SUMS], less: &[i16; SUMS]) {
    for (sum, (more, less)) in sums.iter_mut().zip(more.iter().zip(less)) {
        *sum = sum.wrapping_add(more.wrapping_sub(*less));
    }
}

#[cfg(test)]
mod tests {
    use tak_encoding::{HalfKomi, OneHash, Position, Reserve, Rules};

    use super::*;
    use crate::evaluation::network::tests::random_network;
    use crate::evaluation::terms::tests::for_each_of_random_games;

    #[test]
    fn sums_do_not_depend_on_the_way() {
        for seed in [1, 2] {
            let network = random_network::<6>(seed);
            let mut kept = None;
            for_each_of_random_games::<6>(|position| {
                let inputs = Inputs::of(position);
                let fresh = Sums::new(&network, &inputs);
                let kept = kept.get_or_insert_with(|| fresh.clone());
                let sums = kept.update(&network, position.ply(), &inputs);
                assert_eq!(sums, &fresh.slots[0].views, "{position}");
            });
        }
    }

    /// From the empty board to one with more pieces than usual.
    #[test]
    fn all_may_change_at_once() {
        let networks = [1, 2].map(random_network::<8>);
        let many = Reserve { flats: 63, caps: 20 };
        let rules = Rules::new(HalfKomi(0), many, many).unwrap();
        let full = format!("{}12,12,12,12,12,12,x2 1 80", "12,12,12,12,12,12,12,12/".repeat(7));
        let full = Position::<8, OneHash>::from_tps_with(&full, rules).unwrap();
        let empty = Position::<8, OneHash>::with_rules(rules);
        let [empty, full] = [empty, full].map(|position| Inputs::of(&position));
        for network in networks {
            let mut sums = Sums::new(&network, &empty);
            for inputs in [full, empty, full] {
                let fresh = Sums::new(&network, &inputs);
                assert_eq!(sums.update(&network, 1, &inputs), &fresh.slots[0].views);
                sums.slots[0] = sums.slots[1].clone();
            }
        }
    }
}
