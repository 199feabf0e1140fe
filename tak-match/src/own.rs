//! The engine of this project, inside this process.

use std::sync::mpsc::channel;
use std::time::Instant;

use tak_encoding::AnyMove;
use tak_search::engine::{Engine, Event, Info, Setup};
use tak_search::evaluation::network::NetworkChoice;
use tak_search::level::{BestLines, Level};
use tak_search::limits::Limits;
use tak_terminal::failure::printable;

use crate::engine::EngineSpec;
use crate::game::Game;
use crate::tei::{BestMove, Fault};
use crate::thought::Thought;

/// The engine, and how well it plays.
pub(crate) struct Own {
    engine: Engine,
    level: Option<Level>,
}

impl Own {
    /// An engine with the options of a description.
    pub(crate) fn start(spec: &EngineSpec) -> Result<Self, Fault> {
        /// A small table is quickly cleared for the next game.
        const MEBIBYTES: usize = 8;
        let mut own = Self { engine: quick_engine(MEBIBYTES), level: None };
        for (name, value) in &spec.options {
            let set = own.set_option(name, value);
            set.map_err(|why| Fault::Unfit(format!("option {}: {why}", printable(name))))?;
        }
        Ok(own)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = || {
            let number = value.parse().ok().filter(|number| (1..=65536).contains(number));
            number.ok_or_else(|| format!("found '{}', expected a number from 1", printable(value)))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.engine.options.hash = number()?,
            "threads" => self.engine.options.threads = number()?.min(1024),
            "evalfile" => {
                let network = NetworkChoice::open(value);
                let why = |error| format!("{}: {error}", printable(value));
                self.engine.set_network(network.map_err(why)?);
            }
            "level" if value == "0" => self.level = None,
            "level" => self.level = Some(value.parse()?),
            _ => {
                let has = "Hash, Threads, EvalFile and Level; for others give it a cmd";
                return Err(format!("the engine inside of this program has {has}"));
            }
        }
        Ok(())
    }

    /// Begins a game.
    pub(crate) fn new_game(&mut self) {
        self.engine.new_game();
        self.engine.prepare();
    }

    /// Its next move. The limits of its level apply too.
    pub(crate) fn best_move(&mut self, game: &Game, mut limits: Limits) -> Result<BestMove, Fault> {
        let start = Instant::now();
        if let Some(level) = self.level {
            limits = level.within(limits);
        }
        let (mut best, lines) = search(&mut self.engine, game.setup.clone(), limits);
        let mut line = lines.first();
        if let Some(level) = self.level {
            // The same position gets the same answer, in every run and on every thread.
            line = level.choose(&lines, game.setup.position.hash());
            best = line.and_then(|line| line.line.first().copied()).or(best);
        }
        let mv = best.ok_or_else(|| Fault::Crash("its search has ended".to_owned()))?;
        let thought = line.map(Thought::from).unwrap_or_default();
        Ok(BestMove { mv, time: start.elapsed(), thought })
    }
}

/// An engine with a table of this size.
pub(crate) fn quick_engine(mebibytes: usize) -> Engine {
    let mut engine = Engine::default();
    engine.options.hash = mebibytes;
    engine
}

/// The result of a search: the move, and the last report on each line, the best one first.
pub(crate) fn search(
    engine: &mut Engine,
    setup: Setup,
    limits: Limits,
) -> (Option<AnyMove>, Vec<Info>) {
    let (sender, events) = channel();
    engine.go(setup, limits, Instant::now(), move |event| {
        let _ = sender.send(event); // heard to the end, see below
    });
    let (mut best, mut lines) = (None, BestLines::default());
    for event in events {
        match event {
            Event::BestMove(mv) => best = mv,
            Event::Info(info) => lines.add(info),
            Event::Complaint(_) => {}
        }
    }
    (best, lines.finish())
}
