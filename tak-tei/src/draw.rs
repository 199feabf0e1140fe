//! `d`: the position drawn as text.

use std::fmt::Write;

use tak_encoding::{AnyPosition, Color, OneHash, with_position};

/// The board with coordinates, each stack from bottom to top as in TPS, and the facts of
/// the position. No line is blank.
pub(crate) fn draw(position: &AnyPosition<OneHash>) -> String {
    let tps = position.to_string();
    let mut text = board(position.size().squares_per_side(), &stacks(&tps));
    let (reserves, lead) =
        with_position!(position, position => (position.reserves(), position.flat_lead()));
    let side = position.side_to_move();
    for color in Color::ALL {
        let reserve = reserves[color.index()];
        let flats = number(reserve.flats, "flat");
        let caps = number(reserve.caps, "capstone");
        let turn = if color == side { ", to move" } else { "" };
        let _ = writeln!(text, "{color:?}: {flats}, {caps} in hand{turn}");
    }
    let komi = position.half_komi();
    let _ = writeln!(text, "Flats on top: {lead:+} for White");
    let _ = writeln!(text, "Komi: {komi} ({} half points)", komi.0);
    let _ = writeln!(text, "Move: {}", position.move_number());
    let _ = writeln!(text, "TPS: {tps}");
    let _ = writeln!(text, "Hash: {:016x}", position.hash());
    match position.outcome() {
        Some(outcome) => {
            let _ = write!(text, "Game over: {outcome}");
        }
        None => {
            let _ = write!(text, "Legal moves: {}", position.legal_moves().len());
        }
    }
    text
}

fn number(count: u8, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// The squares, last rank first, above the letters of the files.
fn board(size: usize, stacks: &[&str]) -> String {
    let cell = |file: usize, rank: usize| match stacks.get(rank * size + file) {
        None | Some(&"") => ".",
        Some(stack) => stack,
    };
    let width = |file| (0..size).map(|rank| cell(file, rank).len()).max();
    let widths: Vec<usize> = (0..size).map(|file| width(file).unwrap_or(1)).collect();
    let mut text = String::new();
    let mut line = |label: &str, cells: &dyn Fn(usize) -> String| {
        let mut line = format!(" {label}");
        for (file, width) in widths.iter().enumerate() {
            let _ = write!(line, "  {:width$}", cells(file));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    };
    for rank in (0..size).rev() {
        line(&(rank + 1).to_string(), &|file| cell(file, rank).to_owned());
    }
    line(" ", &|file| ((b'a' + file as u8) as char).to_string());
    text
}

/// The stacks in a TPS from a1 on, each from bottom to top, and empty for an empty square.
pub(crate) fn stacks(tps: &str) -> Vec<&str> {
    let (board, _) = tps.split_once(' ').unwrap_or((tps, ""));
    let mut stacks = Vec::new();
    for cell in board.rsplit('/').flat_map(|row| row.split(',')) {
        match cell.strip_prefix('x') {
            Some(count) => stacks.extend(std::iter::repeat_n("", count.parse().unwrap_or(1))),
            None => stacks.push(cell),
        }
    }
    stacks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_game() {
        let position = "1,1,1/2,2,x/x3 2 4".parse().unwrap();
        assert!(draw(&position).ends_with("\nGame over: R-0"));
    }
}
