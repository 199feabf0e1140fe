//! Reads the openings of the inputs, one by one.

use std::path::Path;

use tak_book::archive::{Archive, Entry};
use tak_book::opening_of;
use tak_encoding::{AnyGame, BoardSize, GameResult, Symmetry, excerpt};
use tak_games::game_files::GameFile;
use tak_games::move_list;

use super::{Opening, Taker, Trouble};
use crate::book::format::{Format, is_skipped};
use crate::book::opening::{COUNT_TAG, Classes, Form, first_plies};
use crate::failure::Failure;
use crate::input::{Line, Lines, Source};
use crate::progress::Progress;
use crate::remark;
use crate::report::Report;

/// The options for all inputs, and the closure that takes the openings.
pub(super) struct Reader<'a, 'b> {
    pub(super) size: Option<BoardSize>,
    /// The opening of move lists and of the games to take.
    pub(super) opening: Option<tak_encoding::Opening>,
    pub(super) classes: Classes,
    pub(super) plies: Option<usize>,
    pub(super) report: &'a mut Report,
    pub(super) take: &'a mut Taker<'b>,
    pub(super) progress: Progress,
    /// The bytes of the previous inputs.
    pub(super) before: u64,
}

impl Reader<'_, '_> {
    /// Reads an input of lines to its end.
    pub(super) fn read(&mut self, lines: Lines, format: Format) -> Result<(), Failure> {
        match format {
            Format::Moves | Format::Tps => self.read_lines(lines, format),
            Format::Ptn => self.read_games(GameFile::new(lines)),
        }
    }

    fn read_lines(&mut self, mut lines: Lines, format: Format) -> Result<(), Failure> {
        let source = lines.source().clone();
        while let Some(line) = lines.next()? {
            let taken = match line {
                Line::Text(text) if is_skipped(text.trim_ascii().as_bytes()) => {
                    self.report.skipped += 1;
                    continue;
                }
                Line::Text(text) => match (format, self.size) {
                    (Format::Moves, Some(size)) => self.read_moves(text, size),
                    (Format::Moves, None) => {
                        let why = "a move list does not give its size: expected --size 3 to 8";
                        return Err(source.failure(why));
                    }
                    _ => self.read_tps(text),
                },
                Line::Bad(why, _) => Err(Trouble::Bad(why.to_owned())),
            };
            match taken {
                Ok(()) => {}
                Err(Trouble::Bad(reason)) => {
                    self.report.bad(&source, lines.number(), reason);
                }
                Err(Trouble::Fatal(failure)) => return Err(failure),
            }
            if lines.number().is_multiple_of(4096) {
                self.progress.set(self.before + lines.bytes());
            }
        }
        self.before += lines.bytes();
        Ok(())
    }

    fn read_moves(&mut self, line: &str, size: BoardSize) -> Result<(), Trouble> {
        let (mut text, count) = split_count(line, Format::Moves)?;
        if let Some(plies) = self.plies {
            text = move_list::first(text, plies);
        }
        self.take(Form::Moves(size, self.opening, text), text, Format::Moves, count, None)
    }

    fn read_tps(&mut self, line: &str) -> Result<(), Trouble> {
        let (text, count) = split_count(line, Format::Tps)?;
        self.take(Form::Tps(text), text, Format::Tps, count, None)
    }

    fn take(
        &mut self,
        form: Form<'_>,
        text: &str,
        format: Format,
        count: u64,
        result: Option<GameResult>,
    ) -> Result<(), Trouble> {
        let class = self.classes.class(&form)?;
        if let Some(size) = self.size.filter(|&size| size != class.size) {
            let found = class.size;
            return Err(format!("expected a board of {size}×{size}, found {found}×{found}").into());
        }
        let is_other = |wanted| class.opening.is_some_and(|told| told != wanted);
        if self.opening.is_some_and(is_other) {
            self.report.skipped += 1;
            return Ok(());
        }
        (self.take)(&Opening { form, text, format, count, class, result })?;
        self.report.read += 1;
        Ok(())
    }

    fn read_games(&mut self, mut games: GameFile) -> Result<(), Failure> {
        let source = games.lines().source().clone();
        while let Some(text) = games.next()? {
            let game = text.map(|text| (text, text.read()));
            match game {
                Ok((text, Ok(game))) => {
                    self.put_game(&source, text.line as u64, game, text.text)?;
                }
                Ok((_, Err(error))) => {
                    let line = error.line() as u64;
                    self.report.bad(&source, line, error.problem());
                }
                Err((line, why)) => self.report.bad(&source, line as u64, why),
            }
            self.progress.set(self.before + games.lines().bytes());
        }
        self.before += games.lines().bytes();
        Ok(())
    }

    /// Takes a game, or counts it as bad.
    fn put_game(
        &mut self,
        source: &Source,
        line: u64,
        game: AnyGame,
        text: &str,
    ) -> Result<(), Failure> {
        game.remark().into_iter().for_each(remark::once);
        // The text as written is kept if no plies are cut.
        let whole = game.plies() <= self.plies.unwrap_or(usize::MAX);
        match self.take_game(game, whole.then_some(text)) {
            Ok(()) => Ok(()),
            Err(Trouble::Bad(reason)) => {
                self.report.bad(source, line, reason);
                Ok(())
            }
            Err(Trouble::Fatal(failure)) => Err(failure),
        }
    }

    /// Reads all games of an archive.
    pub(super) fn read_archive(&mut self, source: &Source, path: &Path) -> Result<(), Failure> {
        let broken = |error| source.failure(error);
        let archive = Archive::open(path).map_err(broken)?;
        let bytes = source.length().unwrap_or_default();
        let (rows, mut row) = (archive.rows().map_err(broken)?.max(1), 0_u64);
        archive.for_each(|entry| {
            let Entry { id, game } = entry.map_err(broken)?;
            row += 1;
            if row % 1024 == 0 {
                let part = u128::from(bytes) * u128::from(row) / u128::from(rows);
                self.progress.set(self.before + part as u64);
            }
            let taken = match game {
                Ok(entry) => self.take_game(entry.game, None),
                Err(reason) => Err(Trouble::Bad(reason.to_string())),
            };
            match taken {
                Ok(()) => Ok(()),
                Err(Trouble::Bad(reason)) => {
                    self.report.bad_game(source, &id, reason);
                    Ok(())
                }
                Err(Trouble::Fatal(failure)) => Err(failure),
            }
        })?;
        self.before += bytes;
        Ok(())
    }

    fn take_game(&mut self, game: AnyGame, text: Option<&str>) -> Result<(), Trouble> {
        let opening = opening_of(&game);
        if self.opening.is_some_and(|wanted| wanted != opening) {
            self.report.skipped += 1;
            return Ok(());
        }
        let tag = |name: &str| {
            let mut tags = game.tags().iter();
            tags.find(|tag| tag.name.eq_ignore_ascii_case(name))
        };
        let (text, count) = match tag(COUNT_TAG) {
            None => (text, 1),
            // The text is not kept, because its count may change.
            Some(tag) => (None, read_count(&tag.value)?),
        };
        let result = game.result();
        let game = first_plies(game, self.plies.unwrap_or(usize::MAX));
        let form = Form::Game(&game);
        let mut written = String::new();
        if text.is_none() {
            form.write(Format::Ptn, Symmetry::Identity, &mut written);
        }
        let text = text.unwrap_or(&written).trim();
        self.take(form, text, Format::Ptn, count, result)
    }
}

/// Splits off the count after a tab.
fn split_count(line: &str, format: Format) -> Result<(&str, u64), String> {
    // A fast path, because most lines have no tab.
    if !line.as_bytes().contains(&b'\t') {
        return Ok((line, 1));
    }
    let (text, count) = line.rsplit_once('\t').unwrap_or((line, ""));
    let digits = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    // The fields of a TPS may be separated by tabs too.
    let part_of_tps = format == Format::Tps && text.split_ascii_whitespace().count() < 3;
    if digits && !part_of_tps { Ok((text, read_count(count)?)) } else { Ok((line, 1)) }
}

fn read_count(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| {
        let found = excerpt(text);
        format!("count {found}: expected a number, at least 1")
    })
}
