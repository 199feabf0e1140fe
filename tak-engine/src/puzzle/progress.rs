//! How good the player is at puzzles, and how hard these have been: kept in a file of the user's,
//! with the same figures as the page keeps in the browser.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tak_games::puzzles::Puzzle;
use tak_terminal::failure::Failure;
use tak_terminal::{output, remark};

use super::glicko::Rated;

/// How far the solver's rating of a puzzle may be off, and the player's at first.
const PUZZLE_DEVIATION: f64 = 150.0;
const FIRST: (f64, f64) = (820.0, 350.0);
/// How many short puzzles come first.
const FIRST_TRIES: usize = 5;
/// However many puzzles were done, what comes next counts.
const LEAST_DEVIATION: f64 = 45.0;

/// What was reached so far.
#[derive(Serialize, Deserialize)]
pub(super) struct Progress {
    pub(super) player: Rated,
    /// By puzzle: how it went at the first try, and its rating since.
    done: BTreeMap<String, (f64, Rated)>,
    /// How many were solved in a row, and at best.
    streak: u32,
    best: u32,
    /// Where it is kept, if it is.
    #[serde(skip)]
    file: Option<PathBuf>,
}

impl Progress {
    /// Nothing yet, and nothing that is kept.
    pub(super) fn new() -> Self {
        let player = Rated::unknown(FIRST.0, FIRST.1);
        Self { player, done: BTreeMap::new(), streak: 0, best: 0, file: None }
    }

    /// What the user's file holds, and is kept there from now on. Where there is no place for such a
    /// file, nothing is kept.
    pub(super) fn kept() -> Result<Self, Failure> {
        data_folder().map_or_else(
            || Ok(Self::new()),
            |folder| Self::kept_in(folder.join("tak-engine").join("puzzles.json")),
        )
    }

    fn kept_in(file: PathBuf) -> Result<Self, Failure> {
        let wrong = |why: &dyn fmt::Display| {
            let name = file.display();
            Failure::input(format_args!(
                "{name}: {why}; expected your rating at puzzles, which --no-record goes without"
            ))
        };
        let progress: Self = match fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| wrong(&error))?,
            Err(error) if error.kind() == ErrorKind::NotFound => Self::new(),
            Err(error) => return Err(wrong(&error)),
        };
        if !progress.is_possible() {
            return Err(wrong(&"a figure is out of range"));
        }
        Ok(Self { file: Some(file), ..progress })
    }

    /// Whether its figures may have come from puzzles.
    fn is_possible(&self) -> bool {
        let tried = self.done.values();
        let scores = tried.clone().all(|(score, _)| (0.0..=1.0).contains(score));
        scores && self.player.is_possible() && tried.map(|(_, rated)| rated).all(Rated::is_possible)
    }

    /// Whether hardly anything was tried yet.
    pub(super) fn is_new(&self) -> bool {
        self.done.len() < FIRST_TRIES
    }

    /// Whether it was tried before.
    pub(super) fn is_done(&self, puzzle: &Puzzle) -> bool {
        self.done.contains_key(&key(puzzle))
    }

    /// How hard it is, as far as is known.
    pub(super) fn rating_of(&self, puzzle: &Puzzle) -> Rated {
        let usual = || Rated::unknown(puzzle.rating.into(), PUZZLE_DEVIATION);
        self.done.get(&key(puzzle)).map_or_else(usual, |(_, rated)| *rated)
    }

    /// Counts the first try at a puzzle: 1 if it was solved, one half with a hint.
    pub(super) fn count(&mut self, puzzle: &Puzzle, score: f64) {
        // Another terminal may have counted meanwhile.
        if let Some(now) = self.file.clone().and_then(|file| Self::kept_in(file).ok()) {
            *self = now;
        }
        let (player, opponent) = (self.player, self.rating_of(puzzle));
        let after = player.after(&[(opponent, score)]);
        self.player = Rated { deviation: after.deviation.max(LEAST_DEVIATION), ..after };
        self.done.insert(key(puzzle), (score, opponent.after(&[(player, 1.0 - score)])));
        self.streak = if score >= 1.0 { self.streak.saturating_add(1) } else { 0 };
        self.best = self.best.max(self.streak);
        if let Some(Err(failure)) = self.file.as_deref().map(|file| self.keep(file)) {
            remark::once(&format!("your rating is not kept: {failure}"));
        }
    }

    fn keep(&self, file: &Path) -> Result<(), Failure> {
        if let Some(folder) = file.parent() {
            output::make_folder(folder)?;
        }
        let text = serde_json::to_string(self).map_err(Failure::input)?;
        output::write(file, text.as_bytes())
    }
}

/// In a line.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rated { rating, deviation, .. } = self.player;
        let (streak, best) = (self.streak, self.best);
        // The rating is within two deviations, nineteen times of twenty.
        let off = 2.0 * deviation;
        write!(f, "Your rating {rating:.0} ± {off:.0}; {streak} solved in a row, {best} at best.")
    }
}

/// What a puzzle is known by.
fn key(puzzle: &Puzzle) -> String {
    format!("{}|{}", puzzle.position, puzzle.position.half_komi().0)
}

/// Where programs keep what is the user's, by the customs of the system.
fn data_folder() -> Option<PathBuf> {
    let named = |name| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    if cfg!(windows) {
        named("APPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        named("XDG_DATA_HOME").or_else(|| Some(named("HOME")?.join(".local/share")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_reached_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/puzzles.json");
        let mut progress = Progress::kept_in(file.clone()).unwrap();
        let puzzle: Puzzle = "x4/x4/1,1,1,x/2,2,x,2 1 5|1|d2|tinuë|1200|0".parse().unwrap();
        assert!(!progress.is_done(&puzzle));
        progress.count(&puzzle, 1.0);
        let said = progress.to_string();
        assert!(said.ends_with("; 1 solved in a row, 1 at best."), "{said}");
        assert!(progress.player.rating > 1000.0 && progress.rating_of(&puzzle).rating < 1200.0);
        let mut again = Progress::kept_in(file.clone()).unwrap();
        assert_eq!(again.to_string(), said);
        assert!(again.is_done(&puzzle));
        again.count(&puzzle, 0.5);
        let said = again.to_string();
        assert!(said.ends_with("; 0 solved in a row, 1 at best."), "{said}");

        // What another terminal counts meanwhile is not lost.
        let [mut one, mut other] = [(); 2].map(|()| Progress::kept_in(file.clone()).unwrap());
        one.count(&puzzle, 1.0);
        other.count(&puzzle, 1.0);
        assert!(other.to_string().ends_with("; 2 solved in a row, 2 at best."), "{other}");

        let kept = fs::read_to_string(&file).unwrap();
        let wrong = kept.replacen("\"deviation\":", "\"deviation\":-", 1);
        for (text, expected) in
            [("{}", "missing field `player`"), (&wrong, "a figure is out of range")]
        {
            fs::write(&file, text).unwrap();
            let why = Progress::kept_in(file.clone()).map(drop).unwrap_err().to_string();
            assert!(why.contains(&format!("puzzles.json: {expected}")), "{why}");
        }
    }
}
