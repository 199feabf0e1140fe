//! The programs of the workspace, built in the profile of the test.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::corpus::workspace;

/// The programs that documents and `--help` show.
pub const PROGRAMS: [&str; 4] = ["tak-engine", "tak-match", "tak-tools", "tak-train"];

/// The folder that holds all programs, and in `examples` the bots of `tak-tei`, built on the first
/// call: cargo hands a test only those of its own package. As a part of the workspace, so that
/// their libraries are those which the tests have.
///
/// # Panics
///
/// If they cannot be built.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let profile = if cfg!(debug_assertions) { "test" } else { "release" };
        let test = env::current_exe().expect("a running program");
        let folder = test.ancestors().nth(2).expect("target/profile/deps/test");
        let target = folder.parent().expect("target/profile");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
        let mut build = Command::new(cargo);
        build.args(["build", "--workspace", "--profile", profile, "--target-dir"]).arg(target);
        for program in PROGRAMS {
            build.args(["--bin", program]);
        }
        build.args(["--example", "random_bot", "--example", "greedy_bot"]);
        let output = build.current_dir(workspace()).output().expect("cargo runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "the programs:\n{errors}");
        folder.to_owned()
    })
}
