//! Links to ptn.ninja in the place of files.

use std::path::Path;

use tak_encoding::Link;
use tak_terminal::input::Source;

/// The game in an argument that is a link, and no file of that name.
pub(crate) fn source(argument: &Path) -> Option<Source> {
    let text = argument.to_str()?;
    let is_link = Link::is_one(text) && text.contains("ptn.ninja/") && !argument.exists();
    is_link.then(|| Source::Argument("link", text.to_owned()))
}
