//! From a connection to a client: the HTTP request that asks for a WebSocket.
//!
//! Chromium asks its user before a page may reach this machine, but sends no preflight request for
//! the server to answer, and needs no other header. So `Origin` is all there is to check.

use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use tak_encoding::excerpt;
use tungstenite::handshake::HandshakeError;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::{HeaderValue, StatusCode};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, accept_hdr_with_config};

use super::clients::Client;
use super::pending::PendingConnection;
use super::recorded::Recorded;
use super::{Server, guide, page};
use tak_terminal::serve::deadline::DeadlineStream;
use tak_terminal::serve::origin::AllowedOrigin;

/// The time within which a request must be complete and its answer sent.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Why a request is refused.
#[derive(Clone, Copy)]
enum Refusal {
    /// Its origin is given twice, or is not ASCII.
    Unreadable,
    /// It comes from a page that may not connect.
    Forbidden,
    /// There is no room for another client.
    Full,
}

/// Reads the request and answers it. If the client is admitted, returns it, and where it comes
/// from, in words.
pub(super) fn admit<'a>(
    stream: &Arc<TcpStream>,
    server: &'a Server,
    pending: &PendingConnection,
) -> Option<(Client<'a>, String)> {
    let mut admitted = None;
    #[expect(clippy::result_large_err, reason = "the library's own type")]
    let answer = |request: &Request, response: Response| {
        pending.request_arrived();
        admitted = Some(judge(request, stream, server)?);
        Ok(response)
    };
    let mut http = DeadlineStream::new(stream, TIMEOUT);
    // Answers are small, and a client waits for each.
    let _ = stream.set_nodelay(true);
    if first_byte(&mut http) == TLS_HANDSHAKE {
        server.tell_of_tls();
        let _ = http.write_all(&TLS_ALERT);
        let _ = stream.shutdown(Shutdown::Write);
        http.drain();
        return None;
    }
    // The returned socket is not used: reading and writing get one each.
    let config = WebSocketConfig::default().read_buffer_size(0);
    let mut recorded = Recorded::new(http);
    match accept_hdr_with_config(&mut recorded, answer, Some(config)) {
        Ok(_) => admitted,
        Err(HandshakeError::Failure(problem)) => {
            let (origins, announce) = (&server.origins, server.profile.announce);
            let answer = match (problem, recorded.request()) {
                (Error::Capacity(_), _) => Some(page::too_large()),
                (Error::Protocol(problem), Some(request)) => {
                    page::answer(&problem, &request, origins, stream, announce)
                }
                _ => None,
            };
            if let Some(answer) = answer
                && pending.request_arrived()
                && http.write_all(&answer.into_bytes()).is_ok()
            {
                let _ = stream.shutdown(Shutdown::Write);
                http.drain();
            }
            None
        }
        // Refused, not HTTP at all, or too slow.
        Err(_) => None,
    }
}

/// The first byte of a TLS handshake; no HTTP request begins with it.
const TLS_HANDSHAKE: u8 = 0x16;

/// Tells a client that there is no TLS here, so that it does not keep waiting.
const TLS_ALERT: [u8; 7] = [0x15, 3, 1, 0, 2, 2, 40];

/// The first byte, to recognize TLS; zero if nothing has arrived yet.
fn first_byte(http: &mut DeadlineStream<'_>) -> u8 {
    let mut first = [0];
    let _ = http.peek(&mut first); // reading the request meets the same error
    first[0]
}

/// Admits a client, or says why not.
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
    // A client without one is not a browser, and could send anything.
    if let Some(origin) = origin
        && !server.origins.allow(origin)
    {
        report_refused(origin, server);
        return Err(Refusal::Forbidden);
    }
    let Some(client) = server.clients.admit(stream) else {
        let max = server.clients.max();
        guide::note(&format!(
            "sent a client away: {max} of {max} are connected; --max-clients allows more"
        ));
        return Err(Refusal::Full);
    };
    Ok((client, origin.map_or("a program".to_owned(), excerpt)))
}

/// Tells the person at the terminal, once for each page, with the option that allows it.
fn report_refused(origin: &str, server: &Server) {
    if !server.origins.is_news(origin) {
        return;
    }
    // This may be pasted into a shell, so only harmless text is shown.
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
            Refusal::Forbidden => {
                (StatusCode::FORBIDDEN, "pages from your address may not use this engine")
            }
            Refusal::Full => {
                (StatusCode::SERVICE_UNAVAILABLE, "the engine has no room for another client")
            }
        };
        let mut response = Self::new(Some(format!("{text}\n")));
        *response.status_mut() = status;
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert("Connection", close);
        response
    }
}
