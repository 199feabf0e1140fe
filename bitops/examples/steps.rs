//! How many steps each fill takes, counted by a custom line.

use std::cell::Cell;

use bitops::flood::{
    BitString, Line, Pace, best_speed, fill_by_one, fill_up, gallop, gallop_recursive,
};

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// A line that counts the steps it takes.
#[derive(Clone)]
struct Counted(BitString);

fn count() {
    STEPS.set(STEPS.get() + 1);
}

impl Line for Counted {
    const IS_LONG: bool = true;

    fn places(&self) -> usize {
        self.0.places()
    }

    fn open(&self, walls: &Self) -> Self {
        Self(self.0.open(&walls.0))
    }

    fn step(&mut self, stride: isize, open: &Self) -> bool {
        count();
        self.0.step(stride, &open.0)
    }

    fn narrow(&mut self, stride: isize) {
        count();
        self.0.narrow(stride);
    }

    fn join(&mut self, other: &Self) {
        self.0.join(&other.0);
    }

    fn carry_up(&self, walls: &Self) -> Self {
        count();
        Self(self.0.carry_up(&walls.0))
    }

    fn carry_down(&self, walls: &Self) -> Self {
        count();
        Self(self.0.carry_down(&walls.0))
    }
}

fn main() {
    println!("  places  by one  gallop  recursive  carry");
    for length in [8, 64, 256, 4_096, 65_536] {
        // The worst case: one piece, and no wall on its way.
        let pieces = Counted(BitString::from_places(length, [0]));
        let walls = Counted(BitString::new(length));
        let steps = |fill: &dyn Fn() -> Counted| {
            STEPS.set(0);
            assert_eq!(fill().0.count_ones(), length);
            STEPS.get()
        };
        let speed = best_speed(length);
        let by_one = steps(&|| fill_by_one(&pieces, &walls, 1, length));
        let galloped = steps(&|| gallop(&pieces, &walls, 1, length, speed, Pace::Accelerate));
        let recursive = steps(&|| gallop_recursive(&pieces, &walls, 1, length, 2));
        let carry = steps(&|| fill_up(&pieces, &walls));
        println!("{length:>8}  {by_one:>6}  {galloped:>6}  {recursive:>9}  {carry:>5}");
    }
}
