//! Proofs of random positions, against an exhaustive search without any table.

use tak_encoding::{
    AnyMove, AnyPosition, BoardSize, Color, HalfKomi, Move, OneHash, Outcome, Playable, Position,
    Reserve, Rules, Size, with_size,
};
use tak_search::evaluation::Corrected;
use tak_search::limits::Limits;
use tak_search::score;
use tak_search::search::{self, Signals, Task};
use tak_search::solve::{Aim, Effort, Mode, Question, Solver, Verdict};
use tak_search::table::Table;

/// How far everything is tried.
const MOST_PLIES: usize = 5;

/// Tries everything, without a table. Only its order is clever: the move that settled the
/// last position with as many plies left comes first. Whether the last ply completes a road the rules
/// tell without trying, which is a hundred times as quick.
pub(crate) struct Everything<const N: usize> {
    aim: Aim,
    /// By the plies left.
    settled_by: Vec<Option<Move<N>>>,
    /// Memory for the moves of each ply.
    moves: Vec<Vec<Move<N>>>,
    /// How many positions may still be tried: after them, its answers mean nothing.
    pub(crate) left: u64,
}

impl<const N: usize> Everything<N>
where
    Size<N>: Playable,
{
    /// For questions about at most so many plies.
    pub(crate) fn new(aim: Aim, most: usize) -> Self {
        let (settled_by, moves) = (vec![None; most + 1], vec![Vec::new(); most + 1]);
        Self { aim, settled_by, moves, left: u64::MAX }
    }

    /// Whether the attacker wins within that many plies.
    pub(crate) fn wins(&mut self, position: &mut Position<N, OneHash>, plies: usize) -> bool {
        if plies == 0 || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let is_attack = position.side_to_move() == self.aim.attacker;
        if plies == 1 && is_attack && !self.aim.mode.counts_flats() {
            return position.road_move().is_some();
        }
        let first = self.settled_by[plies].filter(|&mv| position.check_legal(mv).is_ok());
        if first.is_some_and(|mv| self.settles(position, plies, is_attack, mv)) {
            return is_attack;
        }
        let mut moves = std::mem::take(&mut self.moves[plies]);
        moves.clear();
        position.generate(&mut moves);
        let mut others = moves.iter().copied().filter(|&mv| Some(mv) != first);
        let settling = others.find(|&mv| self.settles(position, plies, is_attack, mv));
        self.settled_by[plies] = settling.or(self.settled_by[plies]);
        self.moves[plies] = moves;
        settling.is_some() == is_attack
    }

    /// Whether one move settles it: a win where the attacker moves, none where the defender does.
    fn settles(
        &mut self,
        position: &mut Position<N, OneHash>,
        plies: usize,
        is_attack: bool,
        mv: Move<N>,
    ) -> bool {
        let undo = position.play_unchecked(mv);
        let is_won = self.leads_to_win(position, plies, is_attack);
        position.undo(undo);
        is_won == is_attack
    }

    /// Whether the move that led here does, with so many plies left before it.
    fn leads_to_win(
        &mut self,
        after: &mut Position<N, OneHash>,
        plies: usize,
        is_attack: bool,
    ) -> bool {
        match after.outcome() {
            Some(outcome) => self.aim.is_met_by(outcome),
            None if plies == 1 => false,
            None if is_attack && self.aim.mode.is_forcing() && !threatens(after) => false,
            None => self.wins(after, plies - 1),
        }
    }
}

/// Whether the player who has just moved could complete a road by moving again.
fn threatens<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    let player = !position.side_to_move();
    let mut again = *position;
    again.pass();
    let mut moves = again.legal_moves().into_iter();
    moves.any(|mv| again.after(mv).outcome() == Some(Outcome::Road(player)))
}

/// A position some plies before the end of a random game, with few pieces in half of
/// them, so that games end on flats too.
pub(crate) fn random_position<const N: usize>(random: &mut fastrand::Rng) -> Position<N, OneHash>
where
    Size<N>: Playable,
{
    let komi = HalfKomi(random.i16(-4..=4));
    let mut rules = Rules::with_komi(komi);
    if random.bool() {
        let reserve = Reserve { flats: 4 + random.u8(..3 * N as u8), caps: random.u8(..2) };
        rules = Rules::new(komi, reserve, reserve).unwrap();
    }
    let mut game = vec![Position::<N, OneHash>::with_rules(rules)];
    while let Some(position) = game.last()
        && position.outcome().is_none()
        && game.len() < 150
    {
        let moves = position.legal_moves();
        let flats = position.empty().count() as usize;
        let choice = match random.u8(..3) {
            0 => random.usize(..moves.len()),
            1 => moves.len() - 1 - random.usize(..moves.len().min(40)),
            _ => random.usize(..moves.len().min(flats + 1)),
        };
        game.push(position.after(moves[choice]));
    }
    let back = 1 + random.usize(..6);
    game[game.len().saturating_sub(1 + back)]
}

/// What was seen: a test without long wins proves little.
#[derive(Default, Debug)]
struct Seen {
    positions: u64,
    /// By plies.
    wins: [u64; MOST_PLIES + 1],
    not_won: u64,
    open: u64,
}

/// Compares every kind of question about a position with an exhaustive search.
fn compare<const N: usize>(position: &Position<N, OneHash>, seen: &mut Seen)
where
    Size<N>: Playable,
{
    for mode in Mode::ALL {
        for attacker in Color::ALL {
            let aim = Aim { attacker, mode };
            let (mut everything, mut tried) = (Everything::new(aim, MOST_PLIES), *position);
            let expected = (1..=MOST_PLIES).find(|&plies| everything.wins(&mut tried, plies));
            let (expected, most) = (expected.map(|plies| plies as u32), MOST_PLIES as u32);
            let place = format!("{position}, {:?}, {aim:?}: {expected:?}", position.rules());
            let mut effort = Effort::nodes(if mode.is_forcing() { 3000 } else { 300 });
            let solution = Solver::new(aim, 1).unwrap().solve(position, &effort);
            match (expected, solution.verdict) {
                (Some(plies), Verdict::Won { plies: found, is_shortest: true }) => {
                    assert_eq!(found, plies, "{place}");
                    assert_eq!(solution.proof.unwrap().line().len(), plies as usize, "{place}");
                }
                (Some(plies), Verdict::Won { plies: found, .. }) => {
                    assert!(found >= plies, "{place}");
                }
                (None, Verdict::Won { plies, .. }) => assert!(plies > most, "{place}: {plies}"),
                (None, Verdict::NotWon) => seen.not_won += 1,
                (_, Verdict::Unknown) => seen.open += 1,
                (Some(_), Verdict::NotWon) => panic!("{place}"),
            }
            // The shortest win by deepening alone.
            effort.nodes = None;
            effort.plies = Some(most);
            let solution = Solver::new(aim, 1).unwrap().solve(position, &effort);
            let found = match solution.verdict {
                Verdict::Won { plies, is_shortest } => {
                    assert!(is_shortest, "{place}");
                    Some(plies)
                }
                _ => None,
            };
            assert_eq!(found, expected, "{place}");
            seen.wins[expected.unwrap_or(0) as usize] += 1;
        }
    }
    seen.positions += 1;
}

/// The position of a number, in which the game is not over.
pub(crate) fn numbered<const N: usize>(number: u64) -> Position<N, OneHash>
where
    Size<N>: Playable,
{
    let mut random = fastrand::Rng::with_seed(number);
    loop {
        let position = random_position(&mut random);
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// The first of the numbered positions on the three smallest boards.
fn compare_first(count: u64) {
    for size in [BoardSize::Three, BoardSize::Four, BoardSize::Five] {
        let mut seen = Seen::default();
        with_size!(size, N => for number in 0..count {
            compare(&numbered::<N>(number), &mut seen);
        });
        println!("{size}×{size}: {seen:?}");
        assert!(seen.wins[0] > 0 && seen.wins[1] > 0 && seen.not_won > 0, "{seen:?}");
        assert!(count < 300 || seen.wins.iter().all(|&wins| wins > 0), "{seen:?}");
    }
}

#[test]
fn random_positions_against_an_exhaustive_search() {
    compare_first(3);
}

#[test]
#[ignore = "second tier: nine hundred positions"]
fn more_random_positions_against_an_exhaustive_search_in_release() {
    compare_first(300);
}

/// The plies of the win that `go mate` finds within so many plies.
fn mate_within<const N: usize>(position: &Position<N, OneHash>, plies: u32) -> Option<u32>
where
    Size<N>: Playable,
{
    let mut limits = Limits::depth(plies);
    limits.until_proven = true;
    let (table, signals) = (Table::new(1).unwrap(), Signals::default());
    let mut score = 0;
    let task = Task::new(*position, limits);
    search::run(task, &Corrected::default(), &mut [], &table, &signals, |report| {
        score = report.score;
    });
    let won = (score::WIN - score) as u32;
    (won <= plies).then_some(won)
}

/// Asks for wins in one, two and three moves; returns how many there were.
fn compare_mates(count: u64) -> usize {
    let mut wins = 0;
    for size in [BoardSize::Three, BoardSize::Four, BoardSize::Five] {
        with_size!(size, N => for number in 0..count {
            let position = numbered::<N>(number);
            let aim = Aim { attacker: position.side_to_move(), mode: Mode::Win };
            let mut everything = Everything::new(aim, MOST_PLIES);
            let shortest = (1..=5).find(|&plies| everything.wins(&mut { position }, plies));
            for plies in [1, 3, 5] {
                let expected = shortest.filter(|&shortest| shortest <= plies);
                let found = mate_within(&position, plies as u32);
                let place = format!("{position}, {:?}, {plies} plies", position.rules());
                assert_eq!(found.is_some(), expected.is_some(), "{place}: {found:?}, {shortest:?}");
                wins += usize::from(found.is_some());
            }
        });
    }
    wins
}

#[test]
fn go_mate_misses_no_win() {
    assert!(compare_mates(8) > 8);
}

#[test]
#[ignore = "second tier: nine hundred positions"]
fn go_mate_misses_no_win_in_many_positions_in_release() {
    assert!(compare_mates(300) > 300);
}

#[test]
#[ignore = "by hand, TAK_COUNT positions: cargo test --release -p tak-tests --test search go_mate -- --ignored --nocapture"]
fn go_mate_misses_no_win_by_hand() {
    let count = number_of("TAK_COUNT", 2_000);
    println!("{count} positions, {} wins found, none missed", compare_mates(count.div_ceil(3)));
}

/// A number from the environment.
pub(crate) fn number_of(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().unwrap())
}

/// Compares how long the defences to a won first move hold out; returns how many there were.
fn compare_defences<const N: usize>(position: &Position<N, OneHash>, aim: Aim) -> usize
where
    Size<N>: Playable,
    AnyPosition<OneHash>: From<Position<N, OneHash>>,
    Move<N>: TryFrom<AnyMove, Error: std::fmt::Debug>,
{
    let mut question = Question::new(aim);
    question.effort = Effort::nodes(20_000);
    question.hash = 4;
    let answer = question.answer(&(*position).into()).unwrap();
    let first = answer.line.first().filter(|_| position.side_to_move() == aim.attacker);
    let after = first.map_or(*position, |&mv| position.after(mv.try_into().unwrap()));
    let short = answer.defences.iter().filter(|&&(_, plies)| plies as usize <= MOST_PLIES + 1);
    let compared = short.map(|&(mv, told)| {
        let mut next = after.after(mv.try_into().unwrap());
        let mut everything = Everything::new(aim, MOST_PLIES);
        let holds = match next.outcome() {
            Some(_) => Some(0),
            None => (1..=MOST_PLIES).find(|&plies| everything.wins(&mut next, plies)),
        };
        let place = format!("{position}, {:?}, {aim:?}, {mv}", position.rules());
        assert_eq!(holds.map(|plies| plies + 1), Some(told as usize), "{place}");
    });
    compared.count()
}

/// In some of them a proof takes longer than it needs after defences that are not the longest.
#[test]
fn defences_hold_out_as_long_as_is_told() {
    let by_any_moves = |attacker| Aim { attacker, mode: Mode::Win };
    let three = |number, attacker| compare_defences(&numbered::<3>(number), by_any_moves(attacker));
    let found = [
        three(53, Color::Black),
        three(117, Color::White),
        three(164, Color::Black),
        compare_defences(&numbered::<4>(61), by_any_moves(Color::White)),
    ];
    assert!(found.iter().all(|&defences| defences > 5), "{found:?}");
}

#[test]
#[ignore = "second tier: a hundred positions"]
fn defences_of_many_wins_hold_out_as_long_as_is_told_in_release() {
    let mut found = 0;
    for size in [BoardSize::Three, BoardSize::Four] {
        with_size!(size, N => for number in 0..50 {
            for attacker in Color::ALL {
                for mode in Mode::ALL {
                    found += compare_defences(&numbered::<N>(number), Aim { attacker, mode });
                }
            }
        });
    }
    assert!(found > 500, "{found}");
}

/// Many of the numbered positions. `TAK_EXHAUSTIVE_FROM` is the number of the first, to go on
/// where a run has ended.
fn compare_many<const N: usize>(count: u64)
where
    Size<N>: Playable,
{
    let first = number_of("TAK_EXHAUSTIVE_FROM", 0);
    let mut seen = Seen::default();
    for number in first..count {
        compare(&numbered::<N>(number), &mut seen);
        if (number + 1) % 1000 == 0 {
            println!("{N}×{N}, {first} to {number}: {seen:?}");
        }
    }
}

/// More of them, board by board: a hundred thousand in all.
macro_rules! many_random_positions {
    ($($name:ident: $count:literal on $size:literal;)*) => {$(
        #[test]
        #[ignore = "by hand, takes long: cargo test --release -p tak-tests --test search many_random_positions -- --ignored --nocapture"]
        fn $name() {
            compare_many::<$size>($count);
        }
    )*};
}

many_random_positions! {
    many_random_positions_3_by_hand: 40_000 on 3;
    many_random_positions_4_by_hand: 40_000 on 4;
    many_random_positions_5_by_hand: 40_000 on 5;
}
