//! Answers in HTTP to requests that ask for no WebSocket, or not in the right way. A
//! person who opens the address in a browser gets a page.

use std::fmt::Write;
use std::net::TcpStream;

use tak_search::tei::Announce;
use tungstenite::error::ProtocolError;

use super::guide::{self, PTN_NINJA_PORT};

/// The answer to a request, `None` if it was not one.
pub(super) fn answer(
    problem: &ProtocolError,
    is_head: bool,
    stream: &TcpStream,
    announce: Announce,
) -> Option<String> {
    let refusal = |status, header, text: &str| Some(response(status, header, "plain", text));
    let page = || {
        let port = stream.local_addr().map_or(PTN_NINJA_PORT, |address| address.port());
        response("200 OK", "", "html", &greeting(port, announce))
    };
    match problem {
        ProtocolError::MissingConnectionUpgradeHeader
        | ProtocolError::MissingUpgradeWebSocketHeader => Some(page()),
        // The same as for GET, without the page.
        ProtocolError::WrongHttpMethod if is_head => {
            page().split_inclusive("\r\n\r\n").next().map(str::to_owned)
        }
        // Empty, since a HEAD that came in pieces takes no text.
        ProtocolError::WrongHttpMethod => {
            refusal("405 Method Not Allowed", "Allow: GET, HEAD\r\n", "")
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

fn response(status: &str, header: &str, kind: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\n{header}Content-Type: text/{kind}; charset=utf-8\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// Where to click, for a person.
fn greeting(port: u16, announce: Announce) -> String {
    let mut steps = String::new();
    for step in guide::steps(port, announce) {
        let step = step.replace(guide::PAGE, &format!("<a href=\"{0}\">{0}</a>", guide::PAGE));
        let _ = writeln!(steps, "<li>{step}.</li>");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Tak engine</title>\n\
         <h1>A Tak engine runs here</h1>\n\
         <p>It analyses games for pages, over WebSocket. To use it on this machine:</p>\n\
         <ol>\n{steps}</ol>\n</html>\n"
    )
}
