//! From a connection to a client: the HTTP request that asks for a WebSocket.
//!
//! Chromium asks its user before a page may reach this machine, without a
//! request of its own that a server would have to answer; a page needs no other
//! header either. So `Origin` is all there is to judge.

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use tak_encoding::excerpt;
use tungstenite::error::ProtocolError;
use tungstenite::handshake::HandshakeError;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::{HeaderValue, StatusCode};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, accept_hdr_with_config};

use super::clients::Client;
use super::origin::AllowedOrigin;
use super::patient::Patient;
use super::strangers::Stranger;
use super::{Server, guide};

/// A request must be complete by then, and its answer taken.
const TIME: Duration = Duration::from_secs(5);

/// For people who open the address in a browser.
const HINT: &str = "\
This is a Tak engine. It speaks TEI over WebSocket, not HTTP.
To analyse with it, open https://ptn.ninja and connect to it there, as the
terminal tells in which it runs.
";

/// Why a request is turned down.
#[derive(Clone, Copy)]
enum Refusal {
    /// It names its page twice, or not in ASCII.
    Unreadable,
    /// It comes from a page that is not allowed.
    Forbidden,
    /// There are enough clients.
    Full,
}

/// Reads the request and answers it. If this makes a client, returns it and the
/// words for where it comes from.
pub(super) fn admit<'a>(
    stream: &Arc<TcpStream>,
    server: &'a Server,
    stranger: &Stranger,
) -> Option<(Client<'a>, String)> {
    let mut admitted = None;
    #[expect(clippy::result_large_err, reason = "the library's own type")]
    let answer = |request: &Request, response: Response| {
        stranger.has_asked();
        admitted = Some(judge(request, stream, server)?);
        Ok(response)
    };
    let patient = Patient::new(stream, TIME);
    // The answers are small, and each is waited for.
    let _ = stream.set_nodelay(true);
    // The library's socket is of no use: reading and writing get one each.
    let config = WebSocketConfig::default().read_buffer_size(0);
    match accept_hdr_with_config(patient, answer, Some(config)) {
        Ok(_) => admitted,
        Err(HandshakeError::Failure(Error::Protocol(
            ProtocolError::MissingConnectionUpgradeHeader
            | ProtocolError::MissingUpgradeWebSocketHeader,
        ))) => {
            let _ = greet(patient);
            None
        }
        // Refused, no HTTP at all, or too slow.
        Err(_) => None,
    }
}

/// Lets a client in, or tells why not.
fn judge<'a>(
    request: &Request,
    stream: &Arc<TcpStream>,
    server: &'a Server,
) -> Result<(Client<'a>, String), Refusal> {
    let mut origins = request.headers().get_all("Origin").iter();
    let origin = match (origins.next(), origins.next()) {
        (None, _) => None,
        (Some(origin), None) => Some(origin.to_str().map_err(|_| Refusal::Unreadable)?),
        _ => return Err(Refusal::Unreadable),
    };
    // Who sends none is no browser, and could send any.
    if let Some(origin) = origin
        && !server.origins.allow(origin)
    {
        tell_refused(origin, server);
        return Err(Refusal::Forbidden);
    }
    let Some(client) = server.clients.admit(stream) else {
        let most = server.clients.most();
        guide::note(&format!(
            "sent a client away: {most} of {most} are there; --max-clients allows more"
        ));
        return Err(Refusal::Full);
    };
    Ok((client, origin.map_or("a program".to_owned(), excerpt)))
}

/// Tells the person at the terminal, once, and what to do if this was a mistake.
fn tell_refused(origin: &str, server: &Server) {
    if !server.origins.is_news(origin) {
        return;
    }
    // What is shown may be copied into a shell: only what means nothing there.
    match origin.parse() {
        Ok(AllowedOrigin::One(origin)) => guide::note(&format!(
            "refused a page from {origin}; if you trust it: --allow-origin {origin}"
        )),
        _ => guide::note(&format!("refused a page from {}", excerpt(origin))),
    }
}

impl From<Refusal> for ErrorResponse {
    fn from(refusal: Refusal) -> Self {
        let (status, text) = match refusal {
            Refusal::Unreadable => (StatusCode::BAD_REQUEST, "expected one readable Origin"),
            Refusal::Forbidden => (
                StatusCode::FORBIDDEN,
                "pages from your address may not use this engine",
            ),
            Refusal::Full => (
                StatusCode::SERVICE_UNAVAILABLE,
                "the engine has no room for another client",
            ),
        };
        let mut response = Self::new(Some(format!("{text}\n")));
        *response.status_mut() = status;
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert("Connection", close);
        response
    }
}

/// Answers a request that asks for no WebSocket.
fn greet(mut stream: Patient<'_>) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{HINT}",
        HINT.len()
    )
}
