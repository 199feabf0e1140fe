//! What a page may do over a WebSocket that is not in the transcripts of `data/tei`.

use std::process::Command;
use std::time::{Duration, Instant};

use tak_book::BookBuilder;
use tak_encoding::{AnyGame, BoardSize};
use tak_tests::client::{Client, Server, Socket, count, read_position};
use tak_tests::programs::engine;
use tungstenite::Message;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;

/// What should take no time must take less than this, even on a busy machine.
const SOON: Duration = Duration::from_secs(2);

/// A client whose search runs until it is told to stop, and has seen something.
fn searching(server: &Server) -> Client<Socket> {
    let mut client = Client::connect(server);
    client.go_infinite();
    client
}

/// The names of the options that a server announces.
fn announced(arguments: &[&str]) -> Vec<String> {
    let server = Server::start(arguments);
    let mut client = Client::connect(&server);
    client.send("tei");
    let lines = client.until("teiok");
    let options = lines.iter().filter_map(|line| {
        let (_, line) = line.split_once("option name ")?;
        Some(line.replace(" type spin", ""))
    });
    options.collect()
}

#[test]
fn visible_options_cost_a_click_and_are_for_those_who_ask() {
    let hidden = [
        "HalfKomi default 0 min -20 max 20",
        "Flats default -1 min -1 max 31",
        "Caps default -1 min -1 max 20",
        "Flats1 default -1 min -1 max 31",
        "Flats2 default -1 min -1 max 31",
        "Caps1 default -1 min -1 max 20",
        "Caps2 default -1 min -1 max 20",
    ];
    assert_eq!(announced(&[]), hidden);
    let visible = |hash: &str, threads: &str, lines: &str| {
        let mut all = hidden.map(str::to_owned).to_vec();
        all.push(format!("Hash default {hash} min 1 max {hash}"));
        all.push(format!("Threads default {threads} min 1 max {threads}"));
        all.push(format!("MultiPV default {lines} min 1 max 256"));
        all
    };
    let arguments = ["--options", "--hash", "32", "--threads", "2"];
    assert_eq!(announced(&arguments), visible("32", "2", "1"));
    // The page shows one line unless the option exists.
    assert_eq!(announced(&["--multipv", "3"]), visible("64", "1", "3"));
}

#[test]
fn options_are_heard_though_not_announced() {
    let server = Server::start(&["--hash", "2"]);
    let mut client = Client::connect(&server);
    client.send_all([
        "setoption name MultiPV value 99",
        "setoption name Threads value 512",
        "setoption name Hash value 1000000",
        "setoption name MoveOverhead value 1",
    ]);
    let told = client.ready();
    assert!(told[0].contains("expected 1 to 1; taken as 1"), "{told:?}");
    assert!(told[1].contains("expected 1 to 2 MiB; taken as 2"), "{told:?}");
    assert_eq!(told.len(), 2, "{told:?}");
    client.send("go depth 2");
    let answer = client.answer();
    let ranks = answer.infos.iter().map(|info| info.rank).max();
    assert!(ranks > Some(8), "{ranks:?} lines");
}

#[test]
fn files_are_not_for_guests() {
    let server = Server::start(&[]);
    let mut client = Client::connect(&server);
    // The same for each, or it would give away which files there are.
    for option in ["BookFile", "EvalFile"] {
        let answers = ["/etc/passwd", "/nowhere", ""]
            .map(|path| client.complaint(&format!("setoption name {option} value {path}")));
        assert!(answers.iter().all(|line| *line == answers[0]), "{answers:?}");
    }
}

/// Its moves are for all clients, and nothing is played from it.
#[test]
fn a_book_of_the_server_is_explored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.book");
    let mut builder = BookBuilder::create(&path, 8).unwrap();
    for game in AnyGame::read_all("[Size \"6\"]\n1. a1 f6 2. Sb1 R-0\n").unwrap() {
        for _ in 0..3 {
            builder.add_game(&game, [None; 2]).unwrap();
        }
    }
    builder.finish().unwrap();
    let server = Server::start(&["--book", path.to_str().unwrap()]);
    let mut client = Client::connect(&server);
    client.send("explore startpos moves a1 f6");
    let lines = client.until("explore");
    assert!(
        lines[0].contains(r#""games":3,"white":3,"draws":0,"black":0}],"games":3"#),
        "{lines:?}"
    );
    let answer = client.search("position startpos moves a1 f6", "go nodes 1000");
    assert!(answer.last().note.is_none(), "{answer:?}");
}

#[test]
fn a_server_without_its_book_does_not_begin() {
    for book in ["/nowhere/my.book", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")] {
        let serve =
            Command::new(engine()).args(["serve", "--listen", "0", "--book", book]).output();
        let output = serve.unwrap();
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(book) && errors.contains("tak-tools book build"), "{errors}");
    }
}

/// The page omits `teinewgame` when its user analyses a second game.
#[test]
fn a_second_game_of_another_size() {
    let server = Server::start(&[]);
    let mut client = Client::connect(&server);
    client.send("teinewgame size 5 halfkomi 0");
    client.ready();
    client.search("position startpos moves a1 e5", "go movetime 50");
    // Off the board of the first game: refused, and answered all the same.
    for moves in ["a1 f6", "a1 f6 c3"] {
        client.send_all([&format!("position startpos moves {moves}"), "go movetime 50"]);
        let lines = client.until("bestmove");
        assert_eq!(count(&lines, "info string"), 1, "{lines:?}");
    }
    client.send("teinewgame size 6 halfkomi 0");
    client.ready();
    client.search("position startpos moves a1 f6", "go movetime 50");
}

#[test]
fn many_commands_in_one_message() {
    let server = Server::start(&[]);
    let mut client = Client::connect(&server);
    client.send("tei\r\nisready\n\n  \nteinewgame 4\nposition startpos\ngo depth 2\n");
    client.until("teiok");
    client.until("readyok");
    client.answer().check(&read_position("position startpos", BoardSize::Four));
    assert_eq!(client.quit(), Vec::<String>::new());
}

#[test]
fn clients_do_not_hear_each_other() {
    let server = Server::start(&[]);
    let mut clients = [3, 4, 5].map(|size| {
        let mut client = Client::connect(&server);
        client.send(&format!("teinewgame {size}"));
        client.send("go infinite");
        client
    });
    for client in &mut clients {
        client.until("info");
        client.send("stop");
    }
    for (client, size) in clients.iter_mut().zip(BoardSize::ALL) {
        client.answer().check(&read_position("position startpos", size));
        client.expect_silence();
    }
}

/// The page wipes a new connection when the old one closes late.
#[test]
fn a_close_is_answered_before_anything_else() {
    let server = Server::start(&[]);
    let away = CloseFrame { code: CloseCode::Away, reason: "".into() };
    for frame in [None, Some(away)] {
        let mut client = searching(&server);
        let start = Instant::now();
        client.socket().send(Message::Close(frame.clone())).unwrap();
        assert_eq!(client.close_code(), frame.map_or(CloseCode::Status, |frame| frame.code));
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
        server.note("has left: it closed the connection; 0 of 8");
    }
}

/// An engine saved in the page closes a socket and opens the next one at once.
#[test]
fn a_page_that_reconnects_finds_its_place() {
    let server = Server::start(&["--max-clients", "1"]);
    let mut old = searching(&server);
    for _ in 0..10 {
        old.send("stop");
        old.end_input();
        let mut new = searching(&server);
        new.stop();
        new.go_infinite();
        old = new;
    }
}

#[test]
fn a_client_that_vanishes_is_gone_at_once() {
    let server = Server::start(&[]);
    let client = searching(&server);
    let start = Instant::now();
    drop(client);
    server.note("has left: the connection broke; 0 of 8");
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

/// Its last requests must not be carried out, however many there are.
#[test]
fn a_client_that_vanishes_leaves_no_work_behind() {
    const SEARCHES: usize = 60_000;
    let server = Server::start(&[]);
    let mut client = Client::connect(&server);
    client.send(&"go nodes 3000\nstop\n".repeat(SEARCHES / 2));
    client.until("bestmove");
    let start = Instant::now();
    drop(client);
    server.note("has left: the connection broke; 0 of 8");
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

/// Pings are answered by the client's library while it reads.
#[test]
fn silent_clients_are_given_up_and_idle_ones_kept() {
    let server = Server::start(&["--idle-timeout", "2"]);
    let mut idle = Client::connect(&server);
    let silent = Client::connect(&server);
    assert_eq!(idle.listen(Duration::from_secs(4)), Vec::<String>::new());
    server.note("client 2 has left: it did not answer; 1 of 8");
    idle.expect_silence();
    drop(silent);
}

#[test]
fn pings_are_answered() {
    let server = Server::start(&[]);
    let mut client = searching(&server);
    client.socket().send(Message::Ping("here".into())).unwrap();
    let pong = loop {
        match client.socket().read().unwrap() {
            Message::Text(_) => {}
            other => break other,
        }
    };
    assert_eq!(pong, Message::Pong("here".into()));
}
