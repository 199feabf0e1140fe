//! Merges the shards of one run.

use std::collections::BTreeMap;

use tak_encoding::{BoardSize, Playable, Size, with_size};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;

use super::file::{self, Games};
use super::settings::Settings;

/// What a single run without shards would have written, and the number of games.
pub(crate) fn merge(sources: &[Source]) -> Result<(Vec<u8>, usize), Failure> {
    let first = sources.first().ok_or_else(|| Failure::input("expected the files of shards"))?;
    let bytes = file::read(first)?;
    let size = Settings::size(file::first_line(&bytes)).and_then(BoardSize::new);
    // Whatever is wrong with it is reported by reading it.
    with_size!(size.unwrap_or(BoardSize::Six), N => merge_at::<N>(sources))
}

fn merge_at<const N: usize>(sources: &[Source]) -> Result<(Vec<u8>, usize), Failure>
where
    Size<N>: Playable,
{
    let mut shards = Shards::default();
    for source in sources {
        let bytes = file::read(source)?;
        let games = Games::<N>::new(source, &bytes)?;
        shards.check(source, &games.settings)?;
        let [part, parts] = games.settings.shard;
        for game in games {
            let game = game?;
            if u64::from(game.number) % parts != part - 1 {
                let number = game.number;
                let why = format!("game {number} is not one of shard {part}/{parts}");
                return Err(source.failure(why));
            }
            if shards.games.insert(game.number, game.to_bytes()).is_some() {
                let why = format!("game {} stands in it twice", game.number);
                return Err(source.failure(why));
            }
        }
    }
    shards.finish()
}

/// The shards read so far.
#[derive(Default)]
struct Shards {
    /// By their parts.
    read: BTreeMap<u64, Source>,
    /// As a single run without shards would have them.
    settings: Option<Settings>,
    parts: u64,
    /// By their numbers.
    games: BTreeMap<u32, Vec<u8>>,
}

impl Shards {
    /// Fails if a file has other settings than those before it, or is one of them again.
    fn check(&mut self, source: &Source, settings: &Settings) -> Result<(), Failure> {
        let [part, parts] = settings.shard;
        if !(1..=parts).contains(&part) {
            return Err(source.failure(format!("there is no shard {part}/{parts}")));
        }
        let whole = Settings { shard: [1, 1], ..settings.clone() };
        if let Some(others) = &self.settings {
            if let Some((key, found, expected)) = whole.different(others) {
                let why = format!("its {key} is {found}, expected that of the others, {expected}");
                return Err(source.failure(why));
            }
            if parts != self.parts {
                let expected = self.parts;
                let why = format!("shard {part}/{parts}: expected one of {expected} as the others");
                return Err(source.failure(why));
            }
        }
        if let Some(other) = self.read.insert(part, source.clone()) {
            let why = format!("shard {part}/{parts}, which {} has too", other.name());
            return Err(source.failure(why));
        }
        (self.settings, self.parts) = (Some(whole), parts);
        Ok(())
    }

    fn finish(self) -> Result<(Vec<u8>, usize), Failure> {
        let parts = self.parts;
        if let Some(part) = (1..=parts).find(|part| !self.read.contains_key(part)) {
            return Err(Failure::Input(format!(
                "shard {part}/{parts} is missing; expected the files of all {parts}"
            )));
        }
        let line = self.settings.map(|settings| settings.line() + "\n").unwrap_or_default();
        let mut bytes = line.into_bytes();
        self.games.values().for_each(|game| bytes.extend(game));
        Ok((bytes, self.games.len()))
    }
}
