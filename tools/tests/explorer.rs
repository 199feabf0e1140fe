//! `tak-tools book serve` as pages and programs ask it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::{Folder, text};

/// Two games have the same opening, rotated; in the third a program plays.
const GAMES: &str = "[Size \"5\"]\n[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Date \"2024.05.31\"]\n\
    [Rating1 \"1700\"]\n[Rating2 \"1600\"]\n[Komi \"2\"]\n[Event \"Spring Cup\"]\n\
    [Site \"PlayTak.com\"]\n[Id \"4711\"]\n\n\
    1. a1 e5\n2. c3 R-0\n\n\
    [Size \"5\"]\n[Player1 \"Bob\"]\n[Player2 \"Zoé\"]\n[Date \"2023.01.01\"]\n\
    [Rating1 \"1600\"]\n[Rating2 \"1200\"]\n\n1. e5 a1\n2. Cc3 0-F\n\n\
    [Size \"5\"]\n[Player1 \"TakBot\"]\n[Player2 \"Ann\"]\n\n1. a1 e5\n2. c3 1/2-1/2\n\n\
    [Size \"6\"]\n[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n\n1. a1 f6\n";

/// The position after the first two moves, rotated once more.
const POSITION: &str = "1,x4%2Fx5/x5/x5/x4,2%201%202";

/// An explorer that runs until this is dropped.
struct Explorer {
    child: Child,
    port: u16,
    folder: Folder,
}

impl Explorer {
    /// Serves the games, and a book of them, with more arguments.
    fn start(arguments: &str) -> Self {
        let folder = Folder::with("", &[("in.ptn", GAMES)]);
        folder.told("games import all.gamedb in.ptn");
        folder.told("book build in.ptn -o my.book");
        let mut child = folder
            .command(&format!("book serve {arguments} --listen 0"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut ports = lines.map_while(Result::ok).filter_map(|line| {
            let address = line.strip_prefix("  http://127.0.0.1:")?;
            address.strip_suffix("/api/v1")?.parse().ok()
        });
        let port = ports.next().expect("an address");
        // The rest is read as well, so that the program can write it.
        thread::spawn(move || ports.count());
        Self { child, port, folder }
    }

    fn connect(&self) -> Client {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Client { stream, read: Vec::new(), port: self.port }
    }

    /// The status, headers and body of a question over a connection of its own.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String, Value) {
        self.connect().ask(method, path, headers, body)
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.ask("GET", path, "", "");
        (status, body)
    }

    /// The moves of the position, with White's wins, draws and Black's wins.
    fn moves(&self, settings: &Value) -> Vec<(String, [u64; 3])> {
        let path = format!("/api/v1/opening/0/{POSITION}");
        let (status, _, answer) = self.ask("POST", &path, "", &settings.to_string());
        assert_eq!(status, 200, "{answer}");
        let moves = answer["moves"].as_array().unwrap().iter();
        let count = |mv: &Value, of: &str| mv[of].as_u64().unwrap();
        moves
            .map(|mv| {
                let counts = ["white", "draw", "black"].map(|of| count(mv, of));
                (mv["ptn"].as_str().unwrap().to_owned(), counts)
            })
            .collect()
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept open.
struct Client {
    stream: TcpStream,
    read: Vec<u8>,
    port: u16,
}

impl Client {
    fn send(&mut self, bytes: &str) {
        self.stream.write_all(bytes.as_bytes()).unwrap();
    }

    fn ask(&mut self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String, Value) {
        let (port, length) = (self.port, body.len());
        self.send(&format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: {length}\r\n\
             {headers}\r\n{body}"
        ));
        self.answer()
    }

    fn answer(&mut self) -> (u16, String, Value) {
        let head = loop {
            let end = self.read.windows(4).position(|four| four == b"\r\n\r\n");
            if let Some(end) = end {
                break text(&self.read.drain(..end + 4).collect::<Vec<_>>());
            }
            self.read_more();
        };
        let number = |name: &str| {
            let at = head.find(name).unwrap() + name.len();
            head[at..].split(char::is_whitespace).next().unwrap().parse::<usize>().unwrap()
        };
        let length = number("Content-Length: ");
        while self.read.len() < length {
            self.read_more();
        }
        let body: Vec<_> = self.read.drain(..length).collect();
        let body = if length == 0 { Value::Null } else { serde_json::from_slice(&body).unwrap() };
        (number("HTTP/1.1 ") as u16, head, body)
    }

    fn read_more(&mut self) {
        let mut buffer = [0; 4096];
        let count = self.stream.read(&mut buffer).unwrap();
        assert!(count > 0, "the connection has ended");
        self.read.extend(&buffer[..count]);
    }
}

fn one(mv: &str, counts: [u64; 3]) -> (String, [u64; 3]) {
    (mv.to_owned(), counts)
}

#[test]
fn the_page_is_told_what_was_played() {
    let explorer = Explorer::start("all.gamedb my.book");
    let (status, databases) = explorer.get("/api/v1/databases");
    assert_eq!(status, 200);
    let sizes: Vec<_> = databases.as_array().unwrap().iter().map(|one| &one["size"]).collect();
    assert_eq!(sizes, [5, 6, 5, 6]);
    assert_eq!(databases[0]["include_bot_games"], true);
    assert_eq!(databases[2]["name"], "my.book");

    // Programs only where the page asks for them.
    assert_eq!(explorer.moves(&Value::Null), [one("Cc3", [0, 0, 1]), one("c3", [1, 0, 0])]);
    let with_programs = json!({"include_bot_games": true});
    assert_eq!(explorer.moves(&with_programs), [one("c3", [1, 1, 0]), one("Cc3", [0, 0, 1])]);

    // The book has counted them all, and says so.
    let (_, book) = explorer.get(&format!("/api/v1/opening/2/{POSITION}"));
    assert_eq!((&book["white"], &book["draw"], &book["black"]), (&1.into(), &1.into(), &1.into()));
    assert_eq!(book["settings"]["include_bot_games"], true);
    assert_eq!(book["games"], json!([]));
    let looked_up = explorer.folder.json("book lookup my.book --size 5 --moves 'a1 e5'");
    let names = |moves: &Value, name: &str| -> Vec<Value> {
        moves.as_array().unwrap().iter().map(|mv| mv[name].clone()).collect()
    };
    assert_eq!(names(&book["moves"], "ptn"), names(&looked_up["moves"], "move"));
}

#[test]
fn the_page_chooses_among_the_games() {
    let explorer = Explorer::start("all.gamedb");
    for (settings, moves) in [
        (json!({"white": ["ann", "nobody"]}), vec![one("c3", [1, 0, 0])]),
        (json!({"black": "Zoé"}), vec![one("Cc3", [0, 0, 1])]),
        (json!({"black": "nobody"}), vec![]),
        (json!({"min_rating": 1600}), vec![one("c3", [1, 0, 0])]),
        (json!({"komi": 2}), vec![one("c3", [1, 0, 0])]),
        (json!({"komi": [0.0]}), vec![one("Cc3", [0, 0, 1])]),
        (json!({"min_date": "2024-01-01T00:00:00.000Z"}), vec![one("c3", [1, 0, 0])]),
        (json!({"max_date": "2023-01-01T00:00:00.000Z"}), vec![one("Cc3", [0, 0, 1])]),
        (json!({"tournament": true}), vec![one("c3", [1, 0, 0])]),
        (json!({"tournament": false}), vec![one("Cc3", [0, 0, 1])]),
        (json!({"max_suggested_moves": 1}), vec![one("Cc3", [0, 0, 1])]),
    ] {
        assert_eq!(explorer.moves(&settings), moves, "{settings}");
    }
    // The games of the strongest players come first, and can be fetched whole.
    let (_, answer) = explorer.get(&format!("/api/v1/opening/{POSITION}"));
    let games = answer["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    let first = &games[0];
    assert_eq!((&first["white"]["name"], &first["next_move"]), (&"Ann".into(), &"c3".into()));
    assert_eq!(first["date"], "2024-05-31T00:00:00");
    let (status, game) = explorer.get(&format!("/api/v1/game/{}", first["playtak_id"]));
    assert_eq!(status, 200);
    // The page writes that number into the game as the one of playtak.com.
    assert_eq!(first["playtak_id"], 4711);
    let other = &games[1]["playtak_id"];
    assert!(other.as_i64().unwrap() >= 1 << 40, "{other}");
    assert_eq!(explorer.get(&format!("/api/v1/game/{other}")).1["player_black"], "Zoé");
    let ptn = game["ptn"].as_str().unwrap();
    assert!(ptn.contains("[Event \"Spring Cup\"]") && ptn.contains("2. c3"), "{ptn}");
    let (_, players) = explorer.get("/api/v1/players");
    assert_eq!(players, json!({"white": ["Ann", "Bob", "TakBot"], "black": ["Ann", "Bob", "Zoé"]}));
}

#[test]
fn what_is_not_served_stays_at_home() {
    let explorer = Explorer::start("all.gamedb --min-rating 1600 --size 5");
    let (_, databases) = explorer.get("/api/v1/databases");
    assert_eq!(databases.as_array().unwrap().len(), 1);
    assert_eq!(databases[0]["min_rating"], 1600);
    let all = json!({"min_rating": 0, "include_bot_games": true});
    assert_eq!(explorer.moves(&all), [one("c3", [1, 0, 0])]);
    assert_eq!(explorer.get("/api/v1/game/4711").0, 200);
    for other in 0..3 {
        assert_eq!(explorer.get(&format!("/api/v1/game/{}", (1_i64 << 40) + 1 + other)).0, 404);
    }
}

#[test]
fn wrong_questions_are_answered_in_words() {
    let explorer = Explorer::start("all.gamedb");
    for (path, status, why) in [
        ("/api/v1/opening/0/x5/x5", 400, "expected"),
        ("/api/v1/opening/0/x6/x6/x6/x6/x6/x6%201%201", 400, "games of size 5"),
        ("/api/v1/opening/0/%ff", 400, "UTF-8"),
        ("/api/v1/opening/9/x5/x5/x5/x5/x5%201%201", 404, "no database 9"),
        ("/api/v1/opening/99999999999999999999999/x", 404, "no database"),
        ("/api/v1/game/77", 404, "not found"),
        ("/api/v1/game/-1", 404, "not found"),
        ("/api/v1/game/9223372036854775807", 404, "not found"),
        ("/api/v1/game/99999999999999999999", 404, "not found"),
        ("/api/v1/game/x", 404, "not found"),
        ("/api/v2/databases", 404, "try /api/v1/databases"),
        ("/", 404, "try /api/v1/databases"),
    ] {
        let (found, answer) = explorer.get(path);
        assert_eq!((found, &answer["code"]), (status, &status.into()), "{path}");
        assert!(answer["description"].as_str().unwrap().contains(why), "{path}: {answer}");
    }
    let position = format!("/api/v1/opening/0/{POSITION}");
    for (method, path, body, status) in [
        ("POST", position.as_str(), "{\"komi\": \"x\"}", 400),
        ("POST", &position, "no JSON", 400),
        ("POST", "/api/v1/databases", "", 405),
        ("DELETE", "/api/v1/game/0", "", 405),
        ("HEAD", "/api/v1/databases", "", 200),
    ] {
        if method == "HEAD" {
            let mut client = explorer.connect();
            client.send(&format!("HEAD {path} HTTP/1.0\r\nHost: localhost\r\n\r\n"));
            let mut head = String::new();
            client.stream.read_to_string(&mut head).unwrap();
            assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
            continue;
        }
        assert_eq!(explorer.ask(method, path, "", body).0, status, "{method} {path} {body}");
    }
    for (bytes, status) in [
        ("\u{16}\u{3}\u{1}".to_owned(), 400),
        (format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}", "x".repeat(20_000)), 431),
        ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n".to_owned(), 413),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), 400),
    ] {
        let mut client = explorer.connect();
        client.send(&bytes);
        assert_eq!(client.answer().0, status, "{bytes}");
    }
}

#[test]
fn only_pages_that_may_ask_are_answered() {
    let explorer = Explorer::start("my.book --allow-origin https://tak.example");
    let path = "/api/v1/databases";
    for (page, allowed) in [
        ("https://ptn.ninja", true),
        ("http://localhost:8080", true),
        ("https://tak.example", true),
        ("https://evil.example", false),
        ("null", false),
    ] {
        let origin = format!("Origin: {page}\r\n");
        let (status, head, _) = explorer.ask("GET", path, &origin, "");
        assert_eq!(status == 200, allowed, "{page}");
        let answer = format!("Access-Control-Allow-Origin: {page}\r\n");
        assert_eq!(head.contains(&answer), allowed, "{page}");
        let asks = format!(
            "{origin}Access-Control-Request-Method: POST\r\n\
             Access-Control-Request-Headers: content-type\r\n"
        );
        let (status, head, _) = explorer.ask("OPTIONS", path, &asks, "");
        assert_eq!(status, if allowed { 204 } else { 403 }, "{page}");
        assert_eq!(head.contains("Access-Control-Allow-Headers: Content-Type"), allowed, "{page}");
    }
    // A name that somebody has made to resolve to this machine.
    let mut client = explorer.connect();
    client.send(&format!("GET {path} HTTP/1.1\r\nHost: evil.example\r\n\r\n"));
    assert_eq!(client.answer().0, 403);
}

/// Fifty clients at once, each with many questions over one connection, half of them sent before
/// the previous answer has arrived.
#[test]
fn many_ask_at_once() {
    let explorer = Explorer::start("all.gamedb my.book");
    let path = format!("/api/v1/opening/2/{POSITION}");
    let expected = explorer.get(&path).1;
    thread::scope(|scope| {
        for _ in 0..50 {
            scope.spawn(|| {
                let mut client = explorer.connect();
                for _ in 0..20 {
                    let question = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
                    client.send(&format!("{question}{question}"));
                    for _ in 0..2 {
                        assert_eq!(client.answer().2, expected);
                    }
                }
            });
        }
    });
}

/// Games imported while the file is served are seen.
#[test]
fn a_file_that_changes_is_read_again() {
    let explorer = Explorer::start("all.gamedb");
    let before = explorer.moves(&Value::Null);
    let more = "[Size \"5\"]\n[Player1 \"New\"]\n\n1. a1 e5\n2. c3 R-0\n";
    explorer.folder.write("more.ptn", more);
    explorer.folder.told("games import all.gamedb more.ptn");
    let after = explorer.moves(&Value::Null);
    assert!(before.contains(&one("c3", [1, 0, 0])) && after.contains(&one("c3", [2, 0, 0])));
}

/// A book rebuilt under the same name, and a player newly marked as a program.
#[test]
fn what_was_opened_before_a_change_is_not_asked_again() {
    let explorer = Explorer::start("all.gamedb my.book");
    let moves = |database: u32| {
        let path = format!("/api/v1/opening/{database}/{POSITION}");
        explorer.get(&path).1["moves"].clone()
    };
    let before = [moves(0), moves(2)];
    explorer.folder.write("more.ptn", "[Size \"5\"]\n\n1. a1 e5\n2. d4 R-0\n");
    explorer.folder.told("book build in.ptn more.ptn -o my.book");
    explorer.folder.told("games players all.gamedb --bot Bob");
    for (database, before) in [0, 2].into_iter().zip(before) {
        assert_ne!(moves(database), before);
    }
}

#[test]
fn what_cannot_be_served_is_told() {
    let folder = Folder::with("book", &[("in.ptn", GAMES), ("text", "x")]);
    folder.told("build in.ptn -o my.book");
    folder.check_errors(
        "serve missing.book | 2 | missing.book\n\
         serve text | 2 | not an SQLite database\n\
         serve my.book --no-bots | 2 | no games to choose from\n\
         serve my.book --size 7 | 2 | no games of this size\n\
         serve my.book --listen x | 2 | expected a port\n\
         serve | 2 | required",
    );
}
