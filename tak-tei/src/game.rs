//! The rules that a client sets, komi, piece counts and opening, and the positions that it names.

use std::fmt::Display;
use std::ops::RangeInclusive;

#[cfg(feature = "review")]
use tak_encoding::AnyMove;
use tak_encoding::{
    AnyPosition, AnyRules, BoardSize, HalfKomi, OneHash, Opening, Playable, Position, Rules,
    RulesError, Size, TpsError, excerpt, tps_size, with_size,
};
use tak_search::engine::Setup;

use crate::command::{MoveList, Start};
use crate::words::{CommandError, integer};

/// The range of komi, in half points.
pub(crate) const HALF_KOMI: RangeInclusive<i64> = -20..=20;

/// The most flats for each player that every board allows: twice as many and a capstone make the
/// tallest stack that boards up to 6×6 can hold.
pub(crate) const MOST_FLATS: u8 = 31;

/// The standard pieces and a komi. A komi out of range is clamped, and one that is not a number
/// becomes 0, so that there is a game to play; the remark says so.
pub(crate) fn rules_with_komi(half_komi: Option<&str>) -> (AnyRules, Option<String>) {
    let text = half_komi.unwrap_or("0");
    let (min, max) = (*HALF_KOMI.start(), *HALF_KOMI.end());
    let wanted = integer(text);
    let taken = wanted.unwrap_or(0).clamp(min, max);
    let remark = (wanted != Some(taken)).then(|| {
        let found = excerpt(text);
        format!("teinewgame: komi {found}, expected {min} to {max} half points; taken as {taken}")
    });
    (AnyRules::with_komi(HalfKomi(taken as i16)), remark)
}

/// The rules on a board of size N. If the pieces asked for do not fit, the flats are cut to
/// [`MOST_FLATS`], and if that is not enough, the standard pieces are used.
pub(crate) fn rules_at<const N: usize>(mut rules: AnyRules) -> Rules<N>
where
    Size<N>: Playable,
{
    rules.at_size().unwrap_or_else(|_| {
        let fewer = |flats: Option<u8>| flats.map(|flats| flats.min(MOST_FLATS));
        rules.flats = rules.flats.map(fewer);
        let fitting = rules.at_size();
        fitting.unwrap_or_else(|_| {
            let standard = Rules::with_komi(rules.half_komi);
            standard.with_opening(rules.opening).unwrap_or(standard)
        })
    })
}

/// Checks that the pieces fit the board; if not, says what is done about it.
pub(crate) fn check_rules(rules: AnyRules, size: BoardSize) -> Result<(), CommandError> {
    with_size!(size, N => rules.at_size::<N>().map(drop)).map_err(|error| {
        CommandError(match error {
            RulesError::TooMany { .. } => {
                format!("{error}; {size}×{size} is played with {MOST_FLATS} flats each at most")
            }
            _ => format!("{error}; played with the standard pieces"),
        })
    })
}

/// The opening of a game with this first move, if its rules name another. Some clients set the
/// opening once and then send games with any.
pub(crate) fn opening_shown(first: &str, opening: Opening) -> Opening {
    match opening {
        opening if first.is_empty() => opening,
        _ if first.starts_with('2') => Opening::DoubleBlackStack,
        Opening::DoubleBlackStack => Opening::Swap,
        opening => opening,
    }
}

/// The start and the moves of a game that a command names.
#[cfg(feature = "review")]
pub(crate) fn read_game(
    command: &str,
    line: &MoveList<'_>,
    size: BoardSize,
    rules: AnyRules,
) -> Result<(AnyPosition<OneHash>, Vec<AnyMove>), CommandError> {
    let mut setup = set_up(&MoveList { start: line.start, moves: Vec::new() }, size, rules)?;
    let start = setup.position;
    let moves = line.moves.iter().enumerate().map(|(index, text)| {
        let problem =
            |error: &dyn Display| CommandError(format!("{command}: move {}: {error}", index + 1));
        let mv = setup.position.parse_move(text).map_err(|error| problem(&error))?;
        setup.play(mv).map_err(|error| problem(&error))?;
        Ok(mv)
    });
    Ok((start, moves.collect::<Result<_, _>>()?))
}

/// The board before the first move.
pub(crate) fn empty_board(size: BoardSize, rules: AnyRules) -> AnyPosition<OneHash> {
    with_size!(size, N => Position::with_rules(rules_at::<N>(rules)).into())
}

/// The position of a `position` command. A bad move in the middle must not leave half of the moves
/// played, so there is none until all are valid.
pub(crate) fn set_up(
    line: &MoveList<'_>,
    size: BoardSize,
    rules: AnyRules,
) -> Result<Setup, CommandError> {
    let problem = |error: &dyn Display| CommandError(format!("position: {error}"));
    let position = match line.start {
        Start::Empty => empty_board(size, rules),
        Start::Tps(tps) => {
            let size = tps_size(tps).map_err(|error| problem(&error))?;
            read_tps(tps, size, rules).map_err(|error| problem(&error))?
        }
    };
    let mut setup = Setup::new(position);
    for (index, text) in line.moves.iter().enumerate() {
        let illegal = |error: &dyn Display| problem(&format_args!("move {}: {error}", index + 1));
        let mv = setup.position.parse_move(text).map_err(|error| illegal(&error))?;
        setup.play(mv).map_err(|error| illegal(&error))?;
    }
    Ok(setup)
}

/// A board that shows its opening keeps it.
fn read_tps(tps: &str, size: BoardSize, rules: AnyRules) -> Result<AnyPosition<OneHash>, TpsError> {
    with_size!(size, N => Ok(Position::from_tps_with(tps, rules_at::<N>(rules))?.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flats_that_do_not_fit_are_reduced() {
        for (flats, fits) in [(31, true), (32, false), (63, false)] {
            let mut rules = AnyRules::default();
            (rules.flats, rules.caps) = ([Some(flats); 2], [Some(2); 2]);
            assert_eq!(check_rules(rules, BoardSize::Six).is_ok(), fits, "{flats}");
            assert_eq!(check_rules(rules, BoardSize::Seven), Ok(()), "{flats}");
            let used = flats.min(MOST_FLATS);
            let black = rules_at::<6>(rules).reserves()[1];
            assert_eq!((black.flats, black.caps), (used, 2));
            assert_eq!(rules_at::<8>(rules).reserves()[1].flats, flats);
        }
    }

    #[test]
    fn komi_out_of_range_becomes_the_nearest() {
        let komi = |text| {
            let (rules, remark) = rules_with_komi(text);
            (rules.half_komi.0, remark.is_some())
        };
        assert_eq!(komi(None), (0, false));
        assert_eq!(komi(Some("-20")), (-20, false));
        for (text, taken) in [
            ("21", 20),
            ("-300", -20),
            ("99999999999999999999", 20),
            ("", 0),
            ("undefined", 0),
            ("0.5", 0),
        ] {
            assert_eq!(komi(Some(text)), (taken, true), "{text:?}");
        }
    }
}
