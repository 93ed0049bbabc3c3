//! Checking the values of a custom resource against its schema.

mod alternatives;
mod format;
mod scalar;

use apimachinery::field::{Error, ErrorKind, ErrorList, FieldPath};
use serde_json::{Map, Value};

use super::structural::{Additional, Kind, ListType, Structural};

/// What is wrong with a value by its schema. What an update leaves as it was is not looked at.
pub(crate) fn validate(value: &Value, old: Option<&Value>, schema: &Structural) -> ErrorList {
    let mut errors = Vec::new();
    Check {
        path: &FieldPath::root(),
        schema,
    }
    .value(value, old, &mut errors);
    errors.into_iter().collect()
}

/// What is wrong with a default, whose place has no name.
pub(super) fn validate_default(value: &Value, schema: &Structural) -> Vec<Error> {
    validate(value, None, schema).into_iter().collect()
}

/// Whether an error is so basic that rules cannot be evaluated.
pub(crate) fn is_blocking(error: &Error) -> bool {
    matches!(
        error.kind,
        ErrorKind::Required
            | ErrorKind::NotSupported(_)
            | ErrorKind::TooLong
            | ErrorKind::TooMany(_)
            | ErrorKind::TypeInvalid(_)
    )
}

/// A place with the schema for it.
struct Check<'a> {
    path: &'a FieldPath,
    schema: &'a Structural,
}

impl Check<'_> {
    fn value(&self, value: &Value, old: Option<&Value>, errors: &mut Vec<Error>) {
        if old == Some(value) {
            return;
        }
        errors.extend(self.kind(value));
        if value.is_null() {
            errors.extend(self.choice(value));
            return;
        }
        self.alternatives(value, errors);
        match value {
            Value::String(text) => self.string(text, errors),
            Value::Number(number) => self.number(number, errors),
            Value::Array(items) => self.items(items, old, errors),
            Value::Null | Value::Bool(_) | Value::Object(_) => {}
        }
        errors.extend(self.choice(value));
        if let Value::Object(map) = value {
            self.fields(map, old, errors);
        }
    }

    /// `spec.a in body SHOULD`, as every text about a value begins.
    fn should(&self, what: impl std::fmt::Display) -> String {
        format!("{} in body {what}", self.path.as_str())
    }

    fn kind(&self, value: &Value) -> Option<Error> {
        let schema = self.schema;
        if value.is_null() && schema.nullable {
            return None;
        }
        let found = kind_of(value);
        let (wanted, fits) = match schema.kind {
            None if schema.int_or_string => (
                "integer,string",
                matches!(found, "string" | "integer") || is_whole(value),
            ),
            None => return None,
            Some(Kind::Integer) => ("integer", found == "integer" || is_whole(value)),
            Some(Kind::Number) => ("number", matches!(found, "integer" | "number")),
            Some(kind) => (kind.as_str(), found == kind.as_str()),
        };
        (!fits).then(|| {
            let detail = self.should(format!(
                "must be of type {wanted}: {}",
                gostd::strconv::quote(found)
            ));
            Error::type_invalid(self.path, found, detail)
        })
    }

    fn choice(&self, value: &Value) -> Option<Error> {
        let choices = &self.schema.constraints.choices;
        if choices.is_empty() || choices.contains(value) {
            return None;
        }
        let known: Vec<String> = choices
            .iter()
            .map(|choice| match choice {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            })
            .collect();
        Some(Error::not_supported(
            self.path,
            value.clone(),
            known.iter().map(|choice| &**choice),
        ))
    }

    fn items(&self, items: &[Value], old: Option<&Value>, errors: &mut Vec<Error>) {
        if let Some(schema) = self.schema.items.as_deref() {
            let old = old.and_then(Value::as_array);
            for (index, item) in items.iter().enumerate() {
                let before = old.and_then(|old| counterpart(&self.schema.list_type, item, old));
                let path = &self.path.index(index);
                Check { path, schema }.value(item, before, errors);
            }
        }
        let (count, constraints) = (items.len(), &self.schema.constraints);
        if let Some(min) = constraints.min_items.filter(|min| (count as u64) < *min) {
            let detail = self.should(format!("should have at least {min} items"));
            errors.push(Error::invalid(self.path, count, detail));
        }
        if let Some(max) = constraints.max_items.filter(|max| count as u64 > *max) {
            errors.push(Error::too_many(self.path, count, max as usize));
        }
    }

    fn fields(&self, map: &Map<String, Value>, old: Option<&Value>, errors: &mut Vec<Error>) {
        let (count, constraints) = (map.len(), &self.schema.constraints);
        if let Some(min) = constraints
            .min_properties
            .filter(|min| (count as u64) < *min)
        {
            let detail = self.should(format!("should have at least {min} properties"));
            errors.push(Error::invalid(self.path, count, detail));
            return;
        }
        if let Some(max) = constraints.max_properties.filter(|max| count as u64 > *max) {
            errors.push(Error::too_many(self.path, count, max as usize));
            return;
        }
        let old = |name: &str| old.and_then(|old| old.get(name));
        if let Some(Additional::Schema(schema)) = &self.schema.additional {
            let others = map
                .iter()
                .filter(|(name, _)| !self.schema.properties.contains_key(*name));
            for (name, value) in others {
                let path = &self.path.child(name);
                Check { path, schema }.value(value, old(name), errors);
            }
        }
        for (name, schema) in &self.schema.properties {
            if let Some(value) = map.get(name) {
                let path = &self.path.child(name);
                Check { path, schema }.value(value, old(name), errors);
            }
        }
        let missing = constraints
            .required
            .iter()
            .filter(|name| !map.contains_key(*name));
        errors.extend(missing.map(|name| Error::required(&self.path.child(name), "")));
    }
}

/// The item of the old list that has the same keys; only lists of that type have a way to tell.
pub(super) fn counterpart<'a>(
    list_type: &ListType,
    item: &Value,
    old: &'a [Value],
) -> Option<&'a Value> {
    let ListType::Map(keys) = list_type else {
        return None;
    };
    old.iter()
        .find(|old| keys.iter().all(|key| old.get(key) == item.get(key)))
}

/// The word for a value's type.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a floating-point number stands for an integer.
fn is_whole(value: &Value) -> bool {
    value
        .as_f64()
        .is_some_and(|number| number.fract() == 0.0 && number.abs() < 9e15)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(schema: &Value, value: &Value) -> Vec<String> {
        validate(value, None, &Structural::parse(schema))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn spec(schema: &Value) -> Value {
        json!({"type": "object", "properties": {"a": schema}})
    }

    #[test]
    fn texts_of_the_keywords_of_scalars() {
        for (schema, value, expected) in [
            (
                json!({"type": "string"}),
                json!(1),
                "a: Invalid value: \"integer\": a in body must be of type string: \"integer\"",
            ),
            (
                json!({"type": "string"}),
                json!(null),
                "a: Invalid value: \"null\": a in body must be of type string: \"null\"",
            ),
            (
                json!({"x-kubernetes-int-or-string": true}),
                json!(true),
                "a: Invalid value: \"boolean\": a in body must be of type integer,string: \"boolean\"",
            ),
            (
                json!({"type": "integer", "minimum": 1}),
                json!(0),
                "a: Invalid value: 0: a in body should be greater than or equal to 1",
            ),
            (
                json!({"type": "number", "maximum": 1, "exclusiveMaximum": true}),
                json!(1),
                "a: Invalid value: 1: a in body should be less than 1",
            ),
            (
                json!({"type": "integer", "multipleOf": 2}),
                json!(3),
                "a: Invalid value: 3: a in body should be a multiple of 2",
            ),
            (
                json!({"type": "integer", "format": "int32"}),
                json!(3_000_000_000_u32),
                "<nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in a",
            ),
            (
                json!({"type": "string", "minLength": 2}),
                json!("é"),
                "a: Invalid value: \"é\": a in body should be at least 2 chars long",
            ),
            (
                json!({"type": "string", "maxLength": 5}),
                json!("abcdef"),
                "a: Too long: may not be more than 5 bytes",
            ),
            (
                json!({"type": "string", "pattern": "^[a-z]+$"}),
                json!("A"),
                "a: Invalid value: \"A\": a in body should match '^[a-z]+$'",
            ),
            (
                json!({"type": "string", "format": "date-time"}),
                json!("now"),
                "a: Invalid value: \"now\": a in body must be of type date-time: \"now\"",
            ),
            (
                json!({"type": "string", "enum": ["A", "B"]}),
                json!("C"),
                "a: Unsupported value: \"C\": supported values: \"A\", \"B\"",
            ),
        ] {
            assert_eq!(told(&spec(&schema), &json!({"a": value})), [expected]);
        }
    }

    #[test]
    fn texts_of_the_keywords_of_lists_and_objects() {
        for (schema, value, expected) in [
            (
                json!({"type": "array", "minItems": 1}),
                json!([]),
                "a: Invalid value: 0: a in body should have at least 1 items",
            ),
            (
                json!({"type": "array", "maxItems": 2}),
                json!([1, 2, 3]),
                "a: Too many: 3: must have at most 2 items",
            ),
            (
                json!({"type": "object", "maxProperties": 1}),
                json!({"a": 1, "b": 2}),
                "a: Too many: 2: must have at most 1 item",
            ),
            (
                json!({"type": "object", "required": ["b"]}),
                json!({}),
                "a.b: Required value",
            ),
            (
                json!({"type": "object", "oneOf": [{"required": ["b"]}, {"required": ["c"]}]}),
                json!({"b": 1, "c": 1}),
                "<nil>: Invalid value: \"\": \"a\" must validate one and only one schema (oneOf). Found 2 valid alternatives",
            ),
            (
                json!({"type": "string", "not": {"enum": ["bad"]}}),
                json!("bad"),
                "<nil>: Invalid value: \"\": \"a\" must not validate the schema (not)",
            ),
            (
                json!({"type": "array", "items": {"type": "string"}}),
                json!(["x", 1]),
                "a[1]: Invalid value: \"integer\": a[1] in body must be of type string: \"integer\"",
            ),
            (
                json!({"type": "object", "additionalProperties": {"type": "integer"}}),
                json!({"k": "x"}),
                "a.k: Invalid value: \"string\": a.k in body must be of type integer: \"string\"",
            ),
        ] {
            assert_eq!(told(&spec(&schema), &json!({"a": value})), [expected]);
        }
        for (schema, value) in [
            (json!({"type": "integer"}), json!(1.0)),
            (json!({"type": "string", "nullable": true}), json!(null)),
            (
                json!({"type": "string", "format": "unheard-of"}),
                json!("x"),
            ),
        ] {
            assert_eq!(
                told(&spec(&schema), &json!({"a": value})),
                Vec::<String>::new()
            );
        }
    }

    #[test]
    fn what_stays_as_it_was_is_tolerated() {
        let schema = Structural::parse(&json!({"type": "object", "properties": {
            "a": {"type": "integer", "maximum": 1}, "b": {"type": "integer", "maximum": 1},
        }}));
        let errors = validate(
            &json!({"a": 5, "b": 5}),
            Some(&json!({"a": 5, "b": 1})),
            &schema,
        );
        assert_eq!(
            errors.to_string(),
            "b: Invalid value: 5: b in body should be less than or equal to 1"
        );
    }
}
