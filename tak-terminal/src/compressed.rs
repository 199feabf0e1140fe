//! Compressed files: one by gzip or zstd, many in a zip.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use flate2::Crc;
use flate2::read::{DeflateDecoder, MultiGzDecoder};
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The first bytes of a gzip file.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// The first bytes of a zstd file.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The first bytes of a zip with files in it.
const ZIP: &[u8] = b"PK\x03\x04";

/// How many bytes of a zstd file are unpacked at a time.
const PORTION: usize = 1 << 17;

/// The extensions of files that hold one compressed file.
pub(crate) const EXTENSIONS: [&str; 2] = ["gz", "zst"];

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
        (true, _) => Box::new(MultiGzDecoder::new(all)),
        (_, true) => Box::new(Zstd { packed: BufReader::new(all), decoder: FrameDecoder::new() }),
        _ => Box::new(all),
    })
}

/// Whether a file is compressed, judging by its first bytes.
pub(crate) fn is_compressed(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut head)?;
    Ok([GZIP, ZSTD, ZIP].iter().any(|magic| head.starts_with(magic)))
}

/// Whether a file is a zip, judging by its first bytes.
pub(crate) fn is_zip(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4).read_to_end(&mut head));
    read.is_ok() && head == ZIP
}

/// Unpacks zstd, frame by frame.
struct Zstd<R> {
    packed: BufReader<R>,
    decoder: FrameDecoder,
}

impl<R: Read> Read for Zstd<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        loop {
            let read = self.decoder.read(bytes)?;
            if read > 0 {
                return Ok(read);
            }
            if !self.decoder.is_finished() {
                let portion = BlockDecodingStrategy::UptoBytes(PORTION);
                self.decoder.decode_blocks(&mut self.packed, portion).map_err(damaged)?;
                continue;
            }
            let (expected, found) =
                (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
            if expected.is_some() && found.is_some() && expected != found {
                return Err(damaged("the packed bytes are damaged: their checksum differs"));
            }
            if self.packed.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.next_frame()?;
        }
    }
}

impl<R: Read> Zstd<R> {
    fn next_frame(&mut self) -> io::Result<()> {
        match self.decoder.reset(&mut self.packed) {
            Ok(()) => Ok(()),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                io::copy(&mut self.packed.by_ref().take(length.into()), &mut io::sink())?;
                Ok(())
            }
            Err(error) => Err(damaged(error)),
        }
    }
}

/// A file in a zip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its place in the zip's directory.
    index: usize,
    name: String,
}

impl Member {
    /// Its path in the zip.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The files in a zip, in their order.
    pub(crate) fn all(zip: &Path) -> io::Result<Vec<Self>> {
        let mut all = Vec::new();
        for_each(zip, |index, entry| {
            let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
            if !entry.is_dir() {
                all.push(Self { index, name });
            }
        })?;
        Ok(all)
    }

    /// Its bytes, unpacked.
    pub(crate) fn open(&self, zip: &Path) -> io::Result<Box<dyn Read>> {
        let mut known = None;
        let archive = for_each(zip, |index, entry| {
            if index == self.index {
                known = Some((entry.wayfinder(), entry.compression_method(), entry.crc32()));
            }
        })?;
        let (place, method, crc) = known.ok_or_else(|| damaged("the file is not in it"))?;
        let (start, end) = archive.get_entry(place).map_err(damaged)?.compressed_data_range();
        let mut file = File::open(zip)?;
        file.seek(SeekFrom::Start(start))?;
        let packed = BufReader::new(file.take(end.saturating_sub(start)));
        match method {
            CompressionMethod::Store => Ok(Box::new(Checked::new(packed, crc))),
            CompressionMethod::Deflate => {
                Ok(Box::new(Checked::new(DeflateDecoder::new(packed), crc)))
            }
            _ => Err(damaged("expected files that are stored or deflated")),
        }
    }
}

/// Visits the entries of a zip's directory.
fn for_each(
    zip: &Path,
    mut visit: impl FnMut(usize, &rawzip::ZipFileHeaderRecord<'_>),
) -> io::Result<ZipArchive<rawzip::FileReader>> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = ZipArchive::from_file(File::open(zip)?, &mut buffer).map_err(damaged)?;
    let mut entries = archive.entries(&mut buffer);
    let mut index = 0;
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        visit(index, &entry);
        index += 1;
    }
    Ok(archive)
}

/// Bytes whose checksum is compared at the end.
struct Checked<R> {
    bytes: R,
    sum: Crc,
    expected: u32,
}

impl<R> Checked<R> {
    fn new(bytes: R, expected: u32) -> Self {
        Self { bytes, sum: Crc::new(), expected }
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(bytes)?;
        self.sum.update(&bytes[..read]);
        if read == 0 && !bytes.is_empty() && self.sum.sum() != self.expected {
            return Err(damaged("the packed bytes are damaged: their checksum differs"));
        }
        Ok(read)
    }
}

fn damaged(why: impl Into<Box<dyn Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

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
            assert!(is_zip(&path) && is_compressed(&path).unwrap());
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
