//! Which fields the transformers work on.

mod crds;
mod defaults;
mod file;
mod kind_order;

use std::sync::{Arc, LazyLock};

pub(crate) use crds::load_crds;
pub(crate) use file::load as load_configurations;
pub(crate) use kind_order::{ORDER_FIRST, ORDER_LAST, gvk_order, kind_rank, or_last, sort_text};

use crate::error::{Context, Result};
use crate::fieldspec::{FieldSpec, merge_all};
use crate::gvk::Gvk;

static DEFAULTS: LazyLock<Arc<TransformerConfig>> = LazyLock::new(|| Arc::new(defaults::config()));

/// The field specs of all transformers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TransformerConfig {
    pub(crate) name_prefix: Vec<FieldSpec>,
    pub(crate) name_suffix: Vec<FieldSpec>,
    pub(crate) namespace: Vec<FieldSpec>,
    pub(crate) common_labels: Vec<FieldSpec>,
    pub(crate) labels: Vec<FieldSpec>,
    pub(crate) template_labels: Vec<FieldSpec>,
    pub(crate) common_annotations: Vec<FieldSpec>,
    pub(crate) name_reference: Vec<NameBackReferences>,
    pub(crate) var_reference: Vec<FieldSpec>,
    pub(crate) images: Vec<FieldSpec>,
    pub(crate) replicas: Vec<FieldSpec>,
}

/// The fields that hold the name of an object of some type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NameBackReferences {
    /// The type that is referred to.
    pub(crate) gvk: Gvk,
    pub(crate) referrers: Vec<FieldSpec>,
}

impl TransformerConfig {
    /// What is built in.
    pub(crate) fn defaults() -> Arc<Self> {
        Arc::clone(&DEFAULTS)
    }

    /// Adds the specs of another configuration. The same field with another `create` is a contradiction.
    pub(crate) fn merge(&mut self, other: &Self) -> Result<()> {
        for (name, mine, theirs) in [
            ("NamePrefix", &mut self.name_prefix, &other.name_prefix),
            ("NameSuffix", &mut self.name_suffix, &other.name_suffix),
            ("NameSpace", &mut self.namespace, &other.namespace),
            (
                "CommonAnnotations",
                &mut self.common_annotations,
                &other.common_annotations,
            ),
            (
                "CommonLabels",
                &mut self.common_labels,
                &other.common_labels,
            ),
            ("Labels", &mut self.labels, &other.labels),
            (
                "TemplateLabels",
                &mut self.template_labels,
                &other.template_labels,
            ),
            (
                "VarReference",
                &mut self.var_reference,
                &other.var_reference,
            ),
            ("Images", &mut self.images, &other.images),
            ("Replicas", &mut self.replicas, &other.replicas),
        ] {
            merge_all(mine, theirs).context(format!("failed to merge {name} fieldSpec"))?;
        }
        for references in &other.name_reference {
            self.merge_references(references)
                .context("failed to merge NameReference fieldSpec")?;
        }
        self.sort();
        Ok(())
    }

    fn merge_references(&mut self, references: &NameBackReferences) -> Result<()> {
        match self
            .name_reference
            .iter_mut()
            .find(|known| known.gvk == references.gvk)
        {
            Some(known) => merge_all(&mut known.referrers, &references.referrers),
            None => {
                self.name_reference.push(references.clone());
                Ok(())
            }
        }
    }

    fn sort(&mut self) {
        for specs in [
            &mut self.name_prefix,
            &mut self.name_suffix,
            &mut self.namespace,
            &mut self.common_annotations,
            &mut self.common_labels,
            &mut self.labels,
            &mut self.template_labels,
            &mut self.var_reference,
            &mut self.images,
            &mut self.replicas,
        ] {
            specs.sort_by(|a, b| gvk_order(&a.gvk, &b.gvk));
        }
        self.name_reference
            .sort_by(|a, b| gvk_order(&a.gvk, &b.gvk));
    }
}
