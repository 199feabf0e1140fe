//! Galloping against shifts by one, for lines of all lengths and densities of
//! walls: time, and the number of steps.

use std::cell::Cell;
use std::hint::black_box;

use bitops::flood::{
    BitString, Line, Pace, U256, best_speed, fill_by_one, fill_up, gallop, gallop_recursive,
};

use plot::Curve;
use timing::{cpu_name, nanoseconds, random_words};

#[path = "plot.rs"]
mod plot;
#[path = "timing.rs"]
mod timing;

/// How many different lines of one kind are filled in turn.
const LINES: usize = 64;

const WAYS: [&str; 5] = [
    "by one",
    "by one, to the end",
    "gallop √N",
    "recursive",
    "carry",
];

/// A line that says after every step whether it changed anything, whatever its
/// length.
#[derive(Clone, PartialEq)]
struct Watched<L>(L);

impl<L: Line> Line for Watched<L> {
    const IS_LONG: bool = true;

    fn places(&self) -> usize {
        self.0.places()
    }

    fn open(&self, walls: &Self) -> Self {
        Self(self.0.open(&walls.0))
    }

    #[inline(always)]
    fn step(&mut self, stride: isize, open: &Self) -> bool {
        self.0.step(stride, &open.0)
    }

    #[inline(always)]
    fn narrow(&mut self, stride: isize) {
        self.0.narrow(stride);
    }

    fn carry(&self, walls: &Self) -> Self {
        Self(self.0.carry(&walls.0))
    }
}

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// A line that counts the steps it takes.
#[derive(Clone)]
struct Counted<L>(L);

fn count() {
    STEPS.with(|steps| steps.set(steps.get() + 1));
}

impl<L: Line> Line for Counted<L> {
    const IS_LONG: bool = L::IS_LONG;

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

    fn carry(&self, walls: &Self) -> Self {
        count();
        Self(self.0.carry(&walls.0))
    }
}

/// One line: where the walls and the pieces stand.
struct Places {
    walls: Vec<bool>,
    pieces: Vec<bool>,
}

/// Lines with random walls and a piece at the start of every open stretch: the
/// worst case, since every stretch is filled from end to end.
fn lines(length: usize, density: u64) -> Vec<Places> {
    let count = if length > 256 { 1 } else { LINES };
    let random = random_words(length * count);
    let line = |random: &[u64]| {
        let walls: Vec<_> = random
            .iter()
            .map(|word| (word >> 20) % 100 < density)
            .collect();
        let starts = |place: usize| !walls[place] && (place == 0 || walls[place - 1]);
        let pieces = (0..length).map(starts).collect();
        Places { walls, pieces }
    };
    random.chunks(length).map(line).collect()
}

fn set(bits: &[bool]) -> impl Iterator<Item = usize> {
    (0..bits.len()).filter(|&place| bits[place])
}

/// The cost of every way.
fn measure<L: Line + PartialEq, const LENGTH: usize>(
    lines: &[Places],
    make: impl Fn(&[bool], bool) -> L,
) -> [Cost; 5] {
    let lines: Vec<(L, L)> = lines
        .iter()
        .map(|line| (make(&line.pieces, false), make(&line.walls, true)))
        .collect();
    let watched: Vec<_> = lines
        .iter()
        .map(|(pieces, walls)| (Watched(pieces.clone()), Watched(walls.clone())))
        .collect();
    let counted: Vec<_> = lines
        .iter()
        .map(|(pieces, walls)| (Counted(pieces.clone()), Counted(walls.clone())))
        .collect();
    for (pieces, walls) in &lines {
        let expected = fill_up(pieces, walls);
        let speed = best_speed(LENGTH);
        assert!(galloped::<L, LENGTH>(pieces, walls) == expected);
        assert!(gallop(pieces, walls, 1, LENGTH, speed, Pace::Decelerate) == expected);
        assert!(recursive::<L, LENGTH>(pieces, walls) == expected);
        // A million steps of a million places are for the clock alone.
        if LENGTH < 10_000 {
            assert!(by_one::<L, LENGTH>(pieces, walls) == expected);
        }
    }
    let single = cost(&lines, &counted, by_one::<_, LENGTH>, by_one::<_, LENGTH>);
    // A long line is always watched.
    let watched = if L::IS_LONG {
        single.time
    } else {
        time(&watched, by_one::<_, LENGTH>)
    };
    [
        single,
        Cost {
            time: watched,
            steps: None,
        },
        cost(
            &lines,
            &counted,
            galloped::<_, LENGTH>,
            galloped::<_, LENGTH>,
        ),
        cost(
            &lines,
            &counted,
            recursive::<_, LENGTH>,
            recursive::<_, LENGTH>,
        ),
        cost(&lines, &counted, fill_up, fill_up),
    ]
}

/// Nanoseconds and steps for one line.
struct Cost {
    time: f64,
    steps: Option<f64>,
}

/// The cost of a fill, given once for the lines and once for counted ones.
#[inline(always)]
fn cost<L: Line>(
    lines: &[(L, L)],
    counted: &[(Counted<L>, Counted<L>)],
    fill: impl Fn(&L, &L) -> L,
    counted_fill: impl Fn(&Counted<L>, &Counted<L>) -> Counted<L>,
) -> Cost {
    Cost {
        time: time(lines, fill),
        steps: Some(steps(counted, counted_fill)),
    }
}

fn by_one<L: Line, const LENGTH: usize>(pieces: &L, walls: &L) -> L {
    fill_by_one(pieces, walls, 1, LENGTH)
}

fn galloped<L: Line, const LENGTH: usize>(pieces: &L, walls: &L) -> L {
    let speed = best_speed(LENGTH);
    gallop(pieces, walls, 1, LENGTH, speed, Pace::Accelerate)
}

fn recursive<L: Line, const LENGTH: usize>(pieces: &L, walls: &L) -> L {
    gallop_recursive(pieces, walls, 1, LENGTH, 2)
}

#[inline(always)]
fn time<L: Line>(lines: &[(L, L)], fill: impl Fn(&L, &L) -> L) -> f64 {
    nanoseconds(lines.len(), || {
        for (pieces, walls) in lines {
            black_box(fill(black_box(pieces), black_box(walls)));
        }
    })
}

fn steps<L: Line>(lines: &[(L, L)], fill: impl Fn(&L, &L) -> L) -> f64 {
    STEPS.set(0);
    for (pieces, walls) in lines {
        fill(pieces, walls);
    }
    STEPS.get() as f64 / lines.len() as f64
}

/// The bits of a line in 256, with a filler past its last place.
fn wide(bits: &[bool], beyond: bool) -> U256 {
    let end = if beyond { bits.len() } else { 256 };
    set(bits)
        .chain(end..256)
        .fold(U256::ZERO, |all, place| all | U256::from_place(place))
}

fn row(density: u64, length: usize) -> [Cost; 5] {
    let lines = lines(length, density);
    let word = |bits: &[bool], beyond| wide(bits, beyond).low as u64;
    // The length of a line is known to the program, and to the compiler.
    match length {
        8 => measure::<_, 8>(&lines, word),
        10 => measure::<_, 10>(&lines, word),
        64 => measure::<_, 64>(&lines, word),
        128 => measure::<_, 128>(&lines, |bits, beyond| wide(bits, beyond).low),
        256 => measure::<_, 256>(&lines, wide),
        4_096 => measure::<_, 4_096>(&lines, string),
        1_048_576 => measure::<_, 1_048_576>(&lines, string),
        _ => unreachable!("no such row: {length}"),
    }
}

fn string(bits: &[bool], _: bool) -> BitString {
    BitString::from_places(bits.len(), set(bits))
}

fn cell(cost: &Cost) -> String {
    let digits = usize::from(cost.time < 100.0);
    match cost.steps {
        Some(steps) => format!("{:.digits$} ({steps:.0})", cost.time),
        None => format!("{:.digits$}", cost.time),
    }
}

fn main() {
    println!("\n## Fills of a line on {}: ns (steps)\n", cpu_name());
    println!("| N | walls | {} |", WAYS.join(" | "));
    println!("| -: | -: |{}", " -: |".repeat(WAYS.len()));
    let mut curves = WAYS.map(|name| Curve {
        name,
        points: Vec::new(),
    });
    for length in [8, 10, 64, 128, 256, 4_096, 1_048_576] {
        for density in [0, 5, 20, 50] {
            let costs = row(density, length);
            let cells = costs.each_ref().map(cell);
            println!("| {length} | {density} % | {} |", cells.join(" | "));
            if density == 0 {
                for (curve, cost) in curves.iter_mut().zip(costs) {
                    let point = cost.steps.map(|steps| (length as f64, cost.time, steps));
                    curve.points.extend(point);
                }
            }
        }
    }
    let curves: Vec<_> = curves
        .into_iter()
        .filter(|curve| !curve.points.is_empty())
        .collect();
    plot::write("flood.svg", "Fills of an open line of N places", &curves);
}
