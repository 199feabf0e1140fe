//! Frames that are spoiled at random: the server answers by the rules of WebSocket,
//! closes, and serves the next client. `TAK_LAW_SECONDS` says how long.

use std::io::{self, ErrorKind, Write};
use std::net::Shutdown;
use std::time::Instant;

use fastrand::Rng;
use tak_tests::client::{Client, Server, Socket};
use tak_tests::process::Footprint;
use tak_tests::spoil::{law_time, spoil};
use tungstenite::error::ProtocolError;
use tungstenite::{Error, Message};

/// How often where no time is given.
const TRIES: usize = 400;

const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;

const MASKED: u8 = 0x80;
const TWO_BYTES_OF_LENGTH: u8 = 0x7e;

const LINES: [&str; 6] = [
    "tei\nisready\n",
    "teinewgame 5\nposition startpos moves a1 e5\ngo nodes 50\n",
    "go infinite\nstop\n",
    "setoption name MultiPV value 3\n",
    "position tps x3/x,1,x/2,x2 1 2\ngo movetime 1",
    "go infinite\nposition startpos\nquit",
];

/// A frame as clients send them: masked.
fn frame(opcode: u8, is_last: bool, data: &[u8], random: &mut Rng) -> Vec<u8> {
    let mask = [(); 4].map(|()| random.u8(..));
    let mut frame = vec![u8::from(is_last) << 7 | opcode];
    match data.len() {
        length @ ..126 => frame.push(MASKED | length as u8),
        length => {
            frame.push(MASKED | TWO_BYTES_OF_LENGTH);
            frame.extend((length as u16).to_be_bytes());
        }
    }
    frame.extend(mask);
    frame.extend(data.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

/// What one client sends: a message in two parts with a ping between them, and more.
fn conversation(random: &mut Rng) -> Vec<u8> {
    let mut sent = Vec::new();
    for _ in 0..random.usize(1..5) {
        let text = LINES[random.usize(..LINES.len())].as_bytes();
        let (start, end) = text.split_at(random.usize(..=text.len()));
        sent.extend(frame(TEXT, false, start, random));
        sent.extend(frame(PING, true, b"here?", random));
        sent.extend(frame(0, true, end, random));
        match random.u8(..8) {
            0 => sent.extend(frame(BINARY, true, text, random)),
            1 => sent.extend(frame(CLOSE, true, b"\x03\xe8bye", random)),
            2 => sent.extend(frame(TEXT, true, &text.repeat(9), random)),
            _ => {}
        }
    }
    sent
}

/// Takes all that the server says, until it has closed the connection.
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

#[test]
fn spoiled_frames() {
    let server = Server::start(&["--hash", "1"]);
    let mut witness = Client::connect(&server);
    let mut random = Rng::with_seed(7);
    let (time, start) = (law_time(), Instant::now());
    let (mut tries, mut early) = (0, None);
    while time.map_or(tries < TRIES, |time| start.elapsed() < time) {
        let other = conversation(&mut random);
        let sent = spoil(&conversation(&mut random), &other, &mut random);
        let mut client = Client::connect(&server);
        // It may have closed before all is sent.
        let _ = client.socket().get_mut().write_all(&sent);
        let _ = client.socket().get_mut().shutdown(Shutdown::Write);
        hear_to_the_end(&mut client, &sent);
        tries += 1;
        if tries == TRIES / 4 {
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
