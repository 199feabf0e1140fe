//! HTTP/1.1, as far as a server on this machine needs it: the requests of a connection, one after
//! the other, and the answers to them.

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};
use std::io::{Read, Write};
use std::time::Duration;

use http::Version;
pub use http::{Method, StatusCode};

use super::deadline::DeadlineStream;
use crate::failure::printable;

/// The most headers, and bytes, before the body of a request.
const MOST_HEADERS: usize = 64;
const LONGEST_HEAD: usize = 16 << 10;

/// The most bytes in a body.
const LONGEST_BODY: usize = 64 << 10;

/// A request and its body.
pub type Request = http::Request<Vec<u8>>;

/// Why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not HTTP.
    Malformed,
    /// Its head is too long.
    LongHead,
    /// Its body is too long.
    LongBody,
    /// The length of its body is not given.
    NoLength,
    /// This header is missing, given twice, or not ASCII.
    Unreadable(&'static str),
    /// It calls the server by a name that is not known.
    UnknownHost(String),
    /// It comes from a page that may not connect.
    Forbidden,
}

impl Refusal {
    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Malformed | Self::Unreadable(_) => StatusCode::BAD_REQUEST,
            Self::LongHead => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Self::LongBody => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NoLength => StatusCode::LENGTH_REQUIRED,
            Self::UnknownHost(_) | Self::Forbidden => StatusCode::FORBIDDEN,
        }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => write!(f, "expected a request of HTTP/1.1"),
            Self::LongHead => write!(f, "expected a request with fewer or shorter headers"),
            Self::LongBody => write!(f, "expected a body of {} KiB at most", LONGEST_BODY >> 10),
            Self::NoLength => write!(f, "expected a Content-Length"),
            Self::Unreadable(name) => write!(f, "expected one readable {name}"),
            Self::UnknownHost(host) => write!(
                f,
                "this server is not known as {}; if that is its address, pass it to \
                 --allow-origin with scheme and host",
                printable(host)
            ),
            Self::Forbidden => write!(f, "pages from your address may not connect to this server"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The value of a header that may be given once.
pub fn header<'a>(request: &'a Request, name: &'static str) -> Result<Option<&'a str>, Refusal> {
    let mut values = request.headers().get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| Refusal::Unreadable(name)),
        _ => Err(Refusal::Unreadable(name)),
    }
}

/// Whether the client may send another request after this one.
pub fn stays_open(request: &Request) -> bool {
    let says = |word| {
        let told = request.headers().get_all("Connection").iter();
        told.filter_map(|value| value.to_str().ok())
            .any(|value| value.to_ascii_lowercase().contains(word))
    };
    if request.version() == Version::HTTP_11 { !says("close") } else { says("keep-alive") }
}

/// A connection, and the bytes that have been read from it but not parsed yet.
pub struct Connection<'a> {
    stream: DeadlineStream<'a>,
    read: Vec<u8>,
}

impl<'a> Connection<'a> {
    /// The first request must arrive within the deadline.
    pub fn new(stream: DeadlineStream<'a>) -> Self {
        Self { stream, read: Vec::new() }
    }

    /// Waits for the first byte of another request, which must be complete within the timeout of the
    /// stream. Returns false if the client leaves or is silent for so long.
    pub fn wait(&mut self, idle: Duration) -> bool {
        let arrived = !self.read.is_empty()
            || self.stream.within(idle).peek(&mut [0]).is_ok_and(|count| count > 0);
        self.stream.extend();
        arrived
    }

    /// Reads a request; `None` if the client leaves or is too slow.
    pub fn request(&mut self) -> Option<Result<Request, Refusal>> {
        loop {
            match parse(&self.read) {
                Err(refusal) => return Some(Err(refusal)),
                Ok(Some((request, length))) => {
                    self.read.drain(..length);
                    return Some(Ok(request));
                }
                Ok(None) => {
                    let mut buffer = [0; 4096];
                    let count = self.stream.read(&mut buffer).ok().filter(|&count| count > 0)?;
                    self.read.extend_from_slice(&buffer[..count]);
                }
            }
        }
    }

    /// Whether more than the requests that were read has arrived.
    pub fn has_more(&self) -> bool {
        !self.read.is_empty()
    }

    /// Sends an answer, and closes the connection unless it stays open. Returns whether another
    /// request may follow.
    pub fn send(&mut self, answer: &Answer, stays_open: bool) -> bool {
        self.stream.extend();
        let is_sent = self.stream.write_all(&answer.to_bytes(stays_open)).is_ok();
        if is_sent && !stays_open {
            self.stream.finish();
        }
        is_sent && stays_open
    }
}

/// An answer to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    head: String,
    body: Cow<'static, [u8]>,
}

impl Answer {
    /// An answer with a body of this media type.
    pub fn new(status: StatusCode, kind: &str, body: impl Into<Cow<'static, [u8]>>) -> Self {
        let body = body.into();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             X-Content-Type-Options: nosniff\r\n",
            body.len()
        );
        Self { head, body }
    }

    /// The same with one more header.
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        // Writing to a string cannot fail.
        let _ = write!(self.head, "{name}: {value}\r\n");
        self
    }

    /// The same without its body, for a request that asks only for the head.
    pub fn head_only(self) -> Self {
        Self { body: Cow::default(), ..self }
    }

    /// What is sent.
    pub fn to_bytes(&self, stays_open: bool) -> Vec<u8> {
        let connection = if stays_open { "keep-alive" } else { "close" };
        let end = format!("Connection: {connection}\r\n\r\n");
        [self.head.as_bytes(), end.as_bytes(), &self.body].concat()
    }
}

/// The first request in these bytes and its length, if it is complete.
fn parse(read: &[u8]) -> Result<Option<(Request, usize)>, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let start = match head.parse(read) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) if read.len() >= LONGEST_HEAD => {
            return Err(Refusal::LongHead);
        }
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Refusal::LongHead),
        Err(_) => return Err(Refusal::Malformed),
    };
    let version = if head.version == Some(1) { Version::HTTP_11 } else { Version::HTTP_10 };
    let (method, target) = (head.method.unwrap_or_default(), head.path.unwrap_or_default());
    let mut request = http::Request::builder().method(method).uri(target).version(version);
    for header in head.headers {
        request = request.header(header.name, header.value);
    }
    let mut request = request.body(Vec::new()).map_err(|_| Refusal::Malformed)?;
    let end = start + body_length(&request)?;
    let Some(body) = read.get(start..end) else { return Ok(None) };
    request.body_mut().extend_from_slice(body);
    Ok(Some((request, end)))
}

/// How many bytes follow the head.
fn body_length(request: &Request) -> Result<usize, Refusal> {
    if request.headers().contains_key("Transfer-Encoding") {
        return Err(Refusal::NoLength);
    }
    let length = header(request, "Content-Length").map_err(|_| Refusal::Malformed)?.unwrap_or("0");
    let is_number = length.bytes().all(|byte| byte.is_ascii_digit());
    let length = length.parse().ok().filter(|_| is_number).ok_or(Refusal::Malformed)?;
    if length > LONGEST_BODY { Err(Refusal::LongBody) } else { Ok(length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_one_after_the_other() {
        let text = "POST /a HTTP/1.1\r\nhost: localhost\r\nContent-Length: 3\r\n\r\n{ }\
                    GET http://a:1/b?c HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n";
        let end = text.find("GET").unwrap();
        for cut in 0..text.len() {
            // The rest of an incomplete request may still come.
            let first = parse(&text.as_bytes()[..cut]).unwrap();
            assert_eq!(first.is_some(), cut >= end, "{cut}");
        }
        let (first, length) = parse(text.as_bytes()).unwrap().unwrap();
        assert_eq!((first.uri().path(), first.body().as_slice()), ("/a", &b"{ }"[..]));
        assert!(stays_open(&first) && length == end);
        assert_eq!(header(&first, "Host"), Ok(Some("localhost")));
        assert_eq!(header(&first, "Origin"), Ok(None));
        let (second, rest) = parse(&text.as_bytes()[length..]).unwrap().unwrap();
        assert_eq!((second.method(), second.uri().path()), (&Method::GET, "/b"));
        assert!(!stays_open(&second) && length + rest == text.len());
        let two = "GET / HTTP/1.1\r\nConnection: TE\r\nConnection: close\r\n\r\n";
        assert!(!stays_open(&parse(two.as_bytes()).unwrap().unwrap().0));
        assert_eq!(header(&second, "Host"), Err(Refusal::Unreadable("Host")));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let with = |line: &str| format!("GET / HTTP/1.1\r\n{line}\r\n\r\n");
        for (text, refusal) in [
            ("\u{16}\u{3}\u{1}".to_owned(), Refusal::Malformed),
            ("GET /\r\n\r\n".to_owned(), Refusal::Malformed),
            (with("Content-Length: -1"), Refusal::Malformed),
            (with("Content-Length: +1"), Refusal::Malformed),
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

    #[test]
    fn an_answer_is_a_head_and_a_body() {
        let answer = Answer::new(StatusCode::OK, "text/plain", b"hi".as_slice()).with("A", 1);
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\
                    X-Content-Type-Options: nosniff\r\nA: 1\r\nConnection: close\r\n\r\n";
        assert_eq!(answer.to_bytes(false), format!("{head}hi").into_bytes());
        assert_eq!(answer.head_only().to_bytes(false), head.as_bytes());
    }
}
