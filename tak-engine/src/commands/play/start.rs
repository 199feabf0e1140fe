//! What a game begins with: a position, or a game that somebody has saved.

use std::path::{Path, PathBuf};

use tak_cli::failure::Failure;
use tak_cli::input::Source;
use tak_encoding::{AnyGame, AnyPosition, Color, OneHash, PlacedGame, Tag, with_game};

use super::game::Game;
use super::level::Level;
use super::record::{ENGINE, PLAYERS, is_one_of};

/// What a game begins with, or goes on from.
pub(super) struct Start {
    position: AnyPosition<OneHash>,
    moves: Vec<String>,
    pub(super) tags: Vec<Tag>,
    /// The file that it was read from.
    pub(super) source: Option<GameFile>,
}

impl Start {
    /// A game without moves.
    pub(super) fn at(position: &AnyPosition<OneHash>) -> Self {
        Self {
            position: *position,
            moves: Vec::new(),
            tags: Vec::new(),
            source: None,
        }
    }

    /// The game in a file.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let source = Source::from(path);
        if source == Source::Stdin {
            return Err(source.failure("it is for your moves; expected the name of a file"));
        }
        let text = source.read_to_string()?;
        let game = text
            .parse::<AnyGame>()
            .map_err(|error| source.failure(error))?;
        let moves = with_game!(&game, game => {
            game.moves().iter().map(ToString::to_string).collect()
        });
        Ok(Self {
            position: with_game!(&game, game => game.start().rehashed().into()),
            moves,
            tags: game.tags().to_vec(),
            source: Some(GameFile::new(path, &text)),
        })
    }

    /// The game as far as it was played.
    pub(super) fn game(&self, human: Color, name: String) -> Result<Game, Failure> {
        let mut game = Game::new(&self.position, human, name);
        for mv in &self.moves {
            game.play(mv)
                .map_err(|error| Failure::Input(error.to_string()))?;
        }
        game.tags.clone_from(&self.tags);
        Ok(game)
    }
}

/// Who plays in a game that goes on, as far as its tags tell.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Players {
    /// The side that is not the engine's.
    pub(super) human: Color,
    pub(super) name: Option<String>,
    /// How well the engine played.
    pub(super) level: Option<Level>,
}

impl Players {
    /// The engine is Black where it does not say so itself; the side of the
    /// person may be known better.
    pub(super) fn of(tags: &[Tag], human: Option<Color>) -> Self {
        let name = |color: Color| {
            let mut tags = tags.iter();
            let tag = tags.find(|tag| is_one_of(tag, &[PLAYERS[color.index()]]))?;
            Some(tag.value.trim()).filter(|name| !name.is_empty())
        };
        let level = |color| name(color)?.strip_prefix(ENGINE);
        let human = human.unwrap_or(match (level(Color::White), level(Color::Black)) {
            (Some(_), None) => Color::Black,
            _ => Color::White,
        });
        Self {
            human,
            name: name(human)
                .filter(|_| level(human).is_none())
                .map(str::to_owned),
            level: level(!human).and_then(|level| level.parse().ok()),
        }
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
        let games = PlacedGame::read_all(text).unwrap_or_default();
        let behind_tags = games.first().map_or("", |game| &text[game.tags_end..]);
        Self {
            path: path.canonicalize().ok(),
            is_annotated: behind_tags.contains(['{', '(', ';', '!', '?', '$']),
        }
    }

    /// Whether it is the file of that name.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        self.path.is_some() && self.path == path.canonicalize().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tags_tell_who_goes_on() {
        let tags = |names: [&str; 2]| -> Vec<Tag> {
            let tags = PLAYERS.into_iter().zip(names);
            let tag = |(name, value): (&str, &str)| Tag {
                name: name.to_lowercase(),
                value: value.to_owned(),
            };
            tags.map(tag).collect()
        };
        let players = |names, human| {
            let found = Players::of(&tags(names), human);
            let level = found.level.map(|level| level.to_string());
            (found.human, found.name, level)
        };
        let (ada, eve) = (Some("Ada".to_owned()), Some("Eve".to_owned()));
        let three = Some("3".to_owned());
        let ours = ["tak-engine, level 3", "Ada"];
        assert_eq!(players(ours, None), (Color::Black, ada.clone(), three));
        assert_eq!(
            players(ours, Some(Color::White)),
            (Color::White, None, None)
        );
        assert_eq!(players(["Ada", "Eve"], None), (Color::White, ada, None));
        let black = Some(Color::Black);
        assert_eq!(players(["", "Eve"], black), (Color::Black, eve, None));
        assert_eq!(Players::of(&[], None).human, Color::White);
    }
}
