//! Conditions on games.

use tak_encoding::{BoardSize, Color, GameResult, HalfKomi, Opening};

use crate::date::Date;
use crate::record::Facts;

/// Selects the games that satisfy every condition given.
///
/// ```
/// use tak_book::{Filter, Record};
///
/// let game = "[Size \"6\"]\n[Player1 \"Ann\"]\n[Rating1 \"1700\"]\n\n1. a1 f6 R-0\n".parse()?;
/// let facts = Record::from_ptn(game, None).facts;
/// let mut filter = Filter { players: vec!["ann".to_owned()], ..Filter::default() };
/// assert!(filter.takes(&facts));
/// filter.min_rating = Some(1500);
/// assert_eq!(filter.refusal(&facts), Some("low or no rating"));
/// # Ok::<(), tak_encoding::PtnError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Filter {
    /// The size of the board.
    pub size: Option<BoardSize>,
    /// How the first two plies are played.
    pub opening: Option<Opening>,
    /// The komi must be one of these; any if empty.
    pub half_komi: Vec<HalfKomi>,
    /// Each of these played, with either colour. Case is ignored.
    pub players: Vec<String>,
    /// The name of White, and of Black, must be one of these; any if empty. Case is ignored.
    pub colors: [Vec<String>; 2],
    /// Neither player is a program.
    pub no_bots: bool,
    /// The minimum rating of both players.
    pub min_rating: Option<u32>,
    /// The maximum rating of both players.
    pub max_rating: Option<u32>,
    /// Only rated games.
    pub rated: bool,
    /// The first day.
    pub since: Option<Date>,
    /// The last day.
    pub until: Option<Date>,
    /// How the game ended.
    pub result: Option<Ending>,
    /// The minimum number of plies.
    pub min_plies: Option<u32>,
    /// The maximum number of plies.
    pub max_plies: Option<u32>,
    /// Whether it belonged to a tournament: see [`Facts::is_tournament`].
    pub tournament: Option<bool>,
    /// Part of the name of the event. Case is ignored.
    pub event: Option<String>,
    /// The site that gave the games their ids. Case is ignored.
    pub site: Option<String>,
}

/// How a game ended, as a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With exactly this result, like `R-0`.
    Exactly(GameResult),
    /// With a win of this player.
    Won(Color),
    /// The result is unknown, or the game was not finished.
    Open,
}

impl Ending {
    fn takes(self, result: Option<GameResult>) -> bool {
        match self {
            Self::Exactly(wanted) => result == Some(wanted),
            Self::Won(color) => winner(result) == Some(color),
            Self::Open => matches!(result, None | Some(GameResult::Unfinished)),
        }
    }
}

/// Who won.
pub(crate) fn winner(result: Option<GameResult>) -> Option<Color> {
    match result? {
        GameResult::Win(color) => Some(color),
        GameResult::Outcome(outcome) => outcome.winner(),
        GameResult::Unfinished => None,
    }
}

impl Filter {
    /// Whether a game satisfies all conditions.
    pub fn takes(&self, facts: &Facts) -> bool {
        self.refusal(facts).is_none()
    }

    /// The first condition that a game fails, in a few words; `None` if it satisfies all.
    pub fn refusal(&self, facts: &Facts) -> Option<&'static str> {
        let name = |color: Color| facts.players[color.index()].as_deref();
        let is =
            |color: Color, wanted: &str| name(color).is_some_and(|name| same_name(name, wanted));
        let low = |least| facts.ratings.iter().any(|known| known.is_none_or(|known| known < least));
        let high = |most| facts.ratings.iter().any(|known| known.is_none_or(|known| known > most));
        let other_color = |color: Color| {
            let wanted = &self.colors[color.index()];
            !wanted.is_empty() && !wanted.iter().any(|wanted| is(color, wanted))
        };
        let other_komi = !self.half_komi.is_empty() && !self.half_komi.contains(&facts.half_komi);
        let lacks_player = self
            .players
            .iter()
            .any(|wanted| !Color::ALL.into_iter().any(|color| is(color, wanted)));
        let day = facts.date.map(Date::day);
        let early = |first: Date| day.is_none_or(|day| day < first.day());
        let late = |last: Date| day.is_none_or(|day| day > last.day());
        let no_event = |wanted: &String| {
            facts.event.as_ref().is_none_or(|event| !small(event).contains(&small(wanted)))
        };
        let no_site = |wanted: &String| {
            facts.origin.as_ref().is_none_or(|origin| !same_name(&origin.site, wanted))
        };
        let reasons = [
            (self.size.is_some_and(|size| size != facts.size), "other size"),
            (self.opening.is_some_and(|opening| opening != facts.opening), "other opening"),
            (other_komi, "other komi"),
            (lacks_player || Color::ALL.into_iter().any(other_color), "other players"),
            (self.no_bots && facts.bots != [false; 2], "bots"),
            (self.rated && !facts.is_rated, "unrated"),
            (self.min_rating.is_some_and(low), "low or no rating"),
            (self.max_rating.is_some_and(high), "high or no rating"),
            (self.since.is_some_and(early) || self.until.is_some_and(late), "other or no date"),
            (self.result.is_some_and(|ending| !ending.takes(facts.result)), "other result"),
            (self.min_plies.is_some_and(|least| facts.plies < least), "too short"),
            (self.max_plies.is_some_and(|most| facts.plies > most), "too long"),
            (self.tournament.is_some_and(|is_one| is_one != facts.is_tournament()), "other event"),
            (self.event.as_ref().is_some_and(no_event), "other event"),
            (self.site.as_ref().is_some_and(no_site), "other site"),
        ];
        reasons.into_iter().find_map(|(refused, why)| refused.then_some(why))
    }
}

/// Whether two names are the same, ignoring case.
pub(crate) fn same_name(one: &str, other: &str) -> bool {
    // A fast path, because a filter may have many names, each compared with every game.
    if one.is_ascii() && other.is_ascii() {
        return one.eq_ignore_ascii_case(other);
    }
    small(one) == small(other)
}

fn small(text: &str) -> String {
    text.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    fn facts(tags: &str) -> Facts {
        let text = format!("[Size \"5\"]\n{tags}\n\n1. a1 e5 2. c3\n");
        Record::from_ptn(text.parse().unwrap(), None).facts
    }

    #[test]
    fn capital_letters_count_for_nothing_in_any_script() {
        for (one, other) in [("Ann", "aNN"), ("ZOÉ", "zoé"), ("\u{212a}ai", "kai")] {
            assert!(same_name(one, other) && same_name(other, one), "{one} {other}");
        }
        assert!(!same_name("Ann", "Anna") && !same_name("Zoe", "Zoé"));
    }

    #[test]
    fn each_part_leaves_out_what_it_should() {
        let good = facts(
            "[Player1 \"Ann\"]\n[Player2 \"Zoé\"]\n[Rating1 \"1500\"]\n[Rating2 \"1600\"]\n\
             [Date \"2024.05.31\"]\n[Time \"23:00:00\"]\n[Komi \"2\"]\n[Result \"0-F\"]\n\
             [Event \"Spring Cup\"]\n[Site \"x\"]\n[Id \"1\"]",
        );
        let day = |text: &str| text.parse().ok();
        let filters = |good: bool| {
            let pick = |yes: &str, no: &str| Some(if good { yes } else { no }.to_owned());
            let base = Filter::default;
            [
                Filter { size: BoardSize::new(if good { 5 } else { 6 }), ..base() },
                Filter {
                    half_komi: vec![HalfKomi(0), HalfKomi(if good { 4 } else { 2 })],
                    ..base()
                },
                Filter { tournament: Some(good), ..base() },
                Filter {
                    opening: Some(if good { Opening::Swap } else { Opening::NoSwap }),
                    ..base()
                },
                Filter { players: pick("ZOÉ", "Zo").into_iter().collect(), ..base() },
                Filter {
                    colors: [pick("ann", "zoé").into_iter().collect(), Vec::new()], ..base()
                },
                Filter { min_rating: Some(if good { 1500 } else { 1501 }), ..base() },
                Filter { max_rating: Some(if good { 1600 } else { 1599 }), ..base() },
                Filter { since: day(if good { "2024.05.31" } else { "2024.06.01" }), ..base() },
                Filter { until: day(if good { "2024.05.31" } else { "2024.05.30" }), ..base() },
                Filter {
                    result: Some(Ending::Won(if good { Color::Black } else { Color::White })),
                    ..base()
                },
                Filter {
                    result: GameResult::read(if good { "0-F" } else { "0-R" }).map(Ending::Exactly),
                    ..base()
                },
                Filter { min_plies: Some(if good { 3 } else { 4 }), ..base() },
                Filter { max_plies: Some(if good { 3 } else { 2 }), ..base() },
                Filter { event: pick("cup", "cups"), ..base() },
                Filter { site: pick("X", "y"), ..base() },
            ]
        };
        for filter in filters(true) {
            assert_eq!(filter.refusal(&good), None, "{filter:?}");
        }
        for filter in filters(false) {
            assert!(!filter.takes(&good), "{filter:?}");
        }
        let bare = facts("[Player1 \"TakBot\"]\n[Unrated \"1\"]");
        for filter in [
            Filter { no_bots: true, ..Filter::default() },
            Filter { rated: true, ..Filter::default() },
            Filter { min_rating: Some(1), ..Filter::default() },
            Filter { since: day("1970.01.01"), ..Filter::default() },
            Filter { event: Some(String::new()), ..Filter::default() },
        ] {
            assert!(!filter.takes(&bare), "{filter:?}");
        }
        let open = Filter { result: Some(Ending::Open), ..Filter::default() };
        assert!(open.takes(&bare) && !open.takes(&good));
    }
}
