//! What holds for one player must hold for the other.

/// A TPS with the colours of all pieces exchanged and the other side to move;
/// `None` for anything else.
pub fn swap_colors(tps: &str) -> Option<String> {
    let (board, rest) = tps.split_once(' ')?;
    let (side, number) = rest.split_once(' ')?;
    // Digits after an `x` count empty squares.
    let entries = board.split_inclusive([',', '/']).map(|entry| {
        if entry.starts_with('x') {
            entry.to_owned()
        } else {
            entry.chars().map(other_color).collect()
        }
    });
    let board: String = entries.collect();
    let side: String = side.chars().map(other_color).collect();
    Some(format!("{board} {side} {number}"))
}

fn other_color(character: char) -> char {
    match character {
        '1' => '2',
        '2' => '1',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::swap_colors;

    #[test]
    fn digits_that_count_squares_stay() {
        let swapped = swap_colors("x2,12S/1C,x1,2/x3 1 12");
        assert_eq!(swapped.as_deref(), Some("x2,21S/2C,x1,1/x3 2 12"));
        assert_eq!(swap_colors("x3/x3/x3"), None);
    }
}
