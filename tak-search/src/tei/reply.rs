//! What the engine answers. No line is empty, and what others wrote is quoted only
//! with its control characters escaped.

use std::fmt::Write;

use tak_encoding::{AnyMove, BoardSize};

use super::game::HALF_KOMI;
use super::options::{Options, ScoreUnit};
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

/// The two ways to begin a game, of which each client knows one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// `teinewgame 6`: match runners, which know scores as numbers only and warn of
    /// anything else.
    First,
    /// `teinewgame size 6 halfkomi 4`: pages, which know results too.
    Second,
}

/// How a client wants to be told of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    pub(super) score: ScoreUnit,
    /// `None` before the first game.
    pub(super) dialect: Option<Dialect>,
}

/// An event of a search; `problem` is what is wrong with its position.
pub(super) fn event(event: &Event, style: Style, problem: Option<&str>) -> String {
    match event {
        Event::Complaint(text) => message(text),
        Event::Info(line) => info(line, style, problem),
        Event::BestMove(Some(mv)) => format!("bestmove {mv}"),
        Event::BestMove(None) => "bestmove --".to_owned(),
    }
}

/// A proven score is told as a number or as a result, whichever the client
/// understands. As long as nobody knows who is there it takes two lines, the second
/// with a node more: the client that understands results keeps the line with more
/// nodes.
fn info(info: &Info, style: Style, problem: Option<&str>) -> String {
    let score = format!("cp {}", centipieces(info, style.score));
    let proof = info.proof.filter(|_| style.dialect != Some(Dialect::First));
    let Some((verdict, plies)) = proof else {
        return info_line(info, info.nodes, &score, problem);
    };
    let verdict = match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    };
    let result = format!("solved {verdict} {plies}");
    if style.dialect.is_some() {
        return info_line(info, info.nodes, &result, problem);
    }
    let nodes = info.nodes.saturating_sub(1);
    let number = info_line(info, nodes, &score, problem);
    let result = info_line(info, nodes + 1, &result, problem);
    format!("{number}\n{result}")
}

/// The score as a number.
fn centipieces(info: &Info, unit: ScoreUnit) -> i32 {
    let Chances { win, loss, .. } = info.chances;
    match unit {
        ScoreUnit::Flats => info.score,
        ScoreUnit::Result => (f64::from(i32::from(win) - i32::from(loss)) / 10.0).round() as i32,
    }
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

    const NOBODY: Style = Style { score: ScoreUnit::Flats, dialect: None };

    #[test]
    fn a_score_is_one_line() {
        let line = "info multipv 1 depth 7 seldepth 9 time 20 nodes 100 nps 5000 hashfull 3 \
                    score cp -30 wdl 1000 0 0 pv a1 2b2>11";
        assert_eq!(info(&found(-30, None), NOBODY, None), line);
        let wrong = info(&found(-30, None), NOBODY, Some("no such move"));
        assert_eq!(wrong, format!("{line} error no such move"));
    }

    #[test]
    fn a_proof_is_what_the_client_knows() {
        let proven = found(9995, Some((Verdict::Win, 5)));
        for (dialect, expected) in [
            (None, &["nodes 99 cp 9995", "nodes 100 solved win 5"][..]),
            (Some(Dialect::First), &["nodes 100 cp 9995"]),
            (Some(Dialect::Second), &["nodes 100 solved win 5"]),
        ] {
            let text = info(&proven, Style { dialect, ..NOBODY }, None);
            let told = text.lines().map(|line| {
                let between =
                    |before, after| line.split_once(before).unwrap().1.split_once(after).unwrap().0;
                format!("nodes {} {}", between(" nodes ", " nps"), between(" score ", " wdl"))
            });
            assert_eq!(told.collect::<Vec<_>>(), expected, "{dialect:?}");
        }
    }

    #[test]
    fn a_number_is_flats_or_the_result() {
        let in_unit =
            |score, chances, unit| centipieces(&Info { chances, ..found(score, None) }, unit);
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
