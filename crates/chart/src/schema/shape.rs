//! What schemas look like that nothing is wrong with.

use gostd::regexp::Regexp;
use serde_json::{Map, Value};

/// Whether a schema is one by the metaschema of every draft from the seventh on. One that is not may still be one by its own draft, which
/// takes a look into its metaschema.
pub(super) fn is_plain(schema: &Value) -> bool {
    match schema {
        Value::Bool(_) => true,
        Value::Object(keywords) => keywords.iter().all(|(name, value)| is_keyword(name, value)),
        _ => false,
    }
}

/// Whether a keyword has what it should have.
fn is_keyword(name: &str, value: &Value) -> bool {
    match name {
        "additionalItems"
        | "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "items"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => is_plain(value),
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
            let schemas = value.as_array();
            schemas.is_some_and(|schemas| !schemas.is_empty() && schemas.iter().all(is_plain))
        }
        "$defs" | "definitions" | "dependentSchemas" | "properties" => table(value, is_plain),
        "patternProperties" => {
            let patterns = value.as_object().into_iter().flat_map(Map::keys);
            table(value, is_plain) && patterns.into_iter().all(|text| Regexp::check(text).is_ok())
        }
        "pattern" => (value.as_str()).is_some_and(|pattern| Regexp::check(pattern).is_ok()),
        "dependencies" => table(value, |value| is_plain(value) || is_set_of_texts(value)),
        "dependentRequired" => table(value, is_set_of_texts),
        "required" => is_set_of_texts(value),
        "type" => is_type(value),
        "enum" | "examples" => value.is_array(),
        "maxContains" | "maxItems" | "maxLength" | "maxProperties" | "minContains" | "minItems"
        | "minLength" | "minProperties" => value.is_u64(),
        "exclusiveMaximum" | "exclusiveMinimum" | "maximum" | "minimum" => value.is_number(),
        "multipleOf" => value.as_f64().is_some_and(|number| number > 0.0),
        "deprecated" | "readOnly" | "uniqueItems" | "writeOnly" => value.is_boolean(),
        "$comment" | "$dynamicRef" | "$ref" | "$schema" | "contentEncoding"
        | "contentMediaType" | "description" | "format" | "title" => value.is_string(),
        "$id" => value.as_str().is_some_and(|id| !id.contains('#')),
        // Their rules differ from draft to draft.
        "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" | "$recursiveRef" | "$vocabulary" => {
            false
        }
        _ => true,
    }
}

fn table(value: &Value, entry: impl Fn(&Value) -> bool) -> bool {
    let entries = value.as_object();
    entries.is_some_and(|entries| entries.values().all(entry))
}

fn is_set_of_texts(value: &Value) -> bool {
    let Some(texts) = value.as_array() else {
        return false;
    };
    let is_new = |(index, text)| !texts[..index].contains(text);
    texts.iter().all(Value::is_string) && texts.iter().enumerate().all(is_new)
}

/// Whether a value is the name of a type, or a list of those.
fn is_type(value: &Value) -> bool {
    const NAMES: [&str; 7] = [
        "array", "boolean", "integer", "null", "number", "object", "string",
    ];
    let is_name = |value: &Value| value.as_str().is_some_and(|name| NAMES.contains(&name));
    match value.as_array() {
        Some(names) => !names.is_empty() && is_set_of_texts(value) && names.iter().all(is_name),
        None => is_name(value),
    }
}
