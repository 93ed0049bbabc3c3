//! Reading manifests from files, folders, standard input, addresses and kustomizations.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use cobra::{Flag, Flags, Io};

use cliruntime::{Query, Rest};

/// The flags that name files.
pub(crate) const FILE_FLAGS: &[Flag] = &[
    FILENAME,
    Flag::string(
        "kustomize",
        "Folder with a kustomization to build. Not together with -f or -R.",
    )
    .short('k'),
    RECURSIVE,
];

/// The flag that names manifests.
pub(crate) const FILENAME: Flag = Flag::string_slice(
    "filename",
    "File, folder or URL with the manifests to work on.",
)
.short('f')
.files(&EXTENSIONS);

/// The flag that looks into folders of folders.
pub(crate) const RECURSIVE: Flag = Flag::bool(
    "recursive",
    "Also read the folders inside a folder that -f names.",
)
.short('R');

const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

/// Where manifests come from, as the command line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileOptions {
    pub(crate) filenames: Vec<String>,
    pub(crate) kustomize: String,
    pub(crate) recursive: bool,
    /// Whether objects must say what they are before anything else is looked at.
    pub(crate) validated: bool,
}

/// A text with manifests, and what errors call it.
pub(crate) struct Text {
    pub(crate) source: String,
    pub(crate) bytes: Vec<u8>,
}

/// Why manifests cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// There is nothing at the path.
    #[error("the path {0:?} does not exist")]
    Missing(String),
    /// A folder without manifests.
    #[error("error reading [{0}]: recognized file extensions are [.json .yaml .yml]")]
    NothingRecognized(String),
    /// A file or folder that cannot be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// Its path.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// Both ways of naming files.
    #[error("only one of -f or -k can be specified")]
    FilesAndKustomization,
    /// A kustomization is not searched for manifests.
    #[error("the -k flag can't be used with -f or -R")]
    RecursiveKustomization,
    /// Something behind an address could not be had.
    #[error("unable to read URL {url:?}, {reason}")]
    Url {
        /// The address.
        url: String,
        /// What happened.
        reason: String,
    },
    /// The kustomization does not build.
    #[error("{0}")]
    Kustomization(String),
}

impl FileOptions {
    /// Reads `-f`, `-k` and `-R`.
    pub(crate) fn new(flags: &Flags) -> FileOptions {
        FileOptions {
            filenames: flags.strings("filename").to_vec(),
            kustomize: match flags.has("kustomize") {
                true => flags.string("kustomize").to_owned(),
                false => String::new(),
            },
            recursive: flags.bool("recursive"),
            validated: flags.has("validate")
                && !matches!(flags.string("validate"), "ignore" | "false"),
        }
    }

    /// Whether nothing was named.
    pub(crate) fn is_empty(&self) -> bool {
        self.filenames.is_empty() && self.kustomize.is_empty()
    }

    /// Refuses what cannot go together.
    pub(crate) fn check(&self) -> Result<(), FileError> {
        if !self.filenames.is_empty() && !self.kustomize.is_empty() {
            return Err(FileError::FilesAndKustomization);
        }
        if self.recursive && !self.kustomize.is_empty() {
            return Err(FileError::RecursiveKustomization);
        }
        Ok(())
    }

    /// Reads everything that is named, in order.
    pub(crate) async fn read(&self, io: &mut Io<'_>) -> Result<Vec<Text>, FileError> {
        let mut texts = Vec::new();
        if !self.kustomize.is_empty() {
            let built = crate::kustomization::manifests(&self.kustomize, io)
                .map_err(FileError::Kustomization)?;
            texts.push(Text {
                source: self.kustomize.clone(),
                bytes: built.into_bytes(),
            });
        }
        for filename in &self.filenames {
            if filename == "-" {
                texts.push(read_stdin(io)?);
            } else if filename.starts_with("http://") || filename.starts_with("https://") {
                texts.push(read_url(filename).await?);
            } else {
                self.read_path(filename, io, &mut texts)?;
            }
        }
        Ok(texts)
    }

    fn read_path(
        &self,
        filename: &str,
        io: &Io<'_>,
        texts: &mut Vec<Text>,
    ) -> Result<(), FileError> {
        let path = io.resolve(filename);
        if !path.exists() {
            return Err(FileError::Missing(filename.to_owned()));
        }
        if path.is_file() {
            texts.push(read_file(&path, filename)?);
            return Ok(());
        }
        let mut files = BTreeSet::new();
        self.collect(&path, filename, &mut files)?;
        if files.is_empty() {
            return Err(FileError::NothingRecognized(filename.to_owned()));
        }
        for name in files {
            texts.push(read_file(&io.resolve(&name), &name)?);
        }
        Ok(())
    }

    /// Adds the manifests of a folder, by the names that errors will show.
    fn collect(
        &self,
        folder: &Path,
        name: &str,
        files: &mut BTreeSet<String>,
    ) -> Result<(), FileError> {
        let unreadable = |source| FileError::Unreadable {
            path: name.to_owned(),
            source,
        };
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = entry.path();
            let shown = Path::new(name).join(entry.file_name());
            let shown = shown.to_string_lossy().trim_start_matches("./").to_owned();
            if path.is_dir() {
                if self.recursive {
                    self.collect(&path, &shown, files)?;
                }
            } else if path
                .extension()
                .is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
            {
                files.insert(shown);
            }
        }
        Ok(())
    }
}

fn read_file(path: &Path, name: &str) -> Result<Text, FileError> {
    let bytes = fs::read(path).map_err(|source| FileError::Unreadable {
        path: name.to_owned(),
        source,
    })?;
    Ok(Text {
        source: name.to_owned(),
        bytes,
    })
}

fn read_stdin(io: &mut Io<'_>) -> Result<Text, FileError> {
    let mut bytes = Vec::new();
    io.stdin
        .read_to_end(&mut bytes)
        .map_err(|source| FileError::Unreadable {
            path: "STDIN".to_owned(),
            source,
        })?;
    Ok(Text {
        source: "STDIN".to_owned(),
        bytes,
    })
}

async fn read_url(url: &str) -> Result<Text, FileError> {
    let failed = |reason: String| FileError::Url {
        url: url.to_owned(),
        reason,
    };
    let address: http::Uri = url
        .parse()
        .map_err(|error: http::uri::InvalidUri| failed(error.to_string()))?;
    let path = address
        .path_and_query()
        .map_or("/", |path| path.as_str())
        .to_owned();
    let authority = address.authority().map(http::uri::Authority::as_str);
    let scheme = address.scheme_str().unwrap_or("https");
    let server = format!("{scheme}://{}", authority.unwrap_or_default());
    let uri: http::Uri = server
        .parse()
        .map_err(|error: http::uri::InvalidUri| failed(error.to_string()))?;
    let client = kube::Client::try_from(kube::Config::new(uri))
        .map_err(|error| failed(error.to_string()))?;
    let answer = Rest::new(client, server, "kubectl")
        .get_as(&path, &Query::new(), "*/*")
        .await
        .map_err(|error| failed(error.to_string()))?;
    Ok(Text {
        source: url.to_owned(),
        bytes: answer.bytes().to_vec(),
    })
}

impl From<FileError> for crate::CommandError {
    fn from(error: FileError) -> Self {
        crate::CommandError::told(error.to_string())
    }
}
