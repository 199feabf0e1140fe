//! The skeleton for engines of others: the example of `tak-tei`, and the package to start from.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tak_tests::corpus::workspace;
use tak_tests::programs::{cargo, folder};

#[test]
fn bots_play_matches_without_a_fault() {
    for (bot, limit) in [("random_bot", "nodes=30"), ("greedy_bot", "tc=1+0.1")] {
        plays(&folder().join("examples").join(bot), limit);
    }
}

/// Lets a bot play against our engine, which wins.
#[track_caller]
fn plays(bot: &Path, limit: &str) {
    let bot = format!("cmd={} name=bot {limit}", bot.display());
    let mut command = Command::new(folder().join("tak-match"));
    command.args(["play", "--size", "4", "--games", "4", "--komi", "2", "--json"]);
    command.args(["--engine", "name=ours nodes=30", "--engine", &bot]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["faults"].as_array().unwrap().len(), 0, "{result}");
    assert_eq!(result["results"][0]["games"], 4, "{result}");
    assert!(result["results"][0]["wins"].as_u64() >= Some(3), "{result}");
}

/// Of the package that others start from, this is the program.
#[test]
fn the_package_to_start_from_is_the_example() {
    let code = |path: &str| {
        let text = fs::read_to_string(workspace().join(path)).unwrap();
        let code = text.find("use std::io").unwrap();
        text[code..].to_owned()
    };
    assert_eq!(code("bot-template/src/main.rs"), code("tak-tei/examples/random_bot.rs"));
}

/// With the libraries of this checkout in place of those that it asks a registry for.
#[test]
#[ignore = "second tier: compiles the libraries once more"]
fn the_package_to_start_from_becomes_a_bot() {
    let package = tempfile::tempdir().unwrap();
    let [from, to] = [&workspace().join("bot-template"), package.path()];
    fs::create_dir(to.join("src")).unwrap();
    fs::copy(from.join("src/main.rs"), to.join("src/main.rs")).unwrap();
    let manifest = fs::read_to_string(from.join("Cargo.toml")).unwrap();
    let mut manifest = manifest.replace("{{project-name}}", "my-bot") + "\n[patch.crates-io]\n";
    for library in ["tak-encoding", "tak-tei"] {
        let path = workspace().join(library);
        writeln!(manifest, "{library} = {{ path = '{}' }}", path.display()).unwrap();
    }
    fs::write(to.join("Cargo.toml"), manifest).unwrap();
    // The versions that were downloaded for this checkout.
    fs::copy(workspace().join("Cargo.lock"), to.join("Cargo.lock")).unwrap();
    let mut build = cargo();
    build.args(["build", "--offline", "--target-dir", "target"]).current_dir(to);
    let output = build.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    plays(&to.join("target/debug/my-bot"), "nodes=30");
}

/// What the site shows is what is compiled and played here.
#[test]
fn the_code_of_the_site_is_that_of_the_examples() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let read = |path: &str| fs::read_to_string(workspace().join(path)).unwrap();
    let examples = ["random_bot", "greedy_bot"]
        .map(|name| words(&read(&format!("tak-tei/examples/{name}.rs"))));
    let page = read("site/src/bot.md");
    let blocks: Vec<_> = page.split("```rust").skip(1).collect();
    assert_eq!(blocks.len(), 2);
    for (block, example) in blocks.iter().zip(&examples) {
        for part in block.split("```").next().unwrap().split("\n\n") {
            // Each example documents its types.
            assert!(example.contains(&words(part)), "{part}");
        }
    }
}
