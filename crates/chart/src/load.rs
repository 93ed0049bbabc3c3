//! Loading charts.

mod archive;
mod assemble;
mod directory;
mod ignore;

use std::path::{Path, PathBuf};

pub use archive::{ArchiveFault, read as read_archive};

use crate::chart::Chart;
use crate::file::File;
use crate::log::Log;
use crate::metadata::{MetadataError, ValidationError};
use crate::values::ValuesError;
use ignore::PatternError;

/// Bounds on what is loaded.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Bytes of all files of a chart together; Helm's limit unless changed.
    pub max_bytes: u64,
    /// Entries of an archive or files of a directory.
    pub max_files: usize,
    /// Whether a chart of an API version that is not known is loaded all the same.
    pub any_api_version: bool,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            max_bytes: 100 << 20,
            max_files: 50_000,
            any_api_version: false,
        }
    }
}

/// A chart with what Helm logs while it loads it.
#[derive(Debug)]
pub struct Loaded {
    /// The chart.
    pub chart: Chart,
    /// What was logged.
    pub log: Log,
}

/// Why a chart cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The path does not exist or cannot be read.
    #[error("{operation} {}: {}", path.display(), go_text(source))]
    Io {
        /// What was tried: `open`, `stat`, `read`.
        operation: &'static str,
        /// The path.
        path: PathBuf,
        /// Why it failed.
        source: std::io::Error,
    },
    /// There is no chart in the directory.
    #[error("unable to detect chart at {}: {source}", path.display())]
    Undetected {
        /// The path of the `Chart.yaml` that was looked for.
        path: PathBuf,
        /// Why it was not read.
        source: Box<LoadError>,
    },
    /// Something in the directory is neither file nor directory.
    #[error("cannot load irregular file {} as it has file mode type bits set", .0.display())]
    Irregular(PathBuf),
    /// `.helmignore` cannot be understood.
    #[error(transparent)]
    Ignore(#[from] PatternError),
    /// The files are too large together.
    #[error("error reading {name}: chart exceeds maximum decompressed size of {limit} bytes")]
    TooLarge {
        /// The file that went over the limit.
        name: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// There are too many files.
    #[error("chart has more than {0} files")]
    TooMany(usize),
    /// Charts contain each other too deeply.
    #[error("charts are nested more than {0} deep")]
    TooDeep(usize),
    /// A file is no gzip archive.
    #[error("file '{}' does not appear to be a gzipped archive; got '{content_type}'", path.display())]
    NotGzip {
        /// The absolute path.
        path: PathBuf,
        /// What its content looks like.
        content_type: String,
    },
    /// A YAML file was given instead of a chart.
    #[error("file '{}' seems to be a YAML file, but expected a gzipped archive", .0.display())]
    YamlFile(PathBuf),
    /// An archive is damaged, or has entries that must not be.
    #[error("unable to load chart archive")]
    Archive(#[source] ArchiveFault),
    /// An archive has no `Chart.yaml` where it should be.
    #[error("unable to detect chart version, no Chart.yaml found")]
    NoChartYaml,
    /// The API version of the chart is unknown.
    #[error("unsupported chart version")]
    UnsupportedVersion,
    /// A file does not say what it should.
    #[error("cannot load {file}: {source}")]
    Metadata {
        /// `Chart.yaml` or `requirements.yaml`.
        file: &'static str,
        /// Why.
        source: MetadataError,
    },
    /// The default values cannot be read.
    #[error("cannot load values.yaml: {0}")]
    Values(#[source] ValuesError),
    /// There is no `Chart.yaml`.
    #[error("Chart.yaml file is missing")]
    Missing,
    /// The metadata breaks a rule.
    #[error(transparent)]
    Validation(#[from] ValidationError),
    /// A chart in `charts/` cannot be loaded.
    #[error("error unpacking subchart {file} in {chart}: {source}")]
    Subchart {
        /// The name of the file or directory.
        file: String,
        /// The chart that contains it.
        chart: String,
        /// Why.
        source: Box<LoadError>,
    },
}

/// The text that Go has for an I/O error.
pub(crate) fn go_text(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        std::io::ErrorKind::NotADirectory => "not a directory".to_owned(),
        _ => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or(&text);
            text.to_lowercase()
        }
    }
}

pub(crate) fn load(path: &Path, options: &LoadOptions) -> Result<Loaded, LoadError> {
    let io = |source| LoadError::Io {
        operation: "stat",
        path: path.to_path_buf(),
        source,
    };
    let metadata = std::fs::metadata(path).map_err(io)?;
    let log = Log::default();
    let absolute = std::path::absolute(path).map_err(io)?;
    let files = if metadata.is_dir() {
        directory::read(&absolute, options, &log)?
    } else {
        archive::open(&absolute, options)?
    };
    let chart = assemble::chart(files, options, &log, 0)?;
    Ok(Loaded { chart, log })
}

pub(crate) fn load_archive(bytes: &[u8], options: &LoadOptions) -> Result<Loaded, LoadError> {
    let log = Log::default();
    let files = archive::read(bytes, options).map_err(LoadError::Archive)?;
    let chart = assemble::chart(files, options, &log, 0)?;
    Ok(Loaded { chart, log })
}

/// Content without the byte order mark that some editors write.
fn without_bom(data: &[u8]) -> &[u8] {
    data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data)
}

/// The files of a chart that have been read so far, with what they may still add up to.
struct Collection<'a> {
    options: &'a LoadOptions,
    left: u64,
    files: Vec<File>,
}

impl<'a> Collection<'a> {
    fn new(options: &'a LoadOptions) -> Self {
        Collection {
            options,
            left: options.max_bytes,
            files: Vec::new(),
        }
    }

    fn too_large(&self, name: &str) -> LoadError {
        LoadError::TooLarge {
            name: name.to_owned(),
            limit: self.options.max_bytes,
        }
    }
}
