//! What the engine answers. No line is empty, and foreign text is quoted only with its control
//! characters escaped.

use std::fmt::Write;
use std::time::Duration;

use tak_encoding::{AnyMove, BoardSize};
use tak_search::engine::{Event, Info, ProvenResult};
use tak_search::perft::PerftEvent;
use tak_search::wdl::Chances;

use crate::game::HALF_KOMI;
use crate::options::{Options, ScoreUnit};

/// The answer to `tei`.
pub(crate) fn introduction(options: &Options) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(
        "id name Tak toolkit\nid author the Tak toolkit authors\nid version {version}\n{}",
        games()
    );
    for option in options.announcements() {
        text.push('\n');
        text.push_str(&option);
    }
    text.push_str("\nteiok");
    text
}

/// Which games can be played. This line comes before the options: a client that understands it
/// speaks the second dialect, and takes the komi from here.
pub(crate) fn games() -> String {
    let mut text = "size".to_owned();
    for size in BoardSize::ALL {
        let _ = write!(text, " {size}");
    }
    text.push_str(" halfkomi");
    for half_komi in HALF_KOMI {
        let _ = write!(text, " {half_komi}");
    }
    text
}

/// The two ways to begin a game, of which each client knows one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// `teinewgame 6`: match runners, which know scores as numbers only and warn about
    /// anything else.
    First,
    /// `teinewgame size 6 halfkomi 4`: web pages, which know results too.
    Second,
}

/// How a client wants scores written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    pub(crate) score: ScoreUnit,
    pub(crate) dialect: Dialect,
}

/// An event of a search; `problem` is what is wrong with its position.
pub(crate) fn event(event: &Event, style: Style, problem: Option<&str>) -> String {
    match event {
        Event::Complaint(text) => message(text),
        Event::Info(line) => info(line, style, problem),
        Event::BestMove(best) => best_move(*best),
    }
}

/// The answer to `go`; `None` where there is no legal move.
pub(crate) fn best_move(best: Option<AnyMove>) -> String {
    best.map_or_else(|| "bestmove --".to_owned(), |best| format!("bestmove {best}"))
}

/// A proven score is given as a number or as a result, whichever the client knows. Some clients
/// play out the line of a result to see whether it ends in a road or on flats: so a result comes
/// with all its plies, and is given as a number while they are not known.
fn info(info: &Info, style: Style, problem: Option<&str>) -> String {
    let whole = |&(_, plies): &(ProvenResult, u32)| plies == 0 || plies as usize == info.line.len();
    let score = match (info.proof.filter(whole), style.dialect) {
        (Some((verdict, plies)), Dialect::Second) => {
            let verdict = match verdict {
                ProvenResult::Win => "win",
                ProvenResult::Draw => "draw",
                ProvenResult::Loss => "loss",
            };
            format!("solved {verdict} {plies}")
        }
        _ => format!("cp {}", centipieces(info, style.score)),
    };
    info_line(info, &score, problem)
}

/// The score as a number.
fn centipieces(info: &Info, unit: ScoreUnit) -> i32 {
    let Chances { win, loss, .. } = info.chances;
    match unit {
        ScoreUnit::Flats => info.score,
        ScoreUnit::Result => (f64::from(i32::from(win) - i32::from(loss)) / 10.0).round() as i32,
    }
}

/// The words before `pv` come in pairs, `multipv` first: one client attributes everything before it
/// to another line.
fn info_line(info: &Info, score: &str, problem: Option<&str>) -> String {
    let (time, nodes) = (info.time.as_millis() as u64, info.nodes);
    let speed = a_second(nodes, info.time);
    let Chances { win, draw, loss } = info.chances;
    // Some clients show a remark only after a `pv`, and take the whole rest of the line for it: so
    // there is at most one.
    let note = match (problem, &info.note) {
        (Some(problem), _) => format!(" error {problem}"),
        (None, Some(note)) => format!(" string {note}"),
        (None, None) => String::new(),
    };
    format!(
        "info multipv {} depth {} seldepth {} time {time} nodes {nodes} nps {speed} hashfull {} \
         score {score} wdl {win} {draw} {loss} pv {}{note}",
        info.rank,
        info.depth,
        info.selective_depth,
        info.permille_full,
        text_of(&info.line),
    )
}

fn a_second(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64().max(1e-6)).round() as u64
}

/// A remark for the user.
pub(crate) fn message(text: &str) -> String {
    format!("info string {text}")
}

fn text_of(line: &[AnyMove]) -> String {
    let moves: Vec<_> = line.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// A line of perft output.
pub(crate) fn perft(event: &PerftEvent) -> String {
    match event {
        PerftEvent::Move(mv, leaves) => format!("{mv}: {leaves}"),
        PerftEvent::Total { leaves, time, complete } => {
            let what = if *complete { "Total" } else { "Stopped at" };
            let (seconds, milliseconds) = (time.as_secs(), time.subsec_millis());
            let speed = a_second(*leaves, *time);
            format!("{what}: {leaves} in {seconds}.{milliseconds:03} s, {speed} a second")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tak_encoding::AnyPosition;
    use tak_search::clock::Instant;
    use tak_search::engine::{Engine, Setup};
    use tak_search::limits::Limits;

    use super::*;

    /// What a search finds: only a search makes an `Info`.
    fn searched() -> Info {
        let start: AnyPosition<_> = "x3/x3/x3 1 1".parse().unwrap();
        let (sender, events) = mpsc::channel();
        let mut engine = Engine::default();
        engine.go(Setup::new(start), Limits::depth(1), Instant::now(), move |event| {
            let _ = sender.send(event); // what comes after the first line is not awaited
        });
        let is_info = |event| match event {
            Event::Info(info) => Some(info),
            _ => None,
        };
        events.into_iter().find_map(is_info).unwrap()
    }

    fn found(score: i32, proof: Option<(ProvenResult, u32)>) -> Info {
        let mut info = searched();
        (info.depth, info.selective_depth, info.rank) = (7, 9, 1);
        (info.score, info.chances, info.proof) = (score, Chances::WON, proof);
        (info.nodes, info.time) = (100, Duration::from_millis(20));
        info.permille_full = 3;
        info.line = ["a1", "2b2>11"].map(|mv| AnyMove::parse(BoardSize::Six, mv).unwrap()).to_vec();
        info
    }

    const FIRST: Style = Style { score: ScoreUnit::Flats, dialect: Dialect::First };

    #[test]
    fn a_score_is_one_line() {
        let line = "info multipv 1 depth 7 seldepth 9 time 20 nodes 100 nps 5000 hashfull 3 \
                    score cp -30 wdl 1000 0 0 pv a1 2b2>11";
        assert_eq!(info(&found(-30, None), FIRST, None), line);
        let wrong = info(&found(-30, None), FIRST, Some("no such move"));
        assert_eq!(wrong, format!("{line} error no such move"));
    }

    #[test]
    fn a_proof_is_what_the_client_knows() {
        for (plies, dialect, expected) in [
            (2, Dialect::First, " score cp 9998 wdl "),
            (2, Dialect::Second, " score solved win 2 wdl "),
            // The end of the line is not known.
            (5, Dialect::Second, " score cp 9995 wdl "),
        ] {
            let proven = found(10_000 - plies, Some((ProvenResult::Win, plies as u32)));
            let text = info(&proven, Style { dialect, ..FIRST }, None);
            assert!(text.contains(expected) && text.lines().count() == 1, "{dialect:?}: {text}");
        }
    }

    #[test]
    fn a_number_is_flats_or_the_result() {
        let in_unit = |score, chances, unit| {
            let mut info = found(score, None);
            info.chances = chances;
            centipieces(&info, unit)
        };
        for (chances, result) in [
            (Chances::WON, 100),
            (Chances::DRAWN, 0),
            (Chances::LOST, -100),
            (Chances { win: 468, draw: 298, loss: 234 }, 23),
            (Chances { win: 234, draw: 298, loss: 468 }, -23),
        ] {
            assert_eq!(in_unit(62, chances, ScoreUnit::Result), result, "{chances:?}");
            assert_eq!(in_unit(62, chances, ScoreUnit::Flats), 62);
        }
    }
}
