//! Answers to requests that do not ask for a WebSocket. A person who opens the address in a browser
//! gets a board.

use std::borrow::Cow;
use std::fmt::Write;
use std::net::TcpStream;

use tak_tei::Announce;
use tak_terminal::serve::http::{Answer, Method, Request, StatusCode};

use super::board::{self, Keep, policy};
use super::guide::{self, PTN_NINJA_PORT};
use super::{Server, theme};

/// How to use the engine from PTN Ninja.
const GUIDE: &str = "/ptn-ninja";

/// The media type of a page.
const HTML: &str = "text/html; charset=utf-8";

/// An answer that a browser may keep for so long.
pub(super) fn kept(status: StatusCode, kind: &str, body: Cow<'static, [u8]>, keep: Keep) -> Answer {
    let keep = match keep {
        Keep::Never => "no-cache",
        Keep::Always => "max-age=31536000, immutable",
    };
    // No Cross-Origin-Opener-Policy: it makes browsers begin a process for each visit, which
    // takes as long as the first paint. The page does not listen to who opened it.
    Answer::new(status, kind, body)
        .with("Content-Security-Policy", policy())
        .with("Referrer-Policy", "no-referrer")
        .with("Cross-Origin-Resource-Policy", "same-origin")
        .with("Cache-Control", keep)
}

/// A line of text.
pub(super) fn text(status: StatusCode, line: &str) -> Answer {
    let body = format!("{line}\n").into_bytes();
    kept(status, "text/plain; charset=utf-8", body.into(), Keep::Never)
}

/// A file of the board, or the guide. The page is served only under names from which it may
/// connect: any other name for this machine could be somebody else's invention (DNS rebinding).
pub(super) fn answer(request: &Request, server: &Server, stream: &TcpStream) -> Answer {
    if !is_asked(request) {
        let answer = text(StatusCode::METHOD_NOT_ALLOWED, "expected GET or HEAD");
        return answer.with("Allow", "GET, HEAD");
    }
    match server.origins.check_host(request) {
        Ok(()) => page(request, server, stream),
        Err(refusal) => text(refusal.status(), &refusal.to_string()),
    }
}

/// Whether a request asks for something and brings nothing.
pub(super) fn is_asked(request: &Request) -> bool {
    [Method::GET, Method::HEAD].contains(request.method())
}

fn page(request: &Request, server: &Server, stream: &TcpStream) -> Answer {
    let path = request.uri().path();
    if path == GUIDE {
        let port = stream.local_addr().map_or(PTN_NINJA_PORT, |address| address.port());
        let guide = guide_page(port, server.profile.announce).into_bytes();
        return kept(StatusCode::OK, HTML, guide.into(), Keep::Never);
    }
    match board::file(path) {
        Some((file, keep)) => {
            kept(StatusCode::OK, file.kind, file.contents(theme::chosen(request)), keep)
        }
        None => text(StatusCode::NOT_FOUND, "not found; the board is at /"),
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
