//! `namespace`.

use rustc_hash::FxHashMap;

use super::{Config, Transformer, configure_error};
use crate::error::{Error, ErrorKind, Result};
use crate::fieldspec::FieldSpec;
use crate::filters::namespace::{Filter, RoleBindingSubjects};
use crate::godecode::go_struct;
use crate::kustomization::ObjectMeta;
use crate::options::Reporter;
use crate::resid::IdKey;
use crate::resmap::ResMap;
use crate::resource::{PreviousId, Resource};

/// Moves objects to a namespace.
#[derive(Default)]
pub(crate) struct NamespaceTransformer {
    metadata: ObjectMeta,
    field_specs: Vec<FieldSpec>,
    unset_only: bool,
    set_role_binding_subjects: String,
    subjects: RoleBindingSubjects,
}
go_struct!(NamespaceTransformer = "builtins"."NamespaceTransformerPlugin" {
    "metadata" => metadata, "fieldSpecs" => field_specs, "unsetOnly" => unset_only,
    "setRoleBindingSubjects" => set_role_binding_subjects,
});

impl NamespaceTransformer {
    pub(crate) fn new(namespace: String, field_specs: Vec<FieldSpec>) -> Self {
        Self {
            metadata: ObjectMeta {
                namespace,
                ..ObjectMeta::default()
            },
            field_specs,
            ..Self::default()
        }
    }

    pub(super) fn configure(config: &Config) -> Result<Self> {
        let mut transformer: Self = config.read()?;
        transformer.subjects = match transformer.set_role_binding_subjects.as_str() {
            "" | "defaultOnly" => RoleBindingSubjects::DefaultOnly,
            "allServiceAccounts" => RoleBindingSubjects::AllServiceAccounts,
            "none" => RoleBindingSubjects::None,
            other => {
                return Err(configure_error(format!(
                    "invalid value {other:?} for setRoleBindingSubjects: must be one of \"defaultOnly\", \"none\" or \"allServiceAccounts\""
                )));
            }
        };
        Ok(transformer)
    }
}

impl Transformer for NamespaceTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        let namespace = &self.metadata.namespace;
        if namespace.is_empty() {
            return Ok(());
        }
        let filter = Filter::new(
            namespace.clone(),
            self.unset_only,
            self.subjects,
            &self.field_specs,
        );
        let mut ids = CurrentIds::new(resources);
        let mut conflict = None;
        let outcome = resources.transform_each(|resource, openapi| {
            if resource.helm_generated() {
                return Ok(());
            }
            ids.leave(&resource.cur_id().key(openapi));
            resource.store_previous_id(openapi);
            filter.apply(resource, openapi)?;
            let id = resource.cur_id();
            if ids.enter(id.key(openapi)) > 1 {
                conflict = Some(id);
                return Err(Error::new(
                    ErrorKind::Transform,
                    "namespace transformation produces ID conflict",
                ));
            }
            Ok(())
        });
        outcome.map_err(|error| match conflict {
            Some(id) => {
                let both: Vec<_> = resources
                    .with_current_id(&id)
                    .into_iter()
                    .map(|position| shown(resources.get(position)))
                    .collect();
                error.context("").reworded(format!(
                    "namespace transformation produces ID conflict: [{}]",
                    both.join(" ")
                ))
            }
            None => error,
        })
    }
}

/// How many resources have an id now.
struct CurrentIds(FxHashMap<IdKey, usize>);

impl CurrentIds {
    fn new(resources: &ResMap) -> Self {
        let mut ids = Self(FxHashMap::default());
        for resource in resources {
            ids.enter(resource.cur_id().key(resources.openapi()));
        }
        ids
    }

    fn enter(&mut self, id: IdKey) -> usize {
        let count = self.0.entry(id).or_default();
        *count += 1;
        *count
    }

    fn leave(&mut self, id: &IdKey) {
        if let Some(count) = self.0.get_mut(id) {
            *count -= 1;
        }
    }
}

/// A resource as JSON with the annotations in which kustomize keeps its notes.
fn shown(resource: &Resource) -> String {
    let mut copy = resource.clone();
    let mut annotations = copy.annotations();
    for (name, value) in notes(resource) {
        annotations.insert(format!("internal.config.kubernetes.io/{name}"), value);
    }
    match copy.set_annotations(annotations) {
        Ok(()) => copy.to_json(),
        Err(error) => format!("<{error}>"),
    }
}

/// What is known of a resource, by the names of kustomize's annotations.
fn notes(resource: &Resource) -> Vec<(&'static str, String)> {
    let list = |part: fn(&PreviousId) -> &str| {
        let parts: Vec<_> = resource.previous.iter().map(part).collect();
        parts.join(",")
    };
    let mut notes = vec![
        ("previousKinds", list(|id| &id.kind)),
        ("previousNames", list(|id| &id.name)),
        ("previousNamespaces", list(|id| &id.namespace)),
        ("prefixes", resource.prefixes.join(",")),
        ("suffixes", resource.suffixes.join(",")),
    ];
    if let Some(behavior) = resource.behavior {
        notes.push(("generatorBehavior", behavior.as_str().to_owned()));
    }
    for (name, enabled) in [
        ("needsHashSuffix", resource.needs_hash),
        ("allowNameChange", resource.allow_name_change),
        ("allowKindChange", resource.allow_kind_change),
    ] {
        if enabled {
            notes.push((name, "enabled".to_owned()));
        }
    }
    notes.retain(|(_, value)| !value.is_empty());
    notes
}
