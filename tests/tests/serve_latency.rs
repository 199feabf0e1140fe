//! How fast the engine answers over a WebSocket. To look at, not to pass:
//! `cargo test --release -p tak-tests --test serve_latency -- --ignored --nocapture`

use std::time::{Duration, Instant};

use tak_tests::client::{Client, Server, Socket};

/// The time from a line to an answer.
fn time(client: &mut Client<Socket>, line: &str, answer: &str) -> Duration {
    let start = Instant::now();
    client.send(line);
    client.until(answer);
    start.elapsed()
}

/// Prints the median and the longest of some times.
fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let (median, longest) = (times[times.len() / 2], times.last().unwrap());
    println!("{name:30} median {median:9.3?}, longest {longest:9.3?}");
}

#[test]
#[ignore = "prints times, which depend on the machine"]
fn answers() {
    let server = Server::start(&["--max-clients", "100"]);
    let introductions = (0..100).map(|_| {
        let mut client = Client::connect(&server);
        time(&mut client, "tei", "teiok")
    });
    report("tei to teiok", introductions.collect());

    let mut client = Client::connect(&server);
    let idle = (0..300).map(|_| time(&mut client, "isready", "readyok"));
    report("isready to readyok, idle", idle.collect());

    for size in [5, 6, 8] {
        let (mut ready, mut stopped) = (Vec::new(), Vec::new());
        client.send(&format!("teinewgame {size}"));
        client.send("position startpos moves a1 e5 c3 c4 d3 d4 e3");
        for round in 0..50 {
            client.send("go infinite");
            client.until("info");
            client.listen(Duration::from_millis(20 + round));
            ready.extend((0..5).map(|_| time(&mut client, "isready", "readyok")));
            stopped.push(time(&mut client, "stop", "bestmove"));
        }
        report(&format!("{size}×{size}: isready in mid-search"), ready);
        report(&format!("{size}×{size}: stop to bestmove"), stopped);
    }
}
