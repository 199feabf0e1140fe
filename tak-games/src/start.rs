//! The position that a command starts from: `--size`, `--tps` and `--moves`.
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tak_encoding::ptn::move_list;
use tak_encoding::{AnyGame, AnyPosition, AnyRules, BoardSize, Opening, untag_tps};
use tak_encoding::{with_game, with_position};
use tak_terminal::failure::Failure;

use crate::move_list::tell_decided;

/// The arguments that give a position.
#[derive(Args)]
pub struct Start {
    #[command(flatten)]
    board: Board,

    /// How the first two plies are played: swap, no-swap or "double black stack" [default: as the
    /// position or the first move shows, otherwise swap]
    #[arg(long, value_name = "OPENING")]
    opening: Option<Opening>,

    /// Moves to play first, in PTN, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "")]
    #[arg(hide_default_value = true)]
    moves: String,
}

/// Where the moves start: an empty board or a position.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Board {
    /// Start from the empty board of this size
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// Start from this position
    #[arg(long, value_name = "TPS")]
    tps: Option<String>,
}

/// Parses a size; the help lists all of them.
pub fn board_size() -> impl TypedValueParser<Value = BoardSize> {
    PossibleValuesParser::new(["3", "4", "5", "6", "7", "8"])
        .try_map(|size| size.parse::<BoardSize>())
}

impl Start {
    /// The position after the moves.
    pub fn position(&self, rules: AnyRules) -> Result<AnyPosition, Failure> {
        let game = self.game(rules)?;
        Ok(with_game!(game, game => (*game.end()).into()))
    }

    /// The moves as a game from the position that they start from.
    pub fn game(&self, mut rules: AnyRules) -> Result<AnyGame, Failure> {
        rules.opening = self.opening.unwrap_or_default();
        let position = match (self.board.size, &self.board.tps) {
            (Some(size), _) => AnyPosition::with_rules(size, rules).map_err(Failure::input),
            (None, tps) => {
                let tps = untag_tps(tps.as_deref().unwrap_or_default());
                AnyPosition::from_tps_with(tps, rules).map_err(Failure::input)
            }
        };
        let position = position?;
        if let Some(wanted) = self.opening
            && let told = with_position!(position, position => position.opening())
            && position.is_opening()
            && told != wanted
        {
            let why = format!("--opening {wanted}: the position belongs to the opening {told}");
            return Err(Failure::Input(why));
        }
        with_position!(position, start => {
            let game = move_list::read_by(start, self.opening, &self.moves);
            let game = game.map_err(|why| Failure::Input(format!("--moves, {why}")))?;
            tell_decided("--moves", &game, &self.moves);
            Ok(game.into())
        })
    }
}
