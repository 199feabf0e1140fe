//! What the engine is asked for: its moves, advice, and a review of the game.

use tak_search::engine::Info;
use tak_search::limits::Limits;
use tak_search::wdl::Chances;
use tak_terminal::interrupt::hold;
use tak_terminal::output::terminal_width;
use tak_terminal::progress::Progress;

use super::record;
use super::session::{Feedback, Session};
use crate::analyze::{self, Page};
use crate::think::{for_white, in_flats, text_of};

/// How far `hint` and `eval` search.
const NODES_OF_HINT: u64 = 300_000;

/// What is shown while it searches.
const THINKS: &str = "The engine thinks";

impl Session {
    /// The engine's move, if it is its turn; nothing if an interrupt came first.
    pub(super) fn let_engine_play(&mut self) -> Option<String> {
        if !self.game.waits_for_engine() {
            return Some(String::new());
        }
        self.start_clock();
        let setup = self.game.setup().clone();
        let side = self.game.position().side_to_move();
        let clock = self.clocks.as_ref().map(|clocks| clocks.limits(side));
        let level = self.strength.level();
        let (mv, is_interrupted) = hold(|| {
            let _thinks = Progress::waiting(THINKS);
            self.thinker.play(setup, level, clock, &mut self.random)
        });
        match mv {
            _ if is_interrupted => {
                // The player is asked something, which takes none of the engine's time.
                if let Some(clocks) = &mut self.clocks {
                    clocks.stop();
                }
                None
            }
            Ok(Some(mv)) => Some(self.play(mv).unwrap_or_else(|problem| problem + "\n")),
            Ok(None) => Some("The engine finds no move.\n".to_owned()),
            Err(broken_off) => Some(format!("{broken_off}\n")),
        }
    }

    pub(super) fn hint(&mut self) -> Feedback {
        let best = self.best_line()?;
        let line = text_of(&best.line);
        let mv = line.split(' ').next().unwrap_or_default();
        Ok(format!("Try {mv}; the game may go on {line}.\n"))
    }

    pub(super) fn eval(&mut self) -> Feedback {
        let best = self.best_line()?;
        let eval = for_white(best.score, self.game.position().side_to_move());
        let line = text_of(&best.line);
        let eval = match best.proof {
            _ if best.chances == Chances::DRAWN => "A draw".to_owned(),
            Some(_) => in_flats(eval),
            None => in_flats(eval) + " in flats, komi included; + is good for White",
        };
        Ok(format!("{eval}. The game may go on {line}.\n"))
    }

    /// The best line as far as it is searched, or until an interrupt.
    fn best_line(&mut self) -> Result<Info, String> {
        if self.game.position().outcome().is_some() {
            return Err("The game is over.".to_owned());
        }
        let setup = self.game.setup().clone();
        let (lines, _) = hold(|| {
            let _thinks = Progress::waiting(THINKS);
            self.thinker.think(setup, Limits::nodes(NODES_OF_HINT))
        });
        let lines = lines.map_err(|broken_off| broken_off.to_string())?;
        lines.into_iter().next().ok_or_else(|| "Nothing was found.".to_owned())
    }

    /// What `analyze` says of the game.
    pub(super) fn review(&self) -> Feedback {
        if !self.is_over() {
            return Err("The review comes when the game is over; `resign` ends it.".to_owned());
        }
        if self.game.moves().is_empty() {
            return Err("There are no moves to review.".to_owned());
        }
        let ptn = record::text(&self.game, self.strength);
        let page = Page { style: self.style, width: terminal_width() };
        analyze::review(ptn, page).map_err(|failure| failure.to_string())
    }
}
