//! What the engine says, line by line. No line is ever empty, and what others
//! wrote reaches one only with its control characters escaped.

use std::fmt::Write;

use tak_encoding::BoardSize;

use super::game::HALF_KOMI;
use super::options::Options;
use crate::engine::{Event, Info, Verdict};
use crate::wdl::Chances;

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

/// What a search has to tell, and what is wrong with the position that it is of.
pub fn event(event: &Event, problem: Option<&str>) -> String {
    match event {
        Event::Complaint(text) => message(text),
        Event::Info(line) => info(line, problem),
        Event::BestMove(Some(mv)) => format!("bestmove {mv}"),
        Event::BestMove(None) => "bestmove --".to_owned(),
    }
}

/// What is proven takes two lines, of which every client knows one: the score
/// as a number, and the same as a result. They differ in nodes too, because the
/// client that knows results keeps what cost more.
fn info(info: &Info, problem: Option<&str>) -> String {
    let score = format!("cp {}", info.score);
    let Some((verdict, plies)) = info.proof else {
        return info_line(info, info.nodes, &score, problem);
    };
    let verdict = match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    };
    let nodes = info.nodes.saturating_sub(1);
    let number = info_line(info, nodes, &score, problem);
    let result = format!("solved {verdict} {plies}");
    let result = info_line(info, nodes + 1, &result, problem);
    format!("{number}\n{result}")
}

/// The words before `pv` come in pairs, and `multipv` first: one client files
/// everything before it under another line.
fn info_line(info: &Info, nodes: u64, score: &str, problem: Option<&str>) -> String {
    let time = info.time.as_millis();
    let speed = nodes as f64 / info.time.as_secs_f64().max(1e-6);
    let Chances { win, draw, loss } = info.chances;
    // Some clients show a word only behind a line of play, and read all the rest
    // of the line as part of it: so there is one.
    let note = match (problem, &info.note) {
        (Some(problem), _) => format!(" error {problem}"),
        (None, Some(note)) => format!(" string {note}"),
        (None, None) => String::new(),
    };
    format!(
        "info multipv {} depth {} seldepth {} time {time} nodes {nodes} nps {speed:.0} hashfull {} \
         score {score} wdl {win} {draw} {loss} pv {}{note}",
        info.rank,
        info.depth,
        info.selective_depth,
        info.permille_full,
        info.line.join(" "),
    )
}

/// A word to the person behind the client.
pub fn message(text: &str) -> String {
    format!("info string {text}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn found(score: i32, proof: Option<(Verdict, u32)>) -> Info {
        Info {
            depth: 7,
            selective_depth: 9,
            rank: 1,
            score,
            chances: Chances::WON,
            proof,
            nodes: 100,
            time: Duration::from_millis(20),
            permille_full: 3,
            line: vec!["a1".to_owned(), "2b2>11".to_owned()],
            note: None,
        }
    }

    #[test]
    fn a_score_is_one_line() {
        let line = "info multipv 1 depth 7 seldepth 9 time 20 nodes 100 nps 5000 hashfull 3 \
                    score cp -30 wdl 1000 0 0 pv a1 2b2>11";
        assert_eq!(info(&found(-30, None), None), line);
        let wrong = info(&found(-30, None), Some("no such move"));
        assert_eq!(wrong, format!("{line} error no such move"));
    }

    #[test]
    fn a_proof_is_two_lines() {
        let text = info(&found(9995, Some((Verdict::Win, 5))), None);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains(" nodes 99 ") && lines[0].contains(" score cp 9995 wdl "));
        assert!(lines[1].contains(" nodes 100 ") && lines[1].contains(" score solved win 5 wdl "));
    }
}
