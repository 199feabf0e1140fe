//! The examples of every document, run in its folder from top to bottom, as a reader does.
//! `UPDATE=1` writes what the programs print into the documents.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use tak_tests::corpus::workspace;
use tempfile::TempDir;

use crate::console::{self, Example};
use crate::shell;

/// All documents of the repository, each from its root on.
pub(crate) fn documents() -> Vec<PathBuf> {
    fn collect(folder: &Path, inside: &Path, documents: &mut Vec<PathBuf>) {
        let entries = fs::read_dir(folder.join(inside)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        for name in names.iter().filter_map(|name| name.to_str()) {
            let path = inside.join(name);
            let is_ours = !name.starts_with('.') && name != "target" && name != "node_modules";
            if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            } else if is_ours && folder.join(&path).is_dir() {
                collect(folder, &path, documents);
            }
        }
    }
    let mut documents = Vec::new();
    collect(&workspace(), Path::new(""), &mut documents);
    assert!(documents.len() > 10, "{documents:?}");
    documents
}

/// A clone to write into: the folder of a document with links to what the real one holds.
fn clone(document: &Path) -> (TempDir, PathBuf) {
    let clone = tempfile::tempdir().unwrap();
    let mut real = fs::canonicalize(workspace()).unwrap();
    let mut folder = clone.path().to_owned();
    let mut below = document.parent().unwrap().components();
    loop {
        let next = below.next();
        for entry in fs::read_dir(&real).unwrap() {
            let name = entry.unwrap().file_name();
            let is_below = next.is_some_and(|next| next.as_os_str() == name);
            if !is_below && name != "target" {
                symlink(real.join(&name), folder.join(&name)).unwrap();
            }
        }
        let Some(next) = next else {
            return (clone, folder);
        };
        real.push(next);
        folder.push(next);
        fs::create_dir(&folder).unwrap();
    }
}

/// Runs an example; returns what it prints if the document shows something else.
fn news(example: &Example, folder: &Path) -> Option<String> {
    if let Some(name) = example.command.strip_prefix("cat ")
        && !folder.join(name).exists()
    {
        // A file that the document itself introduces.
        fs::write(folder.join(name), example.shown.join("\n") + "\n").unwrap();
    }
    let (printed, succeeds) = if example.is_conversation() {
        (shell::talk(folder, &example.input), true)
    } else {
        let output =
            shell::run(&format!("{{ {}\n}} 2>&1", example.command), folder, &example.input);
        (String::from_utf8(output.stdout).unwrap(), output.status.success())
    };
    let lines: Vec<_> = printed.trim_end().lines().collect();
    let fails = lines.last().is_some_and(|line| line.starts_with("error: "));
    assert_eq!(succeeds, !fails, "{}\n{printed}", example.command);
    let agrees = example.shown.is_empty() || console::agrees(&example.shown, &lines);
    (!agrees || fails && example.shown.is_empty()).then_some(printed)
}

/// The pictures that examples have written, and that differ from those in the folder `assets`.
fn old_pictures(folder: &Path) -> Vec<(PathBuf, PathBuf)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let written = entries.filter(|entry| entry.file_type().unwrap().is_file());
    let pairs = written.map(|entry| {
        let kept = folder.join("assets").join(entry.file_name());
        (entry.path(), kept)
    });
    pairs
        .filter(|(new, old)| old.exists() && fs::read(new).unwrap() != fs::read(old).unwrap())
        .collect()
}

/// Runs the examples of a document; returns what is wrong with them.
fn check(document: &Path) -> Vec<String> {
    let path = workspace().join(document);
    let text = fs::read_to_string(&path).unwrap();
    let examples = console::examples(&text);
    if examples.is_empty() {
        return Vec::new();
    }
    let update = env::var_os("UPDATE").is_some();
    let (_clone, folder) = clone(document);
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let mut wrong = Vec::new();
    // What comes later moves if a place gets another length: they are put in from the end.
    let mut found = Vec::new();
    for example in &examples {
        if let Some(printed) = news(example, &folder) {
            let place = format!("{}:{}", document.display(), example.lines.start);
            wrong.push(format!("{place}: {}\n{printed}", example.command));
            found.push((example, printed));
        }
    }
    for (new, old) in old_pictures(&folder) {
        wrong.push(format!("{}: {} is another picture", document.display(), old.display()));
        if update {
            fs::copy(new, old).unwrap();
        }
    }
    if update {
        for (example, printed) in found.iter().rev() {
            let printed: Vec<_> = printed.trim_end().lines().collect();
            let renewed = console::renewed(&example.shown, &printed);
            let marked = renewed.iter().map(|line| format!("{}{line}", example.mark));
            drop(lines.splice(example.lines.clone(), marked));
        }
        fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    wrong
}

#[test]
fn the_readme_shows_what_programs_print() {
    check_all(&[PathBuf::from("README.md")]);
}

#[test]
#[ignore = "second tier: every example of every document"]
fn documents_show_what_programs_print_in_release() {
    check_all(&documents());
}

fn check_all(documents: &[PathBuf]) {
    let wrong: Vec<_> = thread::scope(|scope| {
        let checks = documents.iter().map(|document| scope.spawn(|| check(document)));
        let checks: Vec<_> = checks.collect();
        checks.into_iter().flat_map(|check| check.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "UPDATE=1 writes these into the documents:\n{}", wrong.join("\n"));
}
