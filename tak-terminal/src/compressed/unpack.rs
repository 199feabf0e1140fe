//! Unpacks gzip, zstd and zip.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use flate2::Crc;
use flate2::read::{DeflateDecoder, MultiGzDecoder};
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// How many bytes of a zstd file are unpacked at a time.
const PORTION: usize = 1 << 17;

pub(super) fn gzip(packed: impl Read + 'static) -> Box<dyn Read> {
    Box::new(MultiGzDecoder::new(packed))
}

pub(super) fn zstd(packed: impl Read + 'static) -> Box<dyn Read> {
    Box::new(Zstd { packed: BufReader::new(packed), decoder: FrameDecoder::new() })
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
