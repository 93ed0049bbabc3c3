//! Writing documents to files below a directory.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use cobra::{Failure, Io};

use crate::failure::{INVALID_YAML, go_io};

/// A directory that documents are written to, each file with all its documents.
pub(crate) struct OutputDir {
    written: HashSet<PathBuf>,
}

impl OutputDir {
    pub(crate) fn new() -> OutputDir {
        OutputDir {
            written: HashSet::new(),
        }
    }

    /// Writes a document to its file: over what was there before, behind what was written in this run.
    pub(crate) fn write(
        &mut self,
        directory: &str,
        name: &str,
        content: &str,
        io: &mut Io<'_>,
    ) -> Result<(), Failure> {
        let shown = format!("{directory}/{name}");
        if !Path::new(name)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
        {
            return Err(Failure::new(format!(
                "{name} is not below the output directory"
            )));
        }
        let path = io.resolve(&shown);
        let fail =
            |operation: &str, error: &std::io::Error| Failure::new(go_io(operation, &shown, error));
        if let Some(parent) = path.parent() {
            let above = gostd::path::dir(&shown);
            std::fs::create_dir_all(parent).map_err(|error| {
                let operation = match error.kind() {
                    std::io::ErrorKind::NotADirectory => "stat",
                    _ => "mkdir",
                };
                let reason = go_io(operation, &above, &error);
                Failure::new(format!("{reason}\n\n{INVALID_YAML}"))
            })?;
        }
        let append = self.written.contains(&path);
        let mut options = std::fs::OpenOptions::new();
        let options = options
            .create(true)
            .write(true)
            .append(append)
            .truncate(!append);
        let mut file = options.open(&path).map_err(|error| fail("open", &error))?;
        write!(file, "---\n# Source: {name}\n{content}\n")
            .map_err(|error| fail("write", &error))?;
        self.written.insert(path);
        writeln!(io.stdout, "wrote {shown}")?;
        Ok(())
    }
}
