//! A game or a position, and the forms that it is written in.

use clap::ValueEnum;
use tak_encoding::{AnyGame, Game, Link, Playable, Position, Size, with_game};

/// How a game or a position is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Form {
    /// The position at the end, one a line
    Tps,
    /// Games with tags, an empty line between them
    Ptn,
    /// Moves in PTN, one game a line
    Moves,
    /// Moves in the notation of playtak.com, one game a line
    Playtak,
    /// Links to ptn.ninja, one a line
    Url,
}

/// A game, or a position as a game without moves.
pub(super) struct Entry {
    /// Where it stands in the source, 1 for the first line.
    pub(super) line: u64,
    pub(super) game: AnyGame,
    /// Its PTN as it was written, if it was.
    pub(super) ptn: Option<String>,
    /// How many plies are played in what a link shows.
    pub(super) plies: Option<usize>,
    /// Whether a link shows a side line, which is not read.
    pub(super) side_line: bool,
}

impl Entry {
    pub(super) fn new(line: u64, game: AnyGame) -> Self {
        Self { line, game, ptn: None, plies: None, side_line: false }
    }

    /// With one line end after the text.
    pub(super) fn with_ptn(self, ptn: &str) -> Self {
        let ptn = Some(ptn.trim().to_owned() + "\n");
        Self { ptn, ..self }
    }

    /// The text in a form, with its line end. `plies` is what the user asks for.
    pub(super) fn write(&self, form: Form, plies: Option<usize>) -> Result<String, String> {
        let plies = plies.or(self.plies);
        Ok(match form {
            Form::Ptn => self.ptn(),
            Form::Url => {
                check(plies, self.game.plies())?;
                let link = Link { ptn: self.ptn(), plies, side_line: false };
                format!("{link}\n")
            }
            Form::Tps if self.side_line => {
                return Err("it shows a side line, which is not read; use --to ptn".to_owned());
            }
            Form::Tps => with_game!(&self.game, game => position(game, plies)?.to_tps() + "\n"),
            Form::Moves => with_game!(&self.game, game => {
                from_the_start(game)?;
                let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
                moves.join(" ") + "\n"
            }),
            Form::Playtak => with_game!(&self.game, game => {
                from_the_start(game)?;
                game.to_playtak() + "\n"
            }),
        })
    }

    /// As it was written, comments and all, or else made new.
    fn ptn(&self) -> String {
        self.ptn.clone().unwrap_or_else(|| self.game.to_string())
    }
}

fn position<const N: usize>(game: &Game<N>, plies: Option<usize>) -> Result<Position<N>, String>
where
    Size<N>: Playable,
{
    check(plies, game.moves().len())?;
    let Some(plies) = plies else {
        return Ok(*game.end());
    };
    let mut position = *game.start();
    for &mv in &game.moves()[..plies] {
        position.play_unchecked(mv);
    }
    Ok(position)
}

fn check(plies: Option<usize>, played: usize) -> Result<(), String> {
    match plies {
        Some(plies) if plies > played => {
            Err(format!("ply {plies}: expected at most {played}, where the game ends"))
        }
        _ => Ok(()),
    }
}

/// A list of moves cannot say where it starts.
fn from_the_start<const N: usize>(game: &Game<N>) -> Result<(), String>
where
    Size<N>: Playable,
{
    if game.start().occupied().is_empty() && game.start().ply() == 0 {
        return Ok(());
    }
    let why =
        "it starts from a position, which a list of moves cannot tell; use --to ptn, tps or url";
    Err(why.to_owned())
}
