//! Fields of custom resources, learned from OpenAPI definitions.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{NameBackReferences, TransformerConfig};
use crate::error::{Context, Error, ErrorKind, Result};
use crate::fieldspec::{FieldSpec, merge_one};
use crate::gvk::Gvk;
use crate::loader::Loader;

/// Reads the files of `crds` into field specs.
pub(crate) fn load_crds(loader: &Loader<'_>, paths: &[String]) -> Result<TransformerConfig> {
    let mut config = TransformerConfig::default();
    for path in paths {
        read(loader, path, &mut config).context(format!("loading CRDs [{}]", paths.join(" ")))?;
    }
    Ok(config)
}

fn read(loader: &Loader<'_>, path: &str, config: &mut TransformerConfig) -> Result<()> {
    let content = loader.load(path)?;
    let wrong = |text: String| {
        let text = format!("unable to parse open API definition from '{path}': {text}");
        Error::new(ErrorKind::Kustomization, text)
            .hint(format!("'{path}' must hold OpenAPI definitions"))
    };
    let options = goyaml::DecodeOptions {
        dialect: goyaml::Dialect::V2,
        strict: false,
    };
    let document = goyaml::yaml_to_json(&content, &options)
        .map_err(|error| wrong(format!("error converting YAML to JSON: {error}")))?;
    check(&document).map_err(|text| {
        wrong(format!(
            "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {text}"
        ))
    })?;
    let types: BTreeMap<&str, &Value> = document
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, definition)| (name.as_str(), definition_schema(definition)))
        .collect();
    for (name, schema) in &types {
        let properties = &schema["properties"];
        if ["kind", "apiVersion", "metadata"]
            .iter()
            .all(|field| properties.get(field).is_some())
        {
            let gvk = Gvk::new("", "", name.rsplit('.').next().unwrap_or_default());
            Walk {
                types: &types,
                gvk,
                config: &mut *config,
                depth: 0,
            }
            .properties(name, &[])?;
        }
    }
    Ok(())
}

/// The schema of a definition, null if it has none.
fn definition_schema(definition: &Value) -> &Value {
    let schema = definition.get("Schema").or(definition.get("schema"));
    schema.unwrap_or(&Value::Null)
}

/// The Go type of a schema.
const SCHEMA: &str = "struct { Extensions spec.Extensions \"json:\\\",inline\\\"\"; spec.SchemaProps; spec.SwaggerSchemaProps }";

/// Says which part of a document has the wrong shape.
fn check(document: &Value) -> std::result::Result<(), String> {
    let of_type = |value: &Value, name: &str| match (value, word(value)) {
        (Value::Null | Value::Object(_), _) => Ok(()),
        (_, found) => Err(format!("{found} into Go value of type accumulator.{name}")),
    };
    of_type(document, "nameToApiMap")?;
    for definition in document
        .as_object()
        .into_iter()
        .flat_map(|types| types.values())
    {
        of_type(definition, "OpenAPIDefinition")?;
        check_schema(definition_schema(definition), "")?;
    }
    Ok(())
}

fn check_schema(schema: &Value, path: &str) -> std::result::Result<(), String> {
    expect_object(schema, SCHEMA, path)?;
    let properties = &schema["properties"];
    let path = format!("{path}/properties");
    expect_object(properties, "map[string]spec.Schema", &path)?;
    for (name, property) in properties.as_object().into_iter().flatten() {
        check_schema(property, &format!("{path}/{name}"))?;
    }
    Ok(())
}

fn expect_object(value: &Value, go_type: &str, path: &str) -> std::result::Result<(), String> {
    if matches!(value, Value::Null | Value::Object(_)) {
        return Ok(());
    }
    let within = match path {
        "" => String::new(),
        path => format!(" within {path:?}"),
    };
    Err(format!("JSON {} into Go {go_type}{within}", word(value)))
}

/// What JSON calls a value.
fn word(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// How many types may lie inside each other.
const MAX_DEPTH: usize = 64;

struct Walk<'a> {
    types: &'a BTreeMap<&'a str, &'a Value>,
    gvk: Gvk,
    config: &'a mut TransformerConfig,
    depth: usize,
}

impl Walk<'_> {
    fn properties(&mut self, type_name: &str, path: &[String]) -> Result<()> {
        let types = self.types;
        let Some(schema) = types.get(type_name) else {
            return Ok(());
        };
        if self.depth > MAX_DEPTH {
            return Err(Error::new(
                ErrorKind::Kustomization,
                format!("type {type_name} contains itself"),
            ));
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let path: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
            self.extensions(property, &path)?;
            if let Some(reference) = property["$ref"].as_str() {
                self.depth += 1;
                self.properties(reference.trim_start_matches("#/definitions/"), &path)?;
                self.depth -= 1;
            }
        }
        Ok(())
    }

    fn extensions(&mut self, property: &Value, path: &[String]) -> Result<()> {
        let here = path.join("/");
        let spec = |create: bool| FieldSpec::new(self.gvk.clone(), &here, create);
        if property.get("x-kubernetes-annotation").is_some() {
            merge_one(&mut self.config.common_annotations, spec(false))?;
        }
        if property.get("x-kubernetes-label-selector").is_some() {
            merge_one(&mut self.config.common_labels, spec(false))?;
        }
        if property.get("x-kubernetes-identity").is_some() {
            merge_one(&mut self.config.name_prefix, spec(false))?;
        }
        let (version, kind) = (
            &property["x-kubernetes-object-ref-api-version"],
            &property["x-kubernetes-object-ref-kind"],
        );
        if let (Some(api_version), Some(kind)) = (version.as_str(), kind.as_str()) {
            let name_key = property["x-kubernetes-object-ref-name-key"]
                .as_str()
                .unwrap_or("name");
            let referrer = FieldSpec::new(self.gvk.clone(), &format!("{here}/{name_key}"), false);
            let references = NameBackReferences {
                gvk: Gvk::new("", api_version, kind),
                referrers: vec![referrer],
            };
            self.config.merge_references(&references)?;
        }
        Ok(())
    }
}
