//! What a client should not send over a WebSocket: the answers are as documented, and the engine
//! and all other clients carry on.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::thread;
use std::time::{Duration, Instant};

use tak_tests::client::{Client, PATIENCE, Server, Socket};
use tak_tests::corpus::{own, rows};
use tak_tests::escapes::unescape;
use tak_tests::process::Footprint;
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};

const LONGEST: usize = 1 << 20;

/// Checks that there was one complaint, and that good commands work afterwards.
fn check_complaint(client: &mut Client<Socket>, place: &str) {
    let lines = client.ready();
    assert_eq!(lines.len(), 1, "{place}: {lines:?}");
    assert!(lines[0].starts_with("info string "), "{place}: {lines:?}");
    client.search("position startpos", "go depth 1");
}

/// The header of a text frame of this length, masked with zeros.
fn announce(length: u64) -> Vec<u8> {
    [&[0x81, 0xff], &length.to_be_bytes()[..], &[0; 4]].concat()
}

/// Checks that the server has not grown by much, where that can be seen.
fn check_memory(server: &Server, before: Option<Footprint>) {
    if let (Some(before), Some(after)) = (before, Footprint::of(server.id())) {
        let grown = after.peak_kib.saturating_sub(before.peak_kib);
        assert!(grown < 20_000, "{grown} KiB");
    }
}

fn text_frame(bytes: &[u8], is_last: bool) -> Message {
    Message::Frame(Frame::message(bytes.to_vec(), OpCode::Data(Data::Text), is_last))
}

#[test]
fn binary_messages() {
    let server = Server::start(&[]);
    let mut client = Client::connect(&server);
    for bytes in [b"isready".to_vec(), Vec::new(), vec![0; 100_000]] {
        client.socket().send(Message::Binary(bytes.into())).unwrap();
        check_complaint(&mut client, "a binary message");
    }
}

/// In a message, in the reason of a close, and with more text after it.
#[test]
fn text_that_is_not_utf_8() {
    let server = Server::start(&[]);
    let mut client = Client::connect(&server);
    // In two frames the halves of a character make a whole.
    client.socket().send(text_frame(b"\xc3", false)).unwrap();
    let rest = Frame::message(b"\xa4".to_vec(), OpCode::Data(Data::Continue), true);
    client.socket().send(Message::Frame(rest)).unwrap();
    check_complaint(&mut client, "an unknown command");
    for frames in [
        b"\x81\x82\0\0\0\0\xe2\x82".as_slice(),
        b"\x81\x89\0\0\0\0isready\n\xff",
        b"\x81\x83\0\0\0\0\xed\xa0\x80",
        b"\x88\x84\0\0\0\0\x03\xe8\xff\xff",
        b"\x88\x84\0\0\0\0\x03\xe8\xff\xff\x81\x87\0\0\0\0isready",
    ] {
        let mut client = Client::connect(&server);
        client.socket().get_mut().write_all(frames).unwrap();
        assert_eq!(client.close_code(), CloseCode::Invalid, "{frames:x?}");
        server.note("has left: it sent text that is not UTF-8");
    }
}

#[test]
fn bad_lines() {
    let server = Server::start(&["--hash", "1"]);
    let mut count = 0;
    for row in rows(&own("tei/bad-lines.txt"), 7) {
        let Ok(line) = String::from_utf8(unescape(row.text(4))) else {
            continue;
        };
        let fits = line.len() <= LONGEST && !line.contains('\n');
        let in_mid_search = row.text(3).contains("go ");
        if row.text(5) != "reject" || !fits || in_mid_search {
            continue;
        }
        let mut client = Client::connect(&server);
        client.send_all(row.text(3).split("; "));
        client.ready();
        client.send_all([line.as_str(), "teinewgame 6"]);
        check_complaint(&mut client, &row.place);
        count += 1;
    }
    assert!(count > 40, "only {count} rows");
}

#[test]
fn the_longest_message_and_a_longer_one() {
    let server = Server::start(&[]);
    let mut other = Client::connect(&server);
    let mut client = Client::connect(&server);
    client.send(&"x".repeat(LONGEST));
    check_complaint(&mut client, "a megabyte");
    client.send(&"x\n".repeat(LONGEST / 2));
    let complaints = client.ready().len();
    assert_eq!(complaints, LONGEST / 2, "one for each line");
    client.send(&"x".repeat(LONGEST + 1));
    assert_eq!(client.close_code(), CloseCode::Size);
    server.note("has left: a message of more than 1048576 bytes");
    other.expect_silence();
}

/// In one frame, in many, and only announced.
#[test]
fn a_hundred_megabytes_take_no_memory() {
    const ALL: usize = 100_000_000;
    const PART: usize = 1 << 16;
    let server = Server::start(&[]);
    let before = Footprint::of(server.id());

    let mut client = Client::connect(&server);
    // Written from another thread: what the server says meanwhile is read here.
    let mut stream = client.socket().get_ref().try_clone().unwrap();
    let writer = thread::spawn(move || {
        let _ = stream.write_all(&announce(ALL as u64));
        let part = vec![b'x'; PART];
        (0..ALL / PART).all(|_| stream.write_all(&part).is_ok());
    });
    assert_eq!(client.close_code(), CloseCode::Size);
    writer.join().unwrap();

    let mut client = Client::connect(&server);
    let start = text_frame(&vec![b'x'; PART], false);
    let part = || Frame::message(vec![b'x'; PART], OpCode::Data(Data::Continue), false);
    let mut parts = (0..ALL / PART).map(|_| Message::Frame(part()));
    client.socket().send(start).unwrap();
    // The server reads and discards it for a while, and then no longer.
    let _ = parts.try_for_each(|part| client.socket().send(part));
    server.note("client 2 has left: a message of more than 1048576 bytes");

    let mut client = Client::connect(&server);
    client.socket().get_mut().write_all(&announce(u64::MAX)).unwrap();
    assert_eq!(client.close_code(), CloseCode::Size);

    check_memory(&server, before);
    assert_eq!(Client::connect(&server).ready(), Vec::<String>::new());
}

#[test]
fn frames_that_make_no_sense() {
    let server = Server::start(&[]);
    let mut other = Client::connect(&server);
    let frames: [&[u8]; 7] = [
        b"\x81\x07isready",          // not masked
        b"\xf1\x87\0\0\0\0isready",  // reserved bits
        b"\x83\x80\0\0\0\0",         // reserved kind
        b"\x80\x81\0\0\0\0x",        // the rest of nothing
        b"\x09\x80\0\0\0\0",         // a ping in parts
        b"\x89\xfe\x00\x7e\0\0\0\0", // a ping of 126 bytes
        b"\x88\x81\0\0\0\0x",        // a close with half a code
    ];
    for frame in frames {
        let mut client = Client::connect(&server);
        client.go_infinite();
        let stream = client.socket().get_mut();
        stream.write_all(frame).unwrap();
        if frame[1] == 0xfe {
            stream.write_all(&[0; 126]).unwrap();
        }
        let code = client.close_code();
        assert_eq!(code, CloseCode::Protocol, "{frame:x?}");
        server.note("has left: ");
    }
    other.expect_silence();
    assert_eq!(server.notes(), Vec::<String>::new(), "all have left");
}

#[test]
fn a_connection_that_ends_within_a_frame() {
    let server = Server::start(&[]);
    for frame in [b"\x81".as_slice(), b"\x81\x87\0\0", b"\x81\x87\0\0\0\0isr"] {
        let mut client = Client::connect(&server);
        client.go_infinite();
        let stream = client.socket().get_mut();
        stream.write_all(frame).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        server.note("has left: the connection broke; 0 of 8");
    }
}

/// It keeps asking and never reads an answer. Neither memory nor the other clients suffer, and in
/// the end it is dropped.
#[test]
fn a_client_that_never_reads() {
    let server = Server::start(&[]);
    let mut other = Client::connect(&server);
    // Its table is in memory from then on.
    other.expect_silence();
    let before = Footprint::of(server.id());
    let mut deaf = Client::connect(&server);
    let start = Instant::now();
    let stream = deaf.socket().get_mut();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    let question = b"\x81\x83\0\0\0\0tei".repeat(10_000);
    while stream.write_all(&question).is_ok() {
        assert!(start.elapsed() < 3 * PATIENCE, "it is never given up");
    }
    other.expect_silence();
    server.note("client 2 has left: ");
    check_memory(&server, before);
    // What it was shown before can still be read.
    stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    let _ = stream.read(&mut [0; 16]);
}
