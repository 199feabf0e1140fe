//! With the feature `serde`: what has a text is that text, and a packed board is
//! its bytes.
//!
//! What is read is checked as by [`FromStr`](std::str::FromStr). A TPS contains neither komi nor
//! reserves, so a position comes back with those of the standard rules. The text of a move does not
//! include its size: an [`AnyMove`] is the two together, `["6", "3c3>12"]`.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::any::{AnyMove, AnyPosition};
use crate::moves::Move;
use crate::opening::Opening;
use crate::outcome::{GameResult, Outcome};
use crate::packed::PackedBoard;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::HalfKomi;
use crate::size::{BoardSize, Playable, Size};
use crate::slides::Slide;
use crate::square::{Direction, Square};
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
    [const N: usize, H: Hashing] Position<N, H> where Size<N>;
    [H: Hashing] AnyPosition<H>;
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
    fn what_is_wrong_says_so() {
        let error = |json| serde_json::from_str::<AnyMove>(json).unwrap_err().to_string();
        assert!(error("[\"9\",\"a1\"]").contains("a number from 3 to 8"));
        assert!(error("[\"5\",\"f1\"]").contains("leaves the board"));
        assert!(serde_json::from_str::<PackedBoard>("[0]").is_err());
        assert!(serde_json::from_str::<Position<3>>("\"x3/x3 1 1\"").is_err());
    }
}
