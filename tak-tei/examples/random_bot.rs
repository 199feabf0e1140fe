//! A whole engine that speaks TEI: it plays any legal move. Put your own thoughts into `choose`.
//!
//! ```sh
//! cargo build --example random_bot
//! cargo run --release -p tak-match -- play --size 5 --komi 2 --games 10 --nodes 100 \
//!     --engine cmd=target/debug/examples/random_bot --engine name=tak-engine
//! ```

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
