//! The files that a command line names, in folders and zips too.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::input::Source;

#[cfg(feature = "archives")]
mod walk;

/// The files that the paths stand for, in order: a file and `-` stand for themselves, a folder for
/// all files in and below it that have one of the extensions, alone or followed by `.gz` or `.zst`,
/// sorted by name. A zip counts as a folder; if it holds a single file, that file is taken whatever
/// its name. A folder, zip or link that cannot be followed is a failure among the files.
#[cfg_attr(not(feature = "archives"), expect(unused_variables))]
pub fn files(paths: &[PathBuf], extensions: &[&str]) -> Vec<Result<Source, Failure>> {
    let found = paths.iter().flat_map(|path| {
        #[cfg(feature = "archives")]
        if let Some(found) = walk::files_in(path, extensions) {
            return found;
        }
        vec![Ok(Source::from(path.as_path()))]
    });
    found.collect()
}

#[cfg(all(test, feature = "archives"))]
mod tests {
    use std::fs::{self, File};
    use std::io::Write;

    use super::*;
    use crate::text::Text;

    #[test]
    fn folders_are_searched_and_gzip_is_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("below")).unwrap();
        for name in ["b.PTN", "a.ptn", "below/c.ptn", "notes.md"] {
            fs::write(path(name), name).unwrap();
        }
        let file = File::create(path("d.ptn.gz")).unwrap();
        let mut packer = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        packer.write_all(b"d.ptn.gz").unwrap();
        packer.finish().unwrap();
        let texts = |paths: &[PathBuf]| -> Vec<String> {
            let found = files(paths, &["ptn"]).into_iter();
            let told = |file: Result<Source, Failure>| {
                let text = file.and_then(|file| Text::read(&file));
                text.map_or_else(|failure| failure.to_string(), |text| text.as_str().to_owned())
            };
            found.map(told).collect()
        };
        let all = [folder.path().to_owned(), path("notes.md")];
        let expected = ["a.ptn", "b.PTN", "below/c.ptn", "d.ptn.gz", "notes.md"];
        assert_eq!(texts(&all), expected);
        assert_eq!(Source::File(path("d.ptn.gz")).length(), None);

        fs::write(path("below/c.ptn"), b"\xff\xfe1\0").unwrap();
        let found = texts(&[path("below"), path("none.ptn")]);
        assert!(found[0].ends_with("found UTF-16; save it as UTF-8"));
        assert!(found[1].contains("none.ptn: cannot be read: "));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", path("below/c.d.ptn")).unwrap();
            let found = texts(&[path("below")]);
            assert!(found[0].contains("c.d.ptn: cannot be read: "), "{found:?}");
        }
        let empty = tempfile::tempdir().unwrap();
        let found = texts(&[empty.path().to_owned()]);
        assert!(found[0].ends_with("holds no file that ends in .ptn"));
    }
}
