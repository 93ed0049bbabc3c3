//! Where the files of a kustomization come from.

mod git;
mod http;
mod remote;
mod repo_spec;
mod restrictor;

use std::path::Path;
use std::rc::Rc;

use filesys::{ConfirmedDir, FileSystem, Location};

pub use remote::{Fetched, Remote, RemoteError};

pub use git::NetworkRemote;
pub use repo_spec::RepoSpec;
pub use restrictor::LoadRestrictor;

use crate::error::{Error, ErrorKind, Result};

/// A kustomization's root and what it may read.
#[derive(Clone)]
pub(crate) struct Loader<'a> {
    files: &'a dyn FileSystem,
    remote: &'a dyn Remote,
    root: ConfirmedDir,
    restrictor: LoadRestrictor,
    /// The repository that the root was fetched from.
    repository: Option<Rc<Repository>>,
    referrer: Option<Rc<Loader<'a>>>,
}

/// A repository on the disk.
#[derive(Debug)]
struct Repository {
    spec: RepoSpec,
    directory: ConfirmedDir,
}

impl<'a> Loader<'a> {
    /// Starts at the directory or git URL that a build was asked for.
    pub(crate) fn start(
        files: &'a dyn FileSystem,
        remote: &'a dyn Remote,
        target: &str,
        restrictor: LoadRestrictor,
    ) -> Result<Self> {
        if let Ok(spec) = RepoSpec::parse(target) {
            return Self::at_clone(files, remote, spec, None);
        }
        let root = confirm_root(files, target)?;
        Ok(Self {
            files,
            remote,
            root,
            restrictor,
            repository: None,
            referrer: None,
        })
    }

    pub(crate) fn root(&self) -> String {
        self.root.as_path().to_string_lossy().into_owned()
    }

    pub(crate) fn files(&self) -> &'a dyn FileSystem {
        self.files
    }

    /// The loader of a base or component.
    pub(crate) fn new_root(&self, path: &str) -> Result<Self> {
        if path.is_empty() {
            return Err(load_error("new root cannot be empty"));
        }
        if let Ok(spec) = RepoSpec::parse(path) {
            self.refuse_repository_cycle(&spec)?;
            return Self::at_clone(self.files, self.remote, spec, Some(Rc::new(self.clone())));
        }
        if Path::new(path).is_absolute() {
            return Err(load_error(format!("new root '{path}' cannot be absolute"))
                .hint("bases are given relative to the kustomization file"));
        }
        let root = confirm_root(self.files, &self.absolute(path))?;
        self.refuse_leaving_repository(&root)?;
        self.refuse_cycle(&root)?;
        Ok(Self {
            root,
            repository: None,
            referrer: Some(Rc::new(self.clone())),
            ..self.clone()
        })
    }

    /// The bytes of a file, local or over HTTP.
    pub(crate) fn load(&self, path: &str) -> Result<Vec<u8>> {
        if http::is_remote_file(path) {
            return http::get(self.remote, path);
        }
        let path = if Path::new(path).is_absolute() {
            path.to_owned()
        } else {
            self.absolute(path)
        };
        let path = self.restrictor.check(self.files, &self.root, &path)?;
        self.files
            .read(&path)
            .map_err(|error| load_error(error.to_string()))
    }

    /// The path of something in the root.
    pub(crate) fn absolute(&self, path: &str) -> String {
        self.root.join(path).to_string_lossy().into_owned()
    }

    fn at_clone(
        files: &'a dyn FileSystem,
        remote: &'a dyn Remote,
        spec: RepoSpec,
        referrer: Option<Rc<Self>>,
    ) -> Result<Self> {
        let clone = remote
            .clone_repository(&spec)
            .map_err(RemoteError::into_error)?;
        let directory =
            filesys::confirm_dir(files, &clone).map_err(|error| load_error(error.to_string()))?;
        let wanted = directory.join(spec.path.trim_start_matches('/'));
        let shown = wanted.to_string_lossy().into_owned();
        let root = match filesys::confirm(files, &wanted) {
            Ok(Location::Directory(root)) => root,
            Ok(Location::File { name, .. }) => {
                return Err(load_error(format!(
                    "'{shown}' refers to file '{name}'; expecting directory"
                )));
            }
            Err(error) => {
                return Err(load_error(format!(
                    "evalsymlink failure on '{shown}' : {error}"
                )));
            }
        };
        if !root.has_prefix(&directory) {
            let text = format!(
                "{shown:?} refers to directory outside of repo {:?}",
                directory.as_path()
            );
            return Err(load_error(text));
        }
        let repository = Some(Rc::new(Repository { spec, directory }));
        Ok(Self {
            files,
            remote,
            root,
            restrictor: LoadRestrictor::RootOnly,
            repository,
            referrer,
        })
    }

    /// This loader and those that led to it.
    fn ancestry(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |loader| loader.referrer.as_deref())
    }

    fn refuse_cycle(&self, candidate: &ConfirmedDir) -> Result<()> {
        match self
            .ancestry()
            .find(|loader| loader.root.has_prefix(candidate))
        {
            None => Ok(()),
            Some(visited) => {
                let text = format!(
                    "cycle detected: candidate root '{}' contains visited root '{}'",
                    candidate.as_path().display(),
                    visited.root.as_path().display()
                );
                Err(load_error(text).hint(
                    "a kustomization cannot have itself, or a directory around itself, as a base",
                ))
            }
        }
    }

    fn refuse_repository_cycle(&self, spec: &RepoSpec) -> Result<()> {
        let repositories = self
            .ancestry()
            .filter_map(|loader| loader.repository.as_ref());
        match repositories
            .map(|repository| &repository.spec)
            .find(|visited| visited.raw.starts_with(&spec.raw))
        {
            None => Ok(()),
            Some(visited) => {
                let text = format!(
                    "cycle detected: URI '{}' referenced by previous URI '{}'",
                    spec.raw, visited.raw
                );
                Err(load_error(text))
            }
        }
    }

    fn refuse_leaving_repository(&self, base: &ConfirmedDir) -> Result<()> {
        match self
            .ancestry()
            .find_map(|loader| loader.repository.as_ref())
        {
            Some(repository) if !base.has_prefix(&repository.directory) => {
                Err(load_error(format!(
                    "security; bases in kustomizations found in cloned git repos must be within the repo, but base '{}' is outside '{}'",
                    base.as_path().display(),
                    repository.directory.as_path().display()
                )))
            }
            _ => Ok(()),
        }
    }
}

pub(crate) fn load_error(text: impl Into<String>) -> Error {
    Error::new(ErrorKind::Load, text)
}

/// Resolves the directory of a kustomization.
fn confirm_root(files: &dyn FileSystem, path: &str) -> Result<ConfirmedDir> {
    let must = "must build at directory";
    match filesys::confirm(files, Path::new(path)) {
        Ok(Location::Directory(root)) => Ok(root),
        Ok(Location::File { .. }) => Err(load_error(format!(
            "{must}: '{path}': file is not directory"
        ))),
        Err(error) => {
            let text =
                format!("{must}: not a valid directory: evalsymlink failure on '{path}' : {error}");
            Err(load_error(text).hint(missing_hint(files, path)))
        }
    }
}

/// Says which part of a path is the first that is missing, and what is there instead.
pub(crate) fn missing_hint(files: &dyn FileSystem, path: &str) -> String {
    if path.contains("http:/") || path.contains("https:/") {
        return "the address led to no file, and it is not that of a repository".to_owned();
    }
    let path = Path::new(path);
    let existing = path
        .ancestors()
        .skip(1)
        .find(|ancestor| files.is_dir(ancestor));
    let Some(parent) = existing else {
        return format!("there is nothing at '{}'", path.display());
    };
    let missing = path
        .strip_prefix(parent)
        .ok()
        .and_then(|rest| rest.components().next());
    let missing = missing.map_or_else(String::new, |part| {
        part.as_os_str().to_string_lossy().into_owned()
    });
    let mut names: Vec<_> = files
        .read_dir(parent)
        .unwrap_or_default()
        .into_iter()
        .map(|entry| entry.name)
        .collect();
    names.sort_by_key(|name| crate::nearest::distance(name, &missing));
    names.truncate(3);
    if names.is_empty() {
        return format!(
            "there is no '{missing}' in '{}', which is empty",
            parent.display()
        );
    }
    format!(
        "there is no '{missing}' in '{}'; the nearest there: {}",
        parent.display(),
        names.join(", ")
    )
}
