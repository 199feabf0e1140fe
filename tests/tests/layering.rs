//! The shape of the workspace: which package may use which, and how long a
//! source file may grow.

use std::fs;
use std::path::{Path, PathBuf};

use tak_tests::corpus::workspace;

/// Every package and what it may use of the others; the tests may use all.
const ARROWS: [(&str, &[&str]); 7] = [
    ("bitops", &[]),
    ("tak-encoding", &["bitops"]),
    // The engine reads the books that the tools write.
    ("tak-book", &["tak-encoding"]),
    // What the programs share as programs.
    ("tak-cli", &["tak-encoding"]),
    (
        "tak-engine",
        &["bitops", "tak-encoding", "tak-book", "tak-cli"],
    ),
    // Games to tune with are the engine's own.
    (
        "tak-tools",
        &[
            "bitops",
            "tak-encoding",
            "tak-book",
            "tak-cli",
            "tak-engine",
        ],
    ),
    (
        "tak-tests",
        &[
            "bitops",
            "tak-encoding",
            "tak-book",
            "tak-cli",
            "tak-engine",
            "tak-tools",
        ],
    ),
];

const LONGEST_FILE: usize = 400;

/// The part of a manifest that this test looks at.
struct Manifest {
    name: String,
    /// Of all kinds: a development dependency upwards is one too.
    dependencies: Vec<String>,
}

fn read_manifest(folder: &Path) -> Manifest {
    let path = folder.join("Cargo.toml");
    let text = fs::read_to_string(&path).unwrap();
    let (mut section, mut name, mut dependencies) = ("", None, Vec::new());
    for line in text.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']');
            // `[dependencies.name]`
            let table = section.split_once("dependencies.");
            dependencies.extend(table.map(|(_, name)| name.to_owned()));
        } else if let Some((key, value)) = line.split_once('=') {
            let key = key.trim();
            if section == "package" && key == "name" {
                name = Some(value.trim().trim_matches('"').to_owned());
            } else if section.ends_with("dependencies") {
                dependencies.push(key.split('.').next().unwrap_or(key).to_owned());
            }
        }
    }
    Manifest {
        name: name.unwrap_or_else(|| panic!("{} names no package", path.display())),
        dependencies,
    }
}

/// The folders that the workspace lists as members.
fn members() -> Vec<PathBuf> {
    let text = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let (_, list) = text.split_once("members = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    let names = list.split(',').map(|name| name.trim().trim_matches('"'));
    names
        .filter(|name| !name.is_empty())
        .map(|name| workspace().join(name))
        .collect()
}

#[test]
fn packages_use_only_those_below() {
    let manifests: Vec<_> = members().iter().map(|path| read_manifest(path)).collect();
    for Manifest { name, dependencies } in &manifests {
        let (_, allowed) = ARROWS
            .iter()
            .find(|(package, _)| package == name)
            .unwrap_or_else(|| panic!("{name} has no place in the order of packages"));
        for used in dependencies {
            let inside = manifests.iter().any(|other| other.name == *used);
            let fine = !inside || allowed.contains(&used.as_str());
            assert!(fine, "{name} must not use {used}");
        }
    }
    // Otherwise the reader of manifests may be blind.
    let uses = |user: &str, used: &str| {
        let mut found = manifests.iter().filter(|manifest| manifest.name == user);
        found.any(|manifest| manifest.dependencies.iter().any(|name| name == used))
    };
    assert!(uses("tak-encoding", "bitops") && uses("tak-tests", "fast-tak"));
    assert_eq!(manifests.len(), ARROWS.len());
}

/// All Rust files below a folder, build output left out.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("target") {
                files.extend(sources(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn source_files_stay_short() {
    let files: Vec<_> = members()
        .iter()
        .flat_map(|member| sources(member))
        .collect();
    assert!(files.len() > 40, "only {} files found", files.len());
    for file in files {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= LONGEST_FILE, "{}: {lines} lines", file.display());
    }
}
