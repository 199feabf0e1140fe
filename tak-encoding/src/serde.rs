//! With the feature `serde`: what has a text is that text, and a packed board is its bytes.
//!
//! What is read is checked as by [`FromStr`](std::str::FromStr). A position is its TPS, followed by
//! what the TPS does not show, where it is not the standard: komi, the pieces of White and Black at
//! the start, and the opening of an empty board, as in
//! `x5/x5/x5/x5/x5 1 1 komi=2 flats=20,21 caps=1,0 opening=no-swap`. The text of a move does not
//! include its size: an [`AnyMove`] is the two together, `["6", "3c3>12"]`.

use std::fmt::{self, Write};
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::any::{AnyMove, AnyPosition};
use crate::moves::Move;
use crate::opening::Opening;
use crate::outcome::{GameResult, Outcome};
use crate::packed::PackedBoard;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{AnyRules, HalfKomi, Rules};
use crate::size::{BoardSize, Playable, Size};
use crate::slides::Slide;
use crate::square::{Direction, Square};
use crate::text::ParseError;
use crate::with_position;
use crate::zobrist::Hashing;

macro_rules! as_text {
    ($([$($generics:tt)*] $type:ty $(where $size:ty)?;)*) => {
        $(
            impl<$($generics)*> Serialize for $type
            $(where $size: Playable)?
            {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de, $($generics)*> Deserialize<'de> for $type
            $(where $size: Playable)?
            {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
                }
            }
        )*
    };
}

as_text! {
    [const N: usize] Move<N>;
    [const N: usize] Square<N>;
    [] Direction;
    [] Slide;
    [] Color;
    [] HalfKomi;
    [] Opening;
    [] BoardSize;
    [] Outcome;
    [] GameResult;
}

impl<const N: usize, H: Hashing> Serialize for Position<N, H>
where
    Size<N>: Playable,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.rules();
        let (standard, [white, black]) = (Rules::<N>::default(), rules.reserves());
        let mut text = self.to_tps();
        let mut add = |name, value: fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = write!(text, " {name}={value}");
        };
        if rules.half_komi() != standard.half_komi() {
            add("komi", format_args!("{}", rules.half_komi()));
        }
        if rules.reserves() != standard.reserves() {
            add("flats", format_args!("{},{}", white.flats, black.flats));
            add("caps", format_args!("{},{}", white.caps, black.caps));
        }
        if self.hidden_opening() != standard.opening() {
            let name = self.opening().to_string().replace(' ', "-");
            add("opening", format_args!("{name}"));
        }
        text.serialize(serializer)
    }
}

impl<H: Hashing> Serialize for AnyPosition<H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        with_position!(self, position => position.serialize(serializer))
    }
}

impl<'de, H: Hashing> Deserialize<'de> for AnyPosition<H> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (tps, rules) = tps_and_rules(&text).map_err(D::Error::custom)?;
        Self::from_tps_with(tps, rules).map_err(D::Error::custom)
    }
}

impl<'de, const N: usize, H: Hashing> Deserialize<'de> for Position<N, H>
where
    Size<N>: Playable,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (tps, rules) = tps_and_rules(&text).map_err(D::Error::custom)?;
        let rules = rules.at_size().map_err(D::Error::custom)?;
        Self::from_tps_with(tps, rules).map_err(D::Error::custom)
    }
}

/// A TPS, and the rules in the words after it.
fn tps_and_rules(text: &str) -> Result<(&str, AnyRules), ParseError> {
    let end = text.find('=').and_then(|sign| text[..sign].rfind(' ')).unwrap_or(text.len());
    let (tps, words) = text.split_at(end);
    let mut rules = AnyRules::default();
    for word in words.split_ascii_whitespace() {
        match word.split_once('=') {
            Some(("komi", value)) => rules.half_komi = value.parse()?,
            Some(("flats", value)) => rules.flats = pair(value)?.map(Some),
            Some(("caps", value)) => rules.caps = pair(value)?.map(Some),
            Some(("opening", value)) => rules.opening = value.parse()?,
            _ => {
                let expected = "`komi=`, `flats=`, `caps=` or `opening=`";
                return Err(ParseError::new("position", word, expected));
            }
        }
    }
    Ok((tps, rules))
}

/// White's and Black's number of pieces.
fn pair(text: &str) -> Result<[u8; 2], ParseError> {
    let numbers = text.split_once(',').map(|(white, black)| [white, black].map(u8::from_str));
    match numbers {
        Some([Ok(white), Ok(black)]) => Ok([white, black]),
        _ => Err(ParseError::new("pieces", text, "two numbers like `21,20`")),
    }
}

impl Serialize for AnyMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.size(), self.to_string()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AnyMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (size, text) = <(BoardSize, String)>::deserialize(deserializer)?;
        Self::parse(size, &text).map_err(D::Error::custom)
    }
}

impl Serialize for PackedBoard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_bytes().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PackedBoard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = Vec::deserialize(deserializer)?;
        Self::from_bytes(&bytes).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;
    use crate::zobrist::OneHash;

    fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
    }

    #[test]
    fn what_is_written_reads_back() {
        let tps = "x3/x,12S,x/x3 1 5";
        let position = Position::<3>::from_tps(tps).unwrap();
        same(&position, &format!("\"{tps}\""));
        same(&AnyPosition::from(position), &format!("\"{tps}\""));
        same(&"3c3>12".parse::<Move<6>>().unwrap(), "\"3c3>12\"");
        let mv = AnyMove::parse(BoardSize::Six, "3c3>12").unwrap();
        same(&mv, "[\"6\",\"3c3>12\"]");
        same(&"c3".parse::<Square<5>>().unwrap(), "\"c3\"");
        same(&HalfKomi(5), "\"2.5\"");
        same(&Outcome::Road(Color::Black), "\"0-R\"");
        same(&GameResult::Unfinished, "\"0\"");
        same(&Color::White, "\"White\"");
        same(&Direction::Left, "\"<\"");
        same(&Slide::from_drops(&[2, 1]).unwrap(), "\"21\"");
        same(&position.pack(), "[2,97,1]");
    }

    #[test]
    fn positions_keep_their_rules() {
        let mut random = fastrand::Rng::with_seed(8);
        for size in BoardSize::ALL {
            for opening in Opening::ALL {
                let mut rules = AnyRules::with_komi(HalfKomi(random.i16(-9..9)));
                rules.flats = [Some(12), None];
                rules.caps = [None, random.bool().then_some(3)];
                rules.opening = opening;
                let mut position = AnyPosition::<OneHash>::with_rules(size, rules).unwrap();
                while position.outcome().is_none() {
                    let json = serde_json::to_string(&position).unwrap();
                    same(&position, &json);
                    with_position!(position, position => same(&position, &json));
                    let moves = position.legal_moves();
                    position.play(moves[random.usize(..moves.len())]).unwrap();
                }
            }
        }
        let mut position = Position::<5>::with_rules(Rules::with_komi(HalfKomi(5)));
        same(&position, "\"x5/x5/x5/x5/x5 1 1 komi=2.5\"");
        let two = Opening::DoubleBlackStack;
        position = Position::with_rules(Rules::default().with_opening(two).unwrap());
        same(&position, "\"x5/x5/x5/x5/x5 1 1 opening=double-black-stack\"");
    }

    #[test]
    fn what_is_wrong_says_so() {
        let error = |json| serde_json::from_str::<AnyMove>(json).unwrap_err().to_string();
        assert!(error("[\"9\",\"a1\"]").contains("a number from 3 to 8"));
        assert!(error("[\"5\",\"f1\"]").contains("leaves the board"));
        assert!(serde_json::from_str::<PackedBoard>("[0]").is_err());
        for text in ["x3/x3 1 1", "x3/x3/x3 1 1 komi=x", "x3/x3/x3 1 1 flats=9", "x3/x3/x3 1 1 a=b"]
        {
            let json = format!("\"{text}\"");
            assert!(serde_json::from_str::<Position<3>>(&json).is_err(), "{text}");
            assert!(serde_json::from_str::<AnyPosition>(&json).is_err(), "{text}");
        }
    }
}
