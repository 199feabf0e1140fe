//! Positions that resemble another one: a piece more, a piece less, or a piece elsewhere. Where one
//! of them has a rare feature, many of the others have it, too.

use tak_encoding::{Color, OneHash, Playable, Position, Size};

/// A position that differs by one or two changes, with the same player to move, if what comes out
/// is legal and nobody has won.
pub(crate) fn variant<const N: usize>(
    position: &Position<N, OneHash>,
    random: &mut fastrand::Rng,
) -> Option<Position<N, OneHash>>
where
    Size<N>: Playable,
{
    let tps = position.to_tps();
    let (board, rest) = tps.split_once(' ')?;
    let mut squares = squares(board);
    for _ in 0..=random.usize(..6) / 4 {
        change(&mut squares, random);
    }
    let position = of_squares(&squares, rest)?;
    (position.outcome().is_none() && !position.is_opening()).then_some(position)
}

/// Pieces at random, of the player who has moved more than of the other, in low stacks.
pub(crate) fn scattered<const N: usize>(random: &mut fastrand::Rng) -> Option<Position<N, OneHash>>
where
    Size<N>: Playable,
{
    let (own, other) = random.choice([("1", "2"), ("2", "1")])?;
    let [many, few] = [15 + random.u8(..30), 5 + random.u8(..20)];
    let own = [own.to_owned(), format!("{other}{own}"), format!("{own}{other}{own}")];
    let others = [other.to_owned(), format!("{other}S")];
    let stack = |random: &mut fastrand::Rng| match random.u8(..100) {
        at if at < many => own[[0, 0, 0, 0, 1, 2][random.usize(..6)]].clone(),
        at if at < many + few => others[random.usize(..5) / 4].clone(),
        _ => "x".to_owned(),
    };
    let squares: Vec<_> = (0..N * N).map(|_| stack(random)).collect();
    of_squares(&squares, &format!("{other} 20"))
}

/// The position before a player has placed one of the pieces that lie alone.
pub(crate) fn without_a_piece<const N: usize>(
    position: &Position<N, OneHash>,
    player: Color,
    random: &mut fastrand::Rng,
) -> Option<Position<N, OneHash>>
where
    Size<N>: Playable,
{
    let tps = position.to_tps();
    let (board, rest) = tps.split_once(' ')?;
    let number = rest.split_once(' ')?.1;
    let player = ["1", "2"][player.index()];
    let mut squares = squares(board);
    let own = squares
        .iter()
        .enumerate()
        .filter(|(_, stack)| stack.trim_end_matches(['S', 'C']) == player);
    let at = random.choice(own.map(|(at, _)| at).collect::<Vec<_>>())?;
    "x".clone_into(&mut squares[at]);
    of_squares(&squares, &format!("{player} {number}"))
}

fn of_squares<const N: usize>(squares: &[String], rest: &str) -> Option<Position<N, OneHash>>
where
    Size<N>: Playable,
{
    let rows: Vec<_> = squares.chunks(N).map(|row| row.join(",")).collect();
    Position::from_tps(&format!("{} {rest}", rows.join("/"))).ok()
}

/// The stacks of all squares, `x` where there is none.
fn squares(board: &str) -> Vec<String> {
    let runs = board.split(['/', ',']).flat_map(|run| match run.strip_prefix('x') {
        Some(count) => vec!["x"; count.parse().unwrap_or(1)],
        None => vec![run],
    });
    runs.map(str::to_owned).collect()
}

fn change(squares: &mut [String], random: &mut fastrand::Rng) {
    let at = random.usize(..squares.len());
    let other = random.usize(..squares.len());
    match random.u8(..4) {
        // Captured or flattened below a flat of either player.
        0 if squares[at] != "x" && !squares[at].ends_with(['S', 'C']) => {
            squares[at] += random.choice(["1", "2"]).unwrap_or_default();
        }
        0 | 1 if squares[at] == "x" => {
            random.choice(["1", "2", "1S", "2S"]).unwrap_or_default().clone_into(&mut squares[at]);
        }
        1 => "x".clone_into(&mut squares[at]),
        // From one square to another.
        _ => squares.swap(at, other),
    }
}

#[test]
fn a_variant_is_near() {
    let position: Position<5, _> =
        Position::from_tps("x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5").unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    let found: Vec<_> = (0..100).filter_map(|_| variant(&position, &mut random)).collect();
    assert!(found.len() > 20, "{}", found.len());
    for variant in &found {
        let texts = [variant, &position].map(Position::to_tps);
        let [one, other] = texts.map(|text| squares(text.split(' ').next().unwrap()));
        let differ = one.iter().zip(&other).filter(|(one, other)| one != other).count();
        assert!(differ <= 4 && one.len() == 25, "{variant}");
        assert_eq!(variant.side_to_move(), position.side_to_move());
    }
}
