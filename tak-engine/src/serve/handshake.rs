//! From a connection to a client: a request for a WebSocket is judged, any other is answered, and
//! then the connection may bring another: a page is many files.
//!
//! Chromium asks its user before a page may reach this machine, but sends no preflight request for
//! the server to answer, and needs no other header. So `Origin` is all there is to check.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use tak_encoding::excerpt;
use tak_terminal::serve::deadline::DeadlineStream;
use tak_terminal::serve::http::{
    Answer, Connection, Method, Request, StatusCode, header, stays_open,
};
use tungstenite::Error;
use tungstenite::error::ProtocolError;
use tungstenite::handshake::server::{create_response_with_body, write_response};

use super::clients::Client;
use super::pending::PendingConnection;
use super::{Server, guide, page, pictures};

/// The time within which a request must be complete, and then its answer sent.
const TIMEOUT: Duration = Duration::from_secs(5);

/// How long a connection may be idle between two requests.
const IDLE: Duration = Duration::from_secs(5);

/// Reads requests and answers them, until a client is admitted or the connection ends. Returns the
/// client, and where it comes from, in words.
pub(super) fn admit<'a>(
    stream: &Arc<TcpStream>,
    server: &'a Server,
    pending: &PendingConnection,
) -> Option<(Client<'a>, String)> {
    let mut http = DeadlineStream::new(stream, TIMEOUT);
    // Answers are small, and a client waits for each.
    let _ = stream.set_nodelay(true);
    if first_byte(&mut http) == TLS_HANDSHAKE {
        server.tell_of_tls();
        let _ = http.write_all(&TLS_ALERT);
        http.finish();
        return None;
    }
    let mut connection = Connection::new(http);
    loop {
        let request = connection.request()?;
        if !pending.request_arrived() {
            return None; // it has had its answer
        }
        let stays_open = request.as_ref().is_ok_and(may_ask_again);
        let wants_head = request.as_ref().is_ok_and(|request| request.method() == Method::HEAD);
        let answer = match request {
            Ok(request) if asks_for_socket(&request) && connection.has_more() => {
                page::text(StatusCode::BAD_REQUEST, "expected nothing after the request")
            }
            Ok(request) if asks_for_socket(&request) => match judge(&request, stream, server) {
                Ok((accepted, client)) => {
                    http.extend();
                    return http.write_all(&accepted).is_ok().then_some(client);
                }
                Err(answer) => answer,
            },
            Ok(request) => match pictures::wanted(&request) {
                Some(wanted) => wanted.answer(&request, &server.origins),
                None => page::answer(&request, server, stream),
            },
            Err(refusal) => page::text(refusal.status(), &refusal.to_string()),
        };
        // A body would stand where the next answer begins.
        let answer = if wants_head { answer.head_only() } else { answer };
        if !connection.send(&answer, stays_open) {
            return None;
        }
        pending.waits_again();
        if !connection.wait(IDLE) {
            return None;
        }
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

fn asks_for_socket(request: &Request) -> bool {
    let upgrade = header(request, "Upgrade").ok().flatten().unwrap_or_default();
    request.method() == Method::GET && upgrade.eq_ignore_ascii_case("websocket")
}

/// Whether the connection stays open: what follows any other request may be no request.
fn may_ask_again(request: &Request) -> bool {
    page::is_asked(request) && !asks_for_socket(request) && stays_open(request)
}

/// Admits a client, with the bytes that tell it so, or says why not.
fn judge<'a>(
    request: &Request,
    stream: &Arc<TcpStream>,
    server: &'a Server,
) -> Result<(Vec<u8>, (Client<'a>, String)), Answer> {
    let mut accepted = Vec::new();
    create_response_with_body(request, || ())
        .and_then(|response| write_response(&mut accepted, &response))
        .map_err(|problem| malformed(&problem))?;
    let page = server.origins.check_page(request, guide::note);
    let page = page.map_err(|refusal| page::text(refusal.status(), &refusal.to_string()))?;
    let Some(client) = server.clients.admit(stream) else {
        let max = server.clients.max();
        guide::note(&format!(
            "sent a client away: {max} of {max} are connected; --max-clients allows more"
        ));
        let text = "the engine has no room for another client";
        return Err(page::text(StatusCode::SERVICE_UNAVAILABLE, text));
    };
    Ok((accepted, (client, page.map_or("a program".to_owned(), excerpt))))
}

/// The answer to a request for a WebSocket that is none.
fn malformed(problem: &Error) -> Answer {
    let bad = |text| page::text(StatusCode::BAD_REQUEST, text);
    match problem {
        Error::Protocol(ProtocolError::WrongHttpVersion) => {
            page::text(StatusCode::HTTP_VERSION_NOT_SUPPORTED, "expected HTTP/1.1")
        }
        Error::Protocol(ProtocolError::MissingConnectionUpgradeHeader) => {
            bad("expected Connection: Upgrade")
        }
        Error::Protocol(ProtocolError::MissingSecWebSocketVersionHeader) => {
            page::text(StatusCode::UPGRADE_REQUIRED, "expected version 13 of WebSocket")
                .with("Upgrade", "websocket")
                .with("Sec-WebSocket-Version", 13)
        }
        _ => bad("expected a Sec-WebSocket-Key of 16 bytes in base64"),
    }
}
