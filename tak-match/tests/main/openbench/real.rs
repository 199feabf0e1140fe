//! OpenBench's own server and worker, if their sources are available: none of their code is here,
//! and none is changed.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use tak_testing::program::workspace;
use tak_testing::python::{OPENBENCH, python};

const VARIABLE: &str = "TAK_OPENBENCH_TEST";

/// The node count that the engine's README states.
fn bench() -> String {
    let readme = fs::read_to_string(workspace().join("tak-engine/README.md")).unwrap();
    let line = readme.lines().find(|line| line.ends_with(" nps")).unwrap();
    line.split(' ').next().unwrap().to_owned()
}

/// Builds the engine and the runner from this working tree as a farm would: minutes.
#[test]
#[ignore = "second tier: needs OpenBench"]
fn a_real_worker_plays_twenty_games_for_a_real_server() {
    let Some(sources) = env::var_os(VARIABLE) else {
        eprintln!("skipped: {VARIABLE} names no folder with the sources of OpenBench");
        return;
    };
    let python = python(&OPENBENCH).expect("packages of OpenBench's two requirements.txt");
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(python)
        .arg(workspace().join("tak-match/tests/main/openbench/drive.py"))
        .args([Path::new(&sources), &workspace(), folder.path()])
        .arg(bench())
        // Built only once.
        .env("CARGO_TARGET_DIR", workspace().join("target/openbench"))
        .output()
        .unwrap();
    let log = |name| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let logs = || format!("{}\n{}\n{output:?}", log("server.log"), log("worker.log"));
    assert!(output.status.success(), "{}", logs());
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let (test, results) = (&found["test"], &found["results"][0]);
    println!("{test:#}\n{results:#}");
    assert_eq!(test["games"], 20, "{}", logs());
    assert_eq!((&test["finished"], &test["error"]), (&true.into(), &false.into()), "{}", logs());
    let sum = |name: &str| {
        test[name].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!((sum("tri"), sum("penta")), (20, 10));
    assert_eq!((&results["games"], &results["crashes"]), (&20.into(), &0.into()), "{}", logs());
    assert_eq!(found["errors"], "[]", "{}", logs());
    let page = found["page"].as_str().unwrap();
    for told in ["tak-6x6-komi-2.epd", "HalfKomi=4", "N: 20"] {
        assert!(page.contains(told), "{told}: {page}");
    }
}
