//! Python with packages that read our tables.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::workspace;

/// A package of Python.
pub struct Package {
    name: &'static str,
    /// The environment below `target/` that `.ci/run` makes.
    environment: &'static str,
    /// The variable that says whether the package is required.
    required: &'static str,
}

/// Groups tables.
pub const DUCKDB: Package =
    Package { name: "duckdb", environment: "duckdb", required: "TAK_DUCKDB_TEST" };
/// Groups tables on many machines.
pub const SPARK: Package =
    Package { name: "pyspark", environment: "spark", required: "TAK_SPARK_TEST" };
/// What OpenBench needs.
pub const OPENBENCH: Package = Package {
    name: "django, htmlmin, requests, scipy, psutil, cpuinfo",
    environment: "openbench-python",
    required: "TAK_OPENBENCH_TEST",
};

impl Package {
    /// Says that a test is skipped, or fails where it must run.
    pub fn skip(&self, why: &str) {
        let is_required = env::var_os(self.required).is_some_and(|value| value == "required");
        assert!(!is_required, "{}=required, but {why}", self.required);
        eprintln!("skipped: {why}");
    }
}

/// A Python with a package: the one made by `.ci/run`, or the system's.
pub fn python(package: &Package) -> Option<PathBuf> {
    let own = workspace().join(format!("target/{}/bin/python3", package.environment));
    let import = format!("import {}", package.name);
    let has_it = |python: &PathBuf| {
        let import = Command::new(python).args(["-c", &import]).output();
        import.is_ok_and(|output| output.status.success())
    };
    let found = [own, "python3".into()].into_iter().find(has_it);
    if found.is_none() {
        package.skip(&format!("no Python here has the package {}", package.name));
    }
    found
}

/// The output of a program that must succeed.
pub fn run(folder: &Path, python: &Path, program: &str) -> String {
    let output = Command::new(python).current_dir(folder).args(["-c", program]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}
