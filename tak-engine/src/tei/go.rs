//! The words after `go`: how long a search may take.

use std::str::FromStr;
use std::time::Duration;

use super::command::{CommandError, not_a_number, number};

/// What `go` allows. Clocks are by colour, White's first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// `wtime`, `btime`: what is left.
    pub remaining: [Option<Duration>; 2],
    /// `winc`, `binc`: what a move adds.
    pub increment: [Duration; 2],
    /// `movestogo`.
    pub moves_to_go: Option<u32>,
    /// `movetime`.
    pub move_time: Option<Duration>,
    /// `depth`, in plies.
    pub depth: Option<u32>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `mate`, in moves of the side to move.
    pub mate: Option<u32>,
    /// `solved`: think until it is known who wins.
    pub solved: bool,
    /// `infinite`.
    pub infinite: bool,
    /// `ponder`: the opponent is still to play the last move of the position.
    pub ponder: bool,
    /// `searchmoves`: the only moves to look at; all if there are none.
    pub search_moves: Vec<String>,
}

impl Go {
    /// Reads the words after `go`; unknown ones are skipped.
    pub(super) fn read(rest: &str) -> Result<Self, CommandError> {
        let mut go = Self::default();
        let mut words = rest.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "wtime" => go.remaining[0] = Some(milliseconds(word, words.next())?),
                "btime" => go.remaining[1] = Some(milliseconds(word, words.next())?),
                "winc" => go.increment[0] = milliseconds(word, words.next())?,
                "binc" => go.increment[1] = milliseconds(word, words.next())?,
                "movetime" => go.move_time = Some(milliseconds(word, words.next())?),
                "movestogo" => go.moves_to_go = Some(number("go", word, words.next())?),
                "depth" => go.depth = Some(whole_part(word, words.next())?),
                "nodes" => go.nodes = Some(whole_part(word, words.next())?),
                "mate" => go.mate = Some(number("go", word, words.next())?),
                "solved" => go.solved = true,
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                // Moves have a digit, and no other word of `go` starts like one.
                "searchmoves" => {}
                mv if names_a_square(mv) => go.search_moves.push(mv.to_owned()),
                _ => {}
            }
        }
        Ok(go)
    }
}

/// Whether a word may be a move: every move names a square.
fn names_a_square(word: &str) -> bool {
    let pairs = word.as_bytes().windows(2);
    pairs
        .into_iter()
        .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}

/// A count as pages send it: their fields take `1.5` and `1e6` too, and who has
/// asked waits for an answer.
fn whole_part<T: FromStr + TryFrom<u64>>(
    name: &str,
    word: Option<&str>,
) -> Result<T, CommandError> {
    const LARGEST: f64 = (1_u64 << 53) as f64;
    let written = word.and_then(|word| word.parse::<f64>().ok());
    let rounded = written.filter(|count| (0.0..=LARGEST).contains(count));
    number("go", name, word).or_else(|error| {
        let count = rounded.and_then(|count| T::try_from(count as u64).ok());
        count.ok_or(error)
    })
}

/// Milliseconds as clients send them: fractions occur, and clocks below zero
/// after a flag fall.
fn milliseconds(name: &str, word: Option<&str>) -> Result<Duration, CommandError> {
    const LONGEST: f64 = 1e12; // thirty years
    let milliseconds: f64 = number("go", name, word)?;
    if milliseconds.is_nan() {
        return Err(not_a_number("go", name, word));
    }
    Ok(Duration::from_secs_f64(
        milliseconds.clamp(0.0, LONGEST) / 1000.0,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        Go::read(line).unwrap()
    }

    #[test]
    fn limits_of_a_search() {
        let all = go("wtime 1000 btime 2000.5 winc 10 binc 20 movestogo 3 foo depth 4 nodes 5");
        assert_eq!(
            all.remaining,
            [1000.0, 2000.5].map(|ms| Some(Duration::from_secs_f64(ms / 1e3)))
        );
        assert_eq!(
            (all.moves_to_go, all.depth, all.nodes),
            (Some(3), Some(4), Some(5))
        );
        assert_eq!(
            go("wtime -100 btime -100").remaining,
            [Some(Duration::ZERO); 2]
        );
        assert!(go("infinite").infinite);
        assert_eq!(go("depth 7.5").depth, Some(7));
        assert_eq!(go("nodes 1e6").nodes, Some(1_000_000));
        assert_eq!(
            go("movetime inf").move_time,
            Some(Duration::from_secs(1_000_000_000))
        );
        for bad in [
            "depth",
            "depth -1",
            "depth x",
            "depth 1e10",
            "depth -0.5",
            "nodes inf",
            "nodes nan",
            "nodes -5",
            "movetime",
            "movestogo -1",
            "wtime nan",
            "mate",
            "mate x",
        ] {
            assert!(Go::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn words_that_no_client_sends() {
        let all = go("ponder solved mate 3 searchmoves a1 3b2>12 depth 2");
        assert!(all.ponder && all.solved && all.mate == Some(3));
        assert_eq!(all.search_moves, ["a1", "3b2>12"]);
        assert_eq!(all.depth, Some(2));
    }
}
