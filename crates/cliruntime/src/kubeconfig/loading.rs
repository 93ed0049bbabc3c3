//! Reading and merging the files that kubectl reads.

use std::path::{Path, PathBuf};

use cobra::Io;
use kube::config::Kubeconfig;

use super::KubeconfigError;
use super::overrides::Overrides;

/// What the files say, merged: the first to name a thing wins.
pub(super) struct Loaded {
    pub(super) kubeconfig: Kubeconfig,
}

impl Loaded {
    /// Whether flags or files lead to a server.
    pub(super) fn names_a_cluster(&self, overrides: &Overrides) -> bool {
        let current = self
            .kubeconfig
            .current_context
            .as_deref()
            .unwrap_or_default();
        overrides.names_a_cluster() || !current.is_empty()
    }
}

/// Reads the file of `--kubeconfig`, or those of $KUBECONFIG, or `~/.kube/config`.
pub(super) fn load(overrides: &Overrides, io: &Io<'_>) -> Result<Loaded, KubeconfigError> {
    if let Some(path) = &overrides.kubeconfig {
        let file = io.resolve(path);
        return if file.exists() {
            read_as(&file, path)
        } else {
            Err(KubeconfigError::NoFile(path.clone()))
        };
    }
    let mut merged = Kubeconfig::default();
    for path in default_paths(io).into_iter().filter(|path| path.exists()) {
        merged = merged
            .merge(read(&path)?.kubeconfig)
            .map_err(KubeconfigError::Unusable)?;
    }
    Ok(Loaded { kubeconfig: merged })
}

/// Reads one file.
pub(super) fn read(path: &Path) -> Result<Loaded, KubeconfigError> {
    read_as(path, &path.display().to_string())
}

fn read_as(path: &Path, name: &str) -> Result<Loaded, KubeconfigError> {
    let kubeconfig = Kubeconfig::read_from(path).map_err(|error| KubeconfigError::Unreadable {
        path: name.to_owned(),
        reason: error.to_string(),
    })?;
    Ok(Loaded { kubeconfig })
}

fn default_paths(io: &Io<'_>) -> Vec<PathBuf> {
    match io.env.non_empty("KUBECONFIG") {
        Some(list) => std::env::split_paths(list)
            .filter(|path| !path.as_os_str().is_empty())
            .map(|path| io.cwd.join(path))
            .collect(),
        None => io
            .env
            .non_empty("HOME")
            .map(|home| Path::new(home).join(".kube/config"))
            .into_iter()
            .collect(),
    }
}
