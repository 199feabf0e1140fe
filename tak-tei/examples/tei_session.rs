//! A TEI session over channels, as a web page or a server would run it: the engine plays a short
//! game against itself.

use std::sync::mpsc;

use tak_tei::{Profile, Session};

fn main() {
    let (sender, answers) = mpsc::channel();
    let mut session = Session::new(Profile::default(), move |line: &str| {
        let _ = sender.send(line.to_owned());
    });
    session.line("teinewgame size 5 halfkomi 4");
    let mut moves = String::new();
    for _ in 0..8 {
        session.line(&format!("position startpos moves{moves}"));
        session.line("go nodes 2000");
        for line in &answers {
            if let Some(mv) = line.strip_prefix("bestmove ") {
                moves = format!("{moves} {mv}");
                break;
            }
        }
    }
    session.line("quit");
    println!("{}", moves.trim_start());
}
