//! Kustomizations as a source of objects.

use std::path::{Path, PathBuf};

use cobra::{Env, Io};
use filesys::Disk;
use kustomize::{NetworkRemote, Options, ResMap};

/// What fetches remote bases of kustomizations, and keeps repositories from one run to the next.
pub fn kustomize_remote(io: &Io<'_>) -> NetworkRemote {
    NetworkRemote::new(cache_directory(&io.env))
}

/// What a kustomization builds. Its warnings go to stderr.
///
/// # Errors
/// With kustomize's own message.
pub(crate) fn build(root: &str, options: &Options<'_>, io: &mut Io<'_>) -> Result<ResMap, String> {
    let mut failed = None;
    let built = kustomize::build_with_warnings(&Disk, Path::new(root), options, &mut |text| {
        if let Err(error) = writeln!(io.stderr, "{text}") {
            failed.get_or_insert(error);
        }
    });
    match failed {
        Some(error) => Err(error.to_string()),
        None => built.map_err(|error| described(&error)),
    }
}

/// The manifests of the kustomization that `-k` names.
///
/// # Errors
/// With kustomize's own message.
pub(crate) fn manifests(root: &str, io: &mut Io<'_>) -> Result<String, String> {
    let remote = kustomize_remote(io);
    let options = Options {
        remote: &remote,
        ..Options::default()
    };
    let built = build(root, &options, io)?;
    built.to_yaml().map_err(|error| described(&error))
}

/// An error with the hints that explain it.
pub(crate) fn described(error: &kustomize::Error) -> String {
    let (text, explanation) = (error.to_string(), error.explanation());
    match explanation.trim_end() {
        "" => text,
        explanation => format!("{}\n\n{explanation}", text.trim_end_matches('\n')),
    }
}

/// Where fetched repositories are kept.
fn cache_directory(env: &Env) -> PathBuf {
    let base = env.non_empty("XDG_CACHE_HOME").map(PathBuf::from);
    let base = base.or_else(|| {
        env.non_empty("HOME")
            .map(|home| Path::new(home).join(".cache"))
    });
    base.unwrap_or_else(std::env::temp_dir)
        .join("kaeru")
        .join("git")
}
