//! The page with our own board: files embedded in the program, and nothing else.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};
use std::sync::OnceLock;

use data_encoding::BASE64;
use sha2::{Digest, Sha256};

use super::scripts;

/// A file of the page.
pub(super) struct File {
    /// The path in the URL.
    pub(super) path: &'static str,
    /// Its media type.
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

/// How long a browser may keep a file without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keep {
    /// It must always ask: the next version of the engine may answer.
    Never,
    /// For ever: another version has another path.
    Always,
}

/// Where the page says how to reach its engine. By default it finds out by itself, since it may be
/// served from anywhere; this server knows.
const ENGINE: &str = "<meta name=\"engine\" content=\"\">";
const ENGINE_HERE: &str = "<meta name=\"engine\" content=\"websocket\">";

/// The media type of scripts.
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The media type of the page's manifest.
const MANIFEST: &str = "application/manifest+json";

/// The style sheets, which the page would wait for before it is painted: the server writes them
/// into it.
const STYLES: [&str; 2] = ["style.css", "board.css"];

/// What sets the theme that was chosen; the page would wait for this, too. The server knows the
/// choice (`theme.rs`).
const START: &str = " defer blocking=\"render\"";
const START_SOON: &str = " defer";

impl File {
    /// What the browser receives, in the theme that was chosen.
    pub(super) fn contents(&self, theme: Option<&str>) -> Cow<'static, [u8]> {
        if self.path != "/" {
            return self.sent();
        }
        let page = page();
        let Some(theme) = theme else { return page.as_bytes().into() };
        let chosen = format!("<html data-theme=\"{theme}\"");
        page.replacen("<html", &chosen, 1).into_bytes().into()
    }

    fn sent(&self) -> Cow<'static, [u8]> {
        match self.kind {
            SCRIPT => scripts::sent(self.path, text).into_bytes().into(),
            _ => self.bytes.into(),
        }
    }
}

/// The text of a file.
pub(super) fn text(path: &str) -> &'static str {
    let file = FILES.iter().find(|file| file.path == path);
    let text = file.and_then(|file| str::from_utf8(file.bytes).ok());
    text.unwrap_or_else(|| unreachable!("{path} is a text of the page"))
}

/// The page for this server. It loads its files from the folder of this release.
fn page() -> &'static str {
    static PAGE: OnceLock<String> = OnceLock::new();
    PAGE.get_or_init(|| {
        let page = text("/").replace(ENGINE, ENGINE_HERE).replace(START, START_SOON);
        let page = page.replace(STYLE_SOURCE, &style_source());
        let page = STYLES.iter().fold(page, |page, name| {
            page.replace(&format!("<link rel=\"stylesheet\" href=\"{name}\">\n"), "")
        });
        // An app is known by where its manifest lies, which must not change.
        let stays = |file: &&File| file.path == "/" || file.kind == MANIFEST;
        let moved = FILES.iter().filter(|file| !stays(file));
        let page = moved.fold(page, |page, file| {
            let (name, release) = (&file.path[1..], release());
            page.replace(&format!("=\"{name}\""), &format!("=\"{release}/{name}\""))
        });
        page.replacen("</head>", &format!("<style>{}</style>\n</head>", style()), 1)
    })
}

/// All style sheets.
fn style() -> String {
    STYLES.map(|name| text(&format!("/{name}"))).concat()
}

/// The folder of this release, named by the contents of all files as in the static site. What they
/// import is found there too, since they name it without a folder.
fn release() -> &'static str {
    static RELEASE: OnceLock<String> = OnceLock::new();
    RELEASE.get_or_init(|| {
        let mut hasher = DefaultHasher::new();
        for file in FILES.iter().chain([&PARTS]) {
            hasher.write(file.path.as_bytes());
            hasher.write(&file.sent());
        }
        format!("{:016x}", hasher.finish())
    })
}

/// The files of the folder `board`, by their names.
macro_rules! files {
    ($($path:literal, $name:literal, $kind:expr;)*) => {
        &[$(File {
            path: $path,
            kind: $kind,
            bytes: include_bytes!(concat!("../../board/", $name)),
        },)*]
    };
}

/// All files. A test compares the list with the folder.
const FILES: &[File] = files! {
    "/", "index.html", "text/html; charset=utf-8";
    "/style.css", "style.css", "text/css; charset=utf-8";
    "/board.css", "board.css", "text/css; charset=utf-8";
    "/icon.svg", "icon.svg", "image/svg+xml";
    "/icon.png", "icon.png", "image/png";
    "/manifest.webmanifest", "manifest.webmanifest", MANIFEST;
    "/annotate.js", "annotate.js", SCRIPT;
    "/analysis.js", "analysis.js", SCRIPT;
    "/best.js", "best.js", SCRIPT;
    "/board.js", "board.js", SCRIPT;
    "/clock.js", "clock.js", SCRIPT;
    "/coach.js", "coach.js", SCRIPT;
    "/commands.js", "commands.js", SCRIPT;
    "/course.js", "course.js", SCRIPT;
    "/dialogs.js", "dialogs.js", SCRIPT;
    "/drawn.js", "drawn.js", SCRIPT;
    "/earlier.js", "earlier.js", SCRIPT;
    "/engine.js", "engine.js", SCRIPT;
    "/explorer.js", "explorer.js", SCRIPT;
    "/findings.js", "findings.js", SCRIPT;
    "/games.js", "games.js", SCRIPT;
    "/graph.js", "graph.js", SCRIPT;
    "/glicko.js", "glicko.js", SCRIPT;
    "/hand.js", "hand.js", SCRIPT;
    "/latest.js", "latest.js", SCRIPT;
    "/lessons.js", "lessons.js", SCRIPT;
    "/library.js", "library.js", SCRIPT;
    "/library.csv", "library.csv", "text/csv; charset=utf-8";
    "/lift.js", "lift.js", SCRIPT;
    "/lines.js", "lines.js", SCRIPT;
    "/main.js", "main.js", SCRIPT;
    "/mode.js", "mode.js", SCRIPT;
    "/mistakes.js", "mistakes.js", SCRIPT;
    "/moves.js", "moves.js", SCRIPT;
    "/notes.js", "notes.js", SCRIPT;
    "/offline.js", "offline.js", SCRIPT;
    "/open.js", "open.js", SCRIPT;
    "/openings.js", "openings.js", SCRIPT;
    "/page.js", "page.js", SCRIPT;
    "/pieces.js", "pieces.js", SCRIPT;
    "/pictures.js", "pictures.js", SCRIPT;
    "/play.js", "play.js", SCRIPT;
    "/players.js", "players.js", SCRIPT;
    "/pointer.js", "pointer.js", SCRIPT;
    "/progress.js", "progress.js", SCRIPT;
    "/puzzles.js", "puzzles.js", SCRIPT;
    "/puzzles.txt", "puzzles.txt", "text/plain; charset=utf-8";
    "/review.js", "review.js", SCRIPT;
    "/tinues.js", "tinues.js", SCRIPT;
    "/says.js", "says.js", SCRIPT;
    "/service-worker.js", "service-worker.js", SCRIPT;
    "/session.js", "session.js", SCRIPT;
    "/solve.js", "solve.js", SCRIPT;
    "/sound.js", "sound.js", SCRIPT;
    "/start.js", "start.js", SCRIPT;
    "/storage.js", "storage.js", SCRIPT;
    "/table.js", "table.js", SCRIPT;
    "/tei.js", "tei.js", SCRIPT;
    "/theme.js", "theme.js", SCRIPT;
    "/trainer.js", "trainer.js", SCRIPT;
    "/tree.js", "tree.js", SCRIPT;
    "/watch.js", "watch.js", SCRIPT;
    "/why.js", "why.js", SCRIPT;
    "/words.js", "words.js", SCRIPT;
};

/// Scripts that are sent as one.
static PARTS: File = File { path: scripts::PARTS, kind: SCRIPT, bytes: &[] };

/// The file at a path, and how long it may be kept.
pub(super) fn file(path: &str) -> Option<(&'static File, Keep)> {
    let of_release = path.strip_prefix('/').and_then(|path| path.strip_prefix(release()));
    let (path, keep) = match of_release {
        Some("/") => return None, // the page lies above the folder
        Some(path) => (path, Keep::Always),
        None => (path, Keep::Never),
    };
    FILES.iter().chain([&PARTS]).find(|file| file.path == path).map(|file| (file, keep))
}

/// What the page may do: load what this server sends, and talk to it and to engines on the reader's
/// machine, nothing else. It contains no script, and only one style, so that injected ones do not run.
pub(super) fn policy() -> &'static str {
    static POLICY: OnceLock<String> = OnceLock::new();
    POLICY.get_or_init(|| {
        format!(
            "default-src 'none'; script-src 'self'; {}; img-src 'self'; \
             connect-src 'self' ws://localhost:* ws://127.0.0.1:*; worker-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            style_source()
        )
    })
}

/// Which style the page's own policy allows.
const STYLE_SOURCE: &str = "style-src 'self'";

/// The same with the style in the page, by its hash.
fn style_source() -> String {
    let hash = BASE64.encode(&Sha256::digest(style()));
    format!("{STYLE_SOURCE} 'sha256-{hash}'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/board");
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let names: BTreeSet<_> = names.map(|name| name.into_string().unwrap()).collect();
        let served = FILES.iter().map(|file| match file.path {
            "/" => "index.html".to_owned(),
            path => path[1..].to_owned(),
        });
        assert_eq!(served.collect::<BTreeSet<_>>(), names);
    }

    #[test]
    fn scripts_are_shorter() {
        for script in FILES.iter().filter(|file| file.kind == SCRIPT) {
            let sent = script.contents(None);
            assert!(!sent.is_empty() && sent.len() < script.bytes.len(), "{}", script.path);
        }
    }

    #[test]
    fn a_file_is_kept_by_the_path_of_its_release() {
        let release = release();
        let keep = |path: &str| file(path).map(|(file, keep)| (file.path, keep));
        assert_eq!(keep(&format!("/{release}/main.js")), Some(("/main.js", Keep::Always)));
        assert_eq!(keep("/main.js"), Some(("/main.js", Keep::Never)));
        assert_eq!(keep("/"), Some(("/", Keep::Never)));
        assert!(file("/nothing").is_none() && file("/../Cargo.toml").is_none());
        for path in ["", "/", "main.js", "/nothing", "//main.js"] {
            assert_eq!(keep(&format!("/{release}{path}")), None, "{path}");
        }
    }

    #[test]
    fn the_page_names_files_of_its_release() {
        let page = page();
        let is_file =
            |part: &&str| [".css", ".js", ".svg", ".png"].iter().any(|end| part.ends_with(end));
        let named: Vec<_> = page.split('"').filter(is_file).collect();
        // The style sheets are in the page.
        assert!(named.len() + STYLES.len() >= 5, "{named:?}");
        for name in named {
            let keep = file(&format!("/{name}")).map(|(_, keep)| keep);
            assert_eq!(keep, Some(Keep::Always), "{name}");
        }
        for part in ["href=\"manifest.webmanifest\"", "alt=\"\""] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn the_page_is_told_where_its_engine_is() {
        assert!(page().contains(ENGINE_HERE) && !page().contains(ENGINE));
    }

    #[test]
    fn nothing_holds_up_the_paint() {
        assert!(!page().contains("blocking") && !page().contains("stylesheet"));
        assert!(page().contains(&format!("<style>{}</style>", style())));
        assert!(text("/").contains(START) && STYLES.iter().all(|name| text("/").contains(name)));
        assert!(page().contains(&style_source()) && policy().contains(&style_source()));
        // A browser would hash other line ends than ours.
        assert!(!style().contains(['<', '\r']) && !style().contains("url("));
    }

    #[test]
    fn the_theme_is_in_the_page() {
        let page = |theme| String::from_utf8(file("/").unwrap().0.contents(theme).into()).unwrap();
        let begins = |theme| page(theme).lines().nth(1).unwrap().to_owned();
        assert_eq!(begins(None), "<html lang=\"en\">");
        assert_eq!(begins(Some("light")), "<html data-theme=\"light\" lang=\"en\">");
        assert_eq!(begins(Some("dark")), "<html data-theme=\"dark\" lang=\"en\">");
        let named = |theme| page(theme).matches("data-theme").count();
        assert_eq!(named(Some("dark")), named(None) + 1);
    }

    /// Neither the policy nor the static site would run them; the server adds one style.
    #[test]
    fn the_page_has_no_script_or_style_of_its_own() {
        const BAD: [&str; 7] =
            [" style=", "<style", "<script>", " onclick", "javascript:", "http:", "https:"];
        for bad in BAD {
            assert!(!text("/").contains(bad), "{bad}");
            let added = page().matches(bad).count();
            assert_eq!(added, usize::from(bad == "<style"), "{bad}");
        }
    }
}
