//! Bases and components.

use super::Target;
use crate::accumulator::ResAccumulator;
use crate::error::{Context, Error, ErrorKind, Result};
use crate::kustomization::COMPONENT_KIND;
use crate::loader::Loader;

impl<'a> Target<'a> {
    /// Lets components change what was accumulated.
    pub(super) fn accumulate_components(
        &self,
        mut accumulated: ResAccumulator,
    ) -> Result<ResAccumulator> {
        for (index, path) in self.kustomization.components.iter().enumerate() {
            let quoted = |error: Error, step: &str| {
                let text = format!(
                    "{step} {}",
                    gostd::strconv::quote(error.to_string().as_bytes())
                );
                error
                    .reworded(text)
                    .at(|| self.place_of_entry("components", index))
            };
            let loader = self
                .loader
                .new_root(path)
                .map_err(|error| quoted(error, "loader.New"))?;
            accumulated = self
                .accumulate_directory(accumulated, loader, path, true)
                .map_err(|error| quoted(error, "accumulateDirectory:"))?;
        }
        Ok(accumulated)
    }

    /// Adds a base, or runs a component on what is there.
    pub(super) fn accumulate_directory(
        &self,
        mut accumulated: ResAccumulator,
        loader: Loader<'a>,
        path: &str,
        component: bool,
    ) -> Result<ResAccumulator> {
        let root = loader.root();
        let mut target = Target::load(self.build, loader)
            .context(format!("couldn't make target for path '{root}'"))?;
        target
            .kustomization
            .build_metadata
            .clone_from(&self.kustomization.build_metadata);
        target.origin = self.origin.as_ref().map(|origin| origin.append(path));
        self.namespace().clone_into(&mut target.outer_namespace);
        target.depth = self.depth + 1;
        target.set_schema()?;
        let kind = &target.kustomization.kind;
        if component && kind != COMPONENT_KIND {
            let text =
                format!("expected kind '{COMPONENT_KIND}' for path '{root}' but got '{kind}'");
            return Err(Error::new(ErrorKind::Accumulate, text)
                .hint("a kustomization is named under resources, a component under components"));
        }
        if !component && kind == COMPONENT_KIND {
            let text = format!("expected kind != '{COMPONENT_KIND}' for path '{root}'");
            return Err(Error::new(ErrorKind::Accumulate, text)
                .hint("a component is named under components, not under resources"));
        }
        let words = format!("recursed accumulation of path '{root}'");
        let merging = format!("recursed merging from path '{root}'");
        if component {
            let mut accumulated = target.accumulate(accumulated).context(words)?;
            accumulated
                .resources
                .refuse_repeated_ids()
                .context(merging)?;
            return Ok(accumulated);
        }
        let base = target
            .accumulate(ResAccumulator::new(self.build.openapi.clone()))
            .context(words)?;
        accumulated.merge(base).context(merging)?;
        Ok(accumulated)
    }
}
