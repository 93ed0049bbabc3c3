//! What is known of types: their scope, and which lists are merged by key.
//!
//! Built in is the knowledge of Kubernetes 1.21, as in kustomize; a kustomization can bring its own definitions, which then stand instead.

mod builtin;
mod custom;
mod definition;
mod scope;

use std::sync::{LazyLock, OnceLock};

pub(crate) use definition::SchemaNode;

use crate::error::Result;
use crate::gvk::Gvk;
use definition::Definitions;

static BUILTIN: LazyLock<Definitions> = LazyLock::new(builtin::definitions);

/// The types of one build. The first kustomization that brings definitions decides for all.
#[derive(Debug, Default)]
pub(crate) struct OpenApi {
    custom: OnceLock<Custom>,
}

#[derive(Debug)]
enum Custom {
    /// `version: v1.21.2` was asked for, which is what is built in.
    Builtin,
    Definitions(Definitions),
}

impl OpenApi {
    /// Takes the definitions in `document`, JSON or YAML, unless others came first.
    pub(crate) fn set_definitions(&self, document: &[u8]) -> Result<()> {
        if self.custom.get().is_none() {
            let definitions = custom::parse(document)?;
            self.custom.get_or_init(|| Custom::Definitions(definitions));
        }
        Ok(())
    }

    /// Chooses the built-in version, which keeps later definitions out.
    pub(crate) fn set_builtin(&self) {
        self.custom.get_or_init(|| Custom::Builtin);
    }

    /// Whether objects of the type surely have no namespace; unknown types are taken for namespaced.
    pub(crate) fn is_cluster_scoped(&self, gvk: &Gvk) -> bool {
        if let Some(namespaced) = scope::builtin(gvk) {
            return !namespaced;
        }
        match self.custom.get() {
            Some(Custom::Definitions(definitions)) => definitions.namespaced(gvk) == Some(false),
            Some(Custom::Builtin) | None => false,
        }
    }

    /// The schema of a type.
    pub(crate) fn schema(&self, api_version: &str, kind: &str) -> Option<SchemaNode<'_>> {
        match self.custom.get() {
            Some(Custom::Definitions(definitions)) => definitions.resource(api_version, kind),
            Some(Custom::Builtin) | None => BUILTIN.resource(api_version, kind),
        }
    }
}
