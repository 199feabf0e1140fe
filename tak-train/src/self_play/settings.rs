//! How the games of a file were played.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tak_encoding::BoardSize;

/// What must be the same for a file to be continued, as stored in its first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// The version of the format, under the name of the command in its first days.
    #[serde(rename = "tak-tools datagen")]
    pub(crate) version: u32,
    pub(crate) size: usize,
    /// Nodes searched for each move.
    pub(crate) nodes: u64,
    /// Random plies at the start of each game.
    pub(crate) random_plies: u32,
    /// A hash of the openings that games start with, if they are from a book.
    #[serde(default)]
    pub(crate) book: Option<String>,
    /// In points, as text; each game uses one of these.
    pub(crate) komi: Vec<String>,
    /// Each game uses one of these.
    pub(crate) openings: Vec<String>,
    pub(crate) seed: u64,
    /// The part of the games in this file, and the number of parts.
    pub(crate) shard: [u64; 2],
    /// The evaluation used.
    pub(crate) evaluation: String,
    /// The version of the program that played; older ones did not store it.
    #[serde(default)]
    pub(crate) program: String,
    /// A hash of a short game by this program: another search plays a different one.
    #[serde(default)]
    pub(crate) signature: String,
}

/// The version of files whose games start on the empty board.
const VERSION: u32 = 1;

/// The version of files with games from a book, which older programs must not continue without it.
const VERSION_WITH_BOOK: u32 = 2;

fn version_of(book: Option<&str>) -> u32 {
    if book.is_some() { VERSION_WITH_BOOK } else { VERSION }
}

impl Settings {
    /// For games of this size; the caller fills in the rest.
    pub(crate) fn new(size: BoardSize) -> Self {
        Self {
            version: VERSION,
            size: size.squares_per_side(),
            nodes: 0,
            random_plies: 0,
            book: None,
            komi: Vec::new(),
            openings: Vec::new(),
            seed: 0,
            shard: [1, 1],
            evaluation: String::new(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            signature: String::new(),
        }
    }

    /// Games from a book with this hash.
    pub(crate) fn with_book(self, book: Option<String>) -> Self {
        Self { version: version_of(book.as_deref()), book, ..self }
    }

    /// The line without its end.
    pub(crate) fn line(&self) -> String {
        // Numbers and text, which JSON can always hold.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the line.
    pub(crate) fn read(line: &[u8], size: BoardSize) -> Result<Self, String> {
        let settings: Self = serde_json::from_slice(line)
            .map_err(|_| "expected a file that `tak-train datagen` wrote".to_owned())?;
        let expected = version_of(settings.book.as_deref());
        if settings.version != expected {
            let found = settings.version;
            return Err(format!(
                "expected version {expected} of the games of datagen, found {found}; begin a new \
                 file"
            ));
        }
        let wanted = size.squares_per_side();
        if settings.size != wanted {
            let found = settings.size;
            return Err(format!("expected games on {wanted}×{wanted}, found {found}×{found}"));
        }
        Ok(settings)
    }

    /// The squares per side, according to a line.
    pub(super) fn size(line: &[u8]) -> Option<usize> {
        serde_json::from_slice(line).ok().map(|settings: Self| settings.size)
    }

    /// The first thing that differs, in words.
    pub(crate) fn difference(&self, old: &Self) -> Option<String> {
        let (key, now, old) = self.different(old)?;
        Some(match (old, now) {
            (Value::Null, now) => format!("it was begun without a {key}, now {now}"),
            (old, Value::Null) => format!("it was begun with {key} {old}, now without"),
            (old, now) => format!("it was begun with {key} {old}, now {now}"),
        })
    }

    /// The name of the first thing that differs, and both values.
    pub(super) fn different(&self, old: &Self) -> Option<(String, Value, Value)> {
        let told = |settings: &Self| match serde_json::to_value(settings) {
            Ok(Value::Object(map)) => map,
            _ => serde_json::Map::new(),
        };
        let (now, then) = (told(self), told(old));
        let (key, value) = now.iter().find(|(key, value)| then.get(*key) != Some(value))?;
        let old = then.get(key).cloned().unwrap_or_default();
        Some((key.clone(), value.clone(), old))
    }
}

/// A hash that never changes, as text: by it games and books are told apart (FNV-1a).
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix))
}
