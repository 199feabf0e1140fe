//! What a late position comes to, as a value for people and programs.

use std::fmt;

use tak_encoding::{Color, OneHash, Outcome, Playable, Position, Size};

use super::effort::{Effort, Watch};
use super::ending::{Endings, ROAD};
use crate::table::NoMemory;

/// What a late position comes to, if both players do their best. A road is better than any count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who wins; nobody if the count is even.
    pub winner: Option<Color>,
    /// White's lead in half points, komi included; `None` if a road is forced, or the limits were not
    /// enough to find out.
    pub half_points: Option<i32>,
}

/// `White wins by 2 flats`, `a draw`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner else { return f.write_str("a draw on flats") };
        match self.half_points.map(i32::abs) {
            None => write!(f, "{winner} wins"),
            Some(2) => write!(f, "{winner} wins by a flat"),
            Some(half_points) => {
                write!(f, "{winner} wins by {} flats", f64::from(half_points) / 2.0)
            }
        }
    }
}

/// What a position comes to, if few stones or squares are left and the limits are enough to find out.
/// The table takes at most `hash` MiB. What is found is confirmed by the rules, position by position.
///
/// # Errors
///
/// If there is not enough memory for the table.
///
/// ```
/// use tak_encoding::{Outcome, Position};
/// use tak_search::solve::{Effort, ending};
///
/// // White fills the last square, and then has the only flat.
/// let position = Position::<3, _>::from_tps("1S,2S,1S/2S,1S,2S/1S,2S,x 1 5")?;
/// let found = ending(&position, &Effort::nodes(10_000), 1)?.expect("a single square is left");
/// assert_eq!(found.to_string(), "White wins by a flat");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ending<const N: usize>(
    position: &Position<N, OneHash>,
    effort: &Effort,
    hash: usize,
) -> Result<Option<Ending>, NoMemory>
where
    Size<N>: Playable,
{
    if position.outcome().is_some() || !Endings::is_late(position) {
        return Ok(None);
    }
    let mut watch = Watch::new(effort, &|| false);
    let mut endings = Endings::<N>::new(hash.max(1) << 20)?;
    let (low, high) = endings.leads(position, &mut watch);
    let winner = |lead: i32| match lead.abs() {
        ROAD if lead > 0 => Some(Color::White),
        ROAD => Some(Color::Black),
        _ => Outcome::of_flats(lead, position.half_komi()).winner(),
    };
    let half_points = 2 * low - i32::from(position.half_komi().0);
    let is_counted = low == high && low.abs() < ROAD;
    let ending = Ending { winner: winner(low), half_points: is_counted.then_some(half_points) };
    Ok((winner(low) == winner(high)).then_some(ending))
}

#[cfg(test)]
mod tests {
    use tak_encoding::{HalfKomi, Rules};

    use super::*;

    /// White fills the last square, and then has the only flat.
    fn with_komi(half_komi: i16) -> Option<String> {
        let rules = Rules::with_komi(HalfKomi(half_komi));
        let position =
            Position::<3, _>::from_tps_with("1S,2S,1S/2S,1S,2S/1S,2S,x 1 5", rules).unwrap();
        let found = ending(&position, &Effort::nodes(10_000), 1).unwrap();
        found.map(|ending| ending.to_string())
    }

    #[test]
    fn komi_decides_what_a_count_is_worth() {
        assert_eq!(with_komi(0).as_deref(), Some("White wins by a flat"));
        assert_eq!(with_komi(1).as_deref(), Some("White wins by 0.5 flats"));
        assert_eq!(with_komi(2).as_deref(), Some("a draw on flats"));
        assert_eq!(with_komi(6).as_deref(), Some("Black wins by 2 flats"));
    }

    #[test]
    fn a_road_has_no_count_and_an_early_position_no_ending() {
        let last = Position::<3, _>::from_tps("1,1,x/2S,1S,2S/2,2S,1S 1 5").unwrap();
        let found = ending(&last, &Effort::default(), 1).unwrap();
        assert_eq!(found, Some(Ending { winner: Some(Color::White), half_points: None }));
        assert_eq!(ending(&Position::<5, _>::new(), &Effort::default(), 1).unwrap(), None);
    }
}
