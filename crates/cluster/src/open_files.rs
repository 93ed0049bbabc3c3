use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// How many files a process may open where that cannot be asked.
const ORDINARY: u64 = 1024;

/// Raises the number of files that this process may open to what it is allowed at most, and gives it.
pub(crate) fn raise_limit() -> u64 {
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else {
        return ORDINARY;
    };
    if soft >= hard {
        return soft;
    }
    match setrlimit(Resource::RLIMIT_NOFILE, hard, hard) {
        Ok(()) => hard,
        Err(error) => {
            tracing::debug!(%error, soft, hard, "the limit of open files stays");
            soft
        }
    }
}
