//! A game and the facts about it, from whatever source.

use std::fmt::{self, Write as _};

use tak_encoding::{
    AnyGame, BoardSize, Game, GameResult, HalfKomi, Opening, Playable, Size, Tag, with_game,
};

use crate::date::Date;
use crate::key::has_standard_pieces;

/// The value of the tag `Site` of a game played on playtak.com.
pub const SITE: &str = "PlayTak.com";

/// A game and the facts about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The start, the moves and, if it was read as PTN, the tags.
    pub game: AnyGame,
    /// What is known about it besides its moves.
    pub facts: Facts,
    /// The text that it was read from, if that has more than tags and moves: comments, marks or
    /// variations.
    pub text: Option<String>,
}

/// What is known about a game besides its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The size of the board.
    pub size: BoardSize,
    /// The komi.
    pub half_komi: HalfKomi,
    /// How the first two plies were played.
    pub opening: Opening,
    /// The recorded result, or else that of the final position; `None` if there is neither.
    pub result: Option<GameResult>,
    /// The number of plies.
    pub plies: u32,
    /// White's and Black's names.
    pub players: [Option<String>; 2],
    /// Whether White and Black are programs.
    pub bots: [bool; 2],
    /// White's and Black's ratings at the time.
    pub ratings: [Option<u32>; 2],
    /// Whether it was rated; true if unknown.
    pub is_rated: bool,
    /// When it was played.
    pub date: Option<Date>,
    /// The time control, as in the tag `Clock`.
    pub clock: Option<String>,
    /// The event, such as a tournament, as in the tag `Event`.
    pub event: Option<String>,
    /// Its id, if it has one.
    pub origin: Option<Origin>,
}

/// The id of a game, which is unique on the site that assigned it.
///
/// In PTN these are the tags `Site` and `Id`, or `PlayTakID` for a game of playtak.com.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The site, like `PlayTak.com`.
    pub site: String,
    /// The id, a number or any other text.
    pub id: String,
}

impl Record {
    /// A game that was read as PTN, and the text that it was read from, if there is one. White
    /// space around the text is ignored.
    ///
    /// ```
    /// use tak_book::Record;
    ///
    /// let text = "[Size \"5\"]\n[Player1 \"Ann\"]\n[Date \"2024.05.31\"]\n\n1. a1 e5 {well}\n2. c3 R-0\n";
    /// let record = Record::from_ptn(text.parse()?, Some(text));
    /// assert_eq!(record.facts.players[0].as_deref(), Some("Ann"));
    /// assert_eq!((record.facts.plies, record.facts.date.unwrap().day()), (3, 19_874));
    /// assert_eq!(record.to_ptn(), text);
    /// # Ok::<(), tak_encoding::PtnError>(())
    /// ```
    pub fn from_ptn(game: AnyGame, text: Option<&str>) -> Self {
        let facts = facts_of(&game);
        let text = text.filter(|text| !is_plain(text, &game));
        let text = text.map(|text| format!("{}\n", text.trim()));
        Self { game, facts, text }
    }

    /// The game as PTN: its text if it has one, otherwise its own tags and moves, or with tags for
    /// all facts if it has none.
    pub fn to_ptn(&self) -> String {
        match &self.text {
            Some(text) => text.clone(),
            None if self.game.tags().is_empty() => self.tagged().to_string(),
            None => self.game.to_string(),
        }
    }

    /// The game as PTN without its moves; `None` if the facts contain all of that.
    pub(crate) fn header(&self) -> Option<String> {
        if !self.game.tags().is_empty() {
            return Some(header(&self.game));
        }
        let is_usual = with_game!(&self.game, game => {
            game.start().occupied().is_empty() && has_standard_pieces(game.start())
        });
        (!is_usual).then(|| header(&self.tagged()))
    }

    fn tagged(&self) -> AnyGame {
        let mut game = self.game.clone();
        for Tag { name, value } in self.facts.tags() {
            game.push_tag(&name, &value);
        }
        game
    }
}

/// Whether a text has nothing that is lost when the game read from it is written. White space is
/// ignored.
fn is_plain(text: &str, game: &AnyGame) -> bool {
    let mut expected = Expected(text);
    write!(expected, "{game}").is_ok() && expected.0.trim_start().is_empty()
}

/// A text that is to be written, white space aside. Writing something else fails.
struct Expected<'a>(&'a str);

impl fmt::Write for Expected<'_> {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        for word in written.split_whitespace() {
            for c in word.chars() {
                self.0 = self.0.trim_start().strip_prefix(c).ok_or(fmt::Error)?;
            }
        }
        Ok(())
    }
}

/// The facts in the tags and the moves.
fn facts_of(game: &AnyGame) -> Facts {
    let tag = |name: &str| {
        let value = game.tag(name).map(str::trim);
        value.filter(|value| !matches!(*value, "" | "?" | "-"))
    };
    let text = |name| tag(name).map(str::to_owned);
    let rating = |name| tag(name)?.parse().ok().filter(|&rating: &u32| rating > 0);
    let date = tag("Date").and_then(|date| date.parse::<Date>().ok());
    let date = date.map(|date| tag("Time").and_then(|time| date.at(time)).unwrap_or(date));
    let players = [text("Player1"), text("Player2")];
    Facts {
        size: game.size(),
        half_komi: game.start().half_komi(),
        opening: opening_of(game),
        result: result_of(game),
        plies: game.plies() as u32,
        bots: players.each_ref().map(|name| name.as_deref().is_some_and(is_bot)),
        players,
        ratings: [rating("Rating1"), rating("Rating2")],
        is_rated: tag("Unrated").is_none(),
        date,
        clock: text("Clock"),
        event: text("Event"),
        origin: origin_of(game),
    }
}

/// The id in the tags: `PlayTakID`, or `Id` with the site that gave it.
fn origin_of(game: &AnyGame) -> Option<Origin> {
    let tag = |name| game.tag(name).map(str::trim).filter(|value| !value.is_empty());
    let (site, id) = match tag("PlayTakID").filter(|id| is_number(id)) {
        Some(id) => (SITE, id),
        None => tag("Site").zip(tag("Id"))?,
    };
    Some(Origin { site: site.to_owned(), id: id.to_owned() })
}

/// Whether an id is one that playtak.com gives.
fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// The opening of a game. If the game starts after the opening, only its tag can tell.
pub fn opening_of(game: &AnyGame) -> Opening {
    let told = game.tag("Opening").and_then(|opening| opening.parse().ok());
    told.unwrap_or_else(|| game.start().opening())
}

/// The result that the game claims, or else that of the final position.
pub(crate) fn result_of(game: &AnyGame) -> Option<GameResult> {
    let claimed = game.result().filter(|&result| result != GameResult::Unfinished);
    claimed.or_else(|| game.end().outcome().map(GameResult::Outcome)).or(game.result())
}

/// Whether a name looks like that of a program: it contains `bot` as a word, as in `TakBot`,
/// `tak_bot2` or `Bot_5x5`.
pub fn is_bot(name: &str) -> bool {
    let small = name.to_ascii_lowercase();
    small.match_indices("bot").any(|(at, bot)| {
        let (before, behind) = (&name[..at], &name[at + bot.len()..]);
        let begins = name[at..].starts_with('B') || !before.ends_with(char::is_alphabetic);
        let ends = !behind.starts_with(char::is_lowercase);
        // After a letter, a lower-case `bot` counts only at the end of the name.
        ends && (begins || behind.trim_end_matches(|c: char| !c.is_alphabetic()).is_empty())
    })
}

impl Facts {
    /// Whether it belonged to a tournament: it has an event other than `Online Play`, which playtak
    /// writes into the file of every game.
    pub fn is_tournament(&self) -> bool {
        self.event.as_ref().is_some_and(|event| !event.eq_ignore_ascii_case("Online Play"))
    }

    /// The tags for these facts, for a game from the empty board.
    pub(crate) fn tags(&self) -> Vec<Tag> {
        let mut tags = Vec::new();
        let mut add = |name: &str, value: Option<String>| {
            tags.extend(value.map(|value| Tag { name: name.to_owned(), value }));
        };
        let [white, black] = &self.players;
        let [white_rating, black_rating] = self.ratings.map(|known| known.map(|n| n.to_string()));
        add("Event", self.event.clone());
        add("Site", self.origin.as_ref().map(|origin| origin.site.clone()));
        let is_playtak = |origin: &Origin| origin.site == SITE && is_number(&origin.id);
        let id = if self.origin.as_ref().is_some_and(is_playtak) { "PlayTakID" } else { "Id" };
        add(id, self.origin.as_ref().map(|origin| origin.id.clone()));
        add("Date", self.date.map(|date| date.to_string()));
        add("Time", self.date.map(Date::time));
        add("Player1", white.clone());
        add("Player2", black.clone());
        add("Rating1", white_rating);
        add("Rating2", black_rating);
        add("Unrated", (!self.is_rated).then(|| "1".to_owned()));
        add("Clock", self.clock.clone());
        add("Size", Some(self.size.to_string()));
        let has_komi = self.half_komi != HalfKomi(0);
        add("Komi", has_komi.then(|| self.half_komi.to_string()));
        let is_swap = self.opening == Opening::Swap;
        add("Opening", (!is_swap).then(|| self.opening.to_string()));
        // playtak.com and PTN Ninja know no `0`.
        add(
            "Result",
            self.result.map(|result| match result {
                GameResult::Unfinished => "0-0".to_owned(),
                result => result.to_string(),
            }),
        );
        tags
    }
}

/// A game as PTN without its moves.
fn header(game: &AnyGame) -> String {
    fn header<const N: usize>(game: &Game<N>) -> String
    where
        Size<N>: Playable,
    {
        let mut start = Game::new(*game.start());
        for Tag { name, value } in game.tags() {
            start.push_tag(name, value);
        }
        game.written_result().into_iter().for_each(|result| start.set_result(result));
        start.to_string()
    }
    with_game!(game, game => header(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_programs_are_known() {
        for name in
            ["TakBot", "Takbot", "tak_bot", "tak_bot2", "Bot_5x5", "bot", "TakBotDev", "robot7"]
        {
            assert!(is_bot(name), "{name}");
        }
        for name in ["Botticelli", "abbott", "Ann", "", "bottle", "Talbots", "Böt"] {
            assert!(!is_bot(name), "{name}");
        }
    }

    #[test]
    fn only_what_a_plain_game_would_lose_is_kept_as_text() {
        let record = |text: &str| Record::from_ptn(text.parse().unwrap(), Some(text));
        for plain in ["[Size \"5\"]\r\n\r\n1.a1 e5\r\n2.c3", "[Size \"5\"] 1. a1 e5 2. c3 R-0"] {
            assert_eq!(record(plain).text, None, "{plain}");
        }
        for more in ["a1 e5 {x}", "a1! e5", "a1 e5 (1... a5)"] {
            let text = format!("[Size \"5\"]\n\n1. {more}\n");
            assert_eq!(record(&text).to_ptn(), text);
            assert!(record(&text).text.is_some());
        }
    }

    #[test]
    fn the_id_of_a_game_that_ptn_ninja_saved_was_lost() {
        let origin = |tags: &str| {
            let game: AnyGame = format!("{tags}[Size \"5\"]").parse().unwrap();
            facts_of(&game).origin.map(|Origin { site, id }| format!("{site} {id}"))
        };
        for (tags, expected) in [
            ("[Site \"PlayTak.com\"][PlayTakID \"101\"]", Some("PlayTak.com 101")),
            ("[PlayTakID \"101\"]", Some("PlayTak.com 101")),
            ("[Site \"PlayTak.com\"][Id \"101\"]", Some("PlayTak.com 101")),
            ("[Site \"x\"][Id \"a\"][PlayTakID \"?\"]", Some("x a")),
            ("[Id \"101\"]", None),
        ] {
            assert_eq!(origin(tags).as_deref(), expected, "{tags}");
        }
    }

    #[test]
    fn an_unfinished_game_had_a_result_that_others_do_not_know() {
        let mut game: AnyGame = "[Size \"5\"]".parse().unwrap();
        game.retain_tags(|_| false);
        game.set_result(GameResult::Unfinished);
        let record = Record { facts: facts_of(&game), game, text: None };
        assert_eq!(record.to_ptn(), "[Size \"5\"]\n[Result \"0-0\"]\n\n");
    }

    #[test]
    fn facts_come_from_tags() {
        let text = "[Player1 \"TakBot\"]\n[Player2 \"?\"]\n[Rating1 \"1500\"]\n[Rating2 \"0\"]\n\
            [Size \"5\"]\n[Komi \"2\"]\n[Opening \"no-swap\"]\n[Date \"2024.05.31\"]\n\
            [Time \"10:11:12\"]\n[Site \"x\"]\n[Id \"7\"]\n[Unrated \"1\"]\n[Clock \"5:0 +3\"]\n\n1. a1 e5\n";
        let game: AnyGame = text.parse().unwrap();
        let facts = Record::from_ptn(game, Some(text)).facts;
        assert_eq!(facts.players, [Some("TakBot".to_owned()), None]);
        assert_eq!((facts.bots, facts.ratings), ([true, false], [Some(1500), None]));
        assert_eq!((facts.half_komi, facts.opening), (HalfKomi(4), Opening::NoSwap));
        assert_eq!(facts.date.unwrap().time(), "10:11:12");
        assert!(!facts.is_rated && facts.result.is_none());
        // The tags made from the facts give the same facts.
        let tags: Vec<_> =
            facts.tags().iter().map(|tag| format!("[{} \"{}\"]", tag.name, tag.value)).collect();
        let again = format!("{}\n\n1. a1 e5\n", tags.join("\n"));
        assert_eq!(Record::from_ptn(again.parse().unwrap(), None).facts, facts);
    }
}
