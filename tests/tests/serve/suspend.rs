//! The engine is suspended and resumed, as by Ctrl-Z and `fg` or a closed laptop: no connection
//! ends because of it, whatever it waits for.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::Duration;

use tak_tests::client::{Client, PATIENCE, Server};

/// Long enough for all threads to wait where they will.
const A_WHILE: Duration = Duration::from_millis(200);

fn suspend(server: &Server) {
    for signal in ["-STOP", "-CONT"] {
        thread::sleep(A_WHILE);
        let id = server.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }
}

#[test]
fn a_client_that_says_nothing() {
    let server = Server::start(&[]);
    let mut client = Client::connect(&server);
    suspend(&server);
    assert_eq!(client.ready(), Vec::<String>::new());
    client.send("go infinite");
    client.until("info");
    suspend(&server);
    client.send("stop");
    client.until("bestmove");
    assert_eq!(client.quit(), Vec::<String>::new());
}

#[test]
fn a_request_that_is_half_there() {
    let server = Server::start(&[]);
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    for part in [
        "",
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n",
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ] {
        suspend(&server);
        stream.write_all(part.as_bytes()).unwrap();
    }
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
}

/// It has asked for more than the buffers in between hold, and reads nothing yet.
#[test]
fn a_client_that_is_slow_to_read() {
    const QUESTIONS: usize = 20_000;
    let server = Server::start(&[]);
    let mut client = Client::connect(&server);
    let mut stream = client.socket().get_ref().try_clone().unwrap();
    let question = b"\x81\x83\0\0\0\0tei".repeat(QUESTIONS);
    let asking = thread::spawn(move || stream.write_all(&question));
    suspend(&server);
    for _ in 0..QUESTIONS {
        client.until("teiok");
    }
    asking.join().unwrap().unwrap();
    assert_eq!(client.ready(), Vec::<String>::new());
}
