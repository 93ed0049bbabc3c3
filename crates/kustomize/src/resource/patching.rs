//! Strategic merge patches on a resource.

use super::Resource;
use crate::error::Result;
use crate::filters::patchstrategicmerge;
use crate::openapi::OpenApi;
use crate::rnode;

const HELM_GENERATED: &str = "internal.config.kubernetes.io/helm-generated";

impl Resource {
    /// Merges a patch. Kind and name stay unless the patch may change them; the namespace always stays.
    pub(crate) fn apply_sm_patch(&mut self, patch: &Self, openapi: &OpenApi) -> Result<()> {
        let (name, namespace, kind) = (
            self.name().to_owned(),
            self.namespace().to_owned(),
            self.kind().to_owned(),
        );
        if patch.allow_name_change || patch.allow_kind_change {
            self.store_previous_id(openapi);
        }
        patchstrategicmerge::apply(self, &patch.node, openapi)?;
        if self.is_empty() {
            return Ok(());
        }
        self.allow_name_change |= patch.allow_name_change;
        self.allow_kind_change |= patch.allow_kind_change;
        if !patch.allow_kind_change {
            self.set_kind(&kind)?;
        }
        if !patch.allow_name_change {
            self.set_name(&name)?;
        }
        self.set_namespace(&namespace)
    }

    /// Merges a patch that was made for a selection, whatever version of the API it is written for. Its labels and annotations are strings
    /// by then: a null among them is the text, and what is no map is nothing.
    pub(crate) fn apply_sm_patch_of_any_type(
        &mut self,
        patch: &Self,
        openapi: &OpenApi,
    ) -> Result<()> {
        let mut patch = patch.clone();
        let (labels, annotations) = (patch.labels(), patch.annotations());
        patch.set_labels(labels)?;
        patch.set_annotations(annotations)?;
        let api_version = self.api_version();
        if !api_version.is_empty() {
            rnode::set_field(
                &mut patch.node,
                "apiVersion",
                Some(rnode::untagged(api_version)),
            )?;
        }
        self.apply_sm_patch(&patch, openapi)
    }

    /// Whether a chart made the object, which then stays in the namespace that the chart gave it.
    pub(crate) fn helm_generated(&self) -> bool {
        let annotations = self.node.lookup(&["metadata", "annotations"]);
        annotations.and_then(|annotations| annotations.get_str(HELM_GENERATED)) == Some("true")
    }

    pub(crate) fn mark_helm_generated(&mut self) {
        let mut annotations = self.annotations();
        annotations.insert(HELM_GENERATED.to_owned(), "true".to_owned());
        // The object was read as one that has metadata.
        drop(self.set_annotations(annotations));
    }
}
