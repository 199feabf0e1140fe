//! `tak-tools amazons` against a plain breadth-first search.

use std::collections::VecDeque;

use crate::program;

const START: &str = "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3";
const SIZE: isize = 10;

fn stdout(position: &str) -> String {
    program::stdout(&["amazons", "--position", position])
}

/// The board with one character per square, from the highest row down.
type Board = Vec<char>;

fn text(board: &Board) -> String {
    let rows: Vec<String> = board.chunks(10).map(|row| row.iter().collect()).collect();
    rows.join("/")
}

/// Queen moves to every empty square, by breadth-first search.
fn breadth_first(board: &Board, queen: char) -> Vec<Option<u64>> {
    let mut distances = vec![None; board.len()];
    let mut queue: VecDeque<(usize, u64)> = VecDeque::new();
    queue.extend(
        (0..board.len()).filter(|&square| board[square] == queen).map(|square| (square, 0)),
    );
    while let Some((square, moves)) = queue.pop_front() {
        let directions = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        for (down, right) in directions.filter(|&step| step != (0, 0)) {
            let (mut row, mut column) = (square as isize / SIZE, square as isize % SIZE);
            loop {
                (row, column) = (row + down, column + right);
                let on_board = (0..SIZE).contains(&row) && (0..SIZE).contains(&column);
                let next = (row * SIZE + column) as usize;
                if !on_board || board[next] != '.' {
                    break;
                }
                if distances[next].is_none() {
                    distances[next] = Some(moves + 1);
                    queue.push_back((next, moves + 1));
                }
            }
        }
    }
    distances
}

fn check(board: &Board) {
    let answer = program::json(&["amazons", "--position", &text(board)]);
    let sides = [("white", 'W'), ("black", 'B')];
    let [white, black] = sides.map(|(side, queen)| {
        let expected = breadth_first(board, queen);
        let found: Vec<Vec<Option<u64>>> = serde_json::from_value(answer[side].clone()).unwrap();
        assert_eq!(found.concat(), expected, "{side} of {}", text(board));
        expected
    });
    let count = |is_member: &dyn Fn(Option<u64>, Option<u64>) -> bool| {
        let empty = (0..board.len()).filter(|&square| board[square] == '.');
        empty.filter(|&square| is_member(white[square], black[square])).count() as u64
    };
    // Out of reach is further than anything.
    let nearer = |a: Option<u64>, b: Option<u64>| a.unwrap_or(u64::MAX) < b.unwrap_or(u64::MAX);
    let territory = &answer["territory"];
    assert_eq!(territory["white"], count(&nearer));
    assert_eq!(territory["black"], count(&|white, black| nearer(black, white)));
    let is_tie = |white: Option<u64>, black| white.is_some() && white == black;
    assert_eq!(territory["neutral"], count(&is_tie));
    let is_out_of_reach = |white: Option<u64>, black| white.or(black).is_none();
    assert_eq!(territory["unreachable"], count(&is_out_of_reach));
}

#[test]
fn random_positions_agree_with_breadth_first_search() {
    let mut random = fastrand::Rng::with_seed(1);
    for game in 0..60 {
        let mut board: Board = vec!['.'; 100];
        // From an open board to a nearly blocked one.
        for (piece, count) in [('x', game), ('W', 1 + game % 5), ('B', game % 7)] {
            for _ in 0..count {
                board[random.usize(..100)] = piece;
            }
        }
        check(&board);
    }
}

#[test]
fn the_start_is_even() {
    let map = stdout(START);
    let lines: Vec<_> = map.lines().collect();
    assert_eq!(lines.len(), 25);
    assert_eq!(lines[0], "white distance");
    assert_eq!(lines[10], "  1  1  1  W  1  1  W  1  1  1");
    assert_eq!(lines[12], "black distance");
    let territory: Vec<_> = lines[24].split(' ').collect();
    assert_eq!(territory[..2], ["territory", "white"]);
    assert_eq!(territory[2], territory[4]);
}

#[test]
fn a_walled_queen_goes_nowhere() {
    let map = stdout("W.x7/xxx7/10/10/10/10/10/10/10/9B");
    let lines: Vec<_> = map.lines().collect();
    assert_eq!(lines[1], "  W  1  x  -  -  -  -  -  -  -");
    assert_eq!(lines[24], "territory white 1 black 93 neutral 0 unreachable 0");
    let map = stdout("10/10/10/10/10/10/10/10/10/10");
    assert_eq!(map.lines().last(), Some("territory white 0 black 0 neutral 0 unreachable 100"));
}

#[test]
fn letters_may_be_small_or_capital() {
    assert_eq!(
        stdout("W.x7/xxx7/10/10/10/10/10/10/10/9B"),
        stdout("w.X7/XxX7/10/10/10/10/10/10/10/9b")
    );
}

#[test]
fn bad_positions_are_told_in_one_line() {
    for (position, part) in [
        ("", "1 row, not 10"),
        ("10/10", "2 rows, not 10"),
        ("10/10/10/10/10/10/10/10/10/10/10", "11 rows"),
        ("9/10/10/10/10/10/10/10/10/10", "9 squares"),
        ("1/10/10/10/10/10/10/10/10/10", "1 square, not 10"),
        ("10/10/10/10/10/10/10/10/10/1010", "more than 10"),
        ("W10/10/10/10/10/10/10/10/10/10", "more than 10"),
        ("Q9/10/10/10/10/10/10/10/10/10", "`Q`"),
        ("0/10/10/10/10/10/10/10/10/10", "`0`"),
        ("\n/10/10/10/10/10/10/10/10/10", "\\n"),
        (&format!("{}/10/10/10/10/10/10/10/10/10", "9".repeat(100_000)), "more than 10"),
    ] {
        let line = program::error(2, &["amazons", "--position", position]);
        assert!(line.starts_with("error: --position: ") && line.contains(part), "{line}");
    }
}
