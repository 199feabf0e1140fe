//! The page with our own board: files embedded in the program, and nothing else.

use std::borrow::Cow;

/// A file of the page.
pub(super) struct File {
    /// The path in the URL.
    pub(super) path: &'static str,
    /// Its media type.
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

/// Where the page says how to reach its engine. By default it finds out by itself, since it may be
/// served from anywhere; this server knows.
const ENGINE: &str = "<meta name=\"engine\" content=\"\">";
const ENGINE_HERE: &str = "<meta name=\"engine\" content=\"websocket\">";

impl File {
    /// What the browser receives.
    pub(super) fn contents(&self) -> Cow<'static, [u8]> {
        match str::from_utf8(self.bytes) {
            Ok(page) if self.path == "/" => page.replace(ENGINE, ENGINE_HERE).into_bytes().into(),
            _ => self.bytes.into(),
        }
    }
}

/// The files of the folder `board`, by their names.
macro_rules! files {
    ($($path:literal, $name:literal, $kind:literal;)*) => {
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
    "/manifest.webmanifest", "manifest.webmanifest", "application/manifest+json";
    "/analysis.js", "analysis.js", "text/javascript; charset=utf-8";
    "/board.js", "board.js", "text/javascript; charset=utf-8";
    "/clock.js", "clock.js", "text/javascript; charset=utf-8";
    "/dialogs.js", "dialogs.js", "text/javascript; charset=utf-8";
    "/engine.js", "engine.js", "text/javascript; charset=utf-8";
    "/graph.js", "graph.js", "text/javascript; charset=utf-8";
    "/lift.js", "lift.js", "text/javascript; charset=utf-8";
    "/lines.js", "lines.js", "text/javascript; charset=utf-8";
    "/main.js", "main.js", "text/javascript; charset=utf-8";
    "/moves.js", "moves.js", "text/javascript; charset=utf-8";
    "/offline.js", "offline.js", "text/javascript; charset=utf-8";
    "/pieces.js", "pieces.js", "text/javascript; charset=utf-8";
    "/play.js", "play.js", "text/javascript; charset=utf-8";
    "/pointer.js", "pointer.js", "text/javascript; charset=utf-8";
    "/service-worker.js", "service-worker.js", "text/javascript; charset=utf-8";
    "/session.js", "session.js", "text/javascript; charset=utf-8";
    "/table.js", "table.js", "text/javascript; charset=utf-8";
    "/tree.js", "tree.js", "text/javascript; charset=utf-8";
    "/words.js", "words.js", "text/javascript; charset=utf-8";
};

/// The file at a path, which may be followed by a query.
pub(super) fn file(path: &str) -> Option<&'static File> {
    let path = path.split('?').next().unwrap_or_default();
    FILES.iter().find(|file| file.path == path)
}

/// What the page may do: load what this server sends and talk to it, nothing else. The page itself
/// contains no script or style, so that injected ones do not run.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
    fn a_query_makes_no_difference() {
        assert_eq!(file("/main.js?1").map(|file| file.path), Some("/main.js"));
        assert!(file("/nothing").is_none() && file("/../Cargo.toml").is_none());
    }

    #[test]
    fn the_page_is_told_where_its_engine_is() {
        let page = file("/").unwrap().contents();
        let page = str::from_utf8(&page).unwrap();
        assert!(page.contains(ENGINE_HERE) && !page.contains(ENGINE));
    }

    /// Neither the policy nor the static site would run them.
    #[test]
    fn the_page_has_no_script_or_style_of_its_own() {
        let page = str::from_utf8(file("/").unwrap().bytes).unwrap();
        for bad in [" style=", "<style", "<script>", " onclick", "javascript:", "http:", "https:"] {
            assert!(!page.contains(bad), "{bad}");
        }
    }
}
