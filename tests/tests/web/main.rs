//! The engine as WebAssembly: its npm package in Node.js and in Chromium, and the board
//! with it as a static site. `.ci/run` builds them and demands these tests; without what
//! they need they say so and pass, unless `TAK_WEB_TEST=required`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use tak_tests::browser::{Browser, program, run, unless_missing};
use tak_tests::client::engine;
use tak_tests::corpus::workspace;

/// What the package and the site are made of.
const SOURCES: [&str; 9] = [
    "bitops/src",
    "tak-encoding/src",
    "tak-engine/board",
    "tak-search/src",
    "tak-search/networks",
    "web/board/build",
    "web/engine/build",
    "web/engine/js",
    "web/engine/src",
];

/// When anything in there was last changed.
fn newest(path: &Path) -> SystemTime {
    let entries = fs::read_dir(path).into_iter().flatten().map(|entry| entry.unwrap().path());
    let inner = entries.map(|entry| newest(&entry)).max();
    let own = fs::metadata(path).unwrap().modified().unwrap();
    inner.map_or(own, |inner| inner.max(own))
}

/// Whether package and site were built, of what lies here; if not, why.
fn is_built() -> Result<(), String> {
    program(&["npm"]).ok_or("there is no Node.js with npm")?;
    let root = workspace();
    let site = root.join("target/web/board/index.html");
    let built = fs::metadata(&site).and_then(|file| file.modified());
    let built = built.map_err(|_| "`web/board/build` was not run")?;
    if !root.join("target/web/engine/engine-asyncify.wasm").exists() {
        return Err("`web/board/build` had no tools of npm".to_owned());
    }
    match SOURCES.iter().find(|source| newest(&root.join(source)) > built) {
        None => Ok(()),
        Some(source) => Err(format!("{source} is newer than the last `web/board/build`")),
    }
}

/// Runs the tests of `web/engine/tests` for that place, and prints their figures.
fn run_in(place: &str, needs: Result<(), String>) {
    /// One at a time: each wants all processors.
    static TURN: Mutex<()> = Mutex::new(());

    if unless_missing("web", is_built().and(needs), "TAK_WEB_TEST").is_none() {
        return;
    }
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = Command::new("web/engine/tests/run");
    let told = run(command.arg(engine()).arg(place), &workspace());
    eprintln!("{told}");
}

#[test]
fn the_package_in_node() {
    run_in("node", Ok(()));
}

#[test]
fn the_package_and_the_site_in_a_browser() {
    run_in("browser", Browser::find().map(drop));
}
