//! `d`: the position drawn as text.

use std::fmt::Write;

use tak_encoding::{Color, Kind, OneHash, Playable, Position, Size, Square};

/// The board with coordinates, each stack from bottom to top as in TPS, and the
/// facts of the position. No line is blank.
pub(super) fn draw<const N: usize>(position: &Position<N, OneHash>) -> String
where
    Size<N>: Playable,
{
    let mut text = board(position);
    let side = position.side_to_move();
    for color in Color::ALL {
        let reserve = position.reserve(color);
        let flats = number(reserve.flats, "flat");
        let caps = number(reserve.caps, "capstone");
        let turn = if color == side { ", to move" } else { "" };
        let _ = writeln!(text, "{color:?}: {flats}, {caps} in hand{turn}");
    }
    let half_komi = position.half_komi().0;
    let komi = f64::from(half_komi) / 2.0;
    let _ = writeln!(text, "Flats on top: {:+} for White", position.flat_lead());
    let _ = writeln!(text, "Komi: {komi} ({half_komi} half points)");
    let _ = writeln!(text, "Move: {}", position.move_number());
    let _ = writeln!(text, "TPS: {position}");
    let _ = writeln!(text, "Hash: {:016x}", position.hash());
    match position.outcome() {
        Some(outcome) => {
            let _ = write!(text, "Game over: {outcome}");
        }
        None => {
            let _ = write!(text, "Legal moves: {}", position.count_moves());
        }
    }
    text
}

fn number(count: u8, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// The squares, last rank first, above the letters of the files.
fn board<const N: usize>(position: &Position<N, OneHash>) -> String
where
    Size<N>: Playable,
{
    let square = |file, rank| Square::new(rank * N + file);
    let cell = |file, rank| square(file, rank).map_or_else(String::new, |at| stack(position, at));
    let width = |file| (0..N).map(|rank| cell(file, rank).len()).max();
    let widths: Vec<usize> = (0..N).map(|file| width(file).unwrap_or(1)).collect();
    let mut text = String::new();
    let mut line = |label: &str, cells: &dyn Fn(usize) -> String| {
        let mut line = format!(" {label}");
        for (file, width) in widths.iter().enumerate() {
            let _ = write!(line, "  {:width$}", cells(file));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    };
    for rank in (0..N).rev() {
        line(&(rank + 1).to_string(), &|file| cell(file, rank));
    }
    line(" ", &|file| ((b'a' + file as u8) as char).to_string());
    text
}

/// A stack from bottom to top, as in TPS; a dot for an empty square.
fn stack<const N: usize>(position: &Position<N, OneHash>, square: Square<N>) -> String
where
    Size<N>: Playable,
{
    let Some((_, kind)) = position.top(square) else {
        return ".".to_owned();
    };
    let pieces = position.stack(square).colors().rev();
    let mut text: String = pieces
        .map(|color| match color {
            Color::White => '1',
            Color::Black => '2',
        })
        .collect();
    text.push_str(match kind {
        Kind::Flat => "",
        Kind::Wall => "S",
        Kind::Capstone => "C",
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_game() {
        let position = Position::<3, OneHash>::from_tps("1,1,1/2,2,x/x3 2 4").unwrap();
        assert!(draw(&position).ends_with("\nGame over: R-0"));
    }
}
