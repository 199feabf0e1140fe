//! Answers requests, after checking that the page may send them.

use percent_encoding::percent_decode_str;
use tak_terminal::serve::http::{Answer, Method, Refusal, Request, StatusCode};
use tak_terminal::serve::origin::Origins;

use super::explorer::{Explorer, Problem};

/// The answer to a request.
pub(super) fn answer(request: &Request, explorer: &Explorer, origins: &Origins) -> Answer {
    let allowed = origins
        .check_host(request)
        .and_then(|()| origins.check_page(request, |line| eprintln!("{line}")));
    let page = match allowed {
        Ok(page) => page,
        Err(refusal) => return refused(&refusal),
    };
    let answer = match request.method() {
        // The preflight request that a browser sends before a page may send JSON.
        &Method::OPTIONS => json(StatusCode::NO_CONTENT, Vec::new())
            .with("Access-Control-Allow-Methods", "GET, HEAD, POST")
            .with("Access-Control-Allow-Headers", "Content-Type")
            .with("Access-Control-Allow-Private-Network", true)
            .with("Access-Control-Max-Age", 86400),
        &Method::GET | &Method::POST => route(request, explorer),
        &Method::HEAD => route(request, explorer).head_only(),
        _ => not_allowed("GET, HEAD, POST, OPTIONS"),
    };
    let answer = answer.with("Vary", "Origin");
    match page {
        Some(page) => answer.with("Access-Control-Allow-Origin", page),
        None => answer,
    }
}

/// The answer to a request that is refused.
pub(super) fn refused(refusal: &Refusal) -> Answer {
    problem(refusal.status(), &refusal.to_string())
}

/// What went wrong, in JSON.
pub(super) fn problem(status: StatusCode, why: &str) -> Answer {
    let name = status.canonical_reason();
    let body = serde_json::json!({ "code": status.as_u16(), "name": name, "description": why });
    json(status, format!("{body}\n").into_bytes())
}

fn json(status: StatusCode, body: Vec<u8>) -> Answer {
    Answer::new(status, "application/json", body).with("Cache-Control", "no-cache")
}

fn route(request: &Request, explorer: &Explorer) -> Answer {
    let Ok(path) = percent_decode_str(request.uri().path()).decode_utf8() else {
        return problem(StatusCode::BAD_REQUEST, "expected UTF-8 in the path");
    };
    let Some(path) = path.strip_prefix("/api/v1/") else { return not_found() };
    let (question, rest) = path.split_once('/').unwrap_or((path, ""));
    let is_post = request.method() == Method::POST;
    let answer = match (question, rest) {
        ("opening", rest) => {
            // Without a number, the first database is used.
            let named = rest.split_once('/');
            let named =
                named.filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
            let (number, tps) = named.unwrap_or(("0", rest));
            explorer.opening(number, tps, if is_post { request.body() } else { &[] })
        }
        _ if is_post => return not_allowed("GET, HEAD"),
        ("databases", "") => Ok(format!("{}\n", explorer.databases()).into_bytes()),
        ("players", "") => explorer.players(),
        ("game", number) => explorer.game(number),
        _ => return not_found(),
    };
    match answer {
        Ok(body) => json(StatusCode::OK, body),
        Err(Problem::Bad(why)) => problem(StatusCode::BAD_REQUEST, &why),
        Err(Problem::Unknown(why)) => problem(StatusCode::NOT_FOUND, &why),
        Err(Problem::Broken(why)) => {
            eprintln!("error: {why}");
            problem(StatusCode::INTERNAL_SERVER_ERROR, &why)
        }
    }
}

fn not_found() -> Answer {
    let why = "not found; try /api/v1/databases, /api/v1/opening/0/TPS, /api/v1/game/ID or \
               /api/v1/players";
    problem(StatusCode::NOT_FOUND, why)
}

fn not_allowed(methods: &str) -> Answer {
    let why = format!("expected one of {methods}");
    problem(StatusCode::METHOD_NOT_ALLOWED, &why).with("Allow", methods)
}
