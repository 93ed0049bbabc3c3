use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// Raises the number of files that this process may open to what it is allowed at most: each port of a pod takes one.
pub(crate) fn raise_limit() {
    if let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE)
        && soft < hard
        && let Err(error) = setrlimit(Resource::RLIMIT_NOFILE, hard, hard)
    {
        tracing::debug!(%error, soft, hard, "the limit of open files stays");
    }
}
