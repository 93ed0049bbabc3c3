//! Indexes and archives that were downloaded before.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use cobra::{Flags, Io};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::{Access, FetchError, Fetcher, Index, IndexError, Repository};
use crate::failure::go_io;

/// Why a repository gives no index.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RepositoryError {
    #[error("invalid chart URL format: {0}")]
    Url(String),
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error("{0}")]
    Write(String),
}

/// The directories with what was downloaded.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    repositories: PathBuf,
    content: PathBuf,
}

impl Cache {
    pub(crate) fn from_flags(flags: &Flags, io: &Io<'_>) -> Cache {
        Cache {
            repositories: io.resolve(flags.string("repository-cache")),
            content: io.resolve(flags.string("content-cache")),
        }
    }

    pub(crate) fn index_path(&self, name: &str) -> PathBuf {
        self.repositories.join(format!("{name}-index.yaml"))
    }

    fn names_path(&self, name: &str) -> PathBuf {
        self.repositories.join(format!("{name}-charts.txt"))
    }

    /// The index of a repository as it was when it was downloaded last.
    pub(crate) fn index(&self, name: &str) -> Result<Index, RepositoryError> {
        let path = self.index_path(name);
        let text = std::fs::read(&path).map_err(|error| {
            RepositoryError::Write(go_io("open", &path.display().to_string(), &error))
        })?;
        Ok(Index::parse(&text)?)
    }

    /// The names of a repository's charts, as its index had them when it was downloaded last.
    pub(crate) fn names(&self, repository: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.names_path(repository)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Downloads the index of a repository and keeps it under the repository's name.
    pub(crate) fn update(
        &self,
        repository: &Repository,
        fetcher: &Fetcher,
        io: &Io<'_>,
    ) -> Result<Index, RepositoryError> {
        let text = fetch_index(&repository.url, &repository.access, fetcher, io)?;
        let index = Index::parse(&text)?;
        let names = index.entries.keys().fold(String::new(), |mut names, name| {
            names.push_str(name);
            names.push('\n');
            names
        });
        let written = write(&self.names_path(&repository.name), names.as_bytes());
        written.map_err(RepositoryError::Write)?;
        write(&self.index_path(&repository.name), &text).map_err(RepositoryError::Write)?;
        Ok(index)
    }

    /// Forgets the index of a repository.
    pub(crate) fn remove(&self, name: &str) -> std::io::Result<()> {
        for path in [self.index_path(name), self.names_path(name)] {
            if path.exists() {
                std::fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    /// The archive with this digest, if it was downloaded before. What does not have the digest is not given out.
    pub(crate) fn archive(&self, digest: &str) -> Option<Vec<u8>> {
        let digest = digest.strip_prefix("sha256:").unwrap_or(digest);
        let content = std::fs::read(self.content_path(digest)?).ok()?;
        (sha256(&content) == digest).then_some(content)
    }

    /// Keeps an archive by its digest.
    pub(crate) fn keep(&self, archive: &[u8]) -> Result<PathBuf, String> {
        let digest = sha256(archive);
        let path = self.content_path(&digest).ok_or("no digest")?;
        write(&path, archive)?;
        Ok(path)
    }

    fn content_path(&self, digest: &str) -> Option<PathBuf> {
        let is_hex = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| {
            self.content
                .join(&digest[..2])
                .join(format!("{digest}.chart"))
        })
    }
}

/// The text of a repository's index.
pub(super) fn fetch_index(
    url: &str,
    access: &Access,
    fetcher: &Fetcher,
    io: &Io<'_>,
) -> Result<Vec<u8>, RepositoryError> {
    let mut index = Url::parse(url).map_err(|error| match error {
        url::ParseError::RelativeUrlWithoutBase if !url.starts_with(':') => {
            FetchError::Scheme(String::new()).into()
        }
        _ => RepositoryError::Url(url.to_owned()),
    })?;
    let path = format!("{}/index.yaml", index.path().trim_end_matches('/'));
    index.set_path(&path);
    Ok(fetcher.get(&index, access, io)?)
}

/// The name under which an index is kept whose repository has none.
pub(crate) fn unmanaged_name(url: &str) -> String {
    format!("helm-manager-{}", sha256(url.as_bytes()))
}

/// SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all text");
        text
    })
}

/// Writes a file that only its owner reads, under another name first, so that there never is half of one.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    let failed = |error: &std::io::Error| go_io("open", &path.display().to_string(), error);
    let directory = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(directory).map_err(|error| failed(&error))?;
    let mut part = tempfile::NamedTempFile::new_in(directory).map_err(|error| failed(&error))?;
    std::io::Write::write_all(&mut part, content).map_err(|error| failed(&error))?;
    part.persist(path).map_err(|error| failed(&error.error))?;
    Ok(())
}
