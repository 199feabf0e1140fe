//! The arguments that say which games to look for.

use clap::Args;
use tak_book::games::Query;
use tak_encoding::ptn::move_list;
use tak_encoding::{AnyPosition, AnyRules};
use tak_games::move_list::tell_decided;

use crate::failure::Failure;
use crate::filter::FilterArguments;

/// A position, and other conditions.
#[derive(Args)]
pub(super) struct QueryArguments {
    /// Find games that passed through this position, in any orientation
    #[arg(long, value_name = "TPS", conflicts_with = "size")]
    tps: Option<String>,

    /// Find games that passed through the position after these moves, played in any order; from the
    /// empty board of --size, or from --tps
    #[arg(long, value_name = "MOVES", value_parser = some_moves)]
    moves: Option<String>,

    #[command(flatten)]
    filter: FilterArguments,
}

fn some_moves(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("expected moves like 'a1 f6'".to_owned());
    }
    Ok(text.to_owned())
}

impl QueryArguments {
    /// The query that they describe.
    pub(super) fn query(&self) -> Result<Query, Failure> {
        let mut rules = AnyRules::default();
        let opening = self.filter.opening;
        rules.opening = opening.unwrap_or_default();
        let start = match (&self.tps, &self.moves, self.filter.size) {
            (Some(tps), ..) => {
                Some(AnyPosition::from_tps_with(tps, rules).map_err(Failure::input)?)
            }
            (None, Some(_), Some(size)) => {
                Some(AnyPosition::with_rules(size, rules).map_err(Failure::input)?)
            }
            (None, Some(_), None) => {
                return Err(Failure::Input("--moves: expected --size or --tps too".to_owned()));
            }
            (None, None, _) => None,
        };
        let position = match (start, &self.moves) {
            (Some(start), Some(moves)) => Some(played(&start, opening, moves)?),
            (start, _) => start,
        };
        Ok(Query { position, filter: self.filter.filter() })
    }
}

fn played(
    start: &AnyPosition,
    opening: Option<tak_encoding::Opening>,
    moves: &str,
) -> Result<AnyPosition, Failure> {
    tak_encoding::with_position!(start, start => {
        let game = move_list::read_by(*start, opening, moves);
        let game = game.map_err(|why| Failure::Input(format!("--moves, {why}")))?;
        tell_decided("--moves", &game, moves);
        Ok((*game.end()).into())
    })
}
