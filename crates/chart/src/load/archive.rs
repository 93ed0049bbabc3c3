//! Charts in archives.

use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime};

use flate2::read::MultiGzDecoder;

use super::{Collection, LoadError, LoadOptions, without_bom};
use crate::file::File;

/// What is wrong with an archive, in Helm's words. Where an archive is loaded as a chart, Helm keeps them to itself.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveFault {
    /// The bytes are not what they should be.
    #[error("{}", damage(.0))]
    Damaged(#[from] std::io::Error),
    /// An entry would leave the directory of the chart.
    #[error("chart illegally references parent directory")]
    Parent(String),
    /// An entry has an absolute path.
    #[error("chart illegally contains absolute paths")]
    Absolute(String),
    /// An entry is a link or a device. Helm passes over these.
    #[error("chart contains an entry that is neither a file nor a directory")]
    NoFile(String),
    /// An entry names a drive.
    #[error("chart contains illegally named files")]
    Drive(String),
    /// An entry is not in a directory.
    #[error("chart illegally contains content outside the base directory: {}", gostd::strconv::quote(.0))]
    NoBase(String),
    /// There are no files.
    #[error("no files in chart archive")]
    Empty,
    /// The files are too large together, counted in bytes.
    #[error("decompressed chart is larger than the maximum size {0}")]
    TooLarge(u64),
    /// There are too many entries.
    #[error("chart has more than {0} files")]
    TooMany(usize),
}

impl ArchiveFault {
    /// The entry at fault, if it is a single one.
    #[must_use]
    pub fn entry(&self) -> Option<&str> {
        match self {
            ArchiveFault::Parent(entry)
            | ArchiveFault::Absolute(entry)
            | ArchiveFault::NoFile(entry)
            | ArchiveFault::Drive(entry)
            | ArchiveFault::NoBase(entry) => Some(entry),
            ArchiveFault::Damaged(_)
            | ArchiveFault::Empty
            | ArchiveFault::TooLarge(_)
            | ArchiveFault::TooMany(_) => None,
        }
    }
}

/// Go's text for a stream that does not unpack.
fn damage(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => "unexpected EOF".to_owned(),
        std::io::ErrorKind::InvalidInput => "gzip: invalid header".to_owned(),
        _ => error.to_string(),
    }
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
    read(start[..length].chain(file), options).map_err(LoadError::Archive)
}

/// The files of a chart's archive, a gzip stream of a tar stream, by their paths below the chart's directory.
///
/// # Errors
/// The archive is damaged, too large, or has entries that would not stay below that directory.
pub fn read(bytes: impl Read, options: &LoadOptions) -> Result<Vec<File>, ArchiveFault> {
    let mut collection = Collection::new(options);
    // What is skipped counts too: a gigabyte of zeros in an entry that is not wanted is a gigabyte to decompress.
    let limited = MultiGzDecoder::new(bytes).take(options.max_bytes.saturating_mul(2));
    let mut archive = tar::Archive::new(limited);
    let mut count = 0;
    for entry in archive.entries()? {
        count += 1;
        if count > options.max_files {
            return Err(ArchiveFault::TooMany(options.max_files));
        }
        if let Some(file) = file(entry?, &mut collection)? {
            collection.files.push(file);
        }
    }
    if collection.files.is_empty() {
        return Err(ArchiveFault::Empty);
    }
    Ok(collection.files)
}

/// An entry as a file of the chart; none for a directory. An archive has no files but its own: links are refused.
fn file<R: Read>(
    mut entry: tar::Entry<'_, R>,
    collection: &mut Collection<'_>,
) -> Result<Option<File>, ArchiveFault> {
    let kind = entry.header().entry_type();
    if kind.is_dir() || kind.is_pax_global_extensions() || kind.is_pax_local_extensions() {
        return Ok(None);
    }
    let path = String::from_utf8_lossy(&entry.path_bytes()).replace('\\', "/");
    if !kind.is_file() {
        return Err(ArchiveFault::NoFile(path));
    }
    let name = name_in_chart(&path)?;
    let modified = entry.header().mtime().ok();
    let modified = modified
        .and_then(|seconds| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    let limit = collection.options.max_bytes;
    if entry.size() > collection.left {
        return Err(ArchiveFault::TooLarge(limit));
    }
    let mut data = Vec::new();
    entry
        .by_ref()
        .take(collection.left + 1)
        .read_to_end(&mut data)?;
    collection.left =
        (collection.left.checked_sub(data.len() as u64)).ok_or(ArchiveFault::TooLarge(limit))?;
    Ok(Some(File {
        name,
        data: without_bom(&data).into(),
        modified,
    }))
}

/// The path below the chart's directory, which is the first element whatever it is called.
fn name_in_chart(path: &str) -> Result<String, ArchiveFault> {
    if path.starts_with('/') {
        return Err(ArchiveFault::Absolute(path.to_owned()));
    }
    let mut elements = Vec::new();
    for element in path.split('/').skip(1) {
        match element {
            "" | "." => {}
            ".." => return Err(ArchiveFault::Parent(path.to_owned())),
            other => elements.push(other),
        }
    }
    if path.split('/').next() == Some("..") {
        return Err(ArchiveFault::Parent(path.to_owned()));
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
        return Err(ArchiveFault::NoBase(path.to_owned()));
    }
    Ok(elements.join("/"))
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
