//! Commands that documents tell to type, and that are too long to run, have no word that the
//! programs do not know.

use std::fs;
use std::path::Path;

use tak_tests::corpus::workspace;
use tak_tests::programs::PROGRAMS;

use crate::documents::documents;
use crate::shell;

/// The lines of all blocks `sh`, each with what goes on after a backslash, without comments.
fn lines(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for rest in text.split("```sh\n").skip(1) {
        let block = rest.split("```").next().unwrap_or_default().replace("\\\n", " ");
        let typed = block.lines().map(|line| line.split(" #").next().unwrap_or_default().trim());
        lines.extend(typed.map(str::to_owned));
    }
    lines
}

/// The commands of a line that start one of our programs.
fn commands(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split(" | ").flat_map(|part| part.split(" && ")).map(str::trim);
    parts.filter(|part| PROGRAMS.iter().any(|name| part.starts_with(&format!("{name} "))))
}

#[test]
fn programs_know_every_command_that_a_document_shows() {
    let mut count = 0;
    let mut unknown = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(workspace().join(&document)).unwrap();
        for line in lines(&text) {
            for command in commands(&line) {
                count += 1;
                // Help is asked for last: each word before it must be understood.
                let command = command.split(" >").next().unwrap();
                let output = shell::run(&format!("{command} --help"), Path::new("."), "");
                if !output.status.success() {
                    let said = String::from_utf8_lossy(&output.stderr).into_owned();
                    unknown.push(format!("{}: {command}\n{said}", document.display()));
                }
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    assert!(count > 30, "only {count} commands");
}
