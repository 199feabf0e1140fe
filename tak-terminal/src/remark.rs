//! What is worth knowing, though nothing is wrong.

use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

/// Writes a line to standard error. The work that it tells about is done, even if nobody can read
/// it.
pub fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes a remark to standard error, only once however often it is made.
pub fn once(remark: &str) {
    static MADE: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if made.iter().all(|old| old != remark) {
        made.push(remark.to_owned());
        tell(&format!("note: {remark}"));
    }
}
