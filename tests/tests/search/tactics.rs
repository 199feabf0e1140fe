//! What the engine must not miss: ends of the game in one move, of its own and
//! of the opponent, told by playing every move; and the shared tactical suite.

use tak_encoding::{
    AnyPosition, AnyRules, BoardSize, Color, HalfKomi, Move, OneHash, Outcome, Playable, Position,
    Reserve, Rules, Size, with_position, with_size,
};
use tak_search::score;
use tak_tests::corpus::{Row, shared_rows};
use tak_tests::engine::{search, search_by_threads};

/// Enough to look at every reply on every board.
const NODES: u64 = 20_000;

/// The same for several threads: what each of them visits is not known.
const DEPTH: u32 = 4;

fn winner<const N: usize>(position: &Position<N, OneHash>) -> Option<Color>
where
    Size<N>: Playable,
{
    position.outcome().and_then(Outcome::winner)
}

/// Whether the side to move can end the game in its favour.
fn wins_at_once<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    let side = position.side_to_move();
    let mut moves = position.legal_moves().into_iter();
    moves.any(|mv| winner(&position.after(mv)) == Some(side))
}

/// What a move leads to before the mover moves again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    /// The opponent has won, or can with the next move.
    Lost,
    Open,
    Won,
}

fn fate<const N: usize>(position: &Position<N, OneHash>, mv: Move<N>) -> Fate
where
    Size<N>: Playable,
{
    let after = position.after(mv);
    match winner(&after) {
        Some(color) if color == position.side_to_move() => Fate::Won,
        Some(_) => Fate::Lost,
        None if after.outcome().is_none() && wins_at_once(&after) => Fate::Lost,
        None => Fate::Open,
    }
}

/// The engine's move must have the best of all fates, and its score must know,
/// whatever the threads find in each other's table.
fn check<const N: usize>(position: &Position<N, OneHash>, threads: usize) -> Fate
where
    Size<N>: Playable,
{
    let fates: Vec<_> = position.legal_moves().into_iter().map(|mv| fate(position, mv)).collect();
    let best = fates.iter().copied().max().unwrap();
    let interesting = best == Fate::Won || fates.contains(&Fate::Lost);
    if !interesting {
        return Fate::Open;
    }
    let (mv, value) = match threads {
        1 => search(position, NODES),
        _ => search_by_threads(position, DEPTH, threads),
    };
    assert_eq!(fate(position, mv), best, "{mv} in {position}");
    match best {
        Fate::Won => assert_eq!(value, score::win_at(1), "{position}"),
        Fate::Lost => assert!(value <= -score::win_at(2), "{value} in {position}"),
        Fate::Open => {}
    }
    best
}

/// Positions of random games with few pieces, so that games end on flats too.
fn random_games<const N: usize>(games: u64, threads: usize) -> [u32; 3]
where
    Size<N>: Playable,
{
    let mut random = fastrand::Rng::with_seed(77 + N as u64);
    let mut seen = [0; 3];
    for _ in 0..games {
        let reserve = Reserve { flats: 5 + random.u8(..2 * N as u8), caps: random.u8(..2) };
        let komi = HalfKomi(random.i16(-4..=4));
        let rules = Rules::new(komi, reserve, reserve).unwrap();
        let mut position = Position::<N, OneHash>::with_rules(rules);
        while position.outcome().is_none() {
            if position.ply() > 3 && random.u8(..3) == 0 {
                seen[check(&position, threads) as usize] += 1;
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Flats first in the list: roads come near.
            let most = if random.bool() {
                moves.len()
            } else {
                moves.len().min(position.empty().count() as usize + 4)
            };
            position.play_unchecked(moves[random.usize(..most)]);
        }
    }
    seen
}

#[test]
fn the_end_in_one_move_is_never_missed() {
    for size in BoardSize::ALL {
        let [lost, open, won] = with_size!(size, N => random_games::<N>(50, 1));
        assert!(lost > 0 && open > 10 && won > 10, "{size:?}: {lost} {open} {won}");
    }
}

#[test]
fn nor_by_several_threads() {
    for size in BoardSize::ALL {
        let [_, open, won] = with_size!(size, N => random_games::<N>(5, 3));
        assert!(open > 0 && won > 0, "{size:?}: {open} {won}");
    }
}

fn position<const N: usize>(tps: &str, komi: i16) -> Position<N, OneHash>
where
    Size<N>: Playable,
{
    Position::from_tps_with(tps, Rules::with_komi(HalfKomi(komi))).unwrap()
}

#[test]
fn who_completes_both_roads_wins() {
    // The flat that captures b3 leaves Black's own road behind on rank 2.
    let both = position::<4>("x4/1,2,1,1/2,21,2,2/x4 1 6", 0);
    let after = both.after(both.parse_move("b2+").unwrap());
    assert!(after.has_road(Color::White) && after.has_road(Color::Black));
    let (mv, value) = search(&both, NODES);
    assert_eq!((mv.to_string().as_str(), value), ("b2+", score::win_at(1)));
}

#[test]
fn a_road_for_the_opponent_is_not_uncovered() {
    // b2 holds Black's road down: it may not leave, however good it looks.
    let held = position::<4>("2,x3/x,1,1,2/2,21,2,2/1,x2,1 1 7", 0);
    let b2 = held.parse_move("b2+").unwrap().square();
    let (mv, _) = search(&held, NODES);
    assert!(mv.square() != b2 || !mv.is_spread(), "{mv} gives Black the road");
}

#[test]
fn a_road_is_blocked() {
    let blocked = position::<5>("2,x4/2,x,1,x2/2,x,1,x2/2,x,1C,x2/x5 1 6", 0);
    let (mv, _) = search(&blocked, NODES);
    let after = blocked.after(mv);
    assert!(winner(&after) == Some(Color::White) || !wins_at_once(&after), "{mv}");
}

#[test]
fn a_road_is_cut_by_a_spread() {
    // White threatens b5 and c5: no placement stops both.
    let cut = position::<5>("x4,2/x,1,1,x2/x2,1,x2/x2,1,2,x/2,x,1,x,2 2 6", 0);
    let moves = cut.legal_moves().into_iter();
    let saves: Vec<_> = moves.filter(|&mv| fate(&cut, mv) == Fate::Open).collect();
    assert_eq!(saves, [cut.parse_move("d2<").unwrap()]);
    assert_eq!(check(&cut, 1), Fate::Open);
}

#[test]
fn a_capstone_crushes_its_way_to_a_road() {
    let crush = position::<5>("x2,1,x,2/x2,1,x2/x,1C,2S,x2/x2,1,x2/2,x,1,x,2 1 6", 0);
    let (mv, value) = search(&crush, NODES);
    assert_eq!((mv.to_string().as_str(), value), ("b3>", score::win_at(1)));
}

/// White has one flat in hand; it makes five on the board against three.
fn last_flat(half_komi: i16) -> Position<4, OneHash> {
    let [white, black] = [5, 7].map(|flats| Reserve { flats, caps: 0 });
    let rules = Rules::new(HalfKomi(half_komi), white, black).unwrap();
    Position::from_tps_with("1,x,2,x/x,1,x,1/2,x3/x,2,1,x 1 9", rules).unwrap()
}

#[test]
fn half_a_point_decides_whether_the_last_flat_is_played() {
    // A lead of two flats beats a komi below four half points.
    for half_komi in [-2, 0, 3] {
        let position = last_flat(half_komi);
        assert_eq!(position.reserve(Color::White).flats, 1);
        let (mv, value) = search(&position, NODES);
        assert_eq!(value, score::win_at(1), "{mv} under {half_komi}");
    }
    for half_komi in [4, 5] {
        let (_, value) = search(&last_flat(half_komi), NODES);
        assert!(value < score::win_at(1), "under {half_komi}");
    }
}

/// A row of the suite: the position and what is accepted, or must be avoided.
struct Puzzle {
    id: String,
    kind: String,
    moves: Vec<String>,
    position: AnyPosition<OneHash>,
}

impl Puzzle {
    fn read(row: &Row) -> Self {
        let rules = AnyRules::with_komi(HalfKomi(row.value(2)));
        Self {
            id: row.text(0).to_owned(),
            kind: row.text(5).to_owned(),
            moves: row.text(6).split(' ').map(str::to_owned).collect(),
            position: AnyPosition::from_tps(row.text(3), rules).unwrap(),
        }
    }

    fn answer(&self, nodes: u64) -> Answer {
        with_position!(&self.position, position => {
            let (mv, value) = search(position, nodes);
            let listed = self.moves.iter().any(|text| position.parse_move(text) == Ok(mv));
            let proven = score::is_decided(value);
            let fits = value > 0 || !self.kind.starts_with("win");
            match listed != (self.kind == "avoid") {
                true => Answer::Right,
                false if proven && fits => Answer::Proof,
                false => Answer::Wrong,
            }
        })
    }
}

/// What the engine makes of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Right,
    /// Another move, with a proof: of a win that the list does not know, or that
    /// every move loses (by flats, say, where the list speaks of roads).
    Proof,
    Wrong,
}

/// How many of each kind are solved, those that are not by name.
fn solved(nodes: u64) -> Vec<(String, usize, usize)> {
    let puzzles: Vec<_> = shared_rows("tactics.txt", 8).iter().map(Puzzle::read).collect();
    let mut kinds: Vec<String> = puzzles.iter().map(|puzzle| puzzle.kind.clone()).collect();
    kinds.sort();
    kinds.dedup();
    let count = |kind: String| {
        let all: Vec<_> = puzzles.iter().filter(|puzzle| puzzle.kind == kind).collect();
        let answers: Vec<_> = all.iter().map(|puzzle| puzzle.answer(nodes)).collect();
        let named = |wanted: Answer| -> Vec<_> {
            let pairs = all.iter().zip(&answers);
            let named = pairs.filter(|&(_, &answer)| answer == wanted);
            named.map(|(puzzle, _)| puzzle.id.as_str()).collect()
        };
        let right = named(Answer::Right).len();
        let (proofs, wrong) = (named(Answer::Proof), named(Answer::Wrong));
        println!(
            "{nodes} nodes, {kind}: {right} of {}; otherwise proven {proofs:?}; not {wrong:?}",
            all.len()
        );
        (kind, right, all.len())
    };
    kinds.into_iter().map(count).collect()
}

#[test]
fn the_shared_suite_at_ten_thousand_nodes() {
    for (kind, solved, all) in solved(10_000) {
        // Longer wins are a matter of strength, not of rightness.
        let least = match kind.as_str() {
            "win-in-1" => all,
            "win-in-3" => all * 3 / 4,
            "avoid" | "best" => all * 7 / 10,
            _ => 0,
        };
        assert!(solved >= least, "{kind}: {solved} of {all}");
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release -p tak-tests --test search tactics -- --ignored --nocapture"]
fn the_shared_suite_at_more_nodes() {
    for (nodes, percent) in [(100_000, 80), (1_000_000, 86)] {
        let (mut right, mut rows) = (0, 0);
        for (kind, solved, all) in solved(nodes) {
            if kind == "win-in-1" || kind == "win-in-3" {
                assert_eq!(solved, all, "{kind} at {nodes} nodes");
            }
            (right, rows) = (right + solved, rows + all);
        }
        assert!(right * 100 >= rows * percent, "{right} of {rows}");
    }
}
