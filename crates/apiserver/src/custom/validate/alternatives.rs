//! Schemas inside a schema, of which a value must satisfy some.

use apimachinery::field::{Error, FieldPath};
use serde_json::Value;

use super::Check;
use crate::custom::structural::Structural;

impl Check<'_> {
    /// Checks `anyOf`, `oneOf`, `allOf` and `not`. Their errors name no field, as in the real server.
    pub(super) fn alternatives(&self, value: &Value, errors: &mut Vec<Error>) {
        let constraints = &self.schema.constraints;
        let name = gostd::strconv::quote(self.path.as_str());
        if !constraints.any_of.is_empty() {
            let failures = self.failures(&constraints.any_of, value);
            if failures.iter().all(|failed| !failed.is_empty()) {
                errors.push(nameless(format!(
                    "{name} must validate at least one schema (anyOf)"
                )));
                errors.extend(failures.into_iter().next().unwrap_or_default());
            }
        }
        if !constraints.one_of.is_empty() {
            let failures = self.failures(&constraints.one_of, value);
            let valid = failures.iter().filter(|failed| failed.is_empty()).count();
            if valid != 1 {
                let found = match valid {
                    0 => "Found none valid".to_owned(),
                    count => format!("Found {count} valid alternatives"),
                };
                errors.push(nameless(format!(
                    "{name} must validate one and only one schema (oneOf). {found}"
                )));
            }
            if valid == 0 {
                errors.extend(failures.into_iter().next().unwrap_or_default());
            }
        }
        let failures = self.failures(&constraints.all_of, value);
        let valid = failures.iter().filter(|failed| failed.is_empty()).count();
        let all = failures.len();
        errors.extend(failures.into_iter().flatten());
        if valid != all {
            let none = if valid == 0 { ". None validated" } else { "" };
            errors.push(nameless(format!(
                "{name} must validate all the schemas (allOf){none}"
            )));
        }
        if let Some(not) = &constraints.not
            && self.against(not, value).is_empty()
        {
            errors.push(nameless(format!(
                "{name} must not validate the schema (not)"
            )));
        }
    }

    fn failures(&self, schemas: &[Structural], value: &Value) -> Vec<Vec<Error>> {
        schemas
            .iter()
            .map(|schema| self.against(schema, value))
            .collect()
    }

    fn against(&self, schema: &Structural, value: &Value) -> Vec<Error> {
        let mut errors = Vec::new();
        let path = self.path;
        Check { path, schema }.value(value, None, &mut errors);
        errors
    }
}

/// An error that belongs to no field.
pub(super) fn nameless(detail: String) -> Error {
    Error::invalid(&FieldPath::root(), "", detail)
}
