//! An engine that knows two things: it takes a road, and gives none away. Else it places a flat
//! anywhere.

use std::io;

use fastrand::Rng;
use tak_encoding::{AnyMove, Kind};
use tak_tei::bot::{Bot, Turn, serve};

/// It remembers nothing but its random numbers.
struct BeginnerBot(Rng);

impl Bot for BeginnerBot {
    fn name(&self) -> String {
        "Beginner bot".to_owned()
    }

    fn choose(&mut self, turn: &Turn) -> AnyMove {
        if let Some(road) = turn.position.road_move() {
            return road;
        }
        let mut moves = turn.position.legal_moves();
        self.0.shuffle(&mut moves);
        moves.sort_by_key(|mv| mv.places() != Some(Kind::Flat));
        let mut position = turn.position;
        let is_safe = |&&mv: &&AnyMove| {
            let Ok(undo) = position.play(mv) else { return false };
            let is_safe = position.road_move().is_none();
            position.undo(undo);
            is_safe
        };
        // If no move stops the road, any will do.
        moves.iter().find(is_safe).copied().unwrap_or(moves[0])
    }
}

fn main() -> io::Result<()> {
    serve(&mut BeginnerBot(Rng::with_seed(1)), io::stdin(), io::stdout())
}
