//! Galloping against single steps, for lines of all lengths with few and many
//! walls. `examples/steps.rs` counts the steps.

use std::hint::black_box;
use std::time::Duration;

use bitops::flood::{
    BitString, Line, Pace, U256, best_speed, fill_by_one, fill_down, fill_up, gallop,
    gallop_recursive,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// How many different lines of a kind are filled in turn.
const LINES: usize = 64;

/// Lines of `length` places with walls on `walls` per cent of them, and with a piece at the start
/// of every open stretch: the worst case, since every stretch is filled from end to end.
fn lines<L>(length: usize, walls: u8, make: impl Fn(&[bool]) -> L) -> Vec<(L, L)> {
    let mut random = fastrand::Rng::with_seed(1);
    let line = || {
        let walls: Vec<_> = (0..length).map(|_| random.u8(..100) < walls).collect();
        let starts = |place: usize| !walls[place] && (place == 0 || walls[place - 1]);
        let pieces: Vec<_> = (0..length).map(starts).collect();
        (make(&pieces), make(&walls))
    };
    let count = if length > 256 { 1 } else { LINES };
    std::iter::repeat_with(line).take(count).collect()
}

fn wide(bits: &[bool]) -> U256 {
    let set = (0..bits.len()).filter(|&place| bits[place]);
    set.fold(U256::ZERO, |all, place| all | U256::from_place(place))
}

fn string(bits: &[bool]) -> BitString {
    BitString::from_places(bits.len(), (0..bits.len()).filter(|&place| bits[place]))
}

/// Times every fill. The length of the lines is known to the compiler.
fn fills<L: Line, const LENGTH: usize>(criterion: &mut Criterion, make: impl Fn(&[bool]) -> L) {
    for walls in [0, 5, 20, 50] {
        let mut group = criterion.benchmark_group(format!("{LENGTH} places, {walls} % walls"));
        let lines = lines(LENGTH, walls, &make);
        group.throughput(Throughput::Elements(lines.len() as u64));
        let mut bench = |name: &str, fill: &dyn Fn(&L, &L)| {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    for (pieces, walls) in &lines {
                        fill(black_box(pieces), black_box(walls));
                    }
                });
            });
        };
        // A million steps of a million places take 17 seconds.
        if LENGTH < 10_000 {
            bench("by one", &|pieces, walls| {
                black_box(fill_by_one(pieces, walls, 1, LENGTH));
            });
        }
        bench("gallop √N", &|pieces, walls| {
            let speed = best_speed(LENGTH);
            black_box(gallop(pieces, walls, 1, LENGTH, speed, Pace::Accelerate));
        });
        bench("gallop √N, decelerating", &|pieces, walls| {
            let speed = best_speed(LENGTH);
            black_box(gallop(pieces, walls, 1, LENGTH, speed, Pace::Decelerate));
        });
        bench("recursive", &|pieces, walls| {
            black_box(gallop_recursive(pieces, walls, 1, LENGTH, 2));
        });
        bench("recursive by 3", &|pieces, walls| {
            black_box(gallop_recursive(pieces, walls, 1, LENGTH, 3));
        });
        bench("recursive by 4", &|pieces, walls| {
            black_box(gallop_recursive(pieces, walls, 1, LENGTH, 4));
        });
        bench("recursive by 8", &|pieces, walls| {
            black_box(gallop_recursive(pieces, walls, 1, LENGTH, 8));
        });
        bench("carry up", &|pieces, walls| {
            black_box(fill_up(pieces, walls));
        });
        bench("carry down", &|pieces, walls| {
            black_box(fill_down(pieces, walls));
        });
    }
}

fn floods(criterion: &mut Criterion) {
    fills::<_, 8>(criterion, |bits| wide(bits).low as u64);
    fills::<_, 64>(criterion, |bits| wide(bits).low as u64);
    fills::<_, 128>(criterion, |bits| wide(bits).low);
    fills::<_, 256>(criterion, wide);
    fills::<_, 4_096>(criterion, string);
    fills::<_, 1_048_576>(criterion, string);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1));
    targets = floods
}
criterion_main!(benches);
