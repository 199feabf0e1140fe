//! Frames that are spoiled at random: the server answers by the rules of WebSocket,
//! closes, and serves the next client. `TAK_LAW_SECONDS` says how long.

use std::io::{self, ErrorKind, Write};
use std::net::Shutdown;
use std::time::Instant;

use fastrand::Rng;
use tak_tests::client::{Client, Server, Socket};
use tak_tests::frames::conversation;
use tak_tests::process::Footprint;
use tak_tests::spoil::{law_time, spoil};
use tungstenite::error::ProtocolError;
use tungstenite::{Error, Message};

/// Reads everything that the server says until it has closed the connection.
fn hear_to_the_end(client: &mut Client<Socket>, sent: &[u8]) {
    loop {
        match client.socket().read() {
            Ok(Message::Text(text)) => assert!(text.ends_with('\n'), "{text:?} to {sent:02x?}"),
            Ok(Message::Binary(_)) => panic!("no text, in answer to {sent:02x?}"),
            Ok(_) => {}
            Err(error) if is_closed(&error) => break,
            // Our library wants to answer, though we have said that we send no more.
            Err(Error::Io(error)) if error.kind() == ErrorKind::BrokenPipe => {
                match io::copy(client.socket().get_mut(), &mut io::sink()) {
                    Err(error) if error.kind() != ErrorKind::ConnectionReset => {
                        panic!("{error} in answer to {sent:02x?}")
                    }
                    _ => break,
                }
            }
            Err(error) => panic!("{error} in answer to {sent:02x?}"),
        }
    }
}

/// Whether the server has closed the connection, with a goodbye or without, even
/// while it still had something to read.
fn is_closed(error: &Error) -> bool {
    use ProtocolError::ResetWithoutClosingHandshake;
    match error {
        Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(ResetWithoutClosingHandshake) => true,
        Error::Io(error) => error.kind() == ErrorKind::ConnectionReset,
        _ => false,
    }
}

/// Says spoiled conversations, this many or for the time that is given.
fn converse(times: usize) {
    let server = Server::start(&["--hash", "1"]);
    let mut witness = Client::connect(&server);
    let mut random = Rng::with_seed(7);
    let (time, start) = (law_time(), Instant::now());
    let (mut tries, mut early) = (0, None);
    while time.map_or(tries < times, |time| start.elapsed() < time) {
        let other = conversation(&mut random);
        let sent = spoil(&conversation(&mut random), &other, &mut random);
        let mut client = Client::connect(&server);
        // It may have closed before all is sent.
        let _ = client.socket().get_mut().write_all(&sent);
        let _ = client.socket().get_mut().shutdown(Shutdown::Write);
        hear_to_the_end(&mut client, &sent);
        tries += 1;
        if tries == times / 4 {
            early = Footprint::of(server.id());
        }
    }
    println!("frames: {tries} conversations");
    assert!(witness.ready().is_empty());
    witness.search("position startpos", "go depth 1");
    if let (Some(early), Some(late)) = (early, Footprint::of(server.id())) {
        let grown = late.peak_kib.saturating_sub(early.peak_kib);
        assert!(grown < 20_000, "{grown} KiB");
    }
}

#[test]
fn spoiled_frames() {
    converse(100);
}

#[test]
#[ignore = "second tier: four times as many"]
fn many_spoiled_frames() {
    converse(400);
}
