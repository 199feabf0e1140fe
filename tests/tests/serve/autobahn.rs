//! Autobahn, the conformance suite of WebSocket, against the server with an echo in
//! place of the engine. `tests/autobahn/install target/autobahn` installs it; without
//! it the test says so and passes, unless `TAK_AUTOBAHN_TEST=required`.

use std::collections::BTreeMap;
use std::process::Command;
use std::{env, fs};

use serde_json::{Value, json};
use tak_tests::client::Server;
use tak_tests::corpus::{own, rows, workspace};

const CASES: usize = 301;

/// What the suite says of every case: a verdict on the messages, one on the close,
/// and the code by which the server closed.
fn verdicts(server: &Server) -> Option<BTreeMap<String, [String; 3]>> {
    let wstest = workspace().join("target/autobahn/wstest");
    if !wstest.is_file() {
        eprintln!("Autobahn: skipped because tests/autobahn/install was not run");
        let is_required = env::var("TAK_AUTOBAHN_TEST").is_ok_and(|value| value == "required");
        assert!(!is_required, "TAK_AUTOBAHN_TEST=required, but there is none");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let specification = json!({
        "outdir": folder.path().join("report"),
        "servers": [{ "agent": "tak-engine", "url": format!("ws://{}", server.address()) }],
        "cases": ["1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "9.*", "10.*"],
        "exclude-cases": [],
        "exclude-agent-cases": {},
    });
    let file = folder.path().join("specification.json");
    fs::write(&file, specification.to_string()).unwrap();
    let output = Command::new(fs::canonicalize(wstest).unwrap())
        .args(["--mode", "fuzzingclient", "--spec"])
        .arg(&file)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let report = fs::read_to_string(folder.path().join("report/index.json"));
    let report = report.unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&output.stdout));
    });
    let report: Value = serde_json::from_str(&report).unwrap();
    let cases = report["tak-engine"].as_object().unwrap();
    let words = ["behavior", "behaviorClose", "remoteCloseCode"];
    let verdict = |case: &Value| words.map(|word| case[word].to_string().replace('"', ""));
    eprintln!("Autobahn: ran {} cases", cases.len());
    Some(cases.iter().map(|(name, case)| (name.clone(), verdict(case))).collect())
}

#[test]
#[ignore = "second tier: needs Autobahn"]
fn every_case_is_as_in_the_report() {
    let server = Server::start(&["--echo"]);
    let Some(mut found) = verdicts(&server) else { return };
    assert_eq!(found.len(), CASES);
    for row in rows(&own("autobahn.txt"), 4) {
        let [messages, _, code] = found.remove(row.text(0)).expect("a case of the suite");
        assert_eq!((&*messages, &*code), (row.text(1), row.text(2)), "{}", row.place);
    }
    for (case, [messages, close, _]) in found {
        assert_eq!([&*messages, &*close], ["OK", "OK"], "{case}");
    }
}
