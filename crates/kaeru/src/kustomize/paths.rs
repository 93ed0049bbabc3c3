//! Paths that people name with patterns.

use std::path::Path;

use cobra::Io;
use filesys::{Disk, FileSystem};

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
