//! Pages of several origins in headless Chromium, with `playwright-core`.
//! `.ci/run` installs both; a test without them says so and passes, unless
//! `TAK_BROWSER_TEST=required`.

use std::process::Command;

use serde_json::Value;
use tak_tests::browser::{Browser, run, unless_missing};
use tak_tests::client::{Info, Server};

mod board;

/// The scripts and the browser; nothing where they are missing.
fn programs() -> Option<Browser> {
    unless_missing("browser", Browser::find(), "TAK_BROWSER_TEST")
}

/// What the pages saw of a server; nothing where there is no browser.
fn visits(server: &Server) -> Option<Vec<Value>> {
    let Browser { folder, node, chromium } = programs()?;
    let mut command = Command::new(node);
    command.arg("pages.js").arg(server.address().port().to_string()).arg(chromium);
    let lines = run(&mut command, &folder);
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
#[ignore = "second tier: in Chromium"]
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
