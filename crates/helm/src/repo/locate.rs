//! From the name of a chart to its archive.

use cobra::{Flags, Io};
use url::Url;

use super::{
    Access, Cache, ConfigError, FetchError, Fetcher, Index, Repositories, RepositoryError,
    VersionError,
};

/// What a command line says about where charts come from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The URL of a repository that has no name; may be empty.
    pub(crate) repository: String,
    /// The constraint on the version; may be empty.
    pub(crate) version: String,
    pub(crate) access: Access,
    pub(crate) repositories: Repositories,
    pub(crate) cache: Cache,
    pub(crate) fetcher: Fetcher,
}

/// A chart that a repository has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) url: Url,
    /// SHA-256 of the archive, where the index says it.
    pub(crate) digest: String,
    pub(crate) access: Access,
}

/// Why a chart is not found.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocateError {
    #[error("oci:// charts are not there yet: {0}")]
    Registry(String),
    #[error("invalid chart URL format: {0}")]
    Url(String),
    #[error("non-absolute URLs should be in form of repo_name/path_to_chart, got: {0}")]
    NoRepository(String),
    #[error("repo {0} not found")]
    UnknownRepository(String),
    #[error("no cached repo found. (try 'helm repo update'): {0}")]
    NoIndex(#[source] RepositoryError),
    #[error("chart {} matching {version} not found in {repository} index. (try 'helm repo update'): {source}", gostd::strconv::quote(.chart))]
    NoVersion {
        chart: String,
        version: String,
        repository: String,
        source: VersionError,
    },
    #[error("chart {} has no downloadable URLs", gostd::strconv::quote(.0))]
    NoUrl(String),
    #[error("looks like {} is not a valid chart repository or cannot be reached: {source}", gostd::strconv::quote(.url))]
    Repository {
        url: String,
        source: RepositoryError,
    },
    #[error("chart {chart} not found in {repository} repository")]
    NotInRepository { chart: String, repository: String },
    #[error("scheme {} not supported", gostd::strconv::quote(.0))]
    Scheme(String),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Fetch(#[from] FetchError),
}

impl Source {
    /// Where charts come from whatever their version, as the global flags and those about access say.
    ///
    /// # Errors
    /// The file with the named repositories cannot be read.
    pub(crate) fn of_any(flags: &Flags, io: &Io<'_>) -> Result<Source, ConfigError> {
        Ok(Source {
            repository: String::new(),
            version: String::new(),
            access: Access::from_flags(flags),
            repositories: Repositories::load(&io.resolve(flags.string("repository-config")))?,
            cache: Cache::from_flags(flags, io),
            fetcher: Fetcher::default(),
        })
    }

    /// Where the chart of a command comes from.
    ///
    /// # Errors
    /// The file with the named repositories cannot be read.
    pub(crate) fn of_chart(flags: &Flags, io: &Io<'_>) -> Result<Source, ConfigError> {
        let mut version = flags.string("version").trim().to_owned();
        if version.is_empty() && flags.has("devel") && flags.bool("devel") {
            ">0.0.0-0".clone_into(&mut version);
        }
        Ok(Source {
            repository: flags.string("repo").to_owned(),
            version,
            ..Source::of_any(flags, io)?
        })
    }

    /// Finds a chart by a URL, by `repository/chart`, or by its name in the repository of `--repo`.
    pub(crate) fn find(&self, name: &str, io: &Io<'_>) -> Result<Found, LocateError> {
        if name.starts_with("oci://") || self.repository.starts_with("oci://") {
            return Err(LocateError::Registry(name.to_owned()));
        }
        if !self.repository.is_empty() {
            return in_repository(self, &self.repository, name, io);
        }
        if let Ok(url) = Url::parse(name)
            && url.has_host()
        {
            return Ok(self.by_url(url));
        }
        let Some((repository, chart)) = name.split_once('/') else {
            return Err(LocateError::NoRepository(name.to_owned()));
        };
        let repository = (self.repositories.named(repository))
            .ok_or_else(|| LocateError::UnknownRepository(repository.to_owned()))?;
        let index = self
            .cache
            .index(&repository.name)
            .map_err(LocateError::NoIndex)?;
        let version = index
            .get(chart, &self.version)
            .map_err(|source| LocateError::NoVersion {
                chart: chart.to_owned(),
                version: self.version.clone(),
                repository: repository.name.clone(),
                source,
            })?;
        let reference = version.urls.first();
        let reference = reference.ok_or_else(|| LocateError::NoUrl(name.to_owned()))?;
        Ok(Found {
            url: resolve_url(&repository.url, reference)?,
            digest: version.digest.clone(),
            access: allowed(&repository.access, &repository.url, reference),
        })
    }

    /// A chart by its URL, with the login of the repository whose index names it.
    fn by_url(&self, url: Url) -> Found {
        let names = |index: &Index, repository: &str| {
            let versions = index.entries.values().flatten();
            let mut urls = versions.flat_map(|version| &version.urls);
            urls.any(|own| resolve_url(repository, own).is_ok_and(|own| own == url))
        };
        let known = self.repositories.0.iter().find(|repository| {
            let index = self.cache.index(&repository.name);
            index.is_ok_and(|index| names(&index, &repository.url))
        });
        let access = known.map_or_else(|| self.access.clone(), |known| known.access.clone());
        Found {
            url,
            digest: String::new(),
            access,
        }
    }
}

/// Finds a chart in the repository at a URL.
pub(crate) fn in_repository(
    source: &Source,
    repository: &str,
    name: &str,
    io: &Io<'_>,
) -> Result<Found, LocateError> {
    let index = super::cache::fetch_index(repository, &source.access, &source.fetcher, io);
    let index = index.and_then(|text| Ok(Index::parse(&text)?));
    let index = index.map_err(|source| match source {
        RepositoryError::Fetch(error @ FetchError::Scheme(_)) => LocateError::Fetch(error),
        source => LocateError::Repository {
            url: repository.to_owned(),
            source,
        },
    })?;
    let version = index.get(name, &source.version).map_err(|_| {
        let mut chart = gostd::strconv::quote(name);
        if !source.version.is_empty() {
            chart = format!("{chart} version {}", gostd::strconv::quote(&source.version));
        }
        LocateError::NotInRepository {
            chart,
            repository: repository.to_owned(),
        }
    })?;
    let reference = version.urls.first();
    let reference = reference.ok_or_else(|| LocateError::NoUrl(name.to_owned()))?;
    Ok(Found {
        url: resolve_url(repository, reference)?,
        digest: version.digest.clone(),
        access: allowed(&source.access, repository, reference),
    })
}

/// The archive of a chart, from the cache if it is there.
pub(crate) fn download(
    found: &Found,
    source: &Source,
    io: &Io<'_>,
) -> Result<Vec<u8>, LocateError> {
    if let Some(archive) = source.cache.archive(&found.digest) {
        return Ok(archive);
    }
    match source.fetcher.get(&found.url, &found.access, io) {
        Err(FetchError::Scheme(scheme)) => Err(LocateError::Scheme(scheme)),
        archive => Ok(archive?),
    }
}

/// What an index names, which may be relative to the repository.
pub(crate) fn resolve_url(repository: &str, reference: &str) -> Result<Url, LocateError> {
    let invalid = || LocateError::Url(reference.to_owned());
    if let Ok(absolute) = Url::parse(reference) {
        return Ok(absolute);
    }
    let mut base = Url::parse(repository).map_err(|_| invalid())?;
    let query = base.query().map(str::to_owned);
    base.set_path(&format!("{}/", base.path().trim_end_matches('/')));
    let mut url = base.join(reference).map_err(|_| invalid())?;
    if url.query().is_none() {
        url.set_query(query.as_deref());
    }
    Ok(url)
}

/// A login is for the repository's own host unless it is said to be for all.
fn allowed(access: &Access, repository: &str, reference: &str) -> Access {
    let same = || match (Url::parse(repository), resolve_url(repository, reference)) {
        (Ok(repository), Ok(chart)) => same_host(&repository, &chart),
        _ => false,
    };
    if access.pass_credentials || same() {
        access.clone()
    } else {
        access.anonymous()
    }
}

/// Whether two URLs lead to the same server by the same protocol.
fn same_host(a: &Url, b: &Url) -> bool {
    a.scheme() == b.scheme()
        && a.host() == b.host()
        && a.port_or_known_default() == b.port_or_known_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_may_name_archives_relative_to_it() {
        let resolved = |base, reference| resolve_url(base, reference).expect("a URL").to_string();
        assert_eq!(
            resolved("http://h/charts", "a.tgz"),
            "http://h/charts/a.tgz"
        );
        assert_eq!(resolved("http://h/charts/", "/a.tgz"), "http://h/a.tgz");
        assert_eq!(resolved("http://h/c?t=1", "a.tgz"), "http://h/c/a.tgz?t=1");
        assert_eq!(resolved("http://h", "https://o/a.tgz"), "https://o/a.tgz");
    }

    #[test]
    fn a_login_does_not_leave_its_host() {
        let access = Access {
            username: "u".into(),
            ..Access::default()
        };
        assert_eq!(allowed(&access, "http://h/c", "a.tgz"), access);
        assert_eq!(
            allowed(&access, "http://h/c", "http://o/a.tgz").username,
            ""
        );
        assert_eq!(
            allowed(&access, "http://h/c", "http://h:8080/a.tgz").username,
            ""
        );
        let everywhere = Access {
            pass_credentials: true,
            ..access
        };
        assert_eq!(
            allowed(&everywhere, "http://h/c", "http://o/a.tgz").username,
            "u"
        );
    }
}
