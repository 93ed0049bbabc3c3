//! The schemas of an OpenAPI document.

use serde_json::Value;

use crate::object::items;
use cliruntime::ApiResource;

const REFERENCE: &str = "#/components/schemas/";

/// An OpenAPI document of version 3.
pub(super) struct Document(Value);

/// A schema of a document.
#[derive(Clone, Copy)]
pub(super) struct Schema<'d> {
    document: &'d Document,
    value: &'d Value,
}

impl Document {
    pub(super) fn new(document: Value) -> Document {
        Document(document)
    }

    /// The schema of a resource's objects.
    pub(super) fn of_kind(&self, resource: &ApiResource) -> Option<Schema<'_>> {
        let schemas = self.0["components"]["schemas"].as_object()?;
        let is_it = |schema: &Value| {
            items(&schema["x-kubernetes-group-version-kind"])
                .iter()
                .any(|gvk| {
                    gvk["group"] == resource.group.as_str()
                        && gvk["version"] == resource.version.as_str()
                        && gvk["kind"] == resource.kind.as_str()
                })
        };
        let value = schemas.values().find(|schema| is_it(schema))?;
        Some(self.schema(value))
    }

    fn schema<'d>(&'d self, value: &'d Value) -> Schema<'d> {
        Schema {
            document: self,
            value,
        }
    }

    fn referred(&self, reference: &str) -> Option<Schema<'_>> {
        let name = reference.strip_prefix(REFERENCE)?;
        let value = self.0["components"]["schemas"].get(name)?;
        Some(self.schema(value))
    }
}

impl<'d> Schema<'d> {
    fn part(self, value: &'d Value) -> Schema<'d> {
        Schema { value, ..self }
    }

    /// The text of a field of the schema itself.
    fn text(self, name: &str) -> &'d str {
        self.value[name].as_str().unwrap_or_default()
    }

    /// What the schema refers to as a whole: by its own reference, or by one in `allOf`.
    fn reference(self) -> Option<&'d str> {
        let parts = items(&self.value["allOf"]);
        self.value["$ref"]
            .as_str()
            .or_else(|| parts.iter().find_map(|part| part["$ref"].as_str()))
    }

    /// The schemas that say what the value looks like: of what is referred to, and of what a list or a map holds.
    fn inner(self) -> Option<Schema<'d>> {
        if let Some(reference) = self.reference() {
            return self.document.referred(reference);
        }
        [&self.value["items"], &self.value["additionalProperties"]]
            .into_iter()
            .find(|inner| inner.is_object())
            .map(|inner| self.part(inner))
    }

    /// The schema at a path of fields below this one.
    pub(super) fn at(self, path: &[String]) -> Option<Schema<'d>> {
        path.iter().try_fold(self, |schema, name| {
            let (_, fields) = schema.fields()?;
            fields
                .into_iter()
                .find(|field| field.name == name)
                .map(|field| field.schema)
        })
    }

    /// The fields, sorted by name, and the references that lead to them; none if it has none.
    pub(super) fn fields(self) -> Option<(Vec<&'d str>, Vec<Field<'d>>)> {
        let mut schema = self;
        let mut references = Vec::new();
        loop {
            if let Some(properties) = schema.value["properties"].as_object() {
                let required = items(&schema.value["required"]);
                let fields = properties.iter().map(|(name, value)| Field {
                    name,
                    schema: schema.part(value),
                    required: required.iter().any(|known| known == name.as_str()),
                });
                return Some((references, fields.collect()));
            }
            references.extend(schema.reference());
            schema = schema.inner()?;
        }
    }

    /// The descriptions of the schema and of what it stands for, a line after each.
    pub(super) fn descriptions(self) -> String {
        let mut text = String::new();
        let mut next = Some(self);
        while let Some(schema) = next {
            if !schema.text("description").is_empty() {
                text.push_str(schema.text("description"));
                text.push('\n');
            }
            next = match schema.value["properties"].is_object() {
                true => None,
                false => schema.inner(),
            };
        }
        text
    }

    /// The description of the schema alone.
    pub(super) fn description(self) -> &'d str {
        self.text("description")
    }

    /// The values that are allowed.
    pub(super) fn values(self) -> Vec<String> {
        items(&self.value["enum"])
            .iter()
            .map(crate::object::shown)
            .collect()
    }

    /// The type in few words: `string`, `[]Container`, `map[string]string`.
    pub(super) fn type_name(self) -> String {
        if self.value["items"].is_object() {
            return format!("[]{}", self.part(&self.value["items"]).type_name());
        }
        let values = &self.value["additionalProperties"];
        if values.is_object() {
            return format!("map[string]{}", self.part(values).type_name());
        }
        if let Some(reference) = self.reference() {
            let referred = self.document.referred(reference);
            let kind = referred.map_or("", |referred| referred.text("type"));
            return match kind {
                "" | "object" => reference
                    .rsplit(['.', '/'])
                    .next()
                    .unwrap_or(reference)
                    .to_owned(),
                kind => kind.to_owned(),
            };
        }
        match self.text("type") {
            "" | "object" => "Object".to_owned(),
            kind => kind.to_owned(),
        }
    }
}

/// A field of an object.
pub(super) struct Field<'d> {
    pub(super) name: &'d str,
    pub(super) schema: Schema<'d>,
    pub(super) required: bool,
}
