//! From YAML to metadata, with the conversions and the errors of Go's decoder.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{Dependency, Maintainer, Metadata};
use crate::yaml::{self, YamlError};

/// Why a text is not what `Chart.yaml` has to be.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MetadataError {
    /// It is no YAML.
    #[error(transparent)]
    Yaml(#[from] YamlError),
    /// A value has a type that its field cannot hold.
    #[error(
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {found} into Go {place} of type {wanted}"
    )]
    Type {
        /// The kind of the value.
        found: &'static str,
        /// `value` or the struct field.
        place: String,
        /// The Go type of the field.
        wanted: &'static str,
    },
}

type Result<T> = std::result::Result<T, MetadataError>;

impl Metadata {
    /// Reads a document into the metadata; fields that it does not have stay as they are.
    /// Reads the text of a `Chart.yaml`.
    ///
    /// # Errors
    /// It is no YAML, or a value has another type than its field.
    pub fn parse(text: &[u8]) -> Result<Metadata> {
        let mut metadata = Metadata::default();
        metadata.read(text)?;
        Ok(metadata)
    }

    pub(crate) fn read(&mut self, text: &[u8]) -> Result<()> {
        let document = yaml::parse(text)?;
        let fields = match &document {
            Value::Null => return Ok(()),
            Value::Object(fields) => Fields {
                fields,
                path: "Metadata",
            },
            other => {
                return Err(MetadataError::Type {
                    found: yaml::json_kind(other),
                    place: "value".to_owned(),
                    wanted: "loader.chartBase",
                });
            }
        };
        fields.string("name", &mut self.name)?;
        fields.string("home", &mut self.home)?;
        fields.strings("sources", &mut self.sources)?;
        fields.string("version", &mut self.version)?;
        fields.string("description", &mut self.description)?;
        fields.strings("keywords", &mut self.keywords)?;
        fields.list(
            "maintainers",
            "[]*chart.Maintainer",
            &mut self.maintainers,
            maintainer,
        )?;
        fields.string("icon", &mut self.icon)?;
        fields.string("apiVersion", &mut self.api_version)?;
        fields.string("condition", &mut self.condition)?;
        fields.string("tags", &mut self.tags)?;
        fields.string("appVersion", &mut self.app_version)?;
        fields.bool("deprecated", &mut self.deprecated)?;
        fields.string_map("annotations", &mut self.annotations)?;
        fields.string("kubeVersion", &mut self.kube_version)?;
        fields.list(
            "dependencies",
            "[]*chart.Dependency",
            &mut self.dependencies,
            dependency,
        )?;
        fields.string("type", &mut self.chart_type)
    }
}

fn maintainer(fields: &Map<String, Value>) -> Result<Maintainer> {
    let mut maintainer = Maintainer::default();
    let fields = Fields {
        fields,
        path: "Metadata.maintainers",
    };
    fields.string("name", &mut maintainer.name)?;
    fields.string("email", &mut maintainer.email)?;
    fields.string("url", &mut maintainer.url)?;
    Ok(maintainer)
}

fn dependency(fields: &Map<String, Value>) -> Result<Dependency> {
    let mut dependency = Dependency::default();
    let fields = Fields {
        fields,
        path: "Metadata.dependencies",
    };
    fields.string("name", &mut dependency.name)?;
    fields.string("version", &mut dependency.version)?;
    fields.string("repository", &mut dependency.repository)?;
    fields.string("condition", &mut dependency.condition)?;
    fields.strings("tags", &mut dependency.tags)?;
    fields.bool("enabled", &mut dependency.enabled)?;
    fields.string("alias", &mut dependency.alias)?;
    match fields.fields.get("import-values") {
        None | Some(Value::Null) => {}
        Some(Value::Array(items)) => dependency.import_values.clone_from(items),
        Some(other) => return Err(fields.error("import-values", other, "[]interface {}")),
    }
    Ok(dependency)
}

/// The fields of a Go struct in a JSON object.
struct Fields<'a> {
    fields: &'a Map<String, Value>,
    path: &'static str,
}

impl Fields<'_> {
    fn error(&self, name: &str, found: &Value, wanted: &'static str) -> MetadataError {
        MetadataError::Type {
            found: yaml::json_kind(found),
            place: format!("struct field {}.{name}", self.path),
            wanted,
        }
    }

    fn string(&self, name: &str, field: &mut String) -> Result<()> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(()),
            Some(value) => {
                *field = text(value).ok_or_else(|| self.error(name, value, "string"))?;
                Ok(())
            }
        }
    }

    fn bool(&self, name: &str, field: &mut bool) -> Result<()> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(()),
            Some(Value::Bool(value)) => {
                *field = *value;
                Ok(())
            }
            Some(value) => Err(self.error(name, value, "bool")),
        }
    }

    fn strings(&self, name: &str, field: &mut Vec<String>) -> Result<()> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(()),
            Some(Value::Array(items)) => {
                let item = |value: &Value| match value {
                    Value::Null => Ok(String::new()),
                    value => text(value).ok_or_else(|| self.error(name, value, "string")),
                };
                *field = items.iter().map(item).collect::<Result<_>>()?;
                Ok(())
            }
            Some(value) => Err(self.error(name, value, "[]string")),
        }
    }

    fn string_map(&self, name: &str, field: &mut BTreeMap<String, String>) -> Result<()> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(()),
            Some(Value::Object(entries)) => {
                for (key, value) in entries {
                    let value = match value {
                        Value::Null => String::new(),
                        value => text(value).ok_or_else(|| self.error(name, value, "string"))?,
                    };
                    field.insert(key.clone(), value);
                }
                Ok(())
            }
            Some(value) => Err(self.error(name, value, "map[string]string")),
        }
    }

    fn list<T: Default>(
        &self,
        name: &str,
        wanted: &'static str,
        field: &mut Vec<T>,
        item: fn(&Map<String, Value>) -> Result<T>,
    ) -> Result<()> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(()),
            Some(Value::Array(items)) => {
                let decode = |value: &Value| match value {
                    Value::Null => Ok(T::default()),
                    Value::Object(fields) => item(fields),
                    other => Err(self.error(name, other, &wanted["[]*".len()..])),
                };
                *field = items.iter().map(decode).collect::<Result<_>>()?;
                Ok(())
            }
            Some(value) => Err(self.error(name, value, wanted)),
        }
    }
}

/// A scalar as text: numbers and booleans become strings where a string is wanted.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or_default();
            Some(gostd::strconv::format_float(number, 'g', -1))
        }
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
