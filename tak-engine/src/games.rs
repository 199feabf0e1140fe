//! The games in a source: PTN, a link to ptn.ninja, or a TPS.

use std::path::Path;

use tak_encoding::ptn::{GameText, Games, games};
use tak_encoding::{AnyGame, Link, any_to_ptn};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::remark;
use tak_terminal::text::Text;

/// The game in an argument that is a link, and not the name of a file.
pub(crate) fn link(argument: &Path) -> Option<Source> {
    let text = argument.to_str()?;
    let is_link = Link::is_one(text) && text.contains("ptn.ninja/") && !argument.exists();
    is_link.then(|| Source::Argument("link", text.to_owned()))
}

/// The PTN in a source, whatever its form.
pub(crate) fn read_text(source: &Source) -> Result<Text, Failure> {
    Text::read(source)?.unpacked(any_to_ptn)
}

/// The games of a text, good and bad.
pub(crate) fn all(text: &Text) -> Games<'_> {
    games(text.as_str()).damaged_at(text.damaged())
}

/// Reads one game of a text; the others may be bad.
pub(crate) fn read(text: &Text, game: GameText<'_>) -> Result<AnyGame, Failure> {
    text.check(game.span())?;
    let read = game.read().map_err(|error| {
        text.source().failure_at_column(error.line(), error.column(), error.problem())
    })?;
    read.remark().into_iter().for_each(remark::once);
    Ok(read)
}
