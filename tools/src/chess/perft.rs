//! `tak-tools chess perft`: counts the games of a given number of plies.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use clap::{Args, value_parser};
use serde_json::json;

use super::attacks::Attacks;
use super::board::{Board, Move};
use super::fen::{Fen, START};
use super::generate::generate;
use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::perft::Count;
use crate::progress::Progress;

/// Count chess games of D plies (perft)
///
/// Every move is played, including those of the last ply. Games that end before D plies do not
/// count.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools chess perft --depth 6 --threads 2
  tak-tools chess perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' \\
      --depth 5 --divide
  tak-tools chess perft --depth 4 --json")]
pub(crate) struct Arguments {
    /// Start from this position instead of the starting position
    #[arg(long, value_name = "FEN", default_value = START)]
    fen: String,

    /// Plies to play, 0 to 100
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u8).range(0..=100))]
    depth: u8,

    /// Threads that share the legal moves
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Also print the count below each legal move
    #[arg(long)]
    divide: bool,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Counts and prints.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let fen: Fen = self.fen.parse().map_err(|why| Failure::Input(format!("--fen: {why}")))?;
        let count = self.count(&fen.board);
        if !self.json {
            return print(&count.text());
        }
        let mut object =
            json!({ "fen": fen.to_string(), "depth": self.depth, "threads": self.threads });
        count.add_to(&mut object);
        print_json(&object)
    }

    fn count(&self, board: &Board) -> Count {
        let attacks = Attacks::new();
        let start = Instant::now();
        // At depth 0 there is no move to divide by.
        let parts = (self.depth > 0).then(|| self.divide(board, &attacks));
        let nodes = match &parts {
            Some(parts) => parts.iter().map(|(_, nodes)| nodes).sum(),
            None => 1,
        };
        let time = start.elapsed();
        let parts = parts.filter(|_| self.divide);
        Count { nodes, parts, time }
    }

    /// The count below each legal move, sorted by the text of the move. Each thread takes the next
    /// move when it has finished one.
    fn divide(&self, board: &Board, attacks: &Attacks) -> Vec<(String, u64)> {
        let moves = legal_moves(board, attacks);
        let progress = Progress::parts();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let mut counter = Counter { attacks, moves: Vec::new() };
            let mut parts = Vec::new();
            while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
                let nodes = counter.count(&board.after(mv), self.depth - 1);
                parts.push((mv.to_string(), nodes));
                progress.set_part(done.fetch_add(1, Ordering::Relaxed) + 1, moves.len());
            }
            parts
        };
        let mut parts = thread::scope(|scope| {
            // This thread works too, and does everything if no other can be started.
            let helpers: Vec<_> = (1..usize::from(self.threads).min(moves.len()))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let mut parts = work();
            for helper in helpers {
                let theirs = helper.join();
                parts.extend(theirs.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            parts
        });
        parts.sort_unstable();
        parts
    }
}

/// Counts by playing every move.
struct Counter<'a> {
    attacks: &'a Attacks,
    /// The moves not yet played, of all plies, those of the last on top.
    moves: Vec<Move>,
}

impl Counter<'_> {
    /// The games of `depth` plies. Moves of the last ply are played like all others, not counted in
    /// bulk.
    fn count(&mut self, board: &Board, depth: u8) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        let below = self.moves.len();
        generate(board, self.attacks, &mut self.moves);
        while self.moves.len() > below
            && let Some(mv) = self.moves.pop()
        {
            let mut next = *board;
            next.play(mv);
            if !next.is_in_check(board.turn, self.attacks) {
                nodes += self.count(&next, depth - 1);
            }
        }
        nodes
    }
}

/// The moves that do not leave the king in check.
pub(super) fn legal_moves(board: &Board, attacks: &Attacks) -> Vec<Move> {
    let mut moves = Vec::new();
    generate(board, attacks, &mut moves);
    moves.retain(|&mv| !board.after(mv).is_in_check(board.turn, attacks));
    moves
}
