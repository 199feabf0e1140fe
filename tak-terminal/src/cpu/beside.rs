//! On Windows and macOS: a program that runs the better one which lies in the same folder. A
//! program that wrote another one and ran it would pass for malware there.

use std::convert::Infallible;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::{env, io};

use bitops::cpu::X86_64_V3;

/// Runs the better program with the same arguments, input and output. Returns only if there is
/// none, or it cannot be run.
pub(super) fn run_better() -> io::Result<Infallible> {
    let better = better()?;
    // As it is after `cargo install`.
    if !better.exists() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut command = Command::new(better);
    command.args(env::args_os().skip(1));
    take_place(command)
}

/// Beside the program itself, not beside a link to it: `tak-engine-x86-64-v3.exe`.
fn better() -> io::Result<PathBuf> {
    let own = env::current_exe()?.canonicalize()?;
    let mut name = own.file_stem().map(OsString::from).unwrap_or_default();
    name.push("-");
    name.push(X86_64_V3);
    name.push(env::consts::EXE_SUFFIX);
    Ok(own.with_file_name(name))
}

#[cfg(unix)]
fn take_place(mut command: Command) -> io::Result<Infallible> {
    use std::os::unix::process::CommandExt;

    Err(command.exec())
}

/// No process can take the place of another: this one waits, and takes the other with it if it
/// is ended.
#[cfg(windows)]
fn take_place(mut command: Command) -> io::Result<Infallible> {
    use std::mem::ManuallyDrop;
    use std::process::exit;

    use win32job::{ExtendedLimitInfo, Job};

    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
    // Never closed by us, which would end this process too, even where it goes on alone.
    let job = ManuallyDrop::new(job);
    job.assign_current_process().map_err(io::Error::other)?;
    // Ctrl-C reaches both, and it is the other that ends or goes on.
    ctrlc::set_handler(|| {}).map_err(io::Error::other)?;
    let status = command.status()?;
    exit(status.code().unwrap_or(1))
}
