//! The full scope, a road forced by any moves, on many positions: against an exhaustive search,
//! by its certificates, and in games.
//!
//! By hand they take `TAK_COUNT` positions and at most `TAK_SECONDS`:
//! `cargo test --release -p tak-tests --test search full_scope -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use tak_encoding::{
    AnyPosition, BoardSize, Color, Move, OneHash, Playable, Position, Size, with_size,
};
use tak_search::evaluation::Corrected;
use tak_search::limits::Limits;
use tak_search::search::{self, Signals, Task};
use tak_search::solve::{Aim, Effort, Mode, Solution, Solver, Verdict};
use tak_search::table::Table;

use crate::solve_certificates::replay_at;
use crate::solve_exhaustive::{Everything, number_of, numbered, random_position};

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

/// Asks for the win of each player; the exhaustive search may try so many positions.
fn compare<const N: usize>(position: &Position<N, OneHash>, most: u64, seen: &mut Seen)
where
    Size<N>: Playable,
{
    for attacker in Color::ALL {
        let aim = Aim { attacker, mode: Mode::Tinue };
        let mut everything = Everything::new(aim, MOST_PLIES);
        everything.left = most;
        let shortest = (1..=MOST_PLIES).find(|&plies| everything.wins(&mut { *position }, plies));
        let is_tried_out = everything.left > 0;
        let solution = Solver::new(aim, 4).unwrap().solve(position, &Effort::nodes(100_000));
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

/// Numbered positions of the three smallest boards in turn.
fn compare_in_turn(clock: &Clock, most: u64) -> Seen {
    let (mut seen, mut done) = (Seen::default(), 0);
    while clock.goes_on(done) {
        let size = [BoardSize::Three, BoardSize::Four, BoardSize::Five][done as usize % 3];
        with_size!(size, N => compare(&numbered::<N>(1_000_000 + done / 3), most, &mut seen));
        done += 1;
        if done.is_multiple_of(100) || !clock.goes_on(done) {
            println!("{done} positions: {seen:?}");
        }
    }
    seen
}

#[test]
fn full_scope_against_an_exhaustive_search() {
    let seen = compare_in_turn(&Clock::of(6), 50_000);
    assert!(seen.wins[1..].iter().sum::<u64>() > 0 && seen.missed == 0, "{seen:?}");
}

#[test]
#[ignore = "by hand, takes hours"]
fn full_scope_against_an_exhaustive_search_by_hand() {
    compare_in_turn(&Clock::by_hand(20_000), 20_000_000);
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

/// Certificates of random positions without a strict tinuë; returns how many were verified, and how
/// many spoiled ones refused.
fn verify_with_quiet_moves(clock: &Clock, random: &mut fastrand::Rng) -> [u64; 2] {
    let (mut verified, mut refused, mut looked) = (0, 0, 0_u64);
    while clock.goes_on(verified) {
        // On larger boards few of them have one, and it takes longer to tell.
        let size = [BoardSize::Three, BoardSize::Four][looked as usize % 2];
        looked += 1;
        let found = with_size!(size, N => {
            // Positions with nonstandard pieces cannot be written as TPS.
            let tps = random_position::<N>(random).to_tps();
            let position = Position::<N, OneHash>::from_tps(&tps).ok();
            let position = position.filter(|at| at.outcome().is_none() && !at.is_opening());
            position.and_then(|position| quiet_certificate(&position))
        });
        let Some((text, plies)) = found else { continue };
        let checked = tak_verify::check(&text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
        assert!(checked.by_road && checked.plies == plies, "{text}");
        replay_at(size, &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        verified += 1;
        if let Some(spoiled) = spoiled(&text, verified, plies) {
            assert!(tak_verify::check(&spoiled).is_err(), "{spoiled}");
            refused += 1;
        }
        if verified.is_multiple_of(10) {
            println!("{looked} positions: {verified} verified, {refused} spoiled ones refused");
        }
    }
    [verified, refused]
}

/// The certificate of a tinuë that needs a quiet move, and its plies.
fn quiet_certificate<const N: usize>(position: &Position<N, OneHash>) -> Option<(String, u32)>
where
    Size<N>: Playable,
{
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Tinue };
    let solution = Solver::new(aim, 4).unwrap().solve(position, &Effort::nodes(500));
    let proof = solution.proof.filter(|_| solution.strict == Some(Verdict::NotWon))?;
    Some((proof.certificate(), proof.plies()))
}

#[test]
fn certificates_with_quiet_moves_are_verified() {
    let [_, refused] = verify_with_quiet_moves(&Clock::of(3), &mut fastrand::Rng::with_seed(41));
    assert!(refused > 0, "{refused}");
}

#[test]
#[ignore = "by hand, takes long"]
fn full_scope_certificates_by_hand() {
    let mut random = fastrand::Rng::with_seed(42);
    let [verified, refused] = verify_with_quiet_moves(&Clock::by_hand(10_000), &mut random);
    println!("{verified} verified, {refused} spoiled ones refused");
}

/// The positions of a game that the engine plays with itself after a random opening.
fn own_game<const N: usize>(seed: u64) -> Vec<Position<N, OneHash>>
where
    Size<N>: Playable,
{
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = vec![Position::<N, OneHash>::new()];
    let (table, signals) = (Table::new(4).unwrap(), Signals::default());
    while let Some(position) = game.last()
        && position.outcome().is_none()
        && game.len() < 120
    {
        let moves = position.legal_moves();
        let mut choice = moves[random.usize(..moves.len())];
        if game.len() > 4 {
            let task = Task::new(*position, Limits::nodes(400));
            search::run(task, &Corrected::default(), &mut [], &table, &signals, |report| {
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
    let mut effort = Effort::nodes(20_000);
    effort.shortest = false;
    Solver::new(aim, 4).unwrap().solve(position, &effort).verdict
}

/// The last position of a game before the winner had a strict tinuë.
fn before_strict<const N: usize>(game: &[Position<N, OneHash>]) -> Option<&Position<N, OneHash>>
where
    Size<N>: Playable,
{
    // The end, the opponent's turn there, and the turns of the winner before that.
    let turns = game.iter().rev().skip(1).step_by(2);
    let before = turns.into_iter().find(|at| !has_strict(at).is_won())?;
    (has_strict(before) == Verdict::NotWon).then_some(before)
}

/// A quiet move after which every answer loses to threats, and the plies of the shortest such win:
/// found by the strict scope alone.
fn quiet_win<const N: usize>(position: &Position<N, OneHash>) -> Option<(Move<N>, u32)>
where
    Size<N>: Playable,
{
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
    let mut solver = Solver::new(aim, 16).unwrap();
    let attacks = solver.attacks(position);
    let quiet = position.legal_moves().into_iter().filter(|mv| !attacks.contains(mv));
    let wins = quiet.filter_map(|mv| {
        let first = solver.first_move(position, mv, &Effort::nodes(2_000));
        match first.solution.verdict {
            Verdict::Won { plies, .. } => Some((mv, plies)),
            _ => None,
        }
    });
    wins.min_by_key(|&(_, plies)| plies)
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

#[test]
#[ignore = "by hand, takes an hour"]
fn full_scope_in_own_games_by_hand() {
    let clock = Clock::by_hand(200);
    let (mut cases, mut solved, mut confirmed) = (0, 0, 0);
    let mut slowest = Duration::ZERO;
    for seed in number_of("TAK_FROM", 0).. {
        let size = [BoardSize::Five, BoardSize::Six][seed as usize % 2];
        with_size!(size, N => {
            let game = own_game::<N>(seed);
            let found = before_strict(&game).and_then(|at| Some((at, quiet_win(at)?)));
            let found = found.filter(|(_, (_, plies))| (5..=11).contains(plies));
            if let Some((position, (mv, plies))) = found {
                let (solution, time) = solve_in_time(position);
                cases += 1;
                if let Verdict::Won { plies: told, is_shortest } = solution.verdict {
                    solved += 1;
                    slowest = slowest.max(time);
                    let text = solution.proof.unwrap().certificate();
                    let checked = tak_verify::check(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
                    assert!(checked.plies == told && (!is_shortest || told <= plies), "{position}");
                    confirmed += 1;
                }
                let position = AnyPosition::from(*position);
                println!("{position}|{plies}|{mv}|{:?}|{time:.2?}", solution.verdict);
            }
        });
        if !clock.goes_on(cases) {
            break;
        }
    }
    println!("{solved} of {cases} solved, {confirmed} verified, the slowest in {slowest:.2?}");
}
