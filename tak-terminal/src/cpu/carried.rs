//! On Linux: a program that carries a better one at the end of its file, and becomes it.

use std::convert::Infallible;
use std::env;
use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Take};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::thread::set_name;

/// What such a file ends with: this, and the length of the better program in ten digits.
/// `dist/archive` writes it.
const MARK: &[u8] = b"tak-v3";
const DIGITS: usize = 10;

/// Puts the better program in the place of this one: same process, arguments, input and output.
/// Returns only if there is none, or it cannot be run.
pub(super) fn run_better() -> io::Result<Infallible> {
    let mut better = carried_by(File::open("/proc/self/exe")?)?;
    // It needs no folder to be unpacked to. Older systems know no flag for programs.
    let memory = memfd_create("better", MemfdFlags::CLOEXEC | MemfdFlags::EXEC)
        .or_else(|_| memfd_create("better", MemfdFlags::CLOEXEC))?;
    let mut memory = File::from(memory);
    io::copy(&mut better, &mut memory)?;
    let mut arguments = env::args_os();
    let mut command = Command::new(format!("/proc/self/fd/{}", memory.as_raw_fd()));
    command.arg0(arguments.next().unwrap_or_default()).args(arguments);
    Err(command.exec())
}

/// The program at the end of a file.
fn carried_by(mut file: File) -> io::Result<Take<File>> {
    const END: usize = MARK.len() + DIGITS;
    let none = || io::Error::from(io::ErrorKind::NotFound);
    let mut end = [0; END];
    file.seek(SeekFrom::End(-(END as i64)))?;
    file.read_exact(&mut end)?;
    let digits = end.strip_prefix(MARK).and_then(|digits| str::from_utf8(digits).ok());
    let length: u32 = digits.and_then(|digits| digits.parse().ok()).ok_or_else(none)?;
    file.seek(SeekFrom::End(-(END as i64) - i64::from(length)))?;
    Ok(file.take(length.into()))
}

/// Names the process by the program, as `ps` and `killall` do: for one that was carried, the
/// system knows only the number of a file.
pub(super) fn restore_name() {
    let program = env::args_os().next().unwrap_or_default();
    let name = Path::new(&program).file_name().unwrap_or_default();
    if let Ok(name) = CString::new(name.as_bytes()) {
        let _ = set_name(&name);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// What a file with this text carries.
    fn carried(text: &[u8]) -> Option<String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        let mut carried = String::new();
        carried_by(file).ok()?.read_to_string(&mut carried).ok()?;
        Some(carried)
    }

    #[test]
    fn the_end_of_a_file_is_a_program_if_it_says_so() {
        assert_eq!(carried(b"plain better tak-v30000000007").as_deref(), Some("better "));
        for text in ["", "plain", "plain better tak-v40000000007", "plain tak-v3000000000x"] {
            assert_eq!(carried(text.as_bytes()), None, "{text}");
        }
        assert_eq!(carried(b"too short tak-v39999999999"), None);
    }
}
