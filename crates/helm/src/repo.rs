//! Chart repositories: a web server with an `index.yaml` and the archives that it names.

mod cache;
mod config;
mod fetch;
mod index;
mod locate;

pub(crate) use cache::{Cache, RepositoryError, sha256, unmanaged_name, write};
pub(crate) use config::{ConfigError, Repositories, Repository};
pub(crate) use fetch::{Access, FetchError, Fetcher};
pub(crate) use index::{ChartVersion, Index, IndexError, VersionError, newer_first};
pub(crate) use locate::{Found, LocateError, Source, download, in_repository, resolve_url};
