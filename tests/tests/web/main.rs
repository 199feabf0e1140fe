//! The engine as WebAssembly: its npm package in Node.js and in Chromium, and the board
//! with it as a static site. `.ci/run` builds them and demands these tests; without what
//! they need they say so and pass, unless `TAK_WEB_TEST=required`, for Chromium
//! `TAK_BROWSER_TEST=required`, and for Vite and webpack `TAK_BUNDLERS_TEST=required`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use tak_tests::browser::{Browser, program, run, unless_missing};
use tak_tests::corpus::workspace;
use tak_tests::programs::engine;

/// The sources of the package and the site.
const SOURCES: [&str; 14] = [
    "Cargo.lock",
    "Cargo.toml",
    "bitops/src",
    "tak-encoding/src",
    "tak-engine/board",
    "tak-search/src",
    "tak-search/networks",
    "tak-tei/src",
    "web/board/build",
    "web/board/release",
    "web/engine/bindings",
    "web/engine/build",
    "web/engine/js",
    "web/engine/src",
];

/// When anything there was last changed.
fn newest(path: &Path) -> SystemTime {
    let entries = fs::read_dir(path).into_iter().flatten().map(|entry| entry.unwrap().path());
    let inner = entries.map(|entry| newest(&entry)).max();
    let own = fs::metadata(path).unwrap().modified().unwrap();
    inner.map_or(own, |inner| inner.max(own))
}

/// Whether package and site were built from the current sources; if not, why.
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

/// Whether Vite and webpack are there; if not, why.
fn has_bundlers() -> Result<(), String> {
    let modules = workspace().join("target/bundlers/node_modules");
    match ["vite", "webpack"].iter().find(|name| !modules.join(name).exists()) {
        None => Ok(()),
        Some(name) => Err(format!("{name} is not in target/bundlers; see `.ci/run`")),
    }
}

/// Runs the tests of `web/engine/tests` for a place, and prints their figures. Without the package
/// or what they need besides they are skipped, unless a variable says `required`.
fn run_in(place: &str, needs: Result<(), String>, variable: &str) {
    /// One at a time: each wants all CPUs.
    static TURN: Mutex<()> = Mutex::new(());

    let (needs, variable) = match is_built() {
        Ok(()) => (needs, variable),
        Err(why) => (Err(why), "TAK_WEB_TEST"),
    };
    if unless_missing(place, needs, variable).is_none() {
        return;
    }
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = Command::new("web/engine/tests/run");
    let told = run(command.arg(engine()).arg(place), &workspace());
    eprintln!("{told}");
}

#[test]
#[ignore = "second tier: needs Node.js and the package"]
fn the_package_in_node() {
    run_in("node", Ok(()), "TAK_WEB_TEST");
}

#[test]
#[ignore = "second tier: needs Node.js and the package"]
fn the_solver_in_node() {
    run_in("solver", Ok(()), "TAK_WEB_TEST");
}

#[test]
#[ignore = "second tier: needs Node.js and the package"]
fn pictures_in_node() {
    run_in("pictures", Ok(()), "TAK_WEB_TEST");
}

#[test]
#[ignore = "second tier: in Chromium"]
fn the_package_in_a_browser() {
    run_in("browser", Browser::find().map(drop), "TAK_BROWSER_TEST");
}

#[test]
#[ignore = "second tier: in Chromium"]
fn the_site_without_a_network_and_from_release_to_release() {
    run_in("site", Browser::find().map(drop), "TAK_BROWSER_TEST");
}

#[test]
#[ignore = "second tier: needs Vite and webpack"]
fn the_package_in_pages_that_bundlers_build() {
    run_in("bundlers", Browser::find().and_then(|_| has_bundlers()), "TAK_BUNDLERS_TEST");
}
