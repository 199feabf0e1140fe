//! The part of HTTP that is needed, for the requests of one connection.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use tak_terminal::serve::deadline::DeadlineStream;

/// How long a connection may be idle between two requests.
const IDLE: Duration = Duration::from_mins(1);

/// The time from the first byte of a request within which it must be complete and its answer
/// received.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The most headers, and bytes, before the body of a request.
const MOST_HEADERS: usize = 64;
const LONGEST_HEAD: usize = 16 << 10;

/// The most bytes in a body. Settings take a few hundred.
const LONGEST_BODY: usize = 64 << 10;

/// A request of a client.
pub(super) struct Request {
    /// `GET`, or something else.
    pub(super) method: String,
    /// The path and the query, as sent.
    pub(super) target: String,
    /// The name that the client uses for this server.
    pub(super) host: Header,
    /// The page that sent the request.
    pub(super) origin: Header,
    /// The body.
    pub(super) body: Vec<u8>,
    /// Whether another request may follow.
    keeps_open: bool,
}

/// A header that may occur once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Header {
    /// It is missing.
    Missing,
    /// Its value.
    Once(String),
    /// It occurs more than once, or is not text.
    Unreadable,
}

/// Why a request is refused before it is read to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// It is not HTTP.
    Malformed,
    /// Its head is too long.
    LongHead,
    /// Its body is too long.
    LongBody,
    /// The length of its body is not given.
    NoLength,
    /// Too many connections are open.
    Busy,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Response {
    /// Like `200 OK`.
    pub(super) status: &'static str,
    /// More headers, each with its line end.
    pub(super) headers: String,
    /// JSON, or nothing.
    pub(super) body: Vec<u8>,
}

/// A connection and the bytes that have been read from it but not parsed yet.
pub(super) struct Connection<'a> {
    stream: &'a TcpStream,
    read: Vec<u8>,
}

impl<'a> Connection<'a> {
    pub(super) fn new(stream: &'a TcpStream) -> Self {
        // Answers are small, and the client waits for each of them.
        let _ = stream.set_nodelay(true);
        Self { stream, read: Vec::new() }
    }

    /// Waits for the next request; `None` if the client has left or is too slow.
    pub(super) fn next(&mut self) -> Option<Result<Request, Refusal>> {
        if self.read.is_empty() {
            let mut waiting = DeadlineStream::new(self.stream, IDLE);
            if waiting.peek(&mut [0]).ok()? == 0 {
                return None;
            }
        }
        let mut http = DeadlineStream::new(self.stream, TIMEOUT);
        loop {
            match parse(&self.read) {
                Err(refusal) => return Some(Err(refusal)),
                Ok(Some((request, length))) => {
                    self.read.drain(..length);
                    return Some(Ok(request));
                }
                Ok(None) => {
                    let mut buffer = [0; 4096];
                    let count = http.read(&mut buffer).ok().filter(|&count| count > 0)?;
                    self.read.extend_from_slice(&buffer[..count]);
                }
            }
        }
    }

    /// Sends an answer. Returns whether another request may follow.
    pub(super) fn send(&mut self, request: &Request, mut answer: Response) -> bool {
        let length = answer.body.len();
        if request.method == "HEAD" {
            answer.body.clear();
        }
        let is_sent = self.write(&answer, length, request.keeps_open);
        if is_sent && !request.keeps_open {
            self.close();
        }
        is_sent && request.keeps_open
    }

    /// Reports why a request is refused, and closes the connection.
    pub(super) fn refuse(&mut self, refusal: Refusal) {
        let (status, why) = match refusal {
            Refusal::Malformed => ("400 Bad Request", "expected a request of HTTP/1.1"),
            Refusal::LongHead => (
                "431 Request Header Fields Too Large",
                "expected a request with fewer or shorter headers",
            ),
            Refusal::LongBody => ("413 Content Too Large", "expected a body of 64 KiB at most"),
            Refusal::NoLength => ("411 Length Required", "expected a Content-Length"),
            Refusal::Busy => ("503 Service Unavailable", "too many connections are open"),
        };
        let answer = Response::problem(status, why);
        if self.write(&answer, answer.body.len(), false) {
            self.close();
        }
    }

    fn write(&mut self, answer: &Response, length: usize, keeps_open: bool) -> bool {
        let Response { status, headers, body } = answer;
        let connection = if keeps_open { "keep-alive" } else { "close" };
        let mut bytes = format!(
            "HTTP/1.1 {status}\r\n{headers}Content-Type: application/json\r\n\
             Content-Length: {length}\r\nX-Content-Type-Options: nosniff\r\n\
             Cache-Control: no-cache\r\nConnection: {connection}\r\n\r\n"
        )
        .into_bytes();
        bytes.extend_from_slice(body);
        DeadlineStream::new(self.stream, TIMEOUT).write_all(&bytes).is_ok()
    }

    /// Closes the connection so that the client still receives the last answer.
    fn close(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        DeadlineStream::new(self.stream, TIMEOUT).drain();
    }
}

impl Response {
    /// A successful answer, in JSON.
    pub(super) fn ok(body: Vec<u8>) -> Self {
        Self { status: "200 OK", headers: String::new(), body }
    }

    /// A status like `404 Not Found`, with an explanation in JSON.
    pub(super) fn problem(status: &'static str, why: &str) -> Self {
        let (code, name) = status.split_once(' ').unwrap_or((status, ""));
        let code: u16 = code.parse().unwrap_or_default();
        let body = serde_json::json!({ "code": code, "name": name, "description": why });
        Self { status, headers: String::new(), body: format!("{body}\n").into_bytes() }
    }
}

/// The first request in these bytes and its length, if it is complete.
fn parse(read: &[u8]) -> Result<Option<(Request, usize)>, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let head = match request.parse(read) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) if read.len() >= LONGEST_HEAD => {
            return Err(Refusal::LongHead);
        }
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Refusal::LongHead),
        Err(_) => return Err(Refusal::Malformed),
    };
    let header = |name: &str| {
        let mut values =
            request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        match (values.next(), values.next()) {
            (None, _) => Header::Missing,
            (Some(value), None) => str::from_utf8(value.value)
                .map_or(Header::Unreadable, |value| Header::Once(value.trim().to_owned())),
            _ => Header::Unreadable,
        }
    };
    if header("Transfer-Encoding") != Header::Missing {
        return Err(Refusal::NoLength);
    }
    let body = match header("Content-Length") {
        Header::Missing => 0,
        Header::Once(length) => length.parse().map_err(|_| Refusal::Malformed)?,
        Header::Unreadable => return Err(Refusal::Malformed),
    };
    if body > LONGEST_BODY {
        return Err(Refusal::LongBody);
    }
    let Some(body) = read.get(head..head + body) else { return Ok(None) };
    let connection = match header("Connection") {
        Header::Once(text) => text.to_ascii_lowercase(),
        Header::Missing | Header::Unreadable => String::new(),
    };
    let keeps_open = match request.version {
        Some(1) => !connection.contains("close"),
        _ => connection.contains("keep-alive"),
    };
    let text = |part: Option<&str>| part.unwrap_or_default().to_owned();
    let request = Request {
        method: text(request.method),
        target: text(request.path),
        host: header("Host"),
        origin: header("Origin"),
        body: body.to_vec(),
        keeps_open,
    };
    let length = head + request.body.len();
    Ok(Some((request, length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_one_after_the_other() {
        let text = "POST /a HTTP/1.1\r\nhost: localhost\r\nContent-Length: 3\r\n\r\n{ }\
                    GET /b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        let end = text.find("GET").unwrap();
        for cut in 0..text.len() {
            // The rest of an incomplete request may still come.
            let first = parse(&text.as_bytes()[..cut]).unwrap();
            assert_eq!(first.is_some(), cut >= end, "{cut}");
        }
        let (first, length) = parse(text.as_bytes()).unwrap().unwrap();
        assert_eq!((first.target.as_str(), first.body.as_slice()), ("/a", &b"{ }"[..]));
        assert!(first.keeps_open && first.host == Header::Once("localhost".to_owned()));
        let (second, rest) = parse(&text.as_bytes()[length..]).unwrap().unwrap();
        assert!(!second.keeps_open && length + rest == text.len());
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let with = |line: &str| format!("GET / HTTP/1.1\r\n{line}\r\n\r\n");
        for (text, refusal) in [
            ("\u{16}\u{3}\u{1}".to_owned(), Refusal::Malformed),
            ("GET /\r\n\r\n".to_owned(), Refusal::Malformed),
            (with("Content-Length: -1"), Refusal::Malformed),
            (with("Content-Length: 1\r\nContent-Length: 1"), Refusal::Malformed),
            (with("Content-Length: 99999999999999999999"), Refusal::Malformed),
            (with("Content-Length: 18446744073709551615"), Refusal::LongBody),
            (with("Transfer-Encoding: chunked"), Refusal::NoLength),
            (with(&"a: b\r\n".repeat(65)), Refusal::LongHead),
            (format!("GET /{}", "x".repeat(LONGEST_HEAD)), Refusal::LongHead),
        ] {
            assert_eq!(parse(text.as_bytes()).err(), Some(refusal), "{text}");
        }
    }
}
