//! Whether all that a schema leads to is there.

use std::collections::HashSet;

use referencing::{Draft, Error, Resolved, ResourceRef};
use serde_json::{Map, Value};

use super::evaluate::Schema;

/// Follows a schema to every one that it has or refers to; definitions that nothing refers to are not looked at.
///
/// # Errors
/// A reference that leads nowhere.
pub(super) fn follow(schema: Schema<'_>) -> Result<(), Error> {
    let mut seen = HashSet::new();
    let mut waiting = vec![schema];
    while let Some(schema) = waiting.pop() {
        let Value::Object(keywords) = schema.value else {
            continue;
        };
        if seen.insert(std::ptr::from_ref(keywords)) {
            references(&schema, keywords, &mut waiting)?;
            parts(&schema, keywords, &mut waiting)?;
        }
    }
    Ok(())
}

/// The schemas that a schema refers to.
fn references<'r>(
    schema: &Schema<'r>,
    keywords: &'r Map<String, Value>,
    found: &mut Vec<Schema<'r>>,
) -> Result<(), Error> {
    let is_old = schema.draft < Draft::Draft201909;
    let newer = ["$recursiveRef", "$dynamicRef"].into_iter();
    for keyword in newer.filter(|_| !is_old).chain(["$ref"]) {
        if let Some(reference) = keywords.get(keyword).and_then(Value::as_str) {
            found.push(Schema::from(schema.resolver.lookup(reference)?));
        }
    }
    Ok(())
}

impl<'r> From<Resolved<'r>> for Schema<'r> {
    fn from(resolved: Resolved<'r>) -> Schema<'r> {
        let (value, resolver, draft) = resolved.into_inner();
        Schema {
            value,
            resolver,
            draft,
        }
    }
}

/// The schemas that a schema has, as far as values are ever checked against them.
fn parts<'r>(
    schema: &Schema<'r>,
    keywords: &'r Map<String, Value>,
    found: &mut Vec<Schema<'r>>,
) -> Result<(), Error> {
    if schema.draft < Draft::Draft201909 && keywords.contains_key("$ref") {
        return Ok(());
    }
    for (keyword, value) in keywords {
        let mut add = |value: &'r Value| {
            let resource = ResourceRef::new(value, schema.draft);
            let resolver = schema.resolver.in_subresource(resource)?;
            found.push(Schema {
                value,
                resolver,
                draft: schema.draft,
            });
            Ok::<(), Error>(())
        };
        match (keyword.as_str(), value) {
            ("if" | "then" | "else", _)
                if schema.draft < Draft::Draft7 || !keywords.contains_key("if") => {}
            ("items" | "prefixItems" | "allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                schemas.iter().try_for_each(add)?;
            }
            (
                "properties" | "patternProperties" | "dependencies" | "dependentSchemas",
                Value::Object(schemas),
            ) => {
                schemas.values().try_for_each(add)?;
            }
            (
                "additionalItems"
                | "additionalProperties"
                | "contains"
                | "else"
                | "if"
                | "items"
                | "not"
                | "propertyNames"
                | "then"
                | "unevaluatedItems"
                | "unevaluatedProperties",
                _,
            ) => add(value)?,
            _ => {}
        }
    }
    Ok(())
}
