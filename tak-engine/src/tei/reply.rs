//! What the engine says, line by line. No line is ever empty, and what others
//! wrote reaches one only with its control characters escaped.

use std::fmt::Write;

use tak_encoding::BoardSize;

use super::options::{HALF_KOMI, Options};
use crate::engine::{Event, Info};

/// The answer to `tei`. The sizes come before any option: a client that reads
/// them speaks the second dialect and takes komi from there.
pub fn introduction(options: &Options) -> String {
    let mut text = format!(
        "id name Tak toolkit\nid author the Tak toolkit authors\nid version {}\nsize",
        env!("CARGO_PKG_VERSION")
    );
    for size in BoardSize::ALL {
        let _ = write!(text, " {size}");
    }
    text.push_str(" halfkomi");
    for half_komi in HALF_KOMI {
        let _ = write!(text, " {half_komi}");
    }
    for option in options.announcements() {
        text.push('\n');
        text.push_str(&option);
    }
    text.push_str("\nteiok");
    text
}

/// What a search has to tell.
pub fn event(event: &Event) -> String {
    match event {
        Event::Complaint(text) => message(text),
        Event::Info(line) => info(line),
        Event::BestMove(Some(mv)) => format!("bestmove {mv}"),
        Event::BestMove(None) => "bestmove --".to_owned(),
    }
}

fn info(info: &Info) -> String {
    let time = info.time.as_millis();
    let speed = info.nodes as f64 / info.time.as_secs_f64().max(1e-6);
    // Some clients show a word only behind a line of play.
    let note = info.note.as_ref();
    let note = note.map_or_else(String::new, |note| format!(" string {note}"));
    format!(
        "info multipv {} depth {} seldepth {} time {time} nodes {} nps {speed:.0} hashfull {} score cp {} pv {}{note}",
        info.rank,
        info.depth,
        info.selective_depth,
        info.nodes,
        info.permille_full,
        info.score,
        info.line.join(" "),
    )
}

/// A word to the person behind the client.
pub fn message(text: &str) -> String {
    format!("info string {text}")
}
