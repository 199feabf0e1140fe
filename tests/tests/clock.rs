//! Whole games between two engines on clocks that the test keeps like a match runner: no move may
//! be illegal, no flag may fall, no engine may die. A program of its own, so that no other test
//! takes the CPU from an engine whose clock is running.

use std::collections::HashMap;
use std::fmt;
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use tak_encoding::{AnyPosition, BoardSize, Color, NoHash, Outcome};
use tak_tests::client::Client;

/// Two games at a time, in each of which one of two engines thinks.
const THREADS: u64 = 2;

/// A longer game counts as a draw.
const LONGEST_GAME: usize = 1000;

const BASE: Duration = Duration::from_millis(300);
const INCREMENT: Duration = Duration::from_millis(10);

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    ByTheRules(Outcome),
    Repetition,
    TooLong,
    /// This player's time was exceeded by this much.
    Flag(Color, Duration),
    /// This player's move is illegal.
    Illegal(Color),
}

/// One game and all that is known about it.
struct Played {
    end: End,
    /// With the opening.
    moves: Vec<String>,
    /// The least time that was left after a move.
    closest: Duration,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} after {}", self.end, self.moves.join(" "))
    }
}

/// The state of a game that both sides see.
struct Game {
    position: AnyPosition<NoHash>,
    moves: Vec<String>,
    /// How often each board has occurred, by its TPS without the move number.
    seen: HashMap<String, u32>,
}

impl Game {
    fn new(size: BoardSize) -> Self {
        Self { position: AnyPosition::new(size), moves: Vec::new(), seen: HashMap::new() }
    }

    /// A game with a random opening of two to four plies.
    fn opened(size: BoardSize, random: &mut Rng) -> Self {
        let mut game = Self::new(size);
        for _ in 0..random.u8(2..=4) {
            let moves = game.position.legal_moves();
            let choice = random.usize(..moves.len());
            assert!(game.play(&moves[choice].to_string()), "a generated move");
        }
        game
    }

    /// Plays a move, if it is legal.
    fn play(&mut self, mv: &str) -> bool {
        let Ok(legal) = self.position.parse_move(mv) else {
            return false;
        };
        self.position.play(legal).expect("what was read is legal");
        let tps = self.position.to_string();
        let (board, _) = tps.rsplit_once(' ').unwrap();
        *self.seen.entry(board.to_owned()).or_default() += 1;
        self.moves.push(mv.to_owned());
        true
    }

    fn end(&self) -> Option<End> {
        if let Some(outcome) = self.position.outcome() {
            Some(End::ByTheRules(outcome))
        } else if self.seen.values().any(|&times| times >= 3) {
            Some(End::Repetition)
        } else {
            (self.moves.len() >= LONGEST_GAME).then_some(End::TooLong)
        }
    }
}

/// Asks for one move and plays it. Legality comes before the clock, the clock
/// before the result; the increment is added after the move. No time is
/// forgiven.
fn take_turn(
    game: &mut Game,
    engine: &mut Client,
    clocks: &mut [Duration; 2],
    increment: Duration,
) -> Option<End> {
    let color = game.position.side_to_move();
    engine.send(&format!("position startpos moves {} ", game.moves.join(" ")));
    let [white, black] = clocks.map(|clock| clock.as_millis());
    let both = increment.as_millis();
    engine.send(&format!("go wtime {white} btime {black} winc {both} binc {both}"));
    let answer = engine.answer();
    if !game.play(&answer.best) {
        game.moves.push(answer.best);
        return Some(End::Illegal(color));
    }
    let clock = &mut clocks[color.index()];
    let Some(left) = clock.checked_sub(answer.took) else {
        return Some(End::Flag(color, answer.took.saturating_sub(*clock)));
    };
    *clock = left + increment;
    game.end()
}

fn play_game(engines: &mut [Client; 2], size: BoardSize, number: u64) -> Played {
    // Each opening is played twice, with colours exchanged.
    let mut random = Rng::with_seed(1000 * size.squares_per_side() as u64 + number / 2);
    let first_is_white = number.is_multiple_of(2);
    for engine in &mut *engines {
        engine.send(&format!("teinewgame {size}"));
        engine.send("isready");
    }
    for engine in &mut *engines {
        engine.until("readyok");
    }
    let mut game = Game::opened(size, &mut random);
    let mut clocks = [BASE; 2];
    let mut closest = BASE;
    let mut end = game.end();
    while end.is_none() {
        let is_white = game.position.side_to_move() == Color::White;
        let engine = &mut engines[usize::from(is_white != first_is_white)];
        end = take_turn(&mut game, engine, &mut clocks, INCREMENT);
        closest = closest.min(clocks[0]).min(clocks[1]);
    }
    Played { end: end.unwrap(), moves: game.moves, closest }
}

/// One thread's share of the games.
fn play_share(size: BoardSize, share: u64, games: u64) -> Vec<Played> {
    let mut engines = [Client::introduced(), Client::introduced()];
    let numbers = (share..games).step_by(THREADS as usize);
    let games = numbers.map(|number| play_game(&mut engines, size, number)).collect();
    for engine in engines {
        assert_eq!(engine.quit(), Vec::<String>::new());
    }
    games
}

fn play_match(size: BoardSize, games: u64) -> Vec<Played> {
    let threads: Vec<_> =
        (0..THREADS).map(|share| thread::spawn(move || play_share(size, share, games))).collect();
    let shares = threads.into_iter().map(|thread| thread.join().unwrap());
    shares.flatten().collect()
}

/// Prints a line about a match.
fn report(size: BoardSize, games: &[Played]) {
    let by_road = |game: &&Played| matches!(game.end, End::ByTheRules(Outcome::Road(_)));
    let roads = games.iter().filter(by_road).count();
    let repeated = games.iter().filter(|game| game.end == End::Repetition).count();
    let plies = games.iter().map(|game| game.moves.len()).sum::<usize>() / games.len();
    let closest = games.iter().map(|game| game.closest).min().unwrap();
    println!(
        "{size}×{size}: {} games, {roads} roads, {repeated} repetitions, {plies} plies a game, \
         never less than {closest:?} on a clock",
        games.len(),
    );
}

fn play_at_every_size(count: u64) {
    for size in BoardSize::ALL {
        let games = play_match(size, count);
        report(size, &games);
        assert_eq!(games.len() as u64, count);
        let bad = |game: &&Played| matches!(game.end, End::Flag(..) | End::Illegal(_));
        let bad: Vec<_> = games.iter().filter(bad).map(ToString::to_string).collect();
        assert!(bad.is_empty(), "{size}×{size}:\n{}", bad.join("\n"));
    }
}

/// One opening, with the colours exchanged.
#[test]
fn games_at_every_size_on_the_clock() {
    play_at_every_size(2);
}

#[test]
#[ignore = "second tier: a minute of clocks"]
fn many_games_at_every_size_on_the_clock_in_release() {
    play_at_every_size(20);
}

#[test]
fn one_engine_plays_both_colors() {
    let mut engine = Client::introduced();
    engine.send("teinewgame 4");
    let mut game = Game::new(BoardSize::Four);
    let mut clocks = [Duration::from_secs(2); 2];
    let end = loop {
        if let Some(end) = take_turn(&mut game, &mut engine, &mut clocks, Duration::ZERO) {
            break end;
        }
    };
    let moves = game.moves.join(" ");
    assert!(matches!(end, End::ByTheRules(_) | End::Repetition), "{end:?} after {moves}");
    assert_eq!(engine.quit(), Vec::<String>::new());
}

#[test]
fn third_occurrence_is_a_draw() {
    let mut game = Game::new(BoardSize::Four);
    for mv in "a1 d4 d4- a1+ d3+ a2-".split(' ') {
        assert!(game.play(mv) && game.end().is_none(), "{mv}");
    }
    for mv in "d4- a1+ d3+".split(' ') {
        assert!(game.play(mv) && game.end().is_none(), "{mv}");
    }
    assert!(game.play("a2-"));
    assert_eq!(game.end(), Some(End::Repetition));
    assert!(!game.play("a1"), "an illegal move");
}
