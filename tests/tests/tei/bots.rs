//! The skeleton for engines of others: the example of `tak-tei`, and the package to start from.

use std::fs;
use std::process::Command;

use serde_json::Value;
use tak_tests::corpus::workspace;
use tak_tests::programs::folder;

#[test]
fn bots_play_matches_without_a_fault() {
    for (bot, limit) in [("random_bot", "nodes=30"), ("greedy_bot", "tc=1+0.1")] {
        let program = folder().join("examples").join(bot);
        let bot = format!("cmd={} name={bot} {limit}", program.display());
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
}

/// So the package compiles, though no test can build it before its dependencies are published.
#[test]
fn the_package_to_start_from_is_the_example() {
    let code = |path: &str| {
        let text = fs::read_to_string(workspace().join(path)).unwrap();
        let code = text.find("use std::io").unwrap();
        text[code..].to_owned()
    };
    assert_eq!(code("bot-template/src/main.rs"), code("tak-tei/examples/random_bot.rs"));
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
