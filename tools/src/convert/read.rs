//! Reads games and positions in whatever form they come.

use tak_encoding::{AnyPosition, BoardSize, Game, Link, Move, Position, with_position, with_size};

use super::entry::{Entry, Form};
use super::write::Writer;
use crate::failure::Failure;
use crate::games::GameFile;
use crate::input::{Line, Source};
use crate::move_list;

/// What the user says about the input.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    /// `None` to look at each line.
    pub(super) form: Option<Form>,
    /// Of the boards of lists that do not tell.
    pub(super) size: Option<BoardSize>,
}

impl Reader {
    /// Converts all that is in a source: one entry a line, or all games of a
    /// PTN file.
    pub(super) fn read(self, source: &Source, writer: &mut Writer) -> Result<(), Failure> {
        let before = writer.entries();
        let read = self.read_lines(source, writer);
        writer.end_of(source);
        // A source that cannot be read is one bad entry.
        if let Err(failure @ Failure::Input(_)) = read {
            return writer.put(source, Err(failure));
        }
        if writer.entries() == before {
            let nothing = source.failure("nothing in it, expected games or positions");
            return writer.put(source, Err(nothing));
        }
        read
    }

    fn read_lines(self, source: &Source, writer: &mut Writer) -> Result<(), Failure> {
        let mut lines = source.lines()?;
        loop {
            if lines.must_wait() {
                writer.show()?;
            }
            let entry = match lines.next()? {
                None => return Ok(()),
                Some(Line::Text(line)) if line.trim().is_empty() => continue,
                Some(Line::Bad(why, _)) => Err(why.to_owned()),
                Some(Line::Text(line)) => {
                    let form = self.form.unwrap_or_else(|| guess(line));
                    if form == Form::Ptn {
                        let start = line.to_owned();
                        let games = GameFile::starting_with(&start, lines);
                        return read_games(source, games, writer);
                    }
                    self.entry(line, form)
                }
            };
            let number = lines.number();
            let entry = entry.map(|entry| Entry { line: number, ..entry });
            writer.put(source, entry.map_err(|why| source.failure_at(number, why)))?;
            if number.is_multiple_of(1024) {
                writer.show_progress(lines.bytes());
            }
        }
    }

    fn entry(self, line: &str, form: Form) -> Result<Entry, String> {
        let game = match form {
            Form::Url => return from_link(line),
            Form::Ptn => line.parse().map_err(|error| format!("{error}"))?,
            Form::Tps => {
                let position: AnyPosition = line.parse().map_err(|error| format!("{error}"))?;
                with_position!(position, position => Game::new(position).into())
            }
            Form::Moves | Form::Playtak => {
                let size = self.size.ok_or("a list of moves, which needs --size")?;
                with_size!(size, N => {
                    let start = Position::<N>::new();
                    let game = if form == Form::Moves {
                        move_list::read(start, line)?
                    } else {
                        Game::from_playtak(start, line).map_err(|error| error.to_string())?
                    };
                    game.into()
                })
            }
        };
        Ok(Entry::new(0, game))
    }
}

/// Converts the games of a PTN file.
fn read_games(source: &Source, mut games: GameFile, writer: &mut Writer) -> Result<(), Failure> {
    while let Some(text) = games.next()? {
        let entry = match text.map(|text| (text, text.read())) {
            Ok((text, Ok(game))) => Ok(Entry::new(text.line as u64, game).with_ptn(text.text)),
            Ok((_, Err(error))) => {
                Err(source.failure_at_column(error.line(), error.column(), error.problem()))
            }
            Err((line, why)) => Err(source.failure_at(line as u64, why)),
        };
        writer.put(source, entry)?;
        writer.show_progress(games.lines().bytes());
    }
    Ok(())
}

fn from_link(text: &str) -> Result<Entry, String> {
    let link: Link = text.parse().map_err(|error| format!("{error}"))?;
    let game = link.ptn.parse();
    let game = game.map_err(|error| format!("in the link: {error}"))?;
    Ok(Entry {
        plies: link.plies,
        side_line: link.side_line,
        ..Entry::new(0, game).with_ptn(&link.ptn)
    })
}

/// The form of a line, by its first word.
fn guess(line: &str) -> Form {
    let first = line.split_whitespace().next().unwrap_or_default();
    match first {
        "P" | "p" | "M" | "m" => Form::Playtak,
        _ if first.starts_with(['[', '{']) => Form::Ptn,
        // The largest board knows all moves.
        _ if Link::is_one(first) && first.parse::<Move<8>>().is_err() => Form::Url,
        _ if first.contains('/') => Form::Tps,
        _ => Form::Moves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_their_first_word() {
        for (line, form) in [
            ("[Size \"5\"]", Form::Ptn),
            ("{a comment} [Size \"5\"]", Form::Ptn),
            ("x3/x3/x3 1 1", Form::Tps),
            ("ptn.ninja/[Size%20%225%22]", Form::Url),
            ("http://localhost/NoZQ", Form::Url),
            ("NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA", Form::Url),
            (" p a1,P B2", Form::Playtak),
            ("M A1 A2 1", Form::Playtak),
            ("1. a1 f6", Form::Moves),
            ("a1 f6", Form::Moves),
            ("8h8<11111111", Form::Moves),
        ] {
            assert_eq!(guess(line), form, "{line}");
        }
    }
}
