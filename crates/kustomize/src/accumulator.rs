//! Resources together with the rules that apply to them.

use std::collections::BTreeMap;
use std::sync::Arc;

use goyaml::Node;

use crate::config::TransformerConfig;
use crate::error::{Error, ErrorKind, Result};
use crate::field_path;
use crate::filters::fieldspec::{Create, Filter};
use crate::filters::refvar::Variables;
use crate::kustomization::Var;
use crate::name_references;
use crate::openapi::OpenApi;
use crate::options::Reporter;
use crate::resmap::ResMap;

const DEFAULT_FIELD_PATH: &str = "metadata.name";

/// What one layer hands to the layer above.
pub(crate) struct ResAccumulator {
    pub(crate) resources: ResMap,
    config: Arc<TransformerConfig>,
    vars: BTreeMap<String, Var>,
}

impl ResAccumulator {
    pub(crate) fn new(openapi: Arc<OpenApi>) -> Self {
        Self {
            resources: ResMap::new(openapi),
            config: TransformerConfig::defaults(),
            vars: BTreeMap::new(),
        }
    }

    pub(crate) fn config(&self) -> &TransformerConfig {
        &self.config
    }

    /// Adds rules.
    pub(crate) fn merge_config(&mut self, config: &TransformerConfig) -> Result<()> {
        if *config == TransformerConfig::default() || *config == *self.config {
            return Ok(());
        }
        Arc::make_mut(&mut self.config).merge(config)
    }

    /// Takes over what another layer accumulated.
    pub(crate) fn merge(&mut self, mut other: Self) -> Result<()> {
        if self.resources.is_empty() {
            other.resources.refuse_repeated_ids()?;
            self.resources = other.resources;
        } else {
            self.resources
                .append_all(other.resources.into_resources())?;
        }
        if !Arc::ptr_eq(&self.config, &other.config) {
            self.merge_config(&other.config)?;
        }
        other
            .vars
            .into_values()
            .try_for_each(|var| self.add_var(var))
    }

    fn add_var(&mut self, var: Var) -> Result<()> {
        if self.vars.contains_key(&var.name) {
            let text = format!("var '{}' already encountered", var.name);
            return Err(reference_error(text).at(|| var.place));
        }
        self.vars.insert(var.name.clone(), var);
        Ok(())
    }

    /// Takes in the variables of a layer; the objects that they read from are marked now, whatever their names become later.
    pub(crate) fn merge_vars(&mut self, vars: &[Var]) -> Result<()> {
        for var in vars {
            let matched = self.matching(var);
            if matched.len() > 1 {
                let text = format!(
                    "found {} resId matches for var {} (unable to disambiguate)",
                    matched.len(),
                    shown(var, &var.fieldref.field_path)
                );
                return Err(reference_error(text).at(|| var.place.clone()));
            }
            for position in matched {
                self.resources.transform_at(position, |resource, _| {
                    resource.ref_var_names.push(var.name.clone());
                    Ok(())
                })?;
            }
        }
        vars.iter().try_for_each(|var| self.add_var(var.clone()))
    }

    fn matching(&mut self, var: &Var) -> Vec<usize> {
        let id = var.objref.id();
        let anywhere =
            id.namespace.is_empty() && !self.resources.openapi().is_cluster_scoped(&id.gvk);
        if !anywhere {
            return self.resources.with_any_id(&id);
        }
        let named = self.resources.with_any_name(&id.name);
        let same = |position: &usize| {
            self.resources
                .get(*position)
                .all_ids()
                .iter()
                .any(|other| other.gvk == id.gvk && other.name == id.name)
        };
        named.into_iter().filter(same).collect()
    }

    /// Writes the present names of objects wherever they are referred to.
    pub(crate) fn fix_back_references(&mut self) -> Result<()> {
        name_references::fix_back_references(&mut self.resources, &self.config.name_reference)
    }

    /// Replaces `$(NAME)` in the fields that may have it.
    pub(crate) fn resolve_vars(&mut self, reporter: &mut Reporter<'_>) -> Result<()> {
        let mut variables = Variables::new(self.values()?);
        if variables.is_empty() {
            return Ok(());
        }
        let fields = Filter::all(&self.config.var_reference, Create::Nothing);
        let resolved = self.resources.transform_each(|resource, _| {
            let gvk = resource.gvk();
            fields
                .iter()
                .try_for_each(|field| variables.apply(resource, &gvk, field))
        });
        let unused: Vec<_> = variables.unused().collect();
        if !unused.is_empty() {
            reporter.warn(&format!(
                "well-defined vars that were never replaced: {}",
                unused.join(",")
            ));
        }
        resolved
    }

    fn values(&self) -> Result<BTreeMap<String, Node>> {
        let mut marked = BTreeMap::new();
        for resource in &self.resources {
            for name in &resource.ref_var_names {
                marked.entry(name.as_str()).or_insert(resource);
            }
        }
        let value = |var: &Var| {
            let Some(resource) = marked.get(var.name.as_str()) else {
                let text = format!(
                    "var '{}' cannot be mapped to a field in the set of known resources",
                    shown(var, field_path_of(var))
                );
                return Err(reference_error(text)
                    .at(|| var.place.clone())
                    .hint(self.resources.nearest(&var.objref.id())));
            };
            let found = field_path::lookup(
                &resource.node,
                &field_path::split(&with_index_parts(field_path_of(var))),
            );
            match found {
                Ok(Some(value)) => Ok((var.name.clone(), value.clone())),
                Ok(None) | Err(_) => {
                    let text = format!(
                        "field specified in var '{}' not found in corresponding resource",
                        shown(var, field_path_of(var))
                    );
                    Err(reference_error(text).at(|| var.place.clone()))
                }
            }
        };
        self.vars.values().map(value).collect()
    }
}

fn reference_error(text: String) -> Error {
    Error::new(ErrorKind::Reference, text)
}

fn field_path_of(var: &Var) -> &str {
    if var.fieldref.field_path.is_empty() {
        DEFAULT_FIELD_PATH
    } else {
        &var.fieldref.field_path
    }
}

/// Writes `a[0]` as `a.0`.
fn with_index_parts(path: &str) -> String {
    let part = |part: &str| match part.strip_suffix(']').and_then(|part| part.split_once('[')) {
        Some((name, index)) if !name.is_empty() && index.parse::<usize>().is_ok() => {
            format!("{name}.{index}")
        }
        _ => part.to_owned(),
    };
    path.split('.').map(part).collect::<Vec<_>>().join(".")
}

/// A variable whose object is known, as Go prints it.
fn shown(var: &Var, field_path: &str) -> String {
    format!("{{{} {} {{{field_path}}}}}", var.name, var.objref.id().gvk)
}

/// A variable as it is written, as Go prints it: without what follows from the API version, and without a default.
pub(crate) fn written(var: &Var) -> String {
    format!(
        "{{{} {} {{{}}}}}",
        var.name,
        var.objref.id.id().gvk,
        var.fieldref.field_path
    )
}
