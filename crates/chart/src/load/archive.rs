//! Charts in archives.

use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime};

use flate2::read::MultiGzDecoder;

use super::{Collection, LoadError, LoadOptions, without_bom};
use crate::file::File;

/// What is wrong with an archive. Helm does not say; the text is for those who ask.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveFault {
    /// The bytes are not what they should be.
    #[error("{0}")]
    Damaged(#[from] std::io::Error),
    /// An entry would leave the directory of the chart.
    #[error("entry {0:?} leads out of the chart")]
    Outside(String),
    /// An entry names a drive.
    #[error("entry {0:?} names a drive")]
    Drive(String),
    /// `Chart.yaml` is not in a directory.
    #[error("Chart.yaml is not in a base directory")]
    NoBase,
    /// There are no files.
    #[error("there are no files in the archive")]
    Empty,
    /// The files are too large together.
    #[error("the files are larger than {0} bytes")]
    TooLarge(u64),
    /// There are too many entries.
    #[error("there are more than {0} entries")]
    TooMany(usize),
}

/// Reads the archive at an absolute path.
pub(super) fn open(path: &Path, options: &LoadOptions) -> Result<Vec<File>, LoadError> {
    let io = |source| LoadError::Io {
        operation: "open",
        path: path.to_path_buf(),
        source,
    };
    let mut file = std::fs::File::open(path).map_err(io)?;
    let mut start = [0; 512];
    let mut length = 0;
    while length < start.len() {
        match file.read(&mut start[length..]).map_err(io)? {
            0 => break,
            read => length += read,
        }
    }
    if !start.starts_with(&[0x1f, 0x8b, 0x08]) {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if matches!(extension, Some("yml" | "yaml")) {
            return Err(LoadError::YamlFile(path.to_path_buf()));
        }
        return Err(LoadError::NotGzip {
            path: path.to_path_buf(),
            content_type: content_type(&start).to_owned(),
        });
    }
    read(start[..length].chain(file), options)
}

/// Reads an archive that is known to be gzip.
pub(super) fn read(bytes: impl Read, options: &LoadOptions) -> Result<Vec<File>, LoadError> {
    let mut collection = Collection::new(options);
    // What is skipped counts too: a gigabyte of zeros in an entry that is not wanted is a gigabyte to decompress.
    let limited = MultiGzDecoder::new(bytes).take(options.max_bytes.saturating_mul(2));
    let mut archive = tar::Archive::new(limited);
    let mut count = 0;
    for entry in archive.entries().map_err(fault)? {
        count += 1;
        if count > options.max_files {
            return Err(fault(ArchiveFault::TooMany(options.max_files)));
        }
        let entry = entry.map_err(fault)?;
        if let Some(file) = file(entry, &mut collection)? {
            collection.files.push(file);
        }
    }
    if collection.files.is_empty() {
        return Err(fault(ArchiveFault::Empty));
    }
    Ok(collection.files)
}

fn fault(fault: impl Into<ArchiveFault>) -> LoadError {
    LoadError::Archive(fault.into())
}

/// An entry as a file of the chart; none for what is no file. Links are not followed: an archive has no files but
/// its own.
fn file<R: Read>(
    mut entry: tar::Entry<'_, R>,
    collection: &mut Collection<'_>,
) -> Result<Option<File>, LoadError> {
    if !entry.header().entry_type().is_file() {
        return Ok(None);
    }
    let path = String::from_utf8_lossy(&entry.path_bytes()).replace('\\', "/");
    let Some(name) = name_in_chart(&path).map_err(LoadError::Archive)? else {
        return Ok(None);
    };
    let modified = entry.header().mtime().ok();
    let modified = modified
        .and_then(|seconds| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    let limit = collection.options.max_bytes;
    if entry.size() > collection.left {
        return Err(fault(ArchiveFault::TooLarge(limit)));
    }
    let mut data = Vec::new();
    entry
        .by_ref()
        .take(collection.left + 1)
        .read_to_end(&mut data)
        .map_err(fault)?;
    collection.left = (collection.left.checked_sub(data.len() as u64))
        .ok_or_else(|| fault(ArchiveFault::TooLarge(limit)))?;
    Ok(Some(File {
        name,
        data: without_bom(&data).into(),
        modified,
    }))
}

/// The path below the chart's directory, which is the first element whatever it is called.
fn name_in_chart(path: &str) -> Result<Option<String>, ArchiveFault> {
    let relative = path.trim_start_matches('/');
    let mut elements = Vec::new();
    for element in relative.split('/').skip(1) {
        match element {
            "" | "." => {}
            ".." => return Err(ArchiveFault::Outside(path.to_owned())),
            other => elements.push(other),
        }
    }
    if relative.split('/').next() == Some("..") {
        return Err(ArchiveFault::Outside(path.to_owned()));
    }
    let drive = |element: &&str| {
        element.len() >= 2
            && element.as_bytes()[1] == b':'
            && element.as_bytes()[0].is_ascii_alphabetic()
    };
    if elements.first().is_some_and(drive) {
        return Err(ArchiveFault::Drive(path.to_owned()));
    }
    if elements.is_empty() {
        if relative == "Chart.yaml" {
            return Err(ArchiveFault::NoBase);
        }
        return Ok(None);
    }
    Ok(Some(elements.join("/")))
}

/// The type that Go sniffs from the first 512 bytes, as far as files that are taken for charts have one.
fn content_type(start: &[u8; 512]) -> &'static str {
    match start {
        _ if start.starts_with(b"PK\x03\x04") => "application/zip",
        _ if start.starts_with(b"%PDF-") => "application/pdf",
        _ if start.starts_with(b"\x89PNG\x0d\x0a\x1a\x0a") => "image/png",
        _ if start.iter().any(|byte| is_binary(*byte)) => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    }
}

fn is_binary(byte: u8) -> bool {
    matches!(byte, 0x00..=0x08 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f)
}
