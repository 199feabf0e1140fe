//! The connection to the server: lines over TCP or WebSocket, with or without TLS.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tak_encoding::excerpt;
use tak_terminal::failure::{Failure, printable};
use tungstenite::client::ClientRequestBuilder;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::Uri;
use tungstenite::{Error, Message, WebSocket, client};

/// How long connecting, a handshake or a write may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a read waits before the caller gets its turn.
const TURN: Duration = Duration::from_millis(20);

/// The server drops clients that have not pinged it for a minute.
const PING_EVERY: Duration = Duration::from_secs(15);

/// It answers each ping, so if this many are unanswered and another is due, it is gone.
const MOST_UNANSWERED: u32 = 2;

/// No line of the protocol comes close to this.
const LONGEST_LINE: usize = 1 << 16;

/// Where a server listens, and what it speaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Endpoint {
    scheme: Scheme,
    host: String,
    port: u16,
    path: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scheme {
    Tcp,
    Tls,
    Ws,
    Wss,
    Http,
    Https,
}

impl Scheme {
    /// The names and default ports, where the public server has one.
    const ALL: [(&str, Self, u16); 6] = [
        ("tcp", Self::Tcp, 10_000),
        ("tls", Self::Tls, 443),
        ("ws", Self::Ws, 9999),
        ("wss", Self::Wss, 443),
        ("http", Self::Http, 80),
        ("https", Self::Https, 443),
    ];

    fn is_encrypted(self) -> bool {
        matches!(self, Self::Tls | Self::Wss | Self::Https)
    }
}

impl FromStr for Endpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let found = excerpt(text);
            format!(
                "found {found}, expected an address like `wss://playtak.com/ws` or `tcp://localhost:10000`"
            )
        };
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let known = Scheme::ALL.into_iter().find(|(name, ..)| *name == scheme);
        let (_, scheme, usual_port) = known.ok_or_else(wrong)?;
        let (place, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        // An IPv6 address is in brackets, since it contains colons.
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| wrong())?)
            }
            _ => (place, usual_port),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
        if host.is_empty() || !is_plain(rest) || rest.contains(['@', '#']) {
            return Err(wrong());
        }
        let path = if path.is_empty() { "/" } else { path };
        Ok(Self { scheme, host: host.to_owned(), port, path: path.to_owned() })
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Scheme::ALL.into_iter().find(|(_, scheme, _)| *scheme == self.scheme);
        let name = known.map_or("", |(name, ..)| name);
        write!(f, "{name}://{}{}", self.authority(), self.path)
    }
}

impl Endpoint {
    fn authority(&self) -> String {
        let host = &self.host;
        let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
        match (self.scheme, self.port) {
            (Scheme::Wss | Scheme::Https, 443) | (Scheme::Http, 80) => host,
            (_, port) => format!("{host}:{port}"),
        }
    }

    /// Whether a password could be read on the way.
    pub(super) fn is_exposed(&self) -> bool {
        let is_here = ["localhost", "127.0.0.1", "::1"].contains(&&*self.host);
        !self.scheme.is_encrypted() && !is_here
    }

    /// Whether a player could log in there.
    pub(super) fn is_for_games(&self) -> bool {
        !matches!(self.scheme, Scheme::Http | Scheme::Https)
    }

    fn open(&self, trust: &TrustedCertificates) -> Result<Stream, Lost> {
        let addresses = (&*self.host, self.port).to_socket_addrs().map_err(Lost::because)?;
        let mut lost = Lost("the name has no address".to_owned());
        for address in addresses {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(socket) => return self.prepare(socket, trust),
                Err(error) => lost = Lost::because(error),
            }
        }
        Err(lost)
    }

    fn prepare(&self, socket: TcpStream, trust: &TrustedCertificates) -> Result<Stream, Lost> {
        // Moves are small, and a clock runs.
        socket.set_nodelay(true).map_err(Lost::because)?;
        socket.set_read_timeout(Some(PATIENCE)).map_err(Lost::because)?;
        socket.set_write_timeout(Some(PATIENCE)).map_err(Lost::because)?;
        if !self.scheme.is_encrypted() {
            return Ok(Stream::Plain(socket));
        }
        let name = ServerName::try_from(self.host.clone()).map_err(Lost::because)?;
        let session = ClientConnection::new(Arc::clone(&trust.0), name).map_err(Lost::because)?;
        Ok(Stream::Encrypted(Box::new(StreamOwned::new(session, socket))))
    }

    /// Fetches a name below the path from a web server.
    pub(super) fn fetch(&self, name: &str, trust: &TrustedCertificates) -> Result<String, Lost> {
        const LONGEST: u64 = 1 << 16;
        let mut stream = self.open(trust)?;
        // Version 1.0, so that the answer is not chunked and ends the connection.
        let (path, host) = (self.path.trim_end_matches('/'), self.authority());
        let request = format!("GET {path}/{name} HTTP/1.0\r\nHost: {host}\r\n\r\n");
        stream.write_all(request.as_bytes()).map_err(Lost::because)?;
        let mut answer = Vec::new();
        let end = stream.take(LONGEST).read_to_end(&mut answer);
        // Some servers end an encrypted connection without notice.
        end.map(drop).or_else(|error| match error.kind() {
            ErrorKind::UnexpectedEof => Ok(()),
            _ => Err(Lost::because(error)),
        })?;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split_ascii_whitespace().nth(1).unwrap_or("nothing");
        match status {
            "200" => Ok(body.to_owned()),
            _ => Err(Lost(format!("the answer is {}", excerpt(status)))),
        }
    }
}

/// The trusted certificates.
#[derive(Clone)]
pub(super) struct TrustedCertificates(Arc<ClientConfig>);

impl TrustedCertificates {
    /// Mozilla's certificates, and those of a file in PEM.
    pub(super) fn new(certificates: Option<&Path>) -> Result<Self, Failure> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        if let Some(path) = certificates {
            let shown = printable(&path.to_string_lossy());
            let wrong = |error: &dyn fmt::Display| {
                Failure::input(format_args!("{shown}: expected certificates in PEM: {error}"))
            };
            let list = CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))?;
            for certificate in list {
                let certificate = certificate.map_err(|error| wrong(&error))?;
                roots.add(certificate).map_err(|error| wrong(&error))?;
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(Failure::input)?;
        let config = config.with_root_certificates(roots).with_no_client_auth();
        Ok(Self(Arc::new(config)))
    }
}

/// Why the connection was lost.
#[derive(Debug)]
pub(super) struct Lost(pub(super) String);

impl Lost {
    fn because(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }

    fn closed() -> Self {
        Self("the server closed the connection".to_owned())
    }
}

/// A stream of bytes, encrypted or not, that no signal interrupts.
enum Stream {
    Plain(TcpStream),
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Stream {
    fn socket(&self) -> &TcpStream {
        match self {
            Self::Plain(socket) => socket,
            Self::Encrypted(stream) => &stream.sock,
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        uninterrupted(|| match self {
            Self::Plain(socket) => socket.read(buffer),
            Self::Encrypted(stream) => stream.read(buffer),
        })
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        uninterrupted(|| match self {
            Self::Plain(socket) => socket.write(bytes),
            Self::Encrypted(stream) => stream.write(bytes),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        uninterrupted(|| match self {
            Self::Plain(socket) => socket.flush(),
            Self::Encrypted(stream) => stream.flush(),
        })
    }
}

fn uninterrupted<T>(mut action: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match action() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// A connection that is kept alive as long as it is read.
pub(super) struct Connection {
    wire: Wire,
    /// The line that is not complete yet.
    partial: Vec<u8>,
    lines: VecDeque<String>,
    pinged: Instant,
    /// Pings since the server was last heard.
    unanswered: u32,
}

enum Wire {
    Lines(Stream),
    Frames(Box<WebSocket<Stream>>),
}

impl Connection {
    /// Connects to the server.
    pub(super) fn open(endpoint: &Endpoint, trust: &TrustedCertificates) -> Result<Self, Lost> {
        let stream = endpoint.open(trust)?;
        let wire = match endpoint.scheme {
            Scheme::Ws | Scheme::Wss => Wire::Frames(Box::new(upgrade(endpoint, stream)?)),
            _ => Wire::Lines(stream),
        };
        let connection = Self {
            wire,
            partial: Vec::new(),
            lines: VecDeque::new(),
            pinged: Instant::now(),
            unanswered: 0,
        };
        let socket = match &connection.wire {
            Wire::Lines(stream) => stream.socket(),
            Wire::Frames(socket) => socket.get_ref().socket(),
        };
        socket.set_read_timeout(Some(TURN)).map_err(Lost::because)?;
        Ok(connection)
    }

    /// The next line; `None` if none came for a moment.
    pub(super) fn receive(&mut self) -> Result<Option<String>, Lost> {
        if self.lines.is_empty() && self.read()? {
            self.unanswered = 0;
            self.split_lines()?;
        }
        if self.pinged.elapsed() >= PING_EVERY {
            if self.unanswered == MOST_UNANSWERED {
                return Err(Lost("the server did not answer".to_owned()));
            }
            self.unanswered += 1;
            self.pinged = Instant::now();
            self.send("PING")?;
        }
        Ok(self.lines.pop_front())
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: impl fmt::Display) -> Result<(), Lost> {
        let line = format!("{line}\n");
        match &mut self.wire {
            Wire::Lines(stream) => {
                let written = stream.write_all(line.as_bytes());
                written.and_then(|()| stream.flush()).map_err(Lost::because)
            }
            Wire::Frames(socket) => socket.send(Message::text(line)).map_err(Lost::because),
        }
    }

    /// Reads what is available, and returns whether there was anything.
    fn read(&mut self) -> Result<bool, Lost> {
        match &mut self.wire {
            Wire::Lines(stream) => {
                let mut buffer = [0; 4096];
                match stream.read(&mut buffer) {
                    Ok(0) => return Err(Lost::closed()),
                    Ok(read) => self.partial.extend_from_slice(&buffer[..read]),
                    Err(error) => return none_yet(&error),
                }
            }
            Wire::Frames(socket) => match socket.read() {
                Ok(message @ (Message::Text(_) | Message::Binary(_))) => {
                    self.partial.extend_from_slice(&message.into_data());
                    // A message holds whole lines, the last with or without its end.
                    self.partial.push(b'\n');
                }
                Ok(Message::Close(_)) | Err(Error::ConnectionClosed | Error::AlreadyClosed) => {
                    return Err(Lost::closed());
                }
                Ok(_) => {}
                Err(Error::Io(error)) => return none_yet(&error),
                Err(error) => return Err(Lost::because(error)),
            },
        }
        Ok(true)
    }

    fn split_lines(&mut self) -> Result<(), Lost> {
        while let Some(end) = self.partial.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.partial.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if !line.is_empty() {
                self.lines.push_back(line);
            }
        }
        if self.partial.len() > LONGEST_LINE {
            return Err(Lost(format!("a line of more than {LONGEST_LINE} bytes")));
        }
        Ok(())
    }
}

/// Turns a connection into a WebSocket, as the page of playtak.com does.
fn upgrade(endpoint: &Endpoint, stream: Stream) -> Result<WebSocket<Stream>, Lost> {
    let uri = format!("ws://{}{}", endpoint.authority(), endpoint.path);
    let uri: Uri = uri.parse().map_err(Lost::because)?;
    let request = ClientRequestBuilder::new(uri).with_sub_protocol("binary");
    match client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(HandshakeError::Interrupted(_)) => Err(Lost("no answer to the handshake".to_owned())),
        Err(HandshakeError::Failure(error)) => Err(Lost::because(error)),
    }
}

/// Whether a failed read only means that nothing has arrived yet: Unix reports the one error,
/// Windows the other.
fn none_yet(error: &io::Error) -> Result<bool, Lost> {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => Ok(false),
        ErrorKind::UnexpectedEof => Err(Lost::closed()),
        _ => Err(Lost::because(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// A connection to a silent server, last pinged this long ago.
    fn silent(unanswered: u32, ago: Duration) -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("tcp://{}", listener.local_addr().unwrap());
        let trust = TrustedCertificates::new(None).unwrap();
        let mut connection = Connection::open(&endpoint.parse().unwrap(), &trust).unwrap();
        connection.pinged = Instant::now().checked_sub(ago).unwrap();
        connection.unanswered = unanswered;
        (connection, listener.accept().unwrap().0)
    }

    /// While the program was suspended, the server was not pinged.
    #[test]
    fn only_pings_without_an_answer_are_a_silence() {
        let (mut connection, mut server) = silent(0, PING_EVERY * 4);
        assert_eq!(connection.receive().unwrap(), None);
        let mut ping = [0; 5];
        server.read_exact(&mut ping).unwrap();
        assert_eq!((&ping, connection.unanswered), (b"PING\n", 1));
        server.write_all(b"OK\n").unwrap();
        while connection.receive().unwrap().is_none() {}
        assert_eq!(connection.unanswered, 0);

        let (mut connection, _server) = silent(MOST_UNANSWERED, PING_EVERY);
        assert!(connection.receive().is_err());
    }

    #[test]
    fn addresses_are_read_and_written() {
        for (text, host, port) in [
            ("wss://playtak.com/ws", "playtak.com", 443),
            ("tcp://localhost:1234/", "localhost", 1234),
            ("ws://[::1]:9999/ws", "::1", 9999),
            ("https://api.playtak.com/v1/ratings", "api.playtak.com", 443),
        ] {
            let endpoint: Endpoint = text.parse().unwrap();
            assert_eq!((&*endpoint.host, endpoint.port), (host, port));
            assert_eq!(endpoint.to_string(), text);
        }
        assert_eq!("tcp://a".parse::<Endpoint>().unwrap().port, 10_000);
        assert_eq!("ws://[::1]".parse::<Endpoint>().unwrap().port, 9999);
        for wrong in ["", "playtak.com", "ftp://a", "ws://", "ws://a:b", "ws://u@a", "ws://a/ b"] {
            assert!(wrong.parse::<Endpoint>().is_err(), "{wrong}");
        }
    }
}
