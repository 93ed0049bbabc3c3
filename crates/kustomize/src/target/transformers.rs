//! The transformers that the fields of a kustomization stand for, in their order.

use super::Target;
use super::plugins::Configured;
use crate::builtins::{
    AnnotationsTransformer, Config, Helpers, ImageTagTransformer, LabelTransformer,
    NamespaceTransformer, PatchJson6902Transformer, PatchStrategicMergeTransformer,
    PatchTransformer, PrefixTransformer, ReplacementTransformer, ReplicaCountTransformer,
    SuffixTransformer, Transformer, patch_config, patch_json6902_config,
    patch_strategic_merge_config, replacement_config,
};
use crate::config::TransformerConfig;
use crate::error::{Context, Error, Result};
use crate::fieldspec::{FieldSpec, merge_all, merge_one};
use crate::gvk::Gvk;
use crate::kustomization::Label;

impl Target<'_> {
    pub(super) fn builtin_transformers(
        &self,
        config: &TransformerConfig,
    ) -> Result<Vec<Configured>> {
        let mut all = Vec::new();
        self.configure_strategic_merges(&mut all)?;
        self.configure_patches(&mut all)?;
        self.configure_names(config, &mut all);
        self.configure_labels(config, &mut all)?;
        let kustomization = &self.kustomization;
        if !kustomization.common_annotations.is_empty() {
            let transformer = AnnotationsTransformer::new(
                kustomization.common_annotations.clone(),
                config.common_annotations.clone(),
            );
            all.push(self.configured(
                transformer,
                "AnnotationsTransformer",
                "commonAnnotations",
                None,
            ));
        }
        self.configure_json_patches(&mut all)?;
        for (index, replica) in kustomization.replicas.iter().enumerate() {
            let transformer =
                ReplicaCountTransformer::new(replica.clone(), config.replicas.clone());
            all.push(self.configured(
                transformer,
                "ReplicaCountTransformer",
                "replicas",
                Some(index),
            ));
        }
        for (index, image) in kustomization.images.iter().enumerate() {
            let transformer = ImageTagTransformer::new(image.clone(), config.images.clone());
            all.push(self.configured(transformer, "ImageTagTransformer", "images", Some(index)));
        }
        if !kustomization.replacements.is_empty() {
            let config = replacement_config(&kustomization.replacements)?;
            let make = ReplacementTransformer::configure;
            all.push(self.configure(
                make,
                &config,
                "ReplacementTransformer",
                "replacements",
                None,
            )?);
        }
        Ok(all)
    }

    fn configured(
        &self,
        transformer: impl Transformer + 'static,
        kind: &str,
        field: &'static str,
        index: Option<usize>,
    ) -> Configured {
        let origin = self
            .origin
            .as_ref()
            .map(|origin| origin.configured_by_builtin(self.file.name, kind));
        Configured {
            transformer: Box::new(transformer),
            origin,
            field,
            index,
        }
    }

    /// Words an error in the configuration of a built-in as kustomize does, with the configuration in it.
    pub(super) fn trouble(
        &self,
        error: Error,
        kind: &str,
        config: Option<&Config>,
        field: &str,
        index: Option<usize>,
    ) -> Error {
        let yaml = config.map_or("", |config| config.yaml.as_str());
        let error = error.context(format!(
            "trouble configuring builtin {kind} with config: `\n{yaml}`"
        ));
        self.at_entry(error, field, index)
    }

    fn configure<T>(
        &self,
        make: impl Fn(Helpers<'_>, &Config) -> Result<T>,
        config: &Config,
        kind: &'static str,
        field: &'static str,
        index: Option<usize>,
    ) -> Result<Configured>
    where
        T: Transformer + 'static,
    {
        let transformer = make(self.helpers(), config)
            .map_err(|error| self.trouble(error, kind, Some(config), field, index))?;
        Ok(self.configured(transformer, kind, field, index))
    }

    fn configure_strategic_merges(&self, all: &mut Vec<Configured>) -> Result<()> {
        let paths = &self.kustomization.patches_strategic_merge;
        if !paths.is_empty() {
            let config = patch_strategic_merge_config(paths)?;
            let make = PatchStrategicMergeTransformer::configure;
            all.push(self.configure(
                make,
                &config,
                "PatchStrategicMergeTransformer",
                "patchesStrategicMerge",
                None,
            )?);
        }
        Ok(())
    }

    fn configure_patches(&self, all: &mut Vec<Configured>) -> Result<()> {
        for (index, patch) in self.kustomization.patches.iter().enumerate() {
            let config = patch_config(patch)?;
            all.push(self.configure(
                PatchTransformer::configure,
                &config,
                "PatchTransformer",
                "patches",
                Some(index),
            )?);
        }
        Ok(())
    }

    fn configure_json_patches(&self, all: &mut Vec<Configured>) -> Result<()> {
        for (index, patch) in self.kustomization.patches_json6902.iter().enumerate() {
            let config = patch_json6902_config(patch)?;
            let make = PatchJson6902Transformer::configure;
            all.push(self.configure(
                make,
                &config,
                "PatchJson6902Transformer",
                "patchesJson6902",
                Some(index),
            )?);
        }
        Ok(())
    }

    fn configure_names(&self, config: &TransformerConfig, all: &mut Vec<Configured>) {
        let kustomization = &self.kustomization;
        if !kustomization.namespace.is_empty() {
            let transformer = NamespaceTransformer::new(
                kustomization.namespace.clone(),
                config.namespace.clone(),
            );
            all.push(self.configured(transformer, "NamespaceTransformer", "namespace", None));
        }
        if !kustomization.name_prefix.is_empty() {
            let transformer = PrefixTransformer::new(
                kustomization.name_prefix.clone(),
                config.name_prefix.clone(),
            );
            all.push(self.configured(transformer, "PrefixTransformer", "namePrefix", None));
        }
        if !kustomization.name_suffix.is_empty() {
            let transformer = SuffixTransformer::new(
                kustomization.name_suffix.clone(),
                config.name_suffix.clone(),
            );
            all.push(self.configured(transformer, "SuffixTransformer", "nameSuffix", None));
        }
    }

    fn configure_labels(
        &self,
        config: &TransformerConfig,
        all: &mut Vec<Configured>,
    ) -> Result<()> {
        for (index, label) in self.kustomization.labels.iter().enumerate() {
            let specs = label_specs(label, config)
                .map_err(|error| error.at(|| self.place_of_entry("labels", index)))?;
            let transformer = LabelTransformer::new(label.pairs.clone(), specs);
            all.push(self.configured(transformer, "LabelTransformer", "labels", Some(index)));
        }
        let common = &self.kustomization.common_labels;
        if !common.is_empty() || !self.kustomization.labels.is_empty() {
            let transformer = LabelTransformer::new(common.clone(), config.common_labels.clone());
            all.push(self.configured(transformer, "LabelTransformer", "commonLabels", None));
        }
        Ok(())
    }
}

/// Where the labels of an entry go.
fn label_specs(label: &Label, config: &TransformerConfig) -> Result<Vec<FieldSpec>> {
    let mut specs = label.fields.clone();
    let words = "failed to merge labels";
    if label.include_selectors {
        merge_all(&mut specs, &config.common_labels).context(words)?;
        return Ok(specs);
    }
    if label.include_templates {
        merge_all(&mut specs, &config.template_labels)
            .context("failed to merge template fieldSpec")?;
    }
    merge_all(&mut specs, &config.labels).context(words)?;
    merge_one(
        &mut specs,
        FieldSpec::new(Gvk::default(), "metadata/labels", true),
    )
    .context(words)?;
    Ok(specs)
}
