//! Dependencies that repositories have.

use std::collections::BTreeMap;
use std::io::Write as _;

use chart::{Dependency, Locked};
use cobra::{Failure, Flags, Io};
use sprig::{Constraints, Version};

use crate::commands::repo::refresh;
use crate::repo::{
    Fetcher, Found, Repository, Source, VersionError, download, in_repository, resolve_url,
    unmanaged_name,
};

/// The repositories that a chart's dependencies come from.
pub(super) struct Remote {
    source: Source,
    /// The name under which the index of each dependency's repository is kept, by the dependency's name.
    indexes: BTreeMap<String, String>,
}

/// The version of a dependency that its repository has.
pub(super) enum Resolved {
    Version(String),
    /// None that fits.
    Unmet,
}

impl Remote {
    /// Looks up the repositories of dependencies: those given by name get their URLs.
    pub(super) fn new(
        dependencies: &mut [Dependency],
        flags: &Flags,
        io: &Io<'_>,
    ) -> Result<Remote, Failure> {
        let source = Source::of_any(flags, io).map_err(|error| Failure::new(error.to_string()))?;
        let mut indexes = BTreeMap::new();
        let mut unknown = Vec::new();
        for dependency in dependencies
            .iter_mut()
            .filter(|own| is_remote(&own.repository))
        {
            let named = |own: &&Repository| {
                dependency.repository == format!("@{}", own.name)
                    || dependency.repository == format!("alias:{}", own.name)
                    || same_url(&own.url, &dependency.repository)
            };
            match source.repositories.0.iter().find(named) {
                Some(known) => {
                    dependency.repository.clone_from(&known.url);
                    indexes.insert(dependency.name.clone(), known.name.clone());
                }
                None if is_alias(&dependency.repository) => {
                    unknown.push(dependency.repository.clone());
                }
                None => {}
            }
        }
        if !unknown.is_empty() {
            return Err(Failure::new(format!(
                "no repository definition for {}. Please add them via 'helm repo add'",
                unknown.join(", ")
            )));
        }
        Ok(Remote { source, indexes })
    }

    /// Downloads the indexes of the repositories that have no name.
    pub(super) fn fetch_unmanaged(
        &mut self,
        dependencies: &[Dependency],
        io: &mut Io<'_>,
    ) -> Result<(), Failure> {
        let mut told = false;
        for dependency in dependencies {
            let url = &dependency.repository;
            if !is_remote(url) || self.indexes.contains_key(&dependency.name) {
                continue;
            }
            if url.starts_with("oci://") {
                return Err(Failure::new(format!(
                    "oci:// charts are not there yet: {url}"
                )));
            }
            if !told {
                writeln!(
                    io.stdout,
                    "Getting updates for unmanaged Helm repositories..."
                )?;
                told = true;
            }
            let repository = Repository {
                name: unmanaged_name(url),
                url: url.clone(),
                access: self.source.access.clone(),
            };
            let quoted = gostd::strconv::quote(url);
            match self
                .source
                .cache
                .update(&repository, &Fetcher::default(), io)
            {
                Ok(_) => writeln!(
                    io.stdout,
                    "...Successfully got an update from the {quoted} chart repository"
                )?,
                Err(crate::repo::RepositoryError::Fetch(
                    error @ crate::repo::FetchError::Scheme(_),
                )) => {
                    return Err(Failure::new(error.to_string()));
                }
                Err(error) => writeln!(
                    io.stdout,
                    "...Unable to get an update from the {quoted} chart repository:\n\t{error}"
                )?,
            }
            self.indexes
                .insert(dependency.name.clone(), repository.name);
        }
        Ok(())
    }

    /// Refuses repositories that have no name.
    pub(super) fn require_named(&self, dependencies: &[Dependency]) -> Result<(), Failure> {
        let unnamed: Vec<&str> = dependencies
            .iter()
            .filter(|own| is_remote(&own.repository) && !own.repository.starts_with("oci://"))
            .filter(|own| !self.indexes.contains_key(&own.name))
            .map(|own| own.repository.as_str())
            .collect();
        if unnamed.is_empty() {
            return Ok(());
        }
        Err(Failure::new(format!(
            "no repository definition for {}. Please add the missing repos via 'helm repo add'",
            unnamed.join(", ")
        )))
    }

    /// Downloads the indexes of the repositories that have a name.
    pub(super) fn refresh(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        refresh(&self.source.repositories, &self.source.cache, io)
    }

    /// The newest version of a dependency that its constraint allows.
    pub(super) fn resolve(&self, dependency: &Dependency) -> Result<Resolved, Failure> {
        let name = self.indexes.get(&dependency.name);
        let name = name.map(String::as_str).unwrap_or_default();
        let index = self.source.cache.index(name).map_err(|error| {
            Failure::new(format!(
                "no cached repository for {name} found. (try 'helm repo update'): {error}"
            ))
        })?;
        let Some(versions) = index.entries.get(&dependency.name) else {
            return Err(Failure::new(format!(
                "{} chart not found in repo {}",
                dependency.name, dependency.repository
            )));
        };
        let constraint = Constraints::parse(&dependency.version);
        let constraint = constraint.map_err(|error| Failure::new(error.to_string()))?;
        let fitting = versions.iter().find(|own| {
            Version::parse(&own.version).is_ok_and(|version| constraint.check(&version))
        });
        Ok(fitting.map_or(Resolved::Unmet, |own| {
            Resolved::Version(own.version.clone())
        }))
    }

    /// Where the chosen version of a dependency is.
    pub(super) fn find(&self, chosen: &Locked, io: &Io<'_>) -> Result<Found, Failure> {
        let Locked {
            name,
            version,
            repository,
        } = chosen;
        if repository.starts_with("oci://") {
            return Err(Failure::new(format!(
                "oci:// charts are not there yet: {repository}"
            )));
        }
        let failed =
            |reason: String| Failure::new(format!("could not find {repository}: {reason}"));
        let known = self.source.repositories.0.iter();
        let mut known = known.filter(|own| same_url(&own.url, repository));
        if let Some(known) = known.next() {
            let index = self.source.cache.index(&known.name);
            let index = index.map_err(|error| failed(error.to_string()))?;
            let own = index.get(name, version).map_err(|error: VersionError| {
                failed(format!("chart {name} not found in {repository}: {error}"))
            })?;
            let reference = own.urls.first().map(String::as_str).unwrap_or_default();
            let url = resolve_url(repository, reference);
            return Ok(Found {
                url: url.map_err(|error| failed(error.to_string()))?,
                digest: own.digest.clone(),
                access: known.access.clone(),
            });
        }
        let mut source = self.source.clone();
        source.version.clone_from(version);
        in_repository(&source, repository, name, io).map_err(|error| failed(error.to_string()))
    }

    pub(super) fn download(&self, found: &Found, io: &Io<'_>) -> Result<Vec<u8>, Failure> {
        let archive = download(found, &self.source, io)
            .map_err(|error| Failure::new(format!("could not download {}: {error}", found.url)))?;
        // A cache that cannot be written to is no reason to fail.
        let _kept = self.source.cache.keep(&archive);
        Ok(archive)
    }
}

/// Whether a chart is neither in `charts/` nor in another directory on this machine.
pub(super) fn is_remote(repository: &str) -> bool {
    !repository.is_empty() && !repository.starts_with("file://")
}

fn is_alias(repository: &str) -> bool {
    repository.starts_with('@') || repository.starts_with("alias:")
}

/// URLs that differ in a closing slash are the same.
fn same_url(a: &str, b: &str) -> bool {
    a.trim_end_matches('/') == b.trim_end_matches('/')
}
