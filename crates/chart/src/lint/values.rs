//! Rules for `values.yaml`.

use std::path::Path;

use super::Findings;
use crate::render::Options;
use crate::schema;
use crate::values::{Values, deep_copy, merge, read};

const FILE: &str = "values.yaml";

pub(super) fn check(directory: &Path, values: &Values, options: &Options, findings: &mut Findings) {
    let Ok(content) = std::fs::read(directory.join(FILE)) else {
        findings.info(FILE, "file does not exist");
        return;
    };
    let defaults = match read(&content) {
        Ok(defaults) => defaults,
        Err(error) => {
            let text = error.to_string();
            let reason = text
                .strip_prefix("cannot unmarshal yaml document: ")
                .unwrap_or(&text);
            findings.error(FILE, format!("unable to parse YAML: {reason}"));
            return;
        }
    };
    let Ok(schema) = std::fs::read(directory.join("values.schema.json")) else {
        return;
    };
    if options.skip_schema_validation {
        return;
    }
    let all = deep_copy(&defaults);
    merge(&all, &values.0);
    if let Err(faults) = schema::check_one(&schema, &all, &super::unheard()) {
        findings.error(FILE, faults);
    }
}
