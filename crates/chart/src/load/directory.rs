//! Charts in directories.

use std::path::{Path, PathBuf};

use super::ignore::Rules;
use super::{Collection, LoadError, LoadOptions, without_bom};
use crate::file::File;
use crate::log::Log;

/// How deep directories may nest; a link that leads upwards ends here.
const MAX_DEPTH: usize = 100;

/// Reads all files that are not ignored, in the lexical order of their names per directory.
pub(super) fn read(root: &Path, options: &LoadOptions, log: &Log) -> Result<Vec<File>, LoadError> {
    let chart_yaml = root.join("Chart.yaml");
    if !options.any_api_version
        && let Err(source) = std::fs::read(&chart_yaml)
    {
        let source = io("open", &chart_yaml, source);
        return Err(LoadError::Undetected {
            path: chart_yaml,
            source: Box::new(source),
        });
    }
    let ignore_file = root.join(".helmignore");
    let ignore = match std::fs::read(&ignore_file) {
        Ok(text) => String::from_utf8_lossy(without_bom(&text)).into_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(source) => return Err(io("open", &ignore_file, source)),
    };
    let mut walk = Walk {
        rules: Rules::parse(&ignore)?,
        collection: Collection::new(options),
        log,
    };
    walk.directory(root, "", 0)?;
    Ok(walk.collection.files)
}

fn io(operation: &'static str, path: &Path, source: std::io::Error) -> LoadError {
    LoadError::Io {
        operation,
        path: path.to_path_buf(),
        source,
    }
}

struct Walk<'a> {
    rules: Rules,
    collection: Collection<'a>,
    log: &'a Log,
}

impl Walk<'_> {
    fn directory(&mut self, directory: &Path, prefix: &str, depth: usize) -> Result<(), LoadError> {
        if depth > MAX_DEPTH {
            let source = std::io::Error::other("too many levels of symbolic links");
            return Err(io("open", directory, source));
        }
        let entries =
            std::fs::read_dir(directory).map_err(|source| io("open", directory, source))?;
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|source| io("open", directory, source))?;
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        for name in names {
            let path = directory.join(&name);
            let relative = if prefix.is_empty() {
                name
            } else {
                format!("{prefix}/{name}")
            };
            self.entry(&path, &relative, depth)?;
        }
        Ok(())
    }

    fn entry(&mut self, path: &Path, relative: &str, depth: usize) -> Result<(), LoadError> {
        let link = std::fs::symlink_metadata(path).map_err(|source| io("lstat", path, source))?;
        if link.is_symlink() {
            self.report_link(path)?;
        }
        let metadata = std::fs::metadata(path).map_err(|source| io("stat", path, source))?;
        if self.rules.ignore(relative, metadata.is_dir()) {
            return Ok(());
        }
        if metadata.is_dir() {
            return self.directory(path, relative, depth + 1);
        }
        if !metadata.is_file() {
            return Err(LoadError::Irregular(path.to_path_buf()));
        }
        let collection = &mut self.collection;
        if collection.files.len() >= collection.options.max_files {
            return Err(LoadError::TooMany(collection.options.max_files));
        }
        if metadata.len() > collection.left {
            return Err(collection.too_large(relative));
        }
        let data = std::fs::read(path).map_err(|source| io("open", path, source))?;
        let Some(left) = collection.left.checked_sub(data.len() as u64) else {
            return Err(collection.too_large(relative));
        };
        collection.left = left;
        collection.files.push(File {
            name: relative.to_owned(),
            data: without_bom(&data).into(),
            modified: metadata.modified().ok(),
        });
        Ok(())
    }

    fn report_link(&self, path: &Path) -> Result<(), LoadError> {
        let resolved: PathBuf = std::fs::canonicalize(path).map_err(|source| LoadError::Io {
            operation: "lstat",
            path: path.to_path_buf(),
            source,
        })?;
        let message = "found symbolic link in path. Contents of linked file included and used";
        let (path, resolved) = (path.to_string_lossy(), resolved.to_string_lossy());
        self.log
            .add("INFO", message, &[("path", &path), ("resolved", &resolved)]);
        Ok(())
    }
}
