//! A kustomization file that commands change.
//!
//! A file is rewritten field by field: the order of its top-level fields stays, with the comment and empty lines in front of each; what a
//! field holds is printed anew, sorted and without what is empty. Comments inside a field move in front of it, those behind the last
//! field are lost. This is kustomize's way, its quirks included, so that both can take turns on a file.

mod structure;

use std::collections::BTreeMap;

use goyaml::{DecodeOptions, Dialect};
use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind, Result};
use crate::godecode::{UnknownFields, decode};
use crate::kustomization::Kustomization;
use structure::FIELDS;

/// The order in which fields are added, and in which the names are tried on a line.
const ORDER: &[&str] = &[
    "apiVersion",
    "kind",
    "metadata",
    "sortOptions",
    "resources",
    "bases",
    "namePrefix",
    "nameSuffix",
    "namespace",
    "crds",
    "commonLabels",
    "labels",
    "commonAnnotations",
    "patchesStrategicMerge",
    "patchesJson6902",
    "patches",
    "configMapGenerator",
    "secretGenerator",
    "helmCharts",
    "helmChartInflationGenerator",
    "helmGlobals",
    "generatorOptions",
    "vars",
    "images",
    "replacements",
    "replicas",
    "configurations",
    "generators",
    "transformers",
    "validators",
    "components",
    "openapi",
    "buildMetadata",
];

/// The fields of a kustomization file, and how they stood in it.
#[derive(Clone, Debug, Default)]
pub struct EditableKustomization {
    /// The fields in the order of the file, each with the lines in front of it.
    original: Vec<(&'static str, String)>,
    fields: BTreeMap<&'static str, Value>,
}

impl EditableKustomization {
    /// Reads a file; old fields are brought up to date.
    ///
    /// # Errors
    /// The text is no YAML, or its fields are not those of a kustomization.
    pub fn parse(text: &[u8]) -> Result<Self> {
        let invalid = |problem: &dyn std::fmt::Display| {
            Error::new(
                ErrorKind::Kustomization,
                format!("invalid Kustomization: {problem}"),
            )
        };
        let options = DecodeOptions {
            dialect: Dialect::V2,
            strict: false,
        };
        let value = goyaml::yaml_to_json(text, &options).map_err(|error| invalid(&error))?;
        decode(
            &mut Kustomization::default(),
            &value,
            UnknownFields::Refused,
        )
        .map_err(|text| invalid(&text))?;
        let mut kustomization = Self::default();
        if let Value::Object(fields) = value {
            for (name, value) in fields {
                let Some((name, shape)) = FIELDS
                    .iter()
                    .find(|(known, _)| known.eq_ignore_ascii_case(&name))
                else {
                    continue;
                };
                kustomization.set(name, shape.canonical(value));
            }
        }
        kustomization.read_comments(&String::from_utf8_lossy(text));
        kustomization.update_old_fields();
        Ok(kustomization)
    }

    /// The value of a field; `None` if it is empty.
    pub fn get(&self, field: &str) -> Option<&Value> {
        self.fields.get(field)
    }

    /// Sets a field; an empty value removes it. Names that no kustomization has are left out.
    pub fn set(&mut self, field: &str, value: Value) {
        let Some((name, _)) = FIELDS.iter().find(|(known, _)| *known == field) else {
            return;
        };
        if structure::is_empty(&value) {
            self.fields.remove(name);
        } else {
            self.fields.insert(name, value);
        }
    }

    /// The entries of a field that is a list.
    pub fn list(&self, field: &str) -> Vec<Value> {
        self.get(field)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    }

    /// The entries of a field that is a list of texts.
    pub fn texts(&self, field: &str) -> Vec<String> {
        self.list(field)
            .iter()
            .filter_map(|item| Some(item.as_str()?.to_owned()))
            .collect()
    }

    /// The pairs of a field that is a map.
    pub fn map(&self, field: &str) -> Map<String, Value> {
        self.get(field)
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default()
    }

    /// The text of the file with its fields as they are now.
    pub fn to_yaml(&self) -> String {
        let mut out = String::new();
        for (field, comment) in &self.original {
            out.push_str(comment);
            out.push_str(&self.field_text(field));
        }
        for field in ORDER {
            if !self.original.iter().any(|(written, _)| written == field) {
                out.push_str(&self.field_text(field));
            }
        }
        out
    }

    fn field_text(&self, field: &str) -> String {
        let Some(value) = self.get(field) else {
            return String::new();
        };
        let entry: Map<String, Value> = [(field.to_owned(), value.clone())].into_iter().collect();
        goyaml::json_to_yaml(&Value::Object(entry))
    }

    /// Notes the order of the fields and the lines in front of them. A last line without its newline is not seen.
    fn read_comments(&mut self, text: &str) {
        let mut comments = String::new();
        for line in text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
        {
            let content = line.trim_start_matches(' ').trim_end_matches('\n');
            if content.is_empty() || content.starts_with('#') {
                comments.push_str(line);
            } else if let Some(field) = field_of(line) {
                self.original.push((field, std::mem::take(&mut comments)));
            } else if let Some((_, before)) = self.original.last_mut() {
                before.push_str(&comments);
                comments.clear();
            }
        }
    }

    fn update_old_fields(&mut self) {
        let kind = self
            .get("kind")
            .and_then(Value::as_str)
            .unwrap_or("Kustomization")
            .to_owned();
        if self.get("apiVersion").is_none() {
            let version = if kind == "Component" {
                "kustomize.config.k8s.io/v1alpha1"
            } else {
                "kustomize.config.k8s.io/v1beta1"
            };
            self.set("apiVersion", version.into());
        }
        self.set("kind", kind.into());
        for (old, new) in [("bases", "resources"), ("imageTags", "images")] {
            let mut entries = self.list(new);
            entries.extend(self.list(old));
            self.set(old, Value::Null);
            self.set(new, Value::Array(entries));
        }
        for field in ["configMapGenerator", "secretGenerator"] {
            let entries = self.list(field).into_iter().map(with_env_as_envs).collect();
            self.set(field, entries);
        }
    }
}

/// The field that a line begins.
fn field_of(line: &str) -> Option<&'static str> {
    ORDER.iter().copied().find(|field| {
        let (name, rest) = line.split_at_checked(field.len()).unwrap_or_default();
        name.eq_ignore_ascii_case(field) && rest.starts_with(':')
    })
}

fn with_env_as_envs(mut generator: Value) -> Value {
    if let Some(fields) = generator.as_object_mut()
        && let Some(env) = fields.remove("env")
        && let Some(envs) = fields
            .entry("envs")
            .or_insert_with(|| Value::Array(Vec::new()))
            .as_array_mut()
    {
        envs.push(env);
    }
    generator
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stay_in_front_of_the_next_field() {
        let text =
            "# top\nresources: # eol\n  # inner\n  - a.yaml\n\n# ns\nNamespace: \"x\"\n# last\n";
        let kustomization = EditableKustomization::parse(text.as_bytes()).unwrap();
        let rewritten = "# top\n  # inner\nresources:\n- a.yaml\n\n# ns\nnamespace: x\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";
        assert_eq!(kustomization.to_yaml(), rewritten);
    }

    #[test]
    fn unknown_fields_are_refused() {
        let error = EditableKustomization::parse(b"resource: []\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "invalid Kustomization: json: unknown field \"resource\""
        );
    }

    #[test]
    fn a_field_that_has_become_empty_goes_and_its_comment_stays() {
        let mut kustomization = EditableKustomization::parse(b"apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n# p\nnamePrefix: a-\n").unwrap();
        kustomization.set("namePrefix", "".into());
        assert_eq!(
            kustomization.to_yaml(),
            "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n# p\n"
        );
    }
}
