//! `bench`: the same search on every machine, as a signature and a speed.
//!
//! Frameworks that test engines on many machines (`OpenBench`) compare the node count to make sure
//! that all built the same program, and scale clocks by the speed.

use std::time::{Duration, Instant};

use tak_encoding::{AnyMove, AnyPosition, AnyRules, BoardSize, HalfKomi, OneHash};
use tak_search::engine::Setup;
use tak_search::limits::Limits;
use tak_search::table::Table;
use tak_terminal::cpu::BUILT_FOR;
use tak_terminal::failure::Failure;
use tak_terminal::output::print;

use crate::think::Thinker;

/// Search fixed positions to fixed depths and print nodes and speed.
///
/// With one thread the number of nodes is the same on every machine: it changes if, and only if,
/// search or evaluation changes.
#[derive(clap::Args)]
#[command(after_help = "\
The first line says for which CPUs the program was built. The last line reads
`<nodes> nodes <speed> nps`, as OpenBench expects it.

  tak-engine bench
  tak-engine bench --size 6 --deeper 1
  tak-engine bench --threads 2")]
pub(crate) struct Arguments {
    /// Plies to search more (or fewer) than the usual depth of each position.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_name = "PLIES")]
    deeper: i32,
    /// Only positions of this board size.
    #[arg(long, value_name = "3..8")]
    size: Option<BoardSize>,
    /// Search threads; the node count is a signature only with one.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// The transposition table, in MiB.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=32_768))]
    hash: u32,
}

/// A game of the engine against itself.
struct Game {
    size: BoardSize,
    /// The plies to stop at, and the depth to search there.
    stops: &'static [(usize, u32)],
    moves: &'static str,
}

const fn game(size: BoardSize, stops: &'static [(usize, u32)], moves: &'static str) -> Game {
    Game { size, stops, moves }
}

#[rustfmt::skip]
const GAMES: [Game; 6] = [
    game(BoardSize::Three, &[(0, 11), (4, 11)], "c1 c2 a2 c1+ b2 2c2< a2> Sc2 a1"),
    game(BoardSize::Four, &[(0, 11), (12, 12), (26, 12)],
        "a1 d4 c2 a3 a2 b2 d2 a4 a2+ d3 c3 b2> b3 a4- b3< a4 b3 a4- b3< Sb3 d1 2c2> 4a3-22 b3< b3 3a3-12"),
    game(BoardSize::Five, &[(0, 10), (14, 11), (30, 11)],
        "a1 e1 Cc3 Cc4 b3 d3 c2 d2 d1 c1 b4 b5 a4 c4< c4 b2 a3 b1 e3 2b4- b4 b5- a4> 3b3+ c5 4b4> b3 e2 c2> b2+"),
    game(BoardSize::Six, &[(0, 10), (14, 11), (32, 10), (46, 10)],
        "a1 f6 Cd4 c4 d3 Cc3 d2 d5 c5 c2 d1 e4 e3 c6 d6 c3> c3 b3 b4 f3 b2 c1 e2 a2 f4 a3 f5 e4- b2+ b2 d4< a4 \
         a5 d4 e5 b5 b4+ c6> 2c4> d5< Sc4 b2+ e2+ 3b3+12 c4< 3b5<"),
    game(BoardSize::Seven, &[(0, 9), (16, 10), (36, 9)],
        "a1 g7 f7 a7 a6 b6 b7 f6 g6 g1 e1 c1 f2 c2 g5 f3 e3 e2 d2 g3 d3 f4 e7 e4 d6 d4 c4 c5 b7- a7- c6 a5 d5 \
         b7 a4 b5"),
    game(BoardSize::Eight, &[(0, 8), (18, 9), (40, 9)],
        "a1 h8 d2 g3 d1 d3 e3 a2 e2 e4 f7 f4 c3 c4 b4 b5 c5 g2 e8 a8 a3 g8 g6 a4 f8 g1 c7 c6 d4 d3+ b4> d5 d8 \
         g4 c5> 2d4+ a7 b7 f6 e5"),
];

/// Searches all positions, prints a line for each, and the sum.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // With a smaller table, the node count would not be the signature.
    let hash = arguments.hash;
    let no_memory = |error| Failure::input(format_args!("--hash {hash}: {error}"));
    Table::new(hash as usize).map_err(no_memory)?;
    print(&format!("built for {BUILT_FOR}\n"))?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let wanted = |size| arguments.size.is_none_or(|only| only == size);
    for &Game { size, stops, moves } in GAMES.iter().filter(|game| wanted(game.size)) {
        for &(plies, depth) in stops {
            let depth = depth.saturating_add_signed(arguments.deeper).max(1);
            let position = position(size, plies, moves)?;
            let start = Instant::now();
            let (found, best) = search(&position, depth, arguments)?;
            print(&format!(
                "{size}×{size} after {plies:2} plies, depth {depth:2}: {found:9} nodes, {best}\n"
            ))?;
            nodes += found;
            time += start.elapsed();
        }
    }
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    print(&format!("{nodes} nodes {speed:.0} nps\n"))
}

/// The position after this many plies of a game, with a komi of two flats.
fn position(size: BoardSize, plies: usize, moves: &str) -> Result<AnyPosition<OneHash>, Failure> {
    let rules = AnyRules::with_komi(HalfKomi(4));
    let mut position = AnyPosition::with_rules(size, rules).map_err(Failure::input)?;
    for mv in moves.split_ascii_whitespace().take(plies) {
        let mv = position.parse_move(mv).map_err(Failure::input)?;
        position.play(mv).map_err(Failure::input)?;
    }
    Ok(position)
}

/// The nodes of a search with an empty table, and its best move.
fn search(
    position: &AnyPosition<OneHash>,
    depth: u32,
    arguments: &Arguments,
) -> Result<(u64, AnyMove), Failure> {
    let mut thinker = Thinker::new(arguments.threads.into(), arguments.hash as usize);
    let lines = thinker.think(Setup::new(*position), Limits::depth(depth));
    let lines = lines.map_err(|broken_off| Failure::Disagreement(broken_off.to_string()));
    let best = lines?.swap_remove(0);
    Ok((best.nodes, best.line[0]))
}
