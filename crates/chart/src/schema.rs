//! `values.schema.json`: the values of each chart against its schema.

mod message;
mod report;

use gotmpl::{Map, Value};
use jsonschema::{Draft, Retrieve, Uri};

use crate::chart::Chart;
use crate::log::Log;
use crate::values::Values;

/// Values that break schemas.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("values don't meet the specifications of the schema(s) in the following chart(s):\n{0}")]
pub struct SchemaError(String);

/// Where Helm says that a schema comes from.
const SCHEMA_URL: &str = "file:///values.schema.json";

/// Checks the values of a chart and of those that it contains.
///
/// # Errors
/// All that is wrong, chart by chart.
pub(crate) fn validate(chart: &Chart, values: &Map, log: &Log) -> Result<(), SchemaError> {
    let mut report = String::new();
    check(chart, values, log, &mut report);
    if report.is_empty() {
        return Ok(());
    }
    Err(SchemaError(report))
}

fn check(chart: &Chart, values: &Map, log: &Log, report: &mut String) {
    if let Some(schema) = &chart.schema
        && let Err(message) = check_one(schema.as_bytes(), values, log)
    {
        report.push_str(&format!("{}:\n{message}", chart.name()));
    }
    for dependency in &chart.dependencies {
        if let Some(Value::Map(values)) = values.get(dependency.name()) {
            check(dependency, &values, log, report);
        }
    }
}

pub(crate) fn check_one(schema: &[u8], values: &Map, log: &Log) -> Result<(), String> {
    let schema: serde_json::Value =
        serde_json::from_slice(schema).map_err(|error| unreadable(&error))?;
    let draft = Draft::default().detect(&schema);
    let meta = match draft {
        Draft::Draft4 => jsonschema::draft4::meta::validate(&schema),
        Draft::Draft6 => jsonschema::draft6::meta::validate(&schema),
        Draft::Draft7 => jsonschema::draft7::meta::validate(&schema),
        Draft::Draft201909 => jsonschema::draft201909::meta::validate(&schema),
        _ => jsonschema::draft202012::meta::validate(&schema),
    };
    if let Err(error) = meta {
        let lines = report::lines(std::iter::once(error));
        return Err(format!(
            "\"{SCHEMA_URL}#\" is not valid against metaschema: jsonschema validation failed with '{}'\n{lines}",
            meta_url(draft),
        ));
    }
    let validator = jsonschema::options()
        .should_validate_formats(false)
        .should_ignore_unknown_formats(true)
        .with_retriever(References { log: log.clone() })
        .build(&schema)
        .map_err(|error| format!("{error}\n"))?;
    let values = Values(values.clone()).to_json();
    if validator.is_valid(&values) {
        return Ok(());
    }
    Err(report::lines(validator.iter_errors(&values)))
}

/// Go's text for a schema that is no JSON.
fn unreadable(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "unexpected EOF\n".to_owned();
    }
    format!("{error}\n")
}

fn meta_url(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "http://json-schema.org/draft-04/schema#",
        Draft::Draft6 => "http://json-schema.org/draft-06/schema#",
        Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        Draft::Draft201909 => "https://json-schema.org/draft/2019-09/schema#",
        _ => "https://json-schema.org/draft/2020-12/schema#",
    }
}

/// Schemas that a schema refers to. Names stand for no document, so they allow everything; nothing is fetched.
struct References {
    log: Log,
}

// The validator asks for a retriever that could be used from several threads.
impl Retrieve for References {
    fn retrieve(
        &self,
        uri: &Uri<String>,
    ) -> Result<serde_json::Value, Box<dyn std::error::Error + Send + Sync>> {
        if uri.scheme().as_str() == "urn" {
            let message = "unresolved URN reference ignored; using permissive schema";
            self.log.add("WARN", message, &[("urn", uri.as_str())]);
            return Ok(serde_json::Value::Bool(true));
        }
        Err(format!("{uri} is not fetched").into())
    }
}
