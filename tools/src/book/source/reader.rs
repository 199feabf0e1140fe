//! Reads the openings of the inputs, one by one.

use tak_book::{Classes, Form, Record, opening_of};
use tak_encoding::ptn::move_list;
use tak_encoding::{AnyGame, GameResult, Notation, Symmetry};
use tak_games::count;
use tak_games::entries::{Board, Entries, Entry};
use tak_games::records::{How, Records, Taken, Taker};

use super::{Listed, Taker as TakeListed, Trouble};
use crate::book::format::{self, Format, first_plies};
use crate::failure::Failure;
use crate::input::Source;
use crate::ledger::{Ledger, Place};
use crate::progress::Progress;

/// The options for all inputs, and the closure that takes the openings.
pub(super) struct Reader<'a, 'b> {
    /// Size and opening of move lists and of the games to take.
    pub(super) board: Board,
    pub(super) plies: Option<usize>,
    pub(super) classes: Classes,
    pub(super) take: &'a mut TakeListed<'b>,
    pub(super) progress: Progress,
    /// The bytes of the previous inputs.
    pub(super) before: u64,
}

impl Reader<'_, '_> {
    /// Reads an input of text to its end.
    pub(super) fn read_text(
        &mut self,
        source: &Source,
        mut entries: Entries,
        ledger: &mut Ledger,
    ) -> Result<(), Failure> {
        let mut number = 0_u64;
        while let Some(entry) = entries.next()? {
            let taken = match entry {
                Ok(Entry { notation: Notation::Moves | Notation::Playtak, .. })
                    if self.board.size.is_none() =>
                {
                    let why = "a move list does not give its size: expected --size 3 to 8";
                    return Err(source.failure(why));
                }
                Ok(entry) => {
                    let taken = self.take_entry(&entry);
                    taken.map_err(|trouble| (entry.line, trouble))
                }
                Err(bad) => Err((bad.line, Trouble::Bad(bad.why))),
            };
            match taken {
                Ok(true) => ledger.good += 1,
                Ok(false) => ledger.skipped += 1,
                Err((_, Trouble::Fatal(failure))) => return Err(failure),
                Err((_, Trouble::BadAt(line, why)) | (line, Trouble::Bad(why))) => {
                    ledger.bad(source, Place::Line(line), why);
                }
            }
            number += 1;
            if number.is_multiple_of(1024) {
                self.progress.set(self.before + entries.bytes());
            }
        }
        ledger.skipped += entries.skipped();
        self.before += entries.bytes();
        Ok(())
    }

    /// Reads a database to its end.
    pub(super) fn read_database(
        &mut self,
        source: &Source,
        ledger: &mut Ledger,
    ) -> Result<(), Failure> {
        let how = How { lists: Some(self.board), keeps_text: false };
        Records { how, ledger, taker: self }.read(source)?;
        self.before += source.length().unwrap_or_default();
        Ok(())
    }

    /// Takes an entry. Returns whether it was wanted.
    fn take_entry(&mut self, entry: &Entry<'_>) -> Result<bool, Trouble> {
        match (entry.notation, self.board) {
            (Notation::Moves, Board { size: Some(size), opening }) => {
                let (mut text, count) = count::split(entry.text, Notation::Moves)?;
                if let Some(plies) = self.plies {
                    text = move_list::first(text, plies);
                }
                self.take(Form::Moves(size, opening, text), text, Format::Moves, count, None)
            }
            (Notation::Tps, _) => {
                let (text, count) = count::split(entry.text, Notation::Tps)?;
                self.take(Form::Tps(text), text, Format::Tps, count, None)
            }
            _ => {
                let read = entry.read(self.board);
                let read = read.map_err(|bad| Trouble::BadAt(bad.line, bad.why))?;
                // The text as written is kept if no plies are cut.
                let is_whole = read.game().plies() <= self.plies.unwrap_or(usize::MAX);
                self.take_game(read.game.into_game(), read.ptn.as_deref().filter(|_| is_whole))
            }
        }
    }

    fn take_game(&mut self, game: AnyGame, text: Option<&str>) -> Result<bool, Trouble> {
        if self.board.opening.is_some_and(|wanted| wanted != opening_of(&game)) {
            return Ok(false);
        }
        let (text, count) = match count::of_game(&game)? {
            None => (text, 1),
            // The text is not kept, because its count may change.
            Some(count) => (None, count),
        };
        let result = game.result();
        let game = first_plies(game, self.plies.unwrap_or(usize::MAX));
        let form = Form::Game(&game);
        let mut written = String::new();
        if text.is_none() {
            format::write(&form, Format::Ptn, Symmetry::Identity, &mut written);
        }
        let text = text.unwrap_or(&written).trim();
        self.take(form, text, Format::Ptn, count, result)
    }

    fn take(
        &mut self,
        form: Form<'_>,
        text: &str,
        format: Format,
        count: u64,
        result: Option<GameResult>,
    ) -> Result<bool, Trouble> {
        let class = self.classes.class(&form).map_err(|error| error.to_string())?;
        if let Some(size) = self.board.size.filter(|&size| size != class.size) {
            let found = class.size;
            return Err(format!("expected a board of {size}×{size}, found {found}×{found}").into());
        }
        let is_other = |wanted| class.opening.is_some_and(|told| told != wanted);
        if self.board.opening.is_some_and(is_other) {
            return Ok(false);
        }
        (self.take)(&Listed { form, text, format, count, class, result })?;
        Ok(true)
    }
}

impl Taker for Reader<'_, '_> {
    fn take(&mut self, record: Record, _times: u64) -> Result<Taken, Failure> {
        match self.take_game(record.game, None) {
            Ok(true) => Ok(Taken::Good),
            Ok(false) => Ok(Taken::Skipped),
            Err(Trouble::Bad(why) | Trouble::BadAt(_, why)) => Ok(Taken::Bad(why)),
            Err(Trouble::Fatal(failure)) => Err(failure),
        }
    }
}
