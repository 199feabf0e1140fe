//! Errors in a TPS. They are located only once reading has failed, row by row.

use std::fmt;

use crate::position::Excess;
use crate::text::{excerpt, number};

/// An error in a TPS and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TpsError {
    place: String,
    found: String,
    expected: String,
}

impl TpsError {
    pub(super) fn new(place: impl Into<String>, found: &str, expected: impl Into<String>) -> Self {
        Self { place: place.into(), found: excerpt(found), expected: expected.into() }
    }

    pub(super) fn excess(excess: Excess) -> Self {
        let Excess { color, what, used, have } = excess;
        Self {
            place: "board".to_owned(),
            found: format!("{used} {what} of {color:?}"),
            expected: format!("at most {have}"),
        }
    }
}

impl fmt::Display for TpsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, found, expected } = self;
        write!(f, "TPS, {place}: found {found}, expected {expected}")
    }
}

impl std::error::Error for TpsError {}

/// The error in a board that could not be read, with `size` squares per side and at most `tallest`
/// pieces in a stack. These are parameters so that the function is compiled only once.
#[cold]
pub(super) fn board_error(board: &str, size: usize, tallest: usize) -> TpsError {
    find_error(board, size, tallest).err().unwrap_or_else(|| {
        debug_assert!(false, "nothing is wrong with {board}");
        wrong_rows(board, size)
    })
}

fn wrong_rows(board: &str, size: usize) -> TpsError {
    TpsError::new("board", board, format!("{size} rows separated by `/`"))
}

fn find_error(board: &str, size: usize, tallest: usize) -> Result<(), TpsError> {
    let rows = board.split('/');
    if rows.clone().take(size + 1).count() != size {
        return Err(wrong_rows(board, size));
    }
    let mut rows = (1..=size).rev().zip(rows);
    rows.try_for_each(|(rank, row)| row_error(rank, row, size, tallest))
}

fn row_error(rank: usize, row: &str, size: usize, tallest: usize) -> Result<(), TpsError> {
    let place = || format!("rank {rank}");
    let wrong_length = || TpsError::new(place(), row, format!("{size} squares"));
    let mut squares = 0;
    for entry in row.split(',') {
        if let Some(run) = entry.strip_prefix(['x', 'X']) {
            let run = if run.is_empty() { Some(1) } else { number(run) };
            let run = run.filter(|&run| run > 0);
            squares += run
                .ok_or_else(|| TpsError::new(place(), entry, "`x` or `x` and a number"))?
                as usize;
        } else if squares == size {
            return Err(wrong_length());
        } else {
            let file = char::from(b'a' + squares as u8);
            stack_error(&format!("{file}{rank}"), entry, tallest)?;
            squares += 1;
        }
        if squares > size {
            return Err(wrong_length());
        }
    }
    if squares == size { Ok(()) } else { Err(wrong_length()) }
}

fn stack_error(square: &str, entry: &str, tallest: usize) -> Result<(), TpsError> {
    let error = |expected: &str| TpsError::new(format!("square {square}"), entry, expected);
    let colors = entry.strip_suffix(['S', 'C', 's', 'c']).unwrap_or(entry);
    if colors.is_empty() || !colors.bytes().all(|color| matches!(color, b'1' | b'2')) {
        return Err(error("`x`, or `1`s and `2`s with `S` or `C` at the end"));
    }
    if colors.len() > tallest {
        return Err(error(&format!("a stack of at most {tallest} pieces")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::stack_capacity;
    use crate::{NoHash, Position};

    /// Boards with a few bytes changed, some of which remain valid.
    #[test]
    fn there_is_an_error_exactly_where_reading_fails() {
        const BYTES: &[u8] = b"xxX111222SCsc,,,//0345 9";
        let mut random = fastrand::Rng::with_seed(1);
        let mut below = |count: usize| random.usize(..count);
        let (mut right, mut wrong) = (0, 0);
        for round in 0..200_000 {
            let mut board = b"x,12,2S/112C,x2/x3".to_vec();
            for _ in 0..=round % 4 {
                let (index, byte) = (below(board.len()), BYTES[below(BYTES.len())]);
                match below(3) {
                    0 => board[index] = byte,
                    1 => board.insert(index, byte),
                    _ => drop(board.remove(index)),
                }
            }
            let board = String::from_utf8(board).unwrap();
            // A space ends the board.
            let board = board.split(' ').next().unwrap();
            let read = Position::<3, NoHash>::new().read_stacks(board.as_bytes());
            assert_eq!(
                read.is_some(),
                find_error(board, 3, stack_capacity::<3>()).is_ok(),
                "{board}"
            );
            *(if read.is_some() { &mut right } else { &mut wrong }) += 1;
        }
        assert!(right > 10_000 && wrong > 10_000, "{right} {wrong}");
    }
}
