//! `tak-engine analyze` on a terminal.

use std::process::Stdio;

use crate::program::{GAME, on_terminal, text};

/// What a terminal of that width shows; nothing where none can be played.
fn shown(width: usize, arguments: &str) -> Option<String> {
    let mut command = on_terminal(width, &format!("analyze '{GAME}' {arguments}"))?;
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    Some(text(&output.stdout))
}

#[test]
fn the_bar_is_seen_and_then_the_table() {
    let quick = "--nodes 500 --hash 4 --first 20 --color never";
    let Some(text) = shown(120, quick) else {
        return;
    };
    let bar = text.rfind(" positions, ").expect("a bar");
    let table = text.find("move   ").expect("a table");
    assert!(bar < table, "{text:?}");
}

#[test]
fn the_table_fits_the_terminal() {
    let hard = "--nodes 20000 --hash 4 --first 24 --color never";
    let Some(text) = shown(72, hard) else { return };
    let table = &text[text.find("move   ").expect("a table")..];
    let rows = table.lines().take_while(|line| !line.trim().is_empty());
    let widths: Vec<_> = rows.map(|row| row.trim_end().chars().count()).collect();
    assert!(widths.len() > 10, "{text}");
    assert!(widths.iter().all(|&width| width <= 72), "{text}");
    assert!(table.contains(" …"), "{text}");
}
