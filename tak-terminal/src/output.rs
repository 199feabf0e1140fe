//! Writes to standard output and to files so that a failure leaves nothing half done.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::input::Source;
use crate::interrupt::remove_when_interrupted;
use crate::progress;

/// Writes text to standard output and flushes it.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Output)
}

/// How many characters fit on a line, if standard output is a terminal.
pub fn terminal_width() -> Option<usize> {
    terminal_size().map(|(width, _)| width)
}

/// How many lines fit on it.
pub fn terminal_height() -> Option<usize> {
    terminal_size().map(|(_, height)| height)
}

fn terminal_size() -> Option<(usize, usize)> {
    let terminal = console::Term::stdout();
    let (height, width) = terminal.is_term().then(|| terminal.size_checked())??;
    Some((width.into(), height.into())).filter(|&(width, height)| width > 0 && height > 0)
}

/// Writes a whole file; `-` is standard output.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.write(bytes)?;
    output.finish()
}

/// Creates a folder and any missing ones above it.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    // The system would only say that it exists.
    if regular_file(folder).is_some() {
        let why = "it is a file; expected a folder or a new name";
        return Err(Source::File(folder.to_owned()).failure(why));
    }
    fs::create_dir_all(folder).map_err(|error| Failure::File(folder.to_owned(), error))
}

/// Prints a JSON value on one line.
pub fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    print(&format!("{value}\n"))
}

/// Refuses an output that is also an input.
pub fn refuse_as_output(inputs: &[PathBuf], output: &Path) -> Result<(), Failure> {
    let Some(output_file) = regular_file(output) else {
        return Ok(());
    };
    let same = |path: &&PathBuf| regular_file(path).is_some_and(|path| path == output_file);
    let Some(path) = inputs.iter().find(same) else { return Ok(()) };
    let why = "it is an input, so it cannot be the output too; expected another file";
    Err(Source::from(path.as_path()).failure(why))
}

/// Refuses an output that is named twice: one would be lost.
pub fn refuse_twice(outputs: &[Option<&Path>]) -> Result<(), Failure> {
    let mut places = Vec::new();
    // A device takes whatever is written to it.
    for path in outputs.iter().flatten().filter(|path| path.is_file() || !path.exists()) {
        let place = regular_file(path).or_else(|| new_file(path));
        if places.contains(&place) {
            let name = path.display();
            let why = format!("{name}: it is named for two outputs; expected a file for each");
            return Err(Failure::Input(why));
        }
        places.push(place);
    }
    Ok(())
}

/// Where a new file will be, with all links to its folder followed.
fn new_file(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
    Some(folder.join(path.file_name()?))
}

/// The real path of a regular file, with all links followed.
fn regular_file(path: &Path) -> Option<PathBuf> {
    let path = path.canonicalize().ok()?;
    path.is_file().then_some(path)
}

/// A file that appears under its name only when complete: the bytes go to a temporary file beside
/// it, which is renamed at the end.
pub struct Output {
    path: PathBuf,
    writer: BufWriter<Destination>,
}

/// Like [`Output`], for a file that another library opens by name, such as a database.
pub struct OutputFile {
    path: PathBuf,
    file: NamedTempFile,
    target: PathBuf,
}

impl OutputFile {
    /// Creates an empty temporary file beside the final one.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let path = path.to_owned();
        match Destination::open(&path) {
            Ok(Destination::Beside(file, target)) => Ok(Self { path, file, target }),
            Ok(_) => Err(Failure::File(path, io::Error::other("expected the name of a file"))),
            Err(error) => Err(Failure::File(path, error)),
        }
    }

    /// Where to write.
    pub fn temporary(&self) -> &Path {
        self.file.path()
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        persist(self.file, &self.target).map_err(|error| unwritable(&self.path, error))
    }

    /// A failure of the library that writes the file.
    pub fn failure(&self, why: impl std::fmt::Display) -> Failure {
        Failure::File(self.path.clone(), io::Error::other(why.to_string()))
    }
}

enum Destination {
    Stdout(io::Stdout),
    /// A device or a pipe, which cannot be replaced by a file.
    Device(File),
    /// A temporary file, and the name that it finally gets.
    Beside(NamedTempFile, PathBuf),
}

impl Output {
    /// Opens a file for writing; `-` is standard output.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let destination = Destination::open(path).map_err(|error| unwritable(path, error))?;
        Ok(Self { path: path.to_owned(), writer: BufWriter::with_capacity(1 << 16, destination) })
    }

    /// Writes bytes; they appear in a file only after [`finish`](Self::finish).
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let result = self.writer.write_all(bytes);
        result.map_err(|error| unwritable(&self.path, error))
    }

    /// Flushes what has been written so far to the reader of standard output.
    pub fn show(&mut self) -> Result<(), Failure> {
        match self.writer.get_ref() {
            Destination::Stdout(_) => self.writer.flush(),
            _ => Ok(()),
        }
        .map_err(|error| unwritable(&self.path, error))
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        let Self { path, writer } = self;
        // Taken apart by hand: a `BufWriter` that is dropped would try again.
        let destination = writer.into_inner().map_err(io::IntoInnerError::into_error);
        let result = destination.and_then(|destination| match destination {
            Destination::Stdout(mut out) => out.flush(),
            Destination::Device(mut file) => file.flush(),
            Destination::Beside(file, path) => persist(file, &path),
        });
        result.map_err(|error| unwritable(&path, error))
    }
}

impl Destination {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(out) => out,
            Self::Device(file) => file,
            // Not the named file: its errors would show the temporary name.
            Self::Beside(file, _) => file.as_file_mut(),
        }
    }

    fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            let out = io::stdout();
            if out.is_terminal() {
                progress::give_way();
            }
            return Ok(Self::Stdout(out));
        }
        // Links are followed, so that a link stays one.
        match fs::metadata(path) {
            Ok(known) if known.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(known) if !known.is_file() => {
                OpenOptions::new().write(true).open(path).map(Self::Device)
            }
            Ok(known) => Self::beside(&fs::canonicalize(path)?, Some(known.permissions())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Self::beside(&end_of_link(path), None)
            }
            Err(error) => Err(error),
        }
    }

    fn beside(path: &Path, permissions: Option<Permissions>) -> io::Result<Self> {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY);
        // What a new file gets before the umask is applied.
        #[cfg(unix)]
        let permissions = permissions.or_else(|| {
            use std::os::unix::fs::PermissionsExt;
            Some(Permissions::from_mode(0o666))
        });
        if let Some(permissions) = permissions {
            builder.permissions(permissions);
        }
        // For the folder's own error: the file's would show the temporary name.
        fs::metadata(folder)?;
        if cfg!(unix) {
            remove_leftovers(folder);
        }
        let file = builder.tempfile_in(folder);
        let file = file.map_err(|error| no_file_beside(error.kind()))?;
        if cfg!(unix) {
            // Marks the file as in use. On other systems a lock would keep SQLite out.
            let _ = file.as_file().try_lock();
        }
        remove_when_interrupted(file.path());
        Ok(Self::Beside(file, path.to_owned()))
    }
}

/// Gives a temporary file its final name once its bytes are on the disk.
fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// What the names of temporary files begin with.
const TEMPORARY: &str = ".tak-";

/// Removes temporary files left by programs that were killed: old ones that are not locked.
fn remove_leftovers(folder: &Path) {
    const OLD: Duration = Duration::from_mins(1);
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if is_temporary(&path) && is_abandoned(&path, OLD).unwrap_or(false) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether a file name is that of a temporary file, of a program that is writing or was killed.
pub fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.strip_prefix(TEMPORARY).is_some_and(|rest| rest.len() == 6)
}

fn is_abandoned(path: &Path, old: Duration) -> io::Result<bool> {
    let known = fs::symlink_metadata(path)?;
    let is_old = known.modified()?.elapsed().is_ok_and(|age| age > old);
    Ok(known.is_file() && is_old && File::open(path)?.try_lock().is_ok())
}

/// Where a link leads, even if nothing is there yet; any other path unchanged.
fn end_of_link(path: &Path) -> PathBuf {
    /// As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&end) else { break };
        end = end.parent().unwrap_or(Path::new("")).join(next);
    }
    end
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Why the temporary file could not be created; the system's own message would name it.
fn no_file_beside(kind: io::ErrorKind) -> io::Error {
    let words = match kind {
        // The folder exists, so it must be a virtual one like /proc.
        io::ErrorKind::NotFound => "its folder accepts no files".to_owned(),
        kind => format!("no file can be created in its folder: {kind}"),
    };
    io::Error::new(kind, words)
}

fn unwritable(path: &Path, error: io::Error) -> Failure {
    if path == Path::new("-") {
        Failure::Output(error)
    } else {
        Failure::File(path.to_owned(), error)
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.txt");
        let mut output = Output::create(&path).unwrap();
        output.write(b"a1 f6\n").unwrap();
        assert!(!path.exists());
        drop(output);
        assert!(names(folder.path()).is_empty());

        write(&path, b"a1 f6\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"a1 f6\n");
        assert_eq!(names(folder.path()), ["book.txt"]);
    }

    #[test]
    fn a_file_is_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ptn");
        fs::write(&path, "").unwrap();
        let told = make_folder(&path).unwrap_err().to_string();
        assert!(told.ends_with("it is a file; expected a folder or a new name"), "{told}");
        make_folder(folder.path()).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_a_killed_program_left_behind_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let in_folder = |name: &str| folder.path().join(name);
        let make = |name: &str, age: u64| {
            let file = File::create(in_folder(name)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
            file
        };
        let held = make(".tak-held00", 1000);
        held.lock().unwrap();
        for (name, age) in [(".tak-left00", 1000), (".tak-young0", 0), (".tak-games", 1000)] {
            drop(make(name, age));
        }
        drop(Output::create(&in_folder("book.txt")).ok().unwrap());
        assert_eq!(names(folder.path()), [".tak-games", ".tak-held00", ".tak-young0"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_modes_stay_as_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("book.txt"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink("book.txt", &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // A link to itself cannot be written through, and stays too.
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(write(&circle, b"new").is_err());
        assert!(fs::symlink_metadata(&circle).unwrap().is_symlink());
        // A link to a link to a file that does not exist yet.
        let (path, link) = (folder.path().join("new.txt"), folder.path().join("first"));
        symlink("second", &link).unwrap();
        symlink(&path, folder.path().join("second")).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let path = folder.path().join("book.txt");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn no_message_names_the_temporary_file() {
        let error = Destination::open(Path::new("/proc/none")).err().unwrap();
        assert_eq!(error.to_string(), "its folder accepts no files");
        let error = Destination::open(Path::new("/none/at/all")).err().unwrap();
        assert!(error.to_string().starts_with("No such file or directory"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_a_failure() {
        let failure = write(Path::new("/dev/full"), b"a1 f6\n");
        assert!(matches!(failure, Err(Failure::File(..))));
        assert!(fs::metadata("/dev/full").is_ok_and(|device| !device.is_file()));
    }
}
