//! Files of games: continued where an earlier run ended, and read.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tak_encoding::{Playable, Size};
use tak_search::self_play::Game;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;

use super::settings::Settings;

/// A file that games are appended to; no other program may write to it meanwhile.
pub(crate) struct Appender {
    path: PathBuf,
    file: File,
    /// The numbers of the games that it holds.
    done: BTreeSet<u32>,
}

impl Appender {
    /// Opens a file to continue, or begins one. A last game that was cut short is removed.
    pub(crate) fn open<const N: usize>(path: &Path, settings: &Settings) -> Result<Self, Failure>
    where
        Size<N>: Playable,
    {
        let source = Source::File(path.to_owned());
        let unusable = |error| Failure::File(path.to_owned(), error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(unusable)?;
        if !file.metadata().map_err(unusable)?.is_file() {
            return Err(
                source.failure("games are appended to the output; expected a file or a new name")
            );
        }
        if file.try_lock().is_err() {
            return Err(source.failure("another call is writing to it; expected another name"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unusable)?;
        let first = settings.line() + "\n";
        if first.as_bytes().starts_with(&bytes) {
            // New, or killed while the first line was written.
            bytes = first.into_bytes();
            file.set_len(0).and_then(|()| file.rewind()).map_err(unusable)?;
            file.write_all(&bytes).map_err(unusable)?;
        }
        let games = Games::<N>::new(&source, &bytes)?;
        if let Some(difference) = settings.difference(&games.settings) {
            return Err(source.failure(format!("{difference}; expected the same or a new name")));
        }
        let (mut done, mut end) = (BTreeSet::new(), games.offset);
        let mut games = games;
        while let Some(game) = games.next() {
            done.insert(game?.number);
            end = games.offset;
        }
        file.set_len(end as u64).map_err(unusable)?;
        file.seek(SeekFrom::End(0)).map_err(unusable)?;
        Ok(Self { path: path.to_owned(), file, done })
    }

    /// The numbers of the games that the file holds.
    pub(crate) fn done(&self) -> &BTreeSet<u32> {
        &self.done
    }

    /// Appends a game, in one write.
    pub(crate) fn add<const N: usize>(&mut self, game: &Game<N>) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let written = self.file.write_all(&game.to_bytes());
        written.map_err(|error| Failure::File(self.path.clone(), error))?;
        self.done.insert(game.number);
        Ok(())
    }
}

/// The games in the bytes of a file.
pub(super) struct Games<'a, const N: usize> {
    source: &'a Source,
    bytes: &'a [u8],
    offset: usize,
    pub(super) settings: Settings,
}

impl<'a, const N: usize> Games<'a, N>
where
    Size<N>: Playable,
{
    /// Reads the first line, which must have an end: a game could not be told from it otherwise.
    pub(super) fn new(source: &'a Source, bytes: &'a [u8]) -> Result<Self, Failure> {
        let line = first_line(bytes);
        let size = Size::<N>::BOARD_SIZE;
        let settings = Settings::read(line, size).map_err(|why| source.failure(why))?;
        if bytes.get(line.len()) != Some(&b'\n') {
            return Err(source.failure("its first line is cut short; begin a new file"));
        }
        Ok(Self { source, bytes, offset: line.len() + 1, settings })
    }
}

impl<const N: usize> Iterator for Games<'_, N>
where
    Size<N>: Playable,
{
    type Item = Result<Game<N>, Failure>;

    /// The next game; a last one that was cut short does not count.
    fn next(&mut self) -> Option<Self::Item> {
        let found = Game::from_bytes(&self.bytes[self.offset..])?;
        let game = found.map(|(game, length)| {
            self.offset += length;
            game
        });
        Some(game.map_err(|why| self.source.failure(format!("byte {}: {why}", self.offset))))
    }
}

/// The first line without its end.
pub(super) fn first_line(bytes: &[u8]) -> &[u8] {
    /// Longer than any first line.
    const MOST: usize = 1 << 16;
    let head = &bytes[..bytes.len().min(MOST)];
    head.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// Reads a whole file.
pub(super) fn read(source: &Source) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = source.open()?.read_to_end(&mut bytes);
    match read {
        Ok(_) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::OutOfMemory => {
            Err(source.failure("it does not fit in memory; expected it in parts (--shard)"))
        }
        Err(error) => Err(source.failure(format!("cannot be read: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;
    use tak_encoding::{BoardSize, Move, Rules};

    use super::super::Share;
    use super::*;
    use tak_testing::spoil::{damages, spoil};

    fn open(path: &Path) -> Result<Appender, Failure> {
        Appender::open::<3>(path, &Settings::new(BoardSize::Three))
    }

    fn game(number: u32, plies: usize) -> Game<3> {
        let mv: Move<3> = "c3".parse().unwrap();
        let plies = vec![(mv, Some(-30)); plies];
        Game { number, rules: Rules::default(), share: Share::Half, plies }
    }

    /// A game appended to a line without an end would be lost with all others.
    #[test]
    fn a_first_line_of_another_program_has_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let line = Settings::new(BoardSize::Three).line().replacen('{', r#"{"later":1,"#, 1);
        fs::write(&path, &line).unwrap();
        let refused = open(&path).err().unwrap().to_string();
        assert!(refused.contains("its first line is cut short"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), line);
        fs::write(&path, line + "\n").unwrap();
        open(&path).unwrap().add(&game(7, 3)).unwrap();
        assert!(open(&path).unwrap().done().contains(&7));
    }

    proptest! {
        /// What is written is read again, and a run continues after the intact part of a spoiled
        /// file, or leaves it alone.
        #[test]
        fn games_are_read_as_they_are_kept(
            games in prop::collection::btree_map(any::<u32>(), 0..20_usize, 0..6),
            damages in damages(),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games");
            let mut appender = open(&path).unwrap();
            for (&number, &plies) in &games {
                appender.add(&game(number, plies)).unwrap();
            }
            drop(appender);
            prop_assert!(open(&path).unwrap().done().iter().eq(games.keys()));
            let spoiled = spoil(fs::read(&path).unwrap(), &damages);
            fs::write(&path, &spoiled).unwrap();
            let Ok(mut appender) = open(&path) else {
                prop_assert_eq!(fs::read(&path).unwrap(), spoiled, "refused but changed");
                return Ok(());
            };
            prop_assert!(appender.done().iter().all(|number| games.contains_key(number)));
            appender.add(&game(7, 3)).unwrap();
            let done = appender.done().clone();
            drop(appender);
            prop_assert_eq!(open(&path).unwrap().done().clone(), done);
        }
    }
}
