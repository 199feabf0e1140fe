//! Which CPUs the program was built for, and the better program that a released one comes with.
//!
//! A program for every x86-64 CPU searches a third longer than one for those of the last ten
//! years; what AVX-512 adds was measured, and is nothing. So a released program is two: with it
//! comes the same program built for x86-64-v3 (AVX2 and what came with it). At its start it becomes
//! that one, if the CPU allows. Nothing is chosen later: each of the two is built for its CPUs
//! throughout, and both give the same answers.
//!
//! On Linux the better program is the end of the same file, elsewhere a file beside it.

use std::env;
use std::sync::LazyLock;

pub use bitops::cpu::BUILT_FOR;
use bitops::cpu::{X86_64, X86_64_V3, allows_v3};
use clap::{Arg, Command};

use crate::failure::Failure;

#[cfg(not(target_os = "linux"))]
mod beside;
#[cfg(target_os = "linux")]
mod carried;

#[cfg(not(target_os = "linux"))]
use beside::run_better;
#[cfg(target_os = "linux")]
use carried::run_better;

/// What `--version` says: the commit too, where the build was told it.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("TAK_COMMIT").map(|commit| format!("{commit}, "));
    format!("{} ({}{BUILT_FOR})", env!("CARGO_PKG_VERSION"), commit.unwrap_or_default())
});

/// The name of the option, and of its value.
const OPTION: &str = "cpu";

/// Becomes the better program where there is one and the CPU allows, unless `--cpu` asks for
/// another. Otherwise this program is as good: it only takes longer.
pub(crate) fn start() {
    let asked = asked();
    if BUILT_FOR == X86_64 && asked.is_none_or(|level| level == X86_64_V3) && allows_v3() {
        // `--version` tells that there is none.
        let _ = run_better();
    }
    #[cfg(target_os = "linux")]
    carried::restore_name();
}

/// What `--cpu` asks for. It is the first argument if there is one: before the arguments are
/// understood, which is for the better program to do.
fn asked() -> Option<String> {
    let mut arguments = env::args_os().skip(1).map_while(|argument| argument.into_string().ok());
    let first = arguments.next()?;
    match first.strip_prefix("--cpu")? {
        "" => arguments.next(),
        level => level.strip_prefix('=').map(str::to_owned),
    }
}

/// Adds `--cpu` and the long form of `--version` to a program with commands.
pub(crate) fn with_option(program: Command) -> Command {
    if !program.has_subcommands() {
        return program;
    }
    let program = program.long_version(VERSION.as_str());
    if cfg!(not(target_arch = "x86_64")) {
        return program;
    }
    program.arg(
        Arg::new(OPTION)
            .long(OPTION)
            .value_name("LEVEL")
            .value_parser([X86_64, X86_64_V3])
            .hide_possible_values(true)
            .help("Run the form for x86-64 or x86-64-v3 [default: the better that the CPU allows]"),
    )
}

/// Refuses a level that the program does not come built for, or the CPU does not allow.
pub(crate) fn check() -> Result<(), Failure> {
    let Some(level) = asked().filter(|level| level != BUILT_FOR) else { return Ok(()) };
    let why = if level == X86_64_V3 && !allows_v3() {
        "this CPU is older".to_owned()
    } else {
        format!("this program is built for {BUILT_FOR}")
    };
    Err(Failure::input(format_args!("--cpu {level}: {why}")))
}
