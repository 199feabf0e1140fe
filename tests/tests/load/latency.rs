//! How fast the engine answers over a WebSocket. The bounds here hold on a busy
//! machine too; this prints the times themselves:
//! `cargo test --release -p tak-tests --test load by_hand -- --ignored --nocapture`

use std::fmt;
use std::time::{Duration, Instant};

use tak_tests::client::{Client, Server, Socket};

/// The time from a line to an answer.
fn time(client: &mut Client<Socket>, line: &str, answer: &str) -> Duration {
    let start = Instant::now();
    client.send(line);
    client.until(answer);
    start.elapsed()
}

/// The median of some times, and the longest; both are printed.
fn summary(name: &str, mut times: Vec<Duration>) -> [Duration; 2] {
    times.sort();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{name:42} median {median:9.3?}, longest {longest:9.3?}");
    [median, longest]
}

fn median(name: &str, times: Vec<Duration>) -> Duration {
    summary(name, times)[0]
}

/// The medians of some answers.
struct Medians {
    introduction: Duration,
    /// While it is idle, and while it searches on several boards.
    ready: Vec<Duration>,
    best_move: Vec<Duration>,
}

/// Times this many searches on each board, and more of the quicker answers.
fn measure(rounds: u64) -> Medians {
    let _machine = crate::whole_machine();
    let server = Server::start(&["--max-clients", "100"]);
    let introductions = (0..2 * rounds).map(|_| {
        let mut client = Client::connect(&server);
        time(&mut client, "tei", "teiok")
    });
    let introduction = median("tei to teiok", introductions.collect());

    let mut client = Client::connect(&server);
    let idle = (0..6 * rounds).map(|_| time(&mut client, "isready", "readyok"));
    let mut ready = vec![median("isready to readyok, idle", idle.collect())];
    let mut best_move = Vec::new();
    for size in [5, 6, 8] {
        let (mut readies, mut stops) = (Vec::new(), Vec::new());
        client.send(&format!("teinewgame {size}"));
        client.send("position startpos moves a1 e5 c3 c4 d3 d4 e3");
        for round in 0..rounds {
            client.go_infinite();
            client.listen(Duration::from_millis(20 + round));
            readies.extend((0..5).map(|_| time(&mut client, "isready", "readyok")));
            stops.push(time(&mut client, "stop", "bestmove"));
        }
        ready.push(median(&format!("{size}×{size}: isready in mid-search"), readies));
        best_move.push(median(&format!("{size}×{size}: stop to bestmove"), stops));
    }
    Medians { introduction, ready, best_move }
}

/// Five times the figures of a quiet machine: 50, 10 and 20 ms.
#[test]
#[ignore = "second tier: wants the machine for itself"]
fn answers_come_soon() {
    let medians = measure(10);
    let all_within = |times: &[Duration], milliseconds| {
        let longest = times.iter().max().unwrap();
        assert!(*longest < Duration::from_millis(milliseconds), "{times:?}");
    };
    all_within(&[medians.introduction], 250);
    all_within(&medians.ready, 50);
    all_within(&medians.best_move, 100);
}

#[test]
#[ignore = "by hand: prints times, which depend on the machine"]
fn answers_by_hand() {
    measure(50);
}

/// What each client of a crowd keeps the engine doing.
#[derive(Clone, Copy)]
enum Work {
    /// On a board of this size.
    Search(u8),
    /// Looks for a proof among endless threats on 6×6, and reads long games.
    Prove,
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search(size) => write!(f, "{size}×{size}"),
            Self::Prove => f.write_str("proofs"),
        }
    }
}

impl Work {
    fn begin(self, client: &mut Client<Socket>) {
        match self {
            Self::Search(_) => client.go_infinite(),
            Self::Prove => client.send("go solved"),
        }
    }

    fn position(self) -> String {
        match self {
            Self::Search(size) => format!("teinewgame {size}\nposition startpos moves a1 c3 b2"),
            Self::Prove => {
                let tps =
                    "2,x4,1/2,x2,1,2C,x/2,x,2S,21C,1,x/1,x,12,112S,1,1/x2,21,1221,2,x/x3,1,2,x 1 8";
                format!("teinewgame 6\nposition tps {tps}")
            }
        }
    }

    /// A game with nested variations.
    fn interrupt(self, client: &mut Client<Socket>) {
        if let Self::Prove = self {
            let variations = "(a1 {x} ".repeat(2_000) + &")".repeat(2_000);
            client.send(&format!("record \"[Size \\\"6\\\"] {variations}\""));
            client.until("record");
        }
    }
}

/// Times answers while many search at once: each client in turn is stopped, then searches for a
/// given time. Returns the summaries of the stops and of the overruns.
fn measure_in_a_crowd(work: Work, rounds: usize) -> [[Duration; 2]; 2] {
    const CLIENTS: usize = 50;
    const MOVE_TIME: Duration = Duration::from_millis(200);
    let server = Server::start(&["--max-clients", "100", "--hash", "8"]);
    let mut crowd: Vec<_> = (0..CLIENTS).map(|_| Client::connect(&server)).collect();
    for client in &mut crowd {
        work.position().lines().for_each(|line| client.send(line));
        work.begin(client);
    }
    let (mut stops, mut overshoots) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let other = &mut crowd[(round + 1) % CLIENTS];
        work.interrupt(other);
        let client = &mut crowd[round % CLIENTS];
        stops.push(time(client, "stop", "bestmove"));
        let taken = time(client, "go movetime 200", "bestmove");
        overshoots.push(taken.saturating_sub(MOVE_TIME));
        work.begin(client);
    }
    [("stop to bestmove", stops), ("beyond movetime", overshoots)]
        .map(|(name, times)| summary(&format!("{work}, {CLIENTS} clients: {name}"), times))
}

/// On two CPUs they would take 60 and 200 ms if the system alone chose who searches.
#[test]
#[ignore = "second tier: wants the machine for itself"]
fn answers_come_soon_in_a_crowd() {
    let _machine = crate::whole_machine();
    for work in [Work::Search(5), Work::Prove] {
        for [median, longest] in measure_in_a_crowd(work, 10) {
            assert!(median < Duration::from_millis(25), "{median:?}");
            assert!(longest < Duration::from_millis(100), "{longest:?}");
        }
    }
}

#[test]
#[ignore = "by hand: prints times, which depend on the machine"]
fn answers_in_a_crowd_by_hand() {
    let _machine = crate::whole_machine();
    measure_in_a_crowd(Work::Prove, 100);
    for size in 3..=8 {
        measure_in_a_crowd(Work::Search(size), 100);
    }
}
