//! Who logs in. Passwords come from the environment or from a file that only its owner can read,
//! and are sent only to the server.

use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use rustls::crypto::ring;
use tak_terminal::failure::{Failure, printable};

const NAME: &str = "PLAYTAK_USERNAME";
const PASSWORD: &str = "PLAYTAK_PASSWORD";

/// Who logs in. There is no `Debug`, so that nothing prints a password.
#[derive(Clone)]
pub(super) enum Account {
    /// The server chooses a name; the token recovers it after a lost connection.
    Guest { token: String },
    /// A registered player.
    Player { name: String, password: String },
}

impl Account {
    /// A guest with a token that nobody can guess.
    pub(super) fn guest() -> Result<Self, Failure> {
        let mut bytes = [0; 20];
        let random = ring::default_provider().secure_random;
        random
            .fill(&mut bytes)
            .map_err(|_| Failure::outside("the system has no random numbers"))?;
        let token = bytes.map(|byte| char::from(b'a' + byte % 26));
        Ok(Self::Guest { token: token.iter().collect() })
    }

    /// Name and password from the environment.
    pub(super) fn from_environment() -> Result<Self, Failure> {
        match (env::var(NAME), env::var(PASSWORD)) {
            (Ok(name), Ok(password)) => Self::player(&name, &password, "the environment"),
            _ => Err(Failure::input(format_args!(
                "who should play? Set {NAME} and {PASSWORD}, name a file with --account, or play \
                 as --guest"
            ))),
        }
    }

    /// Name and password from the two lines of a file.
    pub(super) fn from_file(path: &Path) -> Result<Self, Failure> {
        const LONGEST: u64 = 4096;
        let shown = printable(&path.to_string_lossy());
        let cannot = |error| Failure::input(format_args!("{shown}: cannot read it: {error}"));
        let file = File::open(path).map_err(cannot)?;
        check_mode(&file.metadata().map_err(cannot)?, &shown)?;
        let mut text = String::new();
        file.take(LONGEST).read_to_string(&mut text).map_err(cannot)?;
        let mut lines = text.lines().map(str::trim);
        let (name, password) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
        Self::player(name, password, &shown)
    }

    fn player(name: &str, password: &str, source: &str) -> Result<Self, Failure> {
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && (4..=16).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_password = (6..=50).contains(&password.chars().count())
            && !password.contains(char::is_whitespace)
            && !password.contains(char::is_control);
        // Even the reason why a password is invalid does not belong on a terminal.
        let expected = match (is_name, is_password) {
            (false, _) => "a name of 4 to 16 letters, digits and _, a letter first",
            (_, false) => "after the name a password of 6 to 50 characters without blanks",
            _ => {
                return Ok(Self::Player { name: name.to_owned(), password: password.to_owned() });
            }
        };
        Err(Failure::input(format_args!("{source}: expected {expected}")))
    }

    /// The words after `Login`.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Guest { token } => format!("Guest {token}"),
            Self::Player { name, password } => format!("{name} {password}"),
        }
    }
}

/// Refuses a file that others can read.
#[cfg(unix)]
fn check_mode(data: &fs::Metadata, shown: &str) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt;

    let mode = data.permissions().mode() & 0o777;
    if mode & 0o700 == mode {
        return Ok(());
    }
    Err(Failure::input(format_args!(
        "{shown}: others may read it (mode {mode:03o}), and it holds a password; \
         `chmod 600 {shown}` fixes that"
    )))
}

/// Other systems have no such modes.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
fn check_mode(_: &fs::Metadata, _: &str) -> Result<(), Failure> {
    Ok(())
}
