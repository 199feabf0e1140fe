//! Proofs of listed positions: forced roads, forced wins that flats decide, and moves that
//! allow them.

use std::time::Duration;

use tak_encoding::{
    AnyPosition, AnyRules, HalfKomi, Move, OneHash, Playable, Position, Size, with_position,
};
use tak_search::solve::{Aim, Effort, Mode, Solution, Solver, Verdict};
use tak_tests::corpus::{Row, own, rows, shared_rows};

/// Tables, in MiB.
const HASH: usize = 256;

/// No row needs as many.
const NODES: u64 = 300_000;

fn solve<const N: usize>(
    position: &Position<N, OneHash>,
    mode: Mode,
    effort: &Effort,
) -> Solution<N>
where
    Size<N>: Playable,
{
    let aim = Aim { attacker: position.side_to_move(), mode };
    Solver::new(aim, HASH).unwrap().solve(position, effort)
}

fn position_of(row: &Row) -> AnyPosition<OneHash> {
    let rules = AnyRules::with_komi(HalfKomi(row.value(2)));
    AnyPosition::from_tps_with(row.text(3), rules).unwrap()
}

/// The moves of a column.
fn moves_of<const N: usize>(position: &Position<N, OneHash>, text: &str) -> Vec<Move<N>>
where
    Size<N>: Playable,
{
    text.split_whitespace().map(|mv| position.parse_move(mv).unwrap()).collect()
}

/// The claim of a row: the plies of the win, if there is one and they are known.
#[derive(Debug)]
enum Claim {
    NotWon,
    Won(u32),
    LongerThan(u32),
}

/// The claim of a row about roads.
fn claim_of(row: &Row) -> Claim {
    match (row.text(4), row.text(6)) {
        ("no" | "yes-flats", _) => Claim::NotWon,
        (_, plies) => match plies.strip_prefix('>') {
            Some(plies) => Claim::LongerThan(plies.parse().unwrap()),
            None => Claim::Won(plies.parse().unwrap()),
        },
    }
}

/// Whether a row is right about forced roads; how long that took.
fn check_roads(row: &Row) -> Duration {
    with_position!(&position_of(row), position => {
        let solution = solve(position, Mode::Strict, &Effort::nodes(NODES));
        let claim = claim_of(row);
        let place = format!("{}: {claim:?}, {:?}", row.place, solution.verdict);
        let mut listed = moves_of(position, row.text(5));
        listed.extend(moves_of(position, missing_moves(row.text(0))));
        match (claim, solution.verdict) {
            (Claim::NotWon, Verdict::NotWon) => {}
            (Claim::Won(plies), Verdict::Won { plies: found, is_shortest: true }) => {
                assert_eq!(found, plies, "{place}");
                let first = solution.proof.unwrap().attack(position).unwrap().mv;
                assert!(listed.contains(&first), "{place}: {first}");
            }
            (Claim::LongerThan(plies), Verdict::Won { plies: found, .. }) => {
                assert!(found > plies, "{place}");
            }
            _ => panic!("{place}"),
        }
        solution.time
    })
}

/// Where roads and flats both count, a win is no longer, and there may be one where there
/// is no forced road: the rows `yes-flats` say so.
fn check_wins(row: &Row) -> Duration {
    with_position!(&position_of(row), position => {
        let solution = solve(position, Mode::Threats, &Effort::nodes(NODES));
        let place = format!("{}: {:?}", row.place, solution.verdict);
        match (row.text(4), solution.verdict) {
            ("no", Verdict::NotWon | Verdict::Won { .. }) => {}
            (_, Verdict::Won { plies, is_shortest }) => {
                let claimed = row.text(6).parse().unwrap_or(u32::MAX);
                assert!(plies <= claimed && (is_shortest || claimed == u32::MAX), "{place}");
            }
            _ => panic!("{place}"),
        }
        solution.time
    })
}

/// Winning first moves that a row of the shared list lacks: the proof of each is replayed
/// with `fast-tak`, by the tests of certificates.
pub(crate) fn missing_moves(id: &str) -> &'static str {
    match id {
        "synth-7s-12" => "c1 Cc1 Cf3 g1 Cg1 g2 Cg2",
        _ => "",
    }
}

fn check_rows(rows: &[Row]) {
    for (what, check) in [("roads", check_roads as fn(&Row) -> Duration), ("wins", check_wins)] {
        let mut found: Vec<_> = rows.iter().map(|row| (check(row), row.text(0))).collect();
        found.sort_unstable();
        let total: Duration = found.iter().map(|&(time, _)| time).sum();
        println!("{what}: {} rows in {total:.1?}; longest {:?}", rows.len(), found.last());
    }
}

#[test]
fn every_row_of_the_own_list() {
    check_rows(&rows(&own("tinue.txt"), 8));
}

#[test]
#[ignore = "second tier: up to 300 000 nodes for each row"]
fn every_row_of_the_shared_list_in_release() {
    check_rows(&shared_rows("tinue.txt", 8));
}

/// Whether rows of a hard list are right, with that many nodes for each. Most repeat positions again
/// and again, so that a "no" that is no more than a conjecture comes early, and what the walk finds
/// counts.
fn check_hard_rows<'a>(rows: impl IntoIterator<Item = &'a Row>, nodes: u64) {
    let (mut total, mut time) = (0, Duration::ZERO);
    for row in rows {
        with_position!(&position_of(row), position => {
            let mut effort = Effort::nodes(nodes);
            effort.shortest = false;
            let solution = solve(position, Mode::Strict, &effort);
            let (verdict, claim) = (solution.verdict, row.text(4));
            let is_right = match claim {
                "yes" => solution.proof.is_some_and(|proof| proof.plies() > 5),
                _ => verdict == Verdict::NotWon,
            };
            assert!(is_right, "{}: {claim}, {verdict:?}", row.place);
            total += solution.nodes;
            time += solution.time;
        });
    }
    println!("{total} nodes in {time:.1?}");
}

#[test]
#[ignore = "second tier: up to 100 000 nodes for each row"]
fn every_row_of_the_hard_list_in_release() {
    let rows = rows(&own("tinue-hard.txt"), 6);
    check_hard_rows(&rows, 100_000);
    assert!(rows.len() >= 100);
}

/// Rows that took more nodes are left to the next test.
#[test]
#[ignore = "second tier: up to 100 000 nodes for each row"]
fn the_easier_rows_of_the_hardest_list_in_release() {
    const NODES: u64 = 50_000;
    let rows = rows(&own("tinue-hardest.txt"), 7);
    let easier = rows.iter().filter(|row| row.value::<u64>(5) <= NODES);
    check_hard_rows(easier, 2 * NODES);
    assert!(rows.len() >= 100);
}

#[test]
#[ignore = "by hand: takes minutes"]
fn every_row_of_the_hardest_list_by_hand() {
    check_hard_rows(&rows(&own("tinue-hardest.txt"), 7), 20_000_000);
}

/// All winning first moves, the shortest first; moves left open by a limit do not count.
fn winning_moves<const N: usize>(
    position: &Position<N, OneHash>,
    mode: Mode,
    effort: &Effort,
) -> Vec<(u32, Move<N>)>
where
    Size<N>: Playable,
{
    let aim = Aim { attacker: position.side_to_move(), mode };
    let mut solver = Solver::new(aim, HASH).unwrap();
    let moves = solver.attacks(position).into_iter();
    let found: Vec<_> = moves.map(|mv| solver.first_move(position, mv, effort)).collect();
    let mut won: Vec<_> = found
        .into_iter()
        .filter_map(|first| match first.solution.verdict {
            Verdict::Won { plies, .. } => Some((plies, first.mv)),
            _ => None,
        })
        .collect();
    won.sort_unstable();
    won
}

/// All first moves that win in as many plies as the row says, and no other.
fn check_first_moves(row: &Row) {
    let Claim::Won(plies) = claim_of(row) else { return };
    with_position!(&position_of(row), position => {
        let mut effort = Effort::default();
        effort.plies = Some(plies);
        let mut listed = moves_of(position, row.text(5));
        listed.extend(moves_of(position, missing_moves(row.text(0))));
        listed.sort_unstable();
        let found = winning_moves(position, Mode::Strict, &effort);
        assert!(found.iter().map(|&(_, mv)| mv).eq(listed), "{}: {found:?}", row.place);
    });
}

#[test]
#[ignore = "second tier: half a minute"]
fn every_first_move_of_the_own_list_in_release() {
    rows(&own("tinue.txt"), 8).iter().for_each(check_first_moves);
}

#[test]
fn every_first_move_of_some_shared_rows() {
    shared_rows("tinue.txt", 8).iter().step_by(4).for_each(check_first_moves);
}

#[test]
#[ignore = "second tier: all rows"]
fn every_first_move_of_the_shared_list_in_release() {
    shared_rows("tinue.txt", 8).iter().for_each(check_first_moves);
}

/// A row of the tactical list that says who wins in how many plies, by road or flats.
fn check_win(row: &Row) -> bool {
    let Some(plies) = row.text(5).strip_prefix("win-in-") else { return false };
    let plies = plies.parse().unwrap();
    with_position!(&position_of(row), position => {
        // In one ply anything counts; in more, a road or flats by moves that threaten a road.
        let mut effort = Effort::default();
        effort.plies = Some(plies);
        let found = winning_moves(position, Mode::Threats, &effort);
        let listed = moves_of(position, row.text(6));
        let found: Vec<_> = found.into_iter().map(|(_, mv)| mv).collect();
        for &mv in listed.iter().filter(|mv| !found.contains(mv)) {
            assert!(wins_quietly(position, mv, plies), "{}: {mv}", row.place);
        }
        // The lists name the roads; moves that win on flats come on top.
        let roads = winning_moves(position, Mode::Strict, &effort).into_iter().map(|(_, mv)| mv);
        let more = roads.into_iter().find(|mv| !listed.contains(mv));
        let more = more.filter(|mv| !missing_moves(row.text(0)).contains(&mv.to_string()));
        assert_eq!(more, None, "{}", row.place);
    });
    true
}

/// Whether a move that threatens nothing wins in this many plies.
fn wins_quietly<const N: usize>(position: &Position<N, OneHash>, mv: Move<N>, plies: u32) -> bool
where
    Size<N>: Playable,
{
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Win };
    let mut effort = Effort::default();
    effort.plies = Some(plies - 1);
    let solution = Solver::new(aim, HASH).unwrap().solve(&position.after(mv), &effort);
    solution.verdict == Verdict::Won { plies: plies - 1, is_shortest: true }
}

/// Whether a move of the player to move loses within this many more plies, to a road that the
/// opponent forces by threats, or because it ends the game.
fn allows_road<const N: usize>(position: &Position<N, OneHash>, mv: Move<N>, plies: u32) -> bool
where
    Size<N>: Playable,
{
    let after = position.after(mv);
    if let Some(outcome) = after.outcome() {
        return outcome.winner() == Some(after.side_to_move());
    }
    let mut effort = Effort::default();
    effort.plies = Some(plies);
    solve(&after, Mode::Strict, &effort).verdict.is_won()
}

/// A row that lists moves to be avoided, or all those that need not be. Other rows are
/// an engine's opinion, or speak of moves that threaten nothing.
fn check_defence(row: &Row) -> bool {
    let (kind, note) = (row.text(5), row.text(7));
    let is_complete = note.contains("no road win by threats within 5 plies")
        || note.contains("no forced road loss found within 5 plies");
    let allows = note.contains("allows a forced road in") || note.contains("lose on the spot");
    with_position!(&position_of(row), position => {
        let listed = moves_of(position, row.text(6));
        if kind == "best" && is_complete {
            let moves = position.legal_moves().into_iter();
            let mut safe: Vec<_> = moves.filter(|&mv| !allows_road(position, mv, 5)).collect();
            let mut listed = listed;
            safe.sort_unstable();
            listed.sort_unstable();
            assert_eq!(safe, listed, "{}", row.place);
        } else if kind == "avoid" && allows {
            assert!(listed.iter().all(|&mv| allows_road(position, mv, 5)), "{}", row.place);
        } else {
            return false;
        }
        true
    })
}

#[test]
#[ignore = "second tier: half a minute"]
fn every_row_of_the_tactical_list_in_release() {
    let rows = shared_rows("tactics.txt", 8);
    let (checked, left): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| check_win(row) || check_defence(row));
    let left: Vec<_> = left.iter().map(|row| row.text(0)).collect();
    println!("{} rows checked; opinions, or about other things: {left:?}", checked.len());
    assert!(rows.is_empty() || checked.len() >= 120, "{left:?}");
}

#[test]
fn a_quiet_move_may_win_what_threats_alone_do_not() {
    for row in shared_rows("tactics.txt", 8).iter().filter(|row| row.text(0) == "setup_smash_tinue")
    {
        with_position!(&position_of(row), position => {
            assert_eq!(solve(position, Mode::Strict, &Effort::default()).verdict, Verdict::NotWon);
            let after = position.after(position.parse_move("e5<").unwrap());
            let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
            let mut solver = Solver::new(aim, 64).unwrap();
            let solution = solver.solve(&after, &Effort::default());
            assert_eq!(solution.verdict, Verdict::Won { plies: 8, is_shortest: true });
        });
    }
}
