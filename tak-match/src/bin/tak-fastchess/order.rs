//! What a worker orders: the arguments of fastchess, read into one of our matches.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use tak_encoding::{BoardSize, HalfKomi, Opening};
use tak_games::beginnings::Conditions;
use tak_match::adjudication::{Adjudication, DrawRule, WinRule, Witness};
use tak_match::engine::EngineSpec;
use tak_match::openings::Openings;
use tak_match::plan::{Audience, Plan};
use tak_terminal::failure::{Failure, printable};

use crate::side::Side;

/// A match as it is ordered.
pub(super) struct Order {
    /// Exactly two.
    engines: Vec<EngineSpec>,
    komi: HalfKomi,
    rounds: u64,
    /// Per opening: 1, or 2 with colours exchanged.
    games: u64,
    pub(super) concurrency: u16,
    book: Book,
    seed: u64,
    adjudication: Adjudication,
    pub(super) pgn: Option<PathBuf>,
}

/// Where the openings are.
#[derive(Default)]
struct Book {
    file: PathBuf,
    in_random_order: bool,
    /// The first opening, counted from 0.
    start: u64,
}

/// One argument with its values: `-openings file=book.epd order=random`.
struct Argument<'a> {
    name: &'a str,
    values: &'a [String],
}

/// Arguments that matter only for chess, or that our matches always follow.
const CHANGES_NOTHING: [&str; 4] = ["-recover", "-testEnv", "-tb", "-tbpieces"];

const ALL: &str = "-engine, -each, -openings, -rounds, -games, -repeat, -concurrency, -resign, \
                   -draw, -srand, -pgnout, -variant, -recover";

fn usage(why: impl Display) -> Failure {
    Failure::Usage(why.to_string())
}

impl Order {
    /// Reads the words of a command line.
    pub(super) fn read(words: &[String]) -> Result<Self, Failure> {
        let mut order = Self {
            engines: Vec::new(),
            komi: HalfKomi(0),
            rounds: 1,
            games: 1,
            concurrency: 1,
            book: Book::default(),
            seed: 0,
            adjudication: Adjudication::default(),
            pgn: None,
        };
        let arguments = divide(words)?;
        let each = arguments.iter().filter(|argument| argument.name == "-each");
        let each: Vec<_> = each.flat_map(|argument| argument.values).collect();
        let mut komis = Vec::new();
        for argument in &arguments {
            if argument.name == "-engine" {
                let Side { engine, komi } = argument.side(&each)?;
                order.engines.push(engine);
                komis.push(komi);
            } else {
                order.take(argument)?;
            }
        }
        let [one, two] = &mut order.engines[..] else {
            let count = order.engines.len();
            return Err(usage(format_args!("-engine: found {count}, expected two")));
        };
        one.tell_apart(two);
        if komis[0] != komis[1] {
            let why = "option.HalfKomi: expected the same for both engines: it is the match's komi";
            return Err(usage(why));
        }
        order.komi = komis[0];
        if order.book.file.as_os_str().is_empty() {
            return Err(usage("expected a book: -openings file=FILE"));
        }
        Ok(order)
    }

    fn take(&mut self, argument: &Argument<'_>) -> Result<(), Failure> {
        match argument.name {
            "-rounds" => self.rounds = argument.number(1, 5_000_000)?,
            "-repeat" if argument.values.is_empty() => self.games = 2,
            "-games" | "-repeat" => self.games = argument.number(1, 2)?,
            "-concurrency" => self.concurrency = argument.number(1, 1024)?,
            "-srand" => self.seed = argument.number(0, u64::MAX)?,
            "-openings" => self.book = argument.book()?,
            "-resign" => self.adjudication.win = Some(argument.win_rule()?),
            "-draw" => self.adjudication.draw = Some(argument.draw_rule()?),
            "-pgnout" => self.pgn = Some(argument.file()?),
            "-variant" => argument.variant()?,
            "-each" => {}
            name if CHANGES_NOTHING.contains(&name) => {}
            name => {
                let found = printable(name);
                return Err(usage(format_args!("found '{found}', expected one of {ALL}")));
            }
        }
        Ok(())
    }

    /// The match.
    pub(super) fn plan(&self) -> Result<Plan, Failure> {
        let (komi, opening) = (self.komi, Opening::Swap);
        let all = BoardSize::ALL.map(|size| Conditions { size, komi, opening });
        let seed = self.book.in_random_order.then_some(self.seed);
        let (mut openings, conditions) = Openings::read_for_one(&self.book.file, &all, seed)?;
        openings.start_at(self.book.start);
        Ok(Plan {
            engines: self.engines.clone(),
            conditions: vec![conditions],
            openings,
            total: self.rounds * self.games,
            in_pairs: self.games == 2,
            margin: Duration::ZERO,
            patience: Duration::from_mins(1),
            adjudication: self.adjudication,
            audience: Audience::Worker,
        })
    }
}

/// Splits words into arguments, each of which begins with a hyphen.
fn divide(words: &[String]) -> Result<Vec<Argument<'_>>, Failure> {
    let begins = |word: &String| word.starts_with('-');
    if let Some(word) = words.first().filter(|word| !begins(word)) {
        let found = printable(word);
        return Err(usage(format_args!("found '{found}', expected one of {ALL}")));
    }
    let chunks = words.chunk_by(|_, next| !begins(next));
    Ok(chunks.map(|chunk| Argument { name: &chunk[0], values: &chunk[1..] }).collect())
}

impl<'a> Argument<'a> {
    fn wrong(&self, found: &str, expected: impl Display) -> Failure {
        let (name, found) = (printable(self.name), printable(found));
        usage(format_args!("{name}: found '{found}', expected {expected}"))
    }

    /// Its only value, a number.
    fn number<T: FromStr + PartialOrd + Display + Copy>(
        &self,
        low: T,
        high: T,
    ) -> Result<T, Failure> {
        let [value] = self.values else {
            return Err(self.wrong(&self.values.join(" "), "one number"));
        };
        let number = value.parse().ok().filter(|number| (&low..=&high).contains(&number));
        number.ok_or_else(|| self.wrong(value, format_args!("a number from {low} to {high}")))
    }

    /// Its values, each split at the equals sign.
    fn pairs(&self) -> Result<Vec<(&'a str, &'a str)>, Failure> {
        let divide = |value: &'a String| {
            value.split_once('=').ok_or_else(|| self.wrong(value, "words like name=value"))
        };
        self.values.iter().map(divide).collect()
    }

    /// The number in one of its pairs, at least `least`.
    fn counted<T>(&self, key: &str, least: T) -> Result<T, Failure>
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let pairs = self.pairs()?;
        let value = pairs.iter().find(|pair| pair.0 == key).map_or("", |pair| pair.1);
        let number = value.parse().ok().filter(|number| *number >= least);
        let expected = format_args!("{key}=NUMBER, from {least} on");
        number.ok_or_else(|| self.wrong(&self.values.join(" "), expected))
    }

    /// An engine. The words of `-each` apply where its own say nothing.
    fn side(&self, each: &[&String]) -> Result<Side, Failure> {
        let mut side = Side::default();
        for word in each.iter().copied().chain(self.values) {
            side.take(word)?;
        }
        side.whole()
    }

    fn book(&self) -> Result<Book, Failure> {
        let mut book = Book::default();
        for (key, value) in self.pairs()? {
            match (key, value) {
                ("file", file) => book.file = file.into(),
                ("format", "epd" | "pgn" | "ptn" | "tps" | "txt") => {}
                ("order", "random") => book.in_random_order = true,
                ("order", "sequential") => book.in_random_order = false,
                ("start", number) => {
                    let number: Option<u64> = number.parse().ok().filter(|&number| number > 0);
                    let expected = "a number from 1: start=1";
                    book.start = number.ok_or_else(|| self.wrong(value, expected))? - 1;
                }
                _ => {
                    let expected =
                        "file=FILE, format=epd or pgn, order=random or sequential, start=N";
                    return Err(self.wrong(&format!("{key}={value}"), expected));
                }
            }
        }
        Ok(book)
    }

    fn win_rule(&self) -> Result<WinRule, Failure> {
        let both = self.pairs()?.contains(&("twosided", "true"));
        let by = if both { Witness::Both } else { Witness::Loser };
        Ok(WinRule { moves: self.counted("movecount", 1)?, score: self.counted("score", 1)?, by })
    }

    fn draw_rule(&self) -> Result<DrawRule, Failure> {
        Ok(DrawRule {
            from_move: self.counted("movenumber", 0)?,
            moves: self.counted("movecount", 1)?,
            score: self.counted("score", 0)?,
        })
    }

    /// Other words beside the file choose what its comments contain, which they always do.
    fn file(&self) -> Result<PathBuf, Failure> {
        let pairs = self.pairs()?;
        let file = pairs.iter().find(|pair| pair.0 == "file" && !pair.1.is_empty());
        let file = file.ok_or_else(|| self.wrong(&self.values.join(" "), "file=FILE"))?;
        Ok(file.1.into())
    }

    fn variant(&self) -> Result<(), Failure> {
        match self.values {
            [name] if matches!(name.as_str(), "standard" | "tak") => Ok(()),
            _ => Err(self.wrong(
                &self.values.join(" "),
                "standard; the worker orders another one for a book with FRC, 960 or FISCHER in its name",
            )),
        }
    }
}
