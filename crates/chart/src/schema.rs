//! `values.schema.json`: the values of each chart against its schema.

mod evaluate;
mod fault;
mod message;
mod number;
mod path;
mod references;
mod shape;

use evaluate::{Schema, evaluate};
use gotmpl::Map;
use referencing::{Draft, Error, Registry, RegistryBuilder, Retrieve, SPECIFICATIONS, Uri};
use serde_json::Value;

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
        if let Some(gotmpl::Value::Map(values)) = values.get(dependency.name()) {
            check(dependency, &values, log, report);
        }
    }
}

/// Checks values against the text of one schema; the lines of what is wrong otherwise.
pub(crate) fn check_one(schema: &[u8], values: &Map, log: &Log) -> Result<(), String> {
    let schema: Value = serde_json::from_slice(schema).map_err(|error| unreadable(&error))?;
    let draft = Draft::default().detect(&schema);
    let is_plain = draft >= Draft::Draft7 && shape::is_plain(&schema);
    if !is_plain && let Some(message) = no_schema(draft, &schema) {
        return Err(message);
    }
    let registry = Registry::new()
        .draft(draft)
        .retriever(References { log: log.clone() })
        .add(SCHEMA_URL, &schema)
        .and_then(RegistryBuilder::prepare)
        .map_err(|error| unresolved(&error))?;
    let root = root(&registry, SCHEMA_URL, draft).map_err(|error| unresolved(&error))?;
    references::follow(root.clone()).map_err(|error| unresolved(&error))?;
    let values = Values(values.clone()).to_json();
    match evaluate(&root, &values) {
        Ok(None) => Ok(()),
        Ok(Some(fault)) => Err(fault::lines(fault)),
        Err(error) => Err(unresolved(&error)),
    }
}

/// The schema that a document of a registry is.
fn root<'r>(registry: &'r Registry<'r>, uri: &str, draft: Draft) -> Result<Schema<'r>, Error> {
    let base = referencing::uri::from_str(uri)?;
    let found = registry.resolver(base).lookup("")?;
    Ok(Schema {
        draft,
        ..Schema::from(found)
    })
}

/// What is wrong with a schema itself, if something is.
fn no_schema(draft: Draft, schema: &Value) -> Option<String> {
    let uri = meta_url(draft);
    let found = root(&SPECIFICATIONS, uri, draft).and_then(|meta| evaluate(&meta, schema));
    let lines = fault::lines(found.ok().flatten()?);
    // The line of the whole error ends the text here, where it ends a list of faults otherwise.
    let lines = lines.trim_end_matches('\n');
    let end = if uri.ends_with('#') { "" } else { "#" };
    Some(format!(
        "\"{SCHEMA_URL}#\" is not valid against metaschema: jsonschema validation failed with '{uri}{end}'\n{lines}"
    ))
}

/// Why a schema that another one refers to is not there.
fn unresolved(error: &Error) -> String {
    match error {
        Error::Unretrievable { uri, source } => format!("failing loading {uri:?}: {source}"),
        Error::PointerToNowhere { pointer } => {
            format!("json-pointer in \"{SCHEMA_URL}#{pointer}\" not found")
        }
        Error::NoSuchAnchor { anchor } => {
            format!("anchor in \"{SCHEMA_URL}#{anchor}\" not found")
        }
        Error::UnknownSpecification { specification } => {
            format!("failing loading {specification:?}: {NOT_FETCHED}")
        }
        other => format!("{other}"),
    }
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
        Draft::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
        _ => "https://json-schema.org/draft/2020-12/schema",
    }
}

/// A chart is not a reason to talk to a server.
const NOT_FETCHED: &str = "schemas are not downloaded";

/// Schemas that a schema refers to. Names stand for no document, so they allow everything; files are read, and
/// nothing is downloaded.
struct References {
    log: Log,
}

// The validator asks for a retriever that could be used from several threads.
impl Retrieve for References {
    fn retrieve(
        &self,
        uri: &Uri<String>,
    ) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        match uri.scheme().as_str() {
            "urn" => {
                let message = "unresolved URN reference ignored; using permissive schema";
                self.log.add("WARN", message, &[("urn", uri.as_str())]);
                Ok(Value::Bool(true))
            }
            "file" => {
                let path = uri.path().as_str();
                let text = std::fs::read(path)
                    .map_err(|error| format!("open {path}: {}", crate::load::go_text(&error)))?;
                Ok(serde_json::from_slice(&text)?)
            }
            _ => Err(NOT_FETCHED.into()),
        }
    }
}
