//! Paths that people name with patterns.

use std::path::Path;

use cobra::{Failure, Io};
use filesys::{Disk, FileSystem};

use super::log::log;

/// The paths that patterns stand for; one that matches nothing is told and left out.
pub(super) fn glob_all(io: &mut Io<'_>, patterns: &[String]) -> Result<Vec<String>, Failure> {
    let mut paths = Vec::new();
    for pattern in patterns {
        let found = glob(io, pattern);
        if found.is_empty() {
            log(io, &format!("{pattern} has no match"))?;
        }
        paths.extend(found);
    }
    Ok(paths)
}

/// The paths that patterns stand for; what matches nothing must be a base, such as a URL.
pub(super) fn glob_or_root(io: &Io<'_>, patterns: &[String]) -> Result<Vec<String>, Failure> {
    let remote = kubectl::kustomize_remote(io);
    let mut paths = Vec::new();
    for pattern in patterns {
        let found = glob(io, pattern);
        if found.is_empty() {
            kustomize::verify_root(&Disk, &remote, &io.cwd, pattern)
                .map_err(|error| Failure::new(format!("{pattern} has no match: {error}")))?;
            paths.push(pattern.clone());
        }
        paths.extend(found);
    }
    Ok(paths)
}

/// The paths that a pattern stands for, sorted: `*` is any name, `?` any character, `[a-z]` one of them. A pattern without these is itself.
pub(super) fn glob(io: &Io<'_>, pattern: &str) -> Vec<String> {
    if !pattern.contains(['*', '?', '[']) {
        return if Disk.exists(&io.cwd.join(pattern)) {
            vec![pattern.to_owned()]
        } else {
            Vec::new()
        };
    }
    let mut found = vec![if pattern.starts_with('/') {
        "/".to_owned()
    } else {
        String::new()
    }];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        found = found
            .iter()
            .flat_map(|directory| entries(io, directory, part))
            .collect();
    }
    found
}

/// The paths in a directory whose name matches.
fn entries(io: &Io<'_>, directory: &str, part: &str) -> Vec<String> {
    let join = |name: &str| {
        if directory.is_empty() || directory.ends_with('/') {
            format!("{directory}{name}")
        } else {
            format!("{directory}/{name}")
        }
    };
    if !part.contains(['*', '?', '[']) {
        let path = join(part);
        return if Disk.exists(&io.cwd.join(&path)) {
            vec![path]
        } else {
            Vec::new()
        };
    }
    let listed = Disk
        .read_dir(&io.cwd.join(Path::new(directory)))
        .unwrap_or_default();
    listed
        .iter()
        .filter(|entry| gostd::path::matches(part, &entry.name).unwrap_or(false))
        .map(|entry| join(&entry.name))
        .collect()
}
