//! What a player sees of the game.

use std::fmt::Write;

use tak_encoding::{MoveName, Opening};
use tak_pictures::{Coordinates, TextBoard};
use tak_terminal::output::{terminal_height, terminal_width};
use tak_terminal::wrap::wrapped;

use super::clock::Shown;
use super::game::name;
use super::session::Session;

/// The lines that stand around a board and what is said below it: two messages, the line that was
/// typed last, two spaces, and the prompt.
const AROUND: usize = 6;

impl Session {
    /// The greeting before the first move.
    pub(super) fn welcome(&self) -> String {
        let size = self.game.position().size();
        let komi = self.game.start().half_komi();
        let players = match self.game.engine {
            None => "Two people play.".to_owned(),
            Some(engine) => {
                format!("You are {}, the engine plays {}.", name(!engine), self.strength)
            }
        };
        // Also where the engine begins, for it may think a while.
        let board = self.board();
        format!(
            "Tak {size}×{size}, komi {komi}. {players}\n\
             Type moves like c3, Sc3 or 2c3>11; `help` says more.\n\n{board}"
        )
    }

    /// The prompt for the player's line.
    pub(super) fn prompt(&self) -> String {
        if self.is_over() {
            return "review, undo, new or quit> ".to_owned();
        }
        let mv = MoveName::of_ply(self.game.position().ply() as usize).in_ptn();
        let side = self.game.position().side_to_move();
        let clock = self.clocks.as_ref();
        let clock = clock.map_or_else(String::new, |it| format!(" [{}]", Shown(it.left(side))));
        format!("{mv}{clock} ")
    }

    /// The board, and how the game ended, or how it begins; no higher than the terminal.
    pub(super) fn board(&self) -> String {
        let width = terminal_width().unwrap_or(usize::MAX);
        let below = self.below();
        let taken = AROUND + wrapped(&below, width).lines().count();
        let height = terminal_height().map_or(usize::MAX, |height| height.saturating_sub(taken));
        let board = TextBoard::new(self.style, Coordinates::Shown);
        let board = board.with_width(width).with_height(height).draw(&self.game.diagram());
        format!("{board}\n{below}")
    }

    /// What stands below the board.
    fn below(&self) -> String {
        let Some(ending) = self.game.ending() else {
            return self.opening().to_owned();
        };
        let diagram = self.game.diagram();
        if diagram.road.is_empty() {
            return format!("{ending}\n");
        }
        let squares: Vec<_> = diagram.road.iter().map(|&at| diagram.square_name(at)).collect();
        format!("{ending} The road: {}.\n", squares.join(" "))
    }

    /// How the game begins, until it has begun.
    fn opening(&self) -> &'static str {
        if !self.game.position().is_opening() {
            return "";
        }
        match self.game.position().opening() {
            Opening::Swap => {
                "On their first move both players place one of the opponent's flats.\n"
            }
            Opening::NoSwap => "On their first move both players place a flat of their own.\n",
            Opening::DoubleBlackStack => {
                "White first places two black flats, as in 2a1, then Black one white flat.\n"
            }
        }
    }

    /// All legal moves, by kind.
    pub(super) fn moves(&self) -> String {
        if self.is_over() {
            return "There are none: the game is over.\n".to_owned();
        }
        let moves = self.game.position().legal_moves().into_iter();
        let moves: Vec<_> = moves.map(|mv| mv.to_string()).collect();
        let is_spread = |mv: &&String| mv.contains(['+', '-', '<', '>']);
        let starts = |letter| move |mv: &&String| mv.starts_with(letter);
        let flats: Vec<_> = moves.iter().filter(|mv| mv.len() == 2).collect();
        let mut text = String::new();
        for (name, group) in [
            ("flats", flats),
            ("walls", moves.iter().filter(starts('S')).collect()),
            ("capstones", moves.iter().filter(starts('C')).collect()),
            ("spreads", moves.iter().filter(is_spread).collect()),
        ] {
            if !group.is_empty() {
                let _ = write!(text, "{name}:");
                wrap(&mut text, &group);
            }
        }
        text
    }
}

/// Words after a heading, in lines that fit a terminal.
fn wrap(text: &mut String, words: &[&String]) {
    const WIDTH: usize = 78;
    let mut width = WIDTH;
    for word in words {
        if width + 1 + word.len() > WIDTH {
            text.push_str("\n ");
            width = 1;
        }
        let _ = write!(text, " {word}");
        width += 1 + word.len();
    }
    text.push('\n');
}
