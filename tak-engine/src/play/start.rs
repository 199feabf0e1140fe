//! The start of a game: a position, or a saved game.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use tak_encoding::ptn::{TokenKind, tokens};
use tak_encoding::{AnyGame, AnyPosition, Color, Tag};
use tak_games::collection::Collection;
use tak_games::game_files::source;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;

use super::Side;
use super::game::name as color_name;
use super::record::{PLAYERS, SOMEBODY, is_one_of, strength_of};
use crate::strength::Strength;

/// What a game begins with, or continues from.
pub(super) struct Start {
    pub(super) record: AnyGame,
    /// The file that it was read from.
    pub(super) source: Option<GameFile>,
}

impl Start {
    /// A game without moves.
    pub(super) fn at(position: &AnyPosition) -> Self {
        Self { record: AnyGame::new(*position), source: None }
    }

    /// A game in a file, counted from 1.
    pub(super) fn read(path: &Path, number: Option<NonZeroUsize>) -> Result<Self, Failure> {
        let source = source(path);
        let is_file = !matches!(source, Source::Argument(..));
        if source == Source::Stdin {
            return Err(source.failure("your moves come from there; expected the name of a file"));
        }
        let games = Collection::read(&source)?;
        let record = games.game(games.only(number)?)?;
        let mut file = GameFile::new(path, games.text().as_str());
        file.is_annotated |= games.len() > 1;
        Ok(Self { record, source: is_file.then_some(file) })
    }
}

/// The players of a game to be continued, as far as its tags say.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Players {
    /// The side that the engine plays, if it plays.
    pub(super) engine: Option<Color>,
    /// The names of people.
    pub(super) names: [Option<String>; 2],
    /// The engine's.
    pub(super) strength: Option<Strength>,
}

impl Players {
    /// Where the tags name two people, they play; otherwise the engine is Black unless the tags say
    /// that it is White. `side` overrides both.
    pub(super) fn of(tags: &[Tag], side: Option<Side>) -> Self {
        let name = |color: Color| {
            let mut tags = tags.iter();
            let tag = tags.find(|tag| is_one_of(tag, &[PLAYERS[color.index()]]))?;
            Some(tag.value.trim()).filter(|name| !name.is_empty())
        };
        let strength = |color| name(color).and_then(strength_of);
        let person = |color| name(color).filter(|_| strength(color).is_none()).map(str::to_owned);
        let names = Color::ALL.map(person);
        let told = match (&names, strength(Color::White), strength(Color::Black)) {
            ([Some(_), Some(_)], ..) => None,
            (_, Some(_), None) => Some(Color::White),
            _ => Some(Color::Black),
        };
        let engine = side.map_or(told, Side::of_engine);
        Self { engine, names, strength: engine.and_then(strength) }
    }

    /// The names of people: as given, or as the tags tell them. Against the engine both are those of
    /// the one person, who may change sides.
    pub(super) fn names(&self, given: &[String]) -> Result<[Option<String>; 2], Failure> {
        let most = if self.engine.is_some() { 1 } else { 2 };
        if given.len() > most {
            return Err(Failure::input(format_args!(
                "--name: {} names, expected one for each person who plays",
                given.len()
            )));
        }
        let name = |given: Option<&String>, color: Color| {
            // What a record says of somebody without a name is none.
            let is_name = |name: &&String| ![SOMEBODY, color_name(color)].contains(&name.as_str());
            let told = self.names[color.index()].as_ref().filter(is_name);
            given.or(told).cloned()
        };
        Ok(match self.engine {
            None => Color::ALL.map(|color| name(given.get(color.index()), color)),
            Some(engine) => {
                let name = name(given.first(), !engine);
                [name.clone(), name]
            }
        })
    }
}

/// A file that a game was read from.
pub(super) struct GameFile {
    path: Option<PathBuf>,
    /// Whether it holds more than the game that we write.
    pub(super) is_annotated: bool,
}

impl GameFile {
    pub(super) fn new(path: &Path, text: &str) -> Self {
        let is_ours = |kind| {
            matches!(kind, TokenKind::Space | TokenKind::Tag | TokenKind::MoveNumber(_))
                || matches!(kind, TokenKind::Move | TokenKind::Placeholder | TokenKind::Result(_))
        };
        Self {
            path: path.canonicalize().ok(),
            is_annotated: tokens(text).any(|token| !is_ours(token.kind)),
        }
    }

    /// Whether it is the file with this path.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        self.path.is_some() && self.path == path.canonicalize().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tags_say_who_plays() {
        let tags = |names: [&str; 2]| -> Vec<Tag> {
            let tags = PLAYERS.into_iter().zip(names);
            let tag = |(name, value): (&str, &str)| Tag {
                name: name.to_lowercase(),
                value: value.to_owned(),
            };
            tags.map(tag).collect()
        };
        let players = |names, side| {
            let found = Players::of(&tags(names), side);
            let strength = found.strength.map(|strength| strength.to_string());
            (found.engine, found.names, strength)
        };
        let (ada, eve) = (Some("Ada".to_owned()), Some("Eve".to_owned()));
        let three = Some("at level 3 (Path)".to_owned());
        let ours = ["tak-engine, level 3", "Ada"];
        let (white, black) = (Some(Color::White), Some(Color::Black));
        assert_eq!(players(ours, None), (white, [None, ada.clone()], three));
        assert_eq!(players(ours, Some(Side::White)), (black, [None, ada.clone()], None));
        assert_eq!(players(["Ada", "Eve"], None), (None, [ada.clone(), eve.clone()], None));
        assert_eq!(players(["Ada", "Eve"], Some(Side::White)), (black, [ada, eve.clone()], None));
        assert_eq!(players(["", "Eve"], None), (black, [None, eve.clone()], None));
        assert_eq!(players(["", "Eve"], Some(Side::Black)), (white, [None, eve.clone()], None));
        assert_eq!(players(["", "Eve"], Some(Side::Both)), (None, [None, eve], None));
        let full = Some("at full strength".to_owned());
        assert_eq!(players(["", "tak-engine, full strength"], None).2, full);
        assert_eq!(Players::of(&[], None).engine, black);
    }
}
