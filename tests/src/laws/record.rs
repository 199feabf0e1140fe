//! Games and positions as web pages get them: `record` and `state`.

use std::sync::mpsc::{Receiver, channel};

use serde_json::Value;
use tak_tei::Session;

use super::guest;

/// The answer for a text that is a game agrees with the packed text and with the starting position;
/// what PTN Ninja is given is a game from there too.
///
/// # Panics
///
/// If not.
pub fn record(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let mut page = Page::open();
    let told = page.ask("record", &Value::from(text).to_string());
    let Some(packed) = told["packed"].as_str() else {
        assert!(told["error"].is_string(), "{told}");
        return;
    };
    let link = Value::from(format!("ptn.ninja/{packed}"));
    assert_eq!(page.ask("record", &link.to_string()), told, "{link}");
    let ninja = page.ask("record", &told["link"].to_string());
    // Its names of branches may be longer than the text.
    if ninja["line"].is_number() || ninja["error"].is_null() {
        assert_eq!(ninja["start"], told["start"], "{told}");
        assert_eq!(ninja["leftOut"], Value::Array(Vec::new()), "{told}");
    }
    for (number, ply) in told["plies"].as_array().expect("an array").iter().enumerate() {
        let after = ply["after"].as_u64();
        assert!(after.is_none_or(|after| after < number as u64), "{number}: {told}");
    }
    if !page.takes_rules(&told) {
        return;
    }
    let start = told["start"].as_str().expect("a TPS");
    let state = page.ask("state", &format!("tps {start}"));
    let tps = state["tps"].as_str().unwrap_or_else(|| panic!("{start}: {state}"));
    assert_eq!(tps, start);
    assert_eq!(state["size"], told["size"]);
}

/// A page with a session of its own.
struct Page {
    session: Session,
    lines: Receiver<String>,
}

impl Page {
    fn open() -> Self {
        let (sender, lines) = channel();
        let say = move |line: &str| sender.send(line.to_owned()).expect("the test listens");
        Self { session: Session::new(guest(), say), lines }
    }

    /// Begins a game by the rules of a record; false if a file may hold more pieces than
    /// can be asked for.
    fn takes_rules(&mut self, record: &Value) -> bool {
        let text = |name: &str| record[name].as_str().expect("a text");
        let (size, komi, opening) = (&record["size"], &record["halfKomi"], text("opening"));
        self.session.line(&format!("teinewgame size {size} halfkomi {komi} opening {opening}"));
        for (name, counts) in [("Flats", &record["flats"]), ("Caps", &record["caps"])] {
            for color in 0..2 {
                let (number, count) = (color + 1, &counts[color]);
                self.session.line(&format!("setoption name {name}{number} value {count}"));
            }
        }
        !self.lines.try_iter().any(|line| line.contains("string option "))
    }

    /// The only line of the answer to a question.
    fn ask(&mut self, word: &str, question: &str) -> Value {
        self.session.line(&format!("{word} {question}"));
        let lines: Vec<_> = self.lines.try_iter().collect();
        let [line] = &lines[..] else { panic!("{question}: {lines:?}") };
        let json = line.strip_prefix(word).unwrap_or_else(|| panic!("{question}: {line}"));
        serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {line}"))
    }
}
