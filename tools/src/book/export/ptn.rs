//! A tree of moves as a game with variations.

use std::fmt::Write as _;

use tak_book::{After, Branch, Tally};
use tak_encoding::ptn::for_others;
use tak_encoding::{AnyPosition, Color, Game, with_position};

use crate::book::line;
use crate::counted::counted;

/// The tree as one game, with the first moves as the main line and the others as branches that PTN
/// Ninja reads.
pub(super) fn game(start: &AnyPosition, branches: &[Branch]) -> String {
    let tags = with_position!(start, start => Game::new(*start).to_string());
    let mut text = Text { moves: String::new(), is_numbered: false };
    text.write(start, branches);
    for_others(format!("{}\n\n{}\n", tags.trim_end(), text.moves))
}

struct Text {
    moves: String,
    /// Whether a black move may follow without a move number.
    is_numbered: bool,
}

impl Text {
    /// Writes the moves played in a position.
    fn write(&mut self, position: &AnyPosition, branches: &[Branch]) {
        let Some((main, others)) = branches.split_first() else { return };
        self.write_move(position, main);
        for other in others {
            self.moves.push_str(" (");
            self.is_numbered = false;
            self.write_move(position, other);
            self.go_on(position, other);
            self.moves.push(')');
            self.is_numbered = false;
        }
        self.go_on(position, main);
    }

    fn write_move(&mut self, position: &AnyPosition, branch: &Branch) {
        let Branch { mv, tally, value, after } = branch;
        if !self.moves.is_empty() && !self.moves.ends_with('(') {
            self.moves.push(' ');
        }
        let number = position.move_number();
        // Writing to a string cannot fail.
        let _ = match position.side_to_move() {
            Color::White => write!(self.moves, "{number}. {mv}"),
            Color::Black if self.is_numbered => write!(self.moves, "{mv}"),
            Color::Black => write!(self.moves, "{number}... {mv}"),
        };
        let _ = write!(self.moves, " {{{}", counts(tally));
        if let Some(value) = value {
            let _ = write!(self.moves, ", {value}");
        }
        if let After::Elsewhere(path) = after {
            let _ = write!(self.moves, "; see {}", line(path));
        }
        self.moves.push('}');
        // After a comment the number is repeated.
        self.is_numbered = false;
    }

    fn go_on(&mut self, position: &AnyPosition, Branch { mv, after, .. }: &Branch) {
        let After::Moves(branches) = after else { return };
        let mut next = *position;
        if next.play(*mv).is_ok() {
            self.write(&next, branches);
        }
    }
}

fn counts(tally: &Tally) -> String {
    let games = counted(tally.games, "game");
    match tally.score(Color::White) {
        Some(share) => format!("{games}, White {:.0} %", 100.0 * share),
        None => games,
    }
}
