//! Many clients that connect, search and vanish at random leave nothing behind. For a minute:
//! `cargo test --release -p tak-tests --test load by_hand -- --ignored --nocapture`

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use tak_tests::client::{Client, PATIENCE, Server};
use tak_tests::process::Footprint;

/// One visit, which ends in one of many ways.
fn visit(address: SocketAddr, random: &mut Rng) {
    let mut below = |limit: u64| random.u64(..limit);
    if below(8) == 0 {
        // Not even a handshake.
        let mut stream = TcpStream::connect(address).unwrap();
        let _ = stream.write_all(&b"GET / HTTP/1.1\r\nHost: here\r\n"[..below(20) as usize]);
        return;
    }
    let mut client = Client::connect_to(address);
    client.send("tei");
    client.send(&format!("teinewgame {}", 3 + below(6)));
    client.send("go infinite");
    for _ in 0..below(3) {
        client.until("info");
        if below(2) == 0 {
            client.stop();
            client.send("position startpos moves a1");
            client.send("go infinite");
        }
    }
    thread::sleep(Duration::from_millis(below(200)));
    match below(6) {
        0 => client.send("stop"),
        1 => client.end_input(),
        2 => {
            client.end_input();
            client.close_code();
        }
        3 => drop(client.quit()),
        4 => {
            let stream = client.socket().get_mut();
            let _ = stream.write_all(b"\x81\xfe\x10\x00\0\0\0\0half");
        }
        _ => {}
    }
}

/// The server's resources once it has calmed down, or after a while at the latest.
fn calm(server: &Server, wanted: impl Fn(Footprint) -> bool) -> Option<Footprint> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let now = Footprint::of(server.id())?;
        if wanted(now) || Instant::now() > deadline {
            return Some(now);
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// This many clients at a time, for this long.
fn crowd(clients: u64, time: Duration) {
    let _machine = crate::whole_machine();
    let server = Server::start(&["--max-clients", "100", "--hash", "8"]);
    // Some things are made once and kept, such as the buffers of the first threads.
    for seed in 0..4 {
        visit(server.address(), &mut Rng::with_seed(seed));
    }
    thread::sleep(Duration::from_secs(1));
    let before = Footprint::of(server.id());
    let end = Instant::now() + time;
    let visits: u64 = thread::scope(|scope| {
        let visitors = (0..clients).map(|seed| {
            let address = server.address();
            scope.spawn(move || {
                let mut random = Rng::with_seed(1000 + seed);
                let mut visits = 0;
                while Instant::now() < end {
                    visit(address, &mut random);
                    visits += 1;
                }
                visits
            })
        });
        let visitors: Vec<_> = visitors.collect();
        visitors.into_iter().map(|visitor| visitor.join().unwrap()).sum()
    });
    let Some(before) = before else {
        eprintln!("skipped: there is no /proc");
        return;
    };
    let same = |now: Footprint| (now.threads, now.files) == (before.threads, before.files);
    let after = calm(&server, same).expect("it has not ended");
    println!("{visits} visits of {clients} clients\nbefore {before:?}\nafter  {after:?}");
    assert!(same(after), "{before:?}, then {after:?}");
    let grown = after.memory_kib.saturating_sub(before.memory_kib);
    assert!(grown < 20_000, "{grown} KiB stay");
    assert_eq!(Client::connect(&server).quit(), Vec::<String>::new());
}

#[test]
fn a_crowd() {
    crowd(20, Duration::from_secs(1));
}

#[test]
#[ignore = "second tier: ten seconds of both cores"]
fn a_large_crowd() {
    crowd(50, Duration::from_secs(10));
}

#[test]
#[ignore = "by hand: a minute of both cores"]
fn a_large_crowd_by_hand() {
    crowd(50, Duration::from_mins(1));
}

/// Each has a table of 64 MiB of its own, which the system provides once it is used.
#[test]
fn idle_clients_that_are_ready_cost_little_memory() {
    let _machine = crate::whole_machine();
    let server = Server::start(&["--max-clients", "100"]);
    let mut clients: Vec<_> = (0..50).map(|_| Client::connect(&server)).collect();
    let mut ask = |count: usize, line| {
        for client in &mut clients[..count] {
            client.send(line);
            client.ready();
        }
    };
    ask(50, "tei");
    let Some(idle) = Footprint::of(server.id()) else {
        eprintln!("skipped: there is no /proc");
        return;
    };
    println!("{idle:?}");
    assert!(idle.memory_kib < 300_000, "{idle:?}");
    // Who names a game waits for memory before, not in its first search.
    ask(4, "teinewgame 6");
    let begun = Footprint::of(server.id()).expect("it has not ended");
    let grown = begun.memory_kib.saturating_sub(idle.memory_kib) >> 10;
    assert!(grown >= 4 * 60, "{grown} MiB");
}
