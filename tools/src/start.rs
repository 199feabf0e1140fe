//! The position that a command starts from: `--size`, `--tps` and `--moves`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tak_encoding::{AnyPosition, AnyRules, BoardSize, NoHash, excerpt};

use crate::failure::Failure;

/// The arguments that say which position is meant.
#[derive(Args)]
pub(crate) struct Start {
    #[command(flatten)]
    board: Board,

    /// Moves to play first, in PTN, divided by spaces
    #[arg(long, value_name = "MOVES", default_value = "")]
    #[arg(hide_default_value = true)]
    moves: String,
}

/// Where the moves begin: an empty board or a position.
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

/// Reads a size, and lists all of them in the help.
pub(crate) fn board_size() -> impl TypedValueParser<Value = BoardSize> {
    PossibleValuesParser::new(["3", "4", "5", "6", "7", "8"])
        .try_map(|size| size.parse::<BoardSize>())
}

impl Start {
    /// The position after the moves.
    pub(crate) fn position(&self, rules: AnyRules) -> Result<AnyPosition<NoHash>, Failure> {
        let mut position = self.board.position(rules)?;
        for (index, text) in self.moves.split_ascii_whitespace().enumerate() {
            play(&mut position, text)
                .map_err(|why| Failure::Input(format!("--moves, number {}: {why}", index + 1)))?;
        }
        Ok(position)
    }

    /// The text of the move that led to the position, if any was played.
    pub(crate) fn last_move(&self) -> Option<&str> {
        self.moves.split_ascii_whitespace().next_back()
    }
}

impl Board {
    fn position(&self, rules: AnyRules) -> Result<AnyPosition<NoHash>, Failure> {
        match (self.size, &self.tps) {
            (Some(size), _) => {
                AnyPosition::new(size, rules).map_err(|error| Failure::Input(error.to_string()))
            }
            (None, tps) => AnyPosition::from_tps(tps.as_deref().unwrap_or_default(), rules)
                .map_err(|error| Failure::Input(error.to_string())),
        }
    }
}

/// Plays one move, which the library would also do after the end of the game.
fn play(position: &mut AnyPosition<NoHash>, text: &str) -> Result<(), String> {
    if let Some(outcome) = position.outcome() {
        let text = excerpt(text);
        return Err(format!(
            "move {text}: the game has ended before it with {outcome}"
        ));
    }
    position.play_ptn(text).map_err(|error| error.to_string())
}
