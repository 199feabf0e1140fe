//! What the engine answers. No line is empty, and what others wrote is quoted only
//! with its control characters escaped.

use std::fmt::Write;

use tak_encoding::{AnyMove, BoardSize};

use super::game::HALF_KOMI;
use super::options::Options;
use crate::engine::{Event, Info, Verdict};
use crate::perft::PerftEvent;
use crate::wdl::Chances;

/// The answer to `tei`. The sizes come before the options: a client that reads them
/// speaks the second dialect, and takes the komi from there.
pub(super) fn introduction(options: &Options) -> String {
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

/// An event of a search; `problem` is what is wrong with its position.
pub(super) fn event(event: &Event, problem: Option<&str>) -> String {
    match event {
        Event::Complaint(text) => message(text),
        Event::Info(line) => info(line, problem),
        Event::BestMove(Some(mv)) => format!("bestmove {mv}"),
        Event::BestMove(None) => "bestmove --".to_owned(),
    }
}

/// A proven score takes two lines, of which every client understands one: the score
/// as a number, and as a result. The second has a node more, because the client that
/// understands results keeps the line with more nodes.
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

/// The words before `pv` come in pairs, `multipv` first: one client takes everything
/// before it for another line.
fn info_line(info: &Info, nodes: u64, score: &str, problem: Option<&str>) -> String {
    let time = info.time.as_millis();
    let speed = nodes as f64 / info.time.as_secs_f64().max(1e-6);
    let Chances { win, draw, loss } = info.chances;
    // Some clients show a remark only after a `pv`, and take the whole rest of the
    // line for it: so there is only one.
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
        text_of(&info.line),
    )
}

/// A remark for the user.
pub(super) fn message(text: &str) -> String {
    format!("info string {text}")
}

fn text_of(line: &[AnyMove]) -> String {
    let moves: Vec<_> = line.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// A line of a perft.
pub(super) fn perft(event: &PerftEvent) -> String {
    match event {
        PerftEvent::Move(mv, leaves) => format!("{mv}: {leaves}"),
        PerftEvent::Total { leaves, time, complete } => {
            let what = if *complete { "Total" } else { "Stopped at" };
            let seconds = time.as_secs_f64();
            let speed = *leaves as f64 / seconds.max(1e-6);
            format!("{what}: {leaves} in {seconds:.3} s, {speed:.0} a second")
        }
    }
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
            line: ["a1", "2b2>11"].map(|mv| AnyMove::parse(BoardSize::Six, mv).unwrap()).to_vec(),
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
