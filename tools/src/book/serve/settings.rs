//! The settings that a page sends along with a position: which games to use, and how many moves to
//! return.

use serde_json::{Map, Value, json};
use tak_book::{Date, Filter};
use tak_encoding::HalfKomi;

/// The default for [`Settings::most_moves`].
const USUAL_MOVES: usize = 20;

/// The settings of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    /// Which games to use.
    pub(super) filter: Filter,
    /// Whether no game can match, because the filters of the server and the page exclude each
    /// other.
    pub(super) is_impossible: bool,
    /// The most moves to return.
    pub(super) most_moves: usize,
}

impl Settings {
    /// Reads the body of a request, a JSON object or nothing. Unknown names are ignored.
    ///
    /// The result never includes games that the server leaves out.
    pub(super) fn read(body: &[u8], served: &Filter) -> Result<Self, String> {
        let object = match body.trim_ascii() {
            b"" => Map::new(),
            body => match serde_json::from_slice(body) {
                Ok(Value::Object(object)) => object,
                Ok(Value::Null) => Map::new(),
                Ok(_) => return Err("expected a JSON object".to_owned()),
                Err(error) => return Err(format!("expected a JSON object: {error}")),
            },
        };
        let field = |name: &str| object.get(name).filter(|value| !value.is_null());
        let (mut filter, mut is_impossible) = (served.clone(), false);
        let mut has_none = |is_empty: bool| is_impossible |= is_empty;
        for (color, name) in ["white", "black"].into_iter().enumerate() {
            let names = field(name).map_or(Ok(Vec::new()), names);
            let names = names.map_err(|why| format!("`{name}`: {why}"))?;
            if !names.is_empty() {
                let same =
                    |one: &String, other: &String| one.to_lowercase() == other.to_lowercase();
                filter.colors[color] = both(&served.colors[color], names, same);
                has_none(filter.colors[color].is_empty());
            }
        }
        let komi = field("komi").map_or(Ok(Vec::new()), komi);
        let komi = komi.map_err(|why| format!("`komi`: {why}"))?;
        if !komi.is_empty() {
            filter.half_komi = both(&served.half_komi, komi, PartialEq::eq);
            has_none(filter.half_komi.is_empty());
        }
        let rating = field("min_rating").map(|rating| number(rating, u32::MAX.into()));
        let rating = rating.transpose().map_err(|why| format!("`min_rating`: {why}"))?;
        filter.min_rating =
            served.min_rating.max(rating.filter(|&least| least > 0).map(|n| n as u32));
        filter.no_bots |= !truth(field("include_bot_games"), "include_bot_games")?.unwrap_or(false);
        let tournament = truth(field("tournament"), "tournament")?;
        has_none(filter.tournament.zip(tournament).is_some_and(|(served, asked)| served != asked));
        filter.tournament = filter.tournament.or(tournament);
        let day = |name: &str| {
            let day = field(name).map(day).transpose();
            day.map_err(|why| format!("`{name}`: {why}"))
        };
        filter.since = filter.since.max(day("min_date")?);
        filter.until = match (filter.until, day("max_date")?) {
            (Some(served), Some(asked)) => Some(served.min(asked)),
            (served, asked) => served.or(asked),
        };
        let moves = field("max_suggested_moves").map(|moves| number(moves, 10_000)).transpose();
        let moves = moves.map_err(|why| format!("`max_suggested_moves`: {why}"))?;
        let most_moves = moves.map_or(USUAL_MOVES, |moves| moves.max(1) as usize);
        Ok(Self { filter, is_impossible, most_moves })
    }

    /// The settings that were applied, for the answer. In a book there are no games to filter.
    pub(super) fn json(&self, is_book: bool) -> Value {
        let base = Filter::default();
        let filter = if is_book { &base } else { &self.filter };
        let some = |names: &[String]| if names.is_empty() { Value::Null } else { json!(names) };
        let komi: Vec<_> = filter.half_komi.iter().map(|komi| f64::from(komi.0) / 2.0).collect();
        let day = |day: Option<Date>| {
            day.map(|day| format!("{}T00:00:00", day.to_string().replace('.', "-")))
        };
        json!({
            "white": some(&filter.colors[0]),
            "black": some(&filter.colors[1]),
            "min_rating": filter.min_rating.unwrap_or(0),
            "max_suggested_moves": self.most_moves,
            "include_bot_games": !filter.no_bots,
            "komi": if komi.is_empty() { Value::Null } else { json!(komi) },
            "min_date": day(filter.since),
            "max_date": day(filter.until),
            "tournament": filter.tournament,
        })
    }
}

/// The values that are both served and asked for. An empty list of served values means all.
fn both<T>(served: &[T], asked: Vec<T>, same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let is_served = |one: &T| served.is_empty() || served.iter().any(|other| same(one, other));
    asked.into_iter().filter(is_served).collect()
}

/// One value or a list of them.
fn list(value: &Value) -> &[Value] {
    match value {
        Value::Array(values) => values,
        value => std::slice::from_ref(value),
    }
}

fn names(value: &Value) -> Result<Vec<String>, String> {
    let names = list(value).iter().map(|name| name.as_str().map(str::to_owned));
    let names: Option<Vec<_>> = names.collect();
    let names = names.ok_or("expected a name or a list of names")?;
    Ok(names.into_iter().filter(|name| !name.is_empty()).collect())
}

fn komi(value: &Value) -> Result<Vec<HalfKomi>, String> {
    let komi = list(value).iter().filter(|komi| !komi.is_null()).map(|komi| {
        let komi = komi.as_f64().map(|points| points.to_string());
        komi.and_then(|points| points.parse().ok())
    });
    let komi: Option<Vec<_>> = komi.collect();
    komi.ok_or_else(|| "expected a number of points like 2.5, or a list of them".to_owned())
}

fn number(value: &Value, most: u64) -> Result<u64, String> {
    let number = value.as_u64().filter(|&number| number <= most);
    number.ok_or_else(|| format!("expected a whole number up to {most}"))
}

fn truth(value: Option<&Value>, name: &str) -> Result<Option<bool>, String> {
    let Some(value) = value else { return Ok(None) };
    value.as_bool().map(Some).ok_or_else(|| format!("`{name}`: expected true, false or null"))
}

/// A day. A time of day after it is ignored.
fn day(value: &Value) -> Result<Date, String> {
    let text = value.as_str().and_then(|text| text.get(..10));
    let day = text.and_then(|text| text.parse().ok());
    day.ok_or_else(|| "expected a date like 2024-05-31".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Settings, String> {
        Settings::read(body.as_bytes(), &Filter::default())
    }

    #[test]
    fn what_ptn_ninja_sends_is_understood() {
        let body = r#"{"include_bot_games":true,"tournament":null,"white":["Ann","Bob"],
            "black":null,"min_date":"2023-01-01T00:00:00.000Z","max_date":null,"min_rating":1500,
            "komi":2.5,"max_suggested_moves":5}"#;
        let Settings { filter, most_moves, .. } = read(body).unwrap();
        assert_eq!(filter.colors, [vec!["Ann".to_owned(), "Bob".to_owned()], Vec::new()]);
        assert_eq!((filter.half_komi, filter.min_rating), (vec![HalfKomi(5)], Some(1500)));
        assert_eq!((filter.since, filter.until), ("2023.01.01".parse().ok(), None));
        assert!(!filter.no_bots && filter.tournament.is_none() && most_moves == 5);
        // These are the settings that the page sends by default.
        let plain = read(r#"{"white":[],"black":[],"komi":null,"min_rating":0}"#).unwrap();
        assert_eq!(plain, read("").unwrap());
        assert_eq!(plain, read(" null ").unwrap());
    }

    #[test]
    fn what_is_served_is_not_widened() {
        let served = Filter {
            min_rating: Some(1200),
            no_bots: true,
            until: "2024.01.01".parse().ok(),
            half_komi: vec![HalfKomi(4)],
            ..Filter::default()
        };
        let body = br#"{"min_rating":1000,"include_bot_games":true,"max_date":"2025-01-01"}"#;
        let asked = Settings::read(body, &served).unwrap();
        assert_eq!(asked.filter, served);
        assert!(!asked.is_impossible);
        let none = Settings::read(br#"{"komi":[0,1]}"#, &served).unwrap();
        assert!(none.is_impossible);
    }

    #[test]
    fn mistakes_are_told() {
        for (body, why) in [
            ("[]", "expected a JSON object"),
            ("{", "expected a JSON object: "),
            (r#"{"white":7}"#, "`white`: expected a name"),
            (r#"{"komi":"x"}"#, "`komi`: expected a number"),
            (r#"{"komi":2.3}"#, "`komi`: expected a number"),
            (r#"{"min_rating":-1}"#, "`min_rating`: expected a whole number"),
            (r#"{"include_bot_games":1}"#, "`include_bot_games`: expected true, false"),
            (r#"{"min_date":"yesterday"}"#, "`min_date`: expected a date"),
            (r#"{"max_date":"2024-02-30T00:00"}"#, "`max_date`: expected a date"),
        ] {
            let told = read(body).unwrap_err();
            assert!(told.starts_with(why), "{body}: {told}");
        }
    }
}
