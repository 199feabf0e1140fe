//! `tak-tools result`: the result of a game.

use clap::Args;
use serde_json::json;
use tak_encoding::{AnyRules, HalfKomi};
use tak_games::start::Start;

use crate::failure::Failure;
use crate::output::{print, print_json};

/// Print the result: R-0, 0-R, F-0, 0-F, 1/2-1/2, or none
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools result --tps '1,2,1,2/2,1,2,1/1,2,1,2/2,1,2,1 1 9'
  tak-tools result --tps '1,2,1,2/2,1,2,1/1,2,1,2/2,1,2,1 1 9' --komi -0.5
  tak-tools result --size 3 --moves 'a3 a1 b1 b3 c1' --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Points added to Black's flats, like 2 or 2.5; may be negative
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, default_value = "0")]
    komi: HalfKomi,

    /// Print one JSON object on one line; no result is null
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Prints the result.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rules = AnyRules::with_komi(self.komi);
        let position = self.start.position(rules)?;
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        if self.json {
            return print_json(&json!({
                "size": position.size().squares_per_side(),
                "tps": position.to_string(),
                "half_komi": self.komi.0,
                "result": outcome,
            }));
        }
        print(&format!("{}\n", outcome.as_deref().unwrap_or("none")))
    }
}
