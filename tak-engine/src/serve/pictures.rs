//! Pictures of a game that the page, or a program, sends in PTN: of its last position, or of all.

use std::sync::{Mutex, TryLockError};

use tak_encoding::{AnyGame, PtnError, any_to_ptn};
use tak_pictures::{RasterError, Replay, Theme};
use tak_terminal::failure::printable;
use tak_terminal::serve::http::{Answer, Method, Request, StatusCode};
use tak_terminal::serve::origin::Origins;

use super::board::Keep;
use super::guide;
use super::page::{kept, text};

/// What may be asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// The last position, as PNG.
    Png,
    /// All of them, as GIF.
    Gif,
}

/// A longer game would take seconds.
const MOST_PLIES: usize = 400;

/// One at a time, so that pages cannot take all CPUs.
static DRAWING: Mutex<()> = Mutex::new(());

/// Which picture a path stands for.
pub(super) fn wanted(request: &Request) -> Option<Wanted> {
    match request.uri().path() {
        "/game.png" => Some(Wanted::Png),
        "/game.gif" => Some(Wanted::Gif),
        _ => None,
    }
}

impl Wanted {
    /// The picture, or why there is none. Only pages that may connect have the engine draw.
    pub(super) fn answer(self, request: &Request, origins: &Origins) -> Answer {
        let from = origins.check_host(request);
        let from = from.and_then(|()| origins.check_page(request, guide::note));
        if let Err(refusal) = from {
            return text(refusal.status(), &refusal.to_string());
        }
        if request.method() != Method::POST {
            let status = StatusCode::METHOD_NOT_ALLOWED;
            return text(status, "expected POST, with a game in PTN").with("Allow", "POST");
        }
        let game = match read(request.body()) {
            Ok(game) => game,
            Err(problem) => return text(StatusCode::BAD_REQUEST, &problem),
        };
        let words = || request.uri().query().unwrap_or_default().split('&');
        let theme = match words().find_map(|word| word.strip_prefix("theme=")).map(theme) {
            Some(Ok(theme)) => theme,
            Some(Err(problem)) => return text(StatusCode::BAD_REQUEST, &problem),
            None => Theme::Light,
        };
        let drawing = DRAWING.try_lock();
        if matches!(drawing, Err(TryLockError::WouldBlock)) {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            return text(status, "another picture is being drawn; try again in a moment");
        }
        let replay = Replay { game: &game, theme, is_turned: words().any(|word| word == "turned") };
        match self.draw(replay) {
            Ok(bytes) => kept(StatusCode::OK, self.kind(), bytes.into(), Keep::Never),
            Err(error) => text(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
        }
    }

    fn draw(self, replay: Replay<'_>) -> Result<Vec<u8>, RasterError> {
        match self {
            Self::Png => replay.png(),
            Self::Gif => replay.gif(),
        }
    }

    /// The media type.
    fn kind(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Gif => "image/gif",
        }
    }
}

/// The theme of this name.
fn theme(name: &str) -> Result<Theme, String> {
    Theme::named(name).ok_or_else(|| {
        let all = Theme::ALL.map(Theme::name).join(", ");
        format!("theme: found `{}`, expected one of {all}", printable(name))
    })
}

/// The game that was sent, or what is wrong with it.
fn read(body: &[u8]) -> Result<AnyGame, String> {
    let text = str::from_utf8(body).map_err(|_| "expected a game in PTN, found no text")?;
    if text.trim().is_empty() {
        return Err("expected a game in PTN, found nothing".to_owned());
    }
    let ptn = any_to_ptn(text).map_err(|error| error.to_string())?;
    let game: AnyGame = ptn.parse().map_err(|error: PtnError| error.to_string())?;
    match game.plies() {
        plies if plies > MOST_PLIES => {
            Err(format!("a game of {plies} plies, expected {MOST_PLIES} at most"))
        }
        _ => Ok(game),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status of an answer, and its body, to what a page of that origin asks.
    fn asked(method: &Method, target: &str, body: &[u8], origin: &str) -> (u16, Vec<u8>) {
        let mut request = Request::new(body.to_vec());
        *request.method_mut() = method.clone();
        *request.uri_mut() = target.parse().unwrap();
        for (name, value) in [("host", "localhost:7731"), ("origin", origin)] {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let origins = Origins::new(guide::PAGE, Vec::new());
        let answer = wanted(&request).unwrap().answer(&request, &origins).to_bytes(false);
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        let head = str::from_utf8(&answer[..end]).unwrap();
        (head[9..12].parse().unwrap(), answer[end + 4..].to_vec())
    }

    /// One at a time, as the server draws.
    fn posted(target: &str, body: &[u8]) -> (u16, Vec<u8>) {
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock();
        asked(&Method::POST, target, body, "http://localhost:7731")
    }

    const GAME: &[u8] = b"[Size \"3\"]\n[Player1 \"Ada\"]\n\n1. a1 c3 2. b2 b3 R-0";

    #[test]
    fn a_game_is_drawn_as_it_is_asked_for() {
        let drawn = |target: &str| {
            let (status, picture) = posted(target, GAME);
            assert_eq!(status, 200, "{target}: {}", String::from_utf8_lossy(&picture));
            picture
        };
        let pictures = ["", "?theme=dark", "?turned", "?turned&theme=dark", "?theme=wood"];
        let pictures = pictures.map(|query| drawn(&format!("/game.png{query}")));
        assert!(pictures.iter().all(|picture| picture.starts_with(b"\x89PNG\r\n\x1a\n")));
        assert_eq!(pictures[0], drawn("/game.png?theme=light"));
        for (index, picture) in pictures.iter().enumerate() {
            assert!(!pictures[..index].contains(picture), "{index}");
        }
        let gif = drawn("/game.gif");
        assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b"\x3b"));
        // Each frame begins with how long it is shown.
        let frames = gif.windows(3).filter(|bytes| bytes == b"\x21\xf9\x04").count();
        assert_eq!(frames, 5);
        // Whatever the page opens is a game here, too.
        for game in ["ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA", "x3/x,1,x/2,x2 1 2"] {
            assert_eq!(posted("/game.png", game.as_bytes()).0, 200, "{game}");
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_told() {
        let (status, problem) = posted("/game.gif?turned&theme=garbage", GAME);
        let problem = String::from_utf8(problem).unwrap();
        let told = "theme: found `garbage`, expected one of light, dark, wood, contrast\n";
        assert_eq!((status, problem.as_str()), (400, told));
        for (game, problem) in [
            (&b""[..], "expected a game in PTN, found nothing\n"),
            (b"\xff\xfe", "expected a game in PTN, found no text\n"),
            (b"[Size \"5\"]\n1. a1 e6", "PTN, line 2, column 7: "),
            (b"https://ptn.ninja/s/abc", "a short link, "),
            (b"[Size \"9\"]", "PTN, line 1, "),
        ] {
            for target in ["/game.png", "/game.gif?turned"] {
                let (status, told) = posted(target, game);
                let told = String::from_utf8(told).unwrap();
                assert_eq!(status, 400, "{told}");
                assert!(told.starts_with(problem), "{told}");
            }
        }
    }

    #[test]
    fn only_a_game_that_is_short_enough_is_drawn() {
        let game = |plies: usize| {
            let moves = ["c1>", "c2>", "d1<", "d2<"].iter().cycle().take(plies - 4);
            let moves: Vec<_> = ["a6", "f6", "c1", "c2"].iter().chain(moves).copied().collect();
            format!("[Size \"6\"]\n\n{}", moves.join(" "))
        };
        assert_eq!(posted("/game.png", game(MOST_PLIES).as_bytes()).0, 200);
        let (status, told) = posted("/game.gif", game(MOST_PLIES + 1).as_bytes());
        assert_eq!(status, 400);
        assert_eq!(told, b"a game of 401 plies, expected 400 at most\n");
    }

    #[test]
    fn only_pages_that_may_connect_have_something_drawn() {
        let status = |method, origin| asked(&method, "/game.gif", GAME, origin).0;
        assert_eq!(status(Method::POST, "https://evil.example"), 403);
        assert_eq!(status(Method::GET, "http://localhost:7731"), 405);
    }
}
