//! The programs of the workspace, built in the profile of the test.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::corpus::workspace;

/// The programs that documents and `--help` show.
pub const PROGRAMS: [&str; 4] = ["tak-engine", "tak-match", "tak-tools", "tak-train"];

/// The folder that holds all programs, and in `examples` the bots of `tak-tei`, built on the first
/// call.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let programs = PROGRAMS.iter().flat_map(|program| ["--bin", program]);
        let bots = ["--example", "random_bot", "--example", "greedy_bot"];
        build(programs.chain(bots))
    })
}

/// The engine's program, built on the first call.
pub fn engine() -> &'static Path {
    static ENGINE: OnceLock<PathBuf> = OnceLock::new();
    ENGINE.get_or_init(|| build(["--bin", "tak-engine"]).join("tak-engine"))
}

/// Builds programs, of which cargo hands a test only those of its own package, and returns their
/// folder, that of the test. They are built as a part of the workspace, so that their libraries are
/// those which the tests have.
///
/// # Panics
///
/// If they cannot be built.
fn build<'a>(what: impl IntoIterator<Item = &'a str>) -> PathBuf {
    let profile = if cfg!(debug_assertions) { "test" } else { "release" };
    let test = env::current_exe().expect("a running program");
    let folder = test.ancestors().nth(2).expect("target/profile/deps/test");
    let target = folder.parent().expect("target/profile");
    let mut build = cargo();
    build.args(["build", "--workspace", "--profile", profile, "--target-dir"]).arg(target);
    let output = build.args(what).current_dir(workspace()).output().expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the programs:\n{errors}");
    folder.to_owned()
}

/// Cargo, without what it told this test of the test's package. Some build scripts ask for that, as
/// that of ring: all above it would be built anew, by this call and by the next `cargo test`.
pub fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into()));
    for (name, _) in env::vars_os() {
        let is_told = |start| name.to_string_lossy().starts_with(start);
        if ["CARGO_MANIFEST_", "CARGO_PKG_"].into_iter().any(is_told) {
            cargo.env_remove(name);
        }
    }
    cargo
}
