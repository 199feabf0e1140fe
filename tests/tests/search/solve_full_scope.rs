//! The full scope, a road forced by any moves, on many positions: against an exhaustive search,
//! by its certificates, and in games.
//!
//! By hand they take `TAK_COUNT` positions from number `TAK_FROM` on, and at most `TAK_SECONDS`:
//! `cargo test --release -p tak-tests --test search full_scope -- --ignored --nocapture`.

use std::collections::HashSet;
use std::iter;
use std::time::{Duration, Instant};

use tak_encoding::{AnyPosition, BoardSize, Color, OneHash, Playable, Position, Size, with_size};
use tak_search::evaluation::Corrected;
use tak_search::limits::Limits;
use tak_search::search::{self, Experience, Signals, Task};
use tak_search::solve::{Aim, Effort, Mode, Solution, Solver, Verdict};
use tak_search::table::Table;
use tak_tests::corpus::shared_rows;

use crate::solve_certificates::replay_at;
use crate::solve_exhaustive::{Everything, number_of, numbered};
use crate::variants::{scattered, variant, without_a_piece};

/// Counts to a number of things, unless the time is up.
struct Clock {
    end: Instant,
    count: u64,
}

impl Clock {
    fn by_hand(count: u64) -> Self {
        let seconds = Duration::from_secs(number_of("TAK_SECONDS", 86_400));
        Self { end: Instant::now() + seconds, count: number_of("TAK_COUNT", count) }
    }

    fn of(count: u64) -> Self {
        Self { end: Instant::now() + Duration::from_hours(24), count }
    }

    fn goes_on(&self, done: u64) -> bool {
        done < self.count && Instant::now() < self.end
    }
}

const MOST_PLIES: usize = 7;

/// What the exhaustive search and the solver had to say.
#[derive(Default, Debug)]
struct Seen {
    questions: u64,
    /// Those that were tried to the last ply.
    tried_out: u64,
    /// By plies; at 0 those without a win.
    wins: [u64; MOST_PLIES + 1],
    /// Of the wins, those that the solver left open.
    missed: u64,
    /// Wins whose length was not said to be the shortest.
    at_most: u64,
}

/// How many positions the exhaustive search may try for a question, and nodes the solver.
#[derive(Clone, Copy)]
struct Most {
    tried: u64,
    nodes: u64,
}

/// Asks for the win of each player.
fn compare<const N: usize>(position: &Position<N, OneHash>, most: Most, seen: &mut Seen)
where
    Size<N>: Playable,
{
    for attacker in Color::ALL {
        let aim = Aim { attacker, mode: Mode::Tinue };
        let mut everything = Everything::new(aim, MOST_PLIES);
        everything.left = most.tried;
        let shortest = (1..=MOST_PLIES).find(|&plies| everything.wins(&mut { *position }, plies));
        let is_tried_out = everything.left > 0;
        let solution = Solver::new(aim, 4).unwrap().solve(position, &Effort::nodes(most.nodes));
        let place = format!("{position}, {:?}, {aim:?}: {shortest:?}", position.rules());
        match (shortest.map(|plies| plies as u32), solution.verdict) {
            (Some(plies), Verdict::Won { plies: found, is_shortest }) => {
                let is_right = if is_shortest { found == plies } else { found >= plies };
                assert!(is_right, "{place}: {found}");
                seen.at_most += u64::from(!is_shortest);
            }
            (None, Verdict::Won { plies, .. }) => {
                assert!(!is_tried_out || plies as usize > MOST_PLIES, "{place}: {plies}");
            }
            (Some(_), Verdict::NotWon) => panic!("{place}"),
            (Some(_), Verdict::Unknown) => seen.missed += 1,
            (None, _) => {}
        }
        seen.questions += 1;
        seen.tried_out += u64::from(is_tried_out || shortest.is_some());
        seen.wins[shortest.unwrap_or(0)] += 1;
    }
}

/// Numbered positions of the three smallest boards in turn, from one of the numbers on.
fn compare_in_turn(clock: &Clock, from: u64, most: Most) -> Seen {
    let (mut seen, mut done) = (Seen::default(), 0);
    while clock.goes_on(done) {
        let size = [BoardSize::Three, BoardSize::Four, BoardSize::Five][done as usize % 3];
        with_size!(size, N => compare(&numbered::<N>(1_000_000 + from + done / 3), most, &mut seen));
        done += 1;
        if done.is_multiple_of(100) || !clock.goes_on(done) {
            println!("{done} positions: {seen:?}");
        }
    }
    seen
}

#[test]
fn full_scope_against_an_exhaustive_search() {
    let seen = compare_in_turn(&Clock::of(3), 0, Most { tried: 10_000, nodes: 10_000 });
    assert!(seen.wins[1..].iter().sum::<u64>() > 0 && seen.missed == 0, "{seen:?}");
}

#[test]
#[ignore = "second tier: sixty positions"]
fn full_scope_against_an_exhaustive_search_in_release() {
    let seen = compare_in_turn(&Clock::of(60), 0, Most { tried: 100_000, nodes: 100_000 });
    assert!(seen.wins[1..].iter().sum::<u64>() > 10 && seen.missed == 0, "{seen:?}");
}

#[test]
#[ignore = "by hand, takes hours"]
fn full_scope_against_an_exhaustive_search_by_hand() {
    let most = Most { tried: 20_000_000, nodes: number_of("TAK_NODES", 100_000) };
    compare_in_turn(&Clock::by_hand(20_000), number_of("TAK_FROM", 0), most);
}

/// A certificate without one of the things that it needs: a ply, an answer, a position, the moves
/// that complete roads.
fn spoiled(text: &str, number: u64, plies: u32) -> Option<String> {
    let found = match number % 4 {
        0 => text.replace(&format!("\nplies {plies}\n"), &format!("\nplies {}\n", plies - 1)),
        1 => {
            let (before, answer) =
                text.split_once(" | ").filter(|(_, rest)| !rest.starts_with("else"))?;
            format!("{before} | {}", answer.split_once(" | ")?.1)
        }
        2 => format!("{}\n", text.trim_end().rsplit_once('\n')?.0),
        _ => format!("{} | else", text.rsplit_once(" | else ")?.0),
    };
    Some(found)
}

/// Certificates of tinuës with quiet moves: how many were verified, and how many spoiled ones refused.
#[derive(Default, Debug)]
struct Checked {
    looked: u64,
    verified: u64,
    refused: u64,
}

/// Checks certificates of different positions. Each comes from a position in which the player who has
/// moved wins by threats: that move, which may have been quiet, is taken back. Those are scattered
/// pieces, the given ones, and variants of them.
fn verify_at<const N: usize>(
    clock: &Clock,
    mut known: Vec<Position<N, OneHash>>,
    random: &mut fastrand::Rng,
) -> Checked
where
    Size<N>: Playable,
{
    let (mut checked, mut seen) = (Checked::default(), HashSet::new());
    while clock.goes_on(checked.verified) {
        checked.looked += 1;
        let near = random.choice(&known).filter(|_| random.u8(..10) > 0);
        let after = match near {
            Some(position) => variant(position, random),
            None => scattered(random),
        };
        let Some(after) = after.filter(wins_in_spite_of_a_move) else { continue };
        let position = without_a_piece(&after, !after.side_to_move(), random);
        let Some(position) = position.filter(|at| seen.insert(at.pack())) else { continue };
        let Some((text, plies)) = quiet_certificate(&position) else { continue };
        let told = tak_verify::check(&text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
        assert!(told.by_road && told.plies == plies, "{text}");
        replay_at(position.size(), &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        checked.verified += 1;
        if let Some(spoiled) = spoiled(&text, checked.verified, plies) {
            assert!(tak_verify::check(&spoiled).is_err(), "{spoiled}");
            checked.refused += 1;
        }
        known.push(after);
        if checked.verified.is_multiple_of(100) {
            println!("{N}×{N}: {checked:?}");
        }
    }
    checked
}

/// Whether the player who has just moved threatens no road, and yet forces one by threats, whatever
/// the other player does.
fn wins_in_spite_of_a_move<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    if position.outcome().is_some() || position.is_opening() {
        return false;
    }
    let mut again = *position;
    again.pass();
    // Most do not win even with two moves in a row, which is quicker to tell.
    let is_won = |position, nodes| {
        let aim = Aim { attacker: again.side_to_move(), mode: Mode::Strict };
        let mut effort = Effort::nodes(nodes);
        effort.shortest = false;
        Solver::new(aim, 1).unwrap().solve(position, &effort).verdict.is_won()
    };
    again.road_move().is_none() && is_won(&again, 200) && is_won(position, 5_000)
}

/// The listed positions of a size after the quiet move that wins.
fn listed_quiet<const N: usize>() -> Vec<Position<N, OneHash>>
where
    Size<N>: Playable,
{
    let rows = shared_rows("reports/tinue/lists.txt", 5);
    let quiet = rows.iter().filter(|row| row.text(0) == "quiet" && row.value::<usize>(1) == N);
    let after = quiet.map(|row| {
        let position = Position::from_tps(row.text(4)).unwrap();
        position.after(position.parse_move(row.text(3)).unwrap())
    });
    after.collect()
}

/// The certificate of a tinuë that needs a quiet move, and its plies.
fn quiet_certificate<const N: usize>(position: &Position<N, OneHash>) -> Option<(String, u32)>
where
    Size<N>: Playable,
{
    if position.outcome().is_some() || has_strict(position) != Verdict::NotWon {
        return None;
    }
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Tinue };
    // Enough for most of five plies.
    let mut effort = Effort::nodes(20_000);
    effort.shortest = false;
    let solution = Solver::new(aim, 4).unwrap().solve(position, &effort);
    let proof = solution.proof.filter(|_| solution.strict == Some(Verdict::NotWon))?;
    Some((proof.certificate(), proof.plies()))
}

fn verify(count: u64) {
    let checked = verify_at::<4>(&Clock::of(count), Vec::new(), &mut fastrand::Rng::with_seed(41));
    assert!(checked.refused > 0, "{checked:?}");
}

#[test]
fn certificates_with_quiet_moves_are_verified() {
    verify(3);
}

#[test]
#[ignore = "second tier: twenty certificates"]
fn more_certificates_with_quiet_moves_are_verified_in_release() {
    verify(20);
}

#[test]
#[ignore = "by hand, takes long"]
fn full_scope_certificates_by_hand() {
    let mut random = fastrand::Rng::with_seed(number_of("TAK_FROM", 42));
    let sizes = [BoardSize::Three, BoardSize::Four, BoardSize::Five, BoardSize::Six];
    let (clock, mut verified) = (Clock::by_hand(10_000), 0);
    for (done, size) in sizes.into_iter().enumerate() {
        // An equal part of what is left to do, and of the time.
        let left = (sizes.len() - done) as u64;
        let time = clock.end.saturating_duration_since(Instant::now()) / left as u32;
        let count = clock.count.saturating_sub(verified).div_ceil(left);
        let part = Clock { end: Instant::now() + time, count };
        let checked = with_size!(size, N => verify_at::<N>(&part, listed_quiet(), &mut random));
        verified += checked.verified;
        println!("{size}×{size}: {checked:?}; {verified} in all");
    }
}

/// The positions of a game that the engine plays with itself after a random opening.
fn own_game<const N: usize>(seed: u64) -> Vec<Position<N, OneHash>>
where
    Size<N>: Playable,
{
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = vec![Position::<N, OneHash>::new()];
    let table = Table::new(4).unwrap();
    // To blank it for each move would take longer than the searches.
    let (mut experiences, evaluator) = (Experience::of_threads(1), Corrected::default());
    while let Some(position) = game.last()
        && position.outcome().is_none()
        && game.len() < 120
    {
        let moves = position.legal_moves();
        let mut choice = moves[random.usize(..moves.len())];
        if game.len() > 4 {
            // A search leaves them done, which would end the next one.
            let signals = Signals::default();
            let task = Task::new(*position, Limits::nodes(400));
            search::run(task, &evaluator, &mut experiences, &table, &signals, |report| {
                choice = report.line.first().copied().unwrap_or(choice);
            });
        }
        game.push(position.after(choice));
    }
    game
}

/// Whether the player to move has a strict tinuë.
fn has_strict<const N: usize>(position: &Position<N, OneHash>) -> Verdict
where
    Size<N>: Playable,
{
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
    let mut effort = Effort::nodes(3_000);
    effort.shortest = false;
    Solver::new(aim, 4).unwrap().solve(position, &effort).verdict
}

/// The plies of a win that begins with a quiet move to a position that is won in spite of a move, as
/// far as the strict scope alone finds it; `None` if that took more than a few nodes, or another move
/// threatens and wins.
fn quiet_win<const N: usize>(
    before: &Position<N, OneHash>,
    after: &Position<N, OneHash>,
) -> Option<u32>
where
    Size<N>: Playable,
{
    if before.outcome().is_some() || has_strict(before) != Verdict::NotWon {
        return None;
    }
    let aim = Aim { attacker: before.side_to_move(), mode: Mode::Strict };
    match Solver::new(aim, 4).unwrap().solve(after, &Effort::nodes(20_000)).verdict {
        Verdict::Won { plies, .. } => Some(plies + 1).filter(|plies| (5..=11).contains(plies)),
        _ => None,
    }
}

/// A position that is won by the quiet move that leads to another one: that without one of the
/// winner's pieces. Without most of them it would not be a win, or one by threats.
fn case<const N: usize>(
    after: &Position<N, OneHash>,
    random: &mut fastrand::Rng,
) -> Option<(Position<N, OneHash>, u32)>
where
    Size<N>: Playable,
{
    const TRIES: usize = 12;
    let winner = !after.side_to_move();
    let mut before = (0..TRIES).filter_map(|_| without_a_piece(after, winner, random));
    before.find_map(|at| quiet_win(&at, after).map(|plies| (at, plies)))
}

/// What the solver says of such a position, and how long it took.
fn solve_in_time<const N: usize>(position: &Position<N, OneHash>) -> (Solution<N>, Duration)
where
    Size<N>: Playable,
{
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Tinue };
    let mut effort = Effort::default();
    effort.time = Some(Duration::from_secs(5));
    let start = Instant::now();
    let solution = Solver::new(aim, 256).unwrap().solve(position, &effort);
    (solution, start.elapsed())
}

/// Cases from the ends of own games, and what became of them.
#[derive(Default)]
struct Told {
    games: u64,
    /// Variants may lead to the same ones.
    cases: HashSet<String>,
    solved: u64,
    /// By plies.
    lengths: [u64; 12],
    slowest: Duration,
}

impl Told {
    /// Asks about positions before quiet moves that win, near the last ones of a game: a few for each
    /// of those that has a variant where somebody wins by threats in spite of a move.
    fn look<const N: usize>(&mut self, game: &[Position<N, OneHash>], random: &mut fastrand::Rng)
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        const LAST: usize = 24;
        const VARIANTS: usize = 16;
        const MOST: usize = 4;
        self.games += 1;
        for last in game.iter().rev().take(LAST) {
            let mut near = (0..VARIANTS).filter_map(|_| variant(last, random));
            let Some(found) = near.find(wins_in_spite_of_a_move) else { continue };
            let more: Vec<_> = (0..VARIANTS).filter_map(|_| variant(&found, random)).collect();
            let more = more.into_iter().filter(wins_in_spite_of_a_move);
            let cases = iter::once(found).chain(more);
            let cases: Vec<_> = cases.filter_map(|after| case(&after, random)).take(MOST).collect();
            for (position, plies) in cases {
                self.ask(&position, plies);
            }
        }
    }

    /// Asks about a position that is won by a quiet move.
    fn ask<const N: usize>(&mut self, position: &Position<N, OneHash>, plies: u32)
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        if !self.cases.insert(position.to_tps()) {
            return;
        }
        let (solution, time) = solve_in_time(position);
        self.lengths[plies as usize] += 1;
        if let Verdict::Won { plies: told, is_shortest } = solution.verdict {
            self.solved += 1;
            self.slowest = self.slowest.max(time);
            let text = solution.proof.unwrap().certificate();
            let checked = tak_verify::check(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
            assert!(checked.plies == told && (!is_shortest || told <= plies), "{position}");
        }
        let position = AnyPosition::from(*position);
        println!("{position}|{plies}|{:?}|{time:.2?}", solution.verdict);
    }
}

#[test]
#[ignore = "by hand, takes an hour"]
fn full_scope_in_own_games_by_hand() {
    let clock = Clock::by_hand(200);
    let mut told = Told::default();
    let mut seeds = number_of("TAK_FROM", 0)..;
    while clock.goes_on(told.cases.len() as u64)
        && let Some(seed) = seeds.next()
    {
        let size = [BoardSize::Five, BoardSize::Six][seed as usize % 2];
        with_size!(size, N => told.look(&own_game::<N>(seed), &mut fastrand::Rng::with_seed(seed)));
    }
    let Told { games, cases, solved, lengths, slowest } = told;
    let cases = cases.len();
    println!("{games} games, {cases} cases, {solved} solved, by plies {lengths:?}, {slowest:.2?}");
}
