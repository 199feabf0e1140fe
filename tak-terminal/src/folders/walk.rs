//! Looks for files in folders and zips.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use walkdir::WalkDir;

use crate::compressed::{Member, ZIP};
use crate::failure::Failure;
use crate::input::Source;

/// The extensions of files that hold one compressed file.
const COMPRESSED: [&str; 2] = ["gz", "zst"];

/// The files in a folder or a zip; `None` if the path names neither.
pub(super) fn files_in(path: &Path, extensions: &[&str]) -> Option<Vec<Result<Source, Failure>>> {
    if path.is_dir() {
        Some(files_below(path, extensions))
    } else {
        is_zip(path).then(|| members(path, extensions))
    }
}

/// The files in a zip.
fn members(zip: &Path, extensions: &[&str]) -> Vec<Result<Source, Failure>> {
    let source = Source::File(zip.to_owned());
    let all = match Member::all(zip) {
        Ok(all) => all,
        Err(error) => return vec![Err(source.unreadable(&error))],
    };
    let is_alone = all.len() == 1;
    let wanted = all
        .into_iter()
        .filter(|member| is_alone || has_extension(Path::new(member.name()), extensions));
    let found: Vec<_> = wanted.map(|member| Ok(Source::Member(zip.to_owned(), member))).collect();
    if found.is_empty() {
        let why = format!("the zip holds no file that ends in .{}", extensions.join(", ."));
        return vec![Err(source.failure(why))];
    }
    found
}

/// Whether a file is a zip, judging by its first bytes.
fn is_zip(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4).read_to_end(&mut head));
    read.is_ok() && head == ZIP
}

fn files_below(folder: &Path, extensions: &[&str]) -> Vec<Result<Source, Failure>> {
    let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    let found = walk.into_iter().filter_map(|entry| match entry {
        Ok(entry) => {
            let wanted = !entry.file_type().is_dir() && has_extension(entry.path(), extensions);
            wanted.then(|| Ok(Source::File(entry.into_path())))
        }
        Err(error) => {
            let path = error.path().unwrap_or(folder);
            // A dangling link matters only if it would have been read.
            let matters = !path.is_symlink() || has_extension(path, extensions);
            let source = Source::File(path.to_owned());
            let why = error.io_error().map_or_else(
                || "it leads back to a folder above it".to_owned(),
                |error| format!("cannot be read: {error}"),
            );
            matters.then(|| Err(source.failure(why)))
        }
    });
    let found: Vec<_> = found.collect();
    if found.is_empty() {
        let why = format!("the folder holds no file that ends in .{}", extensions.join(", ."));
        return vec![Err(Source::File(folder.to_owned()).failure(why))];
    }
    found
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let is = |path: &Path, wanted: &str| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    };
    let is_compressed = COMPRESSED.iter().any(|extension| is(path, extension));
    let stem = is_compressed.then(|| path.with_extension(""));
    let path = stem.as_deref().unwrap_or(path);
    extensions.iter().any(|wanted| is(path, wanted))
}
