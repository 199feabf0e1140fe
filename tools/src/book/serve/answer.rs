//! Answers requests, after checking that the page may send them.

use std::fmt::Write as _;

use percent_encoding::percent_decode_str;
use tak_terminal::serve::origin::Origins;

use super::explorer::{Explorer, Problem};
use super::http::{Header, Request, Response};
use crate::failure::printable;

/// The answer to a request.
pub(super) fn answer(request: &Request, explorer: &Explorer, origins: &Origins) -> Response {
    let page = match may_ask(request, origins) {
        Ok(page) => page,
        Err(answer) => return answer,
    };
    let mut answer = match request.method.as_str() {
        // The preflight request that a browser sends before a page may send JSON.
        "OPTIONS" => Response {
            status: "204 No Content",
            headers: "Access-Control-Allow-Methods: GET, HEAD, POST\r\n\
                      Access-Control-Allow-Headers: Content-Type\r\n\
                      Access-Control-Allow-Private-Network: true\r\n\
                      Access-Control-Max-Age: 86400\r\n"
                .to_owned(),
            body: Vec::new(),
        },
        "GET" | "HEAD" | "POST" => route(request, explorer),
        _ => not_allowed("GET, HEAD, POST, OPTIONS"),
    };
    if let Some(page) = page {
        // Writing to a string cannot fail.
        let _ = write!(answer.headers, "Access-Control-Allow-Origin: {page}\r\n");
    }
    answer.headers += "Vary: Origin\r\n";
    answer
}

/// Checks that the page may send requests, and that it uses a known name of the server. Requests
/// from other programs have no page.
fn may_ask<'a>(request: &'a Request, origins: &Origins) -> Result<Option<&'a str>, Response> {
    let Header::Once(host) = &request.host else {
        return Err(Response::problem("400 Bad Request", "expected one readable Host"));
    };
    if !origins.knows_host(host) {
        let why = format!(
            "the explorer is not known as {}; if that is its address, pass it to --allow-origin \
             with scheme and host",
            printable(host)
        );
        return Err(Response::problem("403 Forbidden", &why));
    }
    match &request.origin {
        Header::Missing => Ok(None),
        Header::Once(page) if origins.allow(page) => Ok(Some(page)),
        Header::Once(page) => {
            if origins.is_news(page) {
                let page = printable(page);
                eprintln!("refused a page from {page}; --allow-origin allows one that you trust");
            }
            Err(Response::problem("403 Forbidden", "pages from your address are not allowed here"))
        }
        Header::Unreadable => {
            Err(Response::problem("400 Bad Request", "expected one readable Origin"))
        }
    }
}

fn route(request: &Request, explorer: &Explorer) -> Response {
    let path = request.target.split(['?', '#']).next().unwrap_or_default();
    let Ok(path) = percent_decode_str(path).decode_utf8() else {
        return Response::problem("400 Bad Request", "expected UTF-8 in the path");
    };
    let Some(path) = path.strip_prefix("/api/v1/") else { return not_found() };
    let (question, rest) = path.split_once('/').unwrap_or((path, ""));
    let is_post = request.method == "POST";
    let answer = match (question, rest) {
        ("opening", rest) => {
            // Without a number, the first database is used.
            let named = rest.split_once('/');
            let named =
                named.filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
            let (number, tps) = named.unwrap_or(("0", rest));
            explorer.opening(number, tps, if is_post { &request.body } else { &[] })
        }
        _ if is_post => return not_allowed("GET, HEAD"),
        ("databases", "") => Ok(format!("{}\n", explorer.databases()).into_bytes()),
        ("players", "") => explorer.players(),
        ("game", number) => explorer.game(number),
        _ => return not_found(),
    };
    match answer {
        Ok(body) => Response::ok(body),
        Err(Problem::Bad(why)) => Response::problem("400 Bad Request", &why),
        Err(Problem::Unknown(why)) => Response::problem("404 Not Found", &why),
        Err(Problem::Broken(why)) => {
            eprintln!("error: {why}");
            Response::problem("500 Internal Server Error", &why)
        }
    }
}

fn not_found() -> Response {
    let why = "not found; try /api/v1/databases, /api/v1/opening/0/TPS, /api/v1/game/ID or \
               /api/v1/players";
    Response::problem("404 Not Found", why)
}

fn not_allowed(methods: &str) -> Response {
    let mut answer =
        Response::problem("405 Method Not Allowed", &format!("expected one of {methods}"));
    answer.headers = format!("Allow: {methods}\r\n");
    answer
}
