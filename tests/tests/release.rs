//! What a release hands to package managers and registries names what its workflow makes.

#![cfg(target_os = "linux")]

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tak_tests::corpus::workspace;
use tempfile::TempDir;

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap()
}

/// The kinds of machine that `release.yml` makes archives for.
fn targets() -> Vec<String> {
    let workflow = read(".github/workflows/release.yml");
    let named = workflow.lines().filter_map(|line| line.split_once("{ target: "));
    let targets: Vec<_> =
        named.map(|(_, rest)| rest.split(',').next().unwrap().to_owned()).collect();
    assert_eq!(targets.len(), 7, "{targets:?}");
    targets
}

/// An archive's name, as `dist/archive` has it.
fn archive(target: &str) -> String {
    let ending = if target.contains("windows") { "zip" } else { "tar.xz" };
    format!("tak-toolkit-{}-{target}.{ending}", env!("CARGO_PKG_VERSION"))
}

/// The archives of these targets, each with its name inside, and what `fill` makes of them.
fn fill(targets: &[String]) -> (TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    let archives = folder.path().join("archives");
    fs::create_dir(&archives).unwrap();
    for target in targets {
        fs::write(archives.join(archive(target)), target).unwrap();
    }
    let mut command = Command::new(workspace().join("dist/packages/fill"));
    let output = command.arg(&archives).arg(folder.path().join("packages")).output().unwrap();
    (folder, output)
}

fn sum(file: &Path) -> String {
    let output = Command::new("sha256sum").arg(file).output().unwrap();
    String::from_utf8(output.stdout).unwrap()[..64].to_owned()
}

#[test]
fn package_managers_get_the_sums_of_the_archives() {
    let targets = targets();
    let (folder, output) = fill(&targets);
    assert!(output.status.success(), "{output:?}");
    let packages = fs::read_dir(folder.path().join("packages")).unwrap();
    let packages: Vec<_> = packages.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(packages.len(), 6, "{packages:?}");
    let mut sums = 0;
    for package in &packages {
        let text = fs::read_to_string(package).unwrap();
        assert!(!text.contains('@'), "{}: a mark is left\n{text}", package.display());
        for target in &targets {
            let sum = sum(&folder.path().join("archives").join(archive(target)));
            let names = text.contains(target.as_str());
            assert_eq!(names, text.contains(&sum), "{}: {target}", package.display());
            sums += usize::from(names);
        }
    }
    // Four for Homebrew, two for Arch Linux, one each for Scoop and winget.
    assert_eq!(sums, 8);
    let scoop = fs::read(folder.path().join("packages/tak-toolkit.json")).unwrap();
    let scoop: Value = serde_json::from_slice(&scoop).unwrap();
    let windows = &scoop["architecture"]["64bit"]["url"];
    assert!(windows.as_str().unwrap().ends_with(&archive("x86_64-pc-windows-gnu")), "{windows}");
    let script = folder.path().join("packages/PKGBUILD");
    assert!(Command::new("bash").arg("-n").arg(script).status().unwrap().success());
}

#[test]
fn no_package_is_written_without_its_archive() {
    let (_folder, output) = fill(&targets()[1..]);
    assert!(!output.status.success(), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("PKGBUILD"));
}

#[test]
fn every_package_has_every_program_of_an_archive() {
    let archive = read("dist/archive");
    let (_, programs) = archive.split_once("programs=(").unwrap();
    let programs: Vec<_> = programs.split(')').next().unwrap().split(' ').collect();
    assert_eq!(programs.len(), 5, "{programs:?}");
    for package in [
        "dist/deb",
        "dist/packages/PKGBUILD",
        "dist/packages/tak-toolkit.json",
        "dist/packages/tak-toolkit.rb",
        "dist/packages/winget/TakToolkit.TakToolkit.installer.yaml",
    ] {
        let text = read(package);
        for program in &programs {
            assert!(text.contains(program), "{package}: {program}");
        }
    }
}

/// `cargo binstall` takes the same archives; one for `-msvc` it asks for by another name.
#[test]
fn binstall_finds_the_archives() {
    let section = |path: &str| {
        let manifest = read(&format!("{path}/Cargo.toml"));
        manifest[manifest.find("[package.metadata.binstall]").unwrap()..].to_owned()
    };
    let engine = section("tak-engine");
    for folder in ["tak-match", "tak-train", "tools"] {
        assert_eq!(section(folder), engine, "{folder}");
    }
    assert!(read("dist/archive").contains("$name.tar.xz") && engine.contains("pkg-fmt = \"txz\""));
    let windows = targets().into_iter().find(|target| target.contains("windows")).unwrap();
    assert!(engine.contains(&format!("-{{ version }}-{windows}.zip")), "{engine}");
}

#[test]
fn every_package_has_the_version() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, line) in [
        ("python/Cargo.toml", format!("version = \"{version}\"")),
        ("web/engine/js/package.json", format!("  \"version\": \"{version}\",")),
        ("CITATION.cff", format!("version: {version}")),
    ] {
        assert!(read(file).lines().any(|found| found == line), "{file}: {line}");
    }
    let manifest = read("Cargo.toml");
    let ours = manifest.lines().filter(|line| line.contains("path = \""));
    for line in ours.filter(|line| line.contains("version = ")) {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
    // Who starts from the skeleton needs what was published.
    let skeleton = read("bot-template/Cargo.toml");
    let needs = skeleton.lines().filter(|line| line.starts_with("tak-"));
    let (start, _) = version.rsplit_once('.').unwrap();
    assert_eq!(needs.filter(|line| line.contains(&format!("\"{start}\""))).count(), 2);
}

/// A registry that has the first package already is asked for all others.
#[test]
fn what_is_published_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let cargo = folder.path().join("cargo");
    let real = env!("CARGO");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in\nmetadata*) exec {real} \"$@\" ;;\ninfo*tak-bitops@*) ;;\n\
         info*) exit 101 ;;\n*) echo \"$@\" ;;\nesac\n"
    );
    fs::write(&cargo, script).unwrap();
    fs::set_permissions(&cargo, Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), env::var("PATH").unwrap());
    let mut command = Command::new(workspace().join("dist/crates"));
    let output = command.arg("--dry-run").env("PATH", path).output().unwrap();
    let asked = String::from_utf8(output.stdout).unwrap();
    let words: Vec<_> = asked.split_whitespace().collect();
    assert_eq!((words[0], words[words.len() - 1]), ("publish", "--dry-run"), "{asked}");
    assert_eq!(words.iter().filter(|word| word.starts_with("tak-")).count(), 12, "{asked}");
    assert!(!asked.contains("tak-bitops") && !asked.contains("tak-tests"), "{asked}");
}
