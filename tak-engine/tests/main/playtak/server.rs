//! A server for one bot that speaks as the public one does, word by word, and
//! says what a test tells it to.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tak_encoding::{Color, HalfKomi, Move, Opening, Position, Rules};
use tungstenite::handshake::server::{Request, Response};
use tungstenite::{Message, WebSocket, accept_hdr};

/// Nobody waits longer for the other.
const PATIENCE: Duration = Duration::from_mins(1);

/// How the bot is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wire {
    Tcp,
    Tls,
    Ws,
    Wss,
}

pub(crate) fn certificate() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls/localhost.crt")
}

pub(crate) struct Server {
    listener: TcpListener,
    wire: Wire,
}

impl Server {
    pub(crate) fn start(wire: Wire) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self { listener, wire }
    }

    pub(crate) fn url(&self) -> String {
        let scheme = match self.wire {
            Wire::Tcp => "tcp",
            Wire::Tls => "tls",
            Wire::Ws => "ws",
            Wire::Wss => "wss",
        };
        format!("{scheme}://{}/ws", self.listener.local_addr().unwrap())
    }

    /// The next connection, with its bot.
    pub(crate) fn accept(&self) -> Client {
        self.meet().expect("the handshake")
    }

    /// The next connection; nothing if there is no agreement about it.
    pub(crate) fn meet(&self) -> Option<Client> {
        let start = Instant::now();
        let socket = loop {
            match self.listener.accept() {
                Ok((socket, _)) => break socket,
                Err(_) => assert!(start.elapsed() < PATIENCE, "nobody has come"),
            }
            thread::sleep(Duration::from_millis(5));
        };
        socket.set_nonblocking(false).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        Client::new(socket, self.wire)
    }
}

/// A socket on which reads go on after the program was suspended: on Linux that breaks
/// off those with a timeout.
struct Steady(TcpStream);

impl Read for Steady {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }
}

impl Write for Steady {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

trait Duplex: Read + Write {}
impl<T: Read + Write> Duplex for T {}

enum Talk {
    Lines(Box<dyn Duplex>),
    Frames(Box<WebSocket<Box<dyn Duplex>>>),
}

/// The bot as the server sees it.
pub(crate) struct Client {
    talk: Talk,
    socket: TcpStream,
    bytes: Vec<u8>,
}

impl Client {
    fn new(socket: TcpStream, wire: Wire) -> Option<Self> {
        let own = socket.try_clone().unwrap();
        let socket = Steady(socket);
        let stream: Box<dyn Duplex> = match wire {
            Wire::Tcp | Wire::Ws => Box::new(socket),
            Wire::Tls | Wire::Wss => {
                let session = ServerConnection::new(tls()).unwrap();
                Box::new(StreamOwned::new(session, socket))
            }
        };
        let talk = match wire {
            Wire::Tcp | Wire::Tls => Talk::Lines(stream),
            Wire::Ws | Wire::Wss => {
                #[expect(clippy::result_large_err, reason = "theirs")]
                let answer = |_: &Request, mut response: Response| {
                    let name = "binary".parse().unwrap();
                    response.headers_mut().insert("Sec-WebSocket-Protocol", name);
                    Ok(response)
                };
                Talk::Frames(Box::new(accept_hdr(stream, answer).ok()?))
            }
        };
        Some(Self { talk, socket: own, bytes: Vec::new() })
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_raw(&format!("{line}\n"));
    }

    /// Sends what need not be a whole line.
    pub(crate) fn send_raw(&mut self, text: &str) {
        // The bot may be gone already, which is for the test to find out.
        match &mut self.talk {
            Talk::Lines(stream) => {
                let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
            }
            Talk::Frames(socket) => drop(socket.send(Message::binary(text.to_owned()))),
        }
    }

    /// The next line, pings included; nothing at the end.
    pub(crate) fn read_any(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.bytes.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.bytes.drain(..=end).collect();
                return Some(String::from_utf8(line).unwrap().trim_end_matches('\n').to_owned());
            }
            match &mut self.talk {
                Talk::Lines(stream) => {
                    let mut buffer = [0; 1024];
                    let read = stream.read(&mut buffer).ok().filter(|&read| read > 0)?;
                    self.bytes.extend_from_slice(&buffer[..read]);
                }
                Talk::Frames(socket) => match socket.read().ok()? {
                    Message::Close(_) => return None,
                    message => self.bytes.extend_from_slice(&message.into_data()),
                },
            }
        }
    }

    /// The next line; pings are answered.
    pub(crate) fn read(&mut self) -> String {
        loop {
            let line = self.read_any().expect("the bot has left");
            if line != "PING" {
                return line;
            }
            self.send("OK");
        }
    }

    /// The next line that begins like this; what comes before it does not count.
    pub(crate) fn wait_for(&mut self, start: &str) -> String {
        loop {
            let line = self.read();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Greets, and returns what the bot logs in with.
    pub(crate) fn greet(&mut self) -> String {
        self.send("Welcome!");
        self.send("Login or Register");
        assert_eq!(self.read(), concat!("Client tak-engine-", env!("CARGO_PKG_VERSION")));
        self.send("OK");
        assert_eq!(self.read(), "Protocol 4");
        self.send("OK");
        self.read()
    }

    /// Lets the bot in, as a guest or not, with the game that it left behind.
    pub(crate) fn admit(&mut self, name: &str, left: Option<&Table>) {
        let is_guest = name.starts_with("Guest");
        if !is_guest {
            self.send(&format!("Welcome {name}!"));
        }
        if let Some(table) = left {
            table.resume(self);
        }
        if is_guest {
            self.send(&format!("Welcome {name}!"));
        }
        self.send("GameList Add 3 Eve Bob 5 600 10 4 21 1 0 0 0 0");
        self.send("Online 3");
        self.send("OnlinePlayers [\"Ada\", \"Eve\", \"Bob\"]");
    }

    /// Cuts the connection.
    pub(crate) fn cut(self) {
        let _ = self.socket.shutdown(Shutdown::Both);
    }
}

fn tls() -> Arc<ServerConfig> {
    let key = certificate().with_extension("key");
    let certificates = vec![CertificateDer::from_pem_file(certificate()).unwrap()];
    let key = PrivateKeyDer::from_pem_file(key).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider);
    let config = config.with_safe_default_protocol_versions().unwrap();
    Arc::new(config.with_no_client_auth().with_single_cert(certificates, key).unwrap())
}

/// A game of the bot against Ada on 5×5, who plays whatever comes to her mind.
pub(crate) struct Table {
    pub(crate) number: u32,
    pub(crate) bot: Color,
    name: String,
    /// That of the server: 2, or 4 with openings.
    protocol: u8,
    position: Position<5>,
    moves: Vec<String>,
    /// Both clocks, in milliseconds.
    pub(crate) clock: u32,
    random: Rng,
}

impl Table {
    pub(crate) fn new(number: u32, bot: Color, name: &str, protocol: u8) -> Self {
        Self {
            number,
            bot,
            name: name.to_owned(),
            protocol,
            position: Position::with_rules(Rules::with_komi(HalfKomi(4))),
            moves: Vec::new(),
            clock: 600_000,
            random: Rng::with_seed(number.into()),
        }
    }

    /// The same with two black flats at the start.
    pub(crate) fn with_stack(mut self) -> Self {
        let rules = Rules::with_komi(HalfKomi(4));
        self.position =
            Position::with_rules(rules.with_opening(Opening::DoubleBlackStack).unwrap());
        self
    }

    pub(crate) fn start(&self) -> String {
        let (number, name) = (self.number, &self.name);
        let (players, color) = match self.bot {
            Color::White => (format!("{name} vs Ada"), "white"),
            Color::Black => (format!("Ada vs {name}"), "black"),
        };
        let opening = u8::from(self.position.rules().opening() == Opening::DoubleBlackStack);
        let (grows, opening) = match self.protocol {
            2 => (String::new(), String::new()),
            _ => (" 0".to_owned(), format!(" {opening}")),
        };
        format!("Game Start {number} {players} {color} 5 600 10{grows} 4 21 1 0 0 0 0 1{opening}")
    }

    fn clocks(&self) -> String {
        format!("Game#{} Timems {} {}", self.number, self.clock, self.clock)
    }

    fn resume(&self, client: &mut Client) {
        client.send(&self.start());
        for mv in &self.moves {
            client.send(&format!("Game#{} {mv}", self.number));
        }
        client.send(&self.clocks());
        client.send("Message Your game is resumed");
    }

    pub(crate) fn is_bots_turn(&self) -> bool {
        self.position.side_to_move() == self.bot
    }

    /// Whether all have played beyond the opening.
    pub(crate) fn has_begun(&self) -> bool {
        self.moves.len() >= 6
    }

    pub(crate) fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn play(&mut self, text: &str) {
        let mut moves = self.position.legal_moves().into_iter();
        let mv = moves.find(|mv| mv.to_playtak().to_string() == text);
        let mv = mv.unwrap_or_else(|| panic!("{text} is not legal in {}", self.position.to_tps()));
        self.position.play(mv).unwrap();
        self.moves.push(text.to_owned());
    }

    /// Takes a line of the bot that must be its move.
    pub(crate) fn hear(&mut self, line: &str) {
        let mv = line.strip_prefix(&format!("Game#{} ", self.number));
        self.play(mv.unwrap_or_else(|| panic!("{line} is no move")));
    }

    /// Takes the bot's move and answers it.
    pub(crate) fn take(&mut self, line: &str, client: &mut Client) {
        self.hear(line);
        client.send(&self.clocks());
        self.tell_end(client);
        client.send("OK");
    }

    /// Lets the bot move.
    pub(crate) fn bot_moves(&mut self, client: &mut Client) {
        let line = client.wait_for("Game#");
        self.take(&line, client);
    }

    /// A move of Ada, not yet told.
    pub(crate) fn ada_thinks(&mut self) -> String {
        let moves: Vec<Move<5>> = self.position.legal_moves().into_iter().collect();
        let mv = moves[self.random.usize(..moves.len())].to_playtak().to_string();
        self.play(&mv);
        format!("Game#{} {mv}", self.number)
    }

    /// Lets Ada move.
    pub(crate) fn ada_moves(&mut self, client: &mut Client) {
        client.send(&self.clocks());
        let line = self.ada_thinks();
        client.send(&line);
        self.tell_end(client);
    }

    fn tell_end(&self, client: &mut Client) {
        if let Some(outcome) = self.position.outcome() {
            client.send(&format!("Game#{} Over {outcome}", self.number));
            client
                .send(&format!("GameList Remove {} Ada Bot 5 600 10 4 21 1 0 0 0 0", self.number));
        }
    }

    /// Plays one move.
    pub(crate) fn go_on(&mut self, client: &mut Client) {
        if self.is_bots_turn() { self.bot_moves(client) } else { self.ada_moves(client) }
    }

    /// Plays to the end.
    pub(crate) fn finish(&mut self, client: &mut Client) {
        while !self.is_over() {
            self.go_on(client);
        }
    }
}
