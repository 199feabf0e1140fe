//! The games of a source that is read as a whole, so that they can be numbered.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use tak_encoding::ptn::{GameText, PtnGame, Remarks, games};
use tak_encoding::{AnyGame, PtnError, any_to_ptn};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::remark;
use tak_terminal::text::Text;

use crate::game_files::{ptn_failure, tell_guess};

/// The games of a source: PTN, links to ptn.ninja, or a TPS, which is a game without moves.
///
/// ```
/// use tak_games::collection::Collection;
/// use tak_terminal::input::Source;
///
/// let source = Source::Argument("--text", "[Size \"5\"] 1. a1 e5\n[Size \"6\"] 1. a1".to_owned());
/// let games = Collection::read(&source)?;
/// assert_eq!(games.len(), 2);
/// let second = games.only(Some(2.try_into().unwrap()))?;
/// assert_eq!(games.game(second)?.plies(), 1);
/// assert!(games.only(None).is_err(), "which of the two?");
/// # Ok::<(), tak_terminal::failure::Failure>(())
/// ```
pub struct Collection {
    text: Text,
    places: Vec<Place>,
}

/// Where a game stands in the text.
struct Place {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
}

impl Collection {
    /// Reads a whole source.
    pub fn read(source: &Source) -> Result<Self, Failure> {
        Self::of(Text::read(source)?)
    }

    /// The games that a text holds or stands for.
    pub fn of(text: Text) -> Result<Self, Failure> {
        Ok(Self::of_ptn(text.unpacked(any_to_ptn)?))
    }

    /// The games of a text that is PTN.
    pub fn of_ptn(text: Text) -> Self {
        let place = |game: GameText<'_>| {
            let (span, GameText { line, column, .. }) = (game.span(), game);
            Place { start: span.start, end: span.end, line, column }
        };
        let places = games(text.as_str()).damaged_at(text.damaged()).map(place).collect();
        Self { text, places }
    }

    /// Where they come from.
    pub fn source(&self) -> &Source {
        self.text.source()
    }

    /// All of it as PTN.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// How many games there are, good and bad.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All games, good and bad.
    pub fn games(&self) -> impl Iterator<Item = GameText<'_>> {
        self.places.iter().map(|&Place { start, end, line, column }| GameText {
            text: &self.text.as_str()[start..end],
            offset: start,
            line,
            column,
        })
    }

    /// The numbers of the games that are meant: the one that `--game` gives, or else all of them.
    pub fn chosen(&self, number: Option<NonZeroUsize>) -> Result<RangeInclusive<usize>, Failure> {
        match (number.map(NonZeroUsize::get), self.len()) {
            (_, 0) => {
                self.text.check_whole()?;
                let why = "expected a game in PTN, with a tag like [Size \"6\"] in front";
                Err(self.source().failure(why))
            }
            (Some(number), held) if number > held => Err(lacks_game(self.source(), number, held)),
            (Some(number), _) => Ok(number..=number),
            (None, held) => Ok(1..=held),
        }
    }

    /// The one game that is meant: the one that `--game` gives, or else the only one.
    pub fn only(&self, number: Option<NonZeroUsize>) -> Result<GameText<'_>, Failure> {
        let number = self.chosen(number)?;
        let mut games = self.games().skip(number.start() - 1).take(number.count());
        match (games.next(), games.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(self.source().failure(format_args!(
                "it holds {held} games; choose one with --game 1 to {held}",
                held = self.len()
            ))),
        }
    }

    /// Reads one of its games; the others may be bad.
    pub fn game(&self, game: GameText<'_>) -> Result<AnyGame, Failure> {
        self.text.check(game.span())?;
        let read = game.read().map_err(|error| ptn_failure(self.source(), &error))?;
        tell_guess(&read);
        Ok(read)
    }

    /// The same with its variations, comments and everything else, and what of its text belongs to
    /// no line; see [`PtnGame::left_out`]. What was decided about the rest is told; see
    /// [`PtnGame::decided`].
    pub fn whole_game(&self, game: GameText<'_>) -> Result<(PtnGame, Vec<Failure>), Failure> {
        self.text.check(game.span())?;
        let read = game.read_whole_with_remarks();
        let (read, Remarks { left_out, decided }) =
            read.map_err(|error| ptn_failure(self.source(), &error))?;
        tell_guess(read.game());
        if let Some(first) = decided.first() {
            let more = match decided.len() - 1 {
                0 => String::new(),
                more => format!("; so {more} more were decided one by one"),
            };
            remark::once(&format!("{}{more}", self.at(first)));
        }
        Ok((read, left_out.iter().map(|place| self.at(place)).collect()))
    }

    /// Something about a place in the text.
    fn at(&self, place: &PtnError) -> Failure {
        self.source().failure_at_column(place.line(), place.column(), place.problem())
    }
}

/// A failure of `--game`: the source holds fewer games than that.
pub fn lacks_game(source: &Source, number: usize, held: usize) -> Failure {
    let games = if held == 1 { "game" } else { "games" };
    source.failure(format_args!("--game {number}: the file holds {held} {games}"))
}

/// The value of `--game`: the number of a game in a file, counted from 1.
///
/// ```
/// use tak_games::collection::game_number;
///
/// assert_eq!(game_number("3").unwrap().get(), 3);
/// assert!(game_number("0").is_err());
/// ```
///
/// # Errors
///
/// If it is no such number.
pub fn game_number(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected the number of a game, from 1 on")
}
