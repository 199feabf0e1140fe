//! Records a request read by the WebSocket library, to be read again if it asks for a page.

use std::io::{self, Read, Write};

/// A stream that remembers what was read from it.
pub(super) struct Recorded<S> {
    stream: S,
    read: Vec<u8>,
}

/// What a request asks for.
pub(super) struct Request {
    pub(super) is_head: bool,
    pub(super) path: String,
    /// `None` if it is missing, given twice, or not text.
    pub(super) host: Option<String>,
    /// Names and values, `name=value`, of those that are text.
    pub(super) cookies: Vec<String>,
}

impl<S> Recorded<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, read: Vec::new() }
    }

    /// The request at the beginning of what was read, if there is one.
    pub(super) fn request(&self) -> Option<Request> {
        let mut headers = [httparse::EMPTY_HEADER; 124]; // as many as the library takes
        let mut request = httparse::Request::new(&mut headers);
        let is_whole = request.parse(&self.read).ok()?.is_complete();
        let named = |name: &'static str| {
            let headers = request.headers.iter();
            headers.filter(move |header| header.name.eq_ignore_ascii_case(name))
        };
        let mut hosts = named("Host");
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => str::from_utf8(host.value).ok().map(str::to_owned),
            _ => None,
        };
        let cookies = named("Cookie").flat_map(|header| header.value.split(|&byte| byte == b';'));
        let cookies = cookies.filter_map(|cookie| str::from_utf8(cookie).ok());
        let cookies = cookies.map(|cookie| cookie.trim().to_owned()).collect();
        let path = path_of(request.path.filter(|_| is_whole)?).to_owned();
        Some(Request { is_head: request.method == Some("HEAD"), path, host, cookies })
    }
}

/// The path of a target, which may be a whole URL, as for a proxy.
fn path_of(target: &str) -> &str {
    match target.split_once("://") {
        Some(("http" | "https", address)) => address.find('/').map_or("/", |at| &address[at..]),
        _ => target,
    }
}

impl<S: Read> Read for Recorded<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.read.extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}

impl<S: Write> Write for Recorded<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Option<Request> {
        let mut stream = Recorded::new(text.as_bytes());
        // In small pieces, as it may arrive.
        while stream.read(&mut [0; 7]).unwrap() > 0 {}
        stream.request()
    }

    #[test]
    fn what_is_wanted_is_read_again() {
        let asked = request("HEAD /main.js?1 HTTP/1.1\r\nhost: localhost:7731\r\n\r\n").unwrap();
        assert_eq!((asked.is_head, asked.path.as_str()), (true, "/main.js?1"));
        assert_eq!(asked.host.as_deref(), Some("localhost:7731"));
        assert!(asked.cookies.is_empty());
        let asked = request("GET / HTTP/1.1\r\nCookie: a=1; b=2\r\ncookie:c=3\r\n\r\n").unwrap();
        assert_eq!(asked.cookies, ["a=1", "b=2", "c=3"]);
        let mut odd = Recorded::new(&b"GET / HTTP/1.1\r\nCookie: a=\xff; b=2\r\n\r\n"[..]);
        while odd.read(&mut [0; 64]).unwrap() > 0 {}
        assert_eq!(odd.request().unwrap().cookies, ["b=2"]);
        let two = request("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").unwrap();
        assert!(!two.is_head && two.host.is_none());
        assert!(request("GET / HTTP/1.1\r\nHost: a\r\n").is_none());
        for (target, path) in [
            ("http://a:1/b/c?d", "/b/c?d"),
            ("http://a", "/"),
            ("/x?y=http://z/", "/x?y=http://z/"),
        ] {
            let asked = request(&format!("GET {target} HTTP/1.1\r\nHost: a\r\n\r\n")).unwrap();
            assert_eq!(asked.path, path);
        }
        assert!(request("\u{16}\u{3}\u{1}").is_none());
    }
}
