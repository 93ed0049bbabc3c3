//! Reading resources: files first, and what is no file as a directory or repository.

use std::sync::Arc;

use super::Target;
use crate::accumulator::ResAccumulator;
use crate::error::{Context, Error, ErrorKind, Result};
use crate::read;
use crate::resmap::ResMap;

impl Target<'_> {
    /// Adds what the entries of a field lead to.
    pub(super) fn accumulate_resources(
        &self,
        mut accumulated: ResAccumulator,
        field: &str,
        paths: &[String],
    ) -> Result<ResAccumulator> {
        for (index, path) in paths.iter().enumerate() {
            let Err(as_file) = self.accumulate_file(&mut accumulated, path) else {
                continue;
            };
            let at = |error: Error| error.at(|| self.place_of_resource(field, index));
            if as_file.kind() == ErrorKind::Http {
                return Err(at(as_file));
            }
            let loader = match self.loader.new_root(path) {
                Ok(loader) => loader,
                // A file that is not YAML is a file: that it is no directory either says nothing.
                Err(error)
                    if as_file.kind() == ErrorKind::MalformedYaml
                        && error.kind() != ErrorKind::Timeout =>
                {
                    return Err(at(as_file));
                }
                Err(error) => return Err(at(explain(error, &as_file))),
            };
            accumulated = self
                .accumulate_directory(accumulated, loader, path, false)
                .map_err(|error| at(error.context(format!("accumulation err='{as_file}'"))))?;
        }
        Ok(accumulated)
    }

    /// The line of an entry of `resources`, which may stand under `bases` in the file.
    fn place_of_resource(&self, field: &str, index: usize) -> Option<crate::error::Place> {
        let here = self.place_of_entry(field, index);
        if field == "resources" && here == self.place_of(field) {
            self.place_of("bases").or(here)
        } else {
            here
        }
    }

    fn accumulate_file(&self, accumulated: &mut ResAccumulator, path: &str) -> Result<()> {
        let read = self
            .read_file(path)
            .context(format!("accumulating resources from '{path}'"))?;
        if accumulated.resources.is_empty() {
            accumulated.resources = read;
            return Ok(());
        }
        accumulated
            .resources
            .append_all(read.into_resources())
            .context(format!("merging resources from '{path}'"))
    }

    fn read_file(&self, path: &str) -> Result<ResMap> {
        let content = self.loader.load(path)?;
        let file = self.loader.absolute(path);
        let mut resources = read::resources(&content)
            .map_err(|error| read::in_file(error, path).in_file(&file, &content))?;
        let file: Arc<str> = file.into();
        for resource in &mut resources {
            resource.source.file = Some(Arc::clone(&file));
            resource.origin = self.origin.as_ref().map(|origin| origin.append(path));
        }
        let mut map = ResMap::new(self.build.openapi.clone());
        map.append_all(resources)?;
        Ok(map)
    }
}

/// Puts the failure as a file before the one as a directory, and keeps the place and the hints of the former.
fn explain(error: Error, as_file: &Error) -> Error {
    let kind = if as_file.kind() == ErrorKind::Load {
        error.kind()
    } else {
        as_file.kind()
    };
    let mut error = error
        .context(format!("accumulation err='{as_file}'"))
        .with_kind(kind)
        .at(|| as_file.place().cloned());
    for hint in as_file.hints() {
        if !error.hints().contains(hint) {
            error = error.hint(hint.clone());
        }
    }
    if as_file.kind() == ErrorKind::Load {
        error
    } else {
        error.hint("this is a file and was read as one: the first part of the message says what is wrong with it")
    }
}
