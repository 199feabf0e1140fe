//! What a client can set: names, ranges and effects.

use std::path::Path;

use tak_encoding::excerpt;

use super::command::CommandError;
use super::game::GameOptions;
use super::profile::{Announce, Profile};
use crate::engine::EngineOptions;

mod spin;
mod table;

use spin::Spin;
pub(super) use spin::whole_number;

/// The option that names the opening book.
pub const BOOK_FILE: &str = "BookFile";

/// The button that makes the engine forget what it has learned. It is heard but
/// not announced: PTN Ninja, which may stand behind any client, as over
/// websocketd, would show one and break at a click.
pub const CLEAR_HASH: &str = "Clear Hash";

/// The option that names the opening of the game, and the one that there is.
pub const OPENING: &str = "Opening";
const SWAP: &str = "swap";

/// What TEI writes for an empty text, and some clients send back.
const EMPTY: &str = "<empty>";

/// The path that a value means, `None` for the empty one.
pub fn path(value: &str) -> Option<&Path> {
    (!value.is_empty() && value != EMPTY).then(|| Path::new(value))
}

/// All that has a value for one client: any option but [`BOOK_FILE`] and
/// [`CLEAR_HASH`].
pub struct Options {
    profile: Profile,
    spins: Vec<Spin>,
}

impl Options {
    /// The options of a client, as its profile has them.
    pub fn new(profile: Profile) -> Self {
        let mut spins = table::game_spins();
        spins.append(&mut table::engine_spins(&profile));
        Self { profile, spins }
    }

    /// The lines that announce them.
    pub fn announcements(&self) -> impl Iterator<Item = String> {
        let announce = self.profile.announce;
        let spins = self.spins.iter().filter(move |spin| spin.since <= announce);
        let texts = [
            format!("option name {OPENING} type combo default {SWAP} var {SWAP}"),
            format!("option name {BOOK_FILE} type string default {EMPTY}"),
        ];
        let texts = texts.into_iter().filter(move |_| announce == Announce::All);
        spins.map(ToString::to_string).chain(texts)
    }

    /// Sets an option by its name, case ignored, whether it was announced or
    /// not. What it returns is to be told: that another value was taken than
    /// the one that was sent.
    ///
    /// # Errors
    ///
    /// If there is no such option or the value is not in its range; nothing is
    /// changed then.
    pub fn set(
        &self,
        name: &str,
        value: &str,
        engine: &mut EngineOptions,
        game: &mut GameOptions,
    ) -> Result<Option<String>, CommandError> {
        if name.eq_ignore_ascii_case(OPENING) {
            return check_opening(value).map(|()| None);
        }
        let mut spins = self.spins.iter();
        let spin = spins.find(|spin| spin.name.eq_ignore_ascii_case(name));
        let spin = spin.ok_or_else(|| CommandError(format!("unknown option {}", excerpt(name))))?;
        spin.set(value, engine, game)
    }
}

/// There is one opening from the empty board, that of the rules.
fn check_opening(value: &str) -> Result<(), CommandError> {
    if value.eq_ignore_ascii_case(SWAP) {
        return Ok(());
    }
    let found = excerpt(value);
    Err(CommandError(format!(
        "option {OPENING}: found {found}, expected {SWAP}; what another opening leads to can be \
         sent as a TPS"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tei::profile::Trust;
    use std::time::Duration;
    use tak_encoding::{BoardSize, HalfKomi};

    #[test]
    fn defaults_in_the_table_are_the_defaults() {
        let (mut engine, mut game) = (EngineOptions::default(), GameOptions::default());
        for spin in Options::new(Profile::default()).spins {
            let default = spin.default.to_string();
            assert_eq!(spin.set(&default, &mut engine, &mut game), Ok(None));
        }
        assert_eq!(
            (engine, game),
            (EngineOptions::default(), GameOptions::default())
        );
    }

    #[test]
    fn ranges_hold() {
        let (mut engine, mut game) = (EngineOptions::default(), GameOptions::default());
        let options = Options::new(Profile::default());
        let mut set = |name, value| options.set(name, value, &mut engine, &mut game);
        set("halfkomi", "-4").unwrap();
        set("Flats1", "25").unwrap();
        for (name, value) in [
            ("HalfKomi", "1000"),
            ("HalfKomi", "300"),
            ("HalfKomi", ""),
            ("HalfKomi", "null"),
            ("Flats", "0"),
            ("Hash", "-1"),
            ("Hash", "0"),
            ("Hash", "+1"),
            ("MultiPV", "0"),
            ("Capstones", "21"),
            ("Opening", "no-swap"),
            ("NoSuchOption", "1"),
            ("\0", "1"),
        ] {
            assert!(set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(engine, EngineOptions::default());
        let rules = game.rules::<6>();
        assert_eq!(rules.half_komi(), HalfKomi(-4));
        let [white, black] = rules.reserves();
        assert_eq!((white.flats, black.flats, white.caps), (25, 30, 1));
    }

    #[test]
    fn guests_get_no_more_than_there_is() {
        let profile = Profile {
            options: EngineOptions {
                hash: 32,
                threads: 2,
                ..EngineOptions::default()
            },
            announce: Announce::Engine,
            trust: Trust::Guest,
        };
        let options = Options::new(profile);
        let (mut engine, mut game) = (profile.options, GameOptions::default());
        let mut set = |name, value| options.set(name, value, &mut engine, &mut game);
        let told = set("Hash", "4096").unwrap().unwrap();
        assert_eq!(
            told,
            "option Hash: found `4096`, expected 1 to 32 MiB; taken as 32"
        );
        assert!(set("Threads", "64").unwrap().is_some());
        assert!(set("HalfKomi", "1000").is_err() && set("Hash", "").is_err());
        assert_eq!(engine, profile.options);
        options.set("Threads", "1", &mut engine, &mut game).unwrap();
        assert_eq!(engine.threads, 1);
        let announced: Vec<_> = options.announcements().collect();
        assert!(announced.contains(&"option name Hash type spin default 32 min 1 max 32".into()));
    }

    #[test]
    fn too_much_for_the_engine_is_the_most_there_is() {
        let (mut engine, mut game) = (EngineOptions::default(), GameOptions::default());
        let options = Options::new(Profile::default());
        for (name, value) in [
            ("MultiPV", "257"),
            ("Threads", "99999999999999999999"),
            ("MoveOverhead", "10001"),
        ] {
            let told = options.set(name, value, &mut engine, &mut game);
            assert!(told.unwrap().is_some(), "{name} {value}");
        }
        let overhead = Duration::from_secs(10);
        assert_eq!((engine.lines, engine.threads), (256, 256));
        assert_eq!(engine.overhead, overhead);
    }

    #[test]
    fn every_announced_count_fits_every_board() {
        let options = Options::new(Profile::default());
        for spin in options.spins.iter().filter(|spin| spin.default == -1) {
            let (mut engine, mut game) = (EngineOptions::default(), GameOptions::default());
            (spin.effect)(spin.announced, &mut engine, &mut game);
            for size in BoardSize::ALL {
                assert_eq!(game.check(size), Ok(()), "{spin}");
            }
        }
    }
}
