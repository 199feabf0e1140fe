//! `tak-engine analyze` on a terminal, which `script` of util-linux plays.

use std::process::{Command, Stdio};

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/game.ptn");

/// What a terminal of that width shows; nothing where `script` is not installed.
fn shown(width: usize, arguments: &str) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_tak-engine");
    let call = format!("stty rows 24 cols {width}; '{program}' analyze '{GAME}' {arguments}");
    let output = Command::new("script")
        .args(["-qec", &call, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: there is no `script` here");
        return None;
    };
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_bar_is_seen_and_then_the_table() {
    let quick = "--nodes 500 --hash 4 --from 20 --color never";
    let Some(text) = shown(120, quick) else {
        return;
    };
    let bar = text.rfind(" positions, ").expect("a bar");
    let table = text.find("move   ").expect("a table");
    assert!(bar < table, "{text:?}");
}

#[test]
fn the_table_fits_the_terminal() {
    let hard = "--nodes 20000 --hash 4 --from 24 --color never";
    let Some(text) = shown(72, hard) else { return };
    let table = &text[text.find("move   ").expect("a table")..];
    let rows = table.lines().take_while(|line| !line.trim().is_empty());
    let widths: Vec<_> = rows.map(|row| row.trim_end().chars().count()).collect();
    assert!(widths.len() > 10, "{text}");
    assert!(widths.iter().all(|&width| width <= 72), "{text}");
    assert!(table.contains(" …"), "{text}");
}
