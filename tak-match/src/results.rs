//! The finished games: kept in the state for a later run, and written as PTN.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tak_terminal::counted::part;
use tak_terminal::failure::{Failure, printable};
use tak_terminal::input::Source;
use tak_terminal::output::Output;

use crate::record::Record;

/// What must be the same for a match to continue, by the option that sets it.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The values by the names of their options.
    #[serde(rename = "match")]
    pub of: BTreeMap<String, String>,
}

impl Settings {
    /// The first setting that differs from when the match was begun.
    fn difference(&self, old: &Self) -> Option<String> {
        let keys = self.of.keys().chain(old.of.keys());
        let differs = |key: &&String| self.of.get(*key) != old.of.get(*key);
        let told = |settings: &Self, key: &String| match settings.of.get(key) {
            Some(value) => format!("{key} {}", printable(value)),
            None => format!("no {key}"),
        };
        keys.into_iter()
            .find(differs)
            .map(|key| format!("it was begun with {}, now {}", told(old, key), told(self, key)))
    }
}

/// The games of a match, and the files that keep them.
pub struct Results {
    pub(crate) records: BTreeMap<u64, Record>,
    state: Option<(PathBuf, File)>,
    ptn: Option<(PathBuf, File)>,
}

impl Results {
    /// Opens the files and reads the known games. `to_ptn` writes a game, if it can belong to this
    /// match.
    pub fn open(
        state: Option<&Path>,
        ptn: Option<&Path>,
        settings: &Settings,
        to_ptn: impl Fn(&Record) -> Option<String>,
    ) -> Result<Self, Failure> {
        if let Some(path) = ptn {
            if path == Path::new("-") {
                return Err(Failure::input("-o -: expected the name of a file"));
            }
            let is_begun = |path: &Path| path.metadata().is_ok_and(|known| known.len() > 0);
            refuse_foreign(path, state.is_some_and(is_begun))?;
            // What cannot be written is told before there is a state.
            Output::create(path)?;
        }
        let mut records = BTreeMap::new();
        let state = match state {
            Some(path) => {
                let file = open_state(path, settings, &mut records, &to_ptn);
                Some((path.to_owned(), file?))
            }
            None => None,
        };
        let ptn = match ptn {
            Some(path) => Some((path.to_owned(), open_ptn(path, &records, to_ptn)?)),
            None => None,
        };
        Ok(Self { records, state, ptn })
    }

    /// What is said at Ctrl-C: how far the match came, and whether it can go on.
    pub(crate) fn last_word(&self, total: u64, score: &str) -> String {
        let games = self.records.len() as u64;
        let part = |done| part(games, total.max(games), "game", done);
        let Some((path, _)) = &self.state else {
            let part = part(["was", "were"]);
            return format!(
                "{part} played: {score}; with --state FILE the next match can continue"
            );
        };
        let (part, name) = (part(["is", "are"]), Source::File(path.clone()).name());
        format!("{part} kept in {name}: {score}; the same command continues")
    }

    /// Keeps a game; in the state first, from which the PTN can be written again.
    pub(crate) fn add(&mut self, record: Record, ptn: &str) -> Result<(), Failure> {
        let line = json(&record);
        for ((path, file), text) in self
            .state
            .iter_mut()
            .map(|file| (file, line.as_str()))
            .chain(self.ptn.iter_mut().map(|file| (file, ptn)))
        {
            // In one write, so that even a sudden end leaves whole games.
            let written = file.write_all(text.as_bytes());
            written.map_err(|error| Failure::File(path.clone(), error))?;
        }
        self.records.insert(record.game, record);
        Ok(())
    }
}

/// What the PTN of a match begins with.
const BEGINNING: &str = "[Event \"tak-match\"]";

/// Numbers and text, which JSON can always hold.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

fn open_state(
    path: &Path,
    settings: &Settings,
    records: &mut BTreeMap<u64, Record>,
    to_ptn: &impl Fn(&Record) -> Option<String>,
) -> Result<File, Failure> {
    let source = Source::File(path.to_owned());
    let unusable = |error| Failure::File(path.to_owned(), error);
    if path.metadata().is_ok_and(|known| !known.is_file()) {
        return Err(source.failure("--state keeps games in a file; expected a file or a new name"));
    }
    let mut options = OpenOptions::new();
    let mut file =
        options.read(true).write(true).create(true).truncate(false).open(path).map_err(unusable)?;
    if file.try_lock().is_err() {
        return Err(source.failure("another match is writing to it; expected another name"));
    }
    let mut text = String::new();
    let foreign =
        || source.failure("it was not written by --state; expected such a file, or a new name");
    file.read_to_string(&mut text).map_err(|_| foreign())?;
    let first = json(settings);
    // A last line without a line end was cut off; this may be the first line.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole == 0 && !first.starts_with(&text) {
        return Err(foreign());
    }
    let mut go_on = |from: usize, text: &str| {
        file.set_len(from as u64)?;
        file.seek(SeekFrom::End(0))?;
        file.write_all(text.as_bytes())
    };
    let mut lines = (1..).zip(text[..whole].lines());
    let Some((_, header)) = lines.next() else {
        go_on(0, &first).map_err(unusable)?;
        return Ok(file);
    };
    let header: Settings = serde_json::from_str(header).map_err(|_| foreign())?;
    if let Some(difference) = settings.difference(&header) {
        let told = format_args!(
            "it belongs to another match: {difference}; expected the same, or a new name"
        );
        return Err(source.failure(told));
    }
    for (number, line) in lines {
        let record: Option<Record> = serde_json::from_str(line).ok();
        let why = "expected a game; without this line it is played again";
        let record = record.filter(|record| to_ptn(record).is_some());
        let record = record.ok_or_else(|| source.failure_at(number, why))?;
        records.insert(record.game, record);
    }
    go_on(whole, "").map_err(unusable)?;
    Ok(file)
}

/// Refuses to write over a file with anything but the games of a match that goes on.
fn refuse_foreign(path: &Path, goes_on: bool) -> Result<(), Failure> {
    if !path.metadata().is_ok_and(|known| known.is_file() && known.len() > 0) {
        return Ok(());
    }
    let source = Source::File(path.to_owned());
    if !goes_on {
        return Err(source.failure(
            "it is not empty; expected a new name, or the --state of the match to continue",
        ));
    }
    let mut head = Vec::new();
    let read =
        File::open(path).map(|file| file.take(BEGINNING.len() as u64).read_to_end(&mut head));
    read.flatten().map_err(|error| Failure::File(path.to_owned(), error))?;
    if head == BEGINNING.as_bytes() {
        return Ok(());
    }
    Err(source.failure("it does not hold the games of a match; expected their PTN, or a new name"))
}

/// Writes the known games anew and opens the file to add the others.
fn open_ptn(
    path: &Path,
    records: &BTreeMap<u64, Record>,
    to_ptn: impl Fn(&Record) -> Option<String>,
) -> Result<File, Failure> {
    refuse_foreign(path, !records.is_empty())?;
    let mut output = Output::create(path)?;
    for ptn in records.values().filter_map(to_ptn) {
        output.write(ptn.as_bytes())?;
    }
    output.finish()?;
    let file = OpenOptions::new().append(true).open(path);
    file.map_err(|error| Failure::File(path.to_owned(), error))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::record::End;
    use tak_testing::spoil::{damages, spoil};

    fn settings() -> Settings {
        Settings { of: [("--size".to_owned(), "4".to_owned())].into() }
    }

    fn records() -> impl Strategy<Value = Vec<Record>> {
        let text = prop::sample::select(vec![None, Some("x4/x4/x4/2,x3 2 1"), Some("\"\\\n{é")]);
        let text = text.prop_map(|text| text.map(str::to_owned));
        let moves = prop::sample::select(vec!["", "a1 d4 c3", "a1 d4 Cb2 3c3>12"]);
        let result = prop::sample::select(vec!["R-0", "0-F", "1/2-1/2"]);
        let end = prop::sample::select(vec![End::Rules, End::Illegal, End::Time, End::Length]);
        let record = (any::<u64>(), text.clone(), moves, 0..3_usize, result, end, text);
        let record = record.prop_map(|(game, tps, moves, plies, result, end, why)| {
            let (moves, result) = (moves.to_owned(), result.to_owned());
            Record { game, tps, moves, plies, result, end, why, comments: Vec::new() }
        });
        vec(record, 0..5)
    }

    fn open(path: &Path) -> Result<Results, Failure> {
        Results::open(Some(path), None, &settings(), |_| Some(String::new()))
    }

    proptest! {
        /// What is written is read again, and what is accepted of a spoiled file is kept.
        #[test]
        fn a_state_is_read_as_it_is_kept(records in records(), damages in damages()) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("state");
            let mut results = open(&path).unwrap();
            for record in records {
                results.add(record, "").unwrap();
            }
            let kept = results.records.clone();
            drop(results);
            prop_assert_eq!(&open(&path).unwrap().records, &kept);
            let spoiled = spoil(fs::read(&path).unwrap(), &damages);
            fs::write(&path, &spoiled).unwrap();
            let Ok(mut results) = open(&path) else {
                prop_assert_eq!(fs::read(&path).unwrap(), spoiled, "refused but changed");
                return Ok(());
            };
            let game = kept.values().next().cloned().unwrap_or_else(blank);
            results.add(Record { game: 7, ..game }, "").unwrap();
            let known = results.records.clone();
            drop(results);
            prop_assert_eq!(&open(&path).unwrap().records, &known);
        }
    }

    fn blank() -> Record {
        let (moves, result) = (String::new(), "R-0".to_owned());
        Record {
            game: 0,
            tps: None,
            moves,
            plies: 0,
            result,
            end: End::Time,
            why: None,
            comments: Vec::new(),
        }
    }
}
