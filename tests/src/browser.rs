//! Node.js and Chromium for the tests that need them. `.ci/run` installs Chromium and what
//! the scripts in `tests/browser` use; where something is missing a test says so and
//! passes, unless it is required.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::corpus::workspace;

/// The folder of the scripts, Node.js, and Chromium.
pub struct Browser {
    /// `tests/browser`.
    pub folder: PathBuf,
    /// Node.js.
    pub node: PathBuf,
    /// Chromium.
    pub chromium: PathBuf,
}

impl Browser {
    /// Finds them.
    ///
    /// # Errors
    ///
    /// What is missing.
    pub fn find() -> Result<Self, String> {
        let folder = workspace().join("tests/browser");
        let chromium = program(&["chromium", "chromium-browser", "google-chrome"]);
        let chromium = chromium.ok_or("there is no Chromium")?;
        let node = program(&["node"]).ok_or("there is no Node.js")?;
        let modules = folder.join("node_modules");
        let packages = ["axe-core", "playwright-core", "typescript"];
        if !packages.iter().all(|name| modules.join(name).exists()) {
            return Err("`npm ci` was not run in tests/browser".to_owned());
        }
        Ok(Self { folder, node, chromium })
    }
}

/// The first program of these that is on the path.
pub fn program(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<_> = env::split_paths(&path).collect();
    let mut programs =
        names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    programs.find(|program| program.is_file())
}

/// What a test needs, or `None` if something is missing, which is printed. If the variable says
/// `required`, it must be there.
pub fn unless_missing<T>(test: &str, needs: Result<T, String>, variable: &str) -> Option<T> {
    match needs {
        Ok(found) => {
            eprintln!("{test} test: ran");
            Some(found)
        }
        Err(why) => {
            eprintln!("{test} test: skipped because {why}");
            let is_required = env::var(variable).is_ok_and(|value| value == "required");
            assert!(!is_required, "{variable}=required, but {why}");
            None
        }
    }
}

/// Runs a program for such a test in a folder, and returns its output.
pub fn run(command: &mut Command, folder: &Path) -> String {
    let output = command.current_dir(folder).output().expect("a program that starts");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {told}{errors}");
    told
}
