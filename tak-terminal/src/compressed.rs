//! Compressed files: one by gzip or zstd, many in a zip.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

#[cfg_attr(not(feature = "archives"), path = "compressed/refuse.rs")]
mod unpack;

pub use unpack::Member;

/// The first bytes of a gzip file.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// The first bytes of a zstd file.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The first bytes of a zip with files in it.
pub(crate) const ZIP: &[u8] = b"PK\x03\x04";

/// Unpacks gzip and zstd. It waits for a second byte only if the first is one of theirs, since a
/// line typed by a person may be a single byte.
pub(crate) fn unpacked(mut reader: impl Read + 'static) -> io::Result<Box<dyn Read>> {
    let mut head = Vec::new();
    loop {
        let known = head.len();
        let may_be = |magic: &[u8]| magic.len() > known && magic.starts_with(&head);
        if !may_be(GZIP) && !may_be(ZSTD) {
            break;
        }
        reader.by_ref().take(1).read_to_end(&mut head)?;
        if head.len() == known {
            break;
        }
    }
    let (is_gzip, is_zstd) = (head == GZIP, head == ZSTD);
    let all = Cursor::new(head).chain(reader);
    Ok(match (is_gzip, is_zstd) {
        (true, _) => unpack::gzip(all),
        (_, true) => unpack::zstd(all),
        _ => Box::new(all),
    })
}

/// Whether a file is compressed, judging by its first bytes.
pub(crate) fn is_compressed(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut head)?;
    Ok([GZIP, ZSTD, ZIP].iter().any(|magic| head.starts_with(magic)))
}

#[cfg(all(test, feature = "archives"))]
mod tests {
    use std::fs;
    use std::io::Write;

    use rawzip::CompressionMethod;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn text(packed: Vec<u8>) -> io::Result<String> {
        io::read_to_string(unpacked(Cursor::new(packed))?)
    }

    #[test]
    fn zstd_is_unpacked_frame_by_frame() {
        let long = "1. a1 e5\n".repeat(100_000);
        let frame = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
        let all = [frame(&long), skipped, frame(""), frame("end")].concat();
        assert_eq!(text(all.clone()).unwrap(), format!("{long}end"));
        for cut in [5, 20, all.len() - 3] {
            assert!(text(all[..cut].to_vec()).is_err(), "{cut}");
        }
        assert!(text([ZSTD, b"\xff\xff\xff\xff"].concat()).is_err());
        // Not gzip, but begins like it.
        for short in ["(", "", "\x1f", "(x"] {
            assert_eq!(text(short.into()).unwrap(), short);
        }
    }

    /// A zip with these files, stored or deflated.
    fn zip(files: &[(&str, &str)], method: CompressionMethod) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
        for (name, text) in files {
            let (mut entry, config) =
                archive.new_file(name).compression_method(method).start().unwrap();
            let (writer, sum) = if method == CompressionMethod::Store {
                let mut writer = config.wrap(&mut entry);
                writer.write_all(text.as_bytes()).unwrap();
                writer.finish().unwrap()
            } else {
                let packer =
                    flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
                let mut writer = config.wrap(packer);
                writer.write_all(text.as_bytes()).unwrap();
                let (packer, sum) = writer.finish().unwrap();
                (packer.finish().unwrap(), sum)
            };
            writer.flush().unwrap();
            entry.finish(sum).unwrap();
        }
        archive.finish().unwrap();
        bytes
    }

    #[test]
    fn files_of_a_zip_are_read_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.zip");
        let long = "1. a1 e5\n".repeat(10_000);
        let files = [("a.ptn", "one"), ("below/b.ptn", long.as_str()), ("c.md", "")];
        for method in [CompressionMethod::Store, CompressionMethod::Deflate] {
            let bytes = zip(&files, method);
            fs::write(&path, &bytes).unwrap();
            assert!(is_compressed(&path).unwrap());
            let members = Member::all(&path).unwrap();
            for (member, (name, text)) in members.iter().zip(files) {
                assert_eq!(member.name(), name);
                let read = io::read_to_string(member.open(&path).unwrap()).unwrap();
                assert_eq!(read, text);
            }
            // Any flipped bit is detected, or changes nothing.
            for at in (0..bytes.len()).step_by(bytes.len() / 200 + 1) {
                let mut spoiled = bytes.clone();
                spoiled[at] ^= 0x10;
                fs::write(&path, &spoiled).unwrap();
                let Ok(members) = Member::all(&path) else { continue };
                for member in members {
                    let read = member.open(&path).and_then(io::read_to_string);
                    if let (Ok(read), Some((_, text))) =
                        (read, files.iter().find(|(name, _)| *name == member.name()))
                    {
                        assert_eq!(read, *text, "byte {at}");
                    }
                }
            }
        }
    }
}
