//! An engine that looks one move ahead: it takes a road, gives none away, and counts flats.

use std::io;

use tak_encoding::{AnyMove, Kind};
use tak_tei::bot::{Bot, Turn, serve};

/// It needs to remember nothing.
struct GreedyBot;

impl Bot for GreedyBot {
    fn name(&self) -> String {
        "Greedy bot".to_owned()
    }

    fn choose(&mut self, turn: &Turn) -> AnyMove {
        if let Some(road) = turn.position.road_move() {
            return road;
        }
        let mut position = turn.position;
        let us = position.side_to_move();
        let mut best = None;
        for mv in position.legal_moves() {
            let Ok(undo) = position.play(mv) else { continue };
            let loses = position.road_move().is_some();
            let tops = (0..64).filter_map(|square| position.top(square));
            let flats = tops.filter(|&top| top == (us, Kind::Flat)).count();
            position.undo(undo);
            let worth = if loses { 0 } else { flats + 1 };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, mv));
            }
            if turn.is_over() {
                break;
            }
        }
        best.map_or_else(|| turn.position.legal_moves()[0], |(_, mv)| mv)
    }
}

fn main() -> io::Result<()> {
    serve(&mut GreedyBot, io::stdin(), io::stdout())
}
