//! An engine for Tak that speaks TEI. So far it plays any legal move: put your own thoughts into
//! `choose`.

use std::io;

use tak_encoding::AnyMove;
use tak_tei::bot::{Bot, Turn, serve};

/// Its source of random numbers.
struct RandomBot(fastrand::Rng);

impl Bot for RandomBot {
    fn name(&self) -> String {
        "Random bot".to_owned()
    }

    /// `turn` knows the position, how much time there is, and when it is over.
    fn choose(&mut self, turn: &Turn) -> AnyMove {
        let moves = turn.position.legal_moves();
        moves[self.0.usize(..moves.len())]
    }
}

fn main() -> io::Result<()> {
    let mut bot = RandomBot(fastrand::Rng::new());
    serve(&mut bot, io::stdin(), io::stdout())
}
