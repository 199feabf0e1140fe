//! One side of the games of a thread: the engine inside this process, or an external one. An engine
//! that fails is restarted for the next game.

use std::fmt::Write;
use std::time::Duration;

use tak_games::beginnings::Conditions;

use crate::engine::EngineSpec;
use crate::game::Game;
use crate::own::Own;
use crate::tei::{BestMove, Client, Fault};

/// An engine as described, running or not.
pub(crate) struct Player<'a> {
    pub(crate) spec: &'a EngineSpec,
    patience: Duration,
    running: Option<Running>,
}

enum Running {
    Own(Box<Own>),
    Process(Box<Client>),
}

impl<'a> Player<'a> {
    /// An engine that starts when it is needed. Without a clock it may take this long to answer.
    pub(crate) fn new(spec: &'a EngineSpec, patience: Duration) -> Self {
        Self { spec, patience, running: None }
    }

    /// Begins a game and waits until the engine is ready for it, and perhaps for its first two
    /// plies.
    pub(crate) fn new_game(
        &mut self,
        conditions: Conditions,
        with_opening: bool,
    ) -> Result<(), Fault> {
        let running = match self.running.take() {
            Some(running) => running,
            None if self.spec.cmd.is_some() => {
                Running::Process(Box::new(Client::start(self.spec, self.patience)?))
            }
            None => Running::Own(Box::new(Own::start(self.spec)?)),
        };
        match self.running.insert(running) {
            Running::Own(engine) => {
                engine.new_game();
                Ok(())
            }
            Running::Process(client) => client.new_game(conditions, with_opening),
        }
    }

    /// The engine's next move, after `moves_made` of its own. If there is an allowance, the move
    /// must come within it.
    pub(crate) fn think(
        &mut self,
        game: &Game,
        clocks: [Duration; 2],
        moves_made: u32,
        allowance: Option<Duration>,
    ) -> Result<BestMove, Fault> {
        let left = clocks[game.side_to_move().index()];
        match &mut self.running {
            None => Err(Fault::Crash("it is not running".to_owned())),
            Some(Running::Own(engine)) => {
                engine.best_move(game, self.spec.effort.limits(left, moves_made))
            }
            Some(Running::Process(client)) => {
                let go = go(self.spec, clocks, moves_made);
                client.best_move(game, &go, allowance)
            }
        }
    }

    /// Ends an engine that has failed, so that it starts afresh.
    pub(crate) fn end(&mut self) {
        self.running = None;
    }
}

/// The `go` command. An opponent without a clock gets ours.
fn go(spec: &EngineSpec, clocks: [Duration; 2], moves_made: u32) -> String {
    let effort = spec.effort;
    let mut line = "go".to_owned();
    if let Some(time) = effort.time {
        let [white, black] = clocks.map(|clock| clock.as_millis());
        let increment = time.increment.as_millis();
        let _ = write!(line, " wtime {white} btime {black} winc {increment} binc {increment}");
    }
    let numbers = [
        ("movestogo", effort.time.and_then(|time| time.moves_to_go(moves_made)).map(u64::from)),
        ("movetime", effort.movetime),
        ("nodes", effort.nodes),
        ("depth", effort.depth.map(u64::from)),
    ];
    for (word, number) in numbers {
        if let Some(number) = number {
            let _ = write!(line, " {word} {number}");
        }
    }
    line
}
