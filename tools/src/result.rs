//! `tak-tools result`: how a game stands or ended.

use clap::{Args, value_parser};
use serde_json::json;
use tak_encoding::{AnyRules, HalfKomi};

use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::start::Start;

/// Print the result: R-0, 0-R, F-0, 0-F, 1/2-1/2, or none
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools result --tps '1,2,1,2/2,1,2,1/1,2,1,2/2,1,2,1 1 9'
  tak-tools result --tps '1,2,1,2/2,1,2,1/1,2,1,2/2,1,2,1 1 9' --half-komi -1
  tak-tools result --size 3 --moves 'a3 a1 b1 b3 c1' --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Half points added to Black's flats, may be negative: 4 is a komi of 2
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(default_value = "0", value_parser = value_parser!(i16))]
    half_komi: i16,

    /// Print one JSON object on one line; no result is null
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Prints the result.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rules = AnyRules {
            half_komi: HalfKomi(self.half_komi),
            ..AnyRules::default()
        };
        let position = self.start.position(rules)?;
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        if self.json {
            return print_json(&json!({
                "size": position.size().squares_per_side(),
                "tps": position.to_string(),
                "half_komi": self.half_komi,
                "result": outcome,
            }));
        }
        print(&format!("{}\n", outcome.as_deref().unwrap_or("none")))
    }
}
