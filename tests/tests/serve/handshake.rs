//! Who may connect to the engine, from where, and how many at a time.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv6Addr, Shutdown, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tak_tests::client::{Client, PATIENCE, Server, Socket};
use tak_tests::programs::engine;
use tungstenite::Error;
use tungstenite::protocol::frame::coding::CloseCode;

/// The HTTP status of a refusal, `None` if there is none.
fn status(server: &Server, origin: Option<&str>) -> Option<u16> {
    match Socket::open(server.address(), origin) {
        Ok(_) => None,
        Err(error) => match *error {
            Error::Http(response) => Some(response.status().as_u16()),
            other => panic!("{origin:?}: {other}"),
        },
    }
}

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// What the server answers to bytes before it closes the connection.
fn raw(server: &Server, request: &[u8]) -> String {
    let mut stream = connect(server);
    // The server may close before all is written.
    let _ = stream.write_all(request).and_then(|()| stream.shutdown(Shutdown::Write));
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).unwrap()
}

/// A request for a WebSocket with more lines.
fn request(lines: &str) -> Vec<u8> {
    format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{lines}\r\n"
    )
    .into_bytes()
}

/// Which origins are allowed is tested where that is decided.
#[test]
fn pages_of_ptn_ninja_and_of_this_machine_may_connect() {
    let server = Server::start(&["--allow-origin", "https://tak.example"]);
    let pages = ["https://ptn.ninja", "http://localhost:8080", "https://tak.example"];
    for origin in [None].into_iter().chain(pages.map(Some)) {
        assert_eq!(status(&server, origin), None, "{origin:?}");
    }
    for origin in ["https://evil.example", "https://tak.example:444", "null", ""] {
        assert_eq!(status(&server, Some(origin)), Some(403), "{origin}");
    }
    let any = Server::start(&["--allow-origin", "*"]);
    assert_eq!(status(&any, Some("https://evil.example")), None);
}

#[test]
fn a_refused_page_is_told_once_and_how_to_allow_it() {
    let server = Server::start(&[]);
    for _ in 0..3 {
        assert_eq!(status(&server, Some("https://a.example")), Some(403));
    }
    server.note("--allow-origin https://a.example");
    assert_eq!(status(&server, Some("https://b.example")), Some(403));
    let told = server.note("refused");
    assert!(told.contains("https://b.example"), "{told}");
    // Nothing that a shell would execute.
    assert_eq!(status(&server, Some("https://c.example;reboot")), Some(403));
    let told = server.note("refused");
    assert!(!told.contains("--allow-origin"), "{told}");
}

#[test]
fn one_origin_and_no_extension() {
    let server = Server::start(&[]);
    let two = "Origin: https://ptn.ninja\r\nOrigin: https://evil.example\r\n";
    assert!(raw(&server, &request(two)).starts_with("HTTP/1.1 400 "));
    let strange = "Origin: https://ptn.ninj\u{e4}\r\n";
    assert!(raw(&server, &request(strange)).starts_with("HTTP/1.1 400 "));

    let offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
    let mut stream = connect(&server);
    stream.write_all(&request(offer)).unwrap();
    let mut buffer = [0; 1024];
    let count = stream.read(&mut buffer).unwrap();
    let answer = String::from_utf8_lossy(&buffer[..count]).to_ascii_lowercase();
    assert!(answer.starts_with("http/1.1 101 "), "{answer}");
    assert!(answer.contains("s3pplmbitxaq9kygzzhzrbk+xoo="), "{answer}");
    assert!(!answer.contains("extensions"), "{answer}");
}

#[test]
fn one_client_too_many() {
    let server = Server::start(&["--max-clients", "2"]);
    let first = Client::connect(&server);
    let mut second = Client::connect(&server);
    assert_eq!(status(&server, None), Some(503));
    server.note("--max-clients allows more");
    drop(first);
    let mut third = Client::connect(&server);
    second.expect_silence();
    third.expect_silence();
}

/// Pending connections that ask for nothing give way to one that does.
#[test]
fn a_silent_crowd_shuts_nobody_out() {
    let server = Server::start(&[]);
    let mut silent: Vec<_> = (0..400).map(|_| connect(&server)).collect();
    let mut client = Client::connect(&server);
    client.expect_silence();
    server.note("connections ask for nothing");
    let mut answer = String::new();
    silent[0].read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.ends_with("close") && body.ends_with("request\n"));
    assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())));
    let again = server.notes();
    assert!(!again.iter().any(|line| line.contains("for nothing")));
    assert_eq!(client.quit(), Vec::<String>::new());
}

/// A client may take its time to close its side.
#[test]
fn a_client_that_says_quit_gives_up_its_place_at_once() {
    let server = Server::start(&["--max-clients", "1"]);
    let mut old = Client::connect(&server);
    for _ in 0..3 {
        old.send("quit");
        // Not one of them closes its side before the next is in.
        let new = Client::connect(&server);
        drop(std::mem::replace(&mut old, new));
    }
    old.send(&"x".repeat((1 << 20) + 1));
    server.note("client 4 has left: a message of more than");
    assert_eq!(Client::connect(&server).ready(), Vec::<String>::new());
}

/// What a browser gets for a path.
fn get(server: &Server, path: &str, host: &str) -> String {
    raw(server, format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
}

#[test]
fn a_browser_that_opens_the_address_gets_a_board() {
    let server = Server::start(&[]);
    let page = get(&server, "/", "localhost");
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    for part in [
        "Content-Type: text/html; charset=utf-8\r\n",
        "Content-Security-Policy: default-src 'none'; script-src 'self';",
        "X-Content-Type-Options: nosniff\r\n",
        "Cache-Control: no-cache\r\n",
        "<meta name=\"engine\" content=\"websocket\">",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // What the page loads may be kept.
    let script = page.split('"').find(|part| part.ends_with("/start.js")).unwrap();
    let script = get(&server, &format!("/{script}"), "localhost");
    assert!(script.contains("Cache-Control: max-age=31536000, immutable\r\n"), "{script}");
    assert!(script.contains("import(\"./main.js\")"), "{script}");
    for (path, kind) in
        [("/main.js", "text/javascript"), ("/board.css?1", "text/css"), ("/icon.svg", "image/svg")]
    {
        let file = get(&server, path, "localhost");
        assert!(file.starts_with("HTTP/1.1 200 "), "{path}: {file}");
        assert!(file.contains(&format!("Content-Type: {kind}")), "{path}: {file}");
    }
    for path in ["/engine/worker.js", "/../Cargo.toml", "/index.html/", "//", "*"] {
        let answer = get(&server, path, "localhost");
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
    }
}

#[test]
fn the_guide_for_ptn_ninja_stays() {
    let server = Server::start(&[]);
    let answer = get(&server, "/ptn-ninja", "localhost");
    let port = format!("Enter {} as the port", server.address().port());
    for part in [
        "HTTP/1.1 200 ",
        "<a href=\"https://ptn.ninja\">https://ptn.ninja</a>",
        "Add Engine",
        &port,
        "Interactive Analysis",
    ] {
        assert!(answer.contains(part), "{part}: {answer}");
    }
}

/// A page that has made its name lead here must not become this one (DNS rebinding).
#[test]
fn the_board_is_for_names_that_it_knows() {
    let server = Server::start(&["--allow-origin", "https://tak.example"]);
    let status = |host: &str| get(&server, "/", host)[9..12].to_owned();
    for host in ["127.0.0.1:7731", "localhost", "LOCALHOST:1", "[::1]:80", "tak.example"] {
        assert_eq!(status(host), "200", "{host}");
    }
    for host in ["evil.example", "tak.example:444", "127.0.0.1.evil.example", "localhost@evil", ""]
    {
        assert_eq!(status(host), "403", "{host}");
    }
    let none = raw(&server, b"GET / HTTP/1.1\r\n\r\n");
    let two = raw(&server, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n");
    assert!(none.starts_with("HTTP/1.1 400 ") && two.starts_with("HTTP/1.1 400 "));
}

#[test]
fn a_head_is_that_of_the_page() {
    let server = Server::start(&[]);
    let page = raw(&server, b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n");
    let head = raw(&server, b"HEAD / HTTP/1.0\r\nHost: localhost\r\n\r\n");
    assert!(head.ends_with("\r\n\r\n") && page.starts_with(&head), "{head}");
    assert_eq!(page.find("\r\n\r\n"), Some(head.len() - 4));
    // Neither in one piece nor in several does it bring the page.
    let mut stream = connect(&server);
    stream.write_all(b"HE").unwrap();
    thread::sleep(Duration::from_millis(50));
    stream.write_all(b"AD / HTTP/1.0\r\nHost: localhost\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert_eq!(answer, head);
}

/// The next answer on a connection that stays open.
fn next_answer(reader: &mut impl BufRead) -> (String, String) {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(reader.read_line(&mut head).unwrap(), 0, "{head}");
    }
    let length = head.split("Content-Length: ").nth(1).and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.unwrap().parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    (head, String::from_utf8(body).unwrap())
}

/// A page is many files: its browser asks for one after the other, on few connections.
#[test]
fn a_connection_brings_many_files_and_then_a_client() {
    let server = Server::start(&[]);
    let stream = connect(&server);
    let mut reader = BufReader::new(&stream);
    let ask = |text: &[u8]| (&stream).write_all(text).unwrap();
    for (path, status) in [("/", "200"), ("/main.js", "200"), ("/none", "404"), ("/", "200")] {
        ask(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes());
        let (head, body) = next_answer(&mut reader);
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {head}");
        assert!(head.ends_with("Connection: keep-alive\r\n\r\n") && !body.is_empty());
    }
    // A body would be taken for the next answer.
    ask(b"HEAD /game.png HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let mut refused = String::new();
    while !refused.ends_with("\r\n\r\n") {
        reader.read_line(&mut refused).unwrap();
    }
    assert!(refused.starts_with("HTTP/1.1 405 "), "{refused}");
    ask(b"HEAD /main.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert!(rest.starts_with("HTTP/1.1 200 ") && rest.ends_with("Connection: close\r\n\r\n"));

    let stream = connect(&server);
    let mut reader = BufReader::new(&stream);
    let two = "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2);
    (&stream).write_all(two.as_bytes()).unwrap();
    assert_eq!(next_answer(&mut reader), next_answer(&mut reader));
    (&stream).write_all(&request("")).unwrap();
    let mut accepted = String::new();
    reader.read_line(&mut accepted).unwrap();
    assert!(accepted.starts_with("HTTP/1.1 101 "), "{accepted}");
}

/// They go before those that have never asked, and without a word: an answer would be taken for that
/// to their next request.
#[test]
fn idle_connections_make_room() {
    let server = Server::start(&[]);
    let mut idle = Vec::new();
    let mut silent = connect(&server);
    for _ in 0..100 {
        let mut stream = connect(&server);
        stream.write_all(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let (head, _) = next_answer(&mut BufReader::new(&stream));
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        idle.push(stream);
    }
    drop(Client::connect(&server));
    silent.write_all(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let (head, _) = next_answer(&mut BufReader::new(&silent));
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    for mut stream in idle {
        assert_eq!(stream.read(&mut [0]).unwrap(), 0, "closed at last, without a word");
    }
    assert!(!server.notes().iter().any(|line| line.contains("for nothing")));
}

/// What is wrong with a request is said in HTTP.
#[test]
fn refusals_are_http() {
    let server = Server::start(&[]);
    let good = String::from_utf8(request("")).unwrap();
    let (version, key) = ("Sec-WebSocket-Version: 13\r\n", "dGhlIHNhbXBsZSBub25jZQ==");
    let without_key = good.replace(&format!("Sec-WebSocket-Key: {key}\r\n"), "");
    for (request, status, part) in [
        (good.replace(version, ""), "426 ", "\r\nSec-WebSocket-Version: 13\r\n"),
        (good.replace("13", "8"), "426 ", "\r\nUpgrade: websocket\r\n"),
        (without_key, "400 ", "Sec-WebSocket-Key"),
        (good.replace(key, "dGhl"), "400 ", "16 bytes"),
        (good.replace("GET", "POST") + &"x".repeat(100_000), "405 ", "\r\nAllow: GET, HEAD\r\n"),
        (good.replace("HTTP/1.1", "HTTP/1.0"), "505 ", "expected HTTP/1.1"),
        (String::from_utf8(request(&"X: y\r\n".repeat(130))).unwrap(), "431 ", "fewer"),
    ] {
        let answer = raw(&server, request.as_bytes());
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {answer}");
        assert!(answer.contains(part), "{request}: {answer}");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("\r\nContent-Length: {}\r\n", body.len())), "{answer}");
    }
}

/// As the page does where *Use SSL* is on.
#[test]
fn a_connection_with_tls_is_told_and_ends_at_once() {
    let server = Server::start(&[]);
    for _ in 0..2 {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").unwrap();
        let mut alert = [0; 7];
        stream.read_exact(&mut alert).unwrap();
        assert_eq!(alert[0], 0x15, "{alert:?}");
        let start = Instant::now();
        assert_eq!(stream.read(&mut alert).unwrap(), 0);
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    }
    server.note("\"Use SSL\"");
    drop(Client::connect(&server));
    let once = server.notes();
    assert!(!once.iter().any(|line| line.contains("SSL")), "{once:?}");
}

#[test]
fn garbage_is_told_and_closed() {
    let server = Server::start(&[]);
    let long = [b"GET /".as_slice(), &b"a".repeat(200_000)].concat();
    for (request, status) in [
        (b"tei\nisready\n\n".as_slice(), "400 "),
        (b"\x00\xff\r\n\r\n", "400 "),
        (b"POST / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n", "413 "),
        (&long, "431 "),
    ] {
        let answer = raw(&server, request);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
    assert_eq!(raw(&server, b""), "");
    assert_eq!(Client::connect(&server).quit(), Vec::<String>::new(), "it serves on");
}

#[test]
fn a_client_that_takes_too_long_to_ask_is_closed() {
    let server = Server::start(&[]);
    let start = Instant::now();
    let mut stream = connect(&server);
    stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let mut drip = stream.try_clone().unwrap();
    thread::spawn(move || {
        // A byte at a time must not go on for ever either.
        while drip.write_all(b"a").is_ok() && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(300));
        }
    });
    let _ = stream.read(&mut [0]);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

#[test]
fn places_to_listen() {
    let server = Server::start(&["--listen", "0"]);
    let port = |line: String| line.rsplit_once(':').unwrap().1.to_owned();
    let old = port(server.note("ws://127.0.0.1:"));
    let new = server.notes();
    // Where there is no IPv6, a line says so instead.
    let new = new.into_iter().find(|line| line.contains("ws://[::1]:"));
    if let Some(new) = new {
        let port = port(new);
        assert_eq!(port, old, "`localhost` is both");
        let address = (Ipv6Addr::LOCALHOST, port.parse().unwrap()).into();
        assert!(Socket::open(address, Some("https://ptn.ninja")).is_ok());
    }

    let taken = server.address().to_string();
    let run = |arguments: &[&str]| {
        let output = Command::new(engine()).arg("serve").args(arguments).output();
        let output = output.unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), errors)
    };
    let (code, errors) = run(&["--listen", &taken]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("is taken") && errors.lines().count() == 1);
    for bad in [
        ["--listen", "here"],
        ["--listen", "127.0.0.1"],
        ["--allow-origin", "ptn.ninja"],
        ["--threads", "0"],
        ["--hash", "0"],
        ["--max-clients", "0"],
        ["--idle-timeout", "0"],
    ] {
        let (code, errors) = run(&bad);
        assert_eq!(code, Some(2), "{bad:?}: {errors}");
        assert!(errors.contains("invalid value"), "{bad:?}: {errors}");
    }
}

/// The first address that it prints is the one to click.
#[test]
fn the_terminal_begins_with_the_board() {
    let mut command = Command::new(engine());
    command.args(["serve", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let address = lines.into_iter().find(|line| line.contains("://")).unwrap();
    let host = address.trim().strip_prefix("http://").unwrap().strip_suffix('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET / HTTP/1.0\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("<title>Tak</title>"));
}

#[test]
fn the_terminal_tells_where_to_click() {
    let server = Server::start(&[]);
    for words in ["ptn.ninja", "Add Engine", "Connect", "Allow"] {
        server.note(words);
    }
    // With options shown, the page sends nothing until they are applied.
    let lines = Server::start(&["--multipv", "3"]);
    lines.note("Apply Options");
    let open = Server::start(&["--listen", "0.0.0.0:0"]);
    open.note("Warning");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_in_good_order() {
    for signal in ["-INT", "-TERM"] {
        let server = Server::start(&[]);
        let mut client = Client::connect(&server);
        client.go_infinite();
        let id = server.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(client.close_code(), CloseCode::Away);
        assert_eq!(server.end(), (Some(0), String::new()));
    }
}
