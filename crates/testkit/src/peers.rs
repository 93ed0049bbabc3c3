//! The real tools, where they are installed.

use std::path::PathBuf;

/// A tool that Kaeru is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// kubectl 1.37, with kustomize 5.8 in it.
    Kubectl,
    /// helm 4.3.
    Helm,
}

/// The real tool's path: below `$KAERU_PEERS`, else below the cache directory's `kaeru-peers`. `None` where it is not installed.
#[must_use]
pub fn peer(peer: Peer) -> Option<PathBuf> {
    let folder = match std::env::var_os("KAERU_PEERS") {
        Some(folder) => PathBuf::from(folder),
        None => match std::env::var_os("XDG_CACHE_HOME") {
            Some(cache) => PathBuf::from(cache),
            None => PathBuf::from(std::env::var_os("HOME")?).join(".cache"),
        }
        .join("kaeru-peers"),
    };
    let path = folder.join(match peer {
        Peer::Kubectl => "kubectl",
        Peer::Helm => "helm",
    });
    path.is_file().then_some(path)
}
