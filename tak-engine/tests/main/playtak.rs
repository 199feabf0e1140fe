//! `tak-engine playtak` against a server that speaks as playtak.com does.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tak_encoding::Color::{self, Black, White};

use self::server::{Client, Server, Table, Wire, certificate};

mod refusals;
mod server;

const SEEK: &str = "Seek 5 600 10 A 4 21 1 0 0 0 0 ";
const NAME: &str = "TestBot";
const PASSWORD: &str = "correct-horse";

/// A running bot, which ends with its test.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
        if let (true, Some(mut output)) = (thread::panicking(), self.0.stdout.take()) {
            let mut text = String::new();
            let _ = output.read_to_string(&mut text);
            eprintln!("the bot said:\n{text}");
        }
    }
}

impl Bot {
    fn start(server: &Server, arguments: &[&str]) -> Self {
        let command = &mut Self::command(&server.url(), arguments);
        Self(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    fn command(url: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tak-engine"));
        command.args(["playtak", "--size", "5", "--hash", "1", "--url", url]);
        if !arguments.contains(&"--level") {
            command.args(["--level", "1"]);
        }
        command.arg("--certificates").arg(certificate());
        command.args(arguments);
        command.env_remove("PLAYTAK_USERNAME").env_remove("PLAYTAK_PASSWORD");
        command
    }

    /// Waits for the end; returns the exit code and all that was said.
    fn end(mut self) -> (Option<i32>, String) {
        let mut text = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        self.0.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        (self.0.wait().unwrap().code(), text)
    }

    /// Waits for an end in good order.
    fn end_well(self) -> String {
        let (code, text) = self.end();
        assert_eq!(code, Some(0), "{text}");
        text
    }
}

/// Lets a guest in and takes its seek.
fn seat(client: &mut Client) {
    let login = client.greet();
    assert!(login.starts_with("Login Guest ") && login.len() == 32, "{login}");
    client.admit("Guest7", None);
    take_seek(client, "Guest7");
}

/// Tells the bot of its own seek, and that it is accepted.
fn take_seek(client: &mut Client, name: &str) {
    assert_eq!(client.wait_for("Seek"), SEEK);
    for what in ["new", "remove"] {
        client.send(&format!("Seek {what} 12 {name} 5 600 10 A 4 21 1 0 0 0 0 0 1"));
    }
}

fn whole_game(wire: Wire, bot: Color, protocol: u8) {
    let server = Server::start(wire);
    let running = Bot::start(&server, &["--guest", "--games", "1"]);
    let mut client = server.accept();
    seat(&mut client);
    let mut table = Table::new(41, bot, "Guest7", protocol);
    client.send(&table.start());
    table.finish(&mut client);
    assert_eq!(client.wait_for("quit"), "quit");
    let text = running.end_well();
    assert!(text.contains("game 41 is over: ") && text.ends_with("1 game played\n"), "{text}");
}

#[test]
fn whole_games_are_played_over_every_wire() {
    thread::scope(|scope| {
        for (wire, bot, protocol) in [
            (Wire::Tcp, White, 2),
            (Wire::Tcp, Black, 4),
            (Wire::Ws, Black, 2),
            (Wire::Ws, White, 4),
            (Wire::Tls, Black, 4),
            (Wire::Wss, White, 2),
        ] {
            scope.spawn(move || whole_game(wire, bot, protocol));
        }
    });
}

/// Where the connection is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    BeforeTheGreeting,
    InTheGreeting,
    BeforeTheLoginIsAnswered,
    AfterTheLogin,
    AfterTheSeek,
    AtTheStart,
    /// The bot's move has arrived.
    AfterTheBotsMove,
    /// The bot's move has not arrived.
    BeforeTheBotsMove,
    OnAdasTurn,
    InAdasMove,
    /// The game ends while the bot is away.
    ForTheRest,
}

/// Cuts the connection, and returns the game that goes on.
fn cut(cut: Cut, mut client: Client, mut table: Table) -> Option<Table> {
    let before_a_game = match cut {
        Cut::BeforeTheGreeting => true,
        Cut::InTheGreeting => {
            client.send_raw("Welcome!\nLogin or Reg");
            true
        }
        Cut::BeforeTheLoginIsAnswered => {
            client.greet();
            true
        }
        Cut::AfterTheLogin => {
            client.greet();
            client.admit("Guest7", None);
            true
        }
        _ => false,
    };
    if before_a_game {
        client.cut();
        return None;
    }
    seat(&mut client);
    if cut == Cut::AfterTheSeek {
        client.cut();
        return None;
    }
    client.send(&table.start());
    if cut != Cut::AtTheStart {
        let is_bots = matches!(cut, Cut::AfterTheBotsMove | Cut::BeforeTheBotsMove);
        while !table.has_begun() || table.is_bots_turn() != is_bots {
            table.go_on(&mut client);
        }
    }
    match cut {
        Cut::AfterTheBotsMove => table.hear(&client.wait_for("Game#")),
        Cut::BeforeTheBotsMove => drop(client.wait_for("Game#")),
        // She moves while the bot is away.
        Cut::OnAdasTurn => drop(table.ada_thinks()),
        Cut::InAdasMove => {
            let line = table.ada_thinks();
            client.send_raw(&line[..line.len() - 1]);
        }
        _ => {}
    }
    client.cut();
    (cut != Cut::ForTheRest).then_some(table)
}

fn game_with_cut(moment: Cut, bot: Color) {
    let server = Server::start(Wire::Tcp);
    let running = Bot::start(&server, &["--guest", "--games", "1"]);
    let left = cut(moment, server.accept(), Table::new(41, bot, "Guest7", 4));
    let mut client = server.accept();
    let login = client.greet();
    assert!(login.starts_with("Login Guest "), "{moment:?}: {login}");
    client.admit("Guest7", left.as_ref());
    if moment == Cut::ForTheRest {
        assert_eq!(client.wait_for("quit"), "quit");
        let text = running.end_well();
        assert!(text.contains("game 41 is over, while the connection was lost"), "{text}");
        return;
    }
    let mut table = left.unwrap_or_else(|| {
        take_seek(&mut client, "Guest7");
        let table = Table::new(42, bot, "Guest7", 4);
        client.send(&table.start());
        table
    });
    table.finish(&mut client);
    assert_eq!(client.wait_for("quit"), "quit");
    let text = running.end_well();
    assert!(text.contains("trying again in 1 s") && text.ends_with("1 game played\n"), "{text}");
}

#[test]
fn it_comes_back_whenever_the_connection_is_cut() {
    thread::scope(|scope| {
        for (moment, bot) in [
            (Cut::BeforeTheGreeting, White),
            (Cut::InTheGreeting, White),
            (Cut::BeforeTheLoginIsAnswered, White),
            (Cut::AfterTheLogin, Black),
            (Cut::AfterTheSeek, Black),
            (Cut::AtTheStart, White),
            (Cut::AtTheStart, Black),
            (Cut::AfterTheBotsMove, White),
            (Cut::AfterTheBotsMove, Black),
            (Cut::BeforeTheBotsMove, White),
            (Cut::BeforeTheBotsMove, Black),
            (Cut::OnAdasTurn, White),
            (Cut::InAdasMove, Black),
            (Cut::ForTheRest, White),
        ] {
            scope.spawn(move || game_with_cut(moment, bot));
        }
    });
}

/// A bot with a name and a password from the environment.
fn player(server: &Server, arguments: &[&str]) -> Bot {
    let mut command = Bot::command(&server.url(), arguments);
    command.env("PLAYTAK_USERNAME", NAME).env("PLAYTAK_PASSWORD", PASSWORD);
    Bot(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

#[test]
fn it_is_polite_and_plays_rematches() {
    let server = Server::start(Wire::Tcp);
    let running = player(&server, &["--games", "2"]);
    let mut client = server.accept();
    assert_eq!(client.greet(), format!("Login {NAME} {PASSWORD}"));
    client.admit(NAME, None);
    take_seek(&mut client, NAME);
    let mut table = Table::new(41, Black, NAME, 2);
    client.send(&table.start());
    assert!(client.wait_for("Tell Ada Hello!").contains("!help"));
    client.send("Game#41 RequestUndo");
    assert_eq!(client.read(), "Tell Ada Sorry, I do not take moves back.");
    client.send("Game#41 OfferDraw");
    assert_eq!(client.read(), "Tell Ada Thank you, but I would rather play on.");
    for (said, answer) in [
        ("!level 3", "I play at level 3 (Path)."),
        ("!level 0", "Levels go from 1 to 16 or are full, as in !level 5"),
    ] {
        client.send(&format!("Tell <Ada> {said}"));
        assert_eq!(client.read(), format!("Tell Ada {answer}"));
    }
    // Enough has been said: of a flood nothing or little is answered.
    for _ in 0..200 {
        client.send("Tell <Eve> !help");
        client.send("Tell <Ada> good luck");
    }
    let answers = loop_until_move(&mut table, &mut client);
    assert!(answers <= 2, "{answers} answers");
    table.finish(&mut client);

    // A seek that names the bot is accepted, also in the place of its own.
    client.send("Seek new 77 Eve 5 600 10 A 4 21 1 0 0 0 0 Bob 0");
    client.send(&format!("Seek new 78 Ada 5 600 10 W 4 21 1 0 0 0 0 {NAME} 0"));
    assert_eq!(client.wait_for("Accept"), "Accept 78");
    let mut table = Table::new(42, Black, NAME, 2);
    client.send(&table.start());
    wait_for_level("3 (Path)", &mut client);
    table.finish(&mut client);
    assert_eq!(client.wait_for("quit"), "quit");
    let text = running.end_well();
    assert!(text.ends_with("2 games played\n") && !text.contains(PASSWORD), "{text}");
}

#[test]
#[cfg(unix)]
fn it_waits_longer_each_time_also_for_its_last_game() {
    let server = Server::start(Wire::Tcp);
    let running = player(&server, &[]);
    let mut client = server.accept();
    client.greet();
    client.admit(NAME, None);
    take_seek(&mut client, NAME);
    client.send(&Table::new(41, Black, NAME, 2).start());
    client.wait_for("Tell Ada Hello!");
    let interrupt = || {
        let killed = Command::new("kill").args(["-INT", &running.0.id().to_string()]).status();
        assert!(killed.unwrap().success());
    };
    interrupt();
    client.cut();
    drop(server);
    thread::sleep(Duration::from_secs(4));
    interrupt();
    let (code, text) = running.end();
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("trying again in 2 s"), "{text}");
    assert!(text.matches("trying again").count() <= 3, "{text}");
}

#[test]
fn who_accepts_nobody_accepts_no_rematches() {
    let server = Server::start(Wire::Tcp);
    let _running = player(&server, &["--accept", "nobody"]);
    let mut client = server.accept();
    client.greet();
    client.admit(NAME, None);
    take_seek(&mut client, NAME);
    client.send("Accept Rematch 9");
    client.send("Tell <Ada> !level 3");
    assert_eq!(client.read(), "Tell Ada I play at level 3 (Path).");
}

/// Lets Ada move and the bot answer; returns how often it talked meanwhile.
fn loop_until_move(table: &mut Table, client: &mut Client) -> usize {
    table.ada_moves(client);
    let mut talk = 0;
    loop {
        let line = client.read();
        if line.starts_with("Game#") {
            table.take(&line, client);
            return talk;
        }
        talk += 1;
    }
}

/// Asks for the level until it is that one, as seldom as the bot answers.
fn wait_for_level(level: &str, client: &mut Client) {
    let expected = format!("Tell Ada I play at level {level}.");
    for _ in 0..10 {
        thread::sleep(Duration::from_secs(4));
        client.send("Tell <Ada> !level");
        if client.wait_for("Tell Ada I play") == expected {
            return;
        }
    }
    panic!("not at level {level}");
}

#[test]
fn two_games_run_at_once() {
    let server = Server::start(Wire::Tcp);
    let running = Bot::start(&server, &["--guest", "--games", "2"]);
    let mut client = server.accept();
    seat(&mut client);
    let mut tables = [(41, White), (42, Black)].map(|(n, bot)| Table::new(n, bot, "Guest7", 4));
    for table in &tables {
        client.send(&table.start());
    }
    tables[1].ada_moves(&mut client);
    while tables.iter().any(|table| !table.is_over()) {
        let line = client.wait_for("Game#");
        let number = line["Game#".len()..].split(' ').next().unwrap();
        let table = tables.iter_mut().find(|table| table.number.to_string() == number).unwrap();
        table.take(&line, &mut client);
        if !table.is_over() {
            table.ada_moves(&mut client);
        }
    }
    let text = running.end_well();
    assert!(text.ends_with("2 games played\n"), "{text}");
}

/// Whoever is silent for a minute is forgotten by the server.
#[test]
#[ignore = "second tier: a quarter of a minute"]
fn pings_go_on() {
    let server = Server::start(Wire::Tcp);
    let _running = Bot::start(&server, &["--guest"]);
    let mut client = server.accept();
    let start = Instant::now();
    assert_eq!(client.read_any().as_deref(), Some("PING"));
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn openings_of_protocol_4_are_played_and_missed_in_older_ones() {
    let arguments = ["--guest", "--games", "1", "--opening", "double black stack"];
    let seek = "Seek 5 600 10 0 A 4 21 1 0 0 0 0 1 ";
    for bot in [White, Black] {
        let server = Server::start(Wire::Ws);
        let running = Bot::start(&server, &arguments);
        let mut client = server.accept();
        client.greet();
        client.admit("Guest7", None);
        assert_eq!(client.wait_for("Seek"), seek);
        client.send("Seek new 12 Guest7 5 600 10 0 A 4 21 1 0 0 0 0 0 1 1");
        let mut table = Table::new(41, bot, "Guest7", 4).with_stack();
        client.send(&table.start());
        table.finish(&mut client);
        running.end_well();
    }
    // What a server of protocol 2 takes such a seek for.
    let server = Server::start(Wire::Tcp);
    let running = Bot::start(&server, &arguments);
    let mut client = server.accept();
    client.greet();
    client.admit("Guest7", None);
    assert_eq!(client.wait_for("Seek"), seek);
    client.send("Seek new 12 Guest7 5 600 10 A 0 21 1 0 0 0 0 0 1");
    let (code, text) = running.end();
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("this server does not know openings"), "{text}");
}

#[test]
fn the_clock_is_kept_at_full_strength() {
    let server = Server::start(Wire::Tcp);
    let running = Bot::start(&server, &["--guest", "--games", "1", "--level", "full"]);
    let mut client = server.accept();
    seat(&mut client);
    let mut table = Table::new(41, Black, "Guest7", 2);
    client.send(&table.start());
    // What a server says has ten seconds more for each move; those are not there yet.
    table.clock = 2000;
    for _ in 0..3 {
        table.ada_moves(&mut client);
        let start = Instant::now();
        table.bot_moves(&mut client);
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    }
    drop(running);
}

#[test]
fn a_refused_move_makes_it_look_again() {
    let server = Server::start(Wire::Tcp);
    let running = Bot::start(&server, &["--guest", "--games", "1"]);
    let mut client = server.accept();
    seat(&mut client);
    let mut table = Table::new(41, White, "Guest7", 4);
    client.send(&table.start());
    table.go_on(&mut client);
    table.go_on(&mut client);
    client.wait_for("Game#41");
    client.send("NOK");
    client.send("Error:Not your turn");
    let mut client = server.accept();
    client.greet();
    client.admit("Guest7", Some(&table));
    table.finish(&mut client);
    running.end_well();
}

#[test]
fn the_level_follows_the_rating() {
    let ratings = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1/ratings", ratings.local_addr().unwrap());
    let server = Server::start(Wire::Tcp);
    let running =
        Bot::start(&server, &["--guest", "--games", "1", "--level", "rating", "--ratings", &url]);
    let mut client = server.accept();
    seat(&mut client);
    let mut table = Table::new(41, Black, "Guest7", 2);
    client.send(&table.start());
    let (mut request, _) = ratings.accept().unwrap();
    let mut asked = Vec::new();
    while !asked.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        request.read_exact(&mut byte).unwrap();
        asked.extend(byte);
    }
    assert!(asked.starts_with(b"GET /v1/ratings/Ada HTTP/1.0\r\n"));
    let body = r#"{"name":"Ada","rating":1049.6,"games":12}"#;
    let answer = format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{body}");
    request.write_all(answer.as_bytes()).unwrap();
    drop(request);
    wait_for_level("8 (Avenue)", &mut client);
    table.finish(&mut client);
    let text = running.end_well();
    assert!(text.contains("Ada has 1049 points: I play at level 8 (Avenue)"), "{text}");
}
