//! One layer: a kustomization and what it does.

mod directories;
mod plugins;
mod resources;
mod transformers;

use crate::accumulator::{ResAccumulator, written};
use crate::build::Build;
use crate::builtins::Helpers;
use crate::config;
use crate::error::{Context, Error, ErrorKind, Place, Result};
use crate::kustomization::{Kustomization, KustomizationFile, Step, Var};
use crate::loader::Loader;
use crate::origin::Origin;

/// How many kustomizations may stand on each other.
const MAX_DEPTH: usize = 64;

/// A kustomization that was read, with where it stands in the build.
pub(crate) struct Target<'a> {
    build: &'a Build<'a>,
    loader: Loader<'a>,
    file: KustomizationFile,
    kustomization: Kustomization,
    /// Where resources come from, if `buildMetadata` wants to know.
    origin: Option<Origin>,
    /// The namespace of the nearest layer around this one that has one.
    outer_namespace: String,
    depth: usize,
}

impl<'a> Target<'a> {
    /// Reads the kustomization at a loader's root.
    pub(crate) fn load(build: &'a Build<'a>, loader: Loader<'a>) -> Result<Self> {
        let mut file = KustomizationFile::find(&loader)?;
        let kustomization = file.read(&loader, &mut build.reporter.borrow_mut())?;
        Ok(Self {
            build,
            loader,
            file,
            kustomization,
            origin: None,
            outer_namespace: String::new(),
            depth: 0,
        })
    }

    pub(crate) fn kustomization(&self) -> &Kustomization {
        &self.kustomization
    }

    /// Begins to keep track of origins, if they are asked for.
    pub(crate) fn start_origin(&mut self) {
        if !self.kustomization.build_metadata.is_empty() {
            self.origin = Some(Origin::default());
        }
    }

    /// Takes the definitions of types that the kustomization brings.
    pub(crate) fn set_schema(&self) -> Result<()> {
        let openapi = &self.kustomization.openapi;
        let document = openapi
            .get("path")
            .map(|path| self.loader.load(path))
            .transpose();
        let set = document.and_then(|document| {
            match (document, openapi.get("version").map(String::as_str)) {
                (Some(_), Some(_)) => Err(Error::new(
                    ErrorKind::Kustomization,
                    "builtin version and custom schema provided, cannot use both",
                )),
                (Some(document), None) => self.build.openapi.set_definitions(&document),
                (None, Some("v1.21.2" | "v1212")) => {
                    self.build.openapi.set_builtin();
                    Ok(())
                }
                (None, None | Some("")) => Ok(()),
                (None, Some(_)) => Err(Error::new(
                    ErrorKind::Kustomization,
                    "the specified OpenAPI version is not built in",
                )),
            }
        });
        set.map_err(|error| error.at(|| self.place_of("openapi")))
    }

    /// Does everything that the kustomization says to `accumulated`, which is empty unless this is a component.
    pub(crate) fn accumulate(&mut self, accumulated: ResAccumulator) -> Result<ResAccumulator> {
        if self.depth > MAX_DEPTH {
            return Err(Error::new(
                ErrorKind::Accumulate,
                format!("more than {MAX_DEPTH} kustomizations stand on each other"),
            ));
        }
        let resources = self.kustomization.resources.clone();
        let mut accumulated = self
            .accumulate_resources(accumulated, "resources", &resources)
            .context("accumulating resources")?;
        let configurations =
            config::load_configurations(&self.loader, &self.kustomization.configurations);
        let merged = configurations.and_then(|config| accumulated.merge_config(&config));
        merged.map_err(|error| error.at(|| self.place_of("configurations")))?;
        let crds = config::load_crds(&self.loader, &self.kustomization.crds);
        let merged = crds.and_then(|config| accumulated.merge_config(&config));
        merged.map_err(|error| error.at(|| self.place_of("crds")))?;
        self.run_generators(&mut accumulated)?;
        let mut accumulated = self
            .accumulate_components(accumulated)
            .context("accumulating components")?;
        self.run_transformers(&mut accumulated)?;
        self.run_validators(&mut accumulated)?;
        let vars: Vec<Var> = self.placed_vars().collect();
        accumulated.merge_vars(&vars).map_err(|error| {
            let all: Vec<_> = vars.iter().map(written).collect();
            error.context(format!("merging vars [{}]", all.join(" ")))
        })?;
        Ok(accumulated)
    }

    /// The variables with their places.
    fn placed_vars(&self) -> impl Iterator<Item = Var> {
        let placed = |(index, var): (usize, &Var)| Var {
            place: self.place_of_entry("vars", index),
            ..var.clone()
        };
        self.kustomization.vars.iter().enumerate().map(placed)
    }

    /// The namespace for what has none of its own.
    fn namespace(&self) -> &str {
        if self.kustomization.namespace.is_empty() {
            &self.outer_namespace
        } else {
            &self.kustomization.namespace
        }
    }

    fn helpers(&self) -> Helpers<'_> {
        Helpers {
            loader: &self.loader,
            options: self.build.options,
        }
    }

    /// The line of a field.
    pub(crate) fn place_of(&self, field: &str) -> Option<Place> {
        self.file.place(&[Step::Field(field)])
    }

    /// The line of an entry of a field.
    fn place_of_entry(&self, field: &str, index: usize) -> Option<Place> {
        self.file.place(&[Step::Field(field), Step::Item(index)])
    }
}
