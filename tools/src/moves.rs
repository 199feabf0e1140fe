//! `tak-tools moves`: the legal moves of a position.

use clap::Args;
use serde_json::json;
use tak_encoding::AnyRules;
use tak_games::start::Start;

use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::remark;

/// List the legal moves, sorted, in the shortest PTN form
///
/// A finished game has none; its result goes to standard error.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools moves --size 3
  tak-tools moves --size 6 --moves 'a1 f6 c3'
  tak-tools moves --tps 'x5/x5/1C,2S,x3/x5/x5 1 4' --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Lists the moves.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(AnyRules::default())?;
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        // The library lists what the board allows, even after the game is over.
        let mut moves = match outcome {
            None => position.legal_moves().iter().map(ToString::to_string).collect(),
            Some(_) => Vec::new(),
        };
        moves.sort_unstable();
        if self.json {
            return print_json(&json!({
                "size": position.size().squares_per_side(),
                "tps": position.to_string(),
                "opening": position.opening().to_string(),
                "result": outcome,
                "moves": moves,
            }));
        }
        if let Some(outcome) = outcome {
            remark::tell(&format!("the game is over: {outcome}"));
        }
        let lines: String = moves.iter().flat_map(|mv| [mv, "\n"]).collect();
        print(&lines)
    }
}
