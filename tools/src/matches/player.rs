//! One side of the games of a thread: the engine inside this process, or an external one. An engine
//! that fails is restarted for the next game.

use std::fmt::Write;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use tak_encoding::AnyMove;
use tak_search::engine::{Engine, Event, Info, Setup};
use tak_search::evaluation::network::NetworkChoice;
use tak_search::limits::Limits;

use super::engine::EngineSpec;
use super::game::{Conditions, Game};
use super::tei::{BestMove, Client, Fault};
use super::thought::Thought;
use crate::failure::printable;

/// An engine as described, running or not.
pub(crate) struct Player<'a> {
    pub(crate) spec: &'a EngineSpec,
    patience: Duration,
    running: Option<Running>,
}

enum Running {
    Own(Box<Engine>),
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
            None => Running::Own(Box::new(own(self.spec)?)),
        };
        match self.running.insert(running) {
            Running::Own(engine) => {
                engine.new_game();
                engine.prepare();
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
                let start = Instant::now();
                let limits = self.spec.effort.limits(left, moves_made);
                let (mv, info) = search(engine, game.setup.clone(), limits);
                let mv = mv.ok_or_else(|| Fault::Crash("its search has ended".to_owned()))?;
                let thought = info.as_ref().map(Thought::from).unwrap_or_default();
                Ok(BestMove { mv, time: start.elapsed(), thought })
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

/// The engine of this project. A small table is quickly cleared for the next game.
fn own(spec: &EngineSpec) -> Result<Engine, Fault> {
    const MEBIBYTES: usize = 8;
    let mut engine = quick_engine(MEBIBYTES);
    for (name, value) in &spec.options {
        let number = || {
            let number = value.parse().ok().filter(|number| (1..=65536).contains(number));
            let found = printable(value);
            number.ok_or_else(|| {
                Fault::Unfit(format!("option {name}: found '{found}', expected a number from 1"))
            })
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => engine.options.hash = number()?,
            "threads" => engine.options.threads = number()?.min(1024),
            "evalfile" => {
                let network = NetworkChoice::open(value).map_err(|error| {
                    Fault::Unfit(format!("option {name}: {}: {error}", printable(value)))
                })?;
                engine.set_network(network);
            }
            _ => {
                let name = printable(name);
                let why = "has Hash, Threads and EvalFile; for others give it a cmd";
                return Err(Fault::Unfit(format!(
                    "option {name}: the engine inside of this program {why}"
                )));
            }
        }
    }
    Ok(engine)
}

/// An engine with a table of this size.
pub(crate) fn quick_engine(mebibytes: usize) -> Engine {
    let mut engine = Engine::default();
    engine.options.hash = mebibytes;
    engine
}

/// The result of a search: the move, and the last report on the best line.
pub(crate) fn search(
    engine: &mut Engine,
    setup: Setup,
    limits: Limits,
) -> (Option<AnyMove>, Option<Info>) {
    let (sender, events) = channel();
    engine.go(setup, limits, Instant::now(), move |event| {
        let _ = sender.send(event); // heard to the end, see below
    });
    let (mut best, mut last) = (None, None);
    for event in events {
        match event {
            Event::BestMove(mv) => best = mv,
            Event::Info(info) => last = Some(info),
            Event::Complaint(_) => {}
        }
    }
    (best, last)
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
