//! The engine behind a WebSocket.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::HandshakeError;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket, client};

use super::{Client, PATIENCE, Peer, Server, Silence};

/// A connection to a [`Server`].
pub struct Socket {
    stream: WebSocket<TcpStream>,
    /// What has come and not been heard yet.
    lines: VecDeque<(Instant, Vec<u8>)>,
    /// How the other side has closed, once it has; `Status` if it does not say.
    closed: Option<CloseCode>,
}

impl Client<Socket> {
    /// Connects as a page of PTN Ninja does, and says nothing.
    pub fn connect(server: &Server) -> Self {
        Self::connect_to(server.address())
    }

    /// Connects to a server by its address, see [`connect`](Self::connect).
    pub fn connect_to(address: SocketAddr) -> Self {
        let socket = Socket::open(address, Some("https://ptn.ninja"));
        Self::with(socket.expect("a connection"))
    }

    /// Waits for the server to close the connection, and returns its reason:
    /// `Status` if it names none.
    pub fn close_code(mut self) -> CloseCode {
        while self.hear(Instant::now() + PATIENCE).is_ok() {}
        self.peer.closed.unwrap_or_else(|| self.fail("the connection stays open"))
    }

    /// The socket, for what is no line of TEI.
    pub fn socket(&mut self) -> &mut WebSocket<TcpStream> {
        &mut self.peer.stream
    }
}

impl Socket {
    /// Opens a connection, for a page of that origin or for no page.
    ///
    /// # Errors
    ///
    /// If the server refuses it.
    pub fn open(address: SocketAddr, origin: Option<&str>) -> Result<Self, Box<Error>> {
        let url = format!("ws://{address}/");
        let mut request = url.into_client_request().expect("an address");
        if let Some(origin) = origin {
            let origin = origin.parse().expect("the text of a header");
            request.headers_mut().insert("Origin", origin);
        }
        let stream = TcpStream::connect(address).expect("a server");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time above zero");
        stream.set_nodelay(true).expect("an open socket");
        let (socket, _) = client(request, stream).map_err(|error| match error {
            HandshakeError::Failure(error) => Box::new(error),
            HandshakeError::Interrupted(_) => panic!("no answer to the handshake"),
        })?;
        Ok(Self { stream: socket, lines: VecDeque::new(), closed: None })
    }

    /// Keeps the lines of a message. Each is whole: one client joins none.
    fn keep(&mut self, text: &str) {
        let at = Instant::now();
        assert!(text.ends_with('\n'), "half a line: {text:?}");
        let lines = text.lines().map(|line| (at, line.as_bytes().to_vec()));
        self.lines.extend(lines);
    }
}

impl Peer for Socket {
    fn send_line(&mut self, line: &[u8]) {
        let text = String::from_utf8(line.to_vec()).expect("text");
        // A closed connection is noticed where nothing more is heard.
        let _ = self.stream.send(Message::text(text));
    }

    fn hear(&mut self, deadline: Instant) -> Result<(Instant, Vec<u8>), Silence> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(line);
            }
            if self.closed.is_some() {
                return Err(Silence::End);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let left = left.max(Duration::from_millis(1));
            let stream = self.stream.get_ref();
            stream.set_read_timeout(Some(left)).expect("a time above zero");
            match self.stream.read() {
                Ok(Message::Text(text)) => self.keep(&text),
                Ok(Message::Binary(_)) => panic!("the engine sends text"),
                Ok(Message::Close(frame)) => {
                    let code = frame.map(|frame| frame.code);
                    self.closed = Some(code.unwrap_or(CloseCode::Status));
                }
                Ok(_) => {}
                Err(Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Err(Silence::Pause);
                }
                // The test was suspended, and goes on.
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Silence::End),
            }
        }
    }

    fn end_input(&mut self) {
        let _ = self.stream.close(None);
    }

    fn end(&mut self) -> Result<(), String> {
        match self.closed {
            Some(CloseCode::Status | CloseCode::Normal) => {}
            other => return Err(format!("closed with {other:?}")),
        }
        // The server closes first, so that the client can leave at once.
        match self.stream.read() {
            Err(Error::ConnectionClosed) => Ok(()),
            other => Err(format!("instead of the end: {other:?}")),
        }
    }

    fn errors(&self) -> String {
        String::new()
    }
}
