//! Pages of several origins in headless Chromium, with `playwright-core`.
//! `.ci/run` installs both; a test without them says so and passes, unless
//! `TAK_BROWSER_TEST=required`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tak_tests::client::{Info, Server};
use tak_tests::corpus::workspace;

mod board;

/// The first program of these that is on the path.
fn program(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<_> = env::split_paths(&path).collect();
    let mut programs =
        names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    programs.find(|program| program.is_file())
}

/// Node.js and Chromium, or what is missing.
fn browser(folder: &Path) -> Result<(PathBuf, PathBuf), &'static str> {
    let chromium = program(&["chromium", "chromium-browser", "google-chrome"]);
    let chromium = chromium.ok_or("there is no Chromium")?;
    let node = program(&["node"]).ok_or("there is no Node.js")?;
    if !["playwright-core", "typescript"]
        .iter()
        .all(|name| folder.join("node_modules").join(name).exists())
    {
        return Err("`npm ci` was not run in tests/browser");
    }
    Ok((node, chromium))
}

/// The folder of the scripts, Node.js and Chromium; nothing where they are missing.
fn programs() -> Option<(PathBuf, PathBuf, PathBuf)> {
    let folder = workspace().join("tests/browser");
    match browser(&folder) {
        Ok((node, chromium)) => {
            eprintln!("browser test: ran");
            Some((folder, node, chromium))
        }
        Err(why) => {
            eprintln!("browser test: skipped because {why}");
            let is_required = env::var("TAK_BROWSER_TEST").is_ok_and(|value| value == "required");
            assert!(!is_required, "TAK_BROWSER_TEST=required, but {why}");
            None
        }
    }
}

/// What the pages saw of a server; nothing where there is no browser.
fn visits(server: &Server) -> Option<Vec<Value>> {
    let (folder, node, chromium) = programs()?;
    let output = Command::new(node)
        .arg("pages.js")
        .arg(server.address().port().to_string())
        .arg(chromium)
        .current_dir(folder)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let visits = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    Some(visits.collect())
}

/// A conversation as it should be, closed in good order and quickly.
fn check_conversation(seen: &Value) {
    let lines = seen["lines"].as_array().unwrap().iter();
    let lines: Vec<&str> = lines.map(|line| line.as_str().unwrap()).collect();
    let place = |word: &str| lines.iter().position(|line| line.starts_with(word));
    assert!(place("teiok") < place("readyok") && place("readyok") < place("info "));
    let infos = lines.iter().filter(|line| line.starts_with("info "));
    let last = infos.map(|line| Info::read(line).unwrap()).next_back();
    let best = lines.last().unwrap().strip_prefix("bestmove ");
    assert_eq!(best, Some(last.unwrap().line[0].as_str()));
    assert_eq!(seen["wasClean"], true, "{seen}");
    assert!(seen["closing"].as_f64().unwrap() < 2000.0, "{seen}");
}

#[test]
fn pages_of_several_origins() {
    let server = Server::start(&[]);
    let Some(visits) = visits(&server) else {
        return;
    };
    assert_eq!(visits.len(), 6);
    for visit in &visits {
        let address = visit["address"].as_str().unwrap();
        let is_foreign = address.contains("other.example") || address.ends_with("/sandboxed");
        if is_foreign {
            assert_eq!(visit["seen"], Value::Null, "{address}");
        } else {
            assert!(visit["seen"].is_object(), "{address} found no connection");
            check_conversation(&visit["seen"]);
        }
    }
    // It was the engine that refused them, and not the browser.
    let refused = server.notes();
    for origin in ["http://other.example:", "null"] {
        let told = refused.iter().filter(|line| line.contains("refused"));
        let told = told.filter(|line| line.contains(&format!("from {origin}")));
        assert_eq!(told.count(), 1, "{origin}: {refused:?}");
    }
}
