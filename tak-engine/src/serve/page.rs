//! HTTP answers to requests that do not ask for a WebSocket, or not correctly. A person who opens
//! the address in a browser gets a board.

use std::fmt::Write;
use std::net::TcpStream;

use tak_encoding::excerpt;
use tak_tei::Announce;
use tungstenite::error::ProtocolError;

use super::board::{self, Keep, policy};
use super::guide::{self, PTN_NINJA_PORT};
use super::recorded::Request;
use super::theme::Theme;
use tak_terminal::serve::origin::Origins;

/// How to use the engine from PTN Ninja.
pub(super) const GUIDE: &str = "/ptn-ninja";

/// An answer: head and body.
pub(super) struct Response {
    head: String,
    body: Vec<u8>,
}

impl Response {
    fn new(status: &str, header: &str, kind: &str, body: &[u8]) -> Self {
        Self::kept(status, header, kind, body, Keep::Never)
    }

    /// One that a browser may keep.
    fn kept(status: &str, header: &str, kind: &str, body: &[u8], keep: Keep) -> Self {
        let length = body.len();
        let keep = match keep {
            Keep::Never => "no-cache",
            Keep::Always => "max-age=31536000, immutable",
        };
        // No Cross-Origin-Opener-Policy: it makes browsers begin a process for each visit, which
        // takes as long as the first paint. The page does not listen to who opened it.
        let head = format!(
            "HTTP/1.1 {status}\r\n{header}Content-Type: {kind}\r\nContent-Length: {length}\r\n\
             Content-Security-Policy: {}\r\nX-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Cache-Control: {keep}\r\nConnection: close\r\n\r\n",
            policy()
        );
        Self { head, body: body.to_vec() }
    }

    fn text(status: &str, header: &str, text: &str) -> Self {
        Self::new(status, header, "text/plain; charset=utf-8", text.as_bytes())
    }

    /// The answer as sent.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        [self.head.into_bytes(), self.body].concat()
    }
}

/// The answer to a request that failed as a WebSocket handshake in this way, `None` if it was not a
/// request at all.
pub(super) fn answer(
    problem: &ProtocolError,
    request: &Request,
    origins: &Origins,
    stream: &TcpStream,
    announce: Announce,
) -> Option<Response> {
    let refusal = |status, header, text| Some(Response::text(status, header, text));
    match problem {
        ProtocolError::MissingConnectionUpgradeHeader
        | ProtocolError::MissingUpgradeWebSocketHeader => {
            Some(page(request, origins, stream, announce))
        }
        // The same as for GET, without the page.
        ProtocolError::WrongHttpMethod if request.is_head => {
            let answer = page(request, origins, stream, announce);
            Some(Response { body: Vec::new(), ..answer })
        }
        ProtocolError::WrongHttpMethod => {
            refusal("405 Method Not Allowed", "Allow: GET, HEAD\r\n", "expected GET or HEAD\n")
        }
        ProtocolError::WrongHttpVersion => {
            refusal("505 HTTP Version Not Supported", "", "expected HTTP/1.1\n")
        }
        ProtocolError::MissingSecWebSocketVersionHeader => refusal(
            "426 Upgrade Required",
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
            "expected version 13 of WebSocket\n",
        ),
        ProtocolError::MissingSecWebSocketKey | ProtocolError::InvalidSecWebSocketKey => {
            refusal("400 Bad Request", "", "expected a Sec-WebSocket-Key of 16 bytes in base64\n")
        }
        ProtocolError::JunkAfterRequest => {
            refusal("400 Bad Request", "", "expected nothing after the request\n")
        }
        _ => None,
    }
}

/// The answer to a head that is too long or has too many lines.
pub(super) fn too_large() -> Response {
    let text = "expected a request with fewer or shorter headers\n";
    Response::text("431 Request Header Fields Too Large", "", text)
}

/// A file of the board, or the guide. The page is served only under names from which it may
/// connect: any other name for this machine could be somebody else's invention (DNS rebinding).
fn page(request: &Request, origins: &Origins, stream: &TcpStream, announce: Announce) -> Response {
    let Some(host) = &request.host else {
        return Response::text("400 Bad Request", "", "expected one readable Host\n");
    };
    if !origins.knows_host(host) {
        let text = format!(
            "This engine does not know itself as {}. If that is its address, it takes \
             `serve --allow-origin` with scheme and host.\n",
            excerpt(host)
        );
        return Response::text("403 Forbidden", "", &text);
    }
    if request.path.split('?').next() == Some(GUIDE) {
        let port = stream.local_addr().map_or(PTN_NINJA_PORT, |address| address.port());
        let guide = guide_page(port, announce);
        return Response::new("200 OK", "", "text/html; charset=utf-8", guide.as_bytes());
    }
    match board::file(&request.path) {
        Some((file, keep)) => {
            let contents = file.contents(Theme::chosen(&request.cookies));
            Response::kept("200 OK", "", file.kind, &contents, keep)
        }
        None => Response::text("404 Not Found", "", "not found; the board is at /\n"),
    }
}

/// Where to click in PTN Ninja, as a page.
fn guide_page(port: u16, announce: Announce) -> String {
    let mut steps = String::new();
    for step in guide::steps(port, announce) {
        let step = step.replace(guide::PAGE, &format!("<a href=\"{0}\">{0}</a>", guide::PAGE));
        let _ = writeln!(steps, "<li>{step}.</li>");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"icon.svg\">\n<link rel=\"stylesheet\" href=\"style.css\">\n\
         <title>The Tak engine in PTN Ninja</title>\n<main class=\"guide\">\n\
         <h1>The Tak engine in PTN Ninja</h1>\n\
         <p>It analyses games for pages, over WebSocket. To use it on this machine:</p>\n\
         <ol>\n{steps}</ol>\n<p>Or play and analyse on <a href=\"/\">a board of its own</a>.</p>\n\
         </main>\n</html>\n"
    )
}
